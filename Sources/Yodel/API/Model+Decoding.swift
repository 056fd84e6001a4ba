import FoundationEssentials

extension BaseModel {
    /// Makes a model from text, under the lenient rules.
    ///
    /// - Parameter json: A document whose root is an object.
    /// - Throws: `ModelError`, as ``ModelDecoder/decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public init(json: String) throws(ModelError) {
        self = try ModelDecoder().decode(Self.self, from: json)
    }

    /// Makes a model from data, under the lenient rules.
    ///
    /// - Parameter json: A document in UTF-8 whose root is an object.
    /// - Throws: `ModelError`, as ``ModelDecoder/decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public init(json: Data) throws(ModelError) {
        self = try ModelDecoder().decode(Self.self, from: json)
    }

    /// Makes a model from bytes, under the lenient rules.
    ///
    /// - Parameter json: A document in UTF-8 whose root is an object.
    /// - Throws: `ModelError`, as ``ModelDecoder/decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public init(json: [UInt8]) throws(ModelError) {
        self = try ModelDecoder().decode(Self.self, from: json)
    }

    /// Merges a document into the model, under the lenient rules; see ``ModelDecoder/update(_:from:)-(_,UnsafeRawBufferPointer)``.
    ///
    /// - Parameter json: A document whose root is an object.
    /// - Throws: `ModelError`; the model is then as it was.
    public mutating func update(json: String) throws(ModelError) {
        try ModelDecoder().update(&self, from: json)
    }

    /// Merges a document into the model, under the lenient rules; see ``ModelDecoder/update(_:from:)-(_,UnsafeRawBufferPointer)``.
    ///
    /// - Parameter json: A document in UTF-8 whose root is an object.
    /// - Throws: `ModelError`; the model is then as it was.
    public mutating func update(json: Data) throws(ModelError) {
        try ModelDecoder().update(&self, from: json)
    }

    /// Merges a document into the model, under the lenient rules; see ``ModelDecoder/update(_:from:)-(_,UnsafeRawBufferPointer)``.
    ///
    /// - Parameter json: A document in UTF-8 whose root is an object.
    /// - Throws: `ModelError`; the model is then as it was.
    public mutating func update(json: [UInt8]) throws(ModelError) {
        try ModelDecoder().update(&self, from: json)
    }
}

extension BaseModel {
    /// Makes a model from a dictionary of Swift's own values, under the lenient rules; see ``ModelDecoder/decode(_:from:)-(_,[String:Any])``.
    ///
    /// - Parameter json: The dictionary.
    /// - Throws: `ModelError`, as described there.
    public init(json: [String: Any]) throws(ModelError) {
        self = try ModelDecoder().decode(Self.self, from: json)
    }

    /// Merges a dictionary of Swift's own values into the model, under the lenient rules.
    ///
    /// - Parameter json: The dictionary.
    /// - Throws: `ModelError`; the model is then as it was.
    public mutating func update(json: [String: Any]) throws(ModelError) {
        try ModelDecoder().update(&self, from: json)
    }
}
