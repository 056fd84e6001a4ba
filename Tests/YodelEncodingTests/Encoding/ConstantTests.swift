import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// `let` properties: written as JSONEncoder does it, compared as the compiler does it, passed over when they are read.

private struct Event: Model, Equatable {
    let kind = "event"
    var id = 0
    let version: Int? = 2
    let tags = ["a", "b"]
}

private struct Several: Model {
    let id: Int
    let inner: Event
    let date: Date
    let closure: () -> Int = { 1 }
    let unknown: (Int, Int) = (1, 2)
    let metatype: Int.Type = Int.self
    let metatypes: [Any.Type] = []
    let unmapped: Opaque = Opaque()
    let left = 1
    let nothing: String? = nil
    weak let reference: Plain? = nil
    var a = 0

    init() { self.init(id: 5) }
    init(id: Int) {
        self.id = id
        inner = Event()
        date = Date(timeIntervalSince1970: 0)
    }
    static func describe(_ model: inout ModelDescription) {
        model.ignored = ["left"]
        model.keys = ["id": "ext.id", "inner": "in"]
    }
}

private struct Opaque {}

private class Plain: ModelHashable {
    let id: Int
    var name = ""
    required convenience init() { self.init(id: 0) }
    init(id: Int) { self.id = id }
}

private final class Heavy: Plain {
    let weight = 3.5
    var more: String?
}

private struct Transformed: Model {
    let tags = ["a", "b"]
    static func describe(_ model: inout ModelDescription) { model.transforms = ["tags": .separated(by: "+")] }
}

private struct Mixed: Model, Encodable {
    var a = 1
    let b = "b"
    let c: [String: Int] = ["x": 1]
}

@Suite("Constants")
struct ConstantTests {
    private let without: ModelEncoder = {
        var options = EncodingOptions()
        options.writesConstants = false
        return ModelEncoder(options)
    }()

    @Test func constantsAreWrittenUnlessTheOptionsSayNo() throws {
        let event = Event(id: 3)
        #expect(try ModelEncoder().encodeToString(event) == #"{"kind":"event","id":3,"version":2,"tags":["a","b"]}"#)
        #expect(try without.encodeToString(event) == #"{"id":3}"#)
        #expect(try without.encodeToString([event]) == #"[{"id":3}]"#)
    }

    @Test func whatIsWrittenIsWhatJSONEncoderWrites() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var options = EncodingOptions()
        options.sortsKeys = true
        #expect(try ModelEncoder(options).encode(Mixed()) == encoder.encode(Mixed()))
    }

    @Test func onlyWhatHasAPlaceInJSONIsWritten() throws {
        let text = try ModelEncoder().encodeToString(Several(id: 7))
        #expect(
            text == #"{"ext":{"id":7},"in":{"kind":"event","id":0,"version":2,"tags":["a","b"]},"date":"1970-01-01T00:00:00+0000","a":0}"#)
        #expect(try without.encodeToString(Several(id: 7)) == #"{"a":0}"#)
        #expect(try ModelEncoder().encodeToString(Transformed()) == #"{"tags":"a+b"}"#)
    }

    @Test func constantsAreNeverSet() throws {
        let json = #"{"kind":"other","id":4,"version":{"a":[1]},"tags":null}"#
        for options in [DecodingOptions.lenient, .strict, .strict.with(\.onUnknownKey, .fail), .lenient.with(\.onMissing, .fail)] {
            let bytes = Array(json.utf8)
            #expect(try decodeWhole(Event.self, bytes, options).get() == Event(id: 4))
            for size in 1...5 { #expect(try decodeInChunks(Event.self, bytes, size: size, options).get() == Event(id: 4)) }
        }
        let paths = #"{"ext":{"id":9},"in":{"id":[{}]},"a":1,"date":5}"#
        let several = try decodeWhole(Several.self, Array(paths.utf8), .strict.with(\.onUnknownKey, .fail)).get()
        #expect(several.id == 5 && several.a == 1 && several.inner == Event())
    }

    @Test func theirKeysAreKnown() throws {
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            var report = DecodingReport()
            _ = try ModelDecoder(.lenient(tokenizer)).decode(Event.self, from: #"{"kind":"x","tags":[],"new":1}"#, report: &report)
            #expect(report.issues.map { "\($0.code) \($0.path)" } == ["constantProperty kind", "constantProperty tags", "unknownKey new"])
        }
        let twice = decodeWhole(Event.self, Array(#"{"kind":"a","kind":"b"}"#.utf8), .strict.with(\.onDuplicateKey, .fail))
        #expect(twice.errorFields?.code == .duplicateKey)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for options in [DecodingOptions.lenient, .strict.with(\.onUnknownKey, .fail)] {
            let text = try ModelEncoder().encodeToString([Event(id: 1), Event(id: 2)])
            #expect(try decodeWhole([Event].self, Array(text.utf8), options).get() == [Event(id: 1), Event(id: 2)])
        }
    }

    @Test func constantsCountForEqualityHashAndDescription() {
        #expect(Plain(id: 1) != Plain(id: 2) && Plain(id: 1) == Plain(id: 1))
        #expect(!Several(id: 1).modelIsEqual(Several(id: 2)) && Several(id: 1).modelIsEqual(Several(id: 1)))
        #expect(Set([Plain(id: 1), Plain(id: 2), Plain(id: 1)]).count == 2)
        #expect(Event(id: 7).modelDescription.contains("kind = \"event\";"))
        #expect(Several(id: 7).modelDescription.contains("id = 7;"))
        #expect(!Several(id: 7).modelDescription.contains("left"))
    }

    /// A copy is made by `init()`, which alone can set a constant; so it has its own, as before.
    @Test func aCopyHasTheConstantsOfInit() throws {
        let heavy = Heavy(id: 7)
        heavy.name = "a"
        heavy.more = "m"
        let copy = heavy.modelCopy()
        #expect(copy.id == 0 && copy.name == "a" && copy.more == "m" && copy.weight == 3.5)
        #expect(try ModelEncoder().encodeToString(heavy) == #"{"id":7,"name":"a","weight":3.5,"more":"m"}"#)
    }

    @Test func anArchiveLeavesConstantsOut() throws {
        struct Archived: ModelCodable {
            let kind = "k"
            var id = 0
        }
        let data = try JSONEncoder().encode(Archived(id: 3))
        #expect(String(decoding: data, as: UTF8.self) == #"{"id":3}"#)
        #expect(try JSONDecoder().decode(Archived.self, from: data).id == 3)
    }

    @Test func anUpdateLeavesConstantsAlone() throws {
        var held: Plain = Heavy(id: 7)
        try ModelDecoder().update(&held, from: #"{"id":9,"weight":1,"name":"b"}"#)
        #expect(held.id == 7 && held.name == "b" && (held as? Heavy)?.weight == 3.5)
    }
}
