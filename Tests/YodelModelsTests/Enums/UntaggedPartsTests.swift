import Testing

@testable import Yodel
@testable import YodelTestSupport

extension LifetimeTests {
    /// Enums without a tag with parts between them that are read as documents of their own: types that decode themselves, texts in strings.
    ///
    /// Here, where one test runs after the other: reads are counted in the process.
    @Suite("Tries of enums without a tag, in parts inside each other")
    struct UntaggedPartsTests {
        /// The two payloads are told apart by what stands behind all that they hold. Each reads the mark.
        private indirect enum Parted<Own>: DescribedEnum {
            case first(First), second(Second)

            struct First: BaseModel {
                let mark: Untagged.Counted
                let own: Own?
                let last: Int
                static var modelForm: ModelForm {
                    var properties = StoredProperties<Self>()
                    properties.add("mark", \.mark)
                    properties.add("own", \.own)
                    properties.add("last", \.last)
                    return ModelForm(properties)
                }
            }

            struct Second: BaseModel {
                let mark: Untagged.Counted
                let own: Own?
                let last: String
                static var modelForm: ModelForm {
                    var properties = StoredProperties<Self>()
                    properties.add("mark", \.mark)
                    properties.add("own", \.own)
                    properties.add("last", \.last)
                    return ModelForm(properties)
                }
            }

            static func describe(_ cases: inout EnumCases<Self>) {
                cases.form = .untagged
                cases.add("first", make: Self.first) { if case .first(let value) = $0 { value } else { nil } }
                cases.add("second", make: Self.second) { if case .second(let value) = $0 { value } else { nil } }
            }

            var own: Own? {
                switch self {
                case .first(let value): value.own
                case .second(let value): value.own
                }
            }
        }

        /// A type of a program's own whose models stand in the text.
        private struct Coded: Codable {
            var m: [Holder]
            struct Holder: ModelCodable {
                var e: Parted<Coded>?
            }
        }

        /// A model whose value stands in a string.
        private struct Written: Model {
            var e: Parted<Written>?
            static func describe(_ model: inout ModelDescription) { model.transforms = ["e": .jsonText] }
        }

        /// A type of a program's own whose models' values stand in strings; it does without what it cannot read.
        private struct Forgiving: Decodable {
            var m: [Holder]?
            private enum Key: CodingKey { case m }

            struct Holder: ModelCodable {
                var e: Parted<Forgiving>?
                static func describe(_ model: inout ModelDescription) { model.transforms = ["e": .jsonText] }
            }

            init(from decoder: any Decoder) throws {
                m = try? decoder.container(keyedBy: Key.self).decode([Holder].self, forKey: .m)
            }
        }

        /// As many objects inside each other.
        ///
        /// - Parameters:
        ///   - around: What stands around each of them.
        ///   - isWritten: Whether each is a string. All that is to be escaped is escaped by its number, so that texts inside of texts stay short.
        private func text(
            _ size: Int, _ around: (String, String), isWritten: Bool = false, innermost: String = #"{"mark":1,"last":"s"}"#
        ) -> String {
            (0..<size).reduce(innermost) { inner, _ in
                let value = isWritten ? "\"\(escaped(inner))\"" : inner
                return #"{"mark":1,"own":"# + around.0 + value + around.1 + #","last":"s"}"#
            }
        }

        private func escaped(_ text: String) -> String {
            text.reduce(into: "") { result, character in
                switch character {
                case "\"": result += #"\u0022"#
                case "\\": result += #"\u005c"#
                default: result.append(character)
                }
            }
        }

        private let inModel = (#"{"m":[{"e":"#, "}]}")
        private let inString = (#"{"e":"#, "}")

        /// How many payloads are read at a time.
        private func reads(_ body: () throws -> Void) rethrows -> Int {
            let before = Untagged.Counted.reads
            try body()
            return Untagged.Counted.reads - before
        }

        /// How many are inside each other.
        private func depth(_ value: Parted<Coded>) -> Int {
            var (value, depth) = (Optional(value), 0)
            while let next = value {
                depth += 1
                value = next.own?.m.first?.e
            }
            return depth
        }

        // MARK: In one text

        @Test(arguments: [0, 1, 5, 11], [DecodingOptions.lenient, .strict])
        func modelsInsideOfCodableTypesAreReadOnceForEachCase(_ size: Int, _ options: DecodingOptions) throws {
            let decoder = ModelDecoder(options)
            let text = text(size, inModel)
            let json = try decoder.decode(JSONValue.self, from: text)
            let chunks = [String(text.prefix(20)), String(text.dropFirst(20))]
            let ways: [() throws -> Parted<Coded>] = [
                { try decoder.decode(Parted<Coded>.self, from: text) }, { try decoder.decode(Parted<Coded>.self, from: json) },
                { try decoder.decode(Parted<Coded>.self, fromChunks: chunks) },
            ]
            for way in ways {
                var depth = 0
                let count = try reads { depth = self.depth(try way()) }
                #expect(depth == size + 1 && count > size && count <= 2 * (size + 1))
            }
        }

        /// With the rule for keys that come twice the type's value is passed over before its own code has it.
        @Test func modelsInsideOfCodableTypesWithoutRepeatedKeys() throws {
            var options = DecodingOptions.strict
            options.onDuplicateKey = .fail
            let decoder = ModelDecoder(options)
            var depth = 0
            let count = try reads { depth = self.depth(try decoder.decode(Parted<Coded>.self, from: text(11, inModel))) }
            #expect(depth == 12 && count <= 24)
        }

        @Test(arguments: [1, 5, 11])
        func whatFitsNowhereInsideOfCodableTypes(_ size: Int) {
            for (options, rounds) in [(DecodingOptions.lenient, 2), (.strict, 1)] {
                let text = text(size, inModel, innermost: #"{"mark":1,"last":{}}"#)
                let count = reads { #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Parted<Coded>.self, from: text) } }
                #expect(count <= 2 * rounds * (size + 1))
            }
        }

        /// What has been noted of a value that is kept is noted with its way through all parts, once.
        @Test func issuesHaveTheirWays() throws {
            var report = DecodingReport()
            let text = text(3, inModel, innermost: #"{"mark":1,"zz":0,"last":"s"}"#)
            _ = try ModelDecoder().decode(Parted<Coded>.self, from: text, report: &report)
            let way = [String](repeating: "own.m[0].e", count: 3).joined(separator: ".")
            #expect(report.issues.map(\.path.description) == ["\(way).zz"])
        }

        // MARK: Where nothing can be kept

        /// Each visit of a value counts with its bytes, of which it has twenty or more, and reads it for its two cases.
        private func mostReads(_ text: String) -> Int { (64 * (text.utf8.count + 64)) / 10 + 2 * text.utf8.count }

        private func expectEnd<T>(_ type: T.Type, _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
            for options in [DecodingOptions.lenient, .strict] {
                let count = reads {
                    let error = #expect(throws: ModelError.self, sourceLocation: sourceLocation) {
                        try ModelDecoder(options).decode(type, from: text)
                    }
                    #expect(error?.code == .invalidValue, sourceLocation: sourceLocation)
                    let hint = "found an object that is not a valid one after as many tries as its size allows"
                    #expect(error?.message.hasSuffix(hint) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
                }
                #expect(count <= mostReads(text), sourceLocation: sourceLocation)
            }
        }

        @Test(.slow) func textsInStringsCountWithWhatIsAroundThem() throws {
            for options in [DecodingOptions.lenient, .strict] {
                let few = try ModelDecoder(options).decode(Parted<Written>.self, from: text(3, inString, isWritten: true))
                #expect(few.own?.e?.own?.e?.own?.e?.own == nil && few.own?.e?.own?.e?.own?.e != nil)
            }
            expectEnd(Parted<Written>.self, text(12, inString, isWritten: true))
        }

        /// A type's own code that catches all errors does not hide that the limit is reached.
        @Test(.slow) func whatATypeCatchesEndsTheDecode() throws {
            let few = try ModelDecoder(.strict).decode(Parted<Forgiving>.self, from: text(3, inModel, isWritten: true))
            #expect(few.own?.m?.first?.e?.own?.m?.first?.e != nil)
            expectEnd(Parted<Forgiving>.self, text(12, inModel, isWritten: true))
        }

        /// A part that is kept beyond the decode is read by limits of its own.
        private struct Kept: Decodable {
            let container: any UnkeyedDecodingContainer
            private enum Key: CodingKey { case m }
            init(from decoder: any Decoder) throws {
                container = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .m)
            }
        }

        @Test func whatIsKeptBeyondTheDecodeIsReadAnew() throws {
            let inner = text(5, inModel)
            let kept = try ModelDecoder().decode(Parted<Kept>.self, from: #"{"mark":1,"own":{"m":[{"e":\#(inner)}]},"last":"s"}"#)
            var container = try #require(kept.own).container
            var depth = 0
            let count = try reads { depth = try container.decode(Coded.Holder.self).e.map(self.depth) ?? 0 }
            #expect(depth == 6 && count <= 12)
        }

        /// Four times the levels, beside the time that each level's text takes. Fewer of them than are tried on a stack of its own.
        @Test(.slow) func timeIsLinearInLevels() {
            let decoder = ModelDecoder(.strict)
            LinearTime.expect(3, make: { text($0, inModel) }) { text in
                for _ in 0..<4 { _ = try? decoder.decode(Parted<Coded>.self, from: text) }
            }
        }
    }
}
