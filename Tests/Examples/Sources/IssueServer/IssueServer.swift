import Hummingbird
import Yodel
import YodelServer

// A service to try the client with: 25 issues, ten on a page, and every third request is one too many.

struct Issue: Model {
    struct State: Model { var open = false }

    var number = 0
    var title = ""
    var state = State()
    var createdAt = "2026-03-01T10:00:00Z"

    static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
}

struct Page: Model {
    struct Links: Model { var next: String? }

    var data: [Issue] = []
    var links = Links()
}

actor Counter {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

@main
struct IssueServer {
    static func main() async throws {
        let counter = Counter()
        let router = Router()
        router.add(middleware: ProblemMiddleware())
        router.get("issues") { request, _ in
            if await counter.next() % 3 == 0 {
                var problem = ProblemDetails(.tooManyRequests, "every third request is one too many")
                problem.headers[.retryAfter] = "1"
                throw problem
            }
            let number = request.uri.queryParameters.get("page", as: Int.self) ?? 1
            return ModelResponse(page(min(max(number, 1), 3)))
        }
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
        let address = BindAddress.hostname("127.0.0.1", port: port)
        let application = Application(router: router, configuration: .init(address: address))
        try await application.runService()
    }

    static func page(_ number: Int) -> Page {
        var page = Page()
        for index in (number - 1) * 10..<min(number * 10, 25) {
            var issue = Issue()
            issue.number = index + 1
            issue.title = "Issue \(index + 1)"
            issue.state.open = index % 2 == 0
            page.data.append(issue)
        }
        if number * 10 < 25 { page.links.next = "/issues?page=\(number + 1)" }
        return page
    }
}
