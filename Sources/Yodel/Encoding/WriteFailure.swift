/// Why a value was not written. Its path grows while the walk goes back up. An instance, so that having none costs nothing.
final class WriteFailure {
    enum Reason {
        case depthLimit(Int)
        /// A number that is not finite.
        case nonFinite
        /// A date that its form has no text for.
        case dateOutOfRange
        /// Data that is to be written as text and is not UTF-8.
        case dataIsNoText
        /// A value that JSON has no place for and that cannot encode itself.
        case unencodable(Any.Type)
        case model(any Error, Any.Type)
        case transform(any Error, Any.Type)
        case encode(any Error, Any.Type)
        /// An instance of a class that its discriminator has no value for.
        case undiscriminated(Any.Type)
        /// An error that is complete but for its path.
        case error(ModelError)
    }

    let reason: Reason
    /// The steps from the value to the root.
    var path: [JSONPath.Component] = []

    init(_ reason: Reason) {
        self.reason = reason
    }

    var error: ModelError {
        let path = JSONPath(path.reversed())
        return switch reason {
        case .depthLimit(let limit): .writeDepthLimit(limit, path: path)
        case .nonFinite: .nonFinite(path: path)
        case .dateOutOfRange: .dateOutOfRange(path: path)
        case .dataIsNoText: .dataIsNoText(path: path)
        case .unencodable(let type): .unencodable(type, path: path)
        case .model(let error, let type): .willEncode(error, type: type, path: path)
        case .transform(let error, let type): .writeTransform(error, type: type, path: path)
        case .encode(let error, let type): .encode(error, type: type, path: path)
        case .undiscriminated(let type): .undiscriminated(type, path: path)
        case .error(let error): error.inside(path)
        }
    }
}
