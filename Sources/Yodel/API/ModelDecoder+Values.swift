// Values that are parsed already: one set of rules for all sources, so they are read as texts of one level by the same reader. Errors have a path, but no place
// in an input.

extension ModelDecoder {
    /// Decodes a value from parsed JSON.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - value: The JSON.
    /// - Returns: The value.
    /// - Throws: `ModelError` of the categories `mismatch`, `limit` (depth), `model` and `custom`; offset, line and column are 0.
    /// - Complexity: Linear in the number of values and characters.
    public func decode<T>(_ type: T.Type, from value: JSONValue) throws(ModelError) -> T {
        try filled(type) { slot in
            fill(slot, type, .json(value), request)
        }
    }

    /// Decodes a value from a dictionary of Swift's own values.
    ///
    /// Values that JSON has follow the same rules as those of a document: Bool, integers and floating-point numbers, `Decimal`, strings, arrays, sets and
    /// dictionaries, nil. Other values need a property of exactly their type: a `Date`, `Data`, `URL`, `UUID`, a ready instance of a model. Data that is UTF-8,
    /// URLs and UUIDs also make strings. With `YodelFoundation` linked the values may be Foundation's: `NSNumber`, `NSNull`, `NSString`, `NSArray`, …
    ///
    /// ```swift
    /// let user = try decoder.decode(User.self, from: ["id": 7, "born": Date(), "home": URL(string: "https://example.org")!])
    /// ```
    ///
    /// A model's hooks see such values as JSON: dates as seconds since 1970, data in base64, URLs and UUIDs as strings, other values as null.
    ///
    /// - Parameters:
    ///   - type: A model, or a dictionary of supported types.
    ///   - object: The dictionary.
    /// - Returns: The value.
    /// - Throws: `ModelError` of the categories `mismatch`, `limit` (depth), `model` and `custom`; offset, line and column are 0.
    /// - Complexity: Linear in the number of values and characters.
    public func decode<T>(_ type: T.Type, from object: [String: Any]) throws(ModelError) -> T {
        try filled(type) { slot in
            fill(slot, type, .plain(object, .object), request)
        }
    }

    /// Decodes a value from an array of Swift's own values, which follow the rules for a `[String: Any]`.
    ///
    /// ```swift
    /// let users = try decoder.decode([User].self, from: [["id": 7], ["id": 8, "born": Date()]] as [Any])
    /// ```
    ///
    /// - Parameters:
    ///   - type: An array, or a set, of supported types.
    ///   - array: The array.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,[String:Any])`` says.
    /// - Complexity: Linear in the number of values and characters.
    @_disfavoredOverload
    public func decode<T>(_ type: T.Type, from array: [Any]) throws(ModelError) -> T {
        try filled(type) { slot in
            fill(slot, type, .plain(array, .array), request)
        }
    }

    /// Merges parsed JSON into an existing value.
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The JSON.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONValue)`` says; `value` is then as it was.
    public func update<T>(_ value: inout T, from json: JSONValue) throws(ModelError) {
        if let failure = update(&value, .json(json), request) { throw failure }
    }

    /// Merges a dictionary of Swift's own values into an existing value.
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - object: The dictionary.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,[String:Any])`` says; `value` is then as it was.
    public func update<T>(_ value: inout T, from object: [String: Any]) throws(ModelError) {
        if let failure = update(&value, .plain(object, .object), request) { throw failure }
    }

    /// Replaces a collection with one made from an array of Swift's own values.
    ///
    /// - Parameters:
    ///   - value: The value to change: an array or a set.
    ///   - array: The array.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,[String:Any])`` says; `value` is then as it was.
    @_disfavoredOverload
    public func update<T>(_ value: inout T, from array: [Any]) throws(ModelError) {
        if let failure = update(&value, .plain(array, .array), request) { throw failure }
    }
}
