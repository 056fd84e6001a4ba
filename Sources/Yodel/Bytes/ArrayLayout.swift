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
    @unsafe @inline(__always)
    static func storage(_ storageClass: UInt, count: Int, stride: Int) -> ArrayStorage {
        // The elements are in memory already, so their size is no more than that.
        unsafe ArrayStorage(yodel_make_array(storageClass, header &+ count &* stride, count))
    }

    /// The class of the storage of arrays of a type that is known here; zero if they are made by the standard library alone.
    static func storageClass<Element>(of type: Element.Type) -> UInt {
        guard isKnown && MemoryLayout<Element>.alignment <= 16 else { return 0 }
        var sample: [Element] = []
        sample.reserveCapacity(1)
        // SAFETY: an array is one reference, to a storage that is laid out so.
        return withExtendedLifetime(sample) { unsafe unsafeBitCast(sample, to: ArrayStorage.self).storageClass }
    }

    /// Makes an array of elements, which are moved out.
    ///
    /// - Parameters:
    ///   - first: The first of them, of which there is one at least.
    ///   - storageClass: The class of such an array's storage.
    @unsafe @inline(__always)
    static func array<Element>(of first: UnsafeMutablePointer<Element>, count: Int, _ storageClass: UInt) -> [Element] {
        var storage = unsafe Self.storage(storageClass, count: count, stride: MemoryLayout<Element>.stride)
        unsafe storage.elements.moveInitializeMemory(as: Element.self, from: first, count: count)
        // Moved, not cast, which would retain the storage once more.
        return unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: [Element].self).move()
        }
    }

    /// Puts an array.
    ///
    /// - Parameters:
    ///   - storage: Its storage, which the array is the owner of.
    ///   - place: Memory for an array of its type.
    ///   - fresh: Whether there is no array there, which would be released.
    @unsafe @inline(__always)
    static func put(_ storage: ArrayStorage, at place: Pinned<ArrayStorage>, fresh: Bool) {
        let old = place.pointee
        place.pointee = storage
        // Behind the store: what its elements do when they end may look at the place.
        if !fresh { unsafe old.release() }
    }

    /// Puts an array of words that hold no reference.
    ///
    /// - Parameters:
    ///   - words: One at least, of which nothing is counted: a copy is a move.
    ///   - storageClass: The class of such an array's storage.
    ///   - place: Memory for such an array.
    ///   - fresh: Whether there is no array there, which would be released.
    @unsafe @inline(__always)
    static func putNumbers(
        _ words: UnsafeRawPointer, count: Int, _ storageClass: UInt, at place: Pinned<ArrayStorage>, fresh: Bool
    ) {
        let stride = MemoryLayout<UInt64>.stride
        let storage = unsafe Self.storage(storageClass, count: count, stride: stride)
        unsafe storage.elements.copyMemory(from: words, byteCount: count &* stride)  // &*: they are in memory
        unsafe put(storage, at: place, fresh: fresh)
    }

    /// Puts an array without elements: whatever their type, it is the same one.
    ///
    /// - Parameters:
    ///   - place: Memory for an array.
    ///   - fresh: Whether there is no array there, which would be released.
    @unsafe @inline(__always)
    static func putEmpty(at place: Pinned<ArrayStorage>, fresh: Bool) {
        let empty = unsafe unsafeBitCast([] as [UInt8], to: ArrayStorage.self)
        // It is never released, so that it needs no count of those that refer to it.
        guard fresh || place.pointee != empty else { return }
        unsafe put(empty, at: place, fresh: fresh)
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
            let storage = unsafe unsafeBitCast(sample, to: ArrayStorage.self)
            guard let base = unsafe base, unsafe UnsafeMutableRawPointer(base) == storage.elements, storage.count == sample.count,
                storage.capacity == sample.capacity * 2
            else { return false }
            // SAFETY: the storage is as the sample's: its class, count and capacity, and as many elements.
            let made = unsafe Self.storage(storage.storageClass, count: sample.count, stride: MemoryLayout<Element>.stride)
            unsafe made.elements.initializeMemory(as: Element.self, from: base, count: sample.count)
            var array: [Element] = []
            unsafe withUnsafeMutableBytes(of: &array) {
                unsafe put(made, at: Pinned($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: ArrayStorage.self)), fresh: false)
            }
            let isEqual = array == sample && array.capacity == sample.count
            array.append(more)
            return isEqual && array == sample + [more]
        }
        func empty<T>(_ none: T) -> ArrayStorage? {
            MemoryLayout<T>.size == MemoryLayout<Int>.size ? unsafe unsafeBitCast(none, to: ArrayStorage.self) : nil
        }
        guard let none = empty([] as [UInt8]), none == empty([] as [String]) && none == empty([] as ContiguousArray<Int>)
        else {
            return false
        }
        return isKnown([1, 2, 3] as [UInt64], more: 4) && isKnown([String(repeating: "a", count: 70), ""], more: "b")
            && isKnown([true], more: false)
    }
}

/// The storage of an array: what an array in memory is.
@safe struct ArrayStorage: Equatable {
    // SAFETY: whoever makes one says that it is the storage of an array, laid out so, and that it is there while it is looked at.
    private let object: UnsafeMutableRawPointer

    @inline(__always)
    static func == (left: ArrayStorage, right: ArrayStorage) -> Bool { unsafe left.object == right.object }

    /// Where the elements are.
    @inline(__always) var elements: UnsafeMutableRawPointer { unsafe object + ArrayLayout.header }

    @inline(__always)
    private func word(at offset: Int) -> UInt { unsafe object.load(fromByteOffset: offset, as: UInt.self) }

    fileprivate var storageClass: UInt { word(at: 0) }
    /// How many elements there are.
    @inline(__always) var count: Int { Int(bitPattern: word(at: ArrayLayout.countOffset)) }
    /// Twice the capacity.
    fileprivate var capacity: Int { Int(bitPattern: word(at: 24)) }

    /// Ends an array's reference to it.
    @unsafe @inline(__always)
    fileprivate func release() { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }
}

extension ArrayStorage {
    @inline(__always)
    fileprivate init(_ object: UnsafeMutableRawPointer) { unsafe self.object = object }
}
