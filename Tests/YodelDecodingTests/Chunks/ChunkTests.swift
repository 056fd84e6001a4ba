import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct ChunkTests {
    static let numbers: [String] = [
        "0", "-0", "7", "-7", "12345678901234567890123456789012345678901234567890", "0.5", "-0.0", "1e5", "1E+5", "1e-5", "-1.25e-300",
        "3.141592653589793238462643383279", "0e0", "0.0001", "1e999999",
    ]

    static let strings: [String] = [
        #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC\ud83d\uDE00\u0000""#, "\"\u{E9}\u{20AC}\u{1F600}\u{10FFFF}\u{7F}\"",
        #""\\u0041\\""#, "\"" + String(repeating: "abcdefgh", count: 40) + "\"", "\"" + String(repeating: "\\n\u{1F600}", count: 40) + "\"",
        #""]}{[:,""#,
    ]

    static let containers: [String] = [
        "[]", "{}", "[[]]", "[{}]", #"{"":{}}"#, "[1,2,3]", "[ 1 , -2.5e1 , \"x\" , null , true , false ]",
        #"{"a":1,"b":[],"c":{"d":null}}"#,
        "\n{\r\n\t\"a\" :\t[ ] ,\n \"\\u0062\" : \"\\\\\" }\n", "[[[[[[[[1],2],3],4],5],6],7],8]", "[-0,0.0,1e1,\"1\"]",
        #"{"\ud83d\ude00":"é","é":"\u00e9"}"#,
        "[" + (0..<100).map { "{\"id\":\($0),\"n\":\"item \($0)\"}" }.joined(separator: ",\n") + "]",
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100), String(repeating: " \n", count: 70) + "true" + "   ",
    ]

    @Test(arguments: numbers + strings + containers + ["null", "true", "false"])
    func chunksOfAnySizeGiveTheSameValue(json: String) throws {
        let bytes = Array(json.utf8)
        // The one answer that does not come from Yodel's tokens.
        let expected = try #require(try? JSONDecoder().decode(Reference.self, from: Data(bytes)))
        let whole = try decodeWhole(JSONValue.self, bytes).get()
        #expect(expected.matches(whole))
        // Chunks of 1 to 31 bytes, each in both surroundings. Those of one byte are there in every run.
        for number in [0, 1] + some(23, of: 2..<62) {
            let (size, surroundings) = (number / 2 + 1, Surroundings.allCases[number % 2])
            #expect(try decodeInChunks(JSONValue.self, bytes, size: size, .lenient, surroundings).get() == whole, "chunks of \(size)")
        }
    }

    @Test(arguments: containers)
    func anyTwoPiecesGiveTheSameValue(json: String) throws {
        let bytes = Array(json.utf8)
        let whole = try decodeWhole(JSONValue.self, bytes).get()
        for cut in Set(some(100, of: 1..<bytes.count)).union([1, bytes.count - 1]) {
            var sizes = [cut, bytes.count]
            #expect(try decodeInChunks(JSONValue.self, bytes) { sizes.removeFirst() }.get() == whole, "cut at \(cut)")
        }
    }

    struct Page: Model, Equatable {
        var id = 0
        var title = ""
        var price: Double?
        var tags: [String] = []
        var pages: [String: Page] = [:]
        var list: [Page] = []
    }

    @Test func chunksOfAnySizeGiveTheSameModel() throws {
        let json = #"""
            {"id": 12345, "title": "caf\u00e9 \"\ud83d\ude00\"", "unknown": {"a": [1, "]", {"b": null}]}, "price": -12.5e-1,
             "tags": ["a", "\\", "", "long enough not to be small"], "pages": {"x\ty": {"id": 2, "list": [{}, {"title": "z"}]}}, "list": []}
            """#
        let bytes = Array(json.utf8)
        let inner = Page(id: 2, list: [Page(), Page(title: "z")])
        let expected = Page(
            id: 12345, title: "caf\u{E9} \"\u{1F600}\"", price: -1.25, tags: ["a", "\\", "", "long enough not to be small"],
            pages: ["x\ty": inner])
        #expect(try decodeWhole(Page.self, bytes).get() == expected)
        for size in 1...31 {
            #expect(try decodeInChunks(Page.self, bytes, size: size, .strict, .noise).get() == expected, "chunks of \(size)")
        }
    }

    @Test func emptyChunksAreNothing() throws {
        let slot = UnsafeMutablePointer<[Int]>.allocate(capacity: 1)
        defer { slot.deallocate() }
        let options = DecodingOptions.lenient
        var document = ChunkedDocument(
            try PlanCache.shared.plan(for: [Int].self), into: UnsafeMutableRawPointer(slot), rules: options.rules, limits: options.limits)
        for piece in ["", "[1", "", "2,", "", "", "3]", ""] {
            var piece = piece
            try piece.withBorrowedBytes { bytes in Result { () throws(ModelError) in try document.feed(bytes) } }.get()
        }
        try document.feed(.none)
        try document.finish()
        #expect(slot.move() == [12, 3])
    }

    @Test func anErrorIsThrownAgainByEveryLaterCall() throws {
        let slot = UnsafeMutablePointer<[Int]>.allocate(capacity: 1)
        defer { slot.deallocate() }
        let options = DecodingOptions.lenient
        var document = ChunkedDocument(
            try PlanCache.shared.plan(for: [Int].self), into: UnsafeMutableRawPointer(slot), rules: options.rules, limits: options.limits)
        var errors: [ErrorFields] = []
        for piece in ["[1,", "]", "2]", "x"] {
            var piece = piece
            piece.withBorrowedBytes { bytes in
                do throws(ModelError) { try document.feed(bytes) } catch { errors.append(ErrorFields(error)) }
            }
        }
        do throws(ModelError) { try document.finish() } catch { errors.append(ErrorFields(error)) }
        let message = "expected a value, found ']': JSON has no comma after the last element"
        let expected = ErrorFields(.syntax, .unexpectedByte, at: 3, path: "[1]", message)
        #expect(errors == [expected, expected, expected, expected])
    }
}

/// A JSON value as Foundation reads it.
private enum Reference: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Reference])
    case object([String: Reference])
    /// A number that no Double holds.
    case large

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([Reference].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: Reference].self) {
            self = .object(value)
        } else {
            self = (try? container.decode(Double.self)).map { .number($0) } ?? .large
        }
    }

    func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): Double(right.description) == left
        case (.large, .number(let right)): Double(right.description)?.isInfinite ?? false
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { pair in right[pair.key].map { pair.value.matches($0) } ?? false }
        default: false
        }
    }
}
