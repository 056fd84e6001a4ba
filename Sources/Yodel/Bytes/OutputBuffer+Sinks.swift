import FoundationEssentials

extension OutputBuffer {
    /// Hands the bytes out as data, without a copy.
    mutating func takeData() -> Data {
        let (start, count) = unsafe take()
        return unsafe Data(bytesNoCopy: start, count: count, deallocator: .free)
    }
}

extension [UInt8] {
    /// Has a text written into the spare capacity, and elsewhere only if that does not do.
    ///
    /// - Parameter write: Writes into the buffer it gets. If it throws, the array is as it was.
    mutating func append(_ write: (inout OutputBuffer) throws -> Void) throws {
        var failure: (any Error)?
        var overflow = OutputBuffer()
        append(addingCapacity: capacity - count) { span in
            unsafe span.withUnsafeMutableBufferPointer { memory, count in
                let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[count...])
                var buffer = unsafe OutputBuffer(lent: free)
                do { try write(&buffer) } catch { failure = error }
                guard failure == nil else { return }
                if buffer.isLent { count += buffer.count } else { swap(&overflow, &buffer) }
            }
        }
        if let failure { throw failure }
        guard !overflow.isLent else { return }
        // As much as the overflow took, so that another text of the size fits; at least twice what there was, so that an array that is not
        // emptied does not grow by small steps.
        reserveCapacity(Swift.max(count + overflow.capacity, 2 * capacity))
        unsafe overflow.withBytes { unsafe append(contentsOf: $0) }
    }
}
