@testable import Yodel

/// An enum with raw values, of which a test knows a value to begin with.
protocol RawSample: RawRepresentable, Hashable, Sendable where RawValue: Hashable & Sendable {
    static var sample: Self { get }
}

/// The same raw values by a struct: its code is asked for every value.
struct AskedRaw<Value: RawSample>: RawSample {
    let value: Value

    init(_ value: Value) { self.value = value }

    init?(rawValue: Value.RawValue) {
        guard let value = Value(rawValue: rawValue) else { return nil }
        self.value = value
    }

    var rawValue: Value.RawValue { value.rawValue }
    static var sample: AskedRaw { AskedRaw(Value.sample) }
}

/// Raw values of all kinds.
enum RawSamples {
    /// Texts at the edges of what is compared at once, with escapes, and in one of two forms of Unicode.
    enum Odd: String, RawSample, CaseIterable {
        case empty = ""
        case letter = "a"
        case three = "abc"
        case four = "abcd"
        case seven = "abcdefg"
        case eight = "abcdefgh"
        case quote = "\""
        case slash = "a/\\b"
        case newline = "\n"
        case zero = "\0"
        case composed = "caf\u{E9}"
        case decomposed = "e\u{301}tude"
        case family = "👩‍👩‍👧"
        case fifteen = "fifteen  bytes!"
        case sixteen = "sixteen bytes, 1"
        case seventeen = "seventeen bytes, "
        case longer = "begins as another, has A within, and ends as another"
        case other = "begins as another, has B within, and ends as another"
        case digits = "12"
        case word = "true"
        case null = "null"
        static let sample = Odd.letter
    }

    enum Number: Int, RawSample, CaseIterable {
        case zero = 0
        case one = 1
        case minus = -1
        case hundreds = 200
        case least = -9_223_372_036_854_775_808
        case most = 9_223_372_036_854_775_807
        static let sample = Number.one
    }

    enum Byte: UInt8, RawSample, CaseIterable {
        case zero = 0
        case seven = 7
        case most = 255
        static let sample = Byte.zero
    }

    /// Takes no bytes.
    enum Only: String, RawSample, CaseIterable {
        case only
        static let sample = Only.only
    }

    /// Written by hand: of any case of letters, and with one for what is unknown.
    enum Loose: RawSample, CaseIterable {
        case red, blue, unknown
        init(rawValue: String) {
            switch rawValue.lowercased() {
            case "red", "rot": self = .red
            case "blue": self = .blue
            default: self = .unknown
            }
        }
        var rawValue: String {
            switch self {
            case .red: "red"
            case .blue: "blue"
            case .unknown: "?"
            }
        }
        static let sample = Loose.unknown
    }

    /// No value comes back from its raw value.
    enum Crossed: RawSample, CaseIterable {
        case left, right
        init?(rawValue: String) {
            switch rawValue {
            case "left": self = .left
            case "right": self = .right
            default: return nil
            }
        }
        var rawValue: String {
            switch self {
            case .left: "right"
            case .right: "left"
            }
        }
        static let sample = Crossed.left
    }

    /// Two values have one raw value, which makes the first.
    enum Merged: RawSample, CaseIterable {
        case one, alsoOne, two
        init?(rawValue: Int) {
            switch rawValue {
            case 1, 11: self = .one
            case 2: self = .two
            default: return nil
            }
        }
        var rawValue: Int {
            switch self {
            case .one, .alsoOne: 1
            case .two: 2
            }
        }
        static let sample = Merged.two
    }

    /// More than which case it is.
    enum Loaded: RawSample {
        case none
        case number(UInt8)
        init?(rawValue: String) {
            if rawValue == "none" {
                self = .none
            } else if let number = UInt8(rawValue) {
                self = .number(number)
            } else {
                return nil
            }
        }
        var rawValue: String {
            switch self {
            case .none: "none"
            case .number(let number): String(number)
            }
        }
        static let sample = Loaded.none
    }

    /// Other raw values than strings and integers.
    enum Ratio: Double, RawSample {
        case half = 0.5
        case one = 1
        static let sample = Ratio.half
    }

    enum Letter: Character, RawSample {
        case a = "a"
        case accent = "\u{E9}"
        static let sample = Letter.a
    }

    /// A property of each kind that may hold such values.
    struct Row<Value: RawSample>: Model, Hashable {
        var one = Value.sample
        var maybe: Value?
        var deep: Value??
        var many: [Value] = []
        var holes: [Value?] = []
        var all: Set<Value> = []
        var keyed: [Value: Int] = [:]
        var named: [String: Value] = [:]
    }
}

extension RawSamples.Row {
    /// The same of the values within.
    static func plain(_ row: RawSamples.Row<AskedRaw<Value>>) -> RawSamples.Row<Value> {
        var plain = RawSamples.Row<Value>()
        plain.one = row.one.value
        plain.maybe = row.maybe?.value
        plain.deep = row.deep.map { $0?.value }
        plain.many = row.many.map(\.value)
        plain.holes = row.holes.map { $0?.value }
        plain.all = Set(row.all.map(\.value))
        plain.keyed = Dictionary(uniqueKeysWithValues: row.keyed.map { ($0.value, $1) })
        plain.named = row.named.mapValues(\.value)
        return plain
    }
}
