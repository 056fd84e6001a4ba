extension MutableAddress {
    /// Lends memory, of the stack if there is not much of it, that holds nothing.
    ///
    /// - Parameter body: Puts what it likes there, and leaves nothing that would have to be destroyed.
    @unsafe @inline(__always)
    static func withRoom<R>(size: Int, alignment: Int, _ body: (MutableAddress) throws -> R) rethrows -> R {
        // SAFETY: the memory is not empty, so that it has an address.
        try unsafe withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { try unsafe body(MutableAddress($0)) }
    }
}
