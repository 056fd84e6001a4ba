#if Ingest
import Yodel
import YodelArchives

/// What a body's content is compressed by.
public enum BodyCompression: String, Sendable, Hashable, CaseIterable {
    /// gzip, RFC 1952.
    case gzip
    /// Zstandard, RFC 8878.
    case zstd
}

/// Decodes a body whose bytes arrive in pieces. Used by one task at a time.
final class BodyReading<T: BaseModel> {
    private let name: String
    private let lent = LentInput()
    /// The first bytes of a body that is said not to be compressed, until they show whether that is so.
    private var head: [UInt8]?
    private let text: TextInput
    private let batches: any BatchReading
    private var buffer: [UInt8]
    private var ready: [IngestBatch] = []
    private let maximumBytes: Int
    /// Bytes of the content so far.
    private(set) var contentBytes = 0
    private var handedBytes = 0
    private var hasFinished = false

    init(_ name: String, _ compression: BodyCompression?, maximumBytes: Int, _ options: ColumnOptions, _ framing: IngestFraming) throws {
        self.name = name
        self.maximumBytes = maximumBytes
        let content: any OpenInput =
            switch compression {
            case nil: lent
            case .gzip: try CompressedInput(lent, name, .gzip, head: [], at: nil)
            case .zstd: try CompressedInput(lent, name, .zstd, head: [], at: nil, windowBits: Self.windowBits)
            }
        head = compression == nil ? [] : nil
        text = TextInput(content, name, framing.encoding, at: nil)
        batches =
            framing.isAutomatic
            ? FoundBatches(T.self, SourceFraming(T.self, options.decoding), options) { _ in }
            : try makeBatches(T.self, framing, options)
        buffer = [UInt8](repeating: 0, count: 64 << 10)
    }

    /// The largest window that a body of zstd may ask for, as a power of two: 8 MiB (RFC 9659). Each body has one of its own.
    private static var windowBits: Int { 23 }

    /// Gives further bytes. Those before have been read: ``next()`` has returned nil.
    func lend(_ bytes: [UInt8]) { lent.lend(bytes) }

    /// Says that no bytes follow.
    func end() { lent.hasEnded = true }

    /// What a step has come to.
    enum Step {
        case batch(IngestBatch)
        /// As many bytes of the content, and no batch yet.
        case read(Int)
        /// What was lent has been read.
        case waiting
        case tooLarge
    }

    /// Reads some of what was lent: no more than its caller wants to wait for.
    func next() throws -> Step {
        if !ready.isEmpty { return .batch(ready.removeFirst()) }
        let text = text
        switch unsafe try buffer.withUnsafeMutableBytes({ unsafe try text.read($0) }) {
        case .bytes(let count):
            try look(at: buffer[..<count])
            contentBytes += count
            if contentBytes > maximumBytes { return .tooLarge }
            try batches.read(buffer[..<count], each: hand)
            return .read(count)
        case .waiting:
            return .waiting
        case .end:
            guard !hasFinished else { return .waiting }
            hasFinished = true
            try batches.finish(each: hand)
            return ready.isEmpty ? .waiting : .batch(ready.removeFirst())
        }
    }

    /// How the body's records follow each other; nil if that has not been found.
    var framing: IngestFraming? { batches.framing.isAutomatic ? nil : batches.framing.encoded(as: text.encoding) }

    /// Hands out what is complete, without waiting for more.
    ///
    /// - Returns: Whether there was any.
    func flush() throws -> Bool {
        try batches.flush(each: hand)
        return !ready.isEmpty
    }

    /// Refuses a body that is compressed, though it is said not to be: its bytes would be rejects by the thousand.
    private func look(at bytes: ArraySlice<UInt8>) throws(IngestError) {
        guard var first = head else { return }
        first += bytes.prefix(Compression.magicBytes - first.count)
        if let compression = Compression(head: first) {
            throw IngestError(.source, "the body is compressed by \(compression), which its sender does not say")
        }
        head = first.count < Compression.magicBytes ? first : nil
    }

    private func hand(_ rows: ColumnBatch) {
        let end = rows.position.offset
        ready.append(
            IngestBatch(source: name, rows: rows, rejects: rows.rejects, start: nil, place: nil, byteCount: end - handedBytes))
        handedBytes = end
    }
}

/// Bytes that somebody has at hand.
private final class LentInput: OpenInput {
    private var bytes: [UInt8] = []
    private var offset = 0
    var hasEnded = false

    func lend(_ bytes: [UInt8]) { (self.bytes, offset) = (bytes, 0) }

    func read(_ buffer: UnsafeMutableRawBufferPointer) -> InputStep {
        let count = min(bytes.count - offset, buffer.count)
        guard count > 0 else { return hasEnded ? .end : .waiting }
        unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
        offset += count
        return .bytes(count)
    }

    func identity(at offset: Int) -> FileIdentity? { nil }

    func sourceBytes(at offset: Int) -> Int { offset }
}
#endif
