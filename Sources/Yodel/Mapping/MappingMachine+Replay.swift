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
        case .array(let elements):
            guard unsafe offer(value, .array) else { return false }
            if unsafe wasTaken() { return true }
            for element in elements {
                guard unsafe replay(element) else { return false }
            }
            return unsafe endArray()
        case .object(let object):
            guard unsafe offer(value, .object) else { return false }
            if unsafe wasTaken() { return true }
            return unsafe replay(members: object) && endObject()
        }
    }

    /// Maps keys and values of an object that has been opened.
    mutating func replay(members object: JSONObject) -> Bool {
        for (name, value) in object {
            guard unsafe replay(key: name), unsafe replay(value) else { return false }
        }
        return true
    }

    mutating func replay(key name: String) -> Bool {
        var name = name
        return name.withUTF8 { utf8 in unsafe utf8.baseAddress == nil ? key(Self.nothing) : key(utf8) }
    }

    private mutating func offer(_ value: JSONValue, _ found: FoundKind) -> Bool {
        unsafe withUnsafePointer(to: value) { unsafe start(found, offered: $0) }
    }

    /// Whether the container that was offered has been taken.
    private mutating func wasTaken() -> Bool {
        defer { unsafe tookWhole = false }
        return unsafe tookWhole
    }

    /// No bytes, at an address: tokens have one even if they are empty.
    private nonisolated(unsafe) static let nothing = unsafe UnsafeBufferPointer(
        start: UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1)), count: 0)

    /// Maps values while every token counts as standing at one place.
    mutating func replaying(at start: Int, _ body: (inout MappingMachine) -> Bool) -> Bool {
        let (pinned, isPlain) = unsafe (position.pinned, position.isPlain)
        if pinned < 0 { unsafe position.pinned = start }
        // Text that the model's own code has put there may be any.
        unsafe position.isPlain = false
        defer {
            unsafe position.pinned = pinned
            unsafe position.isPlain = isPlain
        }
        return unsafe body(&self)
    }

    /// Maps a value that has been kept into a place of its own.
    ///
    /// - Parameter restarts: Whether a model that is there starts afresh.
    /// - Returns: Whether it fits; nil after a failure.
    mutating func map(
        _ value: JSONValue, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, restarts: Bool
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
        let isMapped = unsafe replay(value)
        if !isMapped {
            unsafe unwind(to: frames + holder)
            unsafe journal?.putBack(since: mark)
        }
        let fits = unsafe frame.pointee.leftOut == 0
        unsafe pop()
        return isMapped ? fits : nil
    }
}

extension JSONValue {
    var foundKind: FoundKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
