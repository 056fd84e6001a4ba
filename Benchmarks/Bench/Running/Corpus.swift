import Foundation

/// The bytes of a workload. They are filled once and never move, so contenders share them without copies.
final class Corpus {
    /// How documents follow each other.
    enum Framing {
        /// One document; it is decoded over and over.
        case whole
        /// A document on each line.
        case lines
    }

    let bytes: UnsafeRawBufferPointer
    let framing: Framing
    /// The same bytes for contenders that take nothing but `Data`; a document is a slice, which costs no allocation.
    let data: Data

    /// - Parameter fill: Writes into the buffer and returns the number of bytes written.
    init(framing: Framing, capacity: Int, fill: (UnsafeMutableRawBufferPointer) -> Int) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
        let count = fill(buffer)
        bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        data = Data(bytesNoCopy: buffer.baseAddress!, count: count, deallocator: .none)
        self.framing = framing
    }

    convenience init(document: some Collection<UInt8>) {
        self.init(framing: .whole, capacity: document.count) { buffer in
            buffer.copyBytes(from: document)
            return document.count
        }
    }

    deinit {
        bytes.deallocate()
    }
}

extension Corpus {
    /// Hands out documents from the start on; one that stands alone again and again.
    func forEach(first count: Int, _ body: (Document) throws -> Void) rethrows {
        switch framing {
        case .whole:
            let document = Document(bytes: bytes, offset: 0, corpus: self)
            for _ in 0..<count { try body(document) }
        case .lines:
            var offset = 0
            for _ in 0..<count {
                guard let line = line(at: offset) else { return }
                try body(line)
                offset += line.bytes.count + 1
            }
        }
    }

    /// The number of documents.
    var count: Int {
        guard framing == .lines else { return 1 }
        var lines = 0
        forEach(first: .max) { _ in lines += 1 }
        return lines
    }

    /// The number of bytes that `count` documents have, without what separates them.
    func byteCount(first count: Int) -> Int {
        guard framing == .lines else { return bytes.count * count }
        var total = 0
        forEach(first: count) { total += $0.bytes.count }
        return total
    }

    private func line(at offset: Int) -> Document? {
        guard offset < bytes.count, let base = bytes.baseAddress else { return nil }
        let start = base + offset
        let end = memchr(start, 0x0A, bytes.count - offset).map { UnsafeRawPointer($0) } ?? base + bytes.count
        return Document(bytes: UnsafeRawBufferPointer(start: start, count: end - start), offset: offset, corpus: self)
    }
}

/// One JSON document inside a corpus.
struct Document {
    let bytes: UnsafeRawBufferPointer
    fileprivate let offset: Int
    fileprivate unowned let corpus: Corpus

    /// The document for contenders that take `Data`.
    var data: Data { corpus.data[offset..<offset + bytes.count] }
}
