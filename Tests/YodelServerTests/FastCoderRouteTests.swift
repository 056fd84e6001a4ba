#if Server
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import Yodel
import YodelFoundation
import YodelServer

// Routes of a context whose coders are the subclasses of Foundation's: Hummingbird has Foundation's classes conform to its protocols, and decodes by
// NIOFoundationCompat's extension of them.

private struct Order: Codable, Equatable {
    var number: Int
    var at: Date
}

extension Order: ResponseEncodable {}

/// Says whose decoder decoded it.
private struct Decoded: Decodable {
    let module: String
    init(from decoder: any Decoder) { module = String(String(reflecting: type(of: decoder)).prefix { $0 != "." }) }
}

/// Says whose encoder encodes it.
private struct Encoded: ResponseEncodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(String(reflecting: type(of: encoder)).prefix { $0 != "." }))
    }
}

private struct FastContext: RequestContext {
    static let decoder: FastJSONDecoder = {
        let decoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
    static let encoder: FastJSONEncoder = {
        let encoder = FastJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }()
    var coreContext: CoreRequestContextStorage
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    var requestDecoder: FastJSONDecoder { Self.decoder }
    var responseEncoder: FastJSONEncoder { Self.encoder }
}

@Suite("Subclasses of Foundation's coders in routes")
struct FastCoderRouteTests {
    private func respond(to body: String, at path: String) async throws -> TestResponse {
        let router = Router(context: FastContext.self)
        router.post("orders") { request, context in
            var order = try await request.decode(as: Order.self, context: context)
            order.number += 1
            return order
        }
        router.post("decoded") { request, context in try await request.decode(as: Decoded.self, context: context).module }
        router.post("encoded") { _, _ in Encoded() }
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: path, method: .post, body: ByteBuffer(string: body))
        }
    }

    @Test func anOrderComesAndGoes() async throws {
        let response = try await respond(to: #"{"number":1,"at":"1970-01-01T00:00:01Z"}"#, at: "/orders")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json; charset=utf-8")
        #expect(String(buffer: response.body) == #"{"number":2,"at":"1970-01-01T00:00:01Z"}"#)
    }

    @Test func theCodersAreYodels() async throws {
        #expect(String(buffer: try await respond(to: "{}", at: "/decoded").body) == "Yodel")
        #expect(String(buffer: try await respond(to: "", at: "/encoded").body) == #""Yodel""#)
    }

    /// Hummingbird makes the answer of `DecodingError`, as of Foundation's decoder.
    @Test(arguments: ["{", #"{"number":"1","at":"1970-01-01T00:00:01Z"}"#, #"{"number":1}"#, ""])
    func aFaultyBodyIsABadRequest(_ body: String) async throws {
        #expect(try await respond(to: body, at: "/orders").status == .badRequest)
    }
}
#endif
