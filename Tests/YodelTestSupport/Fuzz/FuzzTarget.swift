// What Tests/Fuzz tries with inputs that libFuzzer makes, and the suite with those that it has kept. A target is a function of the bytes alone:
// where it has a choice, the first bytes or a hash of all of them make it.

/// A property that holds for any bytes.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// All tokenizers give one value or one error.
    case tokens
    /// Models of every kind are filled alike by all tokenizers, and by a value that has been parsed before.
    case decode
    /// A document that is refused changes nothing.
    case update
    /// What is written of a model is JSON, and makes the model again.
    case roundtrip
    /// A stream has the same records however it is cut.
    case streams
    /// Any key mapping makes a plan, which finds what stands at its paths.
    case plans
    /// Models of any types are filled where their properties are, and nowhere else.
    case types
    /// Hooks see, look up and change the objects that are there.
    case hooks
    /// Types that code themselves are what Foundation makes of the same bytes.
    case codable
    /// Lines that are read into columns are what the decoder makes of each.
    case columns
    /// Models that list their properties are complete in every way of reading, or none.
    case described

    /// What is wrong when the property is tried with an input; nil if it holds.
    ///
    /// - Parameter input: Any bytes.
    func fault(in input: [UInt8]) -> String? {
        switch self {
        case .tokens: return TokensTarget.fault(in: input)
        case .streams: return StreamsTarget.fault(in: input)
        case .plans: return PlansTarget.fault(in: input)
        case .types: return TypesTarget.fault(in: input)
        case .hooks: return HooksTarget.fault(in: input)
        case .codable: return CodableTarget.fault(in: input)
        case .columns: return ColumnsTarget.fault(in: input)
        case .described: return DescribedTarget.fault(in: input)
        case .decode, .update, .roundtrip:
            var input = FuzzInput(input)
            let model = FuzzModel.chosen(by: &input)
            return self == .decode ? model.decode(&input) : self == .update ? model.update(&input) : model.roundTrip(&input)
        }
    }
}

/// An input that is taken apart: bytes that choose, and what is left.
struct FuzzInput {
    /// What has not been taken.
    private(set) var rest: ArraySlice<UInt8>
    /// Numbers that follow from the whole input.
    var generator: SeededGenerator

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        // FNV-1a. &*: a hash wraps by design.
        generator = SeededGenerator(seed: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    /// Takes a byte and makes a choice of it. An input that is used up chooses zero.
    mutating func choice(_ count: Int) -> Int { Int(rest.popFirst() ?? 0) % count }

    /// Takes what stands before the first occurrence of a separator, and the separator. Without one all is taken.
    mutating func part(before separator: [UInt8]) -> [UInt8] {
        for index in rest.indices where rest[index...].starts(with: separator) {
            defer { rest = rest[(index + separator.count)...] }
            return Array(rest[..<index])
        }
        defer { rest = [] }
        return Array(rest)
    }

    /// Whether one of several equal chances has come.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}

extension [UInt8] {
    /// The bytes as a fault shows them.
    var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}
