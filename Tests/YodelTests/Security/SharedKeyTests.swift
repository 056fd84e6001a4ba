import Testing

@testable import Yodel
@testable import YodelTestSupport

extension LifetimeTests {
    /// A key of several properties whose values have the key again: each level is read for each of them, so that the innermost would be 2^n times.
    @Suite("Keys of several properties, inside each other", .serialized)
    struct SharedKeyTests {
        final class Node: Tracked, Model {
            nonisolated(unsafe) static var made = 0

            var id = 0
            var one: Node?
            var two: Node?
            static func describe(_ model: inout ModelDescription) { model.keys = ["one": "child", "two": "child"] }

            required override init() {
                super.init()
                Self.made += 1
            }

            var nodes: Int { 1 + (one?.nodes ?? 0) + (two?.nodes ?? 0) }
        }

        private func text(_ depth: Int) -> String {
            String(repeating: #"{"id":1,"child":"#, count: depth) + #"{"id":2}"# + String(repeating: "}", count: depth)
        }

        /// Each way of reading a document.
        private func ways(_ text: String, _ options: DecodingOptions) throws -> [() throws -> Node] {
            var yajl = options
            yajl.tokenizer = .yajl
            let (decoder, onYajl) = (ModelDecoder(options), ModelDecoder(yajl))
            let json = try decoder.decode(JSONValue.self, from: text)
            let plain = try decoder.decode([String: Any].self, from: text)
            let middle = text.index(text.startIndex, offsetBy: text.count / 2)
            let chunks = [String(text[..<middle]), String(text[middle...])]
            return [
                { try decoder.decode(Node.self, from: text) }, { try onYajl.decode(Node.self, from: text) },
                { try decoder.decode(Node.self, from: json) }, { try decoder.decode(Node.self, from: plain) },
                { try decoder.decode(Node.self, fromChunks: chunks) },
            ]
        }

        @Test(arguments: [DecodingOptions.lenient, .strict])
        func aFewLevelsAreReadForEach(_ options: DecodingOptions) throws {
            let before = Tracked.living
            for depth in [0, 1, 9] {
                for way in try ways(text(depth), options) { #expect(try way().nodes == 1 << (depth + 1) - 1) }
            }
            #expect(Tracked.living == before)
        }

        @Test(arguments: [DecodingOptions.lenient, .strict])
        func manyLevelsAreAnError(_ options: DecodingOptions) throws {
            let before = Tracked.living
            for depth in [20, triesFewerCases ? 60 : 200] {
                for (index, way) in try some(1, of: Array(ways(text(depth), options).enumerated())) {
                    Node.made = 0
                    let error = #expect(throws: ModelError.self) { try way() }
                    let name = "\(depth) levels, way \(index)"
                    #expect(error?.code == .invalidValue && error?.path.description.hasPrefix("child.child") == true, "\(name)")
                    let hint = "that is not a valid one after as many readings by several properties as its size allows"
                    #expect(error?.message.hasSuffix(hint) == true, "\(name)")
                    // Of a node's ten bytes or more at least so many are counted.
                    #expect(10 * Node.made < 128 << 10 + 64 * text(depth).utf8.count, "\(name): \(Node.made)")
                }
            }
            #expect(Tracked.living == before)
        }

        /// A type of a program's own between two levels: its models are read as documents of their own, and count with what is around them.
        final class Link: Tracked, ModelCodable {
            nonisolated(unsafe) static var made = 0

            struct Own: Codable { var link: Link? }

            var one: Own?
            var two: Own?
            static func describe(_ model: inout ModelDescription) { model.keys = ["one": "child", "two": "child"] }

            required override init() {
                super.init()
                Self.made += 1
            }

            var links: Int { 1 + (one?.link?.links ?? 0) + (two?.link?.links ?? 0) }
        }

        @Test(arguments: [DecodingOptions.lenient, .strict])
        func levelsInsideOfCodableTypesCountTogether(_ options: DecodingOptions) throws {
            func text(_ depth: Int) -> String {
                String(repeating: #"{"child":{"link":"#, count: depth) + #"{"child":null}"# + String(repeating: "}}", count: depth)
            }
            let before = Tracked.living
            let decoder = ModelDecoder(options)
            #expect(try decoder.decode(Link.self, from: text(5)).links == 63)
            let deep = text(15)
            Link.made = 0
            let error = #expect(throws: ModelError.self) { try decoder.decode(Link.self, from: deep) }
            #expect(error?.code == .invalidValue && error?.path.description.hasPrefix("child.link.child") == true)
            let hint = "that is not a valid one after as many readings by several properties as its size allows"
            #expect(error?.message.hasSuffix(hint) == true)
            // Of a link's ten bytes or more at least so many are counted.
            #expect(10 * Link.made < 128 << 10 + 64 * deep.utf8.count, "\(Link.made)")
            #expect(Tracked.living == before)
        }

        /// What stands beside each other is no level.
        @Test func manyValuesBesideEachOther() throws {
            let list = "[" + [String](repeating: text(3), count: 2_000).joined(separator: ",") + "]"
            #expect(try ModelDecoder(.strict).decode([Node].self, from: list).allSatisfy { $0.nodes == 15 })
        }
    }
}
