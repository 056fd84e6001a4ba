internal import CYajl

/// Counts the events of a document again, after a failure. Nobody counts them while all goes well.
enum EventCount {
    /// How many events yajl delivers for a document before it ends or fails.
    static func of(_ bytes: BorrowedBytes) -> Int {
        guard bytes.start != nil else { return 0 }
        var count = 0
        return withPinned(&count) { count in
            // What is counted has been parsed before, within its limits; without memory the count ends early.
            var memory = YajlMemory(ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: .max, acceptsByteOrderMark: false))
            return withPinned(&memory) { memory in
                memory.prepare(for: sink(count))
                _ = memory.parse(bytes)
                return count.pointee
            }
        }
    }

    /// What counts events and does nothing else.
    ///
    /// - Parameter count: Stays in place while it is counted.
    static func sink(_ count: Pinned<Int>) -> YajlSink { unsafe YajlSink(callbacks, count) }

    /// The context is the count.
    private nonisolated(unsafe) static let callbacks: UnsafePointer<yajl_callbacks> = {
        let table = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe table.initialize(
            to: yajl_callbacks(
                yajl_null: event, yajl_boolean: boolean, yajl_integer: nil, yajl_double: nil, yajl_number: number, yajl_string: text,
                yajl_start_map: event, yajl_map_key: text, yajl_end_map: event, yajl_start_array: event, yajl_end_array: event))
        return unsafe UnsafePointer(table)
    }()
}

// SAFETY of these: the context is the count of the sink.

@unsafe
private func event(_ context: UnsafeMutableRawPointer?) -> Int32 {
    unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Int.self).pointee += 1
    return 1
}

@unsafe
private func boolean(_ context: UnsafeMutableRawPointer?, _: Int32) -> Int32 { unsafe event(context) }

@unsafe
private func number(_ context: UnsafeMutableRawPointer?, _: UnsafePointer<CChar>?, _: Int) -> Int32 { unsafe event(context) }

@unsafe
private func text(_ context: UnsafeMutableRawPointer?, _: UnsafePointer<UInt8>?, _: Int) -> Int32 { unsafe event(context) }
