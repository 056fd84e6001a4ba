import FoundationEssentials

// The same as `decode(_:from:)` of any type, for types that are known to be models where the call is compiled: the first decode of one is spared a search
// for that through all conformances of the process, which takes longer than the rest of its plan.

extension ModelDecoder {
    /// Decodes a model into memory for one.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    @usableFromInline
    func decode(model type: any Model.Type, from json: UnsafeRawBufferPointer, into slot: UnsafeMutableRawPointer) -> ModelError? {
        do throws(ModelError) {
            let plan = PlanRef(try plans.plan(for: type) { PlanCache.declaration(made: type) })
            return unsafe Mapping.fill(MutableAddress(slot), plan, BorrowedBytes(json), request)
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
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: UnsafeRawBufferPointer) throws(ModelError) -> T {
        unsafe try value(of: type) { slot in unsafe decode(model: type, from: json, into: slot) }
    }

    /// Decodes a model; the same as `decode` of any type.
    ///
    /// - Parameters:
    ///   - type: A model.
    ///   - json: The document in UTF-8.
    /// - Returns: The model.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: [UInt8]) throws(ModelError) -> T {
        unsafe try value(of: type) { slot in
            unsafe json.withUnsafeBytes { bytes in unsafe decode(model: type, from: bytes, into: slot) }
        }
    }

    /// Decodes a model; the same as `decode` of any type.
    ///
    /// - Parameters:
    ///   - type: A model.
    ///   - json: The document in UTF-8.
    /// - Returns: The model.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: Data) throws(ModelError) -> T {
        unsafe try value(of: type) { slot in
            unsafe json.withUnsafeBytes { bytes in unsafe decode(model: type, from: bytes, into: slot) }
        }
    }

    /// Decodes a model; the same as `decode` of any type.
    ///
    /// - Parameters:
    ///   - type: A model.
    ///   - json: The document in UTF-8.
    /// - Returns: The model.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: String) throws(ModelError) -> T {
        var json = json
        return unsafe try value(of: type) { slot in
            json.withUTF8 { utf8 in unsafe decode(model: type, from: UnsafeRawBufferPointer(utf8), into: slot) }
        }
    }

    /// Decodes a model; the same as `decode` of any type.
    ///
    /// - Parameters:
    ///   - type: A model.
    ///   - json: The document in UTF-8.
    /// - Returns: The model.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    @_documentation(visibility: internal)
    public func decode<T: Model>(_ type: T.Type, from json: RawSpan) throws(ModelError) -> T {
        unsafe try value(of: type) { slot in
            unsafe json.withUnsafeBytes { bytes in unsafe decode(model: type, from: bytes, into: slot) }
        }
    }
}
