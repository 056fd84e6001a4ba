import FoundationEssentials

extension BaseModel {
    /// The model as JSON in UTF-8, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: A document whose root is an object.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonData() throws(ModelError) -> Data {
        try ModelEncoder().encode(self)
    }

    /// The model as JSON text, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: A document whose root is an object.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonString() throws(ModelError) -> String {
        try ModelEncoder().encodeToString(self)
    }

    /// The model as a JSON object, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: The object.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonObject() throws(ModelError) -> JSONObject {
        try ModelEncoder().encodeValue(self).objectValue ?? JSONObject()
    }
}

extension Array where Element: BaseModel {
    /// The models as a JSON array in UTF-8, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: A document whose root is an array.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonData() throws(ModelError) -> Data {
        try ModelEncoder().encode(self)
    }

    /// The models as the text of a JSON array, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: A document whose root is an array.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonString() throws(ModelError) -> String {
        try ModelEncoder().encodeToString(self)
    }

    /// The models as JSON objects, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: An object for each model, in their order.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonObject() throws(ModelError) -> [JSONObject] {
        let elements = try ModelEncoder().encodeValue(self).arrayValue ?? []
        return elements.map { $0.objectValue ?? JSONObject() }
    }
}

extension Dictionary where Key == String, Value: BaseModel {
    /// The models as a JSON object in UTF-8, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: A document whose root is an object with the dictionary's keys.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonData() throws(ModelError) -> Data {
        try ModelEncoder().encode(self)
    }

    /// The models as the text of a JSON object, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: A document whose root is an object with the dictionary's keys.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonString() throws(ModelError) -> String {
        try ModelEncoder().encodeToString(self)
    }

    /// The models as a JSON object, with the default options; see ``ModelEncoder``.
    ///
    /// - Returns: An object with the dictionary's keys, in any order.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:into:)`` says.
    public func jsonObject() throws(ModelError) -> JSONObject {
        try ModelEncoder().encodeValue(self).objectValue ?? JSONObject()
    }
}
