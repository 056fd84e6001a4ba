internal import CYajl

// The callback tables: yajl's events become calls of the machine. Each callback recovers the machine from the context and returns the verdict
// of one method. This file and Tokens are the only ones that know yajl.
//
// There are two tables. `noted` also notes each event and checks the length of each token. A whole document that is not longer than a token may
// be needs neither, and gets `plain`: on a small record the difference is three percent.

extension Pinned where Value: ~Copyable, Value == ChunkMachine {
    /// The machine as what gets yajl's events.
    ///
    /// - Parameter isNoted: Whether each event is noted, and the length of each token looked at.
    func sink(isNoted: Bool) -> YajlSink { unsafe YajlSink(isNoted ? YajlCallbacks.noted : YajlCallbacks.plain, self) }

    /// Where the parser keeps its place.
    var position: Pinned<TokenPosition> {
        // SAFETY: a part of the machine stays where it is as long as the machine does.
        unsafe withUnsafeMutablePointer(to: &pointee.position) { unsafe Pinned<TokenPosition>($0) }
    }
}

/// The tables that are given to yajl, made once and never changed.
private enum YajlCallbacks {
    // SAFETY of all of it: yajl alone calls what is in the tables, which it has from `sink`. So the context of each call is a machine, which stays in
    // place while the parser lives, and the bytes of a token are there during the call.

    static let plain = unsafe YajlTable(
        yajl_callbacks(
            yajl_null: { unsafe machine($0).pointee.null() ? 1 : 0 },
            yajl_boolean: { unsafe machine($0).pointee.boolean($1 != 0) ? 1 : 0 },
            // With `yajl_number` set these two are never called.
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { unsafe machine($0).pointee.number(token($1, $2)) ? 1 : 0 },
            yajl_string: { unsafe machine($0).pointee.string(token($1, $2)) ? 1 : 0 },
            yajl_start_map: { unsafe machine($0).pointee.startObject() ? 1 : 0 },
            yajl_map_key: { unsafe machine($0).pointee.key(token($1, $2)) ? 1 : 0 },
            yajl_end_map: { unsafe machine($0).pointee.endObject() ? 1 : 0 },
            yajl_start_array: { unsafe machine($0).pointee.startArray() ? 1 : 0 },
            yajl_end_array: { unsafe machine($0).pointee.endArray() ? 1 : 0 }))

    static let noted = unsafe YajlTable(
        yajl_callbacks(
            yajl_null: { unsafe machine($0).note().pointee.null() ? 1 : 0 },
            yajl_boolean: { unsafe machine($0).note().pointee.boolean($1 != 0) ? 1 : 0 },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: {
                let machine = unsafe machine($0).note()
                return unsafe machine.pointee.fits($2) && machine.pointee.number(token($1, $2)) ? 1 : 0
            },
            yajl_string: {
                let machine = unsafe machine($0).note()
                return unsafe machine.pointee.fits($2) && machine.pointee.string(token($1, $2)) ? 1 : 0
            },
            yajl_start_map: { unsafe machine($0).note().pointee.startObject() ? 1 : 0 },
            yajl_map_key: {
                let machine = unsafe machine($0).note()
                return unsafe machine.pointee.fits($2) && machine.pointee.key(token($1, $2)) ? 1 : 0
            },
            yajl_end_map: { unsafe machine($0).note().pointee.endObject() ? 1 : 0 },
            yajl_start_array: { unsafe machine($0).note().pointee.startArray() ? 1 : 0 },
            yajl_end_array: { unsafe machine($0).note().pointee.endArray() ? 1 : 0 }))

    /// The machine behind a callback's context.
    @inline(__always)
    private static func machine(_ context: UnsafeMutableRawPointer?) -> Pinned<ChunkMachine> {
        unsafe Pinned(context.unsafelyUnwrapped.assumingMemoryBound(to: ChunkMachine.self))
    }

    /// The bytes of a string or key.
    @inline(__always)
    private static func token(_ start: UnsafePointer<UInt8>?, _ count: Int) -> BorrowedBytes {
        unsafe BorrowedBytes(start: start, count: count)
    }

    /// The bytes of a number. `CChar` and `UInt8` have one layout.
    @inline(__always)
    private static func token(_ start: UnsafePointer<CChar>?, _ count: Int) -> BorrowedBytes {
        unsafe BorrowedBytes(start: UnsafeRawPointer(start.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self), count: count)
    }
}

extension Pinned where Value: ~Copyable, Value == ChunkMachine {
    /// Notes the event.
    @inline(__always)
    fileprivate func note() -> Self {
        pointee.position.note()
        return self
    }
}

extension ChunkMachine {
    /// Whether a token's content is within the limit.
    @inline(__always)
    fileprivate mutating func fits(_ count: Int) -> Bool {
        count <= position.maximumTokenBytes || tokenTooLong()
    }

    @inline(never)
    private mutating func tokenTooLong() -> Bool { fail(.tokenLimit(position.maximumTokenBytes), .anything) }
}
