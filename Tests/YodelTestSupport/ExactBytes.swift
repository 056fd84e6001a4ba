@testable import Yodel

/// Lends a text's bytes in a block of memory of exactly their size, so that a sanitizer sees a read beyond them.
func withExactBytes<R>(_ text: some Sequence<UInt8>, _ body: (BorrowedBytes) -> R) -> R {
    let bytes = Array(text)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    defer { copy.deallocate() }
    return body(BorrowedBytes(copy))
}
