import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A validator of another kind, Python's `jsonschema`, judges documents by schemas: what is written satisfies them, and what does is read by strict options.

private let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
private let hasValidator = python.map { output(of: "\($0) -c 'import jsonschema; print(7)' 2>/dev/null") == "7\n" } ?? false

/// What a command says. Not Foundation's `Process`: it leaks, which the leak check would report.
private func output(of command: String) -> String {
    guard let pipe = popen(command, "r") else { return "" }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
    pclose(pipe)
    return String(decoding: output, as: UTF8.self)
}

private enum Checks {
    enum Colour: String, CaseIterable { case red, green }
    enum Level: Int16, CaseIterable { case low = -1, high = 1 }

    /// Most forms of keys, and values of which strict options refuse some by their text or range alone.
    struct Thing: Drawn {
        var id: UInt8 = 0, name: String?, colour: Colour?, tags: Set<String> = [], deep: Int8 = 0, either = 0, slot: String?,
            byLevel: [Level: Int8?] = [:]
        var byNumber: [Int8: Float16] = [:], things: [Thing] = [], other: [String: Thing?] = [:], half: Float?, uuid = UUID(),
            last: [Level] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "deep": "ext.deep", "either": ["either", "ext.either", "EITHER"], "slot": "list[1]", "name": ["name", "ext.name"],
            ]
            model.required = ["deep", "either"]
        }

        init() {}
        init(from source: inout RandomSource) { self.init(from: &source, depth: 2) }
        private init(from s: inout RandomSource, depth: Int) {
            (id, name, colour) = (s.integer(), s.maybe { $0.text() }, s.maybe { Colour.allCases[$0.below(2)] })
            (tags, deep, either, slot) = (Set(s.list { $0.text() }), s.integer(), s.integer(), s.maybe { $0.text() })
            byLevel = s.table({ Level.allCases[$0.below(2)] }, { $0.maybe { $0.integer() } })
            byNumber = s.table({ $0.integer() }, { Float16($0.below(2048)) / 4 })
            (half, uuid, last) = (s.maybe { $0.float() }, s.uuid(), s.list { Level.allCases[$0.below(2)] })
            guard depth > 0 else { return }
            things = s.list { Thing(from: &$0, depth: depth - 1) }
            other = s.table({ $0.text() }, { $0.maybe { Thing(from: &$0, depth: depth - 1) } })
        }
    }

    class Figure: DiscriminatedModel {
        var name = ""
        required init() {}
        class var discriminator: ModelDiscriminator { ModelDiscriminator("meta.kind", ["disc": Disc.self, "box": Box.self, 3: Cube.self]) }
    }
    final class Disc: Figure { var radius: UInt8 = 0 }
    class Box: Figure { var width: UInt8 = 0, inner: Figure? }
    final class Cube: Box { var height: UInt8 = 0 }

    struct Drawing: Drawn {
        var figures: [Figure] = [], box: Box?, disc = Disc()
        init() {}
        init(from s: inout RandomSource) {
            (figures, box, disc.radius) = (s.list { Self.figure(&$0) }, s.maybe { $0.bool() ? Box() : Cube() }, s.integer())
        }
        static func figure(_ s: inout RandomSource) -> Figure {
            let figure = [Figure(), Disc(), Box(), Cube()][s.below(4)]
            figure.name = s.text()
            if let box = figure as? Box { box.inner = s.maybe { Self.figure(&$0) } }
            return figure
        }
        static func == (left: Self, right: Self) -> Bool { left.modelIsEqual(right) }
    }

    /// Without defaults and `init()`.
    struct Member: BaseModel {
        let id: Int16, mail: String?, role: Colour, code: Bool?
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("mail", \.mail, keys: "contact.mail")
            properties.add("role", \.role, default: .red)
            properties.add("code", \.code, isRequired: true)
            return ModelForm(properties)
        }
    }
    struct Team: Drawn {
        var members: [Member] = [], lead: Member?
        init() {}
        init(from s: inout RandomSource) {
            (members, lead) = (s.list { Self.member(&$0) }, s.maybe { Self.member(&$0) })
        }
        private static func member(_ s: inout RandomSource) -> Member {
            Member(id: s.integer(), mail: s.maybe { $0.text() }, role: Colour.allCases[s.below(2)], code: s.bool())
        }
        static func == (left: Self, right: Self) -> Bool { left.modelIsEqual(right) }
    }
}

@Suite("JSON Schema, by another validator")
struct JSONSchemaValidationTests {
    /// Reads a line for each type: a schema, what satisfies it, and what strict options make of documents with one fault.
    private static let script = #"""
        import json, sys
        from jsonschema import Draft202012Validator as Validator, FormatChecker
        satisfied = refused = 0
        for line in open(sys.argv[1], encoding='utf-8', newline='\n'):
            case = json.loads(line)
            Validator.check_schema(case['schema'])
            validator = Validator(case['schema'], format_checker=FormatChecker())
            for document in case['written']:
                error = next(validator.iter_errors(document), None)
                if error: print('FAULT', case['name'], 'refuses', json.dumps(document)[:300], error.message[:300], list(error.absolute_path))
                else: satisfied += 1
            for document, isRead in case['changed']:
                if not validator.is_valid(document): refused += 1
                elif not isRead: print('FAULT', case['name'], 'takes', json.dumps(document)[:2000])
        print('satisfied', satisfied, 'refused', refused)
        """#

    /// A start of the validator takes longer than a test should by default.
    @Test(.enabled(if: !triesFewerCases && hasValidator, "fewer cases are wanted, or python3 with jsonschema is not at hand"))
    func whatIsWrittenSatisfiesASchemaAndWhatDoesIsRead() throws {
        let count = 10
        var lines = ""
        for options in [DecodingOptions.strict, failing()] {
            lines += try line(Checks.Thing.self, options, count)
            lines += try line(Checks.Drawing.self, options, count)
            lines += try line(Checks.Team.self, options, count)
            lines += try line(WritingModels.Plain.self, options, count)
        }
        // With transforms, and objects that code of the model's own changes: the schema takes more.
        lines += try line(WritingModels.Wide.self, .strict, count, isExact: false)
        lines += try line(WritingModels.Mapped.self, .strict, count, isExact: false)
        lines += try line([WritingModels.Tree(), WritingModels.Branch()], .strict, isExact: false)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schemas-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (script, file) = (folder.appendingPathComponent("script"), folder.appendingPathComponent("lines"))
        try Data(Self.script.utf8).write(to: script)
        try Data(lines.utf8).write(to: file)
        let said = output(of: "\(try #require(python)) \(script.path) \(file.path) 2>&1").split(separator: "\n")
        for fault in said.dropLast() { Issue.record("\(fault)") }
        let words = try #require(said.last).split(separator: " ")
        try #require(words.count == 4 && words[0] == "satisfied", "\(said)")
        #expect(Int(words[1]) == count * 10 + 2)
        #expect(try #require(Int(words[3])) > count * 80)
    }

    private func failing() -> DecodingOptions {
        var options = DecodingOptions.strict
        options.onMissing = .fail
        options.onUnknownKey = .fail
        return options
    }

    private func line<T: Drawn>(_ type: T.Type, _ options: DecodingOptions, _ count: Int, isExact: Bool = true) throws -> String {
        let models = (0..<count).map { seed in
            var source = RandomSource(seed: seed)
            return T(from: &source)
        }
        return try line(models, options, isExact: isExact)
    }

    /// - Parameter isExact: Whether the schema says all that there is to the type.
    private func line<T>(_ models: [T], _ options: DecodingOptions, isExact: Bool) throws -> String {
        let decoder = ModelDecoder(options)
        let written = try models.map { try ModelEncoder().encodeValue($0) }
        var changed: [JSONValue] = []
        var source = RandomSource(seed: written.count)
        for value in written {
            for _ in 0..<(isExact ? 25 : 0) {
                let document = Self.changed(value, &source)
                changed.append([document, .bool((try? decoder.decode(T.self, from: document)) != nil)])
            }
        }
        let schema = try JSONSchema(of: T.self, options: options)
        let line: JSONValue = [
            "name": .string("\(T.self)"), "schema": schema.value, "written": .array(written), "changed": .array(changed),
        ]
        return line.text + "\n"
    }

    /// A document with another value somewhere, or without a key, or with one more.
    ///
    /// No string takes the place of another or of null: whether it fits, a format says, which not every validator looks at.
    private static func changed(_ value: JSONValue, _ source: inout RandomSource) -> JSONValue {
        var place = source.below(nodes(value))
        let others: [JSONValue] = [
            .null, true, 7, -1, 300, 1.5, 1e30, 1e300, .string("x"), [], [true, "x"], [:], ["id": 1, "a": nil, "meta": ["kind": "box"]],
        ]
        let (pick, change) = (source.below(others.count), source.below(5))
        return replaced(value, &place) { node in
            if case .object(var object) = node, change < 2 {
                if change == 0, let key = object.keys.first { object[key] = nil } else { object["zz"] = 1 }
                return .object(object)
            }
            if others[pick].stringValue != nil, node.isNull || node.stringValue != nil { return [] }
            return others[pick]
        }
    }

    private static func nodes(_ value: JSONValue) -> Int {
        1 + (value.arrayValue ?? value.objectValue?.values ?? []).reduce(0) { $0 + nodes($1) }
    }

    /// - Parameter place: How many nodes come before the one to change; negative when it has been.
    private static func replaced(_ value: JSONValue, _ place: inout Int, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard place >= 0 else { return value }
        place -= 1
        if place < 0 { return change(value) }
        switch value {
        case .array(let elements): return .array(elements.map { replaced($0, &place, change) })
        case .object(let object): return .object(JSONObject(object.map { (key: $0, value: replaced($1, &place, change)) }))
        case .null, .bool, .number, .string: return value
        }
    }
}
