// Errors are those of Foundation's decoder: their cases, their types, their ways. Where the text itself is at fault the cause says the place.
//
// Many are thrown to be caught: `try?` one type, then the next. An error holds its way, its text and its cause, and may outlive the document, so
// none of these can wait until somebody looks. But all errors at one value have the same way, and all errors of one kind the same text.

extension CodableDocument {
    /// A value of another kind, or none.
    @inline(never)
    func mismatch(_ type: Any.Type, _ value: Int, in container: Int, takesNull: Bool = false) -> DecodingError {
        let (path, token) = (path(of: value, in: container), self[value])
        if token.isNull, !takesNull {
            return .valueNotFound(type, .init(codingPath: path, debugDescription: texts(of: type).null))
        }
        return .typeMismatch(type, .init(codingPath: path, debugDescription: texts(of: type).mismatch(token)))
    }

    /// A value that is no container of the kind asked for.
    @inline(never)
    func noContainer(_ type: Any.Type, _ kind: String, _ value: Int, in container: Int) -> DecodingError {
        let (path, token) = (path(of: value, in: container), self[value])
        if token.isNull {
            return .valueNotFound(
                type, .init(codingPath: path, debugDescription: "Cannot get \(kind) decoding container -- found null value instead"))
        }
        return .typeMismatch(type, .init(codingPath: path, debugDescription: texts(of: type).mismatch(token)))
    }

    /// A key that the object does not have.
    @inline(never)
    func noValue<Key: CodingKey>(_ key: Key, in object: Int) -> DecodingError {
        .keyNotFound(key, .init(codingPath: path(to: object), debugDescription: text(missing: key)))
    }

    private func text<Key: CodingKey>(missing key: Key) -> String {
        // The key's own code is called while no text is looked up or kept: it may come back here.
        let (name, place) = (key.stringValue, MissingKeyTexts.Place(key))
        if let place, let text = missingKeyTexts[place, name] { return text }
        let any: any CodingKey = key
        let text = "No value associated with key \(any) (\"\(name)\")."
        if let place { missingKeyTexts.keep(text, of: place, name) }
        return text
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
        if isInModel { return refused(texts(of: type).unfit, type, value, in: container) }
        let path = path(of: value, in: container).map { key in key.intValue.map { .index($0) } ?? JSONPath.Component.key(key.stringValue) }
        return .notJSON(.unfit(texts(of: type), at: location(of: value), path: JSONPath(path)))
    }

    /// What errors say of a type.
    func texts(of type: Any.Type) -> TypeTexts {
        if let texts = typeTexts[type] { return texts }
        let texts = TypeTexts(type)
        typeTexts.keep(texts, of: type)
        return texts
    }
}

extension DecodingError {
    /// Foundation's error for bytes that are not JSON, and for numbers that a type cannot hold.
    static func notJSON(_ cause: ModelError) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: cause))
    }
}

extension ModelError {
    fileprivate static func unfit(_ texts: TypeTexts, at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(.mismatch, .numberOutOfRange, at: location, path: path, texts.unfit, told: texts.toldUnfit)
    }
}
