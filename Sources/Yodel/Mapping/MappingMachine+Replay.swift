// Values that are there already become tokens again: those that were kept, and those that the caller has parsed. What is wanted as a whole is
// handed on as it is, so that a value is walked once however often its parts are kept.

extension MappingMachine {
    /// Maps a value at hand.
    mutating func replay(_ value: JSONValue) -> Bool {
        switch value {
        case .null: return unsafe null()
        case .bool(let value): return unsafe boolean(value)
        case .number(let number):
            var text = number.text
            return text.withUTF8 { unsafe self.number($0) }
        case .string(var text):
            return text.withUTF8 { utf8 in unsafe utf8.baseAddress == nil ? string(Self.nothing) : string(utf8) }
        case .array:
            return unsafe replay(container: .json(value))
        case .object:
            return unsafe replay(container: .json(value))
        }
    }

    /// Maps a container at hand, or hands it on as it is.
    private mutating func replay(container value: KeptValue) -> Bool {
        guard unsafe withUnsafePointer(to: value, { unsafe start(value.found, offered: $0) }) else { return false }
        if unsafe tookWhole {
            unsafe tookWhole = false
            return true
        }
        return unsafe replay(inside: value) && (value.found == .object ? endObject() : endArray())
    }

    /// Maps what is inside a container that has been opened.
    mutating func replay(inside value: KeptValue) -> Bool {
        switch unsafe value {
        case .tape(let piece): return unsafe replay(inside: piece)
        case .json(.object(let object)):
            for (name, value) in object {
                guard unsafe replay(key: name), unsafe replay(value) else { return false }
            }
        case .json(.array(let elements)):
            for element in elements {
                guard unsafe replay(element) else { return false }
            }
        case .json: break
        case .plain(let value, _):
            switch PlainValue(value) {
            case .array(let elements):
                for element in elements {
                    guard unsafe replay(any: element) else { return false }
                }
            case .object(let pairs):
                for (name, value) in pairs {
                    guard unsafe replay(key: name), unsafe replay(any: value) else { return false }
                }
            default: break
            }
        }
        return true
    }

    /// Maps a value of Swift's own: what JSON has becomes tokens.
    mutating func replay(any value: Any) -> Bool {
        switch PlainValue(value) {
        case .null: unsafe null()
        case .bool(let value): unsafe boolean(value)
        case .number(let text): unsafe replay(.number(JSONNumber(unchecked: text)))
        case .string(let text): unsafe replay(.string(text))
        case .json(let value): unsafe replay(value)
        case .array: unsafe replay(container: .plain(value, .array))
        case .object: unsafe replay(container: .plain(value, .object))
        case .other(let value): unsafe foreign(value)
        }
    }

    mutating func replay(key name: String) -> Bool {
        var name = name
        return name.withUTF8 { utf8 in unsafe utf8.baseAddress == nil ? key(Self.nothing) : key(utf8) }
    }

    /// No bytes, at an address: tokens have one even if they are empty.
    private nonisolated(unsafe) static let nothing = unsafe UnsafeBufferPointer(
        start: UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1)), count: 0)

    /// Maps a container that has been kept; its tokens count as standing where they stood, or at its start.
    mutating func replaying(_ kept: KeptValue, _ body: (inout MappingMachine) -> Bool) -> Bool {
        let (replayed, isPlain) = unsafe (position.replayed, position.isPlain)
        if case .tape(let piece) = unsafe kept { unsafe position.replayed = unsafe piece.token.mark }
        defer {
            unsafe position.replayed = replayed
            unsafe position.isPlain = isPlain
        }
        return unsafe body(&self)
    }

    /// Maps the tokens inside a container.
    private mutating func replay(inside piece: TapePiece) -> Bool {
        var cursor = unsafe piece.token.inside
        let end = unsafe piece.end
        while unsafe cursor < end {
            let token = unsafe TapeToken(cursor)
            unsafe position.replayed = unsafe token.mark
            unsafe cursor = unsafe token.next
            let isTaken =
                switch unsafe token.kind {
                case .key: unsafe key(token.content)
                case .string: unsafe string(token.content)
                case .number: unsafe number(token.content)
                case .null: unsafe null()
                case .true: unsafe boolean(true)
                case .false: unsafe boolean(false)
                case .startObject, .startArray: unsafe start(token, &cursor)
                case .endObject: unsafe endObject()
                case .endArray: unsafe endArray()
                }
            guard isTaken else { return false }
        }
        // The token at hand is the container's end now.
        unsafe position.replayed = unsafe TapeToken(end).mark
        return true
    }

    /// Opens a container of a tape, and steps into it unless it has been taken whole.
    private mutating func start(_ token: TapeToken, _ cursor: inout UnsafeRawPointer) -> Bool {
        let piece = unsafe KeptValue.tape(TapePiece(token))
        guard unsafe withUnsafePointer(to: piece, { unsafe start(piece.found, offered: $0) }) else { return false }
        if unsafe tookWhole { unsafe tookWhole = false } else { unsafe cursor = unsafe token.inside }
        return true
    }

    /// Maps a value that has been kept into a place of its own.
    ///
    /// - Parameter restarts: Whether a model that is there starts afresh.
    /// - Returns: Whether it fits; nil after a failure.
    mutating func map(
        _ value: KeptValue, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, restarts: Bool
    ) -> Bool? {
        var next = unsafe Frame(kind: .holder)
        unsafe next.base = unsafe slot
        unsafe next.element = unsafe plan
        unsafe next.count = 1
        unsafe next.flag = restarts
        unsafe next.isMerge = unsafe frame.pointee.isMerge
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
        let holder = unsafe frame - frames
        let mark = unsafe journal?.count ?? 0
        let isMapped = unsafe replay(container: value)
        if !isMapped {
            unsafe unwind(to: frames + holder)
            unsafe journal?.putBack(since: mark)
        }
        let fits = unsafe frame.pointee.leftOut == 0
        unsafe pop()
        return isMapped ? fits : nil
    }
}
