import FoundationEssentials

// Values that are not written by their own `encode(to:)`, and those of single value containers.

/// What stands for a number that JSON does not have.
enum StandIn {
    case text(String)
    case null
    /// It is left out; null in arrays.
    case nothing
}

extension EncodingLevel {
    /// Encodes a value as this level's, the way that its type asks for.
    ///
    /// - Parameters:
    ///   - kind: The type's.
    ///   - isInside: Whether the level has been made for the value, and nothing else is written in it.
    func encode<T: Encodable>(_ value: T, as kind: EncodedKind, isInside: Bool) throws {
        switch kind {
        case .other: try encode(itself: value)
        case .collection: try encode(collection: value, isInside: isInside)
        case .dictionary: try encode(dictionary: value, isInside: isInside)
        case .planned: try encode(planned: value)
        default: try encode(known: value, as: kind, isInside: isInside)
        }
    }

    /// Encodes a value of a type that has a kind of its own. Not inlined: the frames of nested values stay small.
    @inline(never)
    private func encode<T: Encodable>(known value: T, as kind: EncodedKind, isInside: Bool) throws {
        switch kind {
        case .other, .collection, .dictionary, .planned: preconditionFailure("a kind of many types")
        case .string: unsafe encode(same(value, as: String.self))
        case .int: unsafe encode(same(value, as: Int.self))
        case .bool: unsafe encode(same(value, as: Bool.self))
        case .double: try unsafe encode(same(value, as: Double.self))
        case .float: try unsafe encode(same(value, as: Float.self))
        case .date: try unsafe encode(date: same(value, as: Date.self))
        case .data: try unsafe encode(data: same(value, as: Data.self))
        case .url: encode((value as? URL)?.absoluteString ?? "")
        case .uuid: unsafe encode(uuid: same(value, as: UUID.self))
        case .decimal: try unsafe encode(decimal: same(value, as: Decimal.self))
        case .rawJSON: unsafe encode(raw: same(value, as: RawJSON.self))
        case .jsonObject: try unsafe encode(planned: JSONValue.object(same(value, as: JSONObject.self)))
        case .jsonNumber: try unsafe encode(planned: JSONValue.number(same(value, as: JSONNumber.self)))
        case .strings: unsafe elements(same(value, as: [String].self)) { $0.string($1) }
        case .bools: unsafe elements(same(value, as: [Bool].self)) { $0.boolean($1) }
        case .doubles: try unsafe floats(same(value, as: [Double].self)) { $0.finite($1) }
        case .floats: try unsafe floats(same(value, as: [Float].self)) { $0.finite($1) }
        case .ints: unsafe elements(same(value, as: [Int].self)) { $0.integer($1) }
        case .int32s: unsafe elements(same(value, as: [Int32].self)) { $0.integer($1) }
        case .int64s: unsafe elements(same(value, as: [Int64].self)) { $0.integer($1) }
        case .uints: unsafe elements(same(value, as: [UInt].self)) { $0.integer($1) }
        case .uint8s: unsafe elements(same(value, as: [UInt8].self)) { $0.integer($1) }
        case .uint32s: unsafe elements(same(value, as: [UInt32].self)) { $0.integer($1) }
        case .uint64s: unsafe elements(same(value, as: [UInt64].self)) { $0.integer($1) }
        case .stringsByString: unsafe members(same(value, as: [String: String].self), isInside) { $0.string($1) }
        case .intsByString: unsafe members(same(value, as: [String: Int].self), isInside) { $0.integer($1) }
        case .boolsByString: unsafe members(same(value, as: [String: Bool].self), isInside) { $0.boolean($1) }
        }
    }

    /// Encodes an array, or a dictionary whose keys are strings.
    private func encode<T: Encodable>(collection value: T, isInside: Bool) throws {
        guard let collection = withSession({ $0.collection(of: T.self) }) else { return try encode(itself: value) }
        unsafe try withUnsafePointer(to: value) { unsafe try collection.encode(ValueAddress($0), in: self, isInside: isInside) }
    }

    /// The keys of dictionaries are data, which no strategy changes; in optional ones neither.
    private func encode<T: Encodable>(dictionary value: T, isInside: Bool) throws {
        if let dictionary = value as? any EncodedCollection { return try dictionary.encode(in: self, isInside: isInside) }
        let kept = keepsKeys
        (keepsKeys, isAltered) = (true, true)
        defer { keepsKeys = kept }
        try value.encode(to: self)
    }

    // MARK: Arrays and dictionaries of scalars

    @inline(__always)
    private func elements<Element>(_ values: [Element], _ write: (EncodingLevel, Element) -> Void) {
        openArray()
        for value in values {
            separate()
            write(self, value)
        }
    }

    @inline(__always)
    private func floats<Element: BinaryFloatingPoint & CustomStringConvertible>(
        _ values: [Element], _ write: (EncodingLevel, Element) -> Void
    ) throws {
        openArray()
        for value in values {
            if value.isFinite {
                separate()
                write(self, value)
            } else {
                let standIn = try standIn(forNonFinite: value) { path(to: PlaceKey(index: count)) }
                separate()
                self.write(standIn)
            }
        }
    }

    @inline(__always)
    private func members<Value>(_ values: [String: Value], _ isInside: Bool, _ write: (EncodingLevel, Value) -> Void) {
        if isInside {
            recordsKeys = sortsKeys
            isAltered = true
            if keyForm != .asGiven, session.model == nil { step = step.toDictionary }
        }
        openObject()
        for (key, value) in values {
            member(ofDictionary: key)
            write(self, value)
        }
    }

    // MARK: Scalars with strategies

    /// What stands for a number that JSON does not have.
    func standIn<F: BinaryFloatingPoint>(forNonFinite value: F, _ path: () -> [any CodingKey]) throws -> StandIn {
        if let model = session.model { return try standIn(forNonFinite: value, in: model, path) }
        guard case .convertToString(let positive, let negative, let nan) = session.draft.floats else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: path(), debugDescription: "Unable to encode \(F.self).\(value) directly in JSON."))
        }
        return .text(value == .infinity ? positive : value == -.infinity ? negative : nan)
    }

    private func encode(date: Date) throws {
        if let model = session.model { return try encode(date: date, by: model) }
        switch session.draft.dates {
        case .deferredToDate: try encode(date.timeIntervalSinceReferenceDate)
        case .secondsSince1970: try encode(seconds: date.timeIntervalSince1970)
        case .millisecondsSince1970: try encode(seconds: 1000 * date.timeIntervalSince1970)
        case .iso8601:
            guard beginSingle() else { return }
            if !iso8601(date) { string(date.formatted(.iso8601)) }
        case .custom(let encode):
            try encode(date, self)
            if content == .none { openObject() }
        }
    }

    private func encode(seconds: Double) throws {
        guard seconds.isFinite else {
            throw EncodingError.invalidValue(
                seconds, .init(codingPath: path, debugDescription: "Unable to encode Double.\(seconds) directly in JSON."))
        }
        guard beginSingle() else { return }
        finite(seconds)
    }

    /// Writes a date of the years that nearly all are in; says whether it is one.
    private func iso8601(_ date: Date) -> Bool {
        // What is less than a second is cut off, downwards, where Foundation does it: counted from 2001.
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down) + Date.timeIntervalBetween1970AndReferenceDate
        // From 1583 to 9999.
        guard seconds >= -12_212_553_600, seconds < 253_402_300_800 else { return false }
        unsafe text.pointee.output.write(DateWriter.maximumBytes + 2) { to in
            let count = unsafe DateWriter.write(secondsSince1970: seconds, fractionDigits: 0, secondsFromGMT: 0, to: to + 1)
            assert(count == 24)
            // The zone, "+0000", becomes a Z.
            unsafe to.put(UInt8(ascii: "\""))
            unsafe to.put(ASCII.upperZ, at: 20)
            unsafe to.put(UInt8(ascii: "\""), at: 21)
            return 22
        }
        return true
    }

    private func encode(uuid: UUID) {
        guard beginSingle() else { return }
        text.pointee.output.append(quoted: uuid)
    }

    private func encode(data: Data) throws {
        if let model = session.model { return try encode(data: data, by: model) }
        switch session.draft.data {
        case .deferredToData: try data.encode(to: self)
        case .base64: encode(base64: data)
        case .custom(let encode):
            try encode(data, self)
            if content == .none { openObject() }
        }
    }

    func encode(base64 data: Data) {
        guard beginSingle() else { return }
        text.pointee.output.append(base64: data, escapes)
    }

    private func encode(raw: RawJSON) {
        guard beginSingle() else { return }
        if raw.isDeeper(than: depthLimit - depth) { tooDeep() }
        text.pointee.output.append(raw, session.model?.rules ?? WritingRules())
    }

    private func encode(decimal: Decimal) throws {
        if !decimal.isFinite, let model = session.model {
            return single(try standIn(forNonFinite: decimal, in: model) { path })
        }
        guard beginSingle() else { return }
        text.pointee.output.append(decimal, session.model?.rules ?? WritingRules())
    }
}

// MARK: Single values

extension EncodingLevel: SingleValueEncodingContainer {
    private static var singleTwice: String {
        "Attempt to encode value through single value container when previously value already encoded."
    }

    /// Makes sure that this writes.
    ///
    /// - Returns: Whether the value is to be written. Behind a container it is not.
    @inline(__always)
    func beginSingle() -> Bool {
        if content != .none, !beginSingleAgain() { return false }
        if !isInnermost { activate() }
        content = .single
        isSingle = true
        return true
    }

    /// Whether a single value goes where something has been written: it does where nothing counts any more.
    @inline(never)
    private func beginSingleAgain() -> Bool {
        if isRevived { return true }
        // With Foundation a value after a container is lost, or ends the program when the next one is encoded.
        misused(Self.singleTwice)
        isSingle = true
        return false
    }

    private func single<I: FixedWidthInteger>(_ value: I) {
        guard beginSingle() else { return }
        integer(value)
    }

    func single(_ standIn: StandIn) {
        guard beginSingle() else { return }
        write(standIn)
    }

    func encodeNil() {
        guard beginSingle() else { return }
        null()
    }

    func encode(_ value: Bool) {
        guard beginSingle() else { return }
        boolean(value)
    }

    func encode(_ value: String) {
        guard beginSingle() else { return }
        string(value)
    }

    func encode(_ value: Double) throws {
        guard value.isFinite else { return single(try standIn(forNonFinite: value) { path }) }
        guard beginSingle() else { return }
        finite(value)
    }

    func encode(_ value: Float) throws {
        guard value.isFinite else { return single(try standIn(forNonFinite: value) { path }) }
        guard beginSingle() else { return }
        finite(value)
    }

    func encode(_ value: Int) { single(value) }
    func encode(_ value: Int8) { single(value) }
    func encode(_ value: Int16) { single(value) }
    func encode(_ value: Int32) { single(value) }
    func encode(_ value: Int64) { single(value) }
    func encode(_ value: Int128) { single(value) }
    func encode(_ value: UInt) { single(value) }
    func encode(_ value: UInt8) { single(value) }
    func encode(_ value: UInt16) { single(value) }
    func encode(_ value: UInt32) { single(value) }
    func encode(_ value: UInt64) { single(value) }
    func encode(_ value: UInt128) { single(value) }

    func encode<T: Encodable>(_ value: T) throws {
        guard !isSingle || isRevived else { return misused(Self.singleTwice) }
        try encode(value, as: session.kind(of: T.self), isInside: false)
        if content == .none { openObject() }
        isSingle = true
    }
}

// MARK: Containers

extension EncodingLevel: Encoder {
    var codingPath: [any CodingKey] { path }

    var userInfo: [CodingUserInfoKey: Any] { session.draft.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        openObject()
        return keyed(by: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        openArray()
        return UnkeyedEncoding(level: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}
