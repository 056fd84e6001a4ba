// What a reader does is the same for all types, but for the moment when a model is made of what has been decoded. So the reader proper knows no
// `T`: it decodes into memory that it is given. What knows `T` is inlined into the caller, where no metadata is looked up for a record.

/// Decodes records of one type: its plan and what is asked, worked out once, not for each record.
@safe struct RecordDecoder: @unchecked Sendable {
    // SAFETY: the plan never changes and is kept by the cache. The request refers to no memory but
    // to the forms of dates, which are kept: records have neither a way to a part nor a report.
    let plan: PlanRef
    let request: DecodingRequest
    /// What plan and request refer to.
    let owners: (PlanCache, AnyObject?)

    init(_ plan: PlanRef, _ request: DecodingRequest, keeping owners: (PlanCache, AnyObject?)) {
        self.plan = plan
        var request = request
        // A mark at the start of the input is the splitter's business.
        request.limits.acceptsByteOrderMark = false
        self.request = request
        self.owners = owners
    }

    /// Decodes a record.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    @inline(__always)
    func decode(_ bytes: BorrowedBytes, into slot: MutableAddress) -> ModelError? { decode(bytes, into: slot, request) }

    /// Decodes a record.
    ///
    /// - Parameters: Those of the other one.
    ///   - request: The decoder's, with what one thread adds to it.
    @inline(__always)
    func decode(_ bytes: BorrowedBytes, into slot: MutableAddress, _ request: DecodingRequest) -> ModelError? {
        WholeDocument.fill(slot, plan, bytes, request)
    }
}

/// Reads records out of a stream, of a type that is known at run time.
@safe struct RecordReader: ~Copyable {
    private(set) var records: Int
    private(set) var failedRecords = 0
    /// What `collect` has kept, unless it is kept elsewhere.
    private var kept: KeptFailures
    var failures: [RecordFailure] { kept.failures }

    private let decoder: RecordDecoder
    let reading: ReadingOptions
    private var splitter: RecordSplitter
    /// The record that the caller's closure has not taken.
    private var refused: SourceLocation?
    private let firstRecord: Int
    private var isFinished = false

    /// - Parameters:
    ///   - position: Where the input goes on.
    ///   - decoder: Gives what decodes the records.
    /// - Throws: An error of category `input` if no reading tells such a position; the decoder's.
    init(
        _ framing: Framing, _ reading: ReadingOptions, from position: ReadingPosition, _ decoder: () throws(ModelError) -> RecordDecoder
    ) throws(ModelError) {
        try position.check(for: framing)
        self.decoder = try decoder()
        self.reading = reading
        kept = KeptFailures(reading)
        splitter = RecordSplitter(
            framing, limit: reading.maximumRecordBytes, leavesUnfinishedLine: reading.leavesUnfinishedLine, from: position)
        records = position.records
        firstRecord = position.records
    }

    var framing: Framing? { splitter.framing }

    var position: ReadingPosition {
        mutating get { splitter.position(records: refused == nil ? records : records - 1, refused: refused) }
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes.
    ///   - isLast: Whether the input ends behind them.
    ///   - slot: Memory for a model. It holds one when `each` is called without an error, and must not any more when that returns.
    ///   - each: Takes each model, and each failure that is to be delivered.
    mutating func read(
        _ chunk: BorrowedBytes, isLast: Bool, through slot: MutableAddress,
        _ each: (ModelError?, TakenRecord) throws -> Void
    ) throws {
        try take(chunk, isLast: isLast) { reader, place in
            let record = TakenRecord(reader.records, place)
            guard let error = reader.decode(place, into: slot) else { return try each(nil, record) }
            try reader.countFailure(error)
            switch reader.reading.onFailure {
            case .abort, .skip: break
            case .collect: reader.kept.add(error, place, number: reader.records)
            case .deliver:
                try each(error, record)
                reader.refused = nil
            }
            try reader.checkLimits(error)
        }
    }

    /// Cuts a chunk into records.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes.
    ///   - isLast: Whether the input ends behind them.
    ///   - each: Takes each record.
    mutating func take(
        _ chunk: BorrowedBytes, isLast: Bool, _ each: (inout RecordReader, RecordPlace) throws -> Void
    ) throws {
        guard !isFinished else { throw ModelError.readerHasEnded }
        isFinished = true
        splitter.begin(chunk, isLast: isLast)
        defer { splitter.end() }
        while let place = try splitter.next() {
            records += 1
            refused = place.location
            do {
                try each(&self, place)
            } catch {
                // A record that has been handed on does not come again, nor are those behind it passed over.
                if refused == nil { splitter.giveUp() }
                throw error
            }
            refused = nil
        }
        isFinished = isLast
    }

    /// Decodes a record. Mutating, since a reader that is only lent to a method is copied for it: 513 bytes for each record.
    ///
    /// - Parameter slot: Fresh memory. It holds a model afterwards exactly if nil is returned.
    mutating func decode(_ place: RecordPlace, into slot: MutableAddress) -> ModelError? {
        if let fault = place.fault { return error(of: fault, at: place.location) }
        return decoder.decode(place.bytes, into: slot)?.behind(place.location)
    }

    /// What is wrong with a record that is none, as the splitter has seen.
    func error(of fault: RecordFault, at location: SourceLocation) -> ModelError { .record(fault, limit: splitter.limit, at: location) }

    /// Counts a record that has failed.
    ///
    /// - Throws: Its error, if it ends the reading.
    mutating func countFailure(_ error: ModelError) throws(ModelError) {
        failedRecords += 1
        if reading.onFailure == .abort { throw error }
    }

    func checkLimits(_ error: ModelError) throws(ModelError) {
        try reading.checkLimits(failedRecords, of: records - firstRecord, error)
    }
}

/// What a record has beside its model.
@usableFromInline
@safe struct TakenRecord {
    // SAFETY: the bytes stay during the call that gets the record.

    @usableFromInline let number: Int
    @usableFromInline let line: Int
    @usableFromInline let offset: Int
    @usableFromInline let length: Int
    /// SAFETY: the bytes stay until the splitter is asked for the next record.
    @usableFromInline let bytes: UnsafeRawBufferPointer

    init(_ number: Int, _ place: RecordPlace) {
        self.number = number
        line = place.location.line
        offset = place.location.offset
        length = place.length
        unsafe bytes = place.bytes.raw
    }
}
