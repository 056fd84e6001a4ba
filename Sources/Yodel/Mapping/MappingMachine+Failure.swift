/// Why the machine stopped, where, and in which value.
struct MappingFailure {
    enum Reason {
        case mismatch(Mismatch)
        case depthLimit(Int)
        case tokenLimit(Int)
        /// A type met on the way cannot be mapped.
        case model(ModelError)
        /// The model's own code threw.
        case custom(any Error, Any.Type)
    }

    var reason: Reason
    /// Bytes from the start of the input.
    var offset: Int
    var path: JSONPath

    /// The error, once line and column are known.
    func error(at location: SourceLocation) -> ModelError {
        switch reason {
        case .mismatch(let mismatch): .mismatch(mismatch, at: location, path: path)
        case .depthLimit(let limit): .depthLimit(limit, at: location, path: path)
        case .tokenLimit(let limit): .tokenLimit(limit, at: location, path: path)
        case .model(let error): error
        case .custom(let error, let type): .modelCode(error, type: type, at: location, path: path)
        }
    }
}

extension MappingMachine {
    /// Records a failure; the token method returns what this returns: false.
    @inline(never)
    mutating func fail(_ reason: MappingFailure.Reason, _ shape: TokenShape) -> Bool {
        unsafe fail(reason, at: position.tokenStart(shape))
    }

    mutating func fail(_ reason: MappingFailure.Reason, at offset: Int) -> Bool {
        unsafe failure = unsafe MappingFailure(reason: reason, offset: offset, path: path)
        return false
    }

    /// A value does not fit its place: ends the decode, or leaves the place as it is.
    ///
    /// - Parameter offset: Where the value begins, if that is not the token at hand.
    @inline(never)
    mutating func mismatch(_ verdict: Verdict, _ found: FoundKind, at offset: Int? = nil) -> Bool {
        if verdict == .failed { return false }
        // A root that does not fit leaves nothing to return.
        guard unsafe rules.failsOnMismatch || frame.pointee.kind == .root else {
            unsafe leaveOut()
            return true
        }
        let start = unsafe offset ?? position.tokenStart(shape(of: found))
        return unsafe fail(.mismatch(Mismatch(code: verdict.code, expected: expectation, found: found.rawValue)), at: start)
    }

    private func shape(of found: FoundKind) -> TokenShape {
        switch found {
        case .null: .fixed(4)
        case .string: .string
        case .object, .array: .fixed(1)
        case .number: .number
        case .boolean: .word
        }
    }

    /// The type that the value at hand is for, in words.
    private var expectation: String {
        let frame = unsafe self.frame
        let plan: UnsafePointer<ValuePlan>? =
            switch unsafe frame.pointee.kind {
            case .object: unsafe frame.pointee.property?.pointee.value
            case .dictionary where unsafe !frame.pointee.flag: unsafe dictionaryKeyPlan
            default: unsafe frame.pointee.element
            }
        guard let plan = unsafe plan else { return "a value" }
        let name = unsafe String(describing: plan.pointee.record._withUnsafeGuaranteedRef(\.type))
        return unsafe frame.pointee.kind == .dictionary && !frame.pointee.flag ? "a key of type \(name)" : name
    }

    /// The way from the root to the value at hand.
    var path: JSONPath {
        var components: [JSONPath.Component] = []
        var current = unsafe frames
        while unsafe current <= frame {
            switch unsafe current.pointee.kind {
            case .object:
                if let property = unsafe current.pointee.property {
                    let record = unsafe recordOfObject(current)
                    components.append(.key(unsafe record.propertyNames[property.pointee.index]))
                }
            case .array:
                // A model, and what is skipped, counts from its start, everything else from its end.
                let isInside = unsafe current < frame && ((current + 1).pointee.kind == .object || (current + 1).pointee.kind == .skip)
                components.append(.index(unsafe current.pointee.count + current.pointee.leftOut - (isInside ? 1 : 0)))
            case .dictionary:
                let isInside = unsafe current < frame && (current + 1).pointee.kind == .object
                if unsafe isInside || current.pointee.flag {
                    components.append(.key(unsafe keyText(current, unsafe current.pointee.count - (isInside ? 1 : 0))))
                }
            case .root, .skip, .capture: break
            }
            unsafe current += 1
        }
        return JSONPath(components)
    }

    private func recordOfObject(_ frame: UnsafeMutablePointer<Frame>) -> TypeRecord {
        // The plan of an instance's own class may differ from that of the place it stands at.
        if let instance = unsafe frame.pointee.instance {
            let type: AnyClass = unsafe Self.dynamicType(of: instance)
            let place = unsafe innermost(plan(ofFrame: frame)).pointee.record.takeUnretainedValue()
            return place.cache.published(type) ?? place
        }
        return unsafe innermost(plan(ofFrame: frame)).pointee.record.takeUnretainedValue()
    }

    /// A dictionary's key as the text that it was made from.
    private func keyText(_ frame: UnsafeMutablePointer<Frame>, _ index: Int) -> String {
        let plan = unsafe innermost(self.plan(ofFrame: frame)).pointee.key.unsafelyUnwrapped
        guard let keys = unsafe frame.pointee.keys else { return "" }
        let address = unsafe keys + index * plan.pointee.stride
        func open<T>(_ type: T.Type) -> String {
            let key = unsafe address.assumingMemoryBound(to: T.self).pointee
            guard let value = key as? any RawRepresentable else { return "\(key)" }
            return unsafe rawText(value)
        }
        let type = unsafe plan.pointee.record._withUnsafeGuaranteedRef { $0.type }
        return _openExistential(type, do: open)
    }

    private func rawText<T: RawRepresentable>(_ value: T) -> String { "\(value.rawValue)" }
}
