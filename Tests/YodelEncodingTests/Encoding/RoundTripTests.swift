import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What is written is read back as the same, by Yodel and by others.

private typealias Models = WritingModels

/// Ways to write that lose nothing, each with the decoder that knows it.
private let manners: [(EncodingOptions, ModelDecoder)] = [
    { _, _ in }, { encoding, _ in encoding.isPretty = true }, { encoding, _ in (encoding.sortsKeys, encoding.onNil) = (true, .null) },
    { encoding, _ in (encoding.escapesSlashes, encoding.escapesNonASCII) = (true, true) },
    { encoding, _ in encoding.dateFormat = .iso8601(fractionDigits: 2, secondsFromGMT: 0) },
    { encoding, decoding in (encoding.dateFormat, decoding.numericDates) = (.epochSeconds, .epochSeconds) },
    { encoding, decoding in (encoding.dateFormat, decoding.numericDates) = (.epochMilliseconds, .epochMilliseconds) },
    { encoding, decoding in (encoding.dateFormat, decoding.dateFormats) = (.epochNanoseconds, [.http, .epochNanoseconds]) },
    { encoding, decoding in (encoding.dateFormat, decoding.dateFormats) = (.secondsSince2001, [.secondsSince2001]) },
    { encoding, decoding in (encoding.keyStyle, decoding.keyStyle) = (.snakeCase, .snakeCase) },
    { encoding, decoding in (encoding.keyStyle, decoding.keyStyle) = (.trainCase, .trainCase) },
    { encoding, _ in encoding.omitsDefaults = true },
].map { (set: (inout EncodingOptions, inout DecodingOptions) -> Void) in
    var (encoding, decoding) = (EncodingOptions.default, DecodingOptions.strict)
    encoding.dateFormat = .iso8601(fractionDigits: 6)
    set(&encoding, &decoding)
    return (encoding, ModelDecoder(decoding))
}

@Suite("Round trips")
struct RoundTripTests {
    // MARK: Kinds

    @Test func everyKindAtItsExtremes() throws {
        func check<T: Equatable>(_ values: T...) throws {
            for (encoding, decoder) in manners {
                let encoder = ModelEncoder(encoding)
                for value in values {
                    let text = try encoder.encodeToString(value)
                    #expect(try decoder.decode(T.self, from: text) == value, "\(T.self) \(text)")
                }
                #expect(try decoder.decode([T].self, from: try encoder.encode(values)) == values, "\(T.self)")
                let gaps = values + [nil]
                #expect(try decoder.decode([T?].self, from: try encoder.encode(gaps)) == gaps, "\(T.self)")
                let table = ["k": values, "": []]
                #expect(try decoder.decode([String: [T]].self, from: try encoder.encode(table)) == table, "\(T.self)")
            }
        }
        func integers<T: FixedWidthInteger>(_ type: T.Type) throws { try check(T.min, T.max, 0, 1, T.max / 3) }
        let integerTypes: [any FixedWidthInteger.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, UInt128.self,
        ]
        for type in integerTypes { try integers(type) }
        try check(true, false)
        try check(Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNormalMagnitude, 0.1, 16_777_216)
        try check(Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNormalMagnitude, 0.1, 9_007_199_254_740_992, 1e22, 1e23)
        try check("", "\"\\/\u{8}\u{c}\n\r\t\0\u{1F}é😀", String(repeating: "é\u{10FFFF}", count: 5000))
        try check("part"[...], ""[...])
        try check("a" as Character, "👩‍👩‍👧", "\n", "\"")
        try check(
            Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: 253_402_300_799.75), Date(timeIntervalSince1970: 0))
        try check(Data(), Data(0...255), Data([0]))
        try check(URL(string: "https://example.org/a?b=%20#c")!, URL(string: "a")!)
        try check(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), UUID())
        let digits = "12345678901234567890123456789012345678"
        try check(Decimal(string: digits)!, Decimal(string: "-0." + digits)!, Decimal(string: "1e20")!, Decimal(string: "-1e-30")!, 0)
        try check(Models.Colour.red, .quoted)
        try check(Models.Level.low, .high)
        try check([1, ["a": nil, "b": 1.50], "x", true, [:]] as JSONValue, .object(["b": 1, "a": []]))
        try check([[], [1.5]] as [[Double]], [[0.1]])
        try check(Set([1, 2, 3]), [])
        try check(["a": ["b": Int?.none]], [:])
        try check([1: "a", -1: "b"], [Int.min: ""])
    }

    @Test func anythingMakesTheSameText() throws {
        let text = #"{"a":[1,null,-1.5,"x",true,{"b":[]},18446744073709551615],"c":{}}"#
        let encoder = ModelEncoder(options { $0.sortsKeys = true })
        #expect(try encoder.encodeToString(try ModelDecoder().decode([String: Any].self, from: text)) == text)
        #expect(try encoder.encodeToString(try ModelDecoder().decode([Any].self, from: "[\(text)]")) == "[\(text)]")
        #expect(try encoder.encodeToString(try ModelDecoder().decode(JSONValue.self, from: text)) == text)
    }

    // MARK: Random models

    /// 20 batches, which run beside each other: 10,000 models. By default 48 of them, one of each type in each manner.
    private static let batches: [Range<Int>] = {
        let size = triesFewerCases ? 48 : 500
        return some(1, of: 0..<10_000 / size).map { size * $0..<size * ($0 + 1) }
    }()

    @Test(arguments: batches)
    func randomModels(batch: Range<Int>) throws {
        func check<M: Drawn>(_ type: M.Type, _ number: Int) throws -> M {
            var source = RandomSource(seed: number)
            let model = M(from: &source)
            let (encoding, decoder) = manners[number / 4 % manners.count]
            let bytes = try ModelEncoder(encoding).encodeToBytes(model)
            #expect(try decoder.decode(M.self, from: bytes) == model, "case \(number): \(String(decoding: bytes, as: UTF8.self))")
            let value = try ModelEncoder(encoding).encodeValue(model)
            #expect(try decoder.decode(M.self, from: value) == model, "case \(number) as a value")
            return model
        }
        for number in batch {
            switch number % 4 {
            case 0: try readByOthers(try check(Models.Plain.self, number), number)
            case 1: _ = try check(Models.Wide.self, number)
            case 2: _ = try check(Models.Mapped.self, number)
            default: _ = try check(Models.Tree.self, number)
            }
        }
    }

    /// Foundation reads the same.
    private func readByOthers(_ model: Models.Plain, _ number: Int) throws {
        let data = try ModelEncoder(options { ($0.dateFormat, $0.isPretty) = (.epochSeconds, number % 8 == 0) }).encode(model)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Models.Plain.self, from: data) == model, "case \(number)")
        let value = try ModelDecoder().decode(JSONValue.self, from: data)
        #expect(Self.isSame(value, try JSONSerialization.jsonObject(with: data)), "case \(number)")
    }

    private static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
        switch value {
        case .null: return other is NSNull
        case .bool(let bool): return other as? Bool == bool
        case .number(let number):
            // Some numbers it makes decimals of, whose Double is not the nearest.
            if let decimal = other as? NSDecimalNumber { return decimal.decimalValue == Decimal(string: number.text) }
            return (other as? NSNumber)?.doubleValue == number.doubleValue
        case .string(let text): return (other as? String).map { $0.utf8.elementsEqual(text.utf8) } == true
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { isSame($0, $1) }
        case .object(let object):
            guard let others = other as? [String: Any], others.count == object.count else { return false }
            return object.allSatisfy { key, value in others[key].map { isSame(value, $0) } == true }
        }
    }

    // MARK: Numbers and text

    @Test(arguments: some(10, of: 0..<20))
    func doublesOfAnyBits(batch: Int) throws {
        var generator = SeededGenerator(seed: UInt64(batch) + 77)
        for _ in 0..<(isLongTest ? 50 : 2) {
            let values = (0..<1000).map { _ in
                let value = Double(bitPattern: generator.next())
                return value.isFinite ? value : Double(generator.next() >> 11)
            }
            let text = try ModelEncoder().encodeToString(values)
            let bits = values.map(\.bitPattern)
            #expect(try ModelDecoder(.strict).decode([Double].self, from: text).map(\.bitPattern) == bits)
            #expect(text.dropFirst().dropLast().split(separator: ",").map { Double($0)?.bitPattern } == bits)
        }
    }

    @Test(arguments: [false, true], [false, true])
    func everyCodePoint(escapesSlashes: Bool, escapesNonASCII: Bool) throws {
        let encoder = ModelEncoder(options { ($0.escapesSlashes, $0.escapesNonASCII) = (escapesSlashes, escapesNonASCII) })
        // The first, those around the numbers that are no code points, the first of two units, and the last.
        let edges: [UInt32] = [0, 0xC000, 0xE000, 0x1_0000, 0x10_E000]
        let others = stride(from: UInt32(0), to: 0x11_0000, by: 0x2000).filter { !edges.contains($0) }
        for start in edges + some(5, of: others) {
            var scalars = String.UnicodeScalarView()
            for number in start..<start + 0x2000 { if let scalar = Unicode.Scalar(number) { scalars.append(scalar) } }
            let model = Models.Mapped.Text(text: String(scalars))
            let data = try encoder.encode(model)
            if escapesNonASCII { #expect(!data.contains { $0 >= 0x80 }, "from \(start)") }
            let own = Data(try ModelDecoder(.strict).decode(Models.Mapped.Text.self, from: data).text.utf8)
            let foundations = Data((try JSONDecoder().decode([String: String].self, from: data)["text"] ?? "").utf8)
            #expect(own == Data(model.text.utf8) && foundations == own, "from \(start)")
        }
    }
}
