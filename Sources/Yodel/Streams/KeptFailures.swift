// Failures hold bytes of the input: their records, and keys and values that errors quote. Whoever writes the input decides how many that are, so there
// are limits to what is kept of one record, and of all together.

/// The failures of a batch or of a reader, while it reads.
struct KeptFailures {
    private(set) var failures: [RecordFailure] = []
    /// About as many bytes as the failures hold: of their records and of their errors.
    private(set) var byteCount = 0
    private let reading: ReadingOptions
    /// What `collect` may still keep, in this batch and in later ones.
    private var room: CollectionRoom
    /// Whether failures that the caller does not want are kept too, without their bytes.
    private let keepsEveryFailure: Bool

    init(_ reading: ReadingOptions, keepsEveryFailure: Bool = false) {
        self.reading = reading
        self.keepsEveryFailure = keepsEveryFailure
        room = CollectionRoom(reading)
    }

    /// Keeps a failure that is wanted.
    ///
    /// - Parameter number: The record's, counted from 1.
    mutating func add(_ error: ModelError, _ place: RecordPlace, number: Int) {
        let count = min(place.bytes.count, max(reading.maximumFailureBytes, 0))
        let kept: Int? =
            switch reading.onFailure {
            case .deliver: count
            case .collect: room.take(error, recordBytes: count)
            case .skip, .abort: nil
            }
        guard kept != nil || keepsEveryFailure else { return }
        byteCount += (kept ?? 0) + error.storedBytes
        failures.append(
            RecordFailure(
                number: number, line: place.location.line, offset: place.location.offset, length: place.length, error: error,
                bytes: Array(place.bytes.part(..<(kept ?? 0)))))
    }

    /// Hands them out, for the next batch to have its own.
    mutating func take() -> [RecordFailure] {
        defer { (failures, byteCount) = ([], 0) }
        return failures
    }
}

/// What `collect` may still keep.
struct CollectionRoom {
    private var failures: Int
    private var bytes: Int

    init(_ reading: ReadingOptions) {
        failures = reading.maximumCollected
        bytes = max(reading.maximumCollectedBytes, 0)
    }

    /// Makes room for a failure. The error is kept as it is or not at all, and after one that is not, none is: those that are kept are the first ones.
    ///
    /// - Parameter recordBytes: Bytes of the record that are wanted.
    /// - Returns: How many of them may be kept; nil if the failure is only counted.
    mutating func take(_ error: ModelError, recordBytes: Int) -> Int? {
        guard failures > 0 else { return nil }
        let errorBytes = error.storedBytes
        guard errorBytes <= bytes else {
            failures = 0
            return nil
        }
        let kept = min(recordBytes, bytes - errorBytes)
        failures -= 1
        bytes -= errorBytes + kept
        return kept
    }
}

extension ModelError {
    /// About as many bytes as its paths and its message take: both may quote keys of the input.
    var storedBytes: Int {
        var bytes = message.utf8.count
        for component in ([path] + missingPaths).flatMap(\.components) {
            bytes += MemoryLayout<JSONPath.Component>.stride
            if case .key(let key) = component { bytes += key.utf8.count }
        }
        return bytes
    }
}

extension RecordFailure {
    /// Whether ``bytes`` lacks some of the record, which has ``length`` bytes: the record was longer than `ReadingOptions.maximumRecordBytes`, or than
    /// ``ReadingOptions/maximumFailureBytes``, or there was no room left of ``ReadingOptions/maximumCollectedBytes``.
    public var isCut: Bool { bytes.count < length }

    /// The failure with the first bytes of its record alone.
    func cut(to count: Int) -> RecordFailure {
        guard count < bytes.count else { return self }
        return RecordFailure(number: number, line: line, offset: offset, length: length, error: error, bytes: Array(bytes[..<count]))
    }
}
