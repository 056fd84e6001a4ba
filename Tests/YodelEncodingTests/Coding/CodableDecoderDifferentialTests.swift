import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// CodableDecoder against Foundation's decoder: the same value, or the same error at the same place. Each type has a document that fits; of it others are
// made by exchanging, leaving out, repeating and moving values. All are JSON: what is not JSON both refuse, or it stands in the list of differences.

@Suite("CodableDecoder: differential")
struct CodableDecoderDifferentialTests {
    /// Documents of each sample: where all cases are tried, with the instances that are encoded, more than a hundred thousand.
    static let rounds = triesFewerCases ? 24 : 800

    @Test(arguments: CodedCase.all)
    func theResultsAreFoundations(_ type: CodedCase) throws { try type.compare(rounds: Self.rounds, type.outcomes) }

    @Test func thereAreTypesEnough() {
        #expect(CodedCase.all.count >= 60)
        let documents = CodedCase.all.reduce(0) { $0 + $1.samples.count * Self.rounds }
        #expect(triesFewerCases || documents + EncodedTypesTests.types.count * EncodedTypesTests.rounds > 100_000)
    }
}

/// A type, documents that fit it, and what both decoders make of a document, in words.
struct CodedCase: Sendable, CustomTestStringConvertible {
    let name: String
    let samples: [String]
    /// What ours and Foundation's decoder make of a document, set to the same by the bits of a number.
    let outcomes: @Sendable (Data, Int) -> (ours: String, theirs: String)
    /// The same of Foundation's decoder and the subclass of it, which a function gets that takes Foundation's.
    let outcomesOfFoundationsClass: @Sendable (Data, Int) -> (ours: String, theirs: String)
    /// What ours makes of a document.
    let decode: @Sendable (CodableDecoder, Data) -> Result<String, any Error>
    var testDescription: String { name }

    init<T: Decodable & Equatable & SendableMetatype>(_ type: T.Type, _ samples: String...) {
        name = String(describing: type)
        self.samples = samples
        outcomes = { document, settings in
            let pair = DecoderPair(settings: settings)
            return (
                Self.result { try pair.ours.decode(type, from: document) }, Self.result { try pair.theirs.decode(type, from: document) }
            )
        }
        outcomesOfFoundationsClass = { document, settings in
            func outcome(_ decoder: JSONDecoder) -> String { Self.result { try decoder.decode(type, from: document) } }
            let theirs = DecoderPair(settings: settings).theirs
            return (outcome(FastJSONDecoder(copying: theirs)), outcome(theirs))
        }
        decode = { decoder, document in Result { Self.words(try decoder.decode(type, from: document)) } }
    }

    /// Has both sides decode the samples, and documents made of them by changes; names the first one of which they do not make the same.
    func compare(rounds: Int, _ outcomes: (Data, Int) -> (ours: String, theirs: String)) throws {
        var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
        for sample in samples {
            let document = try ModelDecoder().decode(JSONValue.self, from: sample)
            for round in 0..<rounds {
                let changed = round < 8 ? CodedText(document) : CodedText(document).changed(&random)
                let text = changed.text
                let strategies = Int(random.next() % 8) * (round % 2)
                let (ours, theirs) = outcomes(Data(text.utf8), strategies)
                #expect(ours == theirs, "\(name), strategies \(strategies): \(text)")
                if ours != theirs { return }
            }
        }
    }

    /// The value, or the error's case, type and way. Dictionaries name any of the members that do not fit.
    static func result<T>(_ make: () throws -> T) -> String {
        do {
            return words(try make())
        } catch let error as DecodingError {
            let (name, context): (String, DecodingError.Context) =
                switch error {
                case .typeMismatch(let type, let context): ("typeMismatch \(type)", context)
                case .valueNotFound(let type, let context): ("valueNotFound \(type)", context)
                case .keyNotFound(let key, let context): ("keyNotFound \(key.stringValue)", context)
                case .dataCorrupted(let context): ("dataCorrupted", context)
                @unknown default: ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
                }
            let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
            return "\(name) at \(path.joined(separator: "/")): \(context.debugDescription)"
        } catch {
            return "\(error)"
        }
    }

    /// A value in words that do not depend on an order that is random.
    private static func words(_ value: Any) -> String {
        if let value = value as? Double { return "\(value.bitPattern)" }
        if let value = value as? Float { return "\(value.bitPattern)" }
        if let value = value as? Date { return "\(value.timeIntervalSinceReferenceDate.bitPattern)" }
        if let value = value as? Decimal { return "\(value)" }
        if let value = value as? Data { return value.base64EncodedString() }
        if let value = value as? JSONObject { return "{\(value.map { "\($0.key): \(words($0.value))" }.sorted().joined(separator: ", "))}" }
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty || mirror.superclassMirror != nil else { return "\(value)" }
        var parts = mirror.children.map { "\($0.label ?? ""): \(words($0.value))" }
        if let base = mirror.superclassMirror { parts += base.children.map { "\($0.label ?? ""): \(words($0.value))" } }
        if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { parts.sort() }
        return "\(Swift.type(of: value))(\(parts.joined(separator: ", ")))"
    }

    static let all: [CodedCase] = [
        CodedCase(CodedWrapped<Bool>.self, #"{"a":true}"#), CodedCase(CodedWrapped<String>.self, #"{"a":"täxt\n"}"#),
        CodedCase(CodedWrapped<Double>.self, #"{"a":1.5e3}"#), CodedCase(CodedWrapped<Float>.self, #"{"a":0.1}"#),
        CodedCase(CodedWrapped<Int>.self, #"{"a":-7}"#), CodedCase(CodedWrapped<Int8>.self, #"{"a":-128}"#),
        CodedCase(CodedWrapped<Int16>.self, #"{"a":32767}"#), CodedCase(CodedWrapped<Int32>.self, #"{"a":7}"#),
        CodedCase(CodedWrapped<Int64>.self, #"{"a":9223372036854775807}"#),
        CodedCase(CodedWrapped<Int128>.self, #"{"a":-170141183460469231731}"#),
        CodedCase(CodedWrapped<UInt>.self, #"{"a":7}"#), CodedCase(CodedWrapped<UInt8>.self, #"{"a":255}"#),
        CodedCase(CodedWrapped<UInt16>.self, #"{"a":7}"#), CodedCase(CodedWrapped<UInt32>.self, #"{"a":4294967295}"#),
        CodedCase(CodedWrapped<UInt64>.self, #"{"a":18446744073709551615}"#),
        CodedCase(CodedWrapped<UInt128>.self, #"{"a":340282366920938463463}"#),
        CodedCase(CodedMaybe<Bool>.self, #"{"a":null}"#, "{}"), CodedCase(CodedMaybe<String>.self, #"{"a":null}"#, #"{"a":"b"}"#),
        CodedCase(CodedMaybe<Double>.self, #"{"a":1}"#), CodedCase(CodedMaybe<Float>.self, #"{"a":null}"#),
        CodedCase(CodedMaybe<Int>.self, #"{"a":4}"#),
        CodedCase(CodedMaybe<Int8>.self, #"{"a":4}"#), CodedCase(CodedMaybe<Int16>.self, #"{"a":4}"#),
        CodedCase(CodedMaybe<Int32>.self, #"{"a":4}"#),
        CodedCase(CodedMaybe<Int64>.self, #"{"a":4}"#), CodedCase(CodedMaybe<UInt>.self, #"{"a":4}"#),
        CodedCase(CodedMaybe<UInt8>.self, #"{"a":4}"#),
        CodedCase(CodedMaybe<UInt16>.self, #"{"a":4}"#), CodedCase(CodedMaybe<UInt32>.self, #"{"a":4}"#),
        CodedCase(CodedMaybe<UInt64>.self, #"{"a":4}"#),
        CodedCase(CodedWrapped<[Bool]>.self, #"{"a":[true,false]}"#), CodedCase(CodedWrapped<[String]>.self, #"{"a":["x","yy"]}"#),
        CodedCase([Double].self, "[1,2.5,-0.0]"), CodedCase([Int].self, "[1,2,3]"), CodedCase([[Double]].self, "[[1,2],[3.5]]"),
        CodedCase([[[Double]]].self, "[[[1,2],[3.5]]]"), CodedCase([Int?].self, "[1,null,3]"), CodedCase([String?].self, #"["a",null]"#),
        CodedCase(Set<Int>.self, "[3,4]"), CodedCase([UInt8].self, "[3,4]"), CodedCase(ContiguousArray<Float>.self, "[3,4.5]"),
        CodedCase([String: Int].self, #"{"a":1,"b_c":2}"#), CodedCase([String: String].self, #"{"a":"x"}"#),
        CodedCase([String: [Int]].self, #"{"a_b":[1]}"#), CodedCase([Int: String].self, #"{"1":"a","22":"b"}"#),
        CodedCase([CodedColor: Int].self, #"{"red":1,"blue":2}"#), CodedCase([Bool: Int].self, "[true,1,false,2]"),
        CodedCase([String: CodedPair<Int, String>].self, #"{"k":{"first":1,"second":"x"}}"#),
        CodedCase(
            CodedWrapped<Date>.self, #"{"a":1700000000.25}"#, #"{"a":"2024-02-29T12:34:56Z"}"#, #"{"a":"1583-01-01T00:00:00+01:00"}"#),
        CodedCase([Date?].self, "[1,null]"), CodedCase(CodedWrapped<Data>.self, #"{"a":"YWJj"}"#, #"{"a":[1,2]}"#),
        CodedCase(CodedWrapped<URL>.self, #"{"a":"https:\/\/example.com\/a?b=c"}"#),
        CodedCase(
            CodedWrapped<UUID>.self, #"{"a":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#, #"{"a":" 621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#),
        CodedCase([UUID?].self, #"["e621e1f8-c36c-495a-93fc-0c247a3e6e5F",null,"E621E1F8\u002dC36C-495A-93FC-0C247A3E6E5F"]"#),
        CodedCase([Data].self, #"["","YQ==","YWI=","AA===","\/\/\/\/","//8","YWJj\n"]"#),
        CodedCase(CodedWrapped<Decimal>.self, #"{"a":123456789.123456789}"#, #"{"a":1e100}"#),
        CodedCase(CodedWrapped<CodedColor>.self, #"{"a":"red"}"#),
        CodedCase([CodedLevel].self, "[1,2]"),
        CodedCase(
            [CodedShape].self,
            #"[{"point":{}},{"circle":{"radius":1.5}},{"box":{"_0":1,"height":2}},{"named":{}}]"#),
        CodedCase(
            CodedUser.self,
            #"{"id":1,"user_name":"a","userName":"b","avatar_url":"http://x","is_admin":true,"isAdmin":false,"score":1.5,"tags":["t"],"#
                + #""address":{"street":"s","zip_code":"1","zipCode":"2","geo":[1,2]}}"#),
        CodedCase([CodedUser].self, #"[{"id":1,"userName":"b","isAdmin":false,"tags":["t"],"address":null}]"#),
        CodedCase(CodedRenamed.self, #"{"first-one":1,"zweiß":"x"}"#, #"{"first\u002done":1,"zwei\u00df":"x"}"#),
        CodedCase(CodedList.self, #"{"head":1,"tail":{"head":2,"tail":null}}"#),
        CodedCase(
            CodedTree.self, #"{"value":1,"children":[{"value":2,"children":[]},{"value":3,"children":[{"value":4,"children":[]}]}]}"#),
        CodedCase(CodedDerived.self, #"{"derived":1,"super":{"base":"x"}}"#), CodedCase(CodedFlat.self, #"{"derived":1,"base":"x"}"#),
        CodedCase(CodedNested.self, #"{"inner":{"x":1,"deep":"d"},"list":[1,2],"more":5}"#),
        CodedCase(CodedRow.self, #"["a",null,{"deep":"d"},[true,null],false]"#, #"["a",3,{"deep":"d"},[true,false],false]"#),
        CodedCase(CodedAny.self, #"{"a":[1,2.5,"x",null,true,{"b":{}}],"b_c":-0.0}"#),
        CodedCase(CodedWrapped<CodedAny>.self, #"{"a":[[],{}]}"#),
        CodedCase(CodedRestless.self, #"{"a":1,"b":2,"c":"x"}"#, #"{"c":"x","b":2,"a":1,"d":0}"#),
        CodedCase([String: [CodedPlace]].self, #"{"k":[1,2,3]}"#),
        CodedCase(CodedPair<[CodedPlace], CodedPlace>.self, #"{"first":[1,2],"second":3}"#),
        CodedCase(CodedWide.self, #"{"k40":40,"k01":1,"k20":20,"k02":2,"k30":null,"k03":3,"x":4,"k04":4}"#),
        CodedCase(Range<Int>.self, "[1,5]"), CodedCase(ClosedRange<Double>.self, "[1,5]"),
        CodedCase(Int.self, "5"), CodedCase(String?.self, #""x""#),
        CodedCase(Bool.self, "true"), CodedCase(Double.self, "-1.25"),
        CodedCase(CodedPair<Int?, [Int]?>.self, #"{"first":null,"second":[1]}"#),
        CodedCase(Int??.self, "null"),
        CodedCase([CodedPair<String, Bool>].self, #"[{"first":"x","second":true},{"second":false,"first":"y"}]"#),
        CodedCase(ShopOrder.self, OrderText.bodies(1)[0]), CodedCase(Directory.self, DirectoryText.document(names: 1, operations: 1)),
    ]
}

/// A document that can be changed, with keys that come twice and numbers as they are written.
indirect enum CodedText {
    case scalar(String)
    case array([CodedText])
    case object([(String, CodedText)])

    init(_ value: JSONValue) {
        switch value {
        case .array(let elements): self = .array(elements.map { CodedText($0) })
        case .object(let object): self = .object(object.map { (JSONValue.string($0.key).description, CodedText($0.value)) })
        default: self = .scalar(value.description)
        }
    }

    var text: String {
        switch self {
        case .scalar(let text): text
        case .array(let elements): "[" + elements.map(\.text).joined(separator: " ,\n") + "]"
        case .object(let members): "{" + members.map { "\($0.0): \($0.1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static let values = [
        "null", "true", "false", "0", "-0", "1", "-1", "300", "70000", "5000000000", "9223372036854775808", "1.0", "1.5", "1e3", "1e400",
        "1e-400",
        "0e-999", "9007199254740993.5", "1.0000000000000001", "18446744073709551616", "123456789012345678901234567890",
        "0.1000000000000000055511",
        "4.9e-324", "3.4028236e38", #""""#, #""x""#, #""red""#, #""+inf""#, #""YQ==""#, #""2024-02-29T12:34:56Z""#,
        #""\u00e9\ud83d\ude00""#, "[]", "{}",
        "[1]", #"{"a":1}"#, "[null]", #""1""#,
    ]
    private static let keys = [#""a""#, #""b""#, #""x""#, #""b_c""#, #""\u0061""#, #""k10""#, #""é""#, #""""#, #""xa""#]

    /// The document with a change somewhere in it, or two.
    func changed(_ random: inout SeededGenerator) -> CodedText {
        switch self {
        case .array(var elements) where !elements.isEmpty && random.below(4) > 0:
            let index = random.below(elements.count)
            switch random.below(5) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            default: elements[index] = elements[index].changed(&random)
            }
            return .array(elements)
        case .object(var members) where !members.isEmpty && random.below(5) > 0:
            let index = random.below(members.count)
            switch random.below(8) {
            case 0: members.remove(at: index)
            case 1: members.append((members[index].0, members[index].1.changed(&random)))
            case 2: members.append(members.remove(at: index))
            case 3:
                let (key, value) = (Self.keys[random.below(Self.keys.count)], Self.values[random.below(Self.values.count)])
                members.insert((key, .scalar(value)), at: index)
            default: members[index].1 = members[index].1.changed(&random)
            }
            return .object(members)
        default:
            return .scalar(Self.values[random.below(Self.values.count)])
        }
    }
}
