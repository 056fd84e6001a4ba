import FoundationEssentials

// A type that decodes itself, by its `init(from:)`, reads a value that has been kept whole: containers are views of it, nothing is copied or
// parsed again. What the options say of values holds here too: how dates, data and keys are written. Types stay what the value is: a string is no
// number here, whatever the options convert elsewhere, since such a type says itself what it takes, often by trying one type after another.
//
//     {"user_name": "Ann", "at": 5}      container(keyedBy: CodingKeys.self) · decode(Date.self, forKey: .at)
//
// A key is looked up as the key style spells it, and as it stands if it does not come so. The keys of a dictionary are data and stay as they
// are. A keyed container's `allKeys` are the other way round: snake case is undone, as Foundation's decoder does it, where that gives a key of
// the type.

/// How a type that decodes itself is read, and where it failed.
final class ValueDecoding {
    let scalars: ScalarRules
    /// Kept: a type's own code may keep its decoder.
    private let dateForms: DateForms?
    let keys: CodedKeys
    /// Where an error was met that a type's own code threw and that does not say where.
    private var failure: (type: Any.Type, steps: CodingSteps?)?
    /// What stood in the way of the last scalar that was asked for, and where.
    private(set) var expected: (name: String, depth: Int)?

    init(_ scalars: ScalarRules, _ keys: CodedKeys) {
        self.scalars = scalars
        dateForms = scalars.dateForms
        self.keys = keys
    }

    /// As many values inside each other as are decoded: reading goes down level by level on the call stack.
    static let maximumDepth = JSONValue.maximumCodingDepth

    /// Makes a value of a type.
    func decode<T: Decodable>(_ type: T.Type, _ value: JSONValue, _ steps: CodingSteps?) throws -> T {
        if let ready = try self.ready(type, value, steps) { return ready }
        guard (steps?.count ?? 0) <= Self.maximumDepth else {
            throw corrupted("more than \(Self.maximumDepth) containers inside each other", type, steps)
        }
        let isDictionary = type is any DictionaryType.Type
        do {
            return try T(from: ValueDecoder(value: value, steps: steps, decoding: self, keepsKeys: isDictionary))
        } catch let error as DecodingError {
            throw error
        } catch {
            // On its way up an error meets every level: the first one is where it came from.
            if failure.map({ $0.type == Swift.type(of: error) && ($0.steps?.count ?? 0) > (steps?.count ?? 0) }) != true {
                failure = (Swift.type(of: error), steps)
            }
            throw error
        }
    }

    /// The way to where an error came from that does not say so itself.
    func steps(to error: any Error) -> [any CodingKey] {
        failure.flatMap { $0.type == Swift.type(of: error) ? CodingSteps.path($0.steps) : nil } ?? []
    }

    /// A value of a type that does not decode itself here, as it has rules of its own.
    private func ready<T: Decodable>(_ type: T.Type, _ value: JSONValue, _ steps: CodingSteps?) throws -> T? {
        if type == Date.self { return try scalar(type, .date, scalars, value, steps) }
        if type == Data.self { return try scalar(type, .data, scalars.subtracting(.converts), value, steps) }
        if type == URL.self { return try scalar(type, .url, scalars.subtracting(.converts), value, steps) }
        if type == Decimal.self { return try scalar(type, .decimal, scalars.subtracting(.converts), value, steps) }
        if type == JSONValue.self { return value as? T }
        if type == RawJSON.self { return RawJSON(value) as? T }
        if type == JSONObject.self { return value.objectValue as? T }
        if type == JSONNumber.self { return value.numberValue as? T }
        return nil
    }

    /// A scalar by the conversion table.
    private func scalar<T>(
        _ type: T.Type, _ kind: ScalarKind, _ rules: ScalarRules, _ value: JSONValue, _ steps: CodingSteps?
    ) throws -> T {
        // SAFETY: the target has room for a `T`, which the caller pairs with its kind, and the verdict says whether there is one.
        let made: (value: T?, verdict: Verdict) = unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { room in
            let slot = unsafe room.baseAddress.unsafelyUnwrapped
            let target = unsafe ScalarTarget(slot: UnsafeMutableRawPointer(slot), kind: kind, isOptional: false, fresh: true, rules: rules)
            let verdict: Verdict =
                switch value {
                case .string(var text): text.isEmpty ? .invalidValue : text.withUTF8 { unsafe target.store(string: $0) }
                case .number(let number): unsafe number.withUTF8 { unsafe target.store(number: $0) }
                case .null: .unexpectedNull
                case .bool, .array, .object: .typeMismatch
                }
            return unsafe verdict == .stored ? (slot.move(), verdict) : (nil, verdict)
        }
        if let value = made.value { return value }
        // Empty text is no date and no URL, and no bytes of data.
        if case .string(let text) = value, text.isEmpty, let empty = Data() as? T { return empty }
        switch made.verdict {
        case .unexpectedNull, .typeMismatch: throw mismatch(type, value, steps)
        default: throw corrupted("\(value.foundKind.rawValue) that does not make one", type, steps)
        }
    }

    // MARK: Errors

    /// A value is of another kind than the type asked for.
    func mismatch(_ type: Any.Type, _ value: JSONValue, _ steps: CodingSteps?) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: CodingSteps.path(steps), debugDescription: "expected \(type), found \(value.foundKind.rawValue)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// A value is of the right kind, but makes none of the type asked for.
    func corrupted(_ description: String, _ type: Any.Type, _ steps: CodingSteps?) -> DecodingError {
        expected = ("\(type)", steps?.count ?? 0)
        return .dataCorrupted(.init(codingPath: CodingSteps.path(steps), debugDescription: "expected \(type), found \(description)"))
    }
}

extension JSONNumber {
    /// Lends the text.
    func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        var text = text
        return try text.withUTF8(body)
    }
}

/// A value that is decoded, by what is inside it or as one scalar.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    let steps: CodingSteps?
    let decoding: ValueDecoding
    /// Whether the keys are data, which no style changes.
    var keepsKeys = false

    var codingPath: [any CodingKey] { CodingSteps.path(steps) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let object = value.objectValue else { throw decoding.mismatch([String: Any].self, value, steps) }
        return KeyedDecodingContainer(ObjectContainer(object: object, steps: steps, decoding: decoding, keepsKeys: keepsKeys))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.arrayValue else { throw decoding.mismatch([Any].self, value, steps) }
        return ArrayContainer(elements: elements, steps: steps, decoding: decoding)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    // MARK: One scalar

    func decodeNil() -> Bool { value.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard let value = value.boolValue else { throw decoding.mismatch(type, value, steps) }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard let value = value.stringValue else { throw decoding.mismatch(type, value, steps) }
        return value
    }

    func decode(_ type: Double.Type) throws -> Double {
        unsafe try real(type) { unsafe NumberParser.double($0) }
    }

    func decode(_ type: Float.Type) throws -> Float {
        unsafe try real(type) { unsafe NumberParser.float($0) }
    }

    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoding.decode(type, value, steps)
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard let number = value.numberValue else { throw decoding.mismatch(type, value, steps) }
        guard let integer = number.integer(as: type) else { throw decoding.corrupted("a number that it cannot hold", type, steps) }
        return integer
    }

    private func real<T>(_ type: T.Type, _ parse: (UnsafeBufferPointer<UInt8>) -> T?) throws -> T {
        guard let number = value.numberValue else { throw decoding.mismatch(type, value, steps) }
        guard let value = unsafe number.withUTF8(parse) else { throw decoding.corrupted("a number that it cannot hold", type, steps) }
        return value
    }
}
