#if Macros
import Foundation
import YodelMacros

/// Compares documents of different writers.
enum JSONComparison {
    static func value(_ text: Data) throws -> JSONValue { try ModelDecoder().decode(JSONValue.self, from: text) }

    /// Whether two documents say the same: numbers by what they are, strings by their bytes, keys in any order.
    static func areSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): areSame(left, right)
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { key, value in right[key].map { areSame(value, $0) } ?? false }
        default: false
        }
    }

    /// `1` and `1.0` are one number. A `Decimal` has room for every number of these documents.
    private static func areSame(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
        if left == right { return true }
        guard let left = Decimal(string: left.text), let right = Decimal(string: right.text) else { return false }
        return left == right
    }

    /// A document as a model writes it: of an enum's case the payload stands without `_0`, and one without a payload is its name.
    static func modelForm(of value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .number, .string: return value
        case .array(let elements): return .array(elements.map(modelForm))
        case .object(let object):
            guard object.count == 1, let (name, payload) = object.first.map({ ($0.key, $0.value.objectValue) }), let payload else {
                return .object(JSONObject(object.map { (key: $0.key, value: modelForm(of: $0.value)) }))
            }
            if payload.isEmpty && AdoptedPairs.namesAlone.contains(name) { return .string(name) }
            if AdoptedPairs.namesOfOneValue.contains(name), payload.count == 1, let only = payload["_0"] {
                return .object([name: modelForm(of: only)])
            }
            return .object([name: modelForm(of: .object(payload))])
        }
    }
}

/// Where a key stands in a document.
struct KeyPlace: Equatable, CustomStringConvertible {
    private let steps: [JSONPath.Component]

    init(_ path: [any CodingKey]) {
        steps = path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }
    }

    init(_ path: JSONPath) { steps = path.components }

    private init(steps: [JSONPath.Component]) { self.steps = steps }

    /// A key of a dictionary may look like an index.
    private var texts: [String] {
        steps.map { step in
            switch step {
            case .key(let key): key
            case .index(let index): "\(index)"
            }
        }
    }

    static func == (left: KeyPlace, right: KeyPlace) -> Bool { left.texts == right.texts }

    /// The keys of all objects.
    static func all(in value: JSONValue) -> [KeyPlace] {
        switch value {
        case .null, .bool, .number, .string: []
        case .array(let elements):
            elements.enumerated().flatMap { index, element in all(in: element).map { $0.below(.index(index)) } }
        case .object(let object):
            object.flatMap { key, value in [KeyPlace(steps: [.key(key)])] + all(in: value).map { $0.below(.key(key)) } }
        }
    }

    private func below(_ step: JSONPath.Component) -> KeyPlace { KeyPlace(steps: [step] + steps) }

    var description: String { JSONPath(steps).description }
    var isOfRoot: Bool { steps.count == 1 }

    var key: String {
        if case .key(let key)? = steps.last { key } else { "" }
    }

    /// Whether a document has the key.
    func isIn(_ value: JSONValue) -> Bool {
        let found = steps.reduce(value as JSONValue?) { value, step in
            switch step {
            case .key(let key): value?[key]
            case .index(let index): value?[index]
            }
        }
        return found != nil
    }

    /// A document without the key.
    func removed(from value: JSONValue) -> JSONValue {
        guard let first = steps.first else { return value }
        let rest = KeyPlace(steps: Array(steps.dropFirst()))
        switch (first, value) {
        case (.key(let key), .object(var object)):
            object[key] = isOfRoot ? nil : object[key].map { rest.removed(from: $0) }
            return .object(object)
        case (.index(let index), .array(var elements)):
            elements[index] = rest.removed(from: elements[index])
            return .array(elements)
        default: return value
        }
    }
}
#endif
