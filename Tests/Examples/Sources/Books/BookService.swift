import Hummingbird
import Yodel
import YodelServer

@main
struct BookService {
    static func main() async throws {
        let shelf = Shelf()
        let router = Router()

        // All errors become application/problem+json.
        router.add(middleware: ProblemMiddleware())

        router.post("books") { request, context in
            let book = try await request.model(Book.self, context: context)
            return ModelResponse(await shelf.add(book), status: .created)
        }

        router.get("books") { _, _ in
            ModelLines(await shelf.all())
        }

        router.get("books/:id") { _, context in
            let id = try context.parameters.require("id", as: Int.self)
            return ModelResponse(try await shelf.find(id))
        }

        router.patch("books/:id") { request, context in
            let id = try context.parameters.require("id", as: Int.self)
            var book = try await shelf.find(id)
            try await request.update(&book, context: context)
            return ModelResponse(await shelf.replace(id, with: book))
        }

        // GET /openapi.json describes the models.
        try router.addOpenAPI(title: "Books", version: "1.0", models: [Book.self])

        // The port is the first argument.
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
        let address = BindAddress.hostname("127.0.0.1", port: port)
        let application = Application(router: router, configuration: .init(address: address))
        try await application.runService()
    }
}
