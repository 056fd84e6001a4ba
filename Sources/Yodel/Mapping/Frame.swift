/// What kind of container is open.
enum FrameKind: UInt8 {
    /// The bottom: the place for the whole value.
    case root
    /// A model's properties.
    case object
    /// Elements of a sequence.
    case array
    /// Keys and values of a dictionary.
    case dictionary
    /// A container nobody wants: only its depth is counted.
    case skip
    /// A container kept as a `JSONValue`.
    case capture
}

/// One open container. Trivial; what it owns is destroyed by the machine.
@unsafe struct Frame {
    var kind: FrameKind
    /// Object: the present key has come before. Dictionary: a key has been made whose value has not.
    var flag = false
    /// Object: whether it matters that a key comes twice.
    var notesRepeats = false
    /// Array and dictionary: the buffers are of the heap, not of the arena.
    var isHeap = false
    /// Object: the value or the instance. Array and dictionary: the buffer of elements or values.
    var base: UnsafeMutableRawPointer?
    /// Object: its properties.
    var model: UnsafePointer<ModelPlan>?
    /// Object: the property whose key is expected next; the one behind the last matches nothing.
    var expected: UnsafePointer<PropertyPlan>?
    /// Object: the property that the next value is for; nil for a key that no property has.
    var property: UnsafePointer<PropertyPlan>?
    /// Root, array and dictionary: the plan of the value or of each element.
    var element: UnsafePointer<ValuePlan>?
    /// Dictionary: the buffer of keys.
    var keys: UnsafeMutableRawPointer?
    /// Array and dictionary: finished elements (an element that is a model counts from its start). Skip: depth. Root: one if filled.
    var count = 0
    /// Array: elements of the document that were left out.
    var leftOut = 0
    /// Array and dictionary: elements that the buffers have room for.
    var capacity = 0
    /// Object of a class: the instance, retained by this frame.
    var instance: Unmanaged<AnyObject>?
    /// Object of up to 64 properties: one bit per property whose key has come.
    var seen: UInt64 = 0
    /// Object of more properties: the same, in words of the heap.
    var seenWords: UnsafeMutablePointer<UInt64>?
    /// The arena's mark when the frame was opened.
    var mark = 0

    /// Notes that a property's key has come.
    ///
    /// - Returns: Whether it had come before.
    @inline(__always)
    mutating func see(_ index: Int) -> Bool {
        let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: index)  // &<<: takes the index modulo 64
        if let words = unsafe seenWords {
            let word = unsafe words + index >> 6
            defer { unsafe word.pointee |= bit }
            return unsafe word.pointee & bit != 0
        }
        defer { unsafe seen |= bit }
        return unsafe seen & bit != 0
    }
}
