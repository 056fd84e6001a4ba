import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct SyntaxErrorTests {
    @Test(arguments: SyntaxCase.all)
    func theErrorSaysWhatAndWhere(syntax: SyntaxCase) {
        #expect(decodeWhole(JSONValue.self, syntax.bytes, syntax.options).errorFields == syntax.expected)
    }

    @Test(arguments: SyntaxCase.all)
    func whatLiesAroundTheInputDoesNotMatter(syntax: SyntaxCase) {
        #expect(decodeWhole(JSONValue.self, syntax.bytes, syntax.options, .noise).errorFields == syntax.expected)
    }

    @Test(.slow, arguments: SyntaxCase.all)
    func chunksOfAnySizeGiveTheSameError(syntax: SyntaxCase) {
        // Chunks of 1 to 31 bytes, each in both surroundings. Those of one byte are there in every run.
        for number in [0, 1] + some(4, of: 2..<62) {
            let (size, surroundings) = (number / 2 + 1, Surroundings.allCases[number % 2])
            let error = decodeInChunks(JSONValue.self, syntax.bytes, size: size, syntax.options, surroundings).errorFields
            #expect(error == syntax.expected, "chunks of \(size)")
        }
    }

    /// The last bytes of a document whose fault shows before its end do not count.
    @Test(arguments: SyntaxCase.structure + SyntaxCase.words + SyntaxCase.surrogates)
    func whatFollowsTheFaultDoesNotMatter(syntax: SyntaxCase) {
        for rest in ["\u{B}", "\"", "\n\n]", "\\ud800"] {
            let bytes = syntax.bytes + Array(rest.utf8)
            #expect(decodeWhole(JSONValue.self, bytes).errorFields == syntax.expected, "followed by \(rest.debugDescription)")
            #expect(decodeInChunks(JSONValue.self, bytes, size: 3).errorFields == syntax.expected, "followed by \(rest.debugDescription)")
        }
    }

    // MARK: Paths

    struct Leaf: Model {
        var id = 0
        var name = ""
    }

    struct Tree: Model {
        var leaf = Leaf()
        var leaves: [Leaf] = []
        var table: [String: Leaf] = [:]
        var numbers: [Int] = []
        var ages: [String: Int] = [:]
        var grid: [[Int]] = []
        var any: JSONValue = .null
        var trees: [Tree] = []
    }

    @Test(arguments: [
        ("?", 0, ""), (#"{"leaf":?}"#, 8, "leaf"), (#"{"leaf":{"name": ?}}"#, 17, "leaf.name"), (#"{"leaf":{"?": ?}}"#, 14, "leaf"),
        (#"{"leaves":[?]}"#, 11, "leaves[0]"), (#"{"leaves":[{"id":1},{"id":?}]}"#, 26, "leaves[1].id"),
        (#"{"table":{"k":?}}"#, 14, "table.k"), (#"{"table":{"k":{"id":?}}}"#, 20, "table.k.id"),
        (#"{"table":{"a.b":{"id":?}}}"#, 22, #"table["a.b"].id"#), (#"{"numbers":[1,2,?]}"#, 16, "numbers[2]"),
        (#"{"ages":{"ann":?}}"#, 15, "ages.ann"), (#"{"ages":{"ann":1,"bob":?}}"#, 23, "ages.bob"),
        (#"{"grid":[[],[1,?]]}"#, 15, "grid[1][1]"),
        (#"{"unknown":?}"#, 11, ""), (#"{"leaf":{"unknown":[1,?]}}"#, 22, "leaf"), (#"{"any":[1,?]}"#, 10, "any"),
        (#"{"trees":[{},{"trees":[{"leaves":[{},{"name":?}]}]}]}"#, 45, "trees[1].trees[0].leaves[1].name"),
        (#"{"leaf":{"id":1,"name":"x"},"numbers":[?]}"#, 39, "numbers[0]"),
    ])
    func thePathLeadsToTheValue(json: String, offset: Int, path: String) {
        let expected = ErrorFields(.syntax, .unexpectedByte, at: offset, path: path, "expected a JSON token, found '?'")
        #expect(decodeWhole(Tree.self, Array(json.utf8)).errorFields == expected)
        for size in 1...31 {
            #expect(decodeInChunks(Tree.self, Array(json.utf8), size: size).errorFields == expected, "chunks of \(size)")
        }
    }

    /// An index counts the elements of the document, those too that the lenient rules leave out.
    @Test(arguments: [("[1,?]", "[1]"), ("[{},?]", "[1]"), (#"["x",[],1,null,?]"#, "[4]"), ("[{},[?]]", "[1]")])
    func anIndexCountsElementsThatWereLeftOut(json: String, path: String) {
        #expect(decodeWhole([Int].self, Array(json.utf8)).errorFields?.path == path)
    }

    @Test(arguments: [[0xEF, 0xBB, 0xBF, 0x37], [0xEF, 0xBB, 0xBF, 0x20, 0x37, 0x0A]] as [[UInt8]])
    func aByteOrderMarkIsSteppedOver(bytes: [UInt8]) throws {
        #expect(try decodeWhole(Int.self, bytes).get() == 7)
        for size in 1...6 {
            #expect(try decodeInChunks(Int.self, bytes, size: size).get() == 7)
        }
    }
}
