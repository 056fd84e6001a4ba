// What a writer reads: values and what they refer to, by what a plan says of them.

/// A value in memory, to be read as what its step says that it is.
@safe struct WrittenValue {
    // SAFETY: as of a slot, whoever makes one says that the address is of a value of the step's, and it is read as that alone, which debug builds
    // assert. The payload of an optional is at the optional's own address: what makes it one comes after it or is a value that the payload does
    // not have. The canary has checked it for this runtime.

    let address: ValueAddress
    #if DEBUG
    private let step: MemberStep
    #endif

    /// - Parameter step: Not evaluated in optimised builds.
    @inline(__always)
    init(_ address: ValueAddress, _ step: @autoclosure () -> MemberStep) {
        self.address = address
        #if DEBUG
        self.step = step()
        #endif
    }

    /// Whether the step is one of these.
    private func isOne(of steps: MemberStep...) -> Bool {
        #if DEBUG
        return steps.contains(step)
        #else
        return true
        #endif
    }

    @inline(__always) var string: StringAddress {
        assert(isOne(of: .string, .stringUnlessNil))
        return unsafe StringAddress(address.assumingMemoryBound(to: String.self))
    }

    @inline(__always) var integer: Int64 {
        assert(isOne(of: .integer, .integerUnlessNil))
        return unsafe address.load(as: Int64.self)
    }

    @inline(__always) var boolean: Bool {
        assert(isOne(of: .boolean, .booleanUnlessNil))
        return unsafe address.load(as: Bool.self)
    }

    @inline(__always) var double: Double {
        assert(isOne(of: .double, .doubleUnlessNil))
        return unsafe address.load(as: Double.self)
    }

    /// An array is a reference to its storage.
    @inline(__always) var storage: ContainerStorage {
        assert(isOne(of: .array, .arrayUnlessNil))
        return unsafe ContainerStorage(of: address)
    }

    /// Whether an optional of a type is nil.
    @inline(__always)
    func isNil<T>(_ type: T.Type) -> Bool {
        assert(isOne(of: .stringUnlessNil, .integerUnlessNil, .booleanUnlessNil, .doubleUnlessNil, .arrayUnlessNil))
        return unsafe address.assumingMemoryBound(to: T?.self).pointee == nil
    }
}

/// The storage of an array or a dictionary, which is known to be laid out as `ArrayLayout` and `DictionaryLayout` say.
@safe struct ContainerStorage {
    // SAFETY: whoever makes one says that a container of a known layout is at the address, and that it keeps its storage while that is looked at.

    let address: ValueAddress

    /// - Parameter container: An array or a dictionary, which is a reference to its storage.
    @unsafe @inline(__always)
    init(of container: ValueAddress) { address = unsafe container.load(as: ValueAddress.self) }

    /// How many elements an array has.
    @inline(__always) var count: Int { unsafe address.load(fromByteOffset: ArrayLayout.countOffset, as: Int.self) }

    /// The first element of an array; the others follow one stride apart.
    @inline(__always) var elements: ValueAddress { unsafe address + ArrayLayout.header }

    /// Keeps the storage.
    var keeper: StorageKeeper { StorageKeeper(self) }

    /// Keeps the storage, where code of others may take it out of its place.
    ///
    /// - Parameter plan: That of the container or of its elements.
    @inline(__always)
    func keeper(for plan: PlanRef) -> StorageKeeper? { plan.pointee.mayRunCode ? StorageKeeper(self) : nil }
}

/// A container's storage, kept until it is released.
@safe struct StorageKeeper {
    // SAFETY: a storage is an object. The function that retains it makes a keeper, and releases it once, at its end.
    private let object: Unmanaged<AnyObject>

    @inline(__always)
    fileprivate init(_ storage: ContainerStorage) { unsafe object = Unmanaged<AnyObject>.fromOpaque(storage.address.raw).retain() }

    @inline(__always)
    func release() { unsafe object.release() }
}
