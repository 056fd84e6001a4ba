#if Server
import Foundation
import Hummingbird
import HummingbirdTesting
import Metrics
import Testing
import YodelServer

/// The metrics of the process: there can be only one backend.
let processMetrics: PrometheusMetrics = {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    return metrics
}()

extension TestClientProtocol {
    /// Sends a body.
    func send(
        _ body: some Sequence<UInt8>, to uri: String = "/events", type: String? = "application/x-ndjson", encoding: String? = nil
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        fields[.contentType] = type
        fields[.contentEncoding] = encoding
        return try await execute(uri: uri, method: .post, headers: fields, body: ByteBuffer(bytes: body))
    }
}

/// What `application/problem+json` says.
struct ProblemText: Decodable, Equatable {
    struct Fault: Decodable, Equatable {
        var pointer: String
        var line: Int?
        var column: Int?
        var code: String
        var message: String
    }

    var title: String
    var status: Int
    var detail: String?
    var errors: [Fault]?
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// Reads the body by another reader than the one it was made by.
    func json<T: Decodable>(_ type: T.Type) throws -> T { try JSONDecoder().decode(type, from: Data(body.readableBytesView)) }

    func problem() throws -> ProblemText {
        #expect(headers[.contentType] == "application/problem+json")
        let problem = try json(ProblemText.self)
        #expect(problem.status == Int(status.code))
        return problem
    }
}
#endif
