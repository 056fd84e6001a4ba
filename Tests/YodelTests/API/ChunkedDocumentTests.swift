import Foundation
import Testing

@testable import Yodel

@Suite struct ChunkedDocumentTests {
    struct User: Model, Equatable {
        var id = 0
        var name = ""
        var tags: [String] = []
        var friend: JSONValue?
    }

    private static let text =
        #"{"id": 12345, "name": "Ann \u00e9 \ud83d\ude00", "tags": ["a", "long enough for the heap"], "friend": {"id": 1.50}}"#
    private let decoder = ModelDecoder()

    @Test(arguments: 1...40)
    func anyPiecesMakeTheSameValue(size: Int) throws {
        let bytes = Array(Self.text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        #expect(try decoder.decode(User.self, fromChunks: pieces) == decoder.decode(User.self, from: bytes))
        #expect(try decoder.decode(User.self, fromChunks: pieces.map { Data($0) }) == decoder.decode(User.self, from: bytes))
    }

    @Test func emptyPiecesDoNotMatter() throws {
        #expect(try decoder.decode([Int].self, fromChunks: ["", "[1", "", ", 2", "", "]", ""]) == [1, 2])
    }

    @Test(arguments: [[], [""], ["", "  "]])
    func noDocumentAtAll(chunks: [String]) {
        #expect(throws: ModelError.self) { try decoder.decode(User.self, fromChunks: chunks) }
    }

    @Test func anErrorSaysWhere() {
        let error = #expect(throws: ModelError.self) {
            try decoder.decode(User.self, fromChunks: [#"{"id": 1,"#, "\n", #""name": tru"#, "x}"])
        }
        #expect(error?.category == .syntax)
        #expect(error?.offset == 21 && error?.line == 2 && error?.column == 12)
        #expect(error?.path.description == "name")
    }

    @Test func afterAnErrorNoPieceIsAskedFor() {
        var asked = 0
        let chunks = sequence(state: 0) { _ -> String? in
            asked += 1
            return asked == 3 ? "?" : "["
        }
        #expect(throws: ModelError.self) { try decoder.decode(JSONValue.self, fromChunks: chunks) }
        #expect(asked == 3)
    }

    @Test func theOptionsHold() {
        var options = DecodingOptions.strict
        options.maximumDocumentBytes = 10
        let decoder = ModelDecoder(options)
        #expect(throws: ModelError.self) { try decoder.decode([Int].self, fromChunks: ["[1", ",2.5]"]) }
        let error = #expect(throws: ModelError.self) { try decoder.decode([Int].self, fromChunks: repeatElement("[1,2,3]", count: 2)) }
        #expect(error?.code == .documentLimit)
    }

    @Test func aTypeThatCannotBeMapped() {
        let error = #expect(throws: ModelError.self) { try decoder.decode((() -> Void).self, fromChunks: ["{}"]) }
        #expect(error?.category == .model)
    }

    // MARK: Pieces that come later

    private func pieces(_ texts: [String], then error: (any Error)? = nil) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            for text in texts { continuation.yield(text) }
            continuation.finish(throwing: error)
        }
    }

    @Test func piecesThatComeLater() async throws {
        let texts = Self.text.map { String($0) }
        #expect(try await decoder.decode(User.self, fromChunks: pieces(texts)) == decoder.decode(User.self, from: Self.text))
    }

    struct Broken: Error {}

    @Test func theErrorOfTheSequenceIsThrown() async {
        await #expect(throws: Broken.self) { try await decoder.decode(User.self, fromChunks: pieces([#"{"tags": ["a","#], then: Broken())) }
        await #expect(throws: ModelError.self) { try await decoder.decode(User.self, fromChunks: pieces([#"{"tags": ["a""#])) }
    }
}
