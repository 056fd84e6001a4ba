@testable import Yodel

/// A model that the fuzzer fills, and what must hold when it does.
struct FuzzModel {
    /// What cannot be asked of a model.
    struct Traits: OptionSet {
        let rawValue: Int
        /// Equal values may be written as different texts: a set has no order.
        static let reorders = Traits(rawValue: 1)
        /// What is written is less exact than what has been read: dates. Written again it is the same.
        static let rounds = Traits(rawValue: 2)
        /// Several properties are written to one place, or are set through another one.
        static let overlaps = Traits(rawValue: 4)
    }

    let name: String
    /// Tries to decode one from an input.
    let decode: (inout FuzzInput) -> String?
    /// Tries to change one by an input.
    let update: (inout FuzzInput) -> String?
    /// Tries to write what an input makes, and to read that again.
    let roundTrip: (inout FuzzInput) -> String?

    init<M: Model>(_ type: M.Type, _ traits: Traits = []) {
        name = "\(type)"
        let trial = FuzzTrial<M>(traits: traits)
        decode = { input in trial.decode(&input) }
        update = { input in trial.update(&input) }
        roundTrip = { input in trial.roundTrip(&input) }
    }

    /// The model that an input's first byte chooses; the text of the input says which one as `@` and the capitals.
    static func chosen(by input: inout FuzzInput) -> FuzzModel { FuzzModels.all[input.choice(FuzzModels.all.count)] }
}

/// What is tried with models of one type.
struct FuzzTrial<M: Model> {
    let traits: FuzzModel.Traits

    // MARK: Decoding

    /// All tokenizers, and a value that has been parsed, make the same model or the same error.
    func decode(_ input: inout FuzzInput) -> String? {
        let options = DecodingOptions.fuzzed(&input)
        let json = Array(input.rest)
        let (result, fault) = FuzzTokenizer.decode(M.self, json, options, &input.generator) { difference($0, $1) }
        return (fault ?? parsedFault(json, options, result)).map { "\($0)\n    \(options)" }
    }

    /// The same by way of a `JSONValue`, which has no place for keys that come twice.
    private func parsedFault(_ json: [UInt8], _ options: DecodingOptions, _ expected: Result<M, ModelError>) -> String? {
        var plain = DecodingOptions.lenient
        plain.onDuplicateKey = .fail
        plain.acceptsByteOrderMark = options.acceptsByteOrderMark
        guard case .success(let value) = decodeOnce(JSONValue.self, json, plain) else { return nil }
        let actual = Result { () throws(ModelError) in try ModelDecoder(options).decode(M.self, from: value) }
        let fault: String?
        switch (actual, expected) {
        case (.success(let actual), .success(let expected)): fault = difference(actual, expected)
        case (.failure(let actual), .failure(let expected)):
            let isSame =
                actual.category == expected.category && actual.code == expected.code && actual.path == expected.path
                && actual.message == expected.message
            fault = isSame ? nil : "\(actual)\n    expected \(expected)"
        default: fault = "\(actual)\n    expected \(expected)"
        }
        return fault.map { "\(M.self) from the parsed value: \($0)\n    \(json.shown)" }
    }

    // MARK: Updating

    /// A document changes a model that is there, or leaves it as it was. The line before the document is where the model comes from.
    func update(_ input: inout FuzzInput) -> String? {
        let options = DecodingOptions.fuzzed(&input)
        let old = input.part(before: [0x0A])
        let json = Array(input.rest)
        var first: (model: M, error: ErrorFields?)?
        for tokenizer in FuzzTokenizer.whole {
            var options = options
            tokenizer.choose(&options)
            var model = made(from: old)
            let instance = M.self is AnyClass ? model as AnyObject : nil
            let error = withCopy(json[...], .exact) { bytes in
                Result { () throws(ModelError) in try ModelDecoder(options).update(&model, from: bytes.raw) }
            }.errorFields
            var fault: String?
            if error != nil { fault = difference(model, made(from: old)).map { "refused, and yet changed to \($0)" } }
            if let instance, instance !== model as AnyObject { fault = "another instance" }
            if let first {
                if first.error != error { fault = "\(Self.shown(error)), expected \(Self.shown(first.error))" }
                fault = fault ?? difference(model, first.model)
            }
            if error == nil, !ReferenceGrammar.accepts(json), !json.starts(with: [0xEF, 0xBB, 0xBF]) { fault = "is not JSON, but taken" }
            if let fault {
                return "\(M.self) from \(old.shown) updated by \(tokenizer.name): \(fault)\n    \(json.shown)\n    \(options)"
            }
            first = first ?? (model, error)
        }
        return nil
    }

    private static func shown(_ error: ErrorFields?) -> String { error?.description ?? "no error" }

    private func made(from json: [UInt8]) -> M {
        if case .success(let model) = decodeOnce(M.self, json) { model } else { M() }
    }

    // MARK: Writing

    /// What is written of a model is JSON, and makes the model.
    func roundTrip(_ input: inout FuzzInput) -> String? {
        let decoding = DecodingOptions.fuzzed(&input)
        let encoding = EncodingOptions.fuzzed(&input)
        let json = Array(input.rest)
        guard case .success(let model) = decodeOnce(M.self, json, decoding) else { return nil }
        return roundTripFault(model, encoding).map { "\(M.self) \($0)\n    \(json.shown)\n    \(decoding)\n    \(encoding)" }
    }

    private func roundTripFault(_ model: M, _ encoding: EncodingOptions) -> String? {
        let encoder = ModelEncoder(encoding)
        var reading = DecodingOptions.lenient
        reading.keyStyle = encoding.keyStyle
        reading.numericDates = encoding.dateFormat == .epochSeconds ? .epochSeconds : .none
        let text: [UInt8]
        do throws(ModelError) {
            text = try encoder.encodeToBytes(model)
        } catch {
            // A date may be read as a number whose year has no four digits.
            let isFar = error.category == .mismatch && traits.contains(.rounds) && encoding.dateFormat != .epochSeconds
            // Conversions make of one value two that differ.
            let isOver = traits.contains(.overlaps) && error.code == .invalidDeclaration
            return isFar || isOver || error.category == .limit ? nil : "is not written: \(error)"
        }
        do throws(ModelError) {
            guard ReferenceGrammar.accepts(text) else { return "is written as \(text.shown)" }
            let again = try ModelDecoder(reading).decode(M.self, from: text)
            if !traits.contains(.rounds) && !traits.contains(.overlaps), let difference = difference(again, model) {
                return "is written as \(text.shown), which makes \(difference)"
            }
            let secondText = try encoder.encodeToBytes(again)
            let third = try ModelDecoder(reading).decode(M.self, from: secondText)
            guard !traits.contains(.overlaps), let difference = difference(third, again) else { return nil }
            return "is written as \(text.shown), then as \(secondText.shown): \(difference)"
        } catch {
            return error.category == .limit ? nil : "is written as \(text.shown), and read with \(error)"
        }
    }

    // MARK: Equality

    /// How a model differs from the expected one; nil if it does not.
    func difference(_ actual: M, _ expected: M) -> String? {
        let (actualText, expectedText) = (text(actual), text(expected))
        if actualText != expectedText && !traits.contains(.reorders) { return "\(actualText)\n    expected \(expectedText)" }
        guard actual.modelIsEqual(expected) else { return "\(actualText)\n    does not equal \(expectedText)" }
        return hash(actual) == hash(expected) ? nil : "\(actualText): two hashes"
    }

    private func hash(_ model: M) -> Int {
        var hasher = Hasher()
        model.modelHash(into: &hasher)
        return hasher.finalize()
    }

    /// A model as one text, or why it has none.
    private func text(_ model: M) -> String {
        var options = EncodingOptions.default
        options.sortsKeys = true
        options.onNil = .null
        options.dateFormat = .epochSeconds
        do throws(ModelError) { return try ModelEncoder(options).encodeToString(model) } catch { return "\(error)" }
    }
}
