import FoundationEssentials

extension OutputBuffer {
    /// Hands the bytes out as data, without a copy.
    mutating func takeData() -> Data {
        let (start, count) = unsafe take()
        return unsafe Data(bytesNoCopy: start, count: count, deallocator: .free)
    }
}

extension OutputBuffer {
    /// Has a text written into memory of another library's buffer, without a copy as long as that lasts.
    ///
    /// - Parameters:
    ///   - lend: Lends the buffer's free memory to the closure it gets, once, and counts as many of its bytes as written as that returns.
    ///   - overflow: Gets a text that does not fit the memory, after the memory has been given back, and as much room as makes another text of its
    ///     size fit.
    ///   - write: Writes into the buffer it gets. If it throws, no bytes are counted.
    static func write<E: Error>(
        lending lend: ((UnsafeMutableRawBufferPointer) -> Int) -> Void, overflow: (UnsafeRawBufferPointer, _ room: Int) -> Void,
        _ write: (inout OutputBuffer) throws(E) -> Void
    ) throws(E) {
        var failure: E?
        var rest = OutputBuffer()
        withoutActuallyEscaping(write) { write in
            unsafe lend { memory in
                // SAFETY: the memory is free, of bytes, and stays during this closure, which the buffer does not outlive unless it has moved out.
                var buffer = unsafe OutputBuffer(lent: memory.bindMemory(to: UInt8.self))
                do throws(E) { try write(&buffer) } catch { failure = error }
                guard failure == nil else { return 0 }
                if buffer.isLent { return buffer.count }
                swap(&rest, &buffer)
                return 0
            }
        }
        if let failure { throw failure }
        guard !rest.isLent else { return }
        let room = rest.capacity
        unsafe rest.withBytes { unsafe overflow($0, room) }
    }
}

extension [UInt8] {
    /// Has a text written into the spare capacity, and elsewhere only if that does not do.
    ///
    /// - Parameter write: Writes into the buffer it gets. If it returns false, the array is as it was.
    mutating func append(_ write: (inout OutputBuffer) -> Bool) {
        var isWritten = false
        var overflow = OutputBuffer()
        append(addingCapacity: capacity - count) { span in
            unsafe span.withUnsafeMutableBufferPointer { memory, count in
                var buffer = unsafe OutputBuffer(lent: memory.extracting(count...))
                isWritten = write(&buffer)
                guard isWritten else { return }
                if buffer.isLent { count += buffer.count } else { swap(&overflow, &buffer) }
            }
        }
        guard isWritten && !overflow.isLent else { return }
        // As much as the overflow took, which is more than the text, since room is asked for as if all had to be escaped: another text of the same
        // size does not overflow. At least twice what there was, so that an array that is not emptied does not grow by small steps.
        reserveCapacity(Swift.max(count + overflow.capacity, 2 * capacity))
        unsafe overflow.withBorrowedBytes { append(contentsOf: $0) }
    }
}
