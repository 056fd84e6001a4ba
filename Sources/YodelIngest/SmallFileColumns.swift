#if Ingest
import Synchronization
import Yodel

/// The columns that the small files of an ingestion are read into.
final class SmallFileColumns: Sendable {
    private let prepared = Mutex<(columns: PreparedColumns, failures: Int)?>(nil)

    /// So many small batches wait to be written, or are being written.
    private static var batches: Int { 512 }

    /// Columns for records of a type, always the same one.
    ///
    /// - Parameter options: Always the same but for the failures that are left.
    func of(_ type: any BaseModel.Type, _ options: ColumnOptions) throws(ModelError) -> PreparedColumns {
        try prepared.withLock { prepared throws(ModelError) in
            let failures = options.reading.maximumFailures
            if let prepared, prepared.failures == failures { return prepared.columns }
            let columns = try PreparedColumns(type, options, keeping: Self.batches)
            prepared = (columns, failures)
            return columns
        }
    }
}
#endif
