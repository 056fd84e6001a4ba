// Errors are those of Foundation's decoder: their cases, their types, their ways. Where the text itself is at fault the cause says the place.

extension CodableDocument {
    /// A value of another kind, or none.
    @inline(never)
    func mismatch(_ type: Any.Type, _ value: Int, in container: Int, takesNull: Bool = false) -> DecodingError {
        let path = path(of: value, in: container)
        if self[value].isNull, !takesNull {
            return .valueNotFound(
                type, .init(codingPath: path, debugDescription: "Cannot get value of type \(type) -- found null value instead"))
        }
        return .typeMismatch(
            type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found \(self[value].name) instead."))
    }

    /// A value that is no container of the kind asked for.
    @inline(never)
    func noContainer(_ type: Any.Type, _ kind: String, _ value: Int, in container: Int) -> DecodingError {
        let path = path(of: value, in: container)
        if self[value].isNull {
            return .valueNotFound(
                type, .init(codingPath: path, debugDescription: "Cannot get \(kind) decoding container -- found null value instead"))
        }
        return .typeMismatch(
            type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found \(self[value].name) instead."))
    }

    /// A key that the object does not have.
    @inline(never)
    func noValue(_ key: any CodingKey, in object: Int) -> DecodingError {
        .keyNotFound(
            key,
            .init(codingPath: path(to: object), debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }

    /// An array without another element.
    @inline(never)
    func noElement(_ type: Any.Type, _ index: Int, in array: Int, _ message: String = "Unkeyed container is at end.") -> DecodingError {
        .valueNotFound(type, .init(codingPath: path(to: array) + [PlaceKey(index: index)], debugDescription: message))
    }

    /// A string that is none of its kind.
    @inline(never)
    func corrupted(_ path: [any CodingKey], _ message: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: message))
    }

    /// A number that a type cannot hold. Foundation's error has no way; the cause has it.
    @inline(never)
    func unfit(_ type: Any.Type, _ value: Int, in container: Int) -> DecodingError {
        if isInModel { return refused("a number that it cannot hold", type, value, in: container) }
        let path = path(of: value, in: container).map { key in key.intValue.map { .index($0) } ?? JSONPath.Component.key(key.stringValue) }
        return .notJSON(.unfit(type, at: location(of: value), path: JSONPath(path)))
    }
}

extension DecodingError {
    /// Foundation's error for bytes that are not JSON, and for numbers that a type cannot hold.
    static func notJSON(_ cause: ModelError) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: cause))
    }
}

extension ModelError {
    fileprivate static func unfit(_ type: Any.Type, at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(.mismatch, .numberOutOfRange, at: location, path: path, "expected \(type), found a number that it cannot hold")
    }
}
