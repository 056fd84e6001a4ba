/// Why a decode failed, and where.
///
/// One type for every failure. `category` says whose problem it is, `code` which one, the position and `path` where it stands in the
/// document, and `message` is a sentence for a person. Nothing of the input but the key path appears in the texts.
///
/// ```swift
/// do {
///     let user = try User(json: #"{"name": "Ann", "id": }"#)
/// } catch {
///     print(error)   // syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'
/// }
/// ```
public struct ModelError: Error, Sendable, CustomStringConvertible {
    /// Whose problem an error is.
    public enum Category: String, Sendable, Hashable {
        /// The input is not JSON in UTF-8 (RFC 8259).
        case syntax
        /// The input is JSON, but a value does not fit the type it is for; or a value to be written has no place in JSON.
        case mismatch
        /// The input passes a limit of the options (depth, size of a token, size of the document), or of the machine's memory.
        case limit
        /// The model's type cannot be mapped as declared; no input would help.
        case model
        /// The input could not be read, or is not the one that a reading position is of.
        case input
        /// The model's own code (a hook, a transform, its coding) threw; see `underlying`.
        case custom
    }

    /// Which problem it is. New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// Makes a code of its name.
        ///
        /// - Parameter rawValue: The name, in camel case.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's name.
        public var description: String { rawValue }
    }

    /// Whose problem it is.
    public let category: Category
    /// Which problem it is.
    public let code: Code
    /// Bytes from the start of the input to the fault; 0 for an error of category `model`, and for a file that cannot be opened.
    public let offset: Int
    /// The line of the fault, from 1; 0 where the error has no place in the input.
    public let line: Int
    /// The byte of the fault within its line, from 1; 0 where the error has no place in the input.
    public let column: Int
    /// Where in the document the fault stands; empty for the root.
    public let path: JSONPath
    /// What was wrong, what was expected and what was found: one sentence without its position.
    public let message: String
    /// The error that the model's own code threw, if that is what stopped the decode.
    ///
    /// Where a required property has got no value because its object was rejected, the `ModelError` of that one, without a place.
    public let underlying: (any Error)?
    /// Of the code `missingKey`, where in the document each value is missing, the first of them at `path`; else empty.
    public let missingPaths: [JSONPath]

    init(
        _ category: Category, _ code: Code, at location: SourceLocation, path: JSONPath, _ message: String, underlying: (any Error)? = nil,
        missing: [JSONPath] = []
    ) {
        missingPaths = missing
        self.category = category
        self.code = code
        self.offset = location.offset
        self.line = location.line
        self.column = location.column
        self.path = path
        self.message = message
        self.underlying = underlying
    }

    /// The error in one line: category, position, path, message.
    public var description: String {
        var text = "\(category.rawValue) error"
        if line > 0 {
            text += " at line \(line), column \(column) (byte \(offset))"
        }
        if !path.components.isEmpty {
            text += ", path \(path)"
        }
        return text + ": " + message
    }
}
