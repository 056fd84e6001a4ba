import FoundationEssentials

/// Maps JSON into models.
///
/// A decoder is a value without state: make one, keep it, and use it from as many threads as you like.
///
/// ```swift
/// let decoder = ModelDecoder()
/// let users = try decoder.decode([User].self, from: data)
/// let byName = try decoder.decode([String: User].self, from: #"{"ann": {"id": 7}}"#)
/// ```
///
/// The input is one JSON document in UTF-8, exactly as RFC 8259 defines it. A type's plan is made at its first use and kept for the life of the
/// process.
public struct ModelDecoder: Sendable {
    /// How this decoder reads.
    public let options: DecodingOptions
    /// The plans of types read by this decoder: found once, under a lock if the options say how keys follow from names. Finding a plan in them takes none.
    let plans: PlanCache
    /// What the options ask of the readers and of the parser, worked out once.
    private let rules: DecodingRules
    /// The forms of dates that the rules refer to.
    private let dateForms: DateForms?
    private let limits: ParserLimits

    /// Makes a decoder.
    ///
    /// - Parameter options: How it reads.
    public init(_ options: DecodingOptions = .lenient) {
        self.options = options
        plans = options.styledPlans ?? .shared
        dateForms = options.dateForms
        rules = options.rules(dateForms)
        limits = options.limits
    }

    /// The plan by which values of a type are read.
    @inline(__always)
    func plan(for type: Any.Type) throws(ModelError) -> PlanRef {
        let plan = try plans.plan(for: type)
        if plan.pointee.isWriteOnly { throw .unsupported(type, property: nil, of: nil) }
        return plan
    }

    /// What decodes records of a type.
    func records(of type: Any.Type) throws(ModelError) -> RecordDecoder {
        RecordDecoder(try plan(for: type), request, keeping: (plans, dateForms))
    }

    /// Decodes a value from a document.
    ///
    /// The bytes are not copied if they are contiguous.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8. It needs to stay only during the call. Offsets in errors count its bytes.
    /// - Returns: The value.
    /// - Throws: `ModelError`: `syntax` if the bytes are not JSON in UTF-8, `limit` if they pass a limit, `mismatch` if the root does not fit
    ///   the type or, under `.fail`, if any value does not, `model` if the type cannot be mapped, `custom` if the model's own code throws.
    /// - Complexity: Linear in the number of bytes.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: some JSONBytes) throws(ModelError) -> T {
        try value(of: type) { room in unsafe json.withLentBytes { decode(type, from: $0, into: room) } }
    }

    /// Makes room for a value, has it filled and moves it out.
    ///
    /// Inlinable, as what calls it: where `T` is known the value is moved once and no metadata is looked up. The rest is one body for all
    /// types.
    ///
    /// - Parameter fill: Fills the room, or returns why it has not.
    @inlinable
    @inline(__always)
    func value<T>(of type: T.Type, fill: (LentRoom) -> ModelError?) throws(ModelError) -> T {
        unsafe try LentRoom.lend(for: type) { (room) throws(ModelError) -> T in
            if let failure = fill(room) { throw failure }
            // SAFETY: without an error the room holds a value of `type`, which is `T` or, for a class, a subclass of it.
            return unsafe room.take(as: type)
        }
    }

    /// The same for what is compiled with the library, which hands the room on.
    @inline(__always)
    func filled<T>(_ type: T.Type, _ fill: (MutableAddress) -> ModelError?) throws(ModelError) -> T {
        try value(of: type) { fill($0.address) }
    }

    /// Decodes a value of any type into memory for one.
    ///
    /// - Parameter room: Fresh memory. It holds a value afterwards exactly if nil is returned.
    @usableFromInline
    func decode(_ type: Any.Type, from json: LentBytes, into room: LentRoom) -> ModelError? {
        fill(room.address, type, json.borrowed, request)
    }

    /// Decodes a value from bytes, for what is compiled with the library.
    func decode<T>(_ type: T.Type, borrowing bytes: BorrowedBytes) throws(ModelError) -> T {
        try filled(type) { slot in fill(slot, type, bytes, request) }
    }

    /// What the options ask for.
    var request: DecodingRequest {
        var request = DecodingRequest(rules, limits)
        if !options.scans { request.parser = OnePiece.self }
        return request
    }

    /// Decodes a value of any type into memory for one.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    func fill(
        _ slot: MutableAddress, _ type: Any.Type, _ bytes: BorrowedBytes, _ request: DecodingRequest
    ) -> ModelError? {
        do throws(ModelError) {
            return WholeDocument.fill(slot, try plan(for: type), bytes, request)
        } catch {
            return error
        }
    }

    /// Decodes a value at hand into memory for one.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    func fill(_ slot: MutableAddress, _ type: Any.Type, _ value: DynamicValue, _ request: DecodingRequest) -> ModelError? {
        do throws(ModelError) {
            return WholeDocument.fill(slot, try plan(for: type), value, request)
        } catch {
            return error
        }
    }

    /// Decodes a value from a span of bytes.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: RawSpan) throws(ModelError) -> T {
        try value(of: type) { room in unsafe json.withLentBytes { decode(type, from: $0, into: room) } }
    }
}

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
            return WholeDocument.fill(room.address, plan, json.borrowed, request)
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
