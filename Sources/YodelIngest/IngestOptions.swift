#if Ingest
public import Yodel

/// How an ingestion reads.
public struct IngestOptions: Sendable, Hashable {
    /// How records are decoded. Default: `DecodingOptions.convert`. A value of another type is converted where nothing is lost; any other value that does not fit its property, and
    /// null for one that is not optional, makes its record a reject. <doc:Ingestion> lists them.
    public var decoding: DecodingOptions
    /// How records follow each other in files, pipes and bodies, and what is around them. Default: `automatic`, which finds it by the first 64 KiB. Lines stay lines; an array
    /// at the root, one below the key `Records`, `events`, `items` or `data` of an object of which the model reads no key, pretty-printed and concatenated values, text
    /// sequences, server-sent events, logs of containers and bodies of Elasticsearch's bulk API are found (``IngestSummary/framings``). Files that are followed are lines, or
    /// logs of containers; files of rejects are lines. Text in UTF-16 that begins with a byte order mark is decoded, but for that of files that are followed.
    public var framing = IngestFraming.automatic
    /// As many records may fail in a run; one more ends it with the error `limit`. Default: no limit.
    public var maximumRejects = Int.max
    /// As large a share of the records of one source may fail, and of all sources together; more end the run with the error `limit`. The share is looked at from the
    /// hundredth record of a run on, and at the end of each file, however few records that has. What came before is stored. Default: 1, all of them.
    public var maximumRejectRatio = 1.0
    /// Bytes of one record. One that is longer is rejected, without its bytes. Default: 16 MiB.
    public var maximumRecordBytes = 16 << 20
    /// Rows that a batch, and with it a transaction, has at most. Default: 65,536. A source that has nothing more at the moment makes smaller ones.
    public var maximumRows = 1 << 16
    /// How many threads decode a file; nil: as many as there are cores but one, which is the sink's. Compressed files and pipes have one.
    public var workers: Int?
    /// Whether files are read from their start, whatever has been read of them. A table without a key has their records twice then.
    public var startsOver = false
    /// Whether keys are counted that no property has, and keys that records lack (``IngestSummary/drift``). Default: true. It costs next to nothing.
    public var countsDrift = true
    /// As large a share of the rows of one source may have unknown keys, or lack keys, and of all sources together; more end the run with the error `limit`. The share is looked at
    /// from the hundredth row of a run on, and at the end of each file, however few rows that has. What came before is stored. Default: 1, all of them. An ``IngestReceiver``
    /// has no such share.
    public var maximumDriftRatio = 1.0

    /// Makes the default options.
    ///
    /// - Parameter rules: What becomes of values that are not of their property's type.
    public init(rules: ConversionRules = .convert) {
        decoding = rules.options
    }

    /// Has keys counted, if they are to be, by paths that all sources share.
    func countKeys(_ columns: inout ColumnOptions) { columns.keys = countsDrift ? KeyPaths() : nil }

    var columns: ColumnOptions {
        var options = ColumnOptions(decoding: decoding)
        options.nested = .json
        options.maximumRows = maximumRows
        options.reading.maximumFailures = maximumRejects
        options.reading.maximumFailureRatio = maximumRejectRatio
        options.reading.maximumRecordBytes = maximumRecordBytes
        return options
    }

    /// Looks whether no larger share of some records has failed than may.
    ///
    /// - Throws: ``IngestError`` of kind `limit`.
    func checkShare(of rejects: Int, among records: Int, in what: String) throws(IngestError) {
        guard Double(rejects) > Double(records) * maximumRejectRatio else { return }
        throw IngestError(
            .limit, "\(what): \(rejects) of \(records) records failed, a larger share than \(maximumRejectRatio) (maximumRejectRatio)")
    }

    /// Looks whether no larger share of some rows has drifted than may.
    ///
    /// - Throws: ``IngestError`` of kind `limit`.
    func checkShare(ofDrifted drifted: Int, among rows: Int, in what: String) throws(IngestError) {
        guard Double(drifted) > Double(rows) * maximumDriftRatio else { return }
        throw IngestError(
            .limit,
            "\(what): \(drifted) of \(rows) rows have unknown or missing keys, a larger share than \(maximumDriftRatio) (maximumDriftRatio)"
        )
    }

    /// Whether a share of what a file has may end the run.
    var limitsShares: Bool { maximumRejectRatio < 1 || maximumDriftRatio < 1 }

    /// Looks whether every option has a meaning, as an ingestion does before it begins.
    ///
    /// - Throws: ``IngestError`` of kind `declaration` if one has none.
    public func check() throws(IngestError) {
        for (name, value) in [("maximumRows", maximumRows), ("maximumRecordBytes", maximumRecordBytes), ("workers", workers ?? 1)]
        where value < 1 {
            throw IngestError(.declaration, "\(name) is \(value); it must be at least 1")
        }
        if maximumRejects < 0 { throw IngestError(.declaration, "maximumRejects is \(maximumRejects); it must be at least 0") }
        for (name, share) in [("maximumRejectRatio", maximumRejectRatio), ("maximumDriftRatio", maximumDriftRatio)]
        where !(0...1).contains(share) {
            throw IngestError(.declaration, "\(name) is \(share); it must be from 0 to 1")
        }
        if maximumDriftRatio < 1 && !countsDrift {
            throw IngestError(.declaration, "maximumDriftRatio is \(maximumDriftRatio), but nothing is counted: countsDrift is false")
        }
    }
}
#endif
