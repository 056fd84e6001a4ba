/// Why a decode ended, where, and in which value.
struct DecodingFailure {
    enum Reason {
        case mismatch(Mismatch)
        case depthLimit(Int)
        case tokenLimit(Int)
        /// A type met on the way cannot be mapped.
        case model(ModelError)
        /// The model's own initializer threw.
        case custom(any Error, Any.Type)
        /// The model's own initializer, or a text that holds a document, has refused a value.
        case undecodable(Refusal)
        /// A model inside of a type that decodes itself was not read.
        case inside(ModelError)
        /// The model's own code threw an error at an object of a type.
        case rejected(any Error, Any.Type)
        /// A transform threw an error that makes values of a type.
        case transform(any Error, Any.Type)
        /// Properties of a type have got no value; none of them is named if all have been noted.
        case missing([MissingValue], Any.Type)
        case unknownKey(Any.Type)
        case duplicateKey

        /// The code of the error, as far as a report needs it.
        var code: ModelError.Code {
            switch self {
            case .missing: .missingKey
            case .mismatch(let mismatch): mismatch.code
            case .undecodable(let refusal): refusal.mismatch.code
            case .inside(let error): error.code
            case .unknownKey: .unknownKey
            case .duplicateKey: .duplicateKey
            case .depthLimit, .tokenLimit, .model, .custom, .rejected, .transform: .modelCodeFailed
            }
        }

        /// Why the first of the values does not fit that are there for all properties that have got none; nil if one of them is not there.
        var misfit: DecodingFailure? {
            guard case .missing(let values, _) = self else { return nil }
            let causes = values.compactMap(\.cause)
            guard causes.count == values.count && causes.allSatisfy(\.reason.isOfValue) else { return nil }
            return causes.min { $0.offset < $1.offset }
        }

        /// Whether a value is at fault that is there.
        private var isOfValue: Bool {
            switch self {
            case .mismatch, .undecodable, .inside, .transform: true
            case .depthLimit, .tokenLimit, .model, .custom, .rejected, .missing, .unknownKey, .duplicateKey: false
            }
        }

        /// What the model's own code has said of the object, or a transform of a value.
        var rejection: ModelRejection? {
            switch self {
            case .rejected(let error, _), .transform(let error, _): error as? ModelRejection
            default: nil
            }
        }

        /// The path, if it is not that of the value at hand.
        var path: JSONPath? {
            if case .missing(let values, _) = self { values.first?.path } else { nil }
        }
    }

    var reason: Reason
    /// Bytes from the start of the input.
    var offset: Int
    var path: JSONPath

    /// The failure of a part of a document, as the whole document's.
    ///
    /// - Parameter place: The way to the part.
    func below(_ place: JSONPath) -> DecodingFailure {
        func whole(_ path: JSONPath) -> JSONPath { JSONPath(place.components + path.components) }
        var failure = DecodingFailure(reason: reason, offset: offset, path: whole(path))
        if case .missing(let values, let type) = reason {
            let values = values.map { MissingValue(property: $0.property, path: whole($0.path), cause: $0.cause?.below(place)) }
            failure.reason = .missing(values, type)
        }
        return failure
    }

    /// The error, once line and column are known.
    func error(at location: SourceLocation) -> ModelError {
        switch reason {
        case .mismatch(let mismatch): .mismatch(mismatch, at: location, path: path)
        case .depthLimit(let limit): .depthLimit(limit, at: location, path: path)
        case .tokenLimit(let limit): .tokenLimit(limit, at: location, path: path)
        case .model(let error): error
        case .undecodable(let refusal): .undecodable(refusal.mismatch, refusal.error, at: location, path: path)
        case .inside(let error): error.moved(to: location, path: path)
        case .custom(let error, let type): .modelCode(error, type: type, at: location, path: path)
        case .rejected(let error, let type): .rejected(error, type: type, at: location, path: path)
        case .transform(let error, let type): .transform(error, type: type, at: location, path: path)
        case .missing(let values, let type):
            .missingKeys(
                values.map { ($0.property, $0.path) }, of: type, because: values.compactMap { $0.cause?.error(at: .none) }, at: location,
                path: path)
        case .unknownKey(let type): .unknownKey(of: type, at: location, path: path)
        case .duplicateKey: .duplicateKey(at: location, path: path)
        }
    }
}

/// A property that has got no value.
struct MissingValue {
    var property: String
    var path: JSONPath
    /// Why the value that came does not fit, or the object that would have been it was rejected.
    var cause: DecodingFailure?
}
