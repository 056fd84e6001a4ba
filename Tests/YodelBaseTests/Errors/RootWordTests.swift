import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Null, words and numbers as whole documents, and what follows them.
@Suite("Words at the root")
struct RootWordTests {
    /// Anything is `Any` as it is: null too, as inside of `[Any]`.
    @Test(arguments: [DecodingOptions.lenient, .strict])
    func nullIsAny(options: DecodingOptions) throws {
        func isNone(_ value: Any) -> Bool {
            if case .null = PlainValue(value) { type(of: value) == Any?.self } else { false }
        }
        for json in ["null", " null\n"] {
            #expect(isNone(try decodeWhole(Any.self, Array(json.utf8), options).get()))
            #expect(try decodeWhole(Any?.self, Array(json.utf8), options).get() == nil)
            for size in 1...5 { #expect(isNone(try decodeInChunks(Any.self, Array(json.utf8), size: size, options).get())) }
        }
        #expect(isNone(try ModelDecoder(options).decode(Any.self, from: JSONValue.null)))
        #expect(isNone(try ModelDecoder(options).decode(Any.self, from: #"{"a": null}"#, at: "a")))
        #expect(try ModelEncoder().encodeToString(ModelDecoder(options).decode(Any.self, from: "null")) == "null")
        // Elements of every collection keep their places, as those of `[Any]` do.
        let lists = try ModelDecoder(options).decode(ContiguousArray<Any>.self, from: "[1,null,2]")
        #expect(lists.count == 3 && isNone(lists[1]))
        let table = try ModelDecoder(options).decode([Int: Any].self, from: #"{"1":null,"2":3}"#)
        #expect(table.count == 2 && table[1].map(isNone) == true)
    }

    private struct Holder: Model { var any: Any = 5 }

    @Test func aPropertyKeepsWhatItHas() throws {
        #expect(try Holder(json: #"{"any": null}"#).any as? Int == 5)
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Holder.self, from: #"{"any": null}"#) }
    }

    @Test(
        arguments: [
            ("nullx", .trailingContent, 4), ("nullnull", .trailingContent, 4), ("null1", .trailingContent, 4),
            (#"null"a""#, .trailingContent, 4),
            ("null]", .trailingContent, 4), ("null x", .trailingContent, 5), ("truex", .trailingContent, 4),
            ("falsex", .trailingContent, 5),
            ("true1", .trailingContent, 4), ("1x", .trailingContent, 1), ("1.5x", .trailingContent, 3), ("1e5x", .trailingContent, 3),
            ("01", .trailingContent, 1), (#""a"x"#, .trailingContent, 3), ("nul", .unexpectedEnd, 3), ("n", .unexpectedEnd, 1),
            ("tru", .unexpectedEnd, 3), ("nulL", .invalidLiteral, 3), ("NaN", .unexpectedByte, 0), ("Infinity", .unexpectedByte, 0),
            ("-Infinity", .invalidNumber, 1), ("-x", .invalidNumber, 1), ("[nullx]", .unexpectedByte, 5), ("[1x]", .unexpectedByte, 2),
            (#"{"a":nullx}"#, .unexpectedByte, 9), ("[NaN]", .unexpectedByte, 1),
        ] as [(String, ModelError.Code, Int)])
    func whatFollowsAWord(json: String, code: ModelError.Code, offset: Int) {
        func check<T>(_ type: T.Type) {
            let whole = decodeWhole(type, Array(json.utf8)).errorFields
            #expect(whole?.category == .syntax && whole?.code == code && whole?.offset == offset, "\(type): \(whole?.description ?? "-")")
            for size in 1...5 { #expect(decodeInChunks(type, Array(json.utf8), size: size).errorFields == whole) }
        }
        check(Any.self)
        check(Any?.self)
        check(JSONValue.self)
    }
}
