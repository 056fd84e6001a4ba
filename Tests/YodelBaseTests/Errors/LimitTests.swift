import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct LimitTests {
    struct Node: Model {
        var child: [Node] = []
        var table: [String: Node] = [:]
        var value: JSONValue = .null
    }

    private static func options(_ change: (inout DecodingOptions) -> Void) -> DecodingOptions {
        var options = DecodingOptions.lenient
        change(&options)
        return options
    }

    private func nested(_ open: String, _ close: String, _ count: Int, _ inside: String = "") -> [UInt8] {
        Array((String(repeating: open, count: count) + inside + String(repeating: close, count: count)).utf8)
    }

    // MARK: Depth

    @Test(arguments: [1, 2, 3, 17, 512])
    func theDepthIsCountedFromTheRoot(limit: Int) throws {
        let options = Self.options { $0.maximumDepth = limit }
        let message = "containers nested deeper than \(limit) (maximumDepth)"
        #expect(throws: Never.self) { try decodeWhole(JSONValue.self, nested("[", "]", limit), options).get() }
        let expected = ErrorFields(.limit, .depthLimit, at: limit, message)
        #expect(decodeWhole(JSONValue.self, nested("[", "]", limit + 1), options).errorFields == expected)
        for size in [1, 7, 31] {
            #expect(decodeInChunks(JSONValue.self, nested("[", "]", limit + 1), size: size, options).errorFields == expected)
            #expect(throws: Never.self) { try decodeInChunks(JSONValue.self, nested("[", "]", limit), size: size, options).get() }
        }
    }

    @Test(arguments: [0, -1, Int.min])
    func aDepthBelowOneCountsAsOne(limit: Int) throws {
        let options = Self.options { $0.maximumDepth = limit }
        #expect(try decodeWhole([Int].self, Array("[1]".utf8), options).get() == [1])
        #expect(decodeWhole([[Int]].self, Array("[[1]]".utf8), options).errorFields?.code == .depthLimit)
    }

    @Test func theDefaultIs512() {
        #expect(throws: Never.self) { try decodeWhole(Node.self, nested(#"{"x":"#, "}", 512, "0")).get() }
        #expect(
            decodeWhole(Node.self, nested(#"{"x":"#, "}", 513, "0")).errorFields
                == ErrorFields(.limit, .depthLimit, at: 512 * 5, "containers nested deeper than 512 (maximumDepth)"))
    }

    /// However deep the document is, only the first 512 containers are entered: mapped, kept as values, or skipped.
    @Test func aHundredThousandLevelsAreRefused() {
        let message = "containers nested deeper than 512 (maximumDepth)"
        let arrays = nested("[", "]", 100_000)
        let objects = nested(#"{"value":"#, "}", 100_000, "0")
        let unknown = nested(#"{"x":"#, "}", 100_000, "0")
        let mapped = nested(#"{"child":["#, "]}", 100_000)
        let byKey = nested(#"{"table":{"k":"#, "}}", 100_000, "0")
        let skipped = Array(#"{"unknown":"#.utf8) + arrays + Array("}".utf8)
        let path = String(repeating: "child[0].", count: 256).dropLast()
        for size in [0, 4096, 13] {
            func error<T>(_ type: T.Type, _ bytes: [UInt8]) -> ErrorFields? {
                (size == 0 ? decodeWhole(type, bytes) : decodeInChunks(type, bytes, size: size)).errorFields
            }
            #expect(error(JSONValue.self, arrays) == ErrorFields(.limit, .depthLimit, at: 512, message))
            #expect(error([Any].self, arrays) == ErrorFields(.limit, .depthLimit, at: 512, message))
            #expect(error(Node.self, objects) == ErrorFields(.limit, .depthLimit, at: 512 * 9, path: "value", message))
            #expect(error(Node.self, unknown) == ErrorFields(.limit, .depthLimit, at: 512 * 5, message))
            #expect(error(Node.self, mapped)?.offset == 2560)
            #expect(error(Node.self, mapped)?.path.hasPrefix(path) == true)
            #expect(error(Node.self, byKey)?.offset == 256 * 14)
            #expect(error(Node.self, skipped) == ErrorFields(.limit, .depthLimit, at: 11 + 511, message))
        }
    }

    /// At the greatest depth that can be set, values are built and released without running out of stack.
    @Test(arguments: [0, 4096])
    func theGreatestDepthIsTwoThousand(size: Int) {
        let options = Self.options { $0.maximumDepth = .max }
        let message = "containers nested deeper than 2000 (maximumDepth)"
        func error<T>(_ type: T.Type, _ bytes: [UInt8]) -> ErrorFields? {
            (size == 0 ? decodeWhole(type, bytes, options) : decodeInChunks(type, bytes, size: size, options)).errorFields
        }
        #expect(error(JSONValue.self, nested("[", "]", 2_000)) == nil)
        #expect(error(JSONValue.self, nested(#"{"a":"#, "}", 2_000, "0")) == nil)
        #expect(error([Any].self, nested("[", "]", 2_000)) == nil)
        #expect(error(Node.self, nested(#"{"child":["#, "]}", 1_000)) == nil)
        #expect(error(Node.self, nested(#"{"table":{"k":"#, "}}", 1_000, "0")) == nil)
        #expect(error(Node.self, nested(#"{"unknown":"#, "}", 2_000, "0")) == nil)
        #expect(error(JSONValue.self, nested("[", "]", 2_001)) == ErrorFields(.limit, .depthLimit, at: 2_000, message))
        #expect(error(Node.self, nested(#"{"x":"#, "}", 100_000, "0")) == ErrorFields(.limit, .depthLimit, at: 10_000, message))
    }

    /// The same for models that see their objects as a whole, from every source.
    @Test(.slow) func theGreatestDepthOfModelsWithHooks() throws {
        let bytes = nested(#"{"child":["#, "]}", 1_000)
        for tokenizer in [DecodingOptions.Tokenizer.scanner, .yajl] {
            let decoder = ModelDecoder(Self.options { ($0.maximumDepth, $0.tokenizer) = (.max, tokenizer) })
            let value = try decoder.decode(JSONValue.self, from: bytes)
            #expect(try decoder.decode(HookedNode.self, from: bytes).depth == 1_000)
            #expect(try decoder.decode(HookedNode.self, from: value).depth == 1_000)
            #expect(try decodeInChunks(HookedNode.self, bytes, size: 4096, decoder.options).get().depth == 1_000)
            var updated = HookedNode()
            try decoder.update(&updated, from: bytes)
            #expect(updated.depth == 1_000)
        }
    }

    private struct HookedNode: DidDecodeModel {
        var child: [HookedNode] = []
        var depth = 0

        mutating func didDecode(from object: JSONObject) throws { depth = 1 + (child.first?.depth ?? 0) }
    }

    // MARK: Tokens

    @Test(arguments: [
        (#""1234567890""#, #""12345678901""#, 0), (#"{"1234567890":1}"#, #"{"12345678901":1}"#, 1), ("[1234567890]", "[12345678901]", 1),
        ("1234567890", "12345678901", 0), (#"["\u0041\u0042\n\\\"\/12\u00e9"]"#, #"["\u0041\u0042\n\\\"\/123\u00e9"]"#, 1),
        (#"[1, "ééééé"]"#, #"[1, "éééééa"]"#, 4), ("[-1.2345e10]", "[1,-1.2345e100]", 3),
        (#"["a", "\\\\\\\\\\\\\\\\\\\\"]"#, #"["a", "\\\\\\\\\\\\\\\\\\\\\\"]"#, 6),
        (#"{"x":{"unknown":["1234567890"]}}"#, #"{"x":{"unknown":["12345678901"]}}"#, 17),
    ])
    func aTokenMayBeAsLongAsTheLimit(fitting: String, over: String, offset: Int) {
        let options = Self.options { $0.maximumTokenBytes = 10 }
        let expected = ErrorFields(.limit, .tokenLimit, at: offset, "a string, key or number of more than 10 bytes (maximumTokenBytes)")
        #expect(throws: Never.self) { try decodeWhole(JSONValue.self, Array(fitting.utf8), options).get() }
        #expect(decodeWhole(JSONValue.self, Array(over.utf8), options).errorFields == expected)
        for size in 1...31 {
            #expect(throws: Never.self) { try decodeInChunks(JSONValue.self, Array(fitting.utf8), size: size, options).get() }
            #expect(decodeInChunks(JSONValue.self, Array(over.utf8), size: size, options).errorFields == expected, "chunks of \(size)")
        }
    }

    /// A token of ten bytes may take sixty to write, and what comes behind it in a chunk is no part of it.
    @Test func noCutMakesATokenLonger() throws {
        let options = Self.options { $0.maximumTokenBytes = 10 }
        let json = #"["\#(String(repeating: "\\u0041", count: 10))","b","c",1,2,3,"dddddddd",[],[],{},{},{},[[[[[[]]]]]],true,false,null]"#
        let bytes = Array(json.utf8)
        let whole = try decodeWhole(JSONValue.self, bytes, options).get()
        for first in 1..<80 {
            for second in [5, 15, 20, 30, 40] {
                var sizes = [first, second]
                let result = decodeInChunks(JSONValue.self, bytes, options) { sizes.isEmpty ? 1000 : sizes.removeFirst() }
                #expect((try? result.get()) == whole, "cut at \(first) and \(second) on: \(result.errorFields?.description ?? "")")
            }
        }
    }

    /// In chunks an endless token is given up long before its end.
    @Test(arguments: ["\"", "1", #"{"aa":"#, #"[{"aa":[1,""#])
    func anEndlessTokenIsStopped(start: String) throws {
        let options = Self.options { $0.maximumTokenBytes = 1000 }
        let bytes = Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: 1_000_000)
        var pieces = 0
        let error = decodeInChunks(JSONValue.self, bytes, options) {
            pieces += 1
            return 100
        }.errorFields
        #expect(error?.code == .tokenLimit)
        #expect(error?.offset == (start == "1" ? 0 : start.hasSuffix("\"") ? start.utf8.count - 1 : start.utf8.count))
        #expect(pieces < 140)
    }

    // MARK: Documents

    @Test func aDocumentMayBeAsLongAsTheLimit() {
        let bytes = Array("[1,\n2,\n\n33]\n".utf8)
        let options = Self.options { $0.maximumDocumentBytes = bytes.count }
        let tooSmall = Self.options { $0.maximumDocumentBytes = bytes.count - 2 }
        let expected = ErrorFields(
            .limit, .documentLimit, at: 10, line: 4, column: 3, "the document is longer than 10 bytes (maximumDocumentBytes)")
        #expect(throws: Never.self) { try decodeWhole([Int].self, bytes, options).get() }
        #expect(decodeWhole([Int].self, bytes, tooSmall).errorFields == expected)
        for size in 1...31 {
            #expect(throws: Never.self) { try decodeInChunks([Int].self, bytes, size: size, options).get() }
            #expect(decodeInChunks([Int].self, bytes, size: size, tooSmall).errorFields == expected, "chunks of \(size)")
        }
    }

    @Test func whiteSpaceBehindTheRootCounts() {
        let options = Self.options { $0.maximumDocumentBytes = 100 }
        let bytes = Array("[]".utf8) + [UInt8](repeating: 0x20, count: 99)
        #expect(decodeWhole([Int].self, bytes, options).errorFields?.code == .documentLimit)
        #expect(decodeInChunks([Int].self, bytes, size: 10, options).errorFields?.code == .documentLimit)
    }

    // MARK: Size

    @Test func aStringOf64MiBComesInChunksInLinearTime() throws {
        func string(_ size: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: size + 2)
            bytes[0] = UInt8(ascii: "\"")
            bytes[size + 1] = UInt8(ascii: "\"")
            return bytes
        }
        // A quarter of it comes in as many chunks, each a quarter as long.
        let (size, chunk) = triesFewerCases ? (4 << 20, 16 << 10) : (16 << 20, 64 << 10)
        try LinearTime.expect(size, make: string) { bytes in
            let text = try decodeInChunks(String.self, bytes, size: chunk).get()
            #expect(text.utf8.count == bytes.count - 2)
        }
    }

    /// White space is forgotten as it comes.
    @Test(arguments: ["[1,", "", "{\"a\":", "[1"])
    func aLongRunOfWhiteSpaceIsNoToken(start: String) throws {
        let options = Self.options { $0.maximumTokenBytes = 16 }
        let rest = ["[1,": "2]", "": "3", "{\"a\":": "4}", "[1": "]"][start] ?? ""
        func document(_ count: Int) -> [UInt8] { Array(start.utf8) + [UInt8](repeating: 0x0A, count: count) + Array(rest.utf8) }
        #expect(throws: Never.self) {
            try LinearTime.expect(1 << 16, make: document) { bytes in
                _ = try decodeInChunks(JSONValue.self, bytes, size: 100, options).get()
            }
        }
        let broken = decodeInChunks(JSONValue.self, document(1 << 18) + Array("?".utf8), size: 100, options).errorFields
        #expect(broken?.line == (1 << 18) + 1)
        #expect(broken?.column == rest.utf8.count + 1)
    }
}
