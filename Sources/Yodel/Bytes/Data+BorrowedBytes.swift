import FoundationEssentials

extension Data {
    /// The data's bytes, as long as the closure runs.
    @inline(__always)
    func withBorrowedBytes<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
        unsafe try withUnsafeBytes { unsafe try body(BorrowedBytes($0)) }
    }
}
