import FoundationEssentials

// A type that encodes itself, by its `encode(to:)`, makes a tree, which is written when it is whole: its containers may be filled in any order.
// The options hold here as they do for models: how keys, dates, data, nil and numbers that are not finite are written.
//
//     container(keyedBy: CodingKeys.self) · encode("Ann", forKey: .userName)      {"user_name": "Ann"}

/// How a type that encodes itself is written, and why that ended.
final class ValueEncoding {
    let rules: WritingRules
    /// Kept: a type's own code may keep its encoder.
    private let dateForms: DateForms?
    let keys: CodedKeys
    /// What stood in the way of a value that has no place in JSON.
    private(set) var reason: WriteFailure.Reason?
    /// Where an error was met that a type's own code threw and that does not say where.
    private var failure: (type: Any.Type, steps: CodingSteps?)?

    init(_ rules: WritingRules, _ keys: CodedKeys) {
        self.rules = rules
        dateForms = rules.dateForms
        self.keys = keys
    }

    /// Makes JSON of a value.
    ///
    /// - Returns: nil: the value is left out.
    func json<T: Encodable>(_ value: T, _ steps: CodingSteps?) throws -> EncodedValue? {
        if let ready = try self.ready(value, steps) { return ready.value }
        guard (steps?.count ?? 0) < rules.maximumDepth else { throw fail(.depthLimit(rules.maximumDepth), value, steps) }
        let tree = EncodedTree()
        do {
            try value.encode(to: ValueEncoder(tree: tree, steps: steps, encoding: self, keepsKeys: value is any DictionaryType))
        } catch let error as EncodingError {
            throw error
        } catch {
            // On its way up an error meets every level: the first one is where it came from.
            if failure.map({ $0.type == Swift.type(of: error) && ($0.steps?.count ?? 0) > (steps?.count ?? 0) }) != true {
                failure = (Swift.type(of: error), steps)
            }
            throw error
        }
        return .tree(tree)
    }

    /// The way to where an error came from.
    func steps(to error: any Error) -> [any CodingKey] {
        if case .invalidValue(_, let context) = error as? EncodingError { return context.codingPath }
        return failure.flatMap { $0.type == Swift.type(of: error) ? CodingSteps.path($0.steps) : nil } ?? []
    }

    /// The JSON of a value that has a form of its own; nil if its type encodes itself.
    private func ready<T>(_ value: T, _ steps: CodingSteps?) throws -> Ready? {
        let type: Any.Type = T.self
        if type == Date.self, let value = value as? Date { return Ready(value: try date(value, steps)) }
        if type == Data.self, let value = value as? Data {
            guard let text = rules.text(of: value) else { throw fail(.dataIsNoText, value, steps) }
            return Ready(value: .json(.string(text)))
        }
        if type == URL.self, let value = value as? URL { return Ready(value: .json(.string(value.absoluteString))) }
        if type == Decimal.self, let value = value as? Decimal {
            let number = value.isFinite ? JSONNumber(unchecked: value.description) : nil
            return Ready(value: try number.map { .json(.number($0)) } ?? nonFinite(value, steps))
        }
        if type == JSONValue.self, let value = value as? JSONValue { return Ready(value: .json(value)) }
        if type == RawJSON.self, let value = value as? RawJSON { return Ready(value: .json(value.value)) }
        if type == JSONObject.self, let value = value as? JSONObject { return Ready(value: .json(.object(value))) }
        if type == JSONNumber.self, let value = value as? JSONNumber { return Ready(value: .json(.number(value))) }
        return nil
    }

    /// What is written of a value with a form of its own; nil: nothing.
    private struct Ready {
        let value: EncodedValue?
    }

    /// A date, as it is written among the properties of models.
    private func date(_ date: Date, _ steps: CodingSteps?) throws -> EncodedValue? {
        var writer = JSONWriter(rules, OutputBuffer(capacity: 64), depth: 0)
        switch writer.date(date) {
        case .written, .isNil, .dataIsNoText: break
        case .notFinite: return try nonFinite(date, steps)
        case .dateOutOfRange: throw fail(.dateOutOfRange, date, steps)
        }
        let text = unsafe writer.output.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
        return .json(text.hasPrefix("\"") ? .string(String(text.dropFirst().dropLast())) : .number(JSONNumber(unchecked: text)))
    }

    /// A number with a fraction.
    func number(_ value: some PrintedFraction, _ steps: CodingSteps?) throws -> EncodedValue? {
        value.isFinite ? .json(.number(JSONNumber(unchecked: value.description))) : try nonFinite(value, steps)
    }

    private func nonFinite(_ value: Any, _ steps: CodingSteps?) throws -> EncodedValue? {
        switch rules.nonFinite {
        case .leaveOut: return nil
        case .null: return .json(.null)
        case .fail: throw fail(.nonFinite, value, steps)
        }
    }

    private func fail(_ reason: WriteFailure.Reason, _ value: Any, _ steps: CodingSteps?) -> EncodingError {
        self.reason = reason
        return .invalidValue(value, .init(codingPath: CodingSteps.path(steps), debugDescription: "a value that has no place in JSON"))
    }
}

extension WritingRules {
    /// The string that stands for data; nil if it is to be its own text and is not UTF-8.
    func text(of data: Data) -> String? {
        dataIsText ? String(validating: data, as: UTF8.self) : data.base64EncodedString()
    }
}

// One generic function each takes the integers and the numbers with a fraction that a container must take. `Int128` and `UInt128` are named beside
// it, and each type with `encodeIfPresent`, since the standard library has functions of its own for them, which would be taken instead.

/// An integer that a container takes.
typealias PrintedInteger = FixedWidthInteger & Encodable
/// A number with a fraction that a container takes.
typealias PrintedFraction = BinaryFloatingPoint & LosslessStringConvertible & Encodable

/// A part of what is written.
enum EncodedValue {
    case json(JSONValue)
    /// What a type has made, or is about to make.
    case tree(EncodedTree)

    static func integer(_ value: some BinaryInteger) -> EncodedValue { .json(.number(JSONNumber(value))) }

    /// The value as JSON; nil if it is left out.
    var json: JSONValue? {
        switch self {
        case .json(let value): value
        case .tree(let tree): tree.json
        }
    }
}

/// What a type's `encode(to:)` makes: one value, an object or an array. A type without any is an empty object.
final class EncodedTree {
    private enum Content {
        case none
        /// nil: left out.
        case single(EncodedValue?)
        case object
        case array
    }

    private var content = Content.none
    private var keys: [String] = []
    private var places: [String: Int] = [:]
    private(set) var values: [EncodedValue?] = []

    /// Whether the type has made nothing.
    var isEmpty: Bool { if case .none = content { true } else { false } }

    /// Makes the one value.
    func set(_ value: EncodedValue?) { content = .single(value) }

    /// Makes it an object, if it is not one yet.
    func becomeObject() { if case .object = content {} else { content = .object } }

    /// Makes it an array, if it is not one yet.
    func becomeArray() { if case .array = content {} else { content = .array } }

    /// Sets the value of a key. Of a key that comes twice the last value counts.
    func set(_ value: EncodedValue?, _ key: String) {
        if let place = places[key] {
            values[place] = value
            return
        }
        places[key] = values.count
        keys.append(key)
        values.append(value)
    }

    /// Appends an element.
    func append(_ value: EncodedValue?) { values.append(value) }

    /// What a key has been given as a container, to go on with it.
    func tree(_ key: String) -> EncodedTree? {
        if let place = places[key], case .tree(let tree) = values[place] { tree } else { nil }
    }

    /// The whole as JSON; nil if it is left out.
    var json: JSONValue? {
        switch content {
        case .none: .object(JSONObject())
        case .single(let value): value?.json
        // Elements behind one that is left out keep their places.
        case .array: .array(values.map { $0?.json ?? .null })
        case .object: .object(JSONObject(zip(keys, values).lazy.compactMap { key, value in value?.json.map { (key: key, value: $0) } }))
        }
    }
}

/// A place for one value.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let tree: EncodedTree
    let steps: CodingSteps?
    let encoding: ValueEncoding
    /// Whether the keys are data, which no style changes.
    var keepsKeys = false

    var codingPath: [any CodingKey] { CodingSteps.path(steps) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        tree.becomeObject()
        return KeyedEncodingContainer(ObjectEncoding(tree: tree, steps: steps, encoding: encoding, keepsKeys: keepsKeys))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        tree.becomeArray()
        return ArrayEncoding(tree: tree, steps: steps, encoding: encoding)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { tree.set(.json(.null)) }
    func encode(_ value: Bool) { tree.set(.json(.bool(value))) }
    func encode(_ value: String) { tree.set(.json(.string(value))) }
    func encode<T: PrintedFraction>(_ value: T) throws { tree.set(try encoding.number(value, steps)) }
    func encode<T: PrintedInteger>(_ value: T) { tree.set(.integer(value)) }
    func encode(_ value: Int128) { tree.set(.integer(value)) }
    func encode(_ value: UInt128) { tree.set(.integer(value)) }
    func encode<T: Encodable>(_ value: T) throws { tree.set(try encoding.json(value, steps)) }
}
