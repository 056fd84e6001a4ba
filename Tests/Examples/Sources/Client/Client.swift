import AsyncHTTPClient
import Yodel
import YodelNIO

/// Reads all pages of a list, and waits where the service asks for it.
///
///     Client http://127.0.0.1:8080 /issues
@main
struct Client {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: Client SERVICE PATH")
            return
        }
        let decoder = ModelDecoder()
        var next: String? = arguments[2]
        var (pages, issues) = (0, [Issue]())
        while let path = next {
            let response = try await fetch(arguments[1] + path)
            // The bytes of the body become the page where they are; nothing is copied into `Data`.
            let body = try await response.body.collect(upTo: 1 << 20)
            let page = try decoder.decode(Page.self, from: body)
            pages += 1
            issues += page.issues
            next = page.next
        }
        print("\(issues.count) issues on \(pages) pages, \(issues.count { $0.isOpen }) open")
        if let first = issues.first { print(try first.jsonString()) }
    }

    /// Sends a request until the service takes it: after 429 it waits for as many seconds as `Retry-After` says.
    static func fetch(_ url: String) async throws -> HTTPClientResponse {
        for _ in 1...5 {
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(30))
            if response.status == .ok { return response }
            guard response.status == .tooManyRequests else { throw Refused(url: url, status: response.status.code) }
            // A date is allowed there as well; for one second it is not worth the code.
            let seconds = response.headers.first(name: "Retry-After").flatMap { Int($0) } ?? 1
            print("too many requests: waiting for \(seconds) s")
            try await Task.sleep(for: .seconds(min(seconds, 60)))
        }
        throw Refused(url: url, status: 429)
    }
}

/// The service did not answer with 200.
struct Refused: Error {
    let url: String
    let status: UInt
}
