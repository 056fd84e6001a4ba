@testable import Yodel

/// Any key mapping makes a plan or an error, and a plan finds what a plain walk along the paths finds.
///
/// An input is a byte that chooses, a line for each property with its alternatives separated by bars, an empty line, and a document.
enum PlansTarget {
    @TaskLocal static var mapping = KeyMapping([:])

    /// A model whose keys are the input's.
    struct Planned: Model {
        var a: JSONValue?, b: JSONValue?, c: JSONValue?, d: JSONValue?
        var e: String?, f: Int?, g: [JSONValue] = [], h: Part?, i = Part()
        static func describe(_ model: inout ModelDescription) { model.keys = PlansTarget.mapping }
        static let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
        var compared: [JSONValue?] { [a, b, c, d] }
    }

    /// An instance with the same keys.
    final class Part: Model {
        var a: JSONValue?, b = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(PlansTarget.mapping.keys.filter { ["a", "b"].contains($0.key) })
        }
    }

    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        let bits = input.choice(256)
        var keys: [String: KeyMapping.Keys] = [:]
        for name in Planned.names {
            let line = input.part(before: [0x0A])
            if line.isEmpty { break }
            let alternatives = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            let paths = alternatives.map { String(decoding: $0, as: UTF8.self) }
            // A line that ends with a bar has another place to write to.
            keys[name] = bits & 1 == 0 ? .init(paths) : .init(paths.dropLast(), writing: paths.last)
        }
        let json = Array(input.rest)
        let mapping = KeyMapping(keys, ignoresCase: bits & 2 != 0)
        return $mapping.withValue(mapping) { fault(mapping, json, &input) }.map { "\($0)\n    \(mapping.keys)\n    \(json.shown)" }
    }

    private static func fault(_ mapping: KeyMapping, _ json: [UInt8], _ input: inout FuzzInput) -> String? {
        var options = DecodingOptions.lenient
        // A style of its own, and so a plan of its own: plans are kept as long as their style is.
        options.keyStyle = .custom { $0 }
        let trial = Writer(style: options.keyStyle)
        let (result, fault) = FuzzTokenizer.decode(Planned.self, json, options, &input.generator) { actual, expected in
            let (actual, expected) = (trial.text(actual), trial.text(expected))
            return actual == expected ? nil : "\(actual)\n    expected \(expected)"
        }
        if let fault { return fault }
        if let fault = tableFault(mapping) { return fault }
        switch result {
        case .failure(let error):
            // More than a hundred alternatives are refused.
            return error.category == .model && error.code != .invalidDeclaration ? "no plan: \(error)" : nil
        case .success(let model):
            let text = Array(trial.text(model).utf8)
            guard ReferenceGrammar.accepts(text) else { return "is written as \(text.shown)" }
            return walkFault(model, mapping, json)
        }
    }

    /// Writes by the plans of a style.
    private struct Writer {
        let style: KeyStyle

        func text(_ model: Planned) -> String {
            var options = EncodingOptions.default
            options.keyStyle = style
            options.sortsKeys = true
            do throws(ModelError) {
                return try ModelEncoder(options).encodeToString(model)
            } catch {
                // A property may be written where others are, and have not what they have.
                return error.code == .invalidDeclaration ? "null" : "\(error)"
            }
        }
    }

    // MARK: The reference

    /// Each property is looked for alone, by its paths through the parsed document. Of documents that repeat keys, and of keys of any case, more
    /// would have to be known.
    private static func walkFault(_ model: Planned, _ mapping: KeyMapping, _ json: [UInt8]) -> String? {
        var options = DecodingOptions.lenient
        options.onDuplicateKey = .fail
        guard mapping.ignoresCase != true, case .success(let document) = decodeOnce(JSONValue.self, json, options) else { return nil }
        for (name, actual) in zip(Planned.names, model.compared) {
            let paths = mapping.keys[name]?.paths.filter { !$0.isEmpty }.map(parts) ?? [[name]]
            let found = paths.lazy.compactMap { path in walk(document, path[...]) }.first { !$0.isNull }
            if actual?.text != found?.text { return "\(name) is \(actual?.text ?? "nil"), expected \(found?.text ?? "nil")" }
        }
        return nil
    }

    private static func walk(_ value: JSONValue, _ path: ArraySlice<String>) -> JSONValue? {
        guard let part = path.first else { return value }
        switch value {
        case .object(let object):
            return object.first { $0.key.utf8.elementsEqual(part.utf8) }.flatMap { walk($0.value, path.dropFirst()) }
        case .array(let elements):
            guard let index = Int(part), String(index) == part, elements.indices.contains(index) else { return nil }
            return walk(elements[index], path.dropFirst())
        default: return nil
        }
    }

    /// The parts of a path as the documentation of `KeyMapping` has them, by taking off what stands at the front.
    private static func parts(_ path: String) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var literal = String.UnicodeScalarView()
        var hasDots = false
        var rest = Substring(path).unicodeScalars
        func filled() -> [String] { parts.filter { !$0.isEmpty }.map { String($0) } }
        var steps: [String] = []
        func endPart() {
            steps += filled()
            parts = [String.UnicodeScalarView()]
        }
        while let scalar = rest.first {
            if let bracket = String(rest).prefixMatch(of: /\[(-?[1-9][0-9]{0,17}|0)\]/.matchingSemantics(.unicodeScalar)) {
                endPart()
                steps.append(String(bracket.1))
                literal.append(contentsOf: String(bracket.0).unicodeScalars)
                rest = rest.dropFirst(bracket.0.unicodeScalars.count)
            } else if let quoted = String(rest).prefixMatch(of: /\["((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"\]/.matchingSemantics(.unicodeScalar))
            {
                endPart()
                steps.append(String(quoted.1).replacing(/\\(["\\])/.matchingSemantics(.unicodeScalar)) { $0.1 })
                literal.append(contentsOf: String(quoted.0).unicodeScalars)
                rest = rest.dropFirst(quoted.0.unicodeScalars.count)
            } else if scalar == "." {
                endPart()
                hasDots = true
                literal.append(scalar)
                rest = rest.dropFirst()
            } else {
                let isEscape = scalar == "\\" && [".", "\\", "[", "]"].contains(rest.dropFirst().first)
                let own = isEscape ? rest[rest.index(after: rest.startIndex)] : scalar
                parts[parts.count - 1].append(own)
                literal.append(own)
                rest = rest.dropFirst(isEscape ? 2 : 1)
            }
        }
        endPart()
        return hasDots && steps.count < 2 ? [String(literal)] : steps
    }

    // MARK: Tables

    /// A table of keys finds each of them, and nothing else.
    private static func tableFault(_ mapping: KeyMapping) -> String? {
        let texts = Set(mapping.keys.values.flatMap(\.paths).map { Array($0.utf8) })
        let keys = texts.sorted { $0.lexicographicallyPrecedes($1) }
        let table = KeyTable(keys.map { String(decoding: $0, as: UTF8.self) })
        defer { table.deallocate() }
        func index(_ key: [UInt8]) -> Int? {
            withCopy(key[...], .exact) { bytes in
                guard let base = bytes.start else { return nil }
                return table.index(of: KeySignature(base, bytes.count), base)
            }
        }
        for (place, key) in keys.enumerated() {
            if index(key) != place { return "the table does not find \(key.shown)" }
            for changed in [key + [0], Array(key.dropLast()), key.map { $0 ^ 1 }] where !texts.contains(changed) && !changed.isEmpty {
                if index(changed) != nil { return "the table finds \(changed.shown)" }
            }
        }
        return nil
    }
}
