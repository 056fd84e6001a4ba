import Testing

@testable import Yodel
@testable import YodelTestSupport

extension LifetimeTests {
    /// Payloads of which each is made once and dies once, however the decode ends; and how long it takes for hostile documents.
    @Suite("Lifetimes of enums")
    struct EnumLifetimeTests {
        final class Leaf: Tracked, Model {
            var name = ""
            var child: Tree?
            var children: [Tree] = []
            required override init() { super.init() }
            static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
        }

        indirect enum Tree: DescribedEnum {
            case leaf(Leaf), list([Tree]), empty
            static func describe(_ cases: inout EnumCases<Self>) {
                cases.add("leaf", make: Self.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
                cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
                cases.add("empty", value: .empty) { if case .empty = $0 { true } else { false } }
            }
        }

        enum Tagged: DescribedEnum {
            case leaf(Leaf), other(JSONObject)
            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .tagged("type")
                cases.add("leaf", make: Self.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
                cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
            }
        }

        @Test func nothingIsLeft() throws {
            let text =
                #"{"list":[{"leaf":{"name":"a","child":{"leaf":{"_0":{"name":"b"}}}}},"empty",{"leaf":{"name":"c","children":["empty",{"leaf":{"name":"d"}}]}},{"leaf":{}},{"leaf":{"name":"e"},"x":1}]}"#
            let tagged = #"{"child":{"list":[{"leaf":{"name":"x"}}]},"name":"t","type":"leaf"}"#
            for text in [text, tagged] {
                let bytes = Array(text.utf8)
                for end in [0, bytes.count] + some(8, of: 1..<bytes.count) {
                    // Each beginning, and each with one byte changed.
                    for part in [Array(bytes[..<end]), bytes[..<end] + [UInt8(ascii: "]")] + bytes.dropFirst(end + 1)] {
                        let before = Tracked.living
                        let document = String(decoding: part, as: UTF8.self)
                        for options in [DecodingOptions.lenient, .strict] {
                            _ = EveryWay.outcomes(Tree.self, document, options)
                            _ = EveryWay.outcomes([Tagged].self, "[\(document)]", options)
                            _ = EveryWay.outcomes(Tagged.self, document, options)
                        }
                        #expect(Tracked.living == before, "\(document)")
                    }
                }
            }
        }

        @Test func whatIsReplacedDies() throws {
            let before = Tracked.living
            do {
                var tree = try ModelDecoder().decode(Tree.self, from: #"{"leaf":{"name":"a"}}"#)
                try ModelDecoder().update(&tree, from: #"{"list":[{"leaf":{"name":"b"}}]}"#)
                #expect(Tracked.living == before + 1)
                #expect(throws: ModelError.self) { try ModelDecoder().update(&tree, from: #"{"leaf":7}"#) }
                #expect(Tracked.living == before + 1)
                _ = try ModelEncoder().encodeToString(tree)
            }
            #expect(Tracked.living == before)
        }

        // MARK: Time

        /// Decodes a document often enough for a clock. It must not end at the limit of depth, which would be no test.
        private static func decode<T>(_ type: T.Type, _ text: String, times: Int = 3) {
            for _ in 0..<times {
                guard case .failure(let error) = Enums.result(of: type, text, decoder()) else { continue }
                #expect(error.code != .depthLimit)
            }
        }

        /// What is deeper is read by a thread of its own, whose time does not count.
        private static func decoder(_ options: DecodingOptions = .lenient) -> ModelDecoder {
            var options = options
            options.maximumDepth = 512
            return ModelDecoder(options)
        }

        /// What takes long to pass over, as often as levels do it.
        private static func padding(_ size: Int) -> String { "[" + String(repeating: "1,", count: 200 * size) + "1]" }

        /// A tag behind the child: each level is passed over before it is read.
        @Test(arguments: [#""type":"node""#, #""type":"star""#, #""x":1"#])
        func tagsBehindDeepChildren(_ tag: String) {
            LinearTime.expect(triesFewerCases ? 40 : 60) { size in
                String(repeating: #"{"title":"t","child":"#, count: size) + #"{"x":\#(Self.padding(size))}"#
                    + String(repeating: ",\(tag)}", count: size)
            } run: {
                Self.decode(Enums.Tagged.self, $0, times: triesFewerCases ? 1 : 3)
            }
        }

        /// Each level has a tag on both sides of the child, and only the second tells its case.
        @Test(.slow, arguments: ["node", "star", "box"])
        func tagsThatRepeat(_ first: String) {
            LinearTime.expect(triesFewerCases ? 40 : 60) { size in
                String(repeating: #"{"type":"\#(first)","child":"#, count: size) + #"{"x":\#(Self.padding(size))}"#
                    + String(repeating: #","type":"node"}"#, count: size)
            } run: {
                Self.decode(Enums.Tagged.self, $0, times: triesFewerCases ? 1 : 3)
            }
        }

        indirect enum Deep: DescribedEnum {
            case next(Deep?), number(Int)
            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .tagged("t", content: "c")
                cases.add("next", make: Self.next) { if case .next(let value) = $0 { .some(value) } else { nil } }
                cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            }
        }

        @Test(arguments: ["next", "number", "none"])
        func contentBeforeItsTag(_ innermost: String) {
            LinearTime.expect(60) { size in
                String(repeating: #"{"c":"#, count: size) + #"{"c":null,"t":"\#(innermost)"}"#
                    + String(repeating: #","t":"next"}"#, count: size)
            } run: {
                Self.decode(Deep.self, $0)
            }
        }

        indirect enum Chain: DescribedEnum {
            case next(Chain?), number(Int)
            static func describe(_ cases: inout EnumCases<Self>) {
                cases.add("next", make: Self.next) { if case .next(let value) = $0 { .some(value) } else { nil } }
                cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            }
        }

        /// One key too many at each level, wrapped or not.
        @Test(arguments: [#"{"next":"#, #"{"next":{"_0":"#])
        func keysTooMany(_ opening: String) {
            let closing = String(repeating: #","x":1}"#, count: opening.utf8.count { $0 == UInt8(ascii: "{") })
            LinearTime.expect(60) { size in
                String(repeating: opening, count: size) + #"{"number":1,"x":\#(Self.padding(size))}"#
                    + String(repeating: closing, count: size)
            } run: {
                Self.decode(Chain.self, $0)
                Self.decode([Chain].self, "[\($0)]")
            }
        }
    }
}

extension Enums {
    static func result<T>(of type: T.Type, _ text: String, _ decoder: ModelDecoder) -> Result<T, ModelError> {
        outcome { () throws(ModelError) in try decoder.decode(type, from: text) }
    }
}
