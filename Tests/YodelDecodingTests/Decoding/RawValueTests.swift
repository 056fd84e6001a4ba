import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Enums whose raw values are remembered are read as those whose code is asked for every value.
@Suite("Raw values")
struct RawValueTests {
    private typealias Row = RawSamples.Row

    /// Documents of a row, with values that fit and others.
    private static func document(_ generator: inout SeededGenerator, _ tokens: [String], _ keys: [String]) -> String {
        func list(_ generator: inout SeededGenerator) -> String {
            "[" + (0..<generator.below(4)).map { _ in generator.pick(tokens) }.joined(separator: ", ") + "]"
        }
        let keyed = (0..<generator.below(3)).map { _ in "\(generator.pick(keys)): \(generator.below(9))" }
        let named = (0..<generator.below(3)).map { "\"\($0)\": \(generator.pick(tokens))" }
        return """
            {"one": \(generator.pick(tokens)), "maybe": \(generator.pick(tokens)), "deep": \(generator.pick(tokens)), "many": \(list(&generator)),
            "holes": \(list(&generator)), "all": \(list(&generator)), "keyed": {\(keyed.joined(separator: ","))},
            "named": {\(named.joined(separator: ","))}}
            """
    }

    private static func options(_ generator: inout SeededGenerator) -> DecodingOptions {
        var options = generator.pick([DecodingOptions.lenient, .lenient, .strict])
        options.convertsTypes = generator.pick([true, false])
        options.onMismatch = generator.pick([.keepDefault, .fail])
        options.onNull = generator.pick([.convert, .keep, .fail])
        options.onInvalidElement = generator.pick([.asMismatch, .omit, .fail])
        options.emptyAsNull = generator.pick([[], [.strings], .all])
        return options
    }

    /// What the code of an enum makes of a document.
    private static func asked<Value: RawSample>(
        _ type: Value.Type, _ text: String, _ options: DecodingOptions
    ) -> Result<Row<AskedRaw<Value>>, ModelError> {
        do throws(ModelError) {
            return .success(try ModelDecoder(options).decode(Row<AskedRaw<Value>>.self, from: text))
        } catch {
            return .failure(error)
        }
    }

    /// Reads documents with raw values, in several forms of each, and with others.
    private func check<Value: RawSample>(_ type: Value.Type, _ raws: [Value.RawValue], _ others: [String], seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var tokens = others + ["1", "1.0", "-0", "2e0", "12", "true", "null", "[]", "{}", "99999999999999999999"]
        tokens += ["\"nope\"", "\"1\"", "\"12\"", "\"\"", "\"null\"", "false"]
        for raw in raws {
            if raw is any BinaryInteger { tokens += ["\(raw)", "\"\(raw)\"", "\(raw).0"] }
            guard let text = raw as? String else { continue }
            let quoted = JSONValue.string(text).description
            let escaped = text.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
            tokens += [quoted, quoted, "\"\(escaped)\"", JSONValue.string(text.uppercased()).description]
        }
        let keys = tokens.filter { $0.hasPrefix("\"") }
        for _ in 0..<12 {
            let options = Self.options(&generator)
            let text = Self.document(&generator, tokens, keys)
            let expected = Self.asked(Value.self, text, options)
            for outcome in EveryWay.outcomes(Row<Value>.self, text, options) {
                switch (outcome, expected) {
                case (.success(let row), .success(let asked)): #expect(row == Row<Value>.plain(asked), "seed \(seed): \(text), \(options)")
                case (.failure(let error), .failure(let asked)):
                    #expect(
                        error.code == asked.code && error.path == asked.path && error.offset == asked.offset,
                        "seed \(seed): \(text): \(error), \(asked)")
                default: Issue.record("seed \(seed): \(text): \(outcome), \(expected), \(options)")
                }
            }
        }
    }

    @Test(.slow, arguments: some(2, of: 0..<40))
    func enumsAreReadAsTheirCodeSays(_ seed: Int) {
        let odd = RawSamples.Odd.allCases.map(\.rawValue)
        check(RawSamples.Odd.self, odd, ["\"cafe\u{301}\"", "\"\u{E9}tude\"", #""caf\u0065\u0301""#], seed: seed)
        check(RawSamples.Number.self, RawSamples.Number.allCases.map(\.rawValue), ["9223372036854775808", "0.5", "-1.9"], seed: seed)
        check(RawSamples.Byte.self, RawSamples.Byte.allCases.map(\.rawValue), ["256", "-1", "7.9"], seed: seed)
        check(RawSamples.Only.self, ["only"], ["\"onlyx\""], seed: seed)
    }

    @Test(.slow, arguments: some(2, of: 0..<40))
    func enumsThatComputeAreReadAsTheirCodeSays(_ seed: Int) {
        check(RawSamples.Loose.self, ["red", "blue", "?", "rot"], ["\"Red\"", "\"BLUE\""], seed: seed)
        check(RawSamples.Crossed.self, ["left", "right"], [], seed: seed)
        check(RawSamples.Merged.self, [1, 2, 11], [], seed: seed)
        check(RawSamples.Loaded.self, ["none", "0", "255"], ["\"00\"", "\"256\""], seed: seed)
    }

    /// What has been remembered under lenient options makes no value under strict ones, and the other way round.
    @Test func whatIsRememberedDoesNotOutlastTheOptions() throws {
        for _ in 0..<3 {
            let lenient = try ModelDecoder(.lenient).decode([RawSamples.Number].self, from: "[1, \"1\", 1.0, true]")
            #expect(lenient == [.one, .one, .one, .one])
            for wrong in ["[\"1\"]", "[true]"] {
                #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode([RawSamples.Number].self, from: wrong) }
            }
            #expect(try ModelDecoder(.strict).decode([RawSamples.Number].self, from: "[1, 1.0]") == [.one, .one])
            #expect(try ModelDecoder(.lenient).decode([RawSamples.Odd].self, from: "[12, \"12\", true]") == [.digits, .digits, .word])
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode([RawSamples.Odd].self, from: "[12]") }
        }
    }

    @Test func aDecoderIsUsedFromManyThreads() throws {
        let values = RawSamples.Odd.allCases + RawSamples.Odd.allCases.reversed()
        let text = "[" + values.map { JSONValue.string($0.rawValue).description }.joined(separator: ",") + "]"
        let failures = Locked<[String]>([])
        onEightThreads { thread in
            for _ in 0..<20 {
                let read = try? ModelDecoder().decode([RawSamples.Odd].self, from: text)
                if read != values { failures.add("thread \(thread)") }
                let written = read.flatMap { try? ModelEncoder().encodeToString($0) } ?? ""
                let again = try? ModelDecoder().decode([RawSamples.Odd].self, from: written)
                if again != values { failures.add("thread \(thread), written") }
            }
        }
        #expect(failures.current.isEmpty, "\(failures.current)")
    }
}
