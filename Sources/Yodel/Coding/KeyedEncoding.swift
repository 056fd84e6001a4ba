/// The keys of an object, as a type encodes them.
@safe struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let reference: EncodingLevelRef
    /// Holds the level, where that does not hold the container.
    private let anchor: ContainerAnchor

    /// - Parameter level: Lives as long as the anchor says, or keeps the container itself.
    init(_ level: EncodingLevel, _ anchor: ContainerAnchor) {
        reference = level.reference
        self.anchor = anchor
    }

    /// Does something with the level, which is not counted for it.
    @inline(__always)
    private func withLevel<R>(_ body: (EncodingLevel) throws -> R) rethrows -> R {
        // SAFETY: level or anchor see to it that the level lives as long as this.
        try reference.with(body)
    }

    var codingPath: [any CodingKey] { withLevel { $0.path } }

    /// Writes a key and a value after it.
    @inline(__always)
    private func member(_ key: Key, _ write: (EncodingLevel) -> Void) {
        withLevel { level in
            level.member(of: key)
            write(level)
        }
    }

    func encodeNil(forKey key: Key) { member(key) { $0.null() } }
    func encode(_ value: Bool, forKey key: Key) { member(key) { $0.boolean(value) } }
    func encode(_ value: String, forKey key: Key) { member(key) { $0.string(value) } }

    func encode(_ value: Double, forKey key: Key) throws {
        guard value.isFinite else { return try nonFinite(value, key) }
        member(key) { $0.finite(value) }
    }

    func encode(_ value: Float, forKey key: Key) throws {
        guard value.isFinite else { return try nonFinite(value, key) }
        member(key) { $0.finite(value) }
    }

    @inline(never)
    private func nonFinite<F: BinaryFloatingPoint>(_ value: F, _ key: Key) throws {
        let standIn = try withLevel { level in try level.standIn(forNonFinite: value) { level.path(to: key) } }
        member(key) { $0.write(standIn) }
    }

    func encode(_ value: Int, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: Int8, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: Int16, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: Int32, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: Int64, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: Int128, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: UInt, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: UInt8, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: UInt16, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: UInt32, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: UInt64, forKey key: Key) { member(key) { $0.integer(value) } }
    func encode(_ value: UInt128, forKey key: Key) { member(key) { $0.integer(value) } }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try withLevel { level in
            let before = level.member(of: key)
            unsafe try withUnsafePointer(to: key) { unsafe try level.encodeInside(value, KeyStep($0), memberStart: before) }
        }
    }

    // Nil is left out, as the protocol has it, but without a call more; in models it may be null.

    @inline(__always)
    private func missing(_ key: Key) {
        if withLevel({ $0.writesNil }) { encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: String?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) { if let value { encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } else { missing(key) } }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } else { missing(key) } }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if try !value.lend({ try encode(copy $0, forKey: key) }) { missing(key) }
    }

    // MARK: Containers

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        withLevel { $0.nestedContainer($0.text(of: key), key, .object).keyed(by: type, keeper: $0.keeper(anchor.keeper)) }
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        withLevel { UnkeyedEncoding(level: $0.nestedContainer($0.text(of: key), key, .array), keeper: $0.keeper(anchor.keeper)) }
    }

    func superEncoder() -> any Encoder {
        let key = PlaceKey("super")
        return withLevel { $0.makeSuperEncoder($0.text(of: key), key, keeper: $0.keeper(anchor.keeper)) }
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        withLevel { $0.makeSuperEncoder($0.text(of: key), key, keeper: $0.keeper(anchor.keeper)) }
    }
}

extension EncodingLevel {
    /// A key as it is written.
    @inline(never)
    fileprivate func text(of key: some CodingKey) -> String {
        switch keyForm {
        case .asGiven: key.stringValue
        case .model where keepsKeys: key.stringValue
        case .snakeCase, .model: style(key.stringValue)
        case .custom: converted(key)
        }
    }

    /// Writes a key with the separator before it and the colon after it.
    ///
    /// - Returns: Where the text was before.
    @inline(__always)
    @discardableResult
    fileprivate func member(of key: some CodingKey) -> Int {
        keyForm == .asGiven ? member(key.stringValue) : otherMember(of: key)
    }

    @inline(never)
    private func otherMember(of key: some CodingKey) -> Int {
        let isStyled = keyForm == .snakeCase || keyForm == .model && !keepsKeys
        return isStyled ? member(styled: key.stringValue) { style($0) } : member(text(of: key))
    }

    /// The key that the style of the session makes of another one.
    private func style(_ key: String) -> String { session.model?.keys.written(key) ?? EncodedSnakeCase.key(key) }

    /// The key that the program's own code makes of another one.
    private func converted(_ key: some CodingKey) -> String {
        guard case .custom(let convert) = session.draft.keys else { return key.stringValue }
        return convert(path + [key]).stringValue
    }

    /// The level as a container of keys.
    ///
    /// - Parameter keeper: The super encoder that it belongs to, if it belongs to one: its text counts when nobody holds it any more.
    @inline(__always)
    func keyed<Key: CodingKey>(by type: Key.Type, keeper: EncodingLevel? = nil) -> KeyedEncodingContainer<Key> {
        guard keepsContainers, keeper == nil else { return heldContainer(type, keeper) }
        return containers.pointee.container(type, for: self)
    }

    @inline(never)
    private func heldContainer<Key: CodingKey>(_ type: Key.Type, _ keeper: EncodingLevel?) -> KeyedEncodingContainer<Key> {
        let anchor = ContainerAnchor()
        anchor.level = self
        anchor.keeper = keeper
        return KeyedEncodingContainer(KeyedEncoding<Key>(self, anchor))
    }
}

extension Optional where Wrapped: ~Copyable {
    /// Lends the value, if there is one, where it lies. Binding it copies the whole optional first, for which the runtime looks up the type.
    ///
    /// - Parameter body: Does something with the value.
    /// - Returns: Whether there is a value.
    /// - Throws: What the body throws.
    @inline(__always)
    fileprivate borrowing func lend(_ body: (borrowing Wrapped) throws -> Void) rethrows -> Bool {
        switch self {
        case .none: return false
        case .some(let value):
            try body(value)
            return true
        }
    }
}
