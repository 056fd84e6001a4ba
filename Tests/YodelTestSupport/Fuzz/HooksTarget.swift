@testable import Yodel

/// What hooks see of an object, whoever reads it, is what a plain parse makes of it, and what they look up, compare and change there is what a list
/// of pairs says.
///
/// An input is a byte that chooses what the hooks do, and a document.
enum HooksTarget {
    /// What the hooks of one decode have seen and found wrong. Used by the one thread that decodes.
    final class Log: @unchecked Sendable {
        let actions: Int
        var seen: [String] = []
        var kept: [(object: JSONObject, text: String)] = []
        var fault: String?

        init(_ actions: Int) { self.actions = actions }

        func does(_ action: Int) -> Bool { actions & (1 << action) != 0 }

        /// Tries an object as it is handed to a hook.
        func look(_ object: JSONObject, _ hook: String) {
            if does(0) { fault = fault ?? HooksTarget.lookFault(object) }
            seen.append("\(hook) \(object.description)")
            if does(1) { kept.append((object, object.description)) }
        }

        /// Changes an object as a hook does.
        func change(_ object: inout JSONObject) {
            let wrong = HooksTarget.changeFault(&object, actions)
            fault = fault ?? wrong
        }
    }

    @TaskLocal static var log = Log(0)

    /// Objects in each other in every way, seen before and after.
    struct Seen: WillDecodeModel, DidDecodeModel, WillEncodeModel {
        var a: Int?, b = "", child: [Seen] = [], table: [String: Seen] = [:], chosen: Chosen?, any: JSONValue?

        mutating func willDecode(_ object: inout JSONObject) throws {
            HooksTarget.log.look(object, "will")
            if let fault = HooksTarget.changeFault(&object, HooksTarget.log.actions) {
                HooksTarget.log.fault = HooksTarget.log.fault ?? fault
            }
        }

        mutating func didDecode(from object: JSONObject) throws { HooksTarget.log.look(object, "did") }

        func willEncode(into object: inout JSONObject) throws {
            HooksTarget.log.look(object, "out")
            if let fault = HooksTarget.changeFault(&object, HooksTarget.log.actions) {
                HooksTarget.log.fault = HooksTarget.log.fault ?? fault
            }
        }
    }

    /// The class is chosen by what is looked up.
    class Chosen: PolymorphicModel, DidDecodeModel {
        var a: Int?, child: [Seen] = [], chosen: Chosen?
        required init() {}
        class func modelType(for object: JSONObject) -> (any Model.Type)? {
            HooksTarget.log.look(object, "type")
            return object["kind"] == "other" ? Other.self : nil
        }
        func didDecode(from object: JSONObject) throws { HooksTarget.log.look(object, "did") }
    }

    final class Other: Chosen {
        var b = ""
    }

    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        let actions = input.choice(256)
        let json = Array(input.rest)
        return fault(Seen.self, json, actions, &input.generator) ?? fault(Chosen.self, json, actions, &input.generator)
            ?? fault([Seen].self, json, actions, &input.generator) ?? valueFault(json)
    }

    // MARK: Decoding

    /// All tokenizers, and a value that has been parsed, show the hooks the same objects in the same order.
    private static func fault<T>(_ type: T.Type, _ json: [UInt8], _ actions: Int, _ generator: inout SeededGenerator) -> String? {
        var options = DecodingOptions.lenient
        if actions & 128 != 0 { options.onDuplicateKey = .fail }
        var expected: (log: Log, error: ErrorFields?)?
        for tokenizer in FuzzTokenizer.all {
            let log = Log(actions)
            let result = $log.withValue(log) { tokenizer.decode(type, json, options, &generator) }
            if let fault = log.fault ?? keptFault(log) { return "\(T.self) by \(tokenizer.name): \(fault)\n    \(json.shown)" }
            // What is malformed further on may be met earlier in pieces than the hooks are called.
            guard let first = expected else {
                expected = (log, result.errorFields)
                if case .success(let value) = result, let fault = writtenFault(value, actions) { return "\(fault)\n    \(json.shown)" }
                continue
            }
            guard first.error == nil || tokenizer.cuts == .none else { continue }
            if log.seen != first.log.seen || result.errorFields != first.error {
                return "\(T.self) by \(tokenizer.name): \(log.seen) \(shown(result.errorFields))\n    expected \(first.log.seen) "
                    + "\(shown(first.error))\n    \(json.shown)"
            }
        }
        guard let expected else { return nil }
        return parsedFault(type, json, actions, expected.log.seen)
    }

    private static func shown(_ error: ErrorFields?) -> String { error?.description ?? "no error" }

    /// Objects that hooks have kept are what they were.
    private static func keptFault(_ log: Log) -> String? {
        for (object, text) in log.kept where object.description != text { return "kept as \(text), now \(object.description)" }
        for ((left, _), (right, _)) in zip(log.kept, log.kept.dropFirst()) {
            let isEqual = pairsAreEqual(Array(left), Array(right))
            if (left == right) != isEqual { return "\(left) and \(right) are taken as \(isEqual ? "different" : "equal")" }
            if isEqual && left.hashValue != right.hashValue { return "\(left) and \(right) are equal, and have two hashes" }
        }
        return nil
    }

    /// The same by way of a `JSONValue`, in which no key comes twice; and what the first hook has seen is the parse itself.
    private static func parsedFault<T>(_ type: T.Type, _ json: [UInt8], _ actions: Int, _ seen: [String]) -> String? {
        var plain = DecodingOptions.lenient
        plain.onDuplicateKey = .fail
        guard case .success(let value) = decodeOnce(JSONValue.self, json, plain) else { return nil }
        let log = Log(actions)
        _ = $log.withValue(log) { Result { () throws(ModelError) in try ModelDecoder().decode(type, from: value) } }
        if log.seen != seen { return "\(T.self) from the parsed value: \(log.seen)\n    expected \(seen)\n    \(json.shown)" }
        guard case .object = value, !(T.self is [Seen].Type), let first = seen.first else { return nil }
        return first.hasSuffix(" \(value.text)") ? nil : "\(T.self): the hook has seen \(first)\n    of \(json.shown)"
    }

    /// What hooks have changed is written as JSON.
    private static func writtenFault<T>(_ value: T, _ actions: Int) -> String? {
        let log = Log(actions)
        let text = $log.withValue(log) { Result { () throws(ModelError) in try ModelEncoder().encodeToBytes(value) } }
        if let fault = log.fault ?? keptFault(log) { return "\(T.self) written: \(fault)" }
        guard case .success(let bytes) = text, !ReferenceGrammar.accepts(bytes) else { return nil }
        return "\(T.self) is written as \(bytes.shown)"
    }

    /// Two parses of one text are equal, and have one hash, as values and as paths into them.
    private static func valueFault(_ json: [UInt8]) -> String? {
        guard case .success(let one) = decodeOnce(JSONValue.self, json), case .success(let other) = decodeOnce(JSONValue.self, json) else {
            return nil
        }
        guard one == other && one.hashValue == other.hashValue && Set([one, other]).count == 1 else { return "not equal: \(json.shown)" }
        return nil
    }

    // MARK: Objects

    private typealias Pair = (key: String, value: JSONValue)

    private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    private static func pairsAreEqual(_ left: [Pair], _ right: [Pair]) -> Bool {
        left.count == right.count
            && left.allSatisfy { pair in right.contains { isSame($0.key, pair.key) && $0.value == pair.value } }
    }

    /// What is looked up is what a list of the pairs says.
    private static func lookFault(_ object: JSONObject) -> String? {
        let pairs = Array(object)
        guard pairs.count == object.count, object.keys.count == pairs.count, object.values.count == pairs.count else { return "a count" }
        for (place, (key, value)) in pairs.enumerated() {
            guard pairs.filter({ isSame($0.key, key) }).count == 1 else { return "the key \(key.debugDescription) comes twice" }
            guard object[key] == value, object[place].value == value, isSame(object[place].key, key) else {
                return "\(key.debugDescription) is \(object[key]?.text ?? "nil"), expected \(value.text)"
            }
            for other in [key + "\u{301}", key + "x", String(key.dropLast()), key.uppercased()] {
                let expected = pairs.first { isSame($0.key, other) }?.value
                guard object[other] == expected else { return "\(other.debugDescription) is found" }
            }
        }
        let reversed = JSONObject(pairs.reversed())
        guard reversed == object, reversed.hashValue == object.hashValue else { return "\(object) differs from itself reversed" }
        return nil
    }

    /// Changes an object, and a list of pairs in the same way.
    private static func changeFault(_ object: inout JSONObject, _ actions: Int) -> String? {
        guard actions & 0x7C != 0 else { return nil }
        var pairs = Array(object)
        let before = object
        func set(_ key: String, _ value: JSONValue?) {
            if let place = pairs.firstIndex(where: { isSame($0.key, key) }) {
                if let value { pairs[place].value = value } else { pairs.remove(at: place) }
            } else if let value {
                pairs.append((key, value))
            }
            object[key] = value
        }
        let keys = object.keys
        if actions & 4 != 0 { for key in keys.prefix(100) where key.utf8.count % 2 == 0 { set(key, nil) } }
        if actions & 8 != 0 {
            for key in keys.prefix(100) {
                let value = object[key]
                set(key, nil)
                set("x" + key, value)
            }
        }
        if actions & 16 != 0 { set("a", 7) }
        if actions & 32 != 0 { for key in keys.reversed().prefix(100) { set(key, .null) } }
        if actions & 64 != 0 { for key in keys.reversed() { set(key, nil) } }
        let isRight = pairs.count == object.count && zip(pairs, object).allSatisfy { isSame($0.key, $1.key) && $0.value == $1.value }
        if !isRight { return "\(before) is changed to \(object), expected \(pairs)" }
        return lookFault(object)
    }
}
