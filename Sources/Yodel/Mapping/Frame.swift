/// What kind of container is open.
enum FrameKind: UInt8 {
    /// The bottom: the place for the whole value.
    case root
    /// Keys of a model.
    case object
    /// The same, while the value of a key with a route is at hand.
    case routed
    /// An array whose elements a model's paths name by index.
    case items
    /// Elements of a sequence.
    case array
    /// Keys and values of a dictionary.
    case dictionary
    /// A container nobody wants: only its depth is counted.
    case skip
    /// A container kept as a `JSONValue`.
    case capture
    /// A container kept as tokens.
    case tape
    /// A place of its own for a value that was kept and is mapped now.
    case holder
    /// A container on the way to the part of the document that is asked for.
    case seek
}

/// One open container. Trivial; what it owns is destroyed by the machine.
///
/// A frame has one layout for all kinds, and some fields mean different things to different kinds; the members below name them.
@unsafe struct Frame {
    var kind: FrameKind
    /// Object: the present key has come before. Dictionary: a key has been made whose value has not. Root: a value that was sought has been
    /// found. Seek: the value at hand is on the way.
    var flag = false
    /// Object: the frame is the model's own, not that of a level below it.
    var isModel = false
    /// Object: something is to be done at its end.
    var finishes = false
    /// Object: the model was there before, and the caller's; what does not come is not missed.
    var isMerge = false
    /// Object and items: a property of the route at hand has a value from another key, so a model in it starts afresh. Root: something has been
    /// found before.
    var restarts = false
    /// Object and items: what had come of the property at hand before its present value.
    var prior = Presence()
    /// Array and dictionary: the buffers are of the heap, not of the arena. Object: `presence` is.
    var isHeap = false
    /// Object: the value or the instance. Array and dictionary: the buffer of elements or values. Root and holder: the place.
    var base: UnsafeMutableRawPointer?
    /// Object: its keys.
    var level: UnsafePointer<KeyLevel>?
    /// Object: the entry whose key is expected next; the one behind the last matches nothing.
    var expected: UnsafePointer<KeyEntry>?
    /// Object: the entry that the next value is for; nil for a key that no property has.
    var entry: UnsafePointer<KeyEntry>?
    /// Root, holder, array and dictionary: the plan of the value or of each element. Object: that of the property of a route at hand.
    var element: UnsafePointer<ValuePlan>?
    /// Dictionary: the buffer of keys. Object: see `presence`.
    var keys: UnsafeMutableRawPointer?
    /// Array and dictionary: finished elements (an element that is a model counts from its start). Skip: depth. Root and holder: one if filled.
    /// Capture and object: where it begins. Items: elements so far. Seek: steps of the path above.
    var count = 0
    /// Array: elements of the document that were left out. Holder: values that did not fit. Object: the journal's mark. Seek: elements so far.
    var leftOut = 0
    /// Array and dictionary: elements that the buffers have room for. Seek: one if it is an array.
    var capacity = 0
    /// Object of a class: the instance, retained by this frame.
    var instance: Unmanaged<AnyObject>?
    /// Object of up to 64 keys: one bit per watched key that has come.
    var seen: UInt64 = 0
    /// Object of more keys: the same, in words of the heap.
    var seenWords: UnsafeMutablePointer<UInt64>?
    /// The arena's mark when the frame was opened.
    var mark = 0

    init(kind: FrameKind) {
        unsafe self.kind = kind
    }

    /// Object: what has come of each property, if the model or the rules want it noted. Shared by the frames of a model's levels.
    @inline(__always)
    var presence: UnsafeMutablePointer<Presence>? {
        get { unsafe keys?.assumingMemoryBound(to: Presence.self) }
        set { unsafe keys = UnsafeMutableRawPointer(newValue) }
    }

    /// Object: the journal's mark when it was opened; negative unless it may be rejected.
    var journalMark: Int {
        get { unsafe leftOut }
        set { unsafe leftOut = newValue }
    }

    /// Notes that a key has come.
    ///
    /// - Returns: Whether it had come before.
    @inline(__always)
    mutating func see(_ index: Int32) -> Bool {
        let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: index)  // &<<: takes the index modulo 64
        if let words = unsafe seenWords {
            let word = unsafe words + Int(index) >> 6
            defer { unsafe word.pointee |= bit }
            return unsafe word.pointee & bit != 0
        }
        defer { unsafe seen |= bit }
        return unsafe seen & bit != 0
    }
}
