/// Why a model does not take its object, and which of its values is at fault: thrown by a hook or a transform, it gives the error a sentence and a place.
///
/// ```swift
/// struct Order: ValidatedModel {
///     var quantity = 1
///
///     func validate() throws {
///         if quantity < 1 { throw ModelRejection("there must be at least one", at: "quantity") }
///     }
/// }
/// ```
///
/// The ``ModelError`` of `[{"quantity":0}]` has the path `[0].quantity` and the message "Order rejected its object: there must be at least one"; a ``ModelProblem`` has the
/// pointer `/0/quantity` and the message "an object that is refused: there must be at least one". Line, column and offset are those of the object. Any other error that a hook
/// throws is the ``ModelError/underlying`` one of an error that has the object's path.
///
/// A ``PropertyTransform`` may throw one as well: "the transform that makes Color threw: not six hexadecimal digits". The path begins at the transform's value.
public struct ModelRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in words that may be shown to whoever has sent the document.
    public let message: String
    /// The place of the value at fault, from the object or the transform's value on and by the keys of JSON; empty for that itself.
    public let path: JSONPath

    /// Makes a rejection.
    ///
    /// - Parameters:
    ///   - message: What is wrong. It becomes part of the error's message as it is.
    ///   - path: The place of the value at fault, from the object on and by the keys of JSON, as in `"quantity"` or `"items[0].count"`.
    public init(_ message: String, at path: JSONPath = JSONPath()) {
        self.message = message
        self.path = path
    }

    /// The place, if there is one, and what is wrong.
    public var description: String { path.components.isEmpty ? message : "\(path): \(message)" }
}
