import Foundation

/// Copies a document: what merely touching its bytes costs.
final class MemoryCopy {
    private let target: UnsafeMutableRawPointer

    init(capacity: Int) {
        target = .allocate(byteCount: max(capacity, 1), alignment: 64)
    }

    deinit {
        target.deallocate()
    }

    func copy(_ document: Document) {
        guard let source = document.bytes.baseAddress else { return }
        target.copyMemory(from: source, byteCount: document.bytes.count)
        blackHole(target)
    }

    func agrees(_ document: Document) -> Bool {
        guard let source = document.bytes.baseAddress else { return true }
        copy(document)
        return memcmp(target, source, document.bytes.count) == 0
    }
}
