import FoundationEssentials

// Some values are wanted as a whole: `JSONValue`, `Any`, and types with an initializer of their own. Their tokens are kept as a `JSONValue`
// and handed on at the end.

extension MappingMachine {
    /// Begins to keep a container.
    mutating func startCapture(_ found: FoundKind) -> Bool {
        unsafe builder.reset()
        var next = unsafe Frame(kind: .capture)
        unsafe next.count = unsafe position.tokenStart(.fixed(1))
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
        return unsafe found == .object ? builder.startObject() : builder.startArray()
    }

    /// Adds a token to what is kept, and hands it on if it is whole.
    mutating func capture(_ token: (inout JSONValueBuilder) -> Bool) -> Bool {
        guard unsafe token(&builder) else { return false }
        guard unsafe builder.isComplete else { return true }
        let value = unsafe builder.take()
        let start = unsafe frame.pointee.count
        unsafe pop()
        guard let destination = unsafe destination() else { return true }
        let found: FoundKind = if case .object = value { .object } else { .array }
        let verdict = unsafe storeWhole(value, destination.plan, destination.slot, fresh: destination.fresh, at: start)
        if verdict == .stored {
            unsafe filled()
            return true
        }
        return unsafe verdict == .kept || mismatch(verdict, found, at: start)
    }

    /// Stores a value that is wanted as a whole.
    ///
    /// - Parameter start: Where the value begins; nil if it is the token at hand.
    mutating func storeWhole(
        _ value: JSONValue, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool, at start: Int? = nil
    ) -> Verdict {
        let inner = unsafe innermost(plan)
        switch unsafe inner.pointee.kind {
        case .json:
            unsafe place(plan, slot, fresh: fresh) { unsafe put(value, $0, isOptional: false, fresh: $1) }
        case .any:
            guard let any = value.swiftAny() else { return .kept }
            // `as Any`: without it the value would be opened and stored as its own type.
            unsafe place(plan, slot, fresh: fresh) { unsafe put(any as Any, $0, isOptional: false, fresh: $1) }
        case .anyArray:
            guard let array = value.swiftArray() else { return .typeMismatch }
            unsafe place(plan, slot, fresh: fresh) { unsafe put(array, $0, isOptional: false, fresh: $1) }
        case .anyDictionary:
            guard let dictionary = value.swiftDictionary() else { return .typeMismatch }
            unsafe place(plan, slot, fresh: fresh) { unsafe put(dictionary, $0, isOptional: false, fresh: $1) }
        case .decodable:
            return unsafe storeDecodable(value, plan, inner, slot, fresh: fresh, at: start)
        default:
            return .typeMismatch
        }
        return .stored
    }

    /// Decodes a value through its type's own `init(from:)`, which Foundation's decoder drives.
    private mutating func storeDecodable(
        _ value: JSONValue, _ plan: UnsafePointer<ValuePlan>, _ inner: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer,
        fresh: Bool, at start: Int?
    ) -> Verdict {
        let type = unsafe inner.pointee.record._withUnsafeGuaranteedRef { unsafe $0.decodable.unsafelyUnwrapped }
        do {
            return unsafe try decodeOwn(type, value, plan, slot, fresh: fresh)
        } catch is DecodingError {
            return .invalidValue
        } catch {
            _ = unsafe fail(.custom(error, type), at: start ?? position.tokenStart(.anything))
            return .failed
        }
    }

    private mutating func decodeOwn<T: Decodable>(
        _ type: T.Type, _ value: JSONValue, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool
    ) throws -> Verdict {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            var copy = text
            guard let date = copy.withUTF8({ unsafe DateParser.date($0) }) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a date"))
            }
            return date
        }
        let made = try decoder.decode(type, from: Data(value.text.utf8))
        unsafe place(plan, slot, fresh: fresh) { unsafe put(made, $0, isOptional: false, fresh: $1) }
        return .stored
    }
}
