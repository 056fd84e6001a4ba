import Testing

@testable import Yodel
@testable import YodelTestSupport

extension LifetimeTests {
    /// How often values of enums without a tag are read, and how long it takes, for hostile documents; and that tries leave nothing behind.
    ///
    /// Here, where one test runs after the other: reads are counted in the process.
    @Suite("Tries of enums without a tag")
    struct UntaggedLinearTests {
        private typealias Deep = Untagged.Deep<Untagged.Counted>

        /// Levels: a few, and more than are tried on the caller's stack.
        private static let sizes = triesFewerCases ? [10, 80] : [10, 20, 40, 510, 1_200]

        /// How many payloads are read at a time.
        private func reads(_ body: () throws -> Void) rethrows -> Int {
            let before = Untagged.Counted.reads
            try body()
            return Untagged.Counted.reads - before
        }

        private func decoder(_ options: DecodingOptions = .lenient, depth: Int = 2_000) -> ModelDecoder {
            var options = options
            options.maximumDepth = depth
            return ModelDecoder(options)
        }

        /// Each level is tried once for each of its two cases, wherever the case that fits shows.
        @Test(arguments: sizes, ["\"s\"", "1"])
        func eachLevelIsReadOnceForEachCase(_ size: Int, _ last: String) throws {
            let text = Deep.text(size, last)
            let chunks = [String(text.prefix(50)), String(text.dropFirst(50))]
            for decoder in [decoder(), decoder(.strict)] {
                let json = try decoder.decode(JSONValue.self, from: text)
                let ways: [() throws -> Deep] = [
                    { try decoder.decode(Deep.self, from: text) }, { try decoder.decode(Deep.self, from: json) },
                    { try decoder.decode(Deep.self, fromChunks: chunks) },
                ]
                for way in ways {
                    var depth = 0
                    let count = try reads { depth = try way().depth }
                    #expect(depth == size + 1 && count <= 2 * (size + 1) && count > size)
                }
            }
        }

        /// What fits nowhere is found to do so once for each case, with conversions once more.
        @Test(.slow, arguments: sizes)
        func whatFitsNowhere(_ size: Int) throws {
            for (options, rounds) in [(DecodingOptions.lenient, 2), (.strict, 1)] {
                for text in [Deep.text(size, "\"s\"", innermost: "[]"), Deep.text(size, "{}")] {
                    let decoder = decoder(options)
                    let count = reads { #expect(throws: ModelError.self) { try decoder.decode(Deep.self, from: text) } }
                    #expect(count <= 2 * rounds * (size + 1))
                    let list = reads { _ = try? decoder.decode([Deep].self, from: "[\(text),\(text)]") }
                    #expect(list <= 4 * rounds * (size + 1))
                }
            }
        }

        @Test(arguments: triesFewerCases ? [3] : [3, 5])
        func wide(_ depth: Int) throws {
            func text(_ depth: Int) -> String {
                let children = depth == 0 ? "" : [String](repeating: text(depth - 1), count: 3).joined(separator: ",")
                return #"{"mark":1,"children":[\#(children)],"child":[\#(children)],"last":"s"}"#
            }
            let document = text(depth)
            let values = document.utf8.count { $0 == UInt8(ascii: "m") }
            let count = try reads { _ = try ModelDecoder(.strict).decode(Deep.self, from: document) }
            #expect(count >= values && count <= 2 * values)
            let json = try ModelDecoder().decode(JSONValue.self, from: document)
            let again = try reads { _ = try ModelDecoder(.strict).decode(Deep.self, from: json) }
            #expect(again >= values && again <= 2 * values)
        }

        private struct Keeping: Model {
            var child: JSONValue?
            static func describe(_ model: inout ModelDescription) { model.required = ["child"] }
        }

        private struct Passing: Model {
            var last = 0
            static func describe(_ model: inout ModelDescription) { model.required = ["last"] }
        }

        /// One case passes over what another one reads, and one keeps it whole.
        private indirect enum Loose: DescribedEnum {
            case passing(Passing), deep(Next), keeping(Keeping)

            struct Next: BaseModel {
                let child: Loose
                let last: Bool
                static var modelForm: ModelForm {
                    var properties = StoredProperties<Self>()
                    properties.add("child", \.child)
                    properties.add("last", \.last)
                    return ModelForm(properties)
                }
            }

            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .untagged
                cases.add("passing", make: Self.passing) { if case .passing(let value) = $0 { value } else { nil } }
                cases.add("deep", make: Self.deep) { if case .deep(let value) = $0 { value } else { nil } }
                cases.add("keeping", make: Self.keeping) { if case .keeping(let value) = $0 { value } else { nil } }
            }
        }

        /// Long texts inside of all levels: each level passes over them, reads them, or keeps them. By default a third of the texts. Deep tries run on a
        /// thread of their own, so the time is that of a process of its own.
        @Test(.early, .slow, arguments: ["\"s\"", "[]", "1", "true"])
        func timeIsLinear(_ last: String) async {
            await #expect(processExitsWith: .success) { [last] in
                let decoder = UntaggedLinearTests().decoder(depth: 512)
                let (size, numbers, times) = triesFewerCases ? (40, 60, 1) : (60, 200, 3)
                LinearTime.expect(size, last, onAnyThread: true) { size in
                    Deep.text(size, last, padding: "\"x\":[" + String(repeating: "1,", count: numbers * size) + "1],")
                } run: { text in
                    for _ in 0..<times { _ = try? decoder.decode(Deep.self, from: text) }
                }
                LinearTime.expect(size, last, onAnyThread: true) { size in
                    let padding = String(repeating: "1,", count: numbers * size)
                    return String(repeating: "{\"child\":", count: size) + "{\"child\":[\(padding)1],\"last\":1}"
                        + String(repeating: ",\"last\":\(last)}", count: size)
                } run: { text in
                    for _ in 0..<times { _ = try? decoder.decode(Loose.self, from: text) }
                }
            }
        }

        // MARK: Where nothing can be kept

        private struct Hooked: WillDecodeModel {
            var child: Twisted?
            var mark = Untagged.Counted(rawValue: 0)
            var last = 0
            mutating func willDecode(_ object: inout JSONObject) { object["seen"] = true }
        }

        private struct Rehooked: WillDecodeModel {
            var child: Twisted?
            var mark = Untagged.Counted(rawValue: 0)
            var last = ""
            mutating func willDecode(_ object: inout JSONObject) { object["seen"] = false }
        }

        private indirect enum Twisted: DescribedEnum {
            case hooked(Hooked), rehooked(Rehooked)
            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .untagged
                cases.add("hooked", make: Self.hooked) { if case .hooked(let value) = $0 { value } else { nil } }
                cases.add("rehooked", make: Self.rehooked) { if case .rehooked(let value) = $0 { value } else { nil } }
            }
        }

        /// Each hook may make another object of the same, so that there are 2^n of them: there is an end to that.
        @Test(.slow) func triesThatAreNotKeptHaveAnEnd() throws {
            #expect(throws: Never.self) { try ModelDecoder(.strict).decode(Twisted.self, from: Deep.text(3, "\"s\"")) }
            for size in triesFewerCases ? [20] : [20, 40, 200] {
                let text = Deep.text(size, "\"s\"")
                for decoder in [decoder(), decoder(.strict)] {
                    let count = reads {
                        let error = #expect(throws: ModelError.self) { try decoder.decode(Twisted.self, from: text) }
                        #expect(error?.code == .invalidValue)
                        #expect(
                            error?.message.hasSuffix("found an object that is not a valid one after as many tries as its size allows")
                                == true)
                    }
                    #expect(count < 500 * size, "\(size)")
                    let json = try decoder.decode(JSONValue.self, from: text)
                    #expect(throws: ModelError.self) { try decoder.decode(Twisted.self, from: json) }
                    // The keys of a dictionary may come in an order in which fewer tries do.
                    let plain = try decoder.decode([String: Any].self, from: text)
                    #expect(reads { _ = try? decoder.decode(Twisted.self, from: plain) } < 500 * size, "\(size)")
                }
            }
            // Swift's own values have no place in a text: a few levels are tried in all ways.
            let plain = try ModelDecoder().decode([String: Any].self, from: Deep.text(5, "\"s\""))
            #expect(try ModelDecoder(.strict).decode(Deep.self, from: plain).depth == 6)
        }

        // MARK: What is left

        final class Leaf: Tracked, Model {
            var name = ""
            var child: Tree?
            var twin: Tree?
            var children: [Tree] = []
            var last = 0
            required override init() { super.init() }
            static func describe(_ model: inout ModelDescription) { model.keys = ["twin": "child"] }
        }

        final class Other: Tracked, Model {
            var name = ""
            var child: Tree?
            var twin: Tree?
            var children: [Tree] = []
            var last = ""
            required override init() { super.init() }
            static func describe(_ model: inout ModelDescription) { model.keys = ["twin": "child"] }
        }

        indirect enum Tree: DescribedEnum {
            case leaf(Leaf), other(Other), list([Tree]), table([String: Tree]), empty

            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .untagged
                cases.add("leaf", make: Self.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
                cases.add("other", make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
                cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
                cases.add("table", make: Self.table) { if case .table(let value) = $0 { value } else { nil } }
                cases.add("empty", value: .empty) { if case .empty = $0 { true } else { false } }
            }

            /// Its instances, one as often as it can be reached.
            var instances: [ObjectIdentifier] {
                switch self {
                case .leaf(let leaf):
                    [ObjectIdentifier(leaf)] + ([leaf.child, leaf.twin].compactMap(\.self) + leaf.children).flatMap(\.instances)
                case .other(let other):
                    [ObjectIdentifier(other)] + ([other.child, other.twin].compactMap(\.self) + other.children).flatMap(\.instances)
                case .list(let trees): trees.flatMap(\.instances)
                case .table(let trees): trees.values.flatMap(\.instances)
                case .empty: []
                }
            }
        }

        @Test(.slow) func nothingIsLeft() throws {
            let text =
                #"[{"child":{"name":"a","last":"s"},"children":[{"last":1},null,[{"last":"s"}]],"last":"s"},{"k":{"last":"t"},"l":[null]},{"last":[]}]"#
            let bytes = Array(text.utf8)
            for end in [0, bytes.count] + some(16, of: 1..<bytes.count) {
                // Each beginning, and each with one byte changed.
                for part in [Array(bytes[..<end]), bytes[..<end] + [UInt8(ascii: "]")] + bytes.dropFirst(end + 1)] {
                    let before = Tracked.living
                    let document = String(decoding: part, as: UTF8.self)
                    for options in [DecodingOptions.lenient, .strict] {
                        _ = EveryWay.outcomes(Tree.self, document, options)
                        if let json = try? ModelDecoder().decode(JSONValue.self, from: document) {
                            _ = try? ModelDecoder(options).decode(Tree.self, from: json)
                        }
                        if let plain = try? ModelDecoder().decode([Any].self, from: document) {
                            _ = try? ModelDecoder(options).decode(Tree.self, from: plain)
                        }
                        var report = DecodingReport()
                        _ = try? ModelDecoder(options).decode(Tree.self, from: document, report: &report)
                    }
                    #expect(Tracked.living == before, "\(document)")
                }
            }
        }

        /// What is read into two properties are two instances, though one of them was known from a try before.
        @Test func instancesAreNotShared() throws {
            let text = #"{"child":{"child":{"name":"a","last":"s"},"last":"s"},"children":[{"last":"u"}],"last":"s"}"#
            for options in [DecodingOptions.lenient, .strict] {
                for result in EveryWay.outcomes(Tree.self, text, options) {
                    let instances = try result.get().instances
                    #expect(instances.count == 8 && Set(instances).count == 8)
                }
            }
            let before = Tracked.living
            do {
                let tree = try ModelDecoder().decode(Tree.self, from: text)
                #expect(Tracked.living == before + 8)
                _ = try ModelEncoder().encodeToString(tree)
            }
            #expect(Tracked.living == before)
        }
    }
}
