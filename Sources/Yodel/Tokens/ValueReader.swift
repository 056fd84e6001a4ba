// Values of a text as a whole. What has been read of the containers that are open stands on one stack; a container that ends takes its elements from it,
// into an array of just their number.
//
//     [1, {"a": 2, "b": [      stack: 1 2       depth 3
//     3, 4]}]                  stack: 1 2 3 4   then 1 2 [3, 4], 1 {…} and [1, {…}]

/// Makes values of what is read: JSON's or Swift's own.
protocol ValueMaker {
    associatedtype Value
    /// What objects of the same keys have in common.
    associatedtype Shape

    /// The class of the storage of an array of values; zero if it is not known.
    static var storageClass: UInt { get }
    static var null: Value { get }
    static func boolean(_ value: Bool) -> Value
    static func string(_ text: String) -> Value
    /// - Parameter text: The number's text; only lent.
    static func number(_ number: NumberToken, _ text: BorrowedBytes) -> Value
    static func array(_ elements: [Value]) -> Value
    static func shape(_ keys: ObjectKeys) -> Shape
    /// Makes an object of keys that others have as well.
    ///
    /// - Parameter values: As many values.
    static func object(_ shape: Shape, _ values: consuming ReadValues<Value>) -> Value
    /// Makes an object of keys that are its own.
    ///
    /// - Parameter values: As many values.
    static func object(_ keys: consuming ObjectKeys, _ values: consuming ReadValues<Value>) -> Value
}

/// Reads values of a text. Goes down by recursion.
struct ValueReader<Maker: ValueMaker>: ~Copyable {
    private let text: DocumentText
    /// Containers that may be inside each other.
    private var depthLeft: Int
    var scratch = StringScratch()
    /// Whether a key has come twice in an object.
    private(set) var hasRepeats = false
    private var stack: ValueStack<Maker.Value>
    /// Keys of the objects that are open and have left the tree, or have never been in it.
    private var keys: ValueStack<String>
    private var tree = ShapeTree<Maker.Shape>()
    /// Objects that have been read without the tree, which would cost few of them more than it brings.
    private var objects = 0
    /// Kept here, since each look at that of the process asks whether it has been made.
    private let strings = StringLayout.current

    private static var objectsWithoutTree: Int { 4 }

    private init(
        _ text: DocumentText, depthLeft: Int, _ stack: consuming ValueStack<Maker.Value>, _ keys: consuming ValueStack<String>
    ) {
        self.text = text
        self.depthLeft = depthLeft
        self.stack = stack
        self.keys = keys
    }

    /// Lends a reader for the time of a call. For few values its stacks need no memory but the thread's stack.
    @inline(__always)
    static func lend<R>(_ text: DocumentText, depthLeft: Int, _ body: (inout ValueReader) -> R) -> R {
        let room = 16
        // SAFETY: the memory stays as long as the reader.
        return unsafe ValueRow<Maker.Value>.withTemporary(room) { values in
            unsafe ValueRow<String>.withTemporary(room) { keys in
                var reader = unsafe ValueReader(text, depthLeft: depthLeft, ValueStack(in: values, room), ValueStack(in: keys, room))
                return body(&reader)
            }
        }
    }

    /// Reads a container.
    ///
    /// - Parameter next: Its opening bracket; behind it afterwards.
    /// - Returns: nil if there is none, or it is beyond a limit.
    mutating func container(_ next: inout TextPlace) -> Maker.Value? {
        guard let end = unsafe next.byte == UInt8(ascii: "{") ? object(next + 1) : array(next + 1) else { return nil }
        next = end
        return stack.pop()
    }

    /// Reads a value that is no container.
    ///
    /// - Parameter next: Its first byte; behind it afterwards.
    @inline(__always)
    static func scalar(
        _ next: inout TextPlace, of text: DocumentText, _ scratch: inout StringScratch, _ strings: StringLayout = .current
    ) -> Maker.Value? {
        switch unsafe next.byte {
        case UInt8(ascii: "\""):
            guard let content = unsafe text.content(next + 1, &scratch) else { return nil }
            next = content.end
            return Maker.string(String(known: content.bytes, isASCII: content.isASCII, strings))
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            let byte = unsafe next.byte
            guard let end = text.word(next) else { return nil }
            next = end
            return byte == UInt8(ascii: "n") ? Maker.null : Maker.boolean(byte == UInt8(ascii: "t"))
        default:
            guard let number = text.number(next) else { return nil }
            let start = next
            next = unsafe next + number.length
            return Maker.number(number, text.text(from: start, to: next))
        }
    }

    /// Reads a value, and puts it on the stack.
    @inline(__always)
    private mutating func value(_ next: TextPlace) -> TextPlace? {
        switch unsafe next.byte {
        case UInt8(ascii: "{"): return unsafe object(next + 1)
        case UInt8(ascii: "["): return unsafe array(next + 1)
        default:
            let text = text
            var end = next
            guard let value = Self.scalar(&end, of: text, &scratch, strings) else { return nil }
            stack.push(value)
            return end
        }
    }

    /// - Parameter start: Behind its opening bracket.
    private mutating func array(_ start: TextPlace) -> TextPlace? {
        guard depthLeft > 0 else { return nil }
        depthLeft &-= 1  // &-=: above zero
        let text = text
        let mark = stack.count
        var follower = Optional(text.first(start, closing: UInt8(ascii: "]")))
        while case .next(let next) = follower { follower = text.follower(value(next), closing: UInt8(ascii: "]")) }
        guard case .end(let end) = follower else { return nil }
        depthLeft &+= 1  // &+=: was taken above
        unsafe stack.push(Maker.array(stack.take(from: mark).array(Maker.storageClass)))
        return end
    }

    // MARK: Objects

    /// - Parameter start: Behind its opening bracket.
    private mutating func object(_ start: TextPlace) -> TextPlace? {
        guard depthLeft > 0 else { return nil }
        depthLeft &-= 1  // &-=: above zero
        let text = text
        let mark = stack.count
        var follower = Optional(text.first(start, closing: UInt8(ascii: "}")))
        if objects < Self.objectsWithoutTree {
            objects &+= 1  // &+=: few
            return ownObject(follower, OwnKeys(mark: keys.count), from: mark)
        }
        var place = ShapeTree<Maker.Shape>.root
        while case .next(let quote) = follower {
            guard unsafe quote.byte == UInt8(ascii: "\""), let content = unsafe text.content(quote + 1, &scratch) else { return nil }
            guard let step = tree.step(place, content) else { return leaveTree(place, follower, from: mark) }
            place = step
            guard let start = text.colon(content.end) else { return nil }
            follower = text.follower(value(start), closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft &+= 1  // &+=: was taken above
        guard place != ShapeTree<Maker.Shape>.root else {
            pushObject(of: ObjectKeys([]), from: mark)
            return end
        }
        let shape = tree.shape(of: place) { Maker.shape(ObjectKeys($0)) }
        unsafe stack.push(Maker.object(shape, stack.take(from: mark)))
        return end
    }

    /// Goes on with an object whose next key has no place in the tree.
    @inline(never)
    private mutating func leaveTree(_ place: ShapeTree<Maker.Shape>.Place, _ follower: DocumentText.Follower?, from mark: Int) -> TextPlace?
    {
        var own = OwnKeys(mark: keys.count)
        for key in tree.keys(to: place) {
            var text = key
            _ = unsafe text.withBorrowedBytes { own.seen.insert($0) }
            add(key, to: &own)
        }
        return ownObject(follower, own, from: mark)
    }

    /// The keys of an object that is open, which stand on a stack.
    private struct OwnKeys {
        /// Keys on the stack before them.
        let mark: Int
        var seen = SeenKeys()
        /// The place of each, once there are more than are searched one by one.
        var places: [UTF8Key: Int]?
    }

    /// Reads the keys and values of an object. Of equal keys the last value stays, at the place of the first.
    @inline(never)
    private mutating func ownObject(_ first: DocumentText.Follower?, _ known: OwnKeys, from mark: Int) -> TextPlace? {
        var (follower, own) = (first, known)
        let text = text
        while case .next(let quote) = follower {
            guard unsafe quote.byte == UInt8(ascii: "\""), let content = unsafe text.content(quote + 1, &scratch),
                let start = text.colon(content.end)
            else {
                return nil
            }
            let key = String(known: content.bytes, isASCII: content.isASCII, strings)
            let place = own.seen.insert(content.bytes) ? nil : self.place(of: key, in: own)
            if place == nil { add(key, to: &own) }
            guard let end = value(start) else { return nil }
            if let place {
                hasRepeats = true
                stack.replaceWithLast(at: mark + place)
            }
            follower = text.follower(end, closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft &+= 1  // &+=: was taken when the object began
        let all = unsafe ObjectKeys(keys.take(from: own.mark).array(ObjectKeys.storageClass), own.places)
        pushObject(of: all, from: mark)
        return end
    }

    /// Puts an object of keys that are its own on the stack, for its values.
    @inline(__always)
    private mutating func pushObject(of keys: consuming ObjectKeys, from mark: Int) {
        unsafe stack.push(Maker.object(keys, stack.take(from: mark)))
    }

    private func place(of key: String, in own: OwnKeys) -> Int? {
        let key = UTF8Key(key)
        if let places = own.places { return places[key] }
        for index in own.mark..<keys.count where UTF8Key(keys[index]) == key { return index - own.mark }
        return nil
    }

    private mutating func add(_ key: consuming String, to own: inout OwnKeys) {
        keys.push(key)
        let count = keys.count - own.mark
        if own.places != nil {
            own.places?[UTF8Key(keys[keys.count - 1])] = count - 1
        } else if count > JSONObject.linearLimit {
            own.places = ObjectKeys.places(of: (own.mark..<keys.count).map { keys[$0] })
        }
    }
}

/// Values of the containers that are open, those of the innermost on top.
@safe struct ValueStack<Value>: ~Copyable {
    // SAFETY of all of it: `values` has room for `capacity` values, of which the first `count` are there; that places which are given are below the count is
    // checked.
    private var values: ValueRow<Value>
    private(set) var count = 0
    private var capacity: Int
    /// Whether the memory is somebody else's.
    private var isLent = true

    /// - Parameter room: Memory for so many values, at least one, which stays as long as the stack.
    @unsafe @inline(__always)
    init(in room: ValueRow<Value>, _ capacity: Int) {
        values = room
        self.capacity = capacity
    }

    deinit { unsafe isLent ? values.destroy(count) : values.free(count) }

    subscript(index: Int) -> Value {
        precondition(index >= 0 && index < count)
        return unsafe values[index]
    }

    @inline(__always)
    mutating func push(_ value: consuming Value) {
        if count == capacity { grow() }
        unsafe (values.address + count).initialize(to: value)  // not `put`, which would copy it
        count &+= 1  // &+=: at most the capacity
    }

    mutating func pop() -> Value {
        precondition(count > 0)
        count -= 1
        return unsafe (values + count).move()
    }

    /// Puts the last value to the place of another one.
    mutating func replaceWithLast(at index: Int) {
        let value = pop()
        precondition(index >= 0 && index < count)
        unsafe values[index] = value
    }

    /// Takes the values from a place on, which are moved out before the next one is pushed.
    @unsafe @inline(__always)
    mutating func take(from mark: Int) -> ReadValues<Value> {
        assert(mark >= 0 && mark <= count)
        let taken = unsafe ReadValues(next: values + mark, count: count &- mark)  // &-: at most the count
        count = mark
        return taken
    }

    @inline(never)
    private mutating func grow() {
        let block = ValueRow<Value>.allocate(2 * capacity)
        unsafe block.take(count, of: values)
        if !isLent { unsafe values.free() }
        (values, capacity, isLent) = (block, 2 * capacity, false)
    }
}

/// Values that have been read, to be moved out: all of them, each once.
@safe struct ReadValues<Value>: ~Copyable {
    // SAFETY: the stack that they are of holds them no more, and puts nothing in their place until they have been moved out.
    fileprivate var next: ValueRow<Value>
    fileprivate(set) var count: Int

    /// Moves the first one out that is left. There is one.
    @inline(__always)
    mutating func removeFirst() -> Value { unsafe takeFirst().move() }

    /// Moves the first one that is left to memory that holds none.
    @unsafe @inline(__always)
    mutating func moveFirst(to place: UnsafeMutablePointer<Value>) { unsafe place.moveInitialize(from: takeFirst().address, count: 1) }

    @inline(__always)
    private mutating func takeFirst() -> ValueRow<Value> {
        precondition(count > 0)
        let first = next
        next = unsafe first + 1
        count &-= 1  // &-=: above zero
        return first
    }

    /// Makes an array of them.
    ///
    /// - Parameter storageClass: The class of its storage. Where that is not known the standard library makes it, by 185 instructions more (Swift 6.3).
    @inline(__always)
    consuming func array(_ storageClass: UInt) -> [Value] {
        guard count > 0 else { return [] }
        if storageClass != 0 { return unsafe ArrayLayout.array(of: next.address, count: count, storageClass) }
        // `init(unsafeUninitializedCapacity:initializingWith:)` allocates by code that is not specialized, which looks for the class each time: 290 more.
        var array: [Value] = []
        array.append(contentsOf: MovedValues(first: next, count: count))
        return array
    }
}

/// Values that an array takes, all of them, once.
@safe private struct MovedValues<Value>: Sequence, IteratorProtocol {
    // SAFETY: there are as many at `first`, which nobody else moves out. Of the values' owner and its copies one alone is iterated over: the array's.
    var first: ValueRow<Value>
    var count: Int

    var underestimatedCount: Int { count }

    @inline(__always)
    mutating func next() -> Value? {
        guard count > 0 else { return nil }
        count &-= 1  // &-: above zero
        defer { first = unsafe first + 1 }
        return unsafe first.move()
    }

    /// All at once, to an array's new storage, which is what the standard library has this requirement of `Sequence` for: 12 instructions for an element less.
    @inline(__always)
    consuming func _copyContents(initializing storage: UnsafeMutableBufferPointer<Value>) -> (MovedValues, Int) {
        // There is room for all that are announced.
        unsafe storage.baseAddress.unsafelyUnwrapped.moveInitialize(from: first.address, count: count)
        return unsafe (MovedValues(first: first + count, count: 0), count)
    }
}

/// JSON, as it stands in the text.
enum JSONValueMaker: ValueMaker {
    static let storageClass = ArrayLayout.storageClass(of: JSONValue.self)

    static var null: JSONValue { .null }
    static func boolean(_ value: Bool) -> JSONValue { .bool(value) }
    @inline(__always)
    static func string(_ text: String) -> JSONValue { .string(text) }

    @inline(__always)
    static func number(_ number: NumberToken, _ text: BorrowedBytes) -> JSONValue {
        .number(JSONNumber(unchecked: String(known: text, isASCII: true)))
    }

    @inline(__always)
    static func array(_ elements: [JSONValue]) -> JSONValue { .array(elements) }
    @inline(__always)
    static func shape(_ keys: ObjectKeys) -> ObjectKeys { keys }

    @inline(__always)
    static func object(_ keys: consuming ObjectKeys, _ values: consuming ReadValues<JSONValue>) -> JSONValue {
        .object(JSONObject(keys, values.array(storageClass)))
    }
}
