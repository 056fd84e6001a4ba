import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every set of the keys of a model that lists its properties, in every place that such a model can be in and by every way of reading: a value whose required
// properties all have a value, or none.

/// Required properties beside one with a default and one that may be nil, trivial ones and such that hold references.
private struct Part: BaseModel, Hashable {
    let id: Int
    let name: String
    var n = 3
    let opt: Double?
    let tags: [String]
    let map: [String: Int]

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id)
        properties.add("name", \.name)
        properties.add("n", \.n, default: 3)
        properties.add("opt", \.opt)
        properties.add("tags", \.tags)
        properties.add("map", \.map)
        return ModelForm(properties)
    }

    static let members = [
        ("id", "7"), ("name", "\"a string that is longer than fifteen bytes\""), ("n", "10"), ("opt", "1.5"),
        ("tags", "[\"a tag that is longer than fifteen bytes\"]"), ("map", "{\"a\":1}"),
    ]

    /// The object with the keys whose bits are set.
    static func text(_ keys: Int) -> String {
        "{" + members.indices.filter { keys >> $0 & 1 == 1 }.map { "\"\(members[$0].0)\":\(members[$0].1)" }.joined(separator: ",") + "}"
    }

    /// The value of that object; nil if a required property is missing.
    static func value(_ keys: Int) -> Part? {
        guard keys & 0b110011 == 0b110011 else { return nil }
        return Part(
            id: 7, name: "a string that is longer than fifteen bytes", n: keys & 0b100 != 0 ? 10 : 3, opt: keys & 0b1000 != 0 ? 1.5 : nil,
            tags: ["a tag that is longer than fifteen bytes"], map: ["a": 1])
    }
}

private struct Around: BaseModel, Hashable {
    let p: Part
    var alt = "x"
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("p", \.p)
        properties.add("alt", \.alt, default: "x")
        return ModelForm(properties)
    }
}

private struct Flat: BaseModel, Hashable {
    let first: String
    let p: Part
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("first", \.first)
        properties.add("p", \.p, keys: .flattened)
        return ModelForm(properties)
    }
}

private struct Optionally: Model, Hashable {
    var p: Part?
    var all: [Part] = []
    var byName: [String: Part] = [:]
}

private final class Boxed: BaseModel {
    let p: Part
    struct Stored: BaseModel {
        let p: Part
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("p", \.p)
            return ModelForm(properties)
        }
    }
    init(stored: Stored) { p = stored.p }
    static var modelForm: ModelForm { ModelForm(make: Boxed.init(stored:)) { Stored(p: $0.p) } }
}

private enum Case: DescribedEnum, Equatable {
    case part(Part), other(Int)
    static func describe(_ cases: inout EnumCases<Self>) {
        cases.add("part", make: Self.part) { if case .part(let value) = $0 { value } else { nil } }
        cases.add("other", make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
    }
}

@Suite("Missing properties, in every way of reading")
struct MissingInEveryWayTests {
    /// The values that each way makes of a document; nil where it refuses it.
    private func readings<T>(_ type: T.Type, _ text: String) throws -> [(way: String, value: T?)] {
        var found: [(String, T?)] = []
        var options: [(String, DecodingOptions)] = []
        for (name, base) in [("lenient", DecodingOptions.lenient), ("strict", .strict)] {
            for (missing, onMissing) in [("", DecodingOptions.MissingPolicy.keepDefault), (", missing fails", .fail)] {
                options.append((name + missing, base.with(\.onMissing, onMissing)))
            }
        }
        options.append(
            ("mismatches kept, missing fails", DecodingOptions.lenient.with(\.onMissing, .fail).with(\.onInvalidElement, .omit)))
        for (name, options) in options {
            let decoder = ModelDecoder(options)
            found.append((name, try? decoder.decode(type, from: text)))
            found.append((name + ", yajl", try? ModelDecoder(options.with(\.tokenizer, .yajl)).decode(type, from: text)))
            var report = DecodingReport()
            found.append((name + ", report", try? decoder.decode(type, from: text, report: &report)))
            for size in [1, 7] {
                found.append((name + ", pieces of \(size)", try? decodeInChunks(type, Array(text.utf8), size: size, options).get()))
            }
            let value = try ModelDecoder().decode(JSONValue.self, from: text)
            found.append((name + ", from a value", try? decoder.decode(type, from: value)))
            var problems: [ModelProblem] = []
            let sound = try decoder.decode(type, from: text, problems: &problems)
            #expect((sound == nil) == !problems.isEmpty, "\(name): \(text)")
            found.append((name + ", problems", sound))
        }
        return found
    }

    /// Expects that no way makes another value than the one that there is.
    private func expect<T: Equatable>(_ type: T.Type, _ text: String, _ expected: T?) throws {
        for (way, value) in try readings(type, text) {
            if let value { #expect(value == expected, "\(type) of \(text), \(way)") }
            if expected != nil && way == "lenient" { #expect(value != nil, "\(type) of \(text), \(way)") }
        }
    }

    @Test(arguments: some(16, of: 0..<64)) func aPart(keys: Int) throws { try expect(Part.self, Part.text(keys), Part.value(keys)) }

    @Test(.slow, arguments: some(16, of: 0..<64)) func insideOfOthers(keys: Int) throws {
        let (text, part) = (Part.text(keys), Part.value(keys))
        try expect(Around.self, "{\"p\":\(text)}", part.map { Around(p: $0) })
        try expect(Around.self, "{\"alt\":\"y\",\"p\":\(text)}", part.map { Around(p: $0, alt: "y") })
        try expect(Case.self, "{\"part\":\(text)}", part.map(Case.part))
        for (way, boxed) in try readings(Boxed.self, "{\"p\":\(text)}") { #expect(boxed == nil || boxed?.p == part, "\(text), \(way)") }
        let flat = #"{"first":"f""# + (keys == 0 ? "}" : "," + text.dropFirst())
        try expect(Flat.self, flat, part.map { Flat(first: "f", p: $0) })
    }

    /// Elements that are none are left out, where the rules leave them out, or end the decode.
    @Test(.slow, arguments: some(16, of: 0..<64)) func inCollections(keys: Int) throws {
        let (text, whole) = (Part.text(keys), Part.text(63))
        let sound = try #require(Part.value(63))
        let all = [sound] + (Part.value(keys).map { [$0] } ?? [])
        for (way, value) in try readings([Part].self, "[\(whole),\(text),{}]") { #expect(value == nil || value == all, "\(text), \(way)") }
        for (way, value) in try readings(Set<Part>.self, "[\(whole),{},\(text),{}]") {
            #expect(value == nil || value == Set(all), "\(text), \(way)")
        }
        let pairs = ["a": sound].merging(Part.value(keys).map { ["b": $0] } ?? [:]) { $1 }
        for (way, value) in try readings([String: Part].self, "{\"a\":\(whole),\"b\":\(text)}") {
            #expect(value == nil || value == pairs, "\(text), \(way)")
        }
        let document = "{\"p\":\(text),\"all\":[\(text)],\"byName\":{\"b\":\(text)}}"
        let part = Part.value(keys)
        let expected = Optionally(p: part, all: part.map { [$0] } ?? [], byName: part.map { ["b": $0] } ?? [:])
        for (way, value) in try readings(Optionally.self, document) { #expect(value == nil || value == expected, "\(text), \(way)") }
    }

    @Test(arguments: some(16, of: 0..<64)) func linesAndUpdates(keys: Int) throws {
        let (text, part) = (Part.text(keys), Part.value(keys))
        for options in [DecodingOptions.lenient, .strict, .lenient.with(\.onMissing, .fail)] {
            var reader = try ModelReader(Around.self, framing: .lines, options: options)
            var models: [Around?] = []
            try reader.read(Array("{\"p\":\(text)}\n{\"p\":\(Part.text(63))}\n".utf8)) { models.append($0.model) }
            try reader.finish { models.append($0.model) }
            #expect(models.count == 2 && (models[0] == nil || models[0]?.p == part), "\(text)")
            let old = Around(p: try #require(Part.value(63)), alt: "old")
            var value = old
            let isUpdated = (try? ModelDecoder(options).update(&value, from: "{\"p\":\(text)}")) != nil
            #expect(isUpdated ? value.p == part || value == old : value == old, "\(text)")
        }
    }

    /// All that is missing is named, each once: what is required as what makes the object none.
    @Test func problemsNameAllThatIsMissing() throws {
        var problems: [ModelProblem] = []
        let text = #"{"p":{"name":"a string that is longer than fifteen bytes","n":10}}"#
        #expect(try ModelDecoder(.lenient.with(\.onMissing, .fail)).decode(Around.self, from: text, problems: &problems) == nil)
        #expect(
            problems.map { "\($0.code) \($0.pointer)" }.sorted() == [
                "missingKey /alt", "missingKey /p/id", "missingKey /p/map", "missingKey /p/tags",
            ])
    }
}
