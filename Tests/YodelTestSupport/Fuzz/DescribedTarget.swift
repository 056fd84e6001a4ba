@testable import Yodel

/// Models that list their properties, as `@Model` writes them, are complete in every way of reading, or none: all ways make one value or one error, and
/// what is refused changes nothing.
///
/// An input is a byte that chooses the type, one of options, a line that the value to update is made from, and a document.
enum DescribedTarget {
    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        let trial = trials[input.choice(16) % trials.count]
        let options = DecodingOptions.fuzzed(&input)
        let old = input.part(before: [0x0A])
        let json = Array(input.rest)
        return trial(old, json, options, &input.generator).map { "\($0)\n    \(json.shown), old \(old.shown)\n    \(options)" }
    }

    private typealias Trial = @Sendable (_ old: [UInt8], _ json: [UInt8], DecodingOptions, inout SeededGenerator) -> String?

    /// The place of a type in the list is what the inputs that are kept say: new ones go to the end, up to sixteen.
    private static let trials: [Trial] = [
        trial(of: Part.self), trial(of: Around.self), trial(of: Flat.self), trial(of: Case.self), trial(of: Boxed.self),
        trial(of: Forest.self), trial(of: [Part].self), trial(of: Set<Part>.self), trial(of: [String: Around].self), trial(of: Choice.self),
        trial(of: [Boxed?].self),
    ]

    // MARK: Types

    /// Required properties beside one with a default and one that may be nil, trivial ones and such that hold references.
    struct Part: BaseModel, Hashable {
        let a: Int
        let b: String
        var c = 3
        let d: Double?
        let e: [String]
        let f: [String: Int]
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("a", \.a)
            properties.add("b", \.b, keys: ["b", "B"])
            properties.add("c", \.c, default: 3)
            properties.add("d", \.d)
            properties.add("e", \.e)
            properties.add("f", \.f)
            return ModelForm(properties)
        }
    }

    struct Around: BaseModel, Hashable {
        let p: Part
        var alt = "a default that is longer than fifteen bytes"
        var list: [Part?] = []
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("p", \.p)
            properties.add("alt", \.alt, isRequired: true, default: "a default that is longer than fifteen bytes")
            properties.add("list", \.list, default: [])
            return ModelForm(properties)
        }
    }

    struct Flat: BaseModel, Hashable {
        let g: String
        let p: Part
        let h: Int
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("g", \.g)
            properties.add("p", \.p, keys: .flattened)
            properties.add("h", \.h, keys: "x.h")
            return ModelForm(properties)
        }
    }

    final class Boxed: BaseModel, Hashable {
        let p: Part
        let next: Boxed?
        let name: String

        struct Stored: BaseModel {
            let p: Part
            let next: Boxed?
            let name: String
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("p", \.p)
                properties.add("next", \.next)
                properties.add("name", \.name)
                return ModelForm(properties)
            }
        }

        init(stored: Stored) { (p, next, name) = (stored.p, stored.next, stored.name) }
        static var modelForm: ModelForm {
            ModelForm(make: Boxed.init(stored:)) { Stored(p: $0.p, next: $0.next, name: $0.name) }
        }
        static func == (left: Boxed, right: Boxed) -> Bool { left.p == right.p && left.name == right.name && left.next == right.next }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    enum Case: DescribedEnum, Hashable {
        case part(Part), other(Int), boxes([Boxed])
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.add("part", make: Self.part) { if case .part(let value) = $0 { value } else { nil } }
            cases.add("other", make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
            cases.add("boxes", make: Self.boxes) { if case .boxes(let value) = $0 { value } else { nil } }
        }
    }

    struct Forest: BaseModel, Hashable {
        let a: Int
        let trees: [Forest]
        let names: [String: Forest]
        let choice: Case?
        let parts: Set<Part>
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("a", \.a)
            properties.add("trees", \.trees)
            properties.add("names", \.names)
            properties.add("choice", \.choice)
            properties.add("parts", \.parts)
            return ModelForm(properties)
        }
    }

    /// Described models in one that is filled where its `init()` has made it.
    struct Choice: Model, Hashable {
        var p: Part?
        var all: [Part] = []
        var cases: [Case] = []
        var names: [String: Around] = [:]
        var box: Boxed?
    }

    // MARK: Trials

    private static func trial<T: Hashable & SendableMetatype>(of type: T.Type) -> Trial {
        { old, json, options, generator in
            let (result, fault) = FuzzTokenizer.decode(type, json, options, &generator) { same($0, $1) ? nil : "\($0)\n    expected \($1)" }
            return fault ?? reportFault(type, json, options, result) ?? problemsFault(type, json, options, result)
                ?? valueFault(type, json, options, result) ?? linesFault(type, json, options, &generator)
                ?? updateFault(type, old, json, options) ?? writingFault(result, options)
        }
    }

    private static func same<T: Equatable>(_ left: T, _ right: T) -> Bool { left == right || "\(left)" == "\(right)" }

    /// How an outcome differs from the expected one; nil if it does not. Errors may have other places.
    private static func difference<T: Equatable>(
        _ way: String, _ actual: Result<T, ModelError>, _ expected: Result<T, ModelError>
    ) -> String? {
        switch (actual, expected) {
        case (.success(let actual), .success(let expected)) where same(actual, expected): nil
        case (.failure(let actual), .failure(let expected))
        where actual.code == expected.code && actual.path == expected.path && actual.message == expected.message: nil
        default: "\(T.self), \(way): \(actual)\n    expected \(expected)"
        }
    }

    private static func reportFault<T: Equatable>(
        _ type: T.Type, _ json: [UInt8], _ options: DecodingOptions, _ expected: Result<T, ModelError>
    ) -> String? {
        var report = DecodingReport()
        let actual = withCopy(json[...], .exact) { bytes in
            Result { () throws(ModelError) in try ModelDecoder(options).decode(type, from: Array(bytes), report: &report) }
        }
        return difference("with a report", actual, expected)
    }

    /// Either a value, which every decode makes, or at least one problem.
    private static func problemsFault<T: Equatable>(
        _ type: T.Type, _ json: [UInt8], _ options: DecodingOptions, _ expected: Result<T, ModelError>
    ) -> String? {
        var problems: [ModelProblem] = []
        do throws(ModelError) {
            let value = try ModelDecoder(options).decode(type, from: json, problems: &problems)
            if (value == nil) == problems.isEmpty { return "\(type): \(value as Any) with \(problems.count) problems" }
            guard let value else { return nil }
            return difference("without a problem", .success(value), expected)
        } catch {
            return "\(type), problems: \(error)"
        }
    }

    /// By way of a `JSONValue`, which has no place for keys that come twice.
    private static func valueFault<T: Equatable>(
        _ type: T.Type, _ json: [UInt8], _ options: DecodingOptions, _ expected: Result<T, ModelError>
    ) -> String? {
        var plain = DecodingOptions.lenient
        plain.onDuplicateKey = .fail
        plain.acceptsByteOrderMark = options.acceptsByteOrderMark
        guard case .success(let value) = decodeOnce(JSONValue.self, json, plain) else { return nil }
        return difference(
            "from a value", Result { () throws(ModelError) in try ModelDecoder(options).decode(type, from: value) }, expected)
    }

    /// The document as a line, twice.
    private static func linesFault<T: Equatable>(
        _ type: T.Type, _ json: [UInt8], _ options: DecodingOptions, _ generator: inout SeededGenerator
    ) -> String? {
        let line = json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        guard line.contains(where: { !ASCII.isSpace($0) }), line.first != 0xEF else { return nil }
        let size = Int.random(in: 1...64, using: &generator)
        guard let outcome = try? readStream(type, line + [0x0A] + line + [0x0A], .lines, options, size: size) else {
            return "\(type), lines: no reader"
        }
        let expected = decodeOnce(type, line, options)
        guard outcome.records.count == 2, outcome.end == nil, outcome.complaints.isEmpty else {
            return "\(type), lines: \(outcome)\n    expected \(expected)"
        }
        for record in outcome.records {
            switch expected {
            case .success(let value):
                if record.model.map({ same($0, value) }) != true { return "\(type), line: \(record)\n    expected \(value)" }
            case .failure(let error): if record.error?.code != error.code { return "\(type), line: \(record)\n    expected \(error)" }
            }
        }
        return nil
    }

    /// A value that is updated or patched is another one, or as it was.
    private static func updateFault<T: Equatable>(_ type: T.Type, _ old: [UInt8], _ json: [UInt8], _ options: DecodingOptions) -> String? {
        for tokenizer in FuzzTokenizer.whole {
            var options = options
            tokenizer.choose(&options)
            // An instance is changed in place: each trial has its own.
            for way in ["updated", "patched"] {
                guard case .success(var value) = decodeOnce(type, old), case .success(let before) = decodeOnce(type, old) else {
                    return nil
                }
                let decoder = ModelDecoder(options)
                do throws(ModelError) {
                    if way == "updated" {
                        try decoder.update(&value, from: json)
                    } else {
                        try decoder.mergePatch(&value, from: json)
                    }
                } catch {
                    if !same(value, before) {
                        return "\(type) \(way) by \(tokenizer.name): \(value)\n    from \(before), and yet \(error)"
                    }
                }
            }
        }
        return nil
    }

    /// What is written of a value makes the value again.
    private static func writingFault<T: Equatable>(_ result: Result<T, ModelError>, _ options: DecodingOptions) -> String? {
        guard case .success(let value) = result else { return nil }
        var encoding = EncodingOptions.default
        encoding.keyStyle = options.keyStyle
        var reading = DecodingOptions.lenient
        reading.keyStyle = options.keyStyle
        do throws(ModelError) {
            let text = try ModelEncoder(encoding).encodeToBytes(value)
            let again = try ModelDecoder(reading).decode(T.self, from: text)
            return same(again, value) ? nil : "\(T.self) is written as \(text.shown), which makes \(again)\n    expected \(value)"
        } catch {
            return error.category == .limit ? nil : "\(T.self) \(value) is not written and read: \(error)"
        }
    }
}
