// The same as `decode(_:from:)` of any type, for types that are known to be models where the call is compiled: the first decode of one is spared a search
// for that through all conformances of the process, which takes longer than the rest of its plan.

extension ModelDecoder {
    /// Decodes a model into memory for one.
    ///
    /// - Parameter room: Fresh memory. It holds a value afterwards exactly if nil is returned.
    @usableFromInline
    func decode(model type: any Model.Type, from json: LentBytes, into room: LentRoom) -> ModelError? {
        do throws(ModelError) {
            let plan = try plans.plan(for: type) { options.declaration(of: type) }
            return Mapping.fill(room.address, plan, json.borrowed, request)
        } catch {
            return error
        }
    }

    /// Decodes a model; the same as `decode` of any type.
    ///
    /// - Parameters:
    ///   - type: A model.
    ///   - json: The document in UTF-8.
    /// - Returns: The model.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: some JSONBytes) throws(ModelError) -> T {
        try value(of: type) { room in unsafe json.withLentBytes { decode(model: type, from: $0, into: room) } }
    }

    /// Decodes a model; the same as `decode` of any type.
    ///
    /// - Parameters:
    ///   - type: A model.
    ///   - json: The document in UTF-8.
    /// - Returns: The model.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: RawSpan) throws(ModelError) -> T {
        try value(of: type) { room in unsafe json.withLentBytes { decode(model: type, from: $0, into: room) } }
    }
}
