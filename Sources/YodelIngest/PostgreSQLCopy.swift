#if PostgreSQL
import CPostgreSQL

// Rows go to the server by COPY's binary form (PostgreSQL, "COPY", Binary Format): a head of 19 bytes, for each row the count of its fields in 16 bits and each
// field as its length in 32 bits, -1 for null, and its bytes; -1 for the count ends it. Numbers have their most significant byte first.
//
// Fields are written one behind the other into memory of a fixed size, which libpq gets whenever it is full. What is longer than that, it gets from where it stands.

/// The bytes of a COPY on their way to the server.
@safe final class PostgreSQLCopy {
    // SAFETY: the memory is the object's own; whoever stores has made room. The connection is there while the COPY runs.

    private let connection: OpaquePointer
    private let memory: UnsafeMutableRawPointer
    private var count = 0

    /// Bytes that are handed over at a time.
    private static let capacity = 1 << 18

    init(_ connection: OpaquePointer) {
        unsafe self.connection = unsafe connection
        unsafe memory = .allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit { unsafe memory.deallocate() }

    /// Writes what stands before the first row.
    func begin() throws(PostgreSQLFailure) {
        try room(for: 19)
        for byte in [UInt8]("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] { store(byte) }
        store(Int64(0))
    }

    /// Writes what stands behind the last row, and hands over the rest.
    func end() throws(PostgreSQLFailure) {
        try room(for: 2)
        store(Int16(-1))
        try flush()
    }

    /// Makes room.
    ///
    /// - Parameter bytes: How many are to be stored; less than the memory has.
    @inline(__always)
    func room(for bytes: Int) throws(PostgreSQLFailure) {
        assert(bytes <= Self.capacity)
        if Self.capacity &- count < bytes { try flush() }
    }

    /// Stores a number for which there is room.
    @inline(__always)
    func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        assert(Self.capacity - count >= MemoryLayout<Number>.size)
        unsafe memory.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
        count &+= MemoryLayout<Number>.size
    }

    /// Writes bytes, however many.
    @inline(__always)
    func write(_ bytes: UnsafeRawPointer?, _ length: Int) throws(PostgreSQLFailure) {
        if length > Self.capacity &- count {
            try flush()
            if length > Self.capacity { return unsafe try put(bytes.unsafelyUnwrapped, length) }
        }
        if let bytes = unsafe bytes {
            unsafe (memory + count).copyMemory(from: bytes, byteCount: length)
            count &+= length
        }
    }

    /// Writes a field of its length and its bytes.
    func field(_ bytes: some Collection<UInt8>) throws(PostgreSQLFailure) {
        let copy = Array(bytes)
        try room(for: 4)
        store(Int32(copy.count))
        let written = unsafe copy.withUnsafeBytes { bytes in
            Result { () throws(PostgreSQLFailure) in unsafe try write(bytes.baseAddress, bytes.count) }
        }
        try written.get()
    }

    /// Writes a null.
    func null() throws(PostgreSQLFailure) {
        try room(for: 4)
        store(Int32(-1))
    }

    private func flush() throws(PostgreSQLFailure) {
        let length = count
        count = 0
        if length > 0 { unsafe try put(memory, length) }
    }

    private func put(_ bytes: UnsafeRawPointer, _ length: Int) throws(PostgreSQLFailure) {
        var done = 0
        while done < length {
            // libpq copies what it gets.
            let step = min(length - done, Self.capacity)
            guard unsafe PQputCopyData(connection, (bytes + done).assumingMemoryBound(to: CChar.self), Int32(step)) == 1 else {
                throw unsafe PostgreSQLFailure.of(nil, connection)
            }
            done += step
        }
    }
}
#endif
