internal import CYajl

// The callback table: yajl's events become calls of the machine. Each callback recovers the machine from the context, notes the event, and
// returns the verdict of one method. This file and Tokens are the only ones that know yajl.

/// The table that is given to yajl, made once and never changed.
enum YajlCallbacks {
    nonisolated(unsafe) static let mapping: UnsafePointer<yajl_callbacks> = {
        let table = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe table.initialize(
            to: yajl_callbacks(
                yajl_null: { unsafe noted($0).pointee.null() ? 1 : 0 },
                yajl_boolean: { unsafe noted($0).pointee.boolean($1 != 0) ? 1 : 0 },
                // With `yajl_number` set these two are never called.
                yajl_integer: nil,
                yajl_double: nil,
                yajl_number: { context, text, count in
                    let machine = unsafe noted(context)
                    // SAFETY: CChar and UInt8 have one layout; the bytes are lent for the call.
                    let start = unsafe UnsafeRawPointer(text.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self)
                    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
                    return unsafe machine.pointee.fits(count) && machine.pointee.number(bytes) ? 1 : 0
                },
                yajl_string: { context, text, count in
                    let machine = unsafe noted(context)
                    let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
                    return unsafe machine.pointee.fits(count) && machine.pointee.string(bytes) ? 1 : 0
                },
                yajl_start_map: { unsafe noted($0).pointee.startObject() ? 1 : 0 },
                yajl_map_key: { context, text, count in
                    let machine = unsafe noted(context)
                    let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
                    return unsafe machine.pointee.fits(count) && machine.pointee.key(bytes) ? 1 : 0
                },
                yajl_end_map: { unsafe noted($0).pointee.endObject() ? 1 : 0 },
                yajl_start_array: { unsafe noted($0).pointee.startArray() ? 1 : 0 },
                yajl_end_array: { unsafe noted($0).pointee.endArray() ? 1 : 0 }))
        return unsafe UnsafePointer(table)
    }()
}

/// The machine behind a callback's context, with the event noted.
@inline(__always)
private func noted(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MappingMachine> {
    // SAFETY: the context is the machine that the parser was made with; it stays in place while the parser lives.
    let machine = unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: MappingMachine.self)
    unsafe machine.pointee.position.note()
    return unsafe machine
}

extension MappingMachine {
    /// Whether a token's content is within the limit.
    @inline(__always)
    fileprivate mutating func fits(_ count: Int) -> Bool {
        unsafe count <= position.maximumTokenBytes || tokenTooLong(count)
    }

    @inline(never)
    private mutating func tokenTooLong(_ count: Int) -> Bool {
        unsafe fail(.tokenLimit(position.maximumTokenBytes), .anything)
    }
}
