#if Macros
import Foundation
import Testing
import YodelMacros

/// A type that is adopted: once as it stands, once with the macro.
protocol AdoptedPair: CustomTestStringConvertible, Sendable {
    /// Whether the type's JSON is an object with a key for each property.
    var isObject: Bool { get }
    /// Checks that all coders make the same of an instance.
    func checkRoundTrip(seed: UInt64) throws
    /// Checks that all coders make the same of an instance's document without one of its keys.
    ///
    /// - Returns: How many keys of the root are required.
    func checkMissingKeys(seed: UInt64) throws -> Int
    /// Checks that an unknown key changes nothing.
    func checkUnknownKey(seed: UInt64) throws
}

struct Pair<Coded: Codable, Modelled>: AdoptedPair {
    let isObject: Bool
    var testDescription: String { "\(Coded.self)" }

    init(_ coded: Coded.Type, _ modelled: Modelled.Type) where Modelled: BaseModel { isObject = true }

    init(_ coded: Coded.Type, _ modelled: Modelled.Type) where Modelled: DescribedEnum { isObject = false }

    private func document(seed: UInt64) throws -> Data { try Coders.known(RandomSource.instance(of: Coded.self, seed: seed)) }

    // MARK: Round trips

    func checkRoundTrip(seed: UInt64) throws {
        let instance = try RandomSource.instance(of: Coded.self, seed: seed)
        let text = try Coders.known(instance)
        for formatting in [[], [.prettyPrinted, .withoutEscapingSlashes]] as [JSONEncoder.OutputFormatting] {
            let (known, ours) = try (Coders.known(instance, formatting), Coders.dropIn(instance, formatting))
            #expect(known == ours, "\(self), seed \(seed)\n\(known.shown)\n\(ours.shown)")
        }
        try check(text, gives: text, "seed \(seed)")
        func written<M: BaseModel>(_ type: M.Type) throws -> JSONValue { try Coders.modelEncoder.encodeValue(M(json: text)) }
        guard let type = Modelled.self as? any BaseModel.Type else { return }
        #expect(try JSONComparison.areSame(written(type), JSONComparison.modelForm(of: JSONComparison.value(text))))
    }

    /// Checks that all decoders take a document, and that all encoders write of it what Foundation's have written.
    private func check(_ text: Data, gives expected: Data, _ place: String) throws {
        let known = try Coders.known(Coders.knownDecoder().decode(Coded.self, from: text))
        #expect(known == expected, "\(self), \(place)\n\(known.shown)\n\(expected.shown)")
        let ours = try Coders.known(Coders.dropInDecoder().decode(Coded.self, from: text))
        #expect(ours == expected, "\(self), \(place)\n\(ours.shown)\n\(expected.shown)")
        let form = try JSONComparison.modelForm(of: JSONComparison.value(expected))
        for options in [DecodingOptions.lenient, .strict] {
            let model = try ModelDecoder(options).decode(Modelled.self, from: text)
            let written = try Coders.modelEncoder.encode(model)
            #expect(
                try JSONComparison.areSame(JSONComparison.value(written), form), "\(self), \(place)\n\(written.shown)\n\(expected.shown)")
            // By default dates are written in another form.
            let copy = try ModelDecoder(options).decode(Modelled.self, from: ModelEncoder().encode(model))
            let again = try Coders.modelEncoder.encodeValue(copy)
            #expect(JSONComparison.areSame(again, form), "\(self), \(place)\n\(again.text)\n\(expected.shown)")
        }
    }

    // MARK: Keys

    func checkUnknownKey(seed: UInt64) throws {
        let text = try document(seed: seed)
        var value = try JSONComparison.value(text)
        value["unheard_of"] = ["id": [1, nil, "x"]]
        try check(Data(value.text.utf8), gives: text, "seed \(seed), unknown key")
    }

    func checkMissingKeys(seed: UInt64) throws -> Int {
        let value = try JSONComparison.value(document(seed: seed))
        let source = RandomSource(seed: seed)
        let places = KeyPlace.all(in: value)
        let inner = places.filter { !$0.isOfRoot }
        var required = 0
        for place in places where place.isOfRoot {
            required += try checkMissing(place, in: value, "seed \(seed), without \(place)") ? 1 : 0
        }
        for _ in 0..<min(inner.count, 8) {
            let place = source.pick(inner)
            _ = try checkMissing(place, in: value, "seed \(seed), without \(place)")
        }
        return required
    }

    /// - Returns: Whether the key is required.
    private func checkMissing(_ place: KeyPlace, in value: JSONValue, _ note: String) throws -> Bool {
        let text = Data(place.removed(from: value).text.utf8)
        let expected: Data
        do {
            expected = try Coders.known(Coders.knownDecoder().decode(Coded.self, from: text))
        } catch DecodingError.keyNotFound(let key, let context) {
            #expect(KeyPlace(context.codingPath + [key]) == place, "\(self), \(note)")
            let error = #expect(throws: DecodingError.self, "\(self), \(note)") {
                try Coders.dropInDecoder().decode(Coded.self, from: text)
            }
            if case .keyNotFound(let ownKey, let own)? = error {
                #expect(KeyPlace(own.codingPath + [ownKey]) == place, "\(self), \(note)")
            } else {
                Issue.record("\(self), \(note): \(String(describing: error))")
            }
            try checkRefusal(of: text, place, note)
            return true
        } catch {
            // An enum without its case.
            #expect(throws: DecodingError.self, "\(self), \(note)") { try Coders.dropInDecoder().decode(Coded.self, from: text) }
            #expect(throws: ModelError.self, "\(self), \(note)") { try ModelDecoder(.strict).decode(Modelled.self, from: text) }
            return false
        }
        try check(text, gives: expected, note)
        return false
    }

    /// Checks that the model names the key that is missing, as far as a model misses it.
    private func checkRefusal(of text: Data, _ place: KeyPlace, _ note: String) throws {
        // The payload of a case may stand there without `_0`.
        if place.key == "_0" { return }
        if AdoptedPairs.keysWithDefaults.contains(place.key) {
            let model = try Coders.modelEncoder.encodeValue(ModelDecoder(.strict).decode(Modelled.self, from: text))
            #expect(place.isIn(model), "\(self), \(note)\n\(model.text)")
            return
        }
        // Lenient options leave out what is rejected within the root.
        for options in place.isOfRoot ? [DecodingOptions.lenient, .strict] : [.strict] {
            let error = #expect(throws: ModelError.self, "\(self), \(note)") { try ModelDecoder(options).decode(Modelled.self, from: text) }
            #expect(error?.code == .missingKey, "\(self), \(note): \(String(describing: error))")
            #expect(error?.missingPaths.map(KeyPlace.init) == [place], "\(self), \(note): \(String(describing: error))")
        }
    }
}

extension Pair: CustomStringConvertible {
    var description: String { testDescription }
}

/// Coders of one setting: sorted keys where text is compared, dates by ISO 8601 that end with `Z`.
private enum Coders {
    static func known(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union(.sortedKeys)
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }

    static func dropIn(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = CodableEncoder()
        encoder.outputFormatting = CodableEncoder.OutputFormatting(rawValue: formatting.rawValue).union(.sortedKeys)
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }

    static var modelEncoder: ModelEncoder {
        var options = EncodingOptions.default
        options.dateFormat = .pattern("yyyy-MM-dd'T'HH:mm:ssXXX")
        return ModelEncoder(options)
    }

    static func knownDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    static func dropInDecoder() -> CodableDecoder {
        let decoder = CodableDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

extension Data {
    fileprivate var shown: String { String(decoding: self, as: UTF8.self) }
}
#endif
