import Foundation

@testable import Yodel

/// Memory between two pages that may not be read: one byte too far, on either side, and the process ends. It sees what AddressSanitizer cannot,
/// reads by code that is not instrumented, and it does so in every build.
struct GuardedMemory: ~Copyable {
    private let block: UnsafeMutableRawPointer
    private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    /// What may be used, from the start of a page to the end of one.
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter capacity: Bytes that are needed at least.
    init(capacity: Int) {
        let count = max(1, (capacity + pageSize - 1) / pageSize) * pageSize
        let block = mmap(nil, count + 2 * pageSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
        precondition(block != MAP_FAILED, "there is memory")
        let usable = block + pageSize
        precondition(mprotect(usable, count, PROT_READ | PROT_WRITE) == 0, "pages can be given their rights")
        self.block = block
        bytes = UnsafeMutableBufferPointer(start: usable.bindMemory(to: UInt8.self, capacity: count), count: count)
        bytes.initialize(repeating: 0)
    }

    deinit {
        munmap(block, bytes.count + 2 * pageSize)
    }

    /// The first bytes, before which nothing may be read.
    func first(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> { UnsafeMutableBufferPointer(rebasing: bytes[..<count]) }

    /// The last bytes, behind which nothing may be read.
    func last(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(rebasing: bytes[(bytes.count - count)...])
    }

    /// Lends a copy of some bytes that ends where the memory does.
    func withLast<R>(_ content: some Collection<UInt8>, _ body: (BorrowedBytes) throws -> R) rethrows -> R {
        let copy = last(content.count)
        _ = copy.update(fromContentsOf: content)
        return try body(BorrowedBytes(copy))
    }

    /// Lends a copy of some bytes that begins where the memory does.
    func withFirst<R>(_ content: some Collection<UInt8>, _ body: (BorrowedBytes) throws -> R) rethrows -> R {
        let copy = first(content.count)
        _ = copy.update(fromContentsOf: content)
        return try body(BorrowedBytes(copy))
    }
}
