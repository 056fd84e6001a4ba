import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct User: Model, Codable, Equatable {
    var name = "none"
    var age = 0
    var born: Date?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["name": ["n", "ext.name"]]
        model.required = ["name"]
    }
}

/// An object that refers to others.
private final class Node: Model, Codable {
    var label = ""
    var next: Link?
    init() {}
}

/// Codes itself, between models.
private struct Link: Codable {
    var node: Node
}

private struct Response: Codable, Equatable {
    var pageCount: Int
    var user: User
    var users: [User]?
    var byName: [String: User?]?
}

private struct Holder: Model, Equatable {
    var response: Response?
    var responses: [Response] = []
}

private struct Trouble: Error {}

private struct Refusing: DidDecodeModel, Codable {
    var number = 0
    mutating func didDecode(from object: JSONObject) throws { if number < 0 { throw Trouble() } }
}

private struct Refusals: Codable { var all: [String: [Refusing]] }

/// Models inside of types that code themselves: where the options are a model's, they go by their plans.
@Suite("Models inside Codable types")
struct ModelsInCodableTests {
    private static let json = """
        {"page_count":2,"user":{"n":"a","age":"5","born":10},"users":[{"ext":{"name":"b"}},{"n":"c","age":[]}],\
        "by_name":{"aB":{"n":"d"},"none":null}}
        """

    private static let value = Response(
        pageCount: 2, user: User(name: "a", age: 5, born: Date(timeIntervalSince1970: 10)),
        users: [User(name: "b"), User(name: "c")], byName: ["aB": User(name: "d"), "none": nil])

    private static var options: DecodingOptions {
        var options = DecodingOptions.lenient
        (options.keyStyle, options.numericDates) = (.snakeCase, .epochSeconds)
        return options
    }

    @Test func theyHaveTheirMappingAndTheOptions() throws {
        let bytes = Array(Self.json.utf8)
        #expect(try decodeWhole(Response.self, bytes, Self.options).get() == Self.value)
        for size in [1, 7] { #expect(try decodeInChunks(Response.self, bytes, size: size, Self.options).get() == Self.value) }
        let inside = Array(#"{"response":\#(Self.json),"responses":[\#(Self.json),\#(Self.json)]}"#.utf8)
        let holder = Holder(response: Self.value, responses: [Self.value, Self.value])
        #expect(try decodeWhole(Holder.self, inside, Self.options).get() == holder)
        for size in [1, 7] { #expect(try decodeInChunks(Holder.self, inside, size: size, Self.options).get() == holder) }
        let value = try ModelDecoder().decode(JSONValue.self, from: inside)
        #expect(try ModelDecoder(Self.options).decode(Holder.self, from: value) == holder)
    }

    @Test(arguments: [false, true])
    func thereAndBack(isPretty: Bool) throws {
        var writing = EncodingOptions.default
        (writing.keyStyle, writing.dateFormat, writing.isPretty, writing.sortsKeys) = (.snakeCase, .epochSeconds, isPretty, true)
        let holder = Holder(response: Self.value, responses: [Self.value])
        let text = try ModelEncoder(writing).encodeToString(holder)
        #expect(try ModelDecoder(Self.options).decode(Holder.self, from: text) == holder)
        let json = try ModelDecoder().decode(JSONValue.self, from: text)
        #expect(json["response"]?["user"] == ["age": 5, "born": 10, "n": "a"])
        #expect(json["response"]?["by_name"] == ["aB": ["age": 0, "n": "d"], "none": .null])
        // The layout is that of a whole.
        #expect(try ModelEncoder(writing).encodeToString(json) == text)
    }

    /// `CodableDecoder` and `CodableEncoder` do what Foundation's do.
    @Test func outsideOfModelsTheyAreCodable() throws {
        let text = #"{"pageCount":1,"user":{"name":"a","age":1}}"#
        let value = try JSONDecoder().decode(Response.self, from: Data(text.utf8))
        #expect(try CodableDecoder().decode(Response.self, from: Data(text.utf8)) == value && value.user.name == "a")
        #expect(try CodableEncoder().encodeToString(value) == text)
    }

    @Test func whatIsWrongHasItsPlace() throws {
        func failure(_ json: String, _ options: DecodingOptions) -> ModelError? {
            let bytes = Array(json.utf8)
            let result = decodeWhole(Holder.self, bytes, options)
            for size in [1, 4] { #expect(decodeInChunks(Holder.self, bytes, size: size, options).errorFields == result.errorFields) }
            if case .failure(let error) = result { return error }
            return nil
        }
        let mismatch = failure(#"{"response":{"pageCount":1,"user":{"n":"a","age":"x"}}}"#, .strict)
        #expect(mismatch?.category == .mismatch && mismatch?.code == .typeMismatch && mismatch?.path.description == "response.user.age")
        #expect(mismatch?.message == "expected Int, found a string" && mismatch?.offset == 12)
        let missing = failure(#"{"responses":[{"pageCount":1,"user":{"n":"a"},"byName":{"b":{}}}]}"#, .strict)
        #expect(missing?.code == .missingKey && missing?.path.description == "responses[0].byName.b.n")
        let own = Array(#"{"all":{"a":[{"number":1},{"number":-1}]}}"#.utf8)
        guard case .failure(let thrown) = decodeWhole(Refusals.self, own, .strict) else {
            Issue.record("no error")
            return
        }
        #expect(thrown.category == .custom && thrown.underlying is Trouble && thrown.path.description == "all.a[1]")
    }

    @Test func whatIsNotedHasItsPlace() throws {
        var report = DecodingReport()
        let json =
            #"{"response":{"pageCount":1,"user":{"n":"a","age":[],"x":1},"users":[{"n":"b"},{"n":"c","age":{}},5]},"responses":[{}]}"#
        let holder = try ModelDecoder(.lenient).decode(Holder.self, from: json, report: &report)
        #expect(holder.response?.users == [User(name: "b"), User(name: "c")] && holder.responses.isEmpty)
        #expect(
            report.issues.map(\.path.description) == [
                "response.user.age", "response.user.x", "response.users[1].age", "response.users[2]", "responses[0].pageCount",
            ])
        #expect(report.issues.first.map { $0.code == .typeMismatch && $0.action == .kept } == true)
    }

    @Test func errorsOfWritingHaveTheirPlace() throws {
        var strict = EncodingOptions.default
        strict.onNonFinite = .fail
        var value = Self.value
        value.users?[1].born = Date(timeIntervalSince1970: .nan)
        let holder = Holder(responses: [Self.value, value])
        let error = #expect(throws: ModelError.self) { try ModelEncoder(strict).encode(holder) }
        #expect(error?.code == .nonFiniteNumber && error?.path.description == "responses[1].users[1].born")
    }

    /// Codable types between models: each model inside has its text read once more, so it counts as several containers.
    @Test func chainsEndAtTheLimitOfDepth() throws {
        func chain(_ length: Int) -> String {
            String(repeating: #"{"label":"a","next":{"node":"#, count: length) + #"{"label":"z"}"# + String(repeating: "}}", count: length)
        }
        var node = try ModelDecoder().decode(Node.self, from: chain(40))
        let text = try ModelEncoder().encodeToString(node)
        #expect(text == chain(40))
        for _ in 0..<40 { node = try #require(node.next?.node) }
        #expect(node.label == "z" && node.next == nil)
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Node.self, from: chain(60)) }
        #expect(error?.code == .depthLimit && error?.message.contains("512") == true)
    }

    /// A circle of instances through types that encode themselves ends at the limit.
    @Test func aCircleEnds() throws {
        let node = Node()
        node.next = Link(node: node)
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(node) }
        #expect(error?.code == .depthLimit)
        node.next = nil
    }

    /// Many short models in a long value: the time is that of the bytes.
    @Test func manyModelsAreLinear() throws {
        let count = 20_000
        let json = #"{"pageCount":1,"user":{"n":"a"},"users":[\#(Array(repeating: #"{"n":"b"}"#, count: count).joined(separator: ","))]}"#
        #expect(try ModelDecoder().decode(Response.self, from: json).users?.count == count)
    }

    /// An error that a type catches is over.
    @Test func aTypeMayCatchIt() throws {
        struct Either: Codable, Equatable {
            var user: User?
            var text: String?
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                user = try? container.decode(User.self)
                if user == nil { text = try container.decode(String.self) }
            }
        }
        let values = try ModelDecoder(.strict).decode([Either].self, from: #"["x",{"n":"a"}]"#)
        #expect(values[0].text == "x" && values[1].user == User(name: "a"))
    }
}
