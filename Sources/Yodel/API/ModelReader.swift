import FoundationEssentials

/// Reads models out of a stream whose bytes arrive in pieces.
///
/// Give it the chunks as they come; each record that is complete is handed to a closure, as a model or with the error that stands in its place. A bad
/// record costs nothing but itself.
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
/// try reader.finish { record in print(record.number) }
/// ```
///
/// Records that lie whole in a chunk are decoded where they stand; one that a chunk's end has cut is put together in a buffer of at most
/// `ReadingOptions.maximumRecordBytes`.
public struct ModelReader<T>: ~Copyable {
    /// How records follow each other; nil with `Framing.automatic` until that has been found out.
    public var framing: Framing? { splitter.framing }
    /// Records so far, those that failed included.
    public private(set) var records: Int
    /// Records that failed so far.
    public private(set) var failedRecords = 0
    /// The failures that have been kept, with `ReadingOptions.FailurePolicy.collect`.
    public private(set) var failures: [RecordFailure] = []

    private let decoder: ModelDecoder
    private let reading: ReadingOptions
    private var splitter: RecordSplitter
    /// The record that the caller's closure has not taken.
    private var refused: SourceLocation?
    private var firstRecord: Int
    private var isFinished = false

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - framing: How records follow each other.
    ///   - options: How each record is decoded.
    ///   - reading: What happens to records that fail, and limits.
    ///   - position: Where the input goes on, as `position` of an earlier reader told; its start if it is left out.
    /// - Throws: `ModelError` of category `model` if the type cannot be mapped.
    public init(
        _ type: T.Type, framing: Framing = .automatic, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions(),
        from position: ReadingPosition = ReadingPosition()
    ) throws(ModelError) {
        // A mark at the start of the input is the splitter's business.
        var options = options
        options.acceptsByteOrderMark = false
        decoder = ModelDecoder(options)
        if unsafe try decoder.plans.plan(for: type).pointee.isWriteOnly { throw .unsupported(type, property: nil, of: nil) }
        self.reading = reading
        splitter = RecordSplitter(framing, limit: max(reading.maximumRecordBytes, 1), from: position)
        records = position.records
        firstRecord = position.records
    }

    /// The place up to which all has been read: the input's bytes before it need not be read again.
    ///
    /// Behind the last record that a closure has taken without an error. A reader made with it goes on there and yields the same rest.
    public var position: ReadingPosition {
        mutating get { splitter.position(records: refused == nil ? records : records - 1, refused: refused) }
    }

    // MARK: Reading

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number. They need to stay only during the call.
    ///   - each: Gets each record that the chunk completes, in their order. An error that it throws ends the reading.
    /// - Throws: What `each` throws; `ModelError` if the input is not framed as it should be, if a record fails and `ReadingOptions.onFailure` is
    ///   `abort`, or if too many have failed. Nothing can be read after that, every further call throws `readerEnded`; `position` tells where
    ///   to go on.
    public mutating func read(_ chunk: UnsafeRawBufferPointer, each: (consuming Record<T>) throws -> Void) throws {
        unsafe try read(chunk.bindMemory(to: UInt8.self), isLast: false, each)
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number.
    ///   - each: Gets each record that the chunk completes, in their order. An error that it throws ends the reading.
    /// - Throws: As ``read(_:each:)-(UnsafeRawBufferPointer,_)`` does.
    public mutating func read(_ chunk: RawSpan, each: (consuming Record<T>) throws -> Void) throws {
        unsafe try chunk.withUnsafeBytes { bytes in unsafe try read(bytes, each: each) }
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number.
    ///   - each: Gets each record that the chunk completes, in their order. An error that it throws ends the reading.
    /// - Throws: As ``read(_:each:)-(UnsafeRawBufferPointer,_)`` does.
    public mutating func read(_ chunk: [UInt8], each: (consuming Record<T>) throws -> Void) throws {
        unsafe try chunk.withUnsafeBytes { bytes in unsafe try read(bytes, each: each) }
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number.
    ///   - each: Gets each record that the chunk completes, in their order. An error that it throws ends the reading.
    /// - Throws: As ``read(_:each:)-(UnsafeRawBufferPointer,_)`` does.
    public mutating func read(_ chunk: Data, each: (consuming Record<T>) throws -> Void) throws {
        unsafe try chunk.withUnsafeBytes { bytes in unsafe try read(bytes, each: each) }
    }

    /// Ends the input: what is left of it is the last record.
    ///
    /// - Parameter each: Gets the last record, if the end of the input completes one.
    /// - Throws: As ``read(_:each:)-(UnsafeRawBufferPointer,_)`` does; also if an array has not ended, or has not been found.
    public mutating func finish(each: (consuming Record<T>) throws -> Void) throws {
        unsafe try read(UnsafeBufferPointer(start: nil, count: 0), isLast: true, each)
        isFinished = true
    }

    private mutating func read(
        _ chunk: UnsafeBufferPointer<UInt8>, isLast: Bool, _ each: (consuming Record<T>) throws -> Void
    ) throws {
        guard !isFinished else { throw ModelError.readerHasEnded }
        isFinished = true
        unsafe splitter.begin(chunk, isLast: isLast)
        defer { splitter.end() }
        while let place = unsafe try splitter.next() {
            records += 1
            unsafe refused = place.location
            unsafe try deliver(place, each)
            refused = nil
        }
        isFinished = false
    }

    private mutating func deliver(_ place: RecordPlace, _ each: (consuming Record<T>) throws -> Void) throws {
        let result = unsafe decode(place)
        if case .failure(let error) = result {
            failedRecords += 1
            switch reading.onFailure {
            case .abort: throw error
            case .skip: return try checkLimits(error)
            case .collect:
                unsafe collect(error, place)
                return try checkLimits(error)
            case .deliver: break
            }
            unsafe try hand(result, place, each)
            refused = nil
            return try checkLimits(error)
        }
        unsafe try hand(result, place, each)
    }

    private func hand(
        _ result: consuming Result<T, ModelError>, _ place: RecordPlace, _ each: (consuming Record<T>) throws -> Void
    ) throws {
        // SAFETY: the bytes stay until the splitter is asked for the next record.
        let bytes = unsafe UnsafeRawBufferPointer(place.bytes).bytes
        try unsafe each(
            Record(
                result, number: records, line: place.location.line, offset: place.location.offset, length: place.length, bytes: bytes))
    }

    private func decode(_ place: RecordPlace) -> Result<T, ModelError> {
        if let fault = unsafe place.fault {
            return unsafe .failure(.record(fault, limit: splitter.limit, at: place.location))
        }
        do throws(ModelError) {
            return .success(try unsafe decoder.decode(T.self, from: UnsafeRawBufferPointer(place.bytes)))
        } catch {
            return unsafe .failure(error.behind(place.location))
        }
    }

    private mutating func collect(_ error: ModelError, _ place: RecordPlace) {
        guard failures.count < reading.maximumCollected else { return }
        unsafe failures.append(
            RecordFailure(
                number: records, line: place.location.line, offset: place.location.offset, length: place.length, error: error,
                bytes: Array(place.bytes)))
    }

    private func checkLimits(_ error: ModelError) throws(ModelError) {
        let read = records - firstRecord
        guard failedRecords > reading.maximumFailures || (read >= 100 && Double(failedRecords) > Double(read) * reading.maximumFailureRatio)
        else { return }
        throw .failureLimit(failedRecords, of: read, at: error)
    }
}
