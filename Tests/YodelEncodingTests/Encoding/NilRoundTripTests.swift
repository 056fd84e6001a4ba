import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Settings: Model, Equatable {
    var theme: String? = "light"
    var font: String?
    var size: Int? = 3
    var nested: Inner? = Inner()
    var list: [Int?]? = [1]
    var twice: Int?? = .some(.some(1))
}

private struct Inner: Model, Equatable { var a: Int? = 1 }

private final class Instance: ModelHashable {
    var name: String? = "n"
    var other: String?
    required init() {}
}

private struct Places: Model, Equatable {
    var left: Int? = 1
    var right: Int?
    var deep: Int? = 2
    var item: Int? = 3
    var first: Int?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["left": "both", "right": "both", "deep": "in.deep", "item": "items.1", "first": "in.first"]
    }
}

private struct Accessed: Model, Equatable {
    var stored: Int? = 4
    var value: Int? {
        get { stored }
        set { stored = newValue }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.value, named: "value")
        model.ignored = ["stored"]
    }
}

private struct Counted: Model, Equatable {
    nonisolated(unsafe) static var made = 0
    var a: Int? = 1
    var b: Int? = 2
    init() { Counted.made += 1 }
}

@Suite("Nil goes there and back", .serialized)
struct NilRoundTripTests {
    private func encoder(_ policy: EncodingOptions.NilPolicy) -> ModelEncoder {
        var options = EncodingOptions()
        options.onNil = policy
        return ModelEncoder(options)
    }

    private func expectRoundTrip<T: Model & Equatable>(_ value: T, _ text: String) throws {
        let written = try encoder(.nullUnlessDefault).encodeToString(value)
        #expect(written == text)
        #expect(try decodeWhole(T.self, Array(written.utf8)).get() == value)
        for size in 1...3 { #expect(try decodeInChunks(T.self, Array(written.utf8), size: size).get() == value) }
        #expect(try decodeWhole(T.self, Array(try encoder(.null).encodeToString(value).utf8)).get() == value)
    }

    @Test func nilIsWrittenWhereTheDefaultIsNotNil() throws {
        let empty = Settings(theme: nil, font: nil, size: nil, nested: nil, list: nil, twice: nil)
        try expectRoundTrip(empty, #"{"theme":null,"size":null,"nested":null,"list":null,"twice":null}"#)
        try expectRoundTrip(
            Settings(theme: "dark", size: nil, nested: Inner(a: nil), list: [nil], twice: 5),
            #"{"theme":"dark","size":null,"nested":{"a":null},"list":[null],"twice":5}"#)
        try expectRoundTrip(Inner(a: nil), #"{"a":null}"#)
    }

    @Test func omitLosesTheNilOfADefaultThatIsNot() throws {
        let written = try encoder(.omit).encodeToString(Inner(a: nil))
        #expect(written == "{}")
        #expect(try Inner(json: written) == Inner(a: 1))
    }

    @Test func instancesPathsAndAccessors() throws {
        let instance = Instance()
        instance.name = nil
        try expectRoundTrip(instance, #"{"name":null}"#)
        try expectRoundTrip(
            Places(left: nil, right: nil, deep: nil, item: nil, first: nil), #"{"both":null,"in":{"deep":null},"items":[null,null]}"#)
        try expectRoundTrip(Accessed(stored: nil), #"{"value":null}"#)
    }

    @Test func theDefaultIsMadeOncePerType() throws {
        var value = Counted()
        value.a = nil
        _ = try encoder(.null).encodeToString(value)
        _ = try encoder(.omit).encodeToString(value)
        #expect(Counted.made == 1)
        let encoder = encoder(.nullUnlessDefault)
        for _ in 0..<3 { #expect(try encoder.encodeToString([value, value]) == #"[{"a":null,"b":2},{"a":null,"b":2}]"#) }
        #expect(Counted.made == 2)
    }

    @Test func eachSubsetOfNilsComesBack() throws {
        for mask in 0..<32 {
            var value = Settings()
            if mask & 1 != 0 { value.theme = nil }
            if mask & 2 != 0 { value.size = nil }
            if mask & 4 != 0 { value.nested = nil }
            if mask & 8 != 0 { value.list = nil }
            if mask & 16 != 0 { value.font = "f" }
            let written = try encoder(.nullUnlessDefault).encodeToString(value)
            #expect(try decodeWhole(Settings.self, Array(written.utf8)).get() == value, "\(written)")
        }
    }

    /// Nil of the outermost optional, as by null itself: what is inside of another is written as null, and read as that.
    @Test func aWordOfNullIsNullInOptionalsOfOptionals() throws {
        struct Deep: Model, Equatable {
            var twice: Int?? = 1
            var thrice: Double??? = 0.5
            var once: Bool? = true
        }
        for null in ["null", #""<null>""#, #""(NULL)""#] {
            let text = #"{"twice":\#(null),"thrice":\#(null),"once":\#(null)}"#
            for deep in [
                try decodeWhole(Deep.self, Array(text.utf8)).get(), try decodeInChunks(Deep.self, Array(text.utf8), size: 1).get(),
            ] {
                #expect(deep.twice == .none && deep.thrice == .none && deep.once == nil, "\(text)")
                #expect(try ModelDecoder().decode(Deep.self, from: try encoder(.null).encodeToString(deep)) == deep)
            }
        }
    }
}
