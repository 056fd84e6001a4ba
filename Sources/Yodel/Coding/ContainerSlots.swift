// A `KeyedEncodingContainer` is a box on the heap, of a generic class that the runtime looks up each time one is made: some 1,700 instructions.
// A level keeps those that it has handed out, by the type of their keys, and hands them out again when it is used again.
//
// Such a container does not count as somebody who holds the level, or level and container would keep each other. That somebody has kept a
// container is seen by the references to its box when the level ends; its anchor then holds the level for it.

/// Holds for a container what that must keep alive, and no level that keeps the container.
final class ContainerAnchor {
    var level: EncodingLevel?
    var keeper: EncodingLevel?
}

/// A container that a level has handed out.
private struct ContainerSlot {
    /// The container, by its one reference. It comes first: the container is read where it lies.
    var box: AnyObject?
    var keyType: ObjectIdentifier?
    var anchor: ContainerAnchor?
}

extension ValueRow<ContainerSlot> {
    /// A copy of the container that is in the slot.
    @inline(__always)
    fileprivate func container<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        // SAFETY: the box is such a container, which is one reference; the canary has tried it. It is copied where it lies, by a function that knows its own
        // keys: a cast, or a copy where the keys are not known, would ask the runtime for the container's type. How a function gives a container back does
        // not depend on the keys, of which a container says nothing but in its type.
        let copy = unsafe unsafeBitCast(Self.copy, to: ((UnsafeRawPointer) -> KeyedEncodingContainer<Key>).self)
        return unsafe copy(UnsafeRawPointer(address))
    }

    private static var copy: (UnsafeRawPointer) -> KeyedEncodingContainer<PlaceKey> {
        @inline(__always) get { { unsafe $0.assumingMemoryBound(to: KeyedEncodingContainer<PlaceKey>.self).pointee } }
    }
}

/// The containers that a level has handed out, for four types of keys.
@safe struct ContainerSlots: ~Copyable {
    private let slots: ValueRow<ContainerSlot>
    /// Those that may be held since the level was last used anew, a bit each.
    private var used: UInt8 = 0
    private var next = 0

    private static var count: Int { 4 }

    init() {
        slots = .allocate(Self.count)
        unsafe slots.put(ContainerSlot(), times: Self.count)
    }

    deinit { unsafe slots.free(Self.count) }

    /// A container for keys of a type.
    @inline(__always)
    mutating func container<Key: CodingKey>(_ type: Key.Type, for level: EncodingLevel) -> KeyedEncodingContainer<Key> {
        let keyType = ObjectIdentifier(type)
        for index in 0..<Self.count where unsafe slots[index].keyType == keyType {
            used |= 1 &<< UInt8(truncatingIfNeeded: index)
            return unsafe (slots + index).container(type)
        }
        return make(type, level)
    }

    @inline(never)
    private mutating func make<Key: CodingKey>(
        _ type: Key.Type, _ level: EncodingLevel
    ) -> KeyedEncodingContainer<Key> {
        let anchor = ContainerAnchor()
        let container = KeyedEncodingContainer(KeyedEncoding<Key>(level, anchor))
        // A slot that holds none that is in use.
        guard Self.isSound, let index = (0..<Self.count).map({ (next + $0) % Self.count }).first(where: { used & 1 << $0 == 0 }) else {
            anchor.level = level
            return container
        }
        next = (index + 1) % Self.count
        used |= 1 << index
        unsafe slots[index] = ContainerSlot(box: container.box, keyType: ObjectIdentifier(type), anchor: anchor)
        return container
    }

    /// Whether somebody holds a container; if nobody does, none counts as used any more.
    @inline(__always)
    mutating func areHeld() -> Bool {
        while used != 0 {
            let index = used.trailingZeroBitCount
            guard unsafe isKnownUniquelyReferenced(&slots[index].box) else { return true }
            used &= used &- 1  // &-: not zero
        }
        return false
    }

    /// Has those that somebody holds hold the level, which ends, in their turn.
    mutating func anchor(_ level: EncodingLevel) {
        for index in 0..<Self.count {
            if used & 1 << index != 0, unsafe !isKnownUniquelyReferenced(&slots[index].box) { unsafe slots[index].anchor?.level = level }
            unsafe slots[index] = ContainerSlot()
        }
        used = 0
    }

    // MARK: Canary

    /// Whether a container is one counted reference, found once per process. If it were not, none would be kept.
    private static let isSound: Bool = {
        guard MemoryLayout<KeyedEncodingContainer<PlaceKey>>.size == MemoryLayout<AnyObject>.size else { return false }
        let session = EncodingSession(EncodingSettings())
        let level = EncodingLevel(session)
        let slot = ValueRow<ContainerSlot>.allocate(1)
        unsafe slot.put(ContainerSlot())
        defer { unsafe slot.free(1) }
        let isUnique = { unsafe isKnownUniquelyReferenced(&slot[0].box) }
        let isHeld = {
            let container = KeyedEncodingContainer(KeyedEncoding<CanaryKey>(level, ContainerAnchor()))
            unsafe slot[0].box = container.box
            return withExtendedLifetime(container) { !isUnique() }
        }()
        let isCopied = {
            let container = slot.container(CanaryKey.self)
            return unsafe container.box === slot[0].box && !isUnique()
        }
        return isHeld && isUnique() && isCopied() && isUnique()
    }()

    private enum CanaryKey: CodingKey {
        case none
    }
}

extension KeyedEncodingContainer {
    /// The one reference that it is.
    ///
    /// SAFETY: it has the size of one, and the canary has tried what it counts.
    @inline(__always)
    fileprivate var box: AnyObject { unsafe unsafeBitCast(self, to: AnyObject.self) }
}
