#if Server
import Foundation
import Hummingbird
import HummingbirdTesting
import Metrics
import NIOCore
import NIOEmbedded
import Testing
import Yodel
import YodelFoundation
import YodelNIO
import YodelServer

#if Ingest
import YodelIngest
#endif

// The examples of YodelServer's documentation, compiled and, where they have no path and no port, run.

private struct User: Model {
    var id: Int?
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
}

private actor Users {
    private var users: [User] = []

    func add(_ user: User) throws -> User {
        var user = user
        user.id = users.count
        users.append(user)
        return user
    }

    func all() -> [User] { users }

    func replace(_ user: User) throws -> User {
        guard let id = user.id, users.indices.contains(id) else { throw HTTPError(.notFound) }
        users[id] = user
        return user
    }

    func find(_ id: String) throws -> User {
        guard let number = Int(id), users.indices.contains(number) else { throw HTTPError(.notFound) }
        return users[number]
    }
}

private struct AppContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    var requestDecoder: CodableDecoder { CodableDecoder() }
    var responseEncoder: CodableEncoder { CodableEncoder() }
}

private struct FastContext: RequestContext {
    static let (decoder, encoder) = (FastJSONDecoder(), FastJSONEncoder())
    var coreContext: CoreRequestContextStorage
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    var requestDecoder: FastJSONDecoder { Self.decoder }
    var responseEncoder: FastJSONEncoder { Self.encoder }
}

private func guardedService() async throws {
    let router = Router()
    var limits = ConnectionLimits()
    limits.maximumConnections = 200
    let guarded = Application(router: router, server: .http1(limits: limits))
    try await guarded.runService()
}

#if Ingest
private struct Event: Model, TableModel {
    static let table = IngestTable("events", key: ["id"])
    var id = 0
}

private func service() async throws {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    print(metrics.text)
    let receiver = IngestReceiver(Event.self, into: SQLiteSink(Event.self, path: "events.sqlite"))
    try await receiver.open()
    var options = IngestRoutes<Event>.Options()
    options.limits.maximumBytes = 64 << 20
    options.metrics = metrics
    let router = Router()
    IngestRoutes(receiver, options: options).add(to: router)
    IngestRoutes(receiver).add(to: router)
    var application = Application(router: router)
    application.addServices(receiver)
    try await application.runService()
}
#endif

private final class UserHandler: ChannelInboundHandler {
    typealias InboundIn = ModelMessage<User>
    typealias OutboundOut = User

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let user = Self.unwrapInboundIn(data).model { context.writeAndFlush(Self.wrapOutboundOut(user), promise: nil) }
    }
}

private func answer(to body: ByteBuffer) throws -> ByteBuffer {
    var problems: [ModelProblem] = []
    var answer = ByteBuffer()
    if let user = try ModelDecoder().decode(User.self, from: body, problems: &problems) {
        try ModelEncoder().encode(user, into: &answer)
    } else {
        try CodableEncoder().encode(problems, into: &answer)
    }
    return answer
}

@Suite("Documentation of YodelServer")
struct ServerDocumentationTests {
    @Test func routes() async throws {
        let users = Users()
        let router = Router(context: AppContext.self)
        router.add(middleware: ProblemMiddleware())
        try router.addOpenAPI(title: "Users", version: "1.0", models: [User.self])
        router.post("users") { request, context in
            let user = try await request.model(User.self, context: context)
            return ModelResponse(try await users.add(user), status: .created)
        }
        router.get("users/:id") { request, context in
            ModelResponse(try await users.find(context.parameters.require("id")))
        }
        router.patch("users/:id") { request, context in
            var user = try await users.find(context.parameters.require("id"))
            try await request.update(&user, context: context)
            return ModelResponse(try await users.replace(user))
        }
        router.get("users") { _, _ in
            ModelLines(await users.all())
        }
        var options = EncodingOptions()
        options.keyStyle = .snakeCase
        options.onNil = .null
        let encoder = ModelEncoder(options)
        router.get("exports") { _, _ in
            ModelLines(await users.all(), encoder: encoder)
        }
        router.put("users") { _, _ -> Response in
            throw ProblemDetails(.conflict, "the name is taken")
        }
        try await Application(router: router).test(.router) { client in
            let added = try await client.send(#"{"name":"Ann"}"#.utf8, to: "/users")
            #expect(added.status == .created && added.text == #"{"id":0,"name":"Ann"}"#)
            #expect(try await client.execute(uri: "/users/0", method: .get).text == added.text)
            #expect(try await client.execute(uri: "/users", method: .put).problem().detail == "the name is taken")
            let body = ByteBuffer(string: #"{"name":"Bea"}"#)
            #expect(try await client.execute(uri: "/users/0", method: .patch, body: body).text == #"{"id":0,"name":"Bea"}"#)
            #expect(try await client.execute(uri: "/users", method: .get).text == "{\"id\":0,\"name\":\"Bea\"}\n")
            #expect(try await client.execute(uri: "/exports", method: .get).text == "{\"id\":0,\"name\":\"Bea\"}\n")
            #expect(try await client.execute(uri: "/nowhere", method: .get).problem().status == 404)
            #expect(try await client.execute(uri: "/openapi.json", method: .get).text.hasPrefix(#"{"openapi":"3.1.0""#))
        }
    }

    @Test func channels() throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(try ModelMessageDecoder(User.self, framing: .lines)),
            MessageToByteHandler(ModelMessageEncoder(User.self)),
            UserHandler(),
        ])
        try channel.writeInbound(ByteBuffer(string: "{\n{\"id\":7,\"name\":\"Ann\"}\n"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "{\"id\":7,\"name\":\"Ann\"}\n"))
        _ = try channel.finish()
        #expect(try String(buffer: answer(to: ByteBuffer(string: #"{"id":7,"name":"Ann"}"#))) == #"{"id":7,"name":"Ann"}"#)
        #expect(try String(buffer: answer(to: ByteBuffer(string: #"{"id":7}"#))).contains(#""code":"missingKey""#))
    }

    @Test func everyExampleStandsHere() throws {
        // What has paths and ports is compiled alone.
        _ = guardedService
        #if Ingest
        _ = service
        #endif
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = Set(try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map(code))
        let sources = root.appendingPathComponent("Sources/YodelServer")
        var checked = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            let isGuarded = ["Server", "Server && Ingest", "!Server", "!(Server && Ingest)"].contains { text.hasPrefix("#if \($0)\n") }
            #expect(isGuarded && text.hasSuffix("#endif\n"), "\(file) is not empty without the trait")
            let comments = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("///") }
            checked += check(comments.map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }, in: compiled, file)
        }
        let article = try String(contentsOf: sources.appendingPathComponent("YodelServer.docc/Servers.md"), encoding: .utf8)
        checked += check(article.split(separator: "\n").map(String.init), in: compiled, "Servers.md")
        #expect(checked > 50)
    }

    /// Checks the blocks of Swift, and counts their lines.
    private func check(_ lines: [String], in compiled: Set<String>, _ file: String) -> Int {
        var isExample = false
        var checked = 0
        for line in lines {
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample, !code(line).isEmpty {
                checked += 1
                #expect(compiled.contains(code(line)), "\(file) is not compiled: \(line)")
            }
        }
        return checked
    }

    /// A line without what says who may use it, and the space around it.
    private func code(_ line: some StringProtocol) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("private ") ? String(text.dropFirst(8)) : text
    }
}
#endif
