#if Server
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelNIO
import YodelServer

private struct SignUp: Model {
    var name = ""
    var age: Int?
    var slots: [String: Int] = [:]
    static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
}

private struct Order: Codable, Equatable {
    var number: Int
    var lines: [String]
}

private struct CodableContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    var requestDecoder: CodableDecoder { CodableDecoder() }
    var responseEncoder: CodableEncoder { CodableEncoder() }
    var maxUploadSize: Int { 200 }
}

extension Order: ResponseEncodable {}

/// What no document fits: a function has no place in JSON.
private struct Unmappable: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.keys = ["title": "name"] }
}

private struct Measure: ResponseEncodable {
    var value = Double.nan
}

@Suite("Models in routes")
struct ModelRouteTests {
    private func withModels(_ test: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let router = Router(context: CodableContext.self)
        router.post("sign-ups") { request, context in
            ModelResponse(try await request.model(SignUp.self, context: context), status: .created)
        }
        router.post("shallow") { request, context in
            var options = DecodingOptions.lenient
            options.maximumDepth = 2
            return ModelResponse(try await request.model([[[Int]]].self, context: context, decoder: ModelDecoder(options)))
        }
        router.post("orders") { request, context in
            var order = try await request.decode(as: Order.self, context: context)
            order.number += 1
            return order
        }
        // Routes that decode by themselves, and throw what the decoder throws.
        router.post("decoded") { request, context in
            let body = try await request.body.collect(upTo: context.maxUploadSize)
            return ModelResponse(try ModelDecoder(.strict).decode(SignUp.self, from: body))
        }
        router.post("values") { request, context in
            let body = try await request.body.collect(upTo: context.maxUploadSize)
            let value = try ModelDecoder().decode(JSONValue.self, from: body)
            return ModelResponse(try ModelDecoder(.strict).decode(SignUp.self, from: value))
        }
        router.post("unmappable") { request, context in
            _ = try await request.model(Unmappable.self, context: context)
            return "mapped"
        }
        router.get("file") { _, _ in
            _ = try ModelFile("/no/such/folder/secret.json")
            return "read"
        }
        router.get("infinite") { _, _ in
            var options = EncodingOptions.default
            options.onNonFinite = .fail
            return ModelResponse(["secret": Double.infinity], encoder: ModelEncoder(options))
        }
        router.get("encoded") { _, _ in
            var options = EncodingOptions.default
            options.onNonFinite = .fail
            return String(decoding: try ModelEncoder(options).encodeToBytes(["secret": Double.infinity]), as: UTF8.self)
        }
        router.get("measure") { _, _ in Measure() }
        router.get("problem") { _, _ -> Response in
            var problem = ProblemDetails(.conflict, "taken")
            problem.headers[.retryAfter] = "3"
            throw problem
        }
        try await Application(router: router).test(.router, test)
    }

    @Test func aModelComesAndGoes() async throws {
        try await withModels { client in
            let response = try await client.send(#"{"name":"Ann","age":30,"slots":{"a":1}}"#.utf8, to: "/sign-ups")
            #expect(response.status == .created)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(response.headers[.contentLength] == String(response.body.readableBytes))
            #expect(response.text == #"{"name":"Ann","age":30,"slots":{"a":1}}"#)
        }
    }

    @Test func allFaultsAreNamedWithTheirPointers() async throws {
        try await withModels { client in
            let body = "{\"age\":\"old\",\n \"slots\":{\"a/b~c\":\"x\",\"ok\":1},\"nick\":1}"
            let response = try await client.send(body.utf8, to: "/sign-ups")
            #expect(response.status == .unprocessableContent)
            let problem = try response.problem()
            #expect(problem.title == "Unprocessable Content" && problem.detail == "4 problems")
            let errors = try #require(problem.errors)
            #expect(
                errors.map { "\($0.code) \($0.pointer)" }.sorted() == [
                    "missingKey /name", "typeMismatch /age", "typeMismatch /slots/a~1b~0c", "unknownKey /nick",
                ])
            let slot = try #require(errors.first { $0.pointer == "/slots/a~1b~0c" })
            #expect(slot.line == 2 && slot.column == 19 && !slot.message.isEmpty)
        }
    }

    @Test(arguments: [
        ("/sign-ups", "{\"name\":", 400, "Bad Request"), ("/sign-ups", "", 400, "Bad Request"),
        ("/sign-ups", "{\"name\":\"a\",\"slots\":{},\"age\":\"x\"}", 422, "Unprocessable Content"),
        ("/shallow", "[[[1]]]", 413, "Content Too Large"),
        ("/orders", "{\"number\":", 400, "Bad Request"), ("/orders", "{\"number\":\"7\",\"lines\":[]}", 422, "Unprocessable Content"),
    ])
    func theStatusIsThatOfTheFault(uri: String, body: String, status: Int, title: String) async throws {
        try await withModels { client in
            let response = try await client.send(body.utf8, to: uri)
            #expect(response.status.code == status)
            let problem = try response.problem()
            #expect(problem.title == title && problem.errors?.count == 1)
        }
    }

    @Test(arguments: [
        (#"{"name":"#, 400), ("", 400), (#"{"name":"Ann"} x"#, 400), (#"{"age":30}"#, 422), (#"{"name":"a","age":"hunter2"}"#, 422),
        (#"{"name":"a","slots":{"b/c":"hunter2"}}"#, 422), (#"{"name":"a","age":99999999999999999999}"#, 422),
    ])
    func aModelErrorOfARouteIsAnsweredAsRequestModelAnswers(body: String, status: Int) async throws {
        try await withModels { client in
            let model = try await client.send(body.utf8, to: "/sign-ups").problem()
            let response = try await client.send(body.utf8, to: "/decoded")
            let thrown = try response.problem()
            #expect(response.status.code == status && thrown.title == model.title && thrown.detail == model.detail)
            let (fault, expected) = (try #require(thrown.errors?.first), try #require(model.errors?.first))
            #expect(thrown.errors?.count == 1 && fault.code == expected.code && fault.pointer == expected.pointer)
            #expect(fault.line == expected.line && fault.column != nil && !fault.message.isEmpty)
            #expect(!response.text.contains("hunter2") && !response.text.contains("99999"))
        }
    }

    @Test func aModelErrorOfAParsedValueIsAnsweredWithItsPointer() async throws {
        try await withModels { client in
            let response = try await client.send(#"{"name":"a","age":"hunter2"}"#.utf8, to: "/values")
            #expect(response.status == .unprocessableContent && !response.text.contains("hunter2"))
            let fault = try #require(try response.problem().errors?.first)
            #expect(fault.code == "typeMismatch" && fault.pointer == "/age" && fault.line == nil && fault.column == nil)
        }
    }

    @Test(arguments: ["/unmappable", "/file", "/infinite", "/encoded", "/measure"])
    func anErrorOfTheServiceIs500WithoutItsCause(uri: String) async throws {
        try await withModels { client in
            let response =
                uri == "/unmappable" ? try await client.send("{}".utf8, to: uri) : try await client.execute(uri: uri, method: .get)
            #expect(response.status == .internalServerError)
            let expected = ProblemText(
                title: "Internal Server Error", status: 500, detail: "the service could not process the request", errors: nil)
            #expect(try response.problem() == expected)
        }
    }

    @Test func aMissingPropertyHasItsDefault() async throws {
        try await withModels { client in
            let response = try await client.send(#"{"name":"Ann"}"#.utf8, to: "/sign-ups")
            #expect(response.status == .created && response.text == #"{"name":"Ann","slots":{}}"#)
        }
    }

    @Test(arguments: ["/sign-ups", "/orders"])
    func aBodyOverTheContextsLimitIs413(uri: String) async throws {
        try await withModels { client in
            let response = try await client.send(String(repeating: " ", count: 201).utf8, to: uri)
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test func codableTypesComeAndGo() async throws {
        try await withModels { client in
            let response = try await client.send(#"{"number":7,"lines":["a"]}"#.utf8, to: "/orders")
            #expect(response.status == .ok && response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(try response.json(Order.self) == Order(number: 8, lines: ["a"]))
        }
    }

    @Test(arguments: [
        (#"{"number":7}"#, "missingKey", "/lines"), (#"{"number":7,"lines":["a",1]}"#, "typeMismatch", "/lines/1"),
        (#"{"number":null,"lines":[]}"#, "missingKey", "/number"),
    ])
    func errorsOfCodableTypesHaveTheirPlace(body: String, code: String, pointer: String) async throws {
        try await withModels { client in
            let response = try await client.send(body.utf8, to: "/orders")
            #expect(response.status == .unprocessableContent)
            let fault = try #require(try response.problem().errors?.first)
            #expect(fault.code == code && fault.pointer == pointer && !fault.message.isEmpty, "\(fault)")
        }
    }

    @Test func pointersOfCodingKeysAreEscaped() throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int?
            init(stringValue: String) { self.stringValue = stringValue }
            init(intValue: Int) { (self.stringValue, self.intValue) = ("\(intValue)", intValue) }
        }
        let path: [any CodingKey] = [Key(stringValue: "a/b"), Key(intValue: 3)]
        let problem = ProblemDetails(DecodingError.keyNotFound(Key(stringValue: "~"), .init(codingPath: path, debugDescription: "none")))
        #expect(problem.status == .unprocessableContent && problem.description == "422: 1 problem")
        #expect(problem.faults.map(\.pointer) == ["/a~1b/3/~0"] && problem.faults[0].line == nil)
        #expect(problem.faults[0].message == "no value for a property that must have one")
    }

    /// A client knows JSON, and neither the service's types nor its options.
    @Test(arguments: [
        ("/sign-ups", #"{"name":"a","age":"old"}"#, "expected an integer, found a string"),
        ("/decoded", #"{"name":"a","age":"old"}"#, "expected an integer, found a string"),
        ("/values", #"{"name":"a","age":"old"}"#, "expected an integer, found a string"),
        ("/sign-ups", #"{"age":1}"#, "no value for a property that must have one"),
        ("/decoded", #"{"age":1}"#, "no value for a property that must have one"),
        ("/sign-ups", #"{"name":"a","nick":1}"#, "a key that no property has"),
        ("/shallow", "[[[1]]]", "containers nested deeper than 2"), ("/sign-ups", "{\"name\":NaN}", "expected a JSON token, found 'N'"),
        ("/orders", "{\"number\":NaN}", "expected a JSON token, found 'N'"),
        ("/orders", #"{"number":"7","lines":[]}"#, "expected an integer, found a string"),
        ("/orders", #"{"number":7,"lines":{}}"#, "expected an array, found an object"),
        ("/orders", #"{"number":7,"lines":[true]}"#, "expected a string, found a boolean"),
        ("/orders", #"{"number":null,"lines":[]}"#, "expected an integer, found null or nothing"),
        (
            "/orders", #"{"number":99999999999999999999,"lines":[]}"#,
            "expected an integer from -9223372036854775808 to 9223372036854775807, found a number out of range"
        ),
    ])
    func aMessageIsInJSONsWords(uri: String, body: String, message: String) async throws {
        try await withModels { client in
            let problem = try await client.send(body.utf8, to: uri).problem()
            #expect(problem.errors?.map(\.message) == [message])
        }
    }

    @Test func aProblemHasFurtherFields() async throws {
        try await withModels { client in
            let response = try await client.execute(uri: "/problem", method: .get)
            #expect(response.status == .conflict && response.headers[.retryAfter] == "3")
            #expect(try response.problem() == ProblemText(title: "Conflict", status: 409, detail: "taken", errors: nil))
        }
    }
}
#endif
