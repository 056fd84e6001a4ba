import FoundationEssentials

/// Reads models from a stream whose bytes arrive in pieces.
///
/// Pass it the chunks as they arrive. Each complete record goes to a closure, either as a model or as an error. A bad record does not affect the others.
///
/// ```swift
/// var reader = try ModelReader(User.self, framing: .lines)
/// for chunk in chunks {
///     try reader.read(chunk) { record in
///         switch record.result {
///         case .success(let user): save(user)
///         case .failure(let error): log("record \(record.number), line \(record.line): \(error)")
///         }
///     }
/// }
/// try reader.finish { record in print(record.number, record.error ?? "ok") }
/// ```
///
/// Records that are complete in a chunk are decoded in place. A record that is split between chunks is assembled in a buffer of at most
/// `ReadingOptions.maximumRecordBytes`; with `.values` framing a second one holds the part of it that may prove to be the next record.
public struct ModelReader<T>: ~Copyable {
    /// How records follow each other; nil with `Framing.automatic` until that is known.
    public var framing: Framing? { core.framing }
    /// The number of records so far, including those that failed.
    public var records: Int { core.records }
    /// The number of records that failed so far.
    public var failedRecords: Int { core.failedRecords }
    /// The failures kept by `ReadingOptions.FailurePolicy.collect`.
    public var failures: [RecordFailure] { core.failures }

    // Not usable from inline: its setter, inlined into others, stops the 6.3 compiler.
    var core: RecordReader

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - framing: How records follow each other.
    ///   - options: How each record is decoded.
    ///   - reading: What happens to failed records, and limits.
    ///   - position: Where to continue: the `position` of an earlier reader; by default the start of the input.
    /// - Throws: `ModelError` of category `model` if the type cannot be mapped, of category `input` if the position is invalid or belongs to another framing.
    public init(
        _ type: T.Type, framing: Framing = .automatic, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions(),
        from position: ReadingPosition = ReadingPosition()
    ) throws(ModelError) {
        core = try RecordReader(framing, reading, from: position) { () throws(ModelError) in try ModelDecoder(options).records(of: type) }
    }

    /// The position up to which everything has been read: the input's bytes before it need not be read again.
    ///
    /// It is after the last record that a closure accepted without an error. A reader made with it continues there and yields the same rest. It says nothing about
    /// the input itself (`ReadingPosition.file` is nil), so a reader cannot tell whether it continues in the same input.
    public var position: ReadingPosition {
        mutating get { core.position }
    }

    // MARK: Reading

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number. They need to stay only during the call.
    ///   - each: Gets each record that the chunk completes, in order. If it throws, the reading ends.
    /// - Throws: What `each` throws; `ModelError` if the input does not follow its framing, if a record fails and `ReadingOptions.onFailure` is `abort`, or if
    ///   too many have failed. The reader can read nothing after that, and every further call throws `readerEnded`; `position` says where to continue.
    @inlinable
    public mutating func read(_ chunk: some JSONBytes, each: (consuming ModelRecord<T>) throws -> Void) throws {
        unsafe try chunk.withLentBytes { bytes in Result { try read(bytes, isLast: false, each) } }.get()
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number.
    ///   - each: Gets each record that the chunk completes, in order. If it throws, the reading ends.
    /// - Throws: As ``read(_:each:)-(JSONBytes,_)`` does.
    @inlinable
    public mutating func read(_ chunk: RawSpan, each: (consuming ModelRecord<T>) throws -> Void) throws {
        unsafe try chunk.withLentBytes { bytes in try read(bytes, isLast: false, each) }
    }

    /// Ends the input. Its rest is the last record.
    ///
    /// - Parameter each: Gets the last record, if the end of the input completes one.
    /// - Throws: As ``read(_:each:)-(JSONBytes,_)`` does; also if an array has not ended, or has not been found.
    @inlinable
    public mutating func finish(each: (consuming ModelRecord<T>) throws -> Void) throws {
        try read(LentBytes.none, isLast: true, each)
    }

    /// Reads a chunk. Inlinable, as what calls it: where `T` is known no metadata is looked up for a record.
    @inlinable
    mutating func read(
        _ chunk: LentBytes, isLast: Bool, _ each: (consuming ModelRecord<T>) throws -> Void
    ) throws {
        unsafe try LentRoom.lend(for: T.self) { room in
            try read(chunk, isLast: isLast, through: room) { error, record in
                // SAFETY: without an error the room holds a model. The bytes stay during the call.
                let bytes = unsafe record.bytes.bytes
                // The model is moved on, never copied: a copy would count a reference for each of its strings.
                if let error {
                    try each(
                        ModelRecord(
                            .failure(error), number: record.number, line: record.line, offset: record.offset, length: record.length,
                            bytes: bytes))
                } else {
                    unsafe try each(
                        ModelRecord(
                            .success(room.take(as: T.self)), number: record.number, line: record.line, offset: record.offset,
                            length: record.length, bytes: bytes))
                }
            }
        }
    }

    /// Reads a chunk through memory for a model: see `RecordReader`.
    @usableFromInline
    mutating func read(
        _ chunk: LentBytes, isLast: Bool, through room: LentRoom,
        _ each: (ModelError?, TakenRecord) throws -> Void
    ) throws {
        try core.read(chunk.borrowed, isLast: isLast, through: room.address, each)
    }
}
