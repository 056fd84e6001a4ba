import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Models with required properties are read like any others, straight from the text, as long as all of them come; what is missing, null or wrong is seen to by the
// reader with all features. Both have to agree: here by reading each document once as it is, and once so that only the second can.

@Suite("Required properties, read plainly")
struct RequiredPropertyTests {
    struct Part: Model, Equatable {
        var a = 1
        var b = "b"
        static func describe(_ model: inout ModelDescription) { model.required = ["a"] }
    }

    struct Whole: Model, Equatable {
        var id = 0
        var name = "none"
        var score: Double?
        var flag = false
        var tags: [String] = ["x"]
        var date = Date(timeIntervalSince1970: 0)
        var part = Part()
        var maybe: Part?
        var parts: [Part] = []
        var byName: [String: Part] = [:]
        var deep = 0
        var deeper = ""
        var either = 0
        static func describe(_ model: inout ModelDescription) {
            model.required = ["id", "name", "score", "tags", "part", "deep"]
            model.keys = ["deep": "outer.deep", "deeper": "outer.inner.deeper"]
        }
    }

    /// Of its required property the keys are alternatives, which is never read plainly.
    struct Alternatives: Model, Equatable {
        var id = 0
        var other = ""
        static func describe(_ model: inout ModelDescription) {
            model.required = ["id"]
            model.keys = ["id": ["id", "ID"]]
        }
    }

    final class Instance: Model {
        var id = 0
        var part = Part()
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    /// An instance that others see.
    struct Holder: Model {
        nonisolated(unsafe) static let shared = Instance()
        var instance = Holder.shared
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    private static func value(_ key: String, _ generator: inout SeededGenerator, _ depth: Int = 0) -> String {
        if generator.below(60) == 0 { return ["null", "[]", "{}", "\"x\"", "1.5", "true", "-1e999", "[1,{}]"][generator.below(8)] }
        switch key {
        case "id", "a", "deep", "either": return ["1", "5", "3", "99", "7", "8", "\"2\"", "3.0"][generator.below(8)]
        case "score": return ["0.5", "1", "\"2\""][generator.below(3)]
        case "flag": return ["true", "0", "\"yes\""][generator.below(3)]
        case "tags": return ["[]", "[\"a\", \"b\"]", "[1, null]"][generator.below(3)]
        case "date": return ["\"2026-01-01T00:00:00Z\"", "\"no date\""][generator.below(2)]
        case "part", "maybe": return object(["a", "b"], &generator, depth + 1)
        case "parts":
            return "[" + (0..<generator.below(4)).map { _ in object(["a", "b"], &generator, depth + 1) }.joined(separator: ",") + "]"
        case "byName": return "{\"k\":\(object(["a", "b"], &generator, depth + 1))}"
        case "outer": return object(["deep", "inner", "other"], &generator, depth + 1)
        case "inner": return object(["deeper"], &generator, depth + 1)
        default: return ["\"text\"", "\"\\u00e9\"", "7"][generator.below(3)]
        }
    }

    private static func object(_ keys: [String], _ generator: inout SeededGenerator, _ depth: Int = 0) -> String {
        // Mostly all keys come, so that there is something to be read plainly.
        var members = keys.filter { _ in generator.below(40) > 0 }
        if generator.below(10) == 0, let key = members.first { members.append(key) }
        if generator.below(6) == 0 { members.reverse() }
        return "{" + members.map { "\"\($0)\":\(value($0, &generator, depth))" }.joined(separator: ",") + "}"
    }

    private static let keys = ["id", "name", "score", "flag", "tags", "date", "part", "maybe", "parts", "byName", "outer", "either"]

    private static func outcome<T: BaseModel>(_ body: () throws -> T) -> String {
        do {
            let value = try body()
            var sorting = EncodingOptions.default
            sorting.sortsKeys = true
            return try ModelEncoder(sorting).encodeToString(value)
        } catch {
            return "\(error)"
        }
    }

    private static func options(_ index: Int) -> DecodingOptions {
        var options = index % 2 == 0 ? DecodingOptions.lenient : .strict
        if index % 3 == 1 { options.onMismatch = .fail }
        if index % 5 == 1 { options.onInvalidElement = .omit }
        return options
    }

    private static func compare<T: BaseModel>(_ type: T.Type, _ document: String, _ options: DecodingOptions) -> Bool {
        let decoder = ModelDecoder(options)
        let plain = outcome { try decoder.decode(T.self, from: document) }
        // A report asks for all features.
        var report = DecodingReport()
        let full = outcome { try decoder.decode(T.self, from: document, report: &report) }
        #expect(plain == full, "\(T.self) of \(document)")
        return plain.hasPrefix("{")
    }

    @Test(.slow, arguments: some(2, of: 0..<8))
    func bothReadersAgree(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 1)
        let count = triesFewerCases ? 200 : 600
        var sound = 0
        for index in 0..<count {
            let options = Self.options(index)
            let document = Self.object(Self.keys, &generator)
            if Self.compare(Whole.self, document, options) { sound += 1 }
            _ = Self.compare(Alternatives.self, Self.object(["id", "ID", "other"], &generator), options)
            _ = Self.compare(Instance.self, Self.object(["id", "part"], &generator), options)
        }
        #expect(sound > count / 10 && sound < count * 9 / 10, "\(sound)")
    }

    @Test(.slow, arguments: some(2, of: 0..<4))
    func columnsAgree(seed: Int) throws {
        struct Row: Model {
            var id = 0
            var name = "none"
            var score: Double?
            var part = Part()
            var parts: [Part] = []
            var deep = 0
            static func describe(_ model: inout ModelDescription) {
                model.required = ["id", "name", "part", "deep"]
                model.keys = ["deep": "outer.deep"]
            }
        }
        var generator = SeededGenerator(seed: UInt64(seed) + 100)
        let documents = (0..<400).map { _ in Self.object(["id", "name", "score", "part", "parts", "outer"], &generator) }
        var rows = 0
        var rejects = 0
        var reader = try ColumnReader(Row.self)
        for document in documents {
            var found = ""
            func take(_ batch: ColumnBatch) {
                batch["id"]?.withValues(as: Int.self) { ids in for index in ids.indices { found += "\(ids[index])" } }
                for reject in batch.rejects { found += "\(reject.error.code) \(reject.error.path)" }
                rows += batch.rowCount
                rejects += batch.rejects.count
            }
            try reader.read(Array((document + "\n").utf8), each: take)
            try reader.flush(each: take)
            do {
                let model = try Row(json: document)
                #expect(found == "\(model.id)", "\(document)")
            } catch {
                #expect(found == "\(error.code) \(error.path)", "\(document)")
            }
        }
        #expect(rows > 100 && rejects > 40, "\(rows) \(rejects)")
    }

    @Test func readsPlainlyWhatItCan() throws {
        func isPlain<T: BaseModel>(_ type: T.Type) throws -> Bool { try PlanCache.shared.plan(for: type).pointee.isPlain }
        #expect(try isPlain(Part.self))
        #expect(try isPlain(Whole.self))
        #expect(try !isPlain(Alternatives.self))
        #expect(try !isPlain(Instance.self))
        #expect(try !isPlain(Holder.self))
    }

    @Test func anInstanceThatOthersSeeIsAsItWasWhereItsHolderIsRejected() {
        Holder.shared.id = 5
        #expect(throws: ModelError.self) { try Holder(json: #"{"instance": {"id": 6}}"#) }
        #expect(Holder.shared.id == 5)
    }

    @Test func whatIsMissingIsNamed() {
        for (document, path) in [(#"{"b": "x"}"#, "a"), (#"{}"#, "a")] {
            #expect(throws: ModelError.self) { try Part(json: document) }
            do { _ = try Part(json: document) } catch {
                #expect(error.missingPaths.map(\.description) == [path])
            }
        }
    }
}
