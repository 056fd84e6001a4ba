/// Why a decode failed, and where.
///
/// There is one type for every failure. `category` says whose problem it is, `code` which problem, the position and `path` where in the document it
/// is, and `message` is a sentence for people. The texts quote nothing of the input but the key path and at most one byte.
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
        /// The input exceeds a limit of the options (depth, token size, document size) or the machine's memory.
        case limit
        /// The model's type cannot be mapped as declared. No input would help.
        case model
        /// The input could not be read, or a reading position does not belong to it.
        case input
        /// The model's own code threw: a hook, a transform or its coding. See `underlying`.
        case custom
    }

    /// Which problem it is. New codes may be added in any version.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
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
    /// The number of bytes before the fault; 0 for an error of category `model`, and for a file that cannot be opened.
    public let offset: Int
    /// The line of the fault, counted from 1; 0 if the error has no place in the input.
    public let line: Int
    /// The byte of the fault within its line, counted from 1; 0 if the error has no place in the input.
    public let column: Int
    /// Where in the document the fault is; empty for the root.
    public let path: JSONPath
    /// One sentence, without the position: what was wrong, what was expected and what was found.
    public let message: String
    /// The error that the model's own code threw, if that is what stopped the decode.
    ///
    /// If a required property has no value because its object was rejected, this is the `ModelError` of that object, without a place.
    public let underlying: (any Error)?
    /// For the code `missingKey`, where in the document each value is missing, the first of them at `path`; otherwise empty.
    public let missingPaths: [JSONPath]
    /// The message in JSON's words; nil if `message` names neither types nor options of the program.
    let told: String?
    /// What the sender of the document is told: the message in JSON's words, without the types and options of the program.
    package var messageForSender: String { told ?? message }

    init(
        _ category: Category, _ code: Code, at location: SourceLocation, path: JSONPath, _ message: String, underlying: (any Error)? = nil,
        missing: [JSONPath] = [], told: String? = nil
    ) {
        missingPaths = missing
        self.told = told
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
