import FoundationEssentials

// Formats of dates and styles of keys as strategies of `CodableDecoder` and `CodableEncoder`. They are made of the strategies that run code.

extension CodableDecoder.DateDecodingStrategy {
    /// Dates in formats of your choice.
    ///
    /// ```swift
    /// let decoder = CodableDecoder()
    /// decoder.dateDecodingStrategy = .formats(.iso8601, .http, .epochMicroseconds)
    /// ```
    ///
    /// - Parameter formats: The formats; the first that has the text is used, and the first that reads numbers for numbers, which may also stand in strings.
    /// - Returns: A strategy that throws `DecodingError.dataCorrupted` for a value that is in none of the formats, and a ``ModelError`` for an invalid format.
    public static func formats(_ formats: DateFormat...) -> CodableDecoder.DateDecodingStrategy {
        let forms = DateForms(formats.map(\.form))
        let fault = formats.lazy.compactMap(\.fault).first
        return .custom { decoder in
            if let fault { throw fault }
            let container = try decoder.singleValueContainer()
            guard let date = forms.firstDate(in: try container.decode(JSONValue.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "The date is in none of the expected formats.")
            }
            return date
        }
    }
}

extension CodableEncoder.DateEncodingStrategy {
    /// Dates in a format of your choice.
    ///
    /// - Parameter format: The format.
    /// - Returns: A strategy that throws `EncodingError.invalidValue` for a date that the format cannot express, and a ``ModelError`` for an invalid format.
    public static func format(_ format: DateFormat) -> CodableEncoder.DateEncodingStrategy {
        var options = EncodingOptions()
        options.dateFormat = format
        options.onNonFinite = .fail
        let models = ModelEncoder(options)
        let fault = format.fault
        return .custom { date, encoder in
            if let fault { throw fault }
            let value: JSONValue
            do {
                value = try models.encodeValue(date)
            } catch {
                let reason = "The format cannot express the date."
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: reason, underlyingError: error))
            }
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

extension CodableDecoder.KeyDecodingStrategy {
    /// Keys in a style: a key of the document is made the name of the property that the style spells that way.
    ///
    /// ```swift
    /// struct Profile: Codable { var avatarUrl: String }
    /// decoder.keyDecodingStrategy = .convertFrom(.kebabCase)
    /// try decoder.decode(Profile.self, from: #"{"avatar-url": "u"}"#)   // "avatarUrl" is read, too
    /// ```
    ///
    /// A key that the style does not make of any name stays as it is. As with `convertFromSnakeCase`, no converted key is a name with several capitals in a
    /// row, except in ``KeyStyle/pascalCase``: name such a property `avatarUrl`, or give it a coding key of that name. Of a style of your own, the words of a
    /// key are found at underscores, hyphens and spaces.
    ///
    /// - Parameter style: The style.
    /// - Returns: The strategy.
    public static func convertFrom(_ style: KeyStyle) -> CodableDecoder.KeyDecodingStrategy {
        guard let keys = style.rules.map({ CodedKeys(style: $0.spelling, ignoresCase: false) }) else { return .useDefaultKeys }
        if keys.converts { return .convertFromSnakeCase }
        return .custom { PlaceKey(keys.name($0.last?.stringValue ?? "")) }
    }
}

extension CodableEncoder.KeyEncodingStrategy {
    /// Keys in a style.
    ///
    /// - Parameter style: The style.
    /// - Returns: The strategy.
    public static func convertTo(_ style: KeyStyle) -> CodableEncoder.KeyEncodingStrategy {
        guard let keys = style.rules.map({ CodedKeys(style: $0.spelling, ignoresCase: false) }) else { return .useDefaultKeys }
        if keys.converts { return .convertToSnakeCase }
        return .custom { PlaceKey(keys.written($0.last?.stringValue ?? "")) }
    }
}
