internal import CYajl

/// Counts the events of a document again, after a failure. Nobody counts them while all goes well.
enum EventCount {
    /// How many events yajl delivers for a document before it ends or fails.
    static func of(_ bytes: BorrowedBytes) -> Int {
        guard bytes.start != nil else { return 0 }
        var count = 0
        return unsafe Pinned.lend(&count) { count in
            // What is counted has been parsed before, within its limits; without memory the count ends early.
            var memory = YajlMemory(ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: .max, acceptsByteOrderMark: false))
            return unsafe Pinned.lend(&memory) { memory in
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

    private static let callbacks = unsafe YajlTable(
        yajl_callbacks(
            yajl_null: { unsafe event($0) },
            yajl_boolean: { context, _ in unsafe event(context) },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context, _, _ in unsafe event(context) },
            yajl_string: { context, _, _ in unsafe event(context) },
            yajl_start_map: { unsafe event($0) },
            yajl_map_key: { context, _, _ in unsafe event(context) },
            yajl_end_map: { unsafe event($0) },
            yajl_start_array: { unsafe event($0) },
            yajl_end_array: { unsafe event($0) }))

    /// Counts an event.
    private static func event(_ context: UnsafeMutableRawPointer?) -> Int32 {
        // SAFETY: yajl alone calls what is in the table, which it has from `sink`: the context is the count.
        unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Int.self).pointee += 1
        return 1
    }
}
