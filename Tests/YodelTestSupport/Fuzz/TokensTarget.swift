@testable import Yodel

/// Any bytes are one value or one error, whoever cuts them into tokens, and however they come.
enum TokensTarget {
    /// A model that wants nothing: all of its object is passed over.
    struct Nothing: Model, Equatable {}

    static func fault(in input: [UInt8]) -> String? {
        var random = FuzzInput(input)
        let whole = FuzzTokenizer.decode(JSONValue.self, input, .lenient, &random.generator, difference: difference)
        return whole.fault ?? verdictFault(input, whole.result) ?? reportFault(input, &random.generator)
            ?? agreementFault(JSONValue.self, input, narrow(&random), &random.generator)
            ?? agreementFault(Nothing.self, input, narrow(&random), &random.generator)
            ?? agreementFault([Nothing].self, input, .lenient, &random.generator)
            ?? agreementFault([String: [String]].self, input, .strict, &random.generator)
            ?? agreementFault([Double].self, input, .strict, &random.generator)
    }

    /// Options with limits that small documents pass.
    private static func narrow(_ input: inout FuzzInput) -> DecodingOptions {
        var options = DecodingOptions.lenient
        options.onDuplicateKey = .fail
        options.acceptsByteOrderMark = input.chance(2)
        if input.chance(2) { options.maximumDepth = Int.random(in: 1...6, using: &input.generator) }
        if input.chance(2) { options.maximumTokenBytes = Int.random(in: 0...24, using: &input.generator) }
        if input.chance(4) { options.maximumDocumentBytes = Int.random(in: 0...200, using: &input.generator) }
        return options
    }

    private static func agreementFault<T: Equatable>(
        _ type: T.Type, _ input: [UInt8], _ options: DecodingOptions, _ generator: inout SeededGenerator
    ) -> String? {
        FuzzTokenizer.decode(type, input, options, &generator) { $0 == $1 ? nil : "\($0)\n    expected \($1)" }.fault
            .map { "\($0)\n    \(options)" }
    }

    /// How a value differs; numbers differ in their text, objects in the order of their keys.
    private static func difference(_ actual: JSONValue, _ expected: JSONValue) -> String? {
        actual.text == expected.text && actual == expected ? nil : "\(actual.text)\n    expected \(expected.text)"
    }

    /// What is JSON is known from its grammar. A value's text is JSON that makes the same value.
    private static func verdictFault(_ input: [UInt8], _ result: Result<JSONValue, ModelError>) -> String? {
        let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
        let isValid = ReferenceGrammar.accepts(hasMark ? Array(input.dropFirst(3)) : input)
        switch result {
        case .success(let value):
            guard isValid else { return "is not JSON, but taken for \(value.text)\n    \(input.shown)" }
            let text = Array(value.text.utf8)
            guard ReferenceGrammar.accepts(text), case .success(let again) = decodeOnce(JSONValue.self, text), again == value else {
                return "the text \(value.text) of a value does not make the value\n    \(input.shown)"
            }
        case .failure(let error):
            if error.category == .syntax && isValid { return "is JSON, but refused: \(error)\n    \(input.shown)" }
            if error.category != .syntax && error.category != .limit {
                return "any value is a JSONValue, but: \(error)\n    \(input.shown)"
            }
            if !(0...input.count).contains(error.offset) || error.line < 1 || error.column < 1 { return "an error nowhere: \(error)" }
        }
        return nil
    }

    /// What is noted of a document, with the place of each token, does not depend on who reads it.
    private static func reportFault(_ input: [UInt8], _ generator: inout SeededGenerator) -> String? {
        func notes(_ tokenizer: FuzzTokenizer) -> [String] {
            var options = DecodingOptions.lenient
            tokenizer.choose(&options)
            var report = DecodingReport(limit: 1000)
            return withCopy(input[...], .exact) { bytes in
                let decoder = ModelDecoder(options)
                let copy = bytes.raw
                _ = Result { () throws(ModelError) in try decoder.decode(JSONValue.self, from: copy, report: &report) }
                _ = Result { () throws(ModelError) in try decoder.decode([Nothing].self, from: copy, report: &report) }
                _ = Result { () throws(ModelError) in try decoder.decode([[Nothing]].self, from: copy, report: &report) }
                _ = Result { () throws(ModelError) in try decoder.decode([String: Bool].self, from: copy, report: &report) }
                _ = Result { () throws(ModelError) in try decoder.decode([String: [Int8]].self, from: copy, report: &report) }
                return report.issues.map(\.description) + ["\(report.count)"]
            }
        }
        let all = FuzzTokenizer.whole
        guard all.count > 1 else { return nil }
        let expected = notes(all[0])
        for tokenizer in all.dropFirst() {
            let actual = notes(tokenizer)
            if actual != expected { return "the report by \(tokenizer.name) is \(actual)\n    expected \(expected)\n    \(input.shown)" }
        }
        return nil
    }
}
