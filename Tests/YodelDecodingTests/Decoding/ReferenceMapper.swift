import Foundation

@testable import Yodel
@testable import YodelTestSupport

// A second mapper, slow and plain, to compare the library with. Each property is looked at alone: its path is walked through the whole
// document, pair by pair in their order, and what arrives at the end is read with the standard library's own conversions. There is no table
// of keys, no stream and no state that properties share. It knows the lenient rules only.

/// A type that the reference can make.
protocol ReferenceReadable: Equatable {
    /// Whether words such as "yes" and "null" stand for a value: numbers and Bool.
    static var takesWords: Bool { get }

    /// What a JSON value makes of an old value.
    ///
    /// - Parameter old: What a nested model is merged into; nil: it starts afresh.
    /// - Returns: nil if the old value stays: the JSON does not fit, or is a null for which there is no place.
    static func made(from tree: RandomTree, over old: Self?) -> Self?

    /// How a value differs from the expected one, which is not equal to it.
    static func difference(_ actual: Self, _ expected: Self) -> String
}

extension ReferenceReadable {
    static var takesWords: Bool { false }
    static func difference(_ actual: Self, _ expected: Self) -> String { " is \(actual), expected \(expected)" }
}

/// A model that both mappers fill.
protocol ReferenceModel: Model, ReferenceReadable {
    static var fields: [ReferenceField<Self>] { get }
    /// What its documents hold.
    static var keys: [RandomShape.Key] { get }
}

extension ReferenceModel {
    static var shape: RandomShape { .object { keys } }

    static func made(from tree: RandomTree, over old: Self?) -> Self? {
        guard case .object(let pairs) = tree else { return nil }
        var model = old ?? Self()
        for field in fields { field.fill(pairs, &model) }
        return model
    }

    static func difference(_ actual: Self, _ expected: Self) -> String {
        "." + fields.compactMap { $0.difference(actual, expected) }.joined(separator: "; .")
    }
}

// MARK: Properties

/// One property: where its values stand, and how it is filled.
struct ReferenceField<M: Model> {
    let name: String
    /// Fills the property from the pairs of its model's object.
    let fill: ([RandomTree.Pair], inout M) -> Void
    /// How two models differ in the property; nil if they do not.
    let difference: (_ actual: M, _ expected: M) -> String?

    /// Makes a field.
    ///
    /// - Parameter paths: The parts of the property's path, or of each alternative; none: its own name.
    init<V: ReferenceReadable>(_ name: String, _ keyPath: WritableKeyPath<M, V>, _ paths: [String]...) {
        self.name = name
        difference = { actual, expected in
            let (actual, expected) = (actual[keyPath: keyPath], expected[keyPath: keyPath])
            return actual == expected ? nil : name + V.difference(actual, expected)
        }
        if paths.count > 1 {
            fill = { pairs, model in Self.fill(&model[keyPath: keyPath], with: paths, of: pairs) }
        } else {
            let path = paths.first ?? [name]
            fill = { pairs, model in
                var value = model[keyPath: keyPath]
                walk(pairs, path[...]) { arrival in
                    switch arrival {
                    case .value(let tree, let isRepeated): value = V.made(from: tree, over: isRepeated ? nil : value) ?? value
                    case .restart: value = M()[keyPath: keyPath]
                    }
                }
                model[keyPath: keyPath] = value
            }
        }
    }

    /// Alternatives: the first that has a value wins. Nulls count, once, if none has.
    private static func fill<V: ReferenceReadable>(_ value: inout V, with paths: [[String]], of pairs: [RandomTree.Pair]) {
        var hasNull = false
        for path in paths {
            var found: V?
            var endsInNull = false
            walk(pairs, path[...]) { arrival in
                switch arrival {
                case .value(.null, _): endsInNull = true
                case .value(let tree, _): found = V.made(from: tree, over: nil) ?? found
                // That something was null is not forgotten.
                case .restart: found = nil
                }
            }
            if let found {
                value = found
                return
            }
            hasNull = hasNull || endsInNull
        }
        if hasNull, let zero = V.made(from: .null, over: value) { value = zero }
    }
}

// MARK: Paths

/// What a walk along a path meets.
private enum Arrival {
    /// A value at the path's end. It is repeated if its key came in the same object before.
    case value(RandomTree, isRepeated: Bool)
    /// A container on the way whose key came before: what was found in the earlier one no longer counts.
    case restart
}

/// Walks from an object.
private func walk(_ pairs: [RandomTree.Pair], _ path: ArraySlice<String>, _ meet: (Arrival) -> Void) {
    var isRepeated = false
    for pair in pairs where pair.key == path.first {
        step(pair.value, path.dropFirst(), isRepeated: isRepeated, meet)
        isRepeated = true
    }
}

/// Goes on from a value. One that cannot be entered, null or not, leaves everything as it is.
private func step(_ tree: RandomTree, _ rest: ArraySlice<String>, isRepeated: Bool, _ meet: (Arrival) -> Void) {
    guard let part = rest.first else { return meet(.value(tree, isRepeated: isRepeated)) }
    switch tree {
    case .object(let pairs):
        if isRepeated { meet(.restart) }
        walk(pairs, rest, meet)
    case .array(let elements):
        // Only a part of digits leads into an array.
        guard let index = Int(part) else { return }
        if isRepeated { meet(.restart) }
        if elements.indices.contains(index) { step(elements[index], rest.dropFirst(), isRepeated: false, meet) }
    default: return
    }
}

// MARK: Scalars

private let trueWords: Set = ["TRUE", "True", "true", "YES", "Yes", "yes"]
private let falseWords: Set = ["FALSE", "False", "false", "NO", "No", "no"]
private let nullWords: Set = ["NIL", "Nil", "nil", "NULL", "Null", "null", "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>"]

/// The number that a value is or holds, as its text: "1" and "0" for Bool and words, "0" for null; nil if it is no number.
private func numberText(_ tree: RandomTree) -> String? {
    switch tree {
    case .null: return "0"
    case .bool(let value): return value ? "1" : "0"
    case .number(let text): return text
    case .string(let text):
        if trueWords.contains(text) { return "1" }
        if falseWords.contains(text) || nullWords.contains(text) { return "0" }
        // No grammar here: what the generator knows to be a number, or what an Int is written as.
        return RandomTexts.numbers.contains(text) || Int(text).map(String.init) == text ? text : nil
    case .array, .object: return nil
    }
}

/// An integer, cut off toward zero. The generator's few numbers with a fraction or an exponent come out right by way of Double.
private func integer<T: FixedWidthInteger>(_ tree: RandomTree, as type: T.Type) -> T? {
    guard let text = numberText(tree) else { return nil }
    if let whole = Int(text) { return T(exactly: whole) }
    // Digits alone that are no Int are out of range; as Double the nearest of them would round into it.
    guard text.contains(where: { ".eE".contains($0) }) else { return nil }
    return Double(text).flatMap { T(exactly: $0.rounded(.towardZero)) }
}

extension Int: ReferenceReadable {
    static var takesWords: Bool { true }
    static func made(from tree: RandomTree, over old: Int?) -> Int? { integer(tree, as: Int.self) }
}

extension UInt8: ReferenceReadable {
    static var takesWords: Bool { true }
    static func made(from tree: RandomTree, over old: UInt8?) -> UInt8? { integer(tree, as: UInt8.self) }
}

extension Double: ReferenceReadable {
    static var takesWords: Bool { true }
    static func made(from tree: RandomTree, over old: Double?) -> Double? {
        numberText(tree).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension Bool: ReferenceReadable {
    static var takesWords: Bool { true }
    static func made(from tree: RandomTree, over old: Bool?) -> Bool? { numberText(tree).flatMap { Double($0) }.map { $0 != 0 } }
}

extension String: ReferenceReadable {
    static func made(from tree: RandomTree, over old: String?) -> String? {
        switch tree {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

extension Date: ReferenceReadable {
    static func made(from tree: RandomTree, over old: Date?) -> Date? {
        guard case .string(let text) = tree else { return nil }
        return RandomTexts.dates[text].map { Date(timeIntervalSince1970: $0) }
    }
}

extension JSONValue: ReferenceReadable {
    static func made(from tree: RandomTree, over old: JSONValue?) -> JSONValue? { tree.json }
}

// MARK: Optionals and collections

extension Optional: ReferenceReadable where Wrapped: ReferenceReadable {
    static func made(from tree: RandomTree, over old: Wrapped??) -> Wrapped?? {
        switch tree {
        case .null: return .some(nil)
        case .string(let text) where Wrapped.takesWords && nullWords.contains(text): return .some(nil)
        default: break
        }
        guard let value = Wrapped.made(from: tree, over: old ?? nil) else { return nil }
        return .some(value)
    }

    static func difference(_ actual: Wrapped?, _ expected: Wrapped?) -> String {
        guard let actual, let expected else {
            return " is \(actual == nil ? "nil" : "not nil"), expected \(expected.map { "\($0)" } ?? "nil")"
        }
        return Wrapped.difference(actual, expected)
    }
}

extension Array: ReferenceReadable where Element: ReferenceReadable {
    static func made(from tree: RandomTree, over old: [Element]?) -> [Element]? {
        guard case .array(let elements) = tree else { return nil }
        return elements.compactMap { Element.made(from: $0, over: nil) }
    }

    static func difference(_ actual: [Element], _ expected: [Element]) -> String {
        guard actual.count == expected.count, let index = actual.indices.first(where: { actual[$0] != expected[$0] }) else {
            return " has \(actual.count) elements, expected \(expected.count)"
        }
        return "[\(index)]" + Element.difference(actual[index], expected[index])
    }
}

extension Dictionary: ReferenceReadable where Key == String, Value: ReferenceReadable {
    static func made(from tree: RandomTree, over old: [String: Value]?) -> [String: Value]? {
        guard case .object(let pairs) = tree else { return nil }
        var result: [String: Value] = [:]
        for pair in pairs {
            if let value = Value.made(from: pair.value, over: nil) { result[pair.key] = value }
        }
        return result
    }

    static func difference(_ actual: [String: Value], _ expected: [String: Value]) -> String {
        guard Set(actual.keys) == Set(expected.keys), let key = actual.keys.sorted().first(where: { actual[$0] != expected[$0] }),
            let (value, other) = actual[key].flatMap({ value in expected[key].map { (value, $0) } })
        else { return " has keys \(actual.keys.sorted()), expected \(expected.keys.sorted())" }
        return "[\"\(key)\"]" + Value.difference(value, other)
    }
}
