internal import CYajl

// The callback tables: yajl's events become calls of the machine. Each callback recovers the machine from the context and returns the verdict
// of one method. This file and Tokens are the only ones that know yajl.
//
// There are two tables. `noted` also notes each event and checks the length of each token. A whole document that is not longer than a token may
// be needs neither, and gets `plain`: on a small record the difference is three percent.

/// The tables that are given to yajl, made once and never changed.
enum YajlCallbacks {
    nonisolated(unsafe) static let plain: UnsafePointer<yajl_callbacks> = unsafe table(
        yajl_callbacks(
            yajl_null: { unsafe machine($0).pointee.null() ? 1 : 0 },
            yajl_boolean: { unsafe machine($0).pointee.boolean($1 != 0) ? 1 : 0 },
            // With `yajl_number` set these two are never called.
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { unsafe machine($0).pointee.number(text($1, $2)) ? 1 : 0 },
            yajl_string: { unsafe machine($0).pointee.string(BorrowedBytes(start: $1, count: $2)) ? 1 : 0 },
            yajl_start_map: { unsafe machine($0).pointee.startObject() ? 1 : 0 },
            yajl_map_key: { unsafe machine($0).pointee.key(BorrowedBytes(start: $1, count: $2)) ? 1 : 0 },
            yajl_end_map: { unsafe machine($0).pointee.endObject() ? 1 : 0 },
            yajl_start_array: { unsafe machine($0).pointee.startArray() ? 1 : 0 },
            yajl_end_array: { unsafe machine($0).pointee.endArray() ? 1 : 0 }))

    nonisolated(unsafe) static let noted: UnsafePointer<yajl_callbacks> = unsafe table(
        yajl_callbacks(
            yajl_null: { unsafe machine($0).note().pointee.null() ? 1 : 0 },
            yajl_boolean: { unsafe machine($0).note().pointee.boolean($1 != 0) ? 1 : 0 },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: {
                let machine = unsafe machine($0).note()
                return unsafe machine.pointee.fits($2) && machine.pointee.number(text($1, $2)) ? 1 : 0
            },
            yajl_string: {
                let machine = unsafe machine($0).note()
                return unsafe machine.pointee.fits($2) && machine.pointee.string(BorrowedBytes(start: $1, count: $2)) ? 1 : 0
            },
            yajl_start_map: { unsafe machine($0).note().pointee.startObject() ? 1 : 0 },
            yajl_map_key: {
                let machine = unsafe machine($0).note()
                return unsafe machine.pointee.fits($2) && machine.pointee.key(BorrowedBytes(start: $1, count: $2)) ? 1 : 0
            },
            yajl_end_map: { unsafe machine($0).note().pointee.endObject() ? 1 : 0 },
            yajl_start_array: { unsafe machine($0).note().pointee.startArray() ? 1 : 0 },
            yajl_end_array: { unsafe machine($0).note().pointee.endArray() ? 1 : 0 }))

    private static func table(_ callbacks: yajl_callbacks) -> UnsafePointer<yajl_callbacks> {
        let table = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe table.initialize(to: callbacks)
        return unsafe UnsafePointer(table)
    }
}

/// The machine behind a callback's context.
@inline(__always)
private func machine(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MappingMachine> {
    // SAFETY: the context is the machine that the parser was made with; it stays in place while the parser lives.
    unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: MappingMachine.self)
}

/// A number's text.
@inline(__always)
private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> BorrowedBytes {
    // SAFETY: CChar and UInt8 have one layout; the bytes are lent for the call.
    unsafe BorrowedBytes(start: UnsafeRawPointer(start.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self), count: count)
}

extension UnsafeMutablePointer where Pointee: ~Copyable, Pointee == MappingMachine {
    /// Notes the event.
    @inline(__always)
    fileprivate func note() -> Self {
        unsafe pointee.position.note()
        return unsafe self
    }
}

extension MappingMachine {
    /// Whether a token's content is within the limit.
    @inline(__always)
    fileprivate mutating func fits(_ count: Int) -> Bool {
        count <= position.maximumTokenBytes || tokenTooLong()
    }

    @inline(never)
    private mutating func tokenTooLong() -> Bool { fail(.tokenLimit(position.maximumTokenBytes), .anything) }
}
