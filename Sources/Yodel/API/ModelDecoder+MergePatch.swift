extension ModelDecoder {
    /// Applies a merge patch (RFC 7396) to a value, as if to its JSON: the encoder writes the value, the patch changes the JSON, and the decoder makes a new
    /// value from it.
    ///
    /// A member that is null in the patch is removed: its property gets its default, and an optional one without a default becomes nil. A patch that removes
    /// a required property is an error. Objects and dictionaries are merged member by member; arrays are replaced. ``update(_:from:)-(_,JSONBytes)`` differs:
    /// it replaces dictionaries, and null does not change a property whose type has no place for it. Since the value is new, an instance is a new one, of the
    /// same class, and properties that take no part have their defaults. Instances in properties and elements are made as `decode` makes them, of the declared
    /// class.
    ///
    /// ```swift
    /// struct Profile: Model {
    ///     var name: String? = nil, level = 1, links: [String: String] = [:]
    /// }
    /// var profile = try Profile(json: #"{"name": "Ann", "level": 5, "links": {"a": "x"}}"#)
    /// try decoder.mergePatch(&profile, from: #"{"name": null, "level": null, "links": {"a": null, "b": "y"}}"#)
    /// profile.jsonString()   // {"level":1,"links":{"b":"y"}}
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The patch in UTF-8.
    ///   - encoder: The encoder that writes the value as this decoder reads it: their options for keys, dates and data must match. Omitted nils and defaults
    ///     make no difference. NaN and the infinities are an error, whatever the encoder does with them: JSON could not bring them back.
    /// - Throws: `ModelError`, if the patch is not JSON, the value cannot be written, or the result is not a value of the type, with the path to the fault;
    ///   `value` is then unchanged.
    /// - Complexity: Linear in the size of the value's JSON and of the patch.
    public func mergePatch<T>(_ value: inout T, from json: some JSONBytes, encoder: ModelEncoder = ModelEncoder()) throws(ModelError) {
        let patch: Result<JSONValue, ModelError> = json.withBorrowedJSON { bytes in
            outcome { () throws(ModelError) in try decode(JSONValue.self, borrowing: bytes) }
        }
        try mergePatch(&value, with: patch.get(), encoder: encoder)
    }

    /// Changes a value as a merge patch says; see ``mergePatch(_:from:encoder:)``.
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - patch: The patch.
    ///   - encoder: The encoder that writes the value as this decoder reads it.
    /// - Throws: `ModelError`, as ``mergePatch(_:from:encoder:)`` says; `value` is then as it was.
    public func mergePatch<T>(_ value: inout T, with patch: JSONValue, encoder: ModelEncoder = ModelEncoder()) throws(ModelError) {
        var options = encoder.options
        // What is nil has to come back as nil.
        options.onNil = .nullUnlessDefault
        options.omitsDefaults = false
        // What JSON does not have would come back as something else.
        options.onNonFinite = .fail
        var document = try ModelEncoder(options).encodeValue(value)
        document.mergePatch(patch)
        // Of an instance the class that it is of, which has written it.
        value = try decode(type(of: value), from: document)
    }
}

extension BaseModel {
    /// Changes the model as a merge patch says (RFC 7396), with the default options; see ``ModelDecoder/mergePatch(_:from:encoder:)``.
    ///
    /// - Parameter json: The patch in UTF-8.
    /// - Throws: `ModelError`, as ``ModelDecoder/mergePatch(_:from:encoder:)`` says; the model is then as it was.
    public mutating func mergePatch(json: some JSONBytes) throws(ModelError) { try ModelDecoder().mergePatch(&self, from: json) }
}
