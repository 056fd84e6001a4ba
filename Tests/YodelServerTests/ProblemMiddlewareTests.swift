#if Server
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import Yodel
import YodelServer

private struct Ware: Model {
    var name = ""
    var quantity = 1
    static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
}

private struct SmallContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    var requestDecoder: CodableDecoder { CodableDecoder() }
    var maxUploadSize: Int { 100 }
}

private struct Order: Decodable { var number: Int }
private struct Secret: Error { let password = "hunter2" }

/// An error that says itself how it is answered.
private struct Page: HTTPResponseError {
    let text: String
    var status: HTTPResponse.Status { HTTPResponse.Status(code: 418, reasonPhrase: "I'm a teapot") }

    func response(from request: Request, context: some RequestContext) -> Response {
        if text.isEmpty { return Response(status: status, headers: [.retryAfter: "9"]) }
        return Response(status: status, headers: [.contentType: "text/html"], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// Notes the errors that pass.
private actor Witness {
    private(set) var statuses: [Int] = []
    func note(_ error: any Error) { statuses.append((error as? any HTTPResponseError).map { Int($0.status.code) } ?? 0) }
}

private struct WitnessMiddleware: RouterMiddleware {
    let witness: Witness

    func handle(
        _ request: Request, context: SmallContext, next: (Request, SmallContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            await witness.note(error)
            throw error
        }
    }
}

@Suite("Problems by a middleware")
struct ProblemMiddlewareTests {
    private func withRoutes(_ witness: Witness = Witness(), _ test: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let router = Router(context: SmallContext.self)
        router.add(middleware: WitnessMiddleware(witness: witness))
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: CORSMiddleware(allowOrigin: .all))
        router.post("items") { request, context in ModelResponse(try await request.model(Ware.self, context: context)) }
        router.post("decoded") { request, context in
            let body = try await request.body.collect(upTo: context.maxUploadSize)
            return ModelResponse(try ModelDecoder(.strict).decode(Ware.self, from: body))
        }
        router.post("orders") { request, context in
            let order = try await request.decode(as: Order.self, context: context)
            return String(order.number)
        }
        router.get("taken") { _, _ -> String in throw HTTPError(.conflict, headers: [.retryAfter: "3"], message: "the name is taken") }
        router.get("gone") { _, _ -> String in throw HTTPError(.gone) }
        router.get("unfound") { _, _ -> String in throw HTTPError(.notFound) }
        router.get("secret") { _, _ -> String in throw Secret() }
        router.get("page") { _, _ -> String in throw Page(text: "<p>tea</p>") }
        router.get("empty") { _, _ -> String in throw Page(text: "") }
        router.get("fine") { _, _ in "fine" }
        let group = router.group("group").add(middleware: ProblemMiddleware())
        group.post("items") { request, context in ModelResponse(try await request.model(Ware.self, context: context)) }
        group.get("gone") { _, _ -> String in throw HTTPError(.gone) }
        try await Application(router: router).test(.router, test)
    }

    private static let origin: HTTPFields = [.origin: "https://example.org"]

    private func problem(
        _ client: any TestClientProtocol, _ path: String, _ method: HTTPRequest.Method = .get
    ) async throws -> ProblemText {
        try await client.execute(uri: path, method: method, headers: Self.origin).problem()
    }

    /// Hummingbird answers an unknown path, and a method that a path has no route for, by an empty body.
    @Test(arguments: [("/nowhere", HTTPRequest.Method.get), ("/items", .get), ("/group/nowhere", .post)])
    func anUnknownRouteIs404(path: String, method: HTTPRequest.Method) async throws {
        try await withRoutes { client in
            let expected = ProblemText(title: "Not Found", status: 404, detail: "there is no route for this path and method", errors: nil)
            let found = try await problem(client, path, method)
            #expect(found == expected)
        }
    }

    @Test func anHTTPErrorKeepsWhatItSays() async throws {
        try await withRoutes { client in
            let response = try await client.execute(uri: "/taken", method: .get)
            #expect(response.headers[.retryAfter] == "3" && response.headers[values: .contentType].count == 1)
            #expect(try response.problem() == ProblemText(title: "Conflict", status: 409, detail: "the name is taken", errors: nil))
            #expect(try await problem(client, "/gone") == ProblemText(title: "Gone", status: 410, detail: "Gone", errors: nil))
            #expect(try await problem(client, "/unfound").detail == "Not Found")
        }
    }

    /// A middleware between the route and this one, which wraps the error to add fields.
    @Test func anErrorWithFurtherFieldsKeepsThem() async throws {
        try await withRoutes { client in
            let response = try await client.execute(uri: "/taken", method: .get, headers: Self.origin)
            #expect(response.headers[.accessControlAllowOrigin] != nil && response.headers[.retryAfter] == "3")
            #expect(response.headers[values: .contentType] == ["application/problem+json"])
            #expect(response.headers[.contentLength] == String(response.body.readableBytes))
            #expect(try response.problem().detail == "the name is taken")
        }
    }

    @Test(arguments: ["/items", "/decoded", "/group/items"], [false, true])
    func aFaultyBodyIsNamedOnceWithItsPlaces(path: String, hasOrigin: Bool) async throws {
        try await withRoutes { client in
            let body = ByteBuffer(string: "{\"name\":\"a\",\n \"quantity\":\"two\"}")
            let response = try await client.execute(uri: path, method: .post, headers: hasOrigin ? Self.origin : [:], body: body)
            #expect(response.status == .unprocessableContent && response.headers[values: .contentType].count == 1)
            let problem = try response.problem()
            #expect(problem.title == "Unprocessable Content" && problem.detail == "1 problem" && problem.errors?.count == 1)
            let fault = try #require(problem.errors?.first)
            #expect(fault.pointer == "/quantity" && fault.line == 2 && fault.column == 13, "\(fault)")
            #expect(fault.code == "typeMismatch")
            #expect(!response.text.contains("two"))
        }
    }

    @Test func aBodyThatIsTooLongIs413() async throws {
        try await withRoutes { client in
            let response = try await client.send(String(repeating: " ", count: 101).utf8, to: "/items")
            let problem = try response.problem()
            #expect(problem.title == "Content Too Large" && problem.detail == "the body has more than 100 bytes")
        }
    }

    @Test func aCodableBodyHasItsPlace() async throws {
        try await withRoutes { client in
            let fault = try #require(try await client.send(#"{"number":"1"}"#.utf8, to: "/orders").problem().errors?.first)
            #expect(fault.pointer == "/number" && fault.code == "typeMismatch")
        }
    }

    @Test func anUnknownErrorIs500WithoutItsCause() async throws {
        try await withRoutes { client in
            let response = try await client.execute(uri: "/secret", method: .get)
            let expected = ProblemText(
                title: "Internal Server Error", status: 500, detail: "the service could not process the request", errors: nil)
            #expect(try response.problem() == expected && !response.text.contains("hunter2"))
        }
    }

    @Test func anErrorWithAnAnswerOfItsOwnKeepsIt() async throws {
        try await withRoutes { client in
            let page = try await client.execute(uri: "/page", method: .get)
            #expect(page.status.code == 418 && page.headers[.contentType] == "text/html" && page.text == "<p>tea</p>")
            let empty = try await client.execute(uri: "/empty", method: .get)
            #expect(try empty.problem() == ProblemText(title: "I'm a teapot", status: 418, detail: "I'm a teapot", errors: nil))
            #expect(empty.headers[.retryAfter] == "9")
        }
    }

    @Test func whatIsNoErrorStaysAsItIs() async throws {
        try await withRoutes { client in
            let response = try await client.execute(uri: "/fine", method: .get)
            #expect(response.status == .ok && response.text == "fine")
        }
    }

    @Test func whatIsAddedBeforeSeesTheStatus() async throws {
        let witness = Witness()
        try await withRoutes(witness) { client in
            for path in ["/nowhere", "/gone", "/group/gone", "/secret", "/fine"] { _ = try await client.execute(uri: path, method: .get) }
        }
        #expect(await witness.statuses == [404, 410, 410, 500])
    }
}
#endif
