internal import CYajl

/// Counts the events of a document again, after a failure. Nobody counts them while all goes well.
enum EventCount {
    /// How many events yajl delivers for a document before it ends or fails.
    static func of(_ bytes: BorrowedBytes) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var count = 0
        return unsafe withUnsafeMutablePointer(to: &count) { count in
            // What is counted has been parsed before, within its limits; without memory the count ends early.
            var memory = unsafe YajlMemory(
                UnsafeMutableRawBufferPointer(start: nil, count: 0),
                ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: .max, acceptsByteOrderMark: false))
            return unsafe withUnsafeMutablePointer(to: &memory) { memory in
                let memory = unsafe Pinned(memory)
                unsafe yodel_yajl_prepare(memory.pointer, callbacks, count)
                _ = unsafe yodel_yajl_parse(memory.pointer, base, bytes.count)
                return unsafe count.pointee
            }
        }
    }

    /// Callbacks that count events and do nothing else. Their context is an `Int`.
    nonisolated(unsafe) static let callbacks: UnsafePointer<yajl_callbacks> = {
        let table = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe table.initialize(
            to: yajl_callbacks(
                yajl_null: { unsafe EventCount.count($0) },
                yajl_boolean: { context, _ in unsafe EventCount.count(context) },
                yajl_integer: nil,
                yajl_double: nil,
                yajl_number: { context, _, _ in unsafe EventCount.count(context) },
                yajl_string: { context, _, _ in unsafe EventCount.count(context) },
                yajl_start_map: { unsafe EventCount.count($0) },
                yajl_map_key: { context, _, _ in unsafe EventCount.count(context) },
                yajl_end_map: { unsafe EventCount.count($0) },
                yajl_start_array: { unsafe EventCount.count($0) },
                yajl_end_array: { unsafe EventCount.count($0) }))
        return unsafe UnsafePointer(table)
    }()

    private static func count(_ context: UnsafeMutableRawPointer?) -> Int32 {
        // SAFETY: the context is the count that the parser was made with.
        unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Int.self).pointee += 1
        return 1
    }
}
