/// What has come of one property.
struct FieldState: Equatable {
    /// Zero for nothing, 127 for values that did not fit, else one more than the rank of the alternative that gave the value.
    private(set) var state: UInt8 = 0
    /// Whether null has come.
    private(set) var hasNull = false
    /// Whether a draft holds a value of it, even one that no longer counts.
    var isHeld = false

    /// Whether the document had nothing so far, and a draft holds nothing of it.
    @inline(__always) var isUntouched: Bool { isNone && !isHeld }

    /// Whether nothing has come.
    var isNone: Bool { state == 0 && !hasNull }

    /// Whether there is a value.
    var isStored: Bool { state > 0 && state < 127 }

    /// Whether there is a value from an alternative of this rank.
    func isStored(rank: UInt8) -> Bool { state == rank + 1 }

    /// Whether there is a value from a better alternative than that of a rank.
    func isBetter(than rank: UInt8) -> Bool { isStored && state < rank + 1 }

    mutating func noteValue(rank: UInt8) { state = rank + 1 }

    mutating func noteUnfit() { if state == 0 { state = 127 } }

    mutating func noteNull() { hasNull = true }

    /// The value is gone.
    mutating func forgetValue() { state = 0 }
}
