/// The elements of an array, as a type encodes them.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let level: EncodingLevel
    /// The super encoder that the level belongs to, unless it is that itself.
    var keeper: EncodingLevel?

    var codingPath: [any CodingKey] { level.path }

    var count: Int { level.count }

    @inline(__always)
    private func integer<I: FixedWidthInteger>(_ value: I) {
        _ = level.element()
        level.integer(value)
    }

    func encodeNil() {
        _ = level.element()
        level.null()
    }

    func encode(_ value: Bool) {
        _ = level.element()
        level.boolean(value)
    }

    func encode(_ value: String) {
        _ = level.element()
        level.string(value)
    }

    @inline(never)
    private func nonFinite<F: BinaryFloatingPoint>(_ value: F) throws {
        let standIn = try level.standIn(forNonFinite: value) { level.path(to: PlaceKey(index: count)) }
        _ = level.element()
        level.write(standIn)
    }

    func encode(_ value: Double) throws {
        guard value.isFinite else { return try nonFinite(value) }
        _ = level.element()
        level.finite(value)
    }

    func encode(_ value: Float) throws {
        guard value.isFinite else { return try nonFinite(value) }
        _ = level.element()
        level.finite(value)
    }

    func encode(_ value: Int) { integer(value) }
    func encode(_ value: Int8) { integer(value) }
    func encode(_ value: Int16) { integer(value) }
    func encode(_ value: Int32) { integer(value) }
    func encode(_ value: Int64) { integer(value) }
    func encode(_ value: Int128) { integer(value) }
    func encode(_ value: UInt) { integer(value) }
    func encode(_ value: UInt8) { integer(value) }
    func encode(_ value: UInt16) { integer(value) }
    func encode(_ value: UInt32) { integer(value) }
    func encode(_ value: UInt64) { integer(value) }
    func encode(_ value: UInt128) { integer(value) }

    func encode<T: Encodable>(_ value: T) throws {
        let index = level.count
        let before = level.element()
        try level.encodeInside(value, KeyStep(index: index), memberStart: before)
    }

    // MARK: Containers

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        level.nestedContainer(.object).keyed(by: type, keeper: level.keeper(keeper))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(level: level.nestedContainer(.array), keeper: level.keeper(keeper))
    }

    func superEncoder() -> any Encoder { level.makeSuperEncoder(nil, PlaceKey(index: level.count), keeper: level.keeper(keeper)) }
}
