/// A level by its address, which nobody counts: the text that it stands in, or the list of free ones, owns it.
@safe struct EncodingLevelRef: Equatable {
    private let reference: Unmanaged<EncodingLevel>

    /// A level that somebody owns for as long as the reference is in use.
    @inline(__always)
    init(_ level: EncodingLevel) { unsafe reference = .passUnretained(level) }

    /// A level that belongs to whoever holds the reference, until it is released or taken.
    init(retaining level: EncodingLevel) { unsafe reference = .passRetained(level) }

    /// SAFETY: references are of levels that are owned, as the makers say.
    var level: EncodingLevel {
        @inline(__always) get { unsafe reference.takeUnretainedValue() }
    }

    @inline(__always)
    static func == (left: EncodingLevelRef, right: EncodingLevelRef) -> Bool {
        unsafe left.reference.toOpaque() == right.reference.toOpaque()
    }

    /// Does something with the level, which is not counted for it.
    @inline(__always)
    func with<R>(_ body: (EncodingLevel) throws -> R) rethrows -> R { try unsafe reference._withUnsafeGuaranteedRef(body) }

    /// The level, which belongs to the caller now.
    func takeLevel() -> EncodingLevel { unsafe reference.takeRetainedValue() }

    func release() { unsafe reference.release() }

    /// Whether nobody but its owner holds the level.
    var isUnique: Bool {
        @inline(__always) get {
            var reference = unsafe reference
            return unsafe withUnsafeMutablePointer(to: &reference) { address in
                // SAFETY: an unmanaged reference is the address of the instance, as a strong one is.
                unsafe address.withMemoryRebound(to: EncodingLevel.self, capacity: 1) { unsafe isKnownUniquelyReferenced(&$0.pointee) }
            }
        }
    }
}
