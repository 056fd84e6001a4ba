import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What the sender of a document is told of it: in JSON's words, without the types and options of the program.

private enum Shipping: String, CaseIterable { case post, courier }

private enum Figure: DescribedEnum {
    case dot, line
    static func describe(_ cases: inout EnumCases<Self>) {
        cases.add("dot", value: .dot) { if case .dot = $0 { true } else { false } }
        cases.add("line", value: .line) { if case .line = $0 { true } else { false } }
    }
}

private struct Corner: Model { var x = 0 }

private struct Refused: Error, CustomStringConvertible { var description: String { "hunter2" } }

private struct Checked: ValidatedModel {
    var age = 0
    func validate() throws {
        if age == 1 { throw ModelRejection("nobody is one year old", at: "age") }
        if age == 2 { throw Refused() }
    }
}

private struct Coded: Codable {
    var count: Int
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let count = Int(text) else { throw Refused() }
        self.count = count
    }
}

private struct Sample: Model {
    var int = 0, byte = 0 as Int8, double = 0.0, flag = false, text = "", letter = "a" as Character
    var when = Date(timeIntervalSince1970: 0), data = Data(), id = UUID(), link = URL(string: "a")!
    var shipping = Shipping.post, figure = Figure.dot, corner = Corner(), list: [Int] = [], table: [Int: String] = [:]
    var checked = Checked(), coded: Coded?, size = 0, other = 0
    static func describe(_ model: inout ModelDescription) {
        model.transforms = [
            "size": PropertyTransform(
                from: { value -> Int? in
                    guard value != "big" else { throw ModelRejection("too big", at: "deep") }
                    return value.intValue
                }, to: { .number(JSONNumber($0)) }),
            "other": PropertyTransform(from: { _ -> Int? in throw Refused() }, to: { .number(JSONNumber($0)) }),
        ]
    }
}

@Suite("Words of problems")
struct ProblemWordTests {
    static let values: [(json: String, message: String)] = [
        (#"{"int": "1"}"#, "expected an integer, found a string"),
        (#"{"int": 1.5}"#, "expected an integer, found a number"),
        (#"{"int": null}"#, "expected an integer, found null"),
        (
            #"{"int": 99999999999999999999}"#,
            "expected an integer from -9223372036854775808 to 9223372036854775807, found a number out of range"
        ),
        (#"{"byte": 128}"#, "expected an integer from -128 to 127, found a number out of range"),
        (#"{"byte": []}"#, "expected an integer from -128 to 127, found an array"),
        (#"{"double": "1"}"#, "expected a number, found a string"),
        (#"{"flag": 1}"#, "expected true or false, found a number"),
        (#"{"text": {}}"#, "expected a string, found an object"),
        (#"{"letter": "ab"}"#, "expected a string of one character, found a string that is not a valid one"),
        (
            #"{"when": "soon"}"#,
            "expected a date (ISO 8601, as in 2014-05-06T07:08:09Z), found a string that is not a valid one"
        ),
        (#"{"when": 7}"#, "expected a date (ISO 8601, as in 2014-05-06T07:08:09Z), found a number"),
        (#"{"data": "?"}"#, "expected base64, found a string that is not a valid one"),
        (#"{"id": "?"}"#, "expected a UUID, found a string that is not a valid one"),
        (#"{"link": ""}"#, "expected a URL, found a string that is not a valid one"),
        (#"{"shipping": "pigeon"}"#, "expected one of 'post', 'courier', found a string that is not a valid one"),
        (#"{"figure": "arc"}"#, "expected one of the cases 'dot', 'line', found a string that is not a valid one"),
        (#"{"corner": 7}"#, "expected an object, found a number"),
        (#"{"list": "1"}"#, "expected an array, found a string"),
        (#"{"list": ["1"]}"#, "expected an integer, found a string"),
        (#"{"table": {"a": "b"}}"#, "expected another key, found a string that is not a valid one"),
        (#"{"corner": {"x": 1, "x": 2}}"#, "a key that appears twice in its object"),
        (#"{"corner": {"z": 1}}"#, "a key that no property has"),
        (#"{"checked": {"age": 1}}"#, "an object that is refused: nobody is one year old"),
        (#"{"checked": {"age": 2}}"#, "an object that is refused"),
        (#"{"size": "big"}"#, "a value that is refused: too big"),
        (#"{"other": "big"}"#, "a value that is refused"),
    ]

    /// Types and options of the program, and what its own errors say.
    private static var words: Regex<Substring> {
        /Int|Bool|Double|Date\b|Sample|Corner|Shipping|Figure|Coded|Checked|hunter2|[a-z][A-Z]/
    }

    @Test(arguments: values)
    func theSenderIsToldInJSONsWords(_ sample: (json: String, message: String)) throws {
        var problems: [ModelProblem] = []
        #expect(try ModelDecoder().decode(Sample.self, from: sample.json, problems: &problems) == nil)
        #expect(problems.map(\.message) == [sample.message])
        #expect(problems.allSatisfy { !$0.message.contains(Self.words) })
        // Of one that is thrown it is the same.
        let options = DecodingOptions.strict.with(\.onDuplicateKey, .fail).with(\.onUnknownKey, .fail)
        let thrown = #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Sample.self, from: sample.json) }
        #expect(thrown?.messageForSender == sample.message)
        let pieces = sample.json.utf8.map { [$0] }
        let inPieces = #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Sample.self, fromChunks: pieces) }
        #expect(inPieces?.messageForSender == sample.message)
    }

    /// The program's log names what the program has.
    @Test func theDescriptionNamesTypesAndOptions() throws {
        var problems: [ModelProblem] = []
        _ = try ModelDecoder().decode([Double].self, from: #"["1"]"#, problems: &problems)
        let problem = try #require(problems.first)
        #expect(problem.message == "expected a number, found a string")
        #expect(problem.description == "line 1, column 2, [0]: expected Double, found a string (convertsTypes reads numbers in strings)")
        // It does not leave the program.
        let text = try CodableEncoder().encode(problems)
        #expect(!String(decoding: text, as: UTF8.self).contains("convertsTypes"))
        let read = try CodableDecoder().decode([ModelProblem].self, from: text)
        #expect(read == problems && read.map(\.hashValue) == problems.map(\.hashValue))
        #expect(read[0].description == "line 1, column 2, [0]: expected a number, found a string")
    }

    @Test func theFormatsOfDatesAreNamed() throws {
        var problems: [ModelProblem] = []
        let options = DecodingOptions.lenient.with(\.dateFormats, [.pattern("dd.MM.yyyy"), .epochSeconds])
        _ = try ModelDecoder(options).decode([Date].self, from: #"["soon"]"#, problems: &problems)
        #expect(
            problems.map(\.message) == [
                "expected a date ('dd.MM.yyyy', seconds since 1970), found a string that is not a valid one"
            ])
    }

    @Test(arguments: [
        ("[1", "the input ends before the value does"), ("[1,NaN]", "expected a JSON token, found 'N'"),
        ("[\"\u{1}\"]", "the control character 0x01 must be escaped inside a string"),
        (#"["\ud800"]"#, "an escaped surrogate without its partner, which stands for no character"),
        ("[-Infinity]", "malformed number: a digit is required after the minus sign"),
        ("[[[[1]]]]", "containers nested deeper than 3"), (#"["aaaaaaaaaaa"]"#, "a string, key or number of more than 10 bytes"),
        (#"["a", "a", "a", "a", "a", "a"]"#, "the document is longer than 25 bytes"),
    ])
    func aTextThatIsNotJSON(_ json: String, _ message: String) throws {
        var options = DecodingOptions.lenient
        (options.maximumDepth, options.maximumTokenBytes, options.maximumDocumentBytes) = (3, 10, 25)
        var problems: [ModelProblem] = []
        #expect(try ModelDecoder(options).decode([JSONValue].self, from: json, problems: &problems) == nil)
        #expect(problems.map(\.message) == [message])
    }

    @Test func valuesOfTypesThatDecodeThemselves() throws {
        for (json, message) in [(#"{"coded": "x"}"#, "a value that is refused"), (#"{"coded": 7}"#, "a number that does not fit")] {
            let thrown = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Sample.self, from: json) }
            #expect(thrown?.messageForSender == message, "\(thrown as Any)")
        }
    }
}
