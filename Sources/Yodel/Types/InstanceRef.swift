/// A reference to an instance of a class, which is not counted.
@safe struct InstanceRef {
    // SAFETY: whoever makes one says that something else keeps the instance while the reference is used. Counting by hand is unsafe: each retain wants
    // its release.
    private let reference: Unmanaged<AnyObject>

    @unsafe @inline(__always)
    init(_ reference: Unmanaged<AnyObject>) { unsafe self.reference = reference }

    /// - Parameter address: Of a reference, which any number of optionals around it leave as it is.
    @unsafe @inline(__always)
    init(at address: ValueAddress) { unsafe reference = address.load(as: Unmanaged<AnyObject>.self) }

    /// The instance's own memory.
    @inline(__always)
    var address: MutableAddress { unsafe MutableAddress(reference.toOpaque()) }

    /// The instance's own class.
    @inline(__always)
    var type: AnyClass { unsafe reference._withUnsafeGuaranteedRef { Swift.type(of: $0) } }

    /// The instance, counted.
    @inline(__always)
    var object: AnyObject { unsafe reference.takeUnretainedValue() }

    @unsafe @inline(__always)
    func retain() -> InstanceRef { unsafe InstanceRef(reference.retain()) }

    @unsafe @inline(__always)
    func release() { unsafe reference.release() }
}
