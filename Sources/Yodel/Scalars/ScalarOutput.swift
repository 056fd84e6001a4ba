import FoundationEssentials

/// What a scalar is written to.
protocol ScalarOutput: ~Copyable {
    mutating func boolean(_ value: Bool)
    mutating func integer(_ value: Int64)
    mutating func integer(_ value: UInt64)
    mutating func integer(_ value: Int128)
    mutating func integer(_ value: UInt128)
    /// A number with a fraction; it must be finite.
    mutating func finite(_ value: Double)
    /// A number with a fraction; it must be finite.
    mutating func finite(_ value: Float)
    /// A number with a fraction; it must be finite.
    mutating func finite(_ value: Decimal)
    /// A number by its text.
    mutating func number(_ text: String)
    mutating func string(_ text: String)
    /// A UUID, as a string.
    mutating func identifier(_ uuid: UUID)
    /// A date, in the form that the rules of writing say.
    mutating func date(_ date: Date) -> WriteOutcome
    /// Data, in the form that the rules of writing say.
    mutating func data(_ data: Data) -> WriteOutcome
}

/// The outcome of an attempt to write a scalar.
enum WriteOutcome {
    case written
    /// The optional is nil: nothing has been written.
    case isNil
    /// A number or a date that JSON does not have.
    case notFinite
    /// A date that its form has no text for.
    case dateOutOfRange
    /// Data that is to be written as text and is not UTF-8.
    case dataIsNoText
}

/// A scalar in memory, under at most one optional.
///
/// SAFETY, for whoever makes one: a value of the type, or of the type's optional, is at the address.
@safe struct ScalarSource {
    // SAFETY: whoever makes a source says that a value of the kind is at the address.

    let address: ValueAddress
    let isOptional: Bool

    /// The value; nil if the optional is.
    @inline(__always)
    func load<T>(_ type: T.Type) -> T? {
        unsafe isOptional
            ? address.assumingMemoryBound(to: T?.self).pointee : address.assumingMemoryBound(to: T.self).pointee
    }
}
