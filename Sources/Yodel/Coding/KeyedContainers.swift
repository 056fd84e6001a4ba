// A `KeyedDecodingContainer` is a box on the heap, of a generic class that the runtime looks up each time one is made: some 1,400 instructions.
// And the box copies what it holds at every call. So what it holds is one address that needs no care when it is copied, of the slot that says which
// object the container is of; and a document keeps the boxes that it has handed out, by the type of their keys, and hands them out again.
//
// That somebody has a container is seen by the references to its box. Whoever has one when the decode ends, has kept a part of the document.

/// The containers of objects that a document has handed out.
@safe struct KeyedContainers: ~Copyable {
    /// Found by the type of their keys: each has eight places to be in.
    private let slots = KeyedSlot.block(KeyedContainers.count + KeyedContainers.places)
    /// Those that somebody may have, a bit each.
    private var used: UInt64 = 0
    /// Those for which no slot was free: containers inside each other of one type of keys.
    private var others: [KeyedSlot] = []
    /// How many others there are when they are looked through for such that nobody has.
    private var mostOthers = 16

    // Each slot has a bit in `used`. With fewer of them, or fewer places, the types of one document displace each other if their addresses will have it so.
    private static var count: Int { 56 }
    private static var places: Int { 8 }

    deinit {
        slots.end(Self.count + Self.places)
        for slot in others { slot.end(1) }
    }

    /// A container of the members of an object.
    @inline(__always)
    mutating func container<Key: CodingKey>(
        _ type: Key.Type, of object: Int, in document: CodableDocument
    ) -> KeyedDecodingContainer<Key> {
        let first = TypePlaces.place(of: type, below: Self.count)
        for index in first..<first &+ Self.places {  // &+: far below the range of Int
            guard slots[index].holds(type), slots[index].isFree, !document.isKept else { continue }
            used |= 1 &<< UInt64(truncatingIfNeeded: index)
            return slots[index].container(type, of: object)
        }
        return make(type, first, of: object, in: document)
    }

    @inline(never)
    private mutating func make<Key: CodingKey>(
        _ type: Key.Type, _ first: Int, of object: Int, in document: CodableDocument
    ) -> KeyedDecodingContainer<Key> {
        if document.isKept {
            // Others may ask at the same time whether somebody has one: nothing that they look at changes but under the lock.
            let slot = KeyedSlot.block(1)
            let container = slot.fill(type, of: object, in: document)
            KeptDocuments.withLock { add(slot) }
            return container
        }
        let places = first..<first + Self.places
        if let index = places.first(where: { slots[$0].isEmpty }) ?? places.first(where: { slots[$0].isFree }) {
            used |= 1 << UInt64(index)
            return slots[index].fill(type, of: object, in: document)
        }
        let slot = KeyedSlot.block(1)
        add(slot)
        return slot.fill(type, of: object, in: document)
    }

    private mutating func add(_ slot: KeyedSlot) {
        if others.count >= mostOthers {
            endFree()
            mostOthers = max(16, 2 * others.count)
        }
        others.append(slot)
    }

    // MARK: Ends

    /// Whether somebody has a container; if nobody has, all may be used again.
    mutating func areHeld() -> Bool {
        while used != 0 {
            guard slots[used.trailingZeroBitCount].isFree else { return true }
            used &= used &- 1  // &-: not zero
        }
        if !others.isEmpty { endFree() }
        return !others.isEmpty
    }

    /// Ends those of the others that nobody has.
    private mutating func endFree() {
        others.removeAll { slot in
            let isFree = slot.isFree
            if isFree { slot.end(1) }
            return isFree
        }
    }
}

/// What a container of an object's members is of; and a place for the container.
@safe struct KeyedSlot {
    private struct Content {
        /// The container, by its one reference.
        var box: AnyObject?
        @safe unowned(unsafe) var document: CodableDocument?
        /// The entry of the object.
        var object = 0
        var keyType: ObjectIdentifier?
    }

    // SAFETY: the memory belongs to the document's containers, and ends with them; whoever has a container, has the document live.
    private let content: ValueRow<Content>

    /// Makes slots; the first one.
    static func block(_ count: Int) -> KeyedSlot {
        let contents = ValueRow<Content>.allocate(count)
        unsafe contents.put(Content(), times: count)
        return KeyedSlot(content: contents)
    }

    /// Ends slots that have been made together.
    func end(_ count: Int) { unsafe content.free(count) }

    /// One of those that have been made together with this one.
    subscript(index: Int) -> KeyedSlot {
        @inline(__always) get { unsafe KeyedSlot(content: content + index) }
    }

    /// Does something with the document and the object, which are not counted for it.
    @inline(__always)
    func with<R>(_ body: (CodableDocument, Int) throws -> R) rethrows -> R {
        let document = unsafe Unmanaged.passUnretained(content[0].document.unsafelyUnwrapped)
        return try unsafe document._withUnsafeGuaranteedRef { unsafe try body($0, content[0].object) }
    }

    /// Whether there is a container for keys of a type.
    @inline(__always)
    func holds(_ keyType: any CodingKey.Type) -> Bool { unsafe content[0].keyType == ObjectIdentifier(keyType) }

    var isEmpty: Bool { unsafe content[0].box == nil }

    /// Whether nobody has the container.
    var isFree: Bool {
        @inline(__always) get { unsafe content[0].box == nil || isKnownUniquelyReferenced(&content[0].box) && Self.isSound }
    }

    /// The container, for an object.
    @inline(__always)
    func container<Key: CodingKey>(_ keyType: Key.Type, of object: Int) -> KeyedDecodingContainer<Key> {
        assert(holds(keyType))
        unsafe content[0].object = object
        // SAFETY: the box, which comes first, is such a container, which is one reference; the canary has tried it. It is read where it lies:
        // a cast would ask the runtime for the container's type. So would a copy where the keys are not known: a function copies it that knows its
        // own. How a function gives a container back does not depend on the keys, of which a container says nothing but in its type.
        let copy = unsafe unsafeBitCast(Self.copy, to: ((UnsafeRawPointer) -> KeyedDecodingContainer<Key>).self)
        return unsafe copy(UnsafeRawPointer(content.address))
    }

    private static var copy: (UnsafeRawPointer) -> KeyedDecodingContainer<PlaceKey> {
        @inline(__always) get { { unsafe $0.assumingMemoryBound(to: KeyedDecodingContainer<PlaceKey>.self).pointee } }
    }

    /// Makes a container.
    func fill<Key: CodingKey>(_ keyType: Key.Type, of object: Int, in document: CodableDocument) -> KeyedDecodingContainer<Key> {
        unsafe content[0].document = document
        unsafe content[0].object = object
        unsafe content[0].keyType = ObjectIdentifier(keyType)
        let container = KeyedDecodingContainer(KeyedReader<Key>(self))
        unsafe content[0].box = container.box
        return container
    }

    /// The canary: whether a container is one counted reference, found once per process. If it were not, no container would be used again, and
    /// documents that have handed one out would stay.
    private static let isSound: Bool = {
        guard MemoryLayout<KeyedDecodingContainer<PlaceKey>>.size == MemoryLayout<AnyObject>.size else { return false }
        let (document, slot) = (CodableDocument(CodableRules()), block(1))
        defer { slot.end(1) }
        let isUnique = { unsafe isKnownUniquelyReferenced(&slot.content[0].box) }
        let isHeld = {
            let container = slot.fill(CanaryKey.self, of: 0, in: document)
            return withExtendedLifetime(container) { !isUnique() }
        }()
        let isCopied = {
            let container = slot.container(CanaryKey.self, of: 0)
            return unsafe container.box === slot.content[0].box && !isUnique()
        }
        return isHeld && isUnique() && isCopied() && isUnique()
    }()

    private enum CanaryKey: CodingKey {
        case none
    }
}

extension KeyedDecodingContainer {
    /// The one reference that it is.
    ///
    /// SAFETY: it has the size of one, and the canary has tried what it counts.
    @inline(__always)
    fileprivate var box: AnyObject { unsafe unsafeBitCast(self, to: AnyObject.self) }
}
