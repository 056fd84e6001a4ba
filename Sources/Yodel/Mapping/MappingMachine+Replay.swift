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
            return unsafe replay(container: .json(value)) { unsafe $0.endArray() }
        case .object:
            return unsafe replay(container: .json(value)) { unsafe $0.endObject() }
        }
    }

    private mutating func replay(whole value: KeptValue) -> Bool {
        switch value {
        case .json(let value): unsafe replay(value)
        case .plain(let value, _): unsafe replay(any: value)
        }
    }

    /// Maps a container at hand, or hands it on as it is.
    private mutating func replay(container value: KeptValue, _ end: (inout MappingMachine) -> Bool) -> Bool {
        guard unsafe withUnsafePointer(to: value, { unsafe start(value.found, offered: $0) }) else { return false }
        if unsafe tookWhole {
            unsafe tookWhole = false
            return true
        }
        return unsafe replay(inside: value) && end(&self)
    }

    /// Maps what is inside a container that has been opened.
    mutating func replay(inside value: KeptValue) -> Bool {
        switch value {
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
        case .array: unsafe replay(container: .plain(value, .array)) { unsafe $0.endArray() }
        case .object: unsafe replay(container: .plain(value, .object)) { unsafe $0.endObject() }
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
        let isMapped = unsafe replay(whole: value)
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
