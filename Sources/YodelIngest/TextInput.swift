#if Ingest
import Yodel

// Text in UTF-16 is known by its byte order mark, FF FE or FE FF, with which no UTF-8 begins. It is read as the UTF-8 of the same text: places in it count that. What is no
// UTF-16, a surrogate alone, becomes bytes that are no UTF-8 either, so that its record is a reject and its neighbours are not.

/// The content of an input in UTF-8, whatever it is encoded in. Used by one thread at a time.
final class TextInput: OpenInput {
    private let base: any OpenInput
    private let name: String
    /// Whether `encoding` is known.
    private var isKnown: Bool
    /// How the text is encoded; nil: in UTF-8.
    private(set) var encoding: IngestFraming.Encoding?
    /// Bytes that have been read, and not decoded or handed on.
    private var head: [UInt8] = []
    private var buffer: [UInt8] = []
    /// What has been decoded, and not handed on.
    private var text: ArraySlice<UInt8> = []
    /// The first half of a pair of surrogates.
    private var high: UInt32?
    /// Bytes of the input that have been read.
    private var consumed = 0
    /// Bytes of the text that are passed over first.
    private var skipped: Int
    private var hasEnded = false

    /// - Parameters:
    ///   - encoding: How the text is encoded; nil: as its mark says.
    ///   - place: Where the input goes on; nil: at its start. Its encoding counts. A base that is not decoded goes on there by itself.
    init(_ base: any OpenInput, _ name: String, _ encoding: IngestFraming.Encoding?, at place: IngestPlace?) {
        (self.base, self.name) = (base, name)
        isKnown = place != nil || encoding != nil
        self.encoding = place != nil ? place?.framing?.encoding : encoding
        skipped = self.encoding == nil ? 0 : place?.resumption.offset ?? 0
    }

    /// Longest of the marks.
    static var markBytes: Int { 4 }

    /// What the first bytes of an input say of its encoding.
    ///
    /// - Parameter isAll: Whether there are no more.
    /// - Returns: nil if more bytes are needed.
    static func encoding(of head: [UInt8], isAll: Bool) -> IngestFraming.Encoding?? {
        guard let first = head.first, first >= 0xFE else { return .some(nil) }
        if head.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        // Four bytes are a mark of UTF-32, which is not read.
        if head.starts(with: [0xFF, 0xFE]), head.count >= markBytes || isAll {
            return head.count >= markBytes && head[2] == 0 && head[3] == 0 ? .some(nil) : .utf16LittleEndian
        }
        return isAll || head.count >= markBytes || (head.count >= 2 && !head.starts(with: [0xFF, 0xFE])) ? .some(nil) : nil
    }

    /// Reads the first bytes, as far as they are needed to tell the encoding.
    ///
    /// - Returns: Whether it is known; false if there are no more bytes at the moment.
    func findEncoding() throws(IngestError) -> Bool {
        while !isKnown {
            if let found = Self.encoding(of: head, isAll: hasEnded), hasEnded || !head.isEmpty {
                (encoding, isKnown) = (found, true)
                break
            }
            switch try readBase(Self.markBytes - head.count) {
            case .bytes: head += buffer
            case .waiting: return false
            case .end: hasEnded = true
            }
        }
        return true
    }

    func read(_ target: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        guard try findEncoding() else { return .waiting }
        if encoding != nil { return unsafe try readDecoded(target) }
        guard !head.isEmpty else { return unsafe try base.read(target) }
        return unsafe hand(&head, target)
    }

    /// Hands on bytes that are at hand.
    private func hand(_ bytes: inout [UInt8], _ target: UnsafeMutableRawBufferPointer) -> InputStep {
        let count = min(bytes.count, target.count)
        unsafe target.copyBytes(from: bytes[..<count])
        bytes.removeFirst(count)
        return .bytes(count)
    }

    private func readDecoded(_ target: UnsafeMutableRawBufferPointer) throws(IngestError) -> InputStep {
        while text.isEmpty {
            if !head.isEmpty && (head.count > 1 || hasEnded) {
                if head.count == 1 { throw IngestError(.source, "\(name) ends in the middle of a character of UTF-16") }
                decode()
            } else if hasEnded {
                text = finish()
                if text.isEmpty {
                    guard skipped == 0 else {
                        throw IngestError(.source, "\(name) is \(skipped) bytes of text shorter than what has been read of it")
                    }
                    return .end
                }
            } else {
                switch try readBase(Self.window) {
                case .bytes: head += buffer
                case .waiting: return .waiting
                case .end: hasEnded = true
                }
            }
            let passed = min(skipped, text.count)
            skipped -= passed
            text = text.dropFirst(passed)
        }
        let count = min(text.count, target.count)
        unsafe target.copyBytes(from: text.prefix(count))
        text = text.dropFirst(count)
        return .bytes(count)
    }

    private static var window: Int { 64 << 10 }

    /// Reads some bytes of the input into `buffer`.
    private func readBase(_ count: Int) throws(IngestError) -> InputStep {
        buffer = [UInt8](repeating: 0, count: count)
        let base = base
        let result = unsafe buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(IngestError) in unsafe try base.read(bytes) }
        }
        let step = try result.get()
        if case .bytes(let count) = step {
            buffer.removeLast(buffer.count - count)
            consumed += count
        }
        return step
    }

    /// Decodes what has been read, but for half a unit.
    private func decode() {
        var output: [UInt8] = []
        output.reserveCapacity(head.count / 2 * 3)
        let (first, second) = encoding == .utf16BigEndian ? (0, 1) : (1, 0)
        var index = 0
        while index + 1 < head.count {
            let unit = UInt32(head[index + first]) << 8 | UInt32(head[index + second])
            index += 2
            if let before = high {
                high = nil
                if unit & 0xFC00 == 0xDC00 {
                    Self.append(0x10000 + (before & 0x3FF) << 10 + unit & 0x3FF, to: &output)
                    continue
                }
                Self.append(before, to: &output)
            }
            if unit & 0xFC00 == 0xD800 { high = unit } else { Self.append(unit, to: &output) }
        }
        head.removeFirst(index)
        text = output[...]
    }

    /// What is left at the end.
    private func finish() -> ArraySlice<UInt8> {
        guard let before = high else { return [] }
        high = nil
        var output: [UInt8] = []
        Self.append(before, to: &output)
        return output[...]
    }

    /// Adds a scalar, or a surrogate in three bytes as if it were one.
    private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case ..<0x80: output.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            output.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            output.append(tail(0))
        case ..<0x10000:
            output.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            output.append(tail(6))
            output.append(tail(0))
        default:
            output.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            for shift: UInt32 in [12, 6, 0] { output.append(tail(shift)) }
        }
    }

    // Where a character of the text stands in the input is not known: the bytes that have been read hold it.

    func identity(at offset: Int) throws(IngestError) -> FileIdentity? { try base.identity(at: encoding == nil ? offset : consumed) }

    var checksum: UInt32? { base.checksum }

    func sourceBytes(at offset: Int) -> Int { base.sourceBytes(at: encoding == nil ? offset : consumed) }
}
#endif
