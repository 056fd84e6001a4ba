import FoundationEssentials

extension BaseModel {
    /// Makes a model from a document, under the lenient rules.
    ///
    /// Called on a metatype, it makes an instance of the class that the metatype is of: with `let type: Animal.Type = Dog.self`, `type.init(json: text)` is a
    /// `Dog`. That holds for all of these initialisers.
    ///
    /// - Parameter json: A document in UTF-8 whose root is an object.
    /// - Throws: `ModelError`, as ``ModelDecoder/decode(_:from:)-(_,JSONBytes)`` says.
    @inlinable
    public init(json: some JSONBytes) throws(ModelError) {
        if Self.isClass {
            try self.init(ofOwnType: { (type) throws(ModelError) in try ModelDecoder().decode(type, from: json) })
        } else {
            self = try ModelDecoder().decode(Self.self, from: json)
        }
    }

    /// Merges a document into the model, under the lenient rules; see ``ModelDecoder/update(_:from:)-(_,JSONBytes)``.
    ///
    /// - Parameter json: A document in UTF-8 whose root is an object.
    /// - Throws: `ModelError`; the model is then as it was.
    public mutating func update(json: some JSONBytes) throws(ModelError) {
        try ModelDecoder().update(&self, from: json)
    }
}

extension BaseModel {
    /// Makes a model from a dictionary of Swift's own values, under the lenient rules; see ``ModelDecoder/decode(_:from:)-(_,[String:Any])``.
    ///
    /// - Parameter json: The dictionary.
    /// - Throws: `ModelError`, as described there.
    public init(json: [String: Any]) throws(ModelError) {
        try self.init(ofOwnType: { (type) throws(ModelError) in try ModelDecoder().decode(type, from: json) })
    }

    /// Merges a dictionary of Swift's own values into the model, under the lenient rules.
    ///
    /// - Parameter json: The dictionary.
    /// - Throws: `ModelError`; the model is then as it was.
    public mutating func update(json: [String: Any]) throws(ModelError) {
        try ModelDecoder().update(&self, from: json)
    }
}
