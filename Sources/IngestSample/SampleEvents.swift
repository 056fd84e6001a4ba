#if Ingest
internal import YodelSystem

// Each line is made of the seed and its number alone, so that a line of a large sample can be made again without those before it. All bytes go into one
// array, which is written and emptied when it holds a block.
//
// Of each hundred lines one has a fault, at a place that the seed chooses; the kinds of faults take turns. What is left over of a hundred has none.

/// Events like those of the public GitHub archive, as NDJSON: sound ones, and one line in a hundred with a planted fault.
///
/// ```swift
/// let sample = SampleEvents(count: 1_000)
/// let written = try sample.write(to: "events.ndjson")
/// written.faults   // 10
/// ```
package struct SampleEvents: Sendable {
    /// What is wrong with a line.
    enum Fault: Int, CaseIterable, Sendable {
        /// The line ends in the middle.
        case cut
        /// A comma between two members is missing.
        case missingComma
        /// A string has an escape that JSON does not have.
        case invalidEscape
        /// The event has no `id`.
        case missingID
        /// `created_at` is no date.
        case noDate
        /// `actor.id` is an object.
        case objectForNumber
        /// A string is not UTF-8.
        case invalidUTF8
        /// `actor.id` is beyond every number type.
        case overflow
    }

    /// Why the file could not be written.
    package struct WriteError: Error, Equatable, CustomStringConvertible {
        /// The path as the caller gave it.
        let path: String
        /// The system's error number.
        let number: Int32
        /// Bytes that had been written.
        let bytes: Int

        /// The failure in one line.
        package var description: String {
            let words = unsafe String(cString: strerror(number))
            return bytes == 0
                ? "cannot write '\(path)': \(words)" : "cannot write '\(path)' beyond byte \(bytes): \(words); the file is incomplete"
        }
    }

    /// Lines in all, those with faults included.
    let count: Int
    /// What the events follow from.
    let seed: UInt64

    private static let blockBytes = 1 << 20

    /// Makes a description of a sample.
    ///
    /// - Parameters:
    ///   - count: Lines in all.
    ///   - seed: What the events follow from: equal seeds give equal lines.
    /// - Precondition: `count` is not negative.
    package init(count: Int, seed: UInt64 = 1) {
        precondition(count >= 0, "a sample has no negative number of events")
        self.count = count
        self.seed = seed
    }

    /// The fault of a line.
    ///
    /// - Parameter index: The line, from 0.
    /// - Returns: The fault; nil if the line is sound.
    func fault(at index: Int) -> Fault? {
        let hundred = index / 100
        guard hundred < count / 100 else { return nil }
        var random = SeededNumbers(seed, UInt64(hundred), stream: 1)
        guard random.next(below: 100) == index % 100 else { return nil }
        return Fault(rawValue: hundred % Fault.allCases.count)
    }

    /// The bytes of a line, without a line feed.
    ///
    /// - Parameter index: The line, from 0.
    /// - Returns: The line.
    func line(at index: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append(index, to: &bytes)
        return bytes
    }

    /// All lines, each without a line feed.
    ///
    /// - Returns: The lines, made as they are asked for.
    func lines() -> some Sequence<[UInt8]> {
        (0..<count).lazy.map { line(at: $0) }
    }

    /// Writes the sample as NDJSON. The last line ends with a line feed, too.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - overwrite: Whether a file that is there is replaced.
    /// - Returns: The lines that were written, how many of them have a fault, and the bytes of all.
    /// - Throws: `WriteError` if the file is there and must not be replaced, cannot be made, or does not take all bytes. What was written before that stays.
    package func write(to path: String, overwrite: Bool = false) throws(WriteError) -> (events: Int, faults: Int, bytes: Int) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (overwrite ? O_TRUNC : O_EXCL), 0o644)
        guard descriptor >= 0 else { throw WriteError(path: path, number: errno, bytes: 0) }
        let bytes: Int
        do {
            bytes = try write(to: descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        // A network's file system may tell only now that there was no room.
        guard close(descriptor) == 0 else { throw WriteError(path: path, number: errno, bytes: bytes) }
        return (count, count / 100, bytes)
    }

    private func write(to descriptor: Int32, _ path: String) throws(WriteError) -> Int {
        var written = 0
        var block: [UInt8] = []
        block.reserveCapacity(Self.blockBytes + 4_096)
        for index in 0..<count {
            append(index, to: &block)
            block.append(UInt8(ascii: "\n"))
            guard block.count >= Self.blockBytes || index == count - 1 else { continue }
            try Self.write(block, to: descriptor, path, behind: written)
            written += block.count
            block.removeAll(keepingCapacity: true)
        }
        return written
    }

    /// Writes a block, however many bytes the system takes at a time.
    private static func write(_ block: [UInt8], to descriptor: Int32, _ path: String, behind start: Int) throws(WriteError) {
        var done = 0
        while done < block.count {
            let count = unsafe block.withUnsafeBytes { bytes in
                // SAFETY: `done` is less than the block's count, so that the address is inside of the block.
                unsafe YodelSystem.write(descriptor, bytes.baseAddress.unsafelyUnwrapped + done, bytes.count - done)
            }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw WriteError(path: path, number: count == 0 ? EIO : errno, bytes: start + done)
            }
        }
    }

    /// Appends a line.
    private func append(_ index: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        let fault = fault(at: index)
        var random = SeededNumbers(seed, UInt64(index), stream: 0)
        EventLine.append(index, fault, &random, to: &bytes)
        guard fault == .cut else { return }
        // Whatever is left of an object is none: its brace is missing.
        let length = bytes.count - start
        bytes.removeLast(length / 4 + random.next(below: length / 2))
    }
}

/// Numbers that follow from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededNumbers {
    private var state: UInt64

    /// Makes the numbers of one thing.
    ///
    /// - Parameters:
    ///   - seed: The seed of all.
    ///   - index: Which thing.
    ///   - stream: Keeps apart what has equal indexes.
    init(_ seed: UInt64, _ index: UInt64, stream: UInt64) {
        state = seed
        // Neighbours' states must have nothing in common, or a line would go on with the numbers of the one before.
        state = next() ^ (index &* 2 &+ stream)
        state = next()
    }

    /// The next number. `&+` and `&*` wrap, as the generator has it.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next number, at least 0 and less than a bound.
    mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Whether an event of so many percent takes place.
    mutating func percent(_ share: Int) -> Bool { next(below: 100) < share }
}
#endif
