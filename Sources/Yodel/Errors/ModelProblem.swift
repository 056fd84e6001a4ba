/// One thing that is wrong with a document, told to its sender: what it is, and where.
///
/// `ModelDecoder.decode(_:from:limit:maximumBytes:problems:)` finds all problems at once. A service answers 400 or 422 with them:
///
/// ```swift
/// var problems: [ModelProblem] = []
/// let signUp = try ModelDecoder().decode(SignUp.self, from: #"{"name": 7, "mail": "a@b.c", "age": -1}"#, problems: &problems)
/// signUp == nil                                        // true; `email` is one of its required properties
/// let body = try CodableEncoder().encode(problems)     // [{"code":"missingKey","pointer":"\/email","path":"email","line":1,"column":1,…
/// problems.map { "\($0.status) \($0.code) \($0.pointer)" }
/// // ["422 missingKey /email", "422 typeMismatch /name", "422 unknownKey /mail", "422 numberOutOfRange /age"]
/// ```
///
/// A problem quotes nothing of the document but the path to a value.
public struct ModelProblem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Which problem it is: the `rawValue` of a ``ModelError/Code``.
    public let code: String
    /// The place in the document as RFC 6901 writes it; see ``JSONPointer``.
    public let pointer: String
    /// The place in the document, in the syntax of ``JSONPath``. A missing value has the place where it would be.
    public let path: String
    /// The line, counted from 1; for a missing value, the line on which its object begins.
    public let line: Int
    /// The byte within its line, counted from 1.
    public let column: Int
    /// The number of bytes before it in the document.
    public let offset: Int
    /// What was wrong, what was expected and what was found, in one sentence: in JSON's words, since its sender knows neither the types nor the options of the program.
    public let message: String
    /// The HTTP status that fits: 400 if the document is not JSON, 413 if it exceeds a limit, 422 if a value does not fit.
    public let status: Int

    /// What is said of it with the types and options of the program, if it has been found by this program. It is not written, and two problems are equal whatever it says.
    private var detail = Detail()

    /// The problem in one line, for the program's log: its place and the message, which names types and options of the program here.
    public var description: String {
        "line \(line), column \(column), \(path.isEmpty ? "the root" : path): \(detail.text ?? message)"
    }

    private enum CodingKeys: CodingKey { case code, pointer, path, line, column, offset, message, status }

    private struct Detail: Sendable, Hashable {
        var text: String?

        static func == (first: Detail, second: Detail) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    init(
        _ code: ModelError.Code, _ path: JSONPath, at location: SourceLocation, _ message: String, status: Int = 422, detail: String? = nil
    ) {
        self.code = code.rawValue
        pointer = Self.pointer(path)
        self.path = path.description
        line = location.line
        column = location.column
        offset = location.offset
        self.message = message
        self.status = status
        self.detail.text = detail
    }

    /// What an issue from the model is.
    init(_ issue: DecodingReport.Issue, at location: SourceLocation) {
        let detail: String? =
            switch issue.code {
            case .missingKey, .unknownKey, .duplicateKey: nil
            default: "expected \(issue.expected), found \(issue.found)"
            }
        self.init(issue.code, issue.path, at: location, issue.sender.message(issue.code), detail: detail)
    }

    /// What an error is that ended the decode: one problem, or one for each value that is missing.
    ///
    /// - Parameter maximumBytes: About how many bytes of places the problems have; the first one is there in any case.
    package static func all(of error: ModelError, within maximumBytes: Int = 1 << 20) -> [ModelProblem] {
        let location = SourceLocation(offset: error.offset, line: error.line, column: error.column)
        let status =
            switch error.category {
            case .syntax: 400
            case .limit: 413
            case .mismatch, .model, .input, .custom: 422
            }
        guard error.missingPaths.isEmpty else {
            var all: [ModelProblem] = []
            var bytes = 0
            for path in error.missingPaths {
                let problem = ModelProblem(.missingKey, path, at: location, SenderWords.missing)
                bytes += problem.pointer.utf8.count + problem.path.utf8.count
                guard bytes <= maximumBytes || all.isEmpty else { return all + [.left(out: error.missingPaths.count - all.count)] }
                all.append(problem)
            }
            return all
        }
        let message = error.messageForSender
        return [ModelProblem(error.code, error.path, at: location, message, status: status, detail: error.message)]
    }

    /// What stands for problems that are not listed.
    static func left(out count: Int) -> ModelProblem {
        ModelProblem(
            .failureLimit, JSONPath(), at: SourceLocation(offset: 0, line: 1, column: 1),
            "\(count) more \(count == 1 ? "problem is" : "problems are") not listed: their places are too long")
    }

    private static func pointer(_ path: JSONPath) -> String {
        path.components.reduce(into: "") { text, component in
            text += "/"
            switch component {
            case .index(let index): text += String(index)
            case .key(let key): text += key.replacing("~", with: "~0").replacing("/", with: "~1")
            }
        }
    }
}
