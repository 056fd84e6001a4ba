/// An object that somebody else keeps: a reference to it which is not counted.
@safe struct Kept<Object: AnyObject> {
    // SAFETY: whoever makes one has seen that something keeps the object for as long as the reference is used: for a plan its record, or the cache.
    @unsafe private let reference: Unmanaged<Object>

    @unsafe @inline(__always)
    init(_ object: Object) { unsafe reference = .passUnretained(object) }

    /// Lends the object, which is not counted for that.
    @inline(__always)
    func with<R>(_ body: (Object) throws -> R) rethrows -> R { try unsafe reference._withUnsafeGuaranteedRef(body) }

    /// The object, counted.
    @inline(__always)
    var object: Object { unsafe reference.takeUnretainedValue() }
}
