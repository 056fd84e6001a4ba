/// A struct of the Arrow C data interface: it refers to others, and is released by a function of its own.
protocol ArrowStruct {
    /// Releases what stands there, unless the consumer has moved it elsewhere and releases it by itself.
    static func letGo(of place: Pinned<Self>)
}

/// What an exported struct keeps: the memory that it refers to, and the structs below it.
@safe final class ArrowKeeper<Struct: ArrowStruct> {
    // SAFETY: what is kept stays where it is until the struct is released, which drops the keeper.

    /// Keeps memory that is not the keeper's.
    private let owner: AnyObject?
    private var blocks: [MutableAddress] = []
    private var structs: [Pinned<Struct>] = []

    init(_ owner: AnyObject? = nil) {
        self.owner = owner
    }

    deinit {
        for place in structs { Struct.letGo(of: place) }
        for block in blocks { unsafe block.deallocate() }
    }

    /// Keeps values that need not be destroyed, one after the other. There is memory even for none.
    ///
    /// - Returns: The first of them.
    func keep<Value>(_ values: [Value]) -> Pinned<Value> {
        let block = MutableAddress.allocate(byteCount: max(values.count, 1) * MemoryLayout<Value>.stride, alignment: 64)
        blocks.append(block)
        let first = unsafe block.raw.bindMemory(to: Value.self, capacity: max(values.count, 1))
        unsafe first.initialize(from: values, count: values.count)
        return unsafe Pinned(first)
    }

    /// Keeps a copy of values, to be looked at.
    func copy<Value: BitwiseCopyable>(_ values: [Value]) -> ValueAddress { unsafe ValueAddress(keep(values).address) }

    /// Keeps a text, with a zero behind it.
    func keep(text: String) -> Pinned<CChar> { keep(Array(text.utf8CString)) }

    /// Keeps a struct, which is released with the keeper's own.
    func own(_ value: Struct) -> Pinned<Struct> {
        let place = keep([value])
        structs.append(place)
        return place
    }

    /// Keeps structs, and where each of them stands.
    func own(_ values: [Struct]) -> Pinned<UnsafeMutablePointer<Struct>?> { unsafe keep(values.map { unsafe own($0).address }) }

    // MARK: In the struct

    /// The keeper, retained for the struct.
    func retain() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }
}

extension ArrowKeeper {
    /// Drops the keeper that a struct has.
    static func release(_ retained: UnsafeMutableRawPointer) { unsafe Unmanaged<ArrowKeeper>.fromOpaque(retained).release() }
}
