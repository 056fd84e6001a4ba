#if Server
public import Hummingbird
public import Yodel
import YodelNIO

/// Why a request was not taken, as RFC 9457 has it: `application/problem+json`.
///
/// Thrown in a route, it is the route's answer:
///
/// ```json
/// {"title":"Unprocessable Content","status":422,"detail":"2 problems","errors":[{"pointer":"/age","line":1,"column":18,"code":"typeMismatch","message":"…"}]}
/// ```
public struct ProblemDetails: HTTPResponseError, CustomStringConvertible {
    /// One fault of a request's body.
    public struct Fault: Model, Sendable, Hashable {
        /// The place in the document as RFC 6901 writes it.
        public var pointer = ""
        /// The line, from 1; nil if it is not known.
        public var line: Int?
        /// The byte within its line, from 1; nil if it is not known.
        public var column: Int?
        /// Which problem it is, such as `missingKey` or `typeMismatch`.
        public var code = ""
        /// What was wrong, in one sentence.
        public var message = ""

        /// Makes an empty fault.
        public init() {}

        /// Makes a fault of a value, as a route finds it.
        ///
        /// - Parameters:
        ///   - message: What was wrong, in one sentence.
        ///   - pointer: The place in the document as RFC 6901 writes it, such as `/items/0/count`; empty for the whole of it.
        ///   - code: Which problem it is.
        public init(_ message: String, at pointer: String = "", code: String = "invalidValue") {
            (self.message, self.pointer, self.code) = (message, pointer, code)
        }
    }

    /// What is sent.
    struct Problem: Model {
        var title = ""
        var status = 0
        var detail: String?
        var errors: [Fault]?
        static func describe(_ model: inout ModelDescription) { model.required = ["title", "status"] }
    }

    /// The status of the answer.
    public let status: HTTPResponse.Status
    /// What was wrong, in one sentence.
    public let detail: String
    /// What was wrong with the body, in the order of the document.
    public let faults: [Fault]
    /// Further fields of the answer's header, such as `Retry-After`.
    public var headers = HTTPFields()

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - detail: What was wrong, in one sentence.
    ///   - faults: What was wrong with the body.
    public init(_ status: HTTPResponse.Status, _ detail: String, faults: [Fault] = []) {
        self.status = status
        self.detail = detail
        self.faults = faults
    }

    /// Makes the answer to a body that a decoder has found problems in.
    ///
    /// The status is the first problem's: 400 for what is no JSON, 413 for what passes a limit, 422 for what does not fit.
    ///
    /// - Parameter problems: The problems, as `ModelDecoder.decode(_:from:problems:)` tells them; at least one.
    public init(_ problems: [ModelProblem]) {
        let faults = problems.map { problem in
            var fault = Fault()
            fault.pointer = problem.pointer
            if problem.line > 0 { (fault.line, fault.column) = (problem.line, problem.column) }
            (fault.code, fault.message) = (problem.code, problem.message)
            return fault
        }
        // A status made of its number has no phrase.
        let status: HTTPResponse.Status =
            switch problems.first?.status {
            case 400: .badRequest
            case 413: .contentTooLarge
            default: .unprocessableContent
            }
        self.init(status, problems.count == 1 ? "1 problem" : "\(problems.count) problems", faults: faults)
    }

    /// Makes the answer to a request whose route has thrown a `ModelError`.
    ///
    /// An error of a document is answered as `request.model` answers it: 400 for what is not JSON, 413 for what exceeds a limit, 422 for what does not fit. Any other is the
    /// service's own, and answered with 500, without its cause: a type that cannot be mapped, a file that cannot be read, a number that JSON cannot express.
    ///
    /// - Parameter error: The error.
    public init(_ error: ModelError) {
        if error.isOfDocument { self.init(ModelProblem.all(of: error)) } else { self = .ofService }
    }

    /// Makes the answer to a body that a `CodableDecoder` has refused: 400 for what is no JSON, else 422. The error's own text, which names types of the program, is not sent.
    ///
    /// - Parameter error: The decoder's error.
    public init(_ error: DecodingError) {
        var fault = Fault()
        let context: DecodingError.Context
        var path: [any CodingKey]
        switch error {
        case .keyNotFound(let key, let found):
            (fault.code, context, path) = ("missingKey", found, found.codingPath + [key])
        case .valueNotFound(_, let found): (fault.code, context, path) = ("missingKey", found, found.codingPath)
        case .typeMismatch(_, let found): (fault.code, context, path) = ("typeMismatch", found, found.codingPath)
        case .dataCorrupted(let found): (fault.code, context, path) = ("invalidValue", found, found.codingPath)
        @unknown default:
            (fault.code, context, path) = ("invalidValue", DecodingError.Context(codingPath: [], debugDescription: "\(error)"), [])
        }
        var status = HTTPResponse.Status.unprocessableContent
        if let cause = context.underlyingError as? ModelError {
            (fault.line, fault.column, fault.code) = (cause.line, cause.column, cause.code.rawValue)
            if cause.category == .syntax { status = .badRequest }
        }
        fault.pointer = path.map { "/" + ($0.intValue.map(String.init) ?? Self.escaped($0.stringValue)) }.joined()
        fault.message = error.messageForSender
        self.init(status, "1 problem", faults: [fault])
    }

    private static func escaped(_ key: String) -> String { key.replacing("~", with: "~0").replacing("/", with: "~1") }

    /// The status and the sentence.
    public var description: String { "\(status.code): \(detail)" }

    /// The answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The request's context.
    /// - Returns: A response of the type `application/problem+json`.
    /// - Throws: Nothing.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        let (fields, content) = try written()
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: content))
    }

    /// The answer's header and body.
    func written() throws(ModelError) -> (fields: HTTPFields, content: ByteBuffer) {
        var body = Problem()
        (body.title, body.status) = (status.reasonPhrase, Int(status.code))
        body.detail = detail
        if !faults.isEmpty { body.errors = faults }
        var content = ByteBuffer()
        try ModelEncoder().encode(body, into: &content)
        var fields = HTTPFields.json(bytes: content.readableBytes)
        fields[.contentType] = "application/problem+json"
        fields.append(contentsOf: headers)
        return (fields, content)
    }
}
#endif
