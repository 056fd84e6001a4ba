import Foundation

/// JSON text put together by hand: memory that is used again for each document, and what a careful program does to write into it fast.
///
/// This is the yardstick of encoding. There is no plan and there are no options; each model writes its own keys, which are literals with
/// everything that stands around them: `,"name":`.
struct JSONText: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>

    init() {
        let capacity = 256
        start = .allocate(capacity: capacity)
        next = start
        end = start + capacity
    }

    deinit {
        start.deallocate()
    }

    var count: Int { next - start }

    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    mutating func clear() {
        next = start
    }

    /// Makes room and writes into it.
    ///
    /// - Parameters:
    ///   - room: Bytes that may be written.
    ///   - body: Returns how many bytes count.
    @inline(__always)
    mutating func write(_ room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        if end - next < room { grow(by: room) }
        next += body(next)
    }

    @inline(never)
    private mutating func grow(by room: Int) {
        let count = count
        let capacity = max(2 * (end - start), count + room)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
        next = larger + count
        end = larger + capacity
    }

    /// Writes text of the program's own, as it is. Inlined, the length of a literal is known and the copy a few moves.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        write(count) { to in
            to.update(from: text.utf8Start, count: count)
            return count
        }
    }

    /// Closes an object whose every member, the first too, has been written with a comma before it.
    mutating func close(openedAt offset: Int) {
        if count == offset { append("{") } else { start[offset] = UInt8(ascii: "{") }
        append("}")
    }
}

/// What has been taught to write itself.
protocol WrittenByHand {
    func write(to text: inout JSONText)
}

extension JSONText {
    /// Writes a member of an object.
    ///
    /// - Parameter key: With its quotes, what stands before it, and the colon.
    @inline(__always)
    mutating func add(_ key: StaticString, _ value: some WrittenByHand) {
        append(key)
        value.write(to: &self)
    }

    @inline(__always)
    mutating func add(_ key: StaticString, _ value: (some WrittenByHand)?) {
        if let value { add(key, value) }
    }

    mutating func add(_ key: StaticString, _ values: [some WrittenByHand]) {
        append(key)
        append("[")
        var isFirst = true
        for value in values {
            if !isFirst { append(",") }
            isFirst = false
            value.write(to: &self)
        }
        append("]")
    }

    mutating func add(_ key: StaticString, _ pairs: [String: some WrittenByHand]) {
        append(key)
        append("{")
        var isFirst = true
        for (key, value) in pairs {
            if !isFirst { append(",") }
            isFirst = false
            key.write(to: &self)
            append(":")
            value.write(to: &self)
        }
        append("}")
    }
}

/// A model's documents by a program written by hand.
struct HandWrittenWriter<T: WrittenByHand>: DocumentWriter, ~Copyable {
    private var text = JSONText()

    mutating func write(_ model: T) -> Int {
        text.clear()
        model.write(to: &text)
        return text.count
    }

    var bytes: [UInt8] { text.bytes }
}
