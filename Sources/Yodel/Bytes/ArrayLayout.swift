internal import CScan

/// How the standard library lays out the storage of arrays, checked on some that it has made.
///
/// Where the type of the elements is known at run time only, the standard library looks the class of the storage up anew for each array, three times:
/// two thirds of what a short array costs. A plan knows the class from an array made when it was built. What is relied on here, and by
/// `SequenceType.storageClass` for every type, is checked when the first array is made; a standard library of another layout makes all arrays by itself.
enum ArrayLayout {
    /// Bytes before the elements: class, reference counts, count, twice the capacity.
    static let header = 32
    /// Where the count stands.
    static let countOffset = 16

    /// Whether arrays are made here.
    static let isKnown = isAsExpected()

    /// The storage of an array that has no elements yet, and is to have some.
    ///
    /// - Parameters:
    ///   - storageClass: Its class, of elements that are aligned to sixteen bytes or less.
    ///   - count: How many elements it is to have.
    ///   - stride: From one to the next.
    @inline(__always)
    static func storage(_ storageClass: UInt, count: Int, stride: Int) -> UnsafeMutableRawPointer {
        // The elements are in memory already, so their size is no more than that.
        unsafe yodel_make_array(storageClass, header &+ count &* stride, count)
    }

    /// Puts an array.
    ///
    /// - Parameters:
    ///   - storage: Its storage, which the array is the owner of.
    ///   - fresh: Whether there is no array there, which would be released.
    @inline(__always)
    static func put(_ storage: UnsafeMutableRawPointer, at address: UnsafeMutableRawPointer, fresh: Bool) {
        let slot = unsafe address.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
        let old = unsafe slot.pointee
        unsafe slot.pointee = storage
        // Behind the store: what its elements do when they end may look at the place.
        if !fresh { unsafe Unmanaged<AnyObject>.fromOpaque(old).release() }
    }

    /// Puts an array of words that hold no reference.
    ///
    /// - Parameters:
    ///   - words: One at least, of which nothing is counted: a copy is a move.
    ///   - storageClass: The class of such an array's storage.
    ///   - fresh: Whether there is no array there, which would be released.
    @inline(__always)
    static func putNumbers(
        _ words: UnsafeRawPointer, count: Int, _ storageClass: UInt, at address: UnsafeMutableRawPointer, fresh: Bool
    ) {
        let stride = MemoryLayout<UInt64>.stride
        let storage = unsafe Self.storage(storageClass, count: count, stride: stride)
        unsafe (storage + header).copyMemory(from: words, byteCount: count &* stride)  // &*: they are in memory
        unsafe put(storage, at: address, fresh: fresh)
    }

    /// Puts an array without elements: whatever their type, it is the same one.
    ///
    /// - Parameter fresh: Whether there is no array there, which would be released.
    @inline(__always)
    static func putEmpty(at address: UnsafeMutableRawPointer, fresh: Bool) {
        let typed = unsafe address.assumingMemoryBound(to: UnsafeRawPointer.self)
        let empty = unsafe unsafeBitCast([] as [UInt8], to: UnsafeRawPointer.self)
        // It is never released, so that it needs no count of those that refer to it.
        guard unsafe fresh || typed.pointee != empty else { return }
        unsafe put(UnsafeMutableRawPointer(mutating: empty), at: address, fresh: fresh)
    }

    /// Whether arrays of the standard library are laid out so, and it takes one that is made here for its own.
    private static func isAsExpected() -> Bool {
        func isKnown<Element: Equatable>(_ elements: [Element], more: Element) -> Bool {
            guard MemoryLayout<[Element]>.size == MemoryLayout<Int>.size else { return false }
            // Not a literal's storage, which is of a class of its own.
            var sample: [Element] = []
            sample.reserveCapacity(elements.count)
            sample += elements
            let base = unsafe sample.withUnsafeMutableBufferPointer { $0.baseAddress }
            // SAFETY: an array is one reference, to an object that is no smaller than its header.
            let storage = unsafe unsafeBitCast(sample, to: UnsafeRawPointer.self)
            guard let base = unsafe base, unsafe UnsafeRawPointer(base) == storage + header,
                unsafe storage.load(fromByteOffset: countOffset, as: Int.self) == sample.count,
                unsafe storage.load(fromByteOffset: 24, as: Int.self) == sample.capacity * 2
            else { return false }
            // SAFETY: the storage is as the sample's: its class, count and capacity, and as many elements.
            let made = unsafe Self.storage(storage.load(as: UInt.self), count: sample.count, stride: MemoryLayout<Element>.stride)
            unsafe (made + header).initializeMemory(as: Element.self, from: base, count: sample.count)
            var array: [Element] = []
            unsafe withUnsafeMutablePointer(to: &array) { unsafe put(made, at: UnsafeMutableRawPointer($0), fresh: false) }
            let isEqual = array == sample && array.capacity == sample.count
            array.append(more)
            return isEqual && array == sample + [more]
        }
        func empty<T>(_ none: T) -> UnsafeRawPointer? {
            MemoryLayout<T>.size == MemoryLayout<Int>.size ? unsafe unsafeBitCast(none, to: UnsafeRawPointer.self) : nil
        }
        guard let none = unsafe empty([] as [UInt8]), unsafe none == empty([] as [String]) && none == empty([] as ContiguousArray<Int>)
        else {
            return false
        }
        return isKnown([1, 2, 3] as [UInt64], more: 4) && isKnown([String(repeating: "a", count: 70), ""], more: "b")
            && isKnown([true], more: false)
    }
}
