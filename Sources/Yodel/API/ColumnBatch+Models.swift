extension ColumnBatch {
    /// Makes columns of models.
    ///
    /// ```swift
    /// let batch = try ColumnBatch(events)
    /// ```
    ///
    /// - Parameters:
    ///   - models: Structs or instances of a class that are models; each is a row.
    ///   - options: The columns to make. Options of reading records and of batch sizes have no effect here.
    /// - Throws: `ModelError` of category `model` as ``ColumnReader`` does; of category `mismatch` or `limit` if a value does not fit into its column; its path
    ///   begins with the number of the model.
    public init<T: BaseModel>(_ models: [T], options: ColumnOptions = ColumnOptions()) throws(ModelError) {
        let task = try ColumnTask(of: T.self, options, workers: 1)
        let gatherer = ColumnGatherer(task)
        for (index, model) in models.enumerated() {
            let failure = unsafe ValueAddress.of(model) { gatherer.add(valueAt: $0) }
            if let failure { throw failure.inside(JSONPath([.index(index)])) }
        }
        self.init(gatherer.take(), from: task.pool, rejects: [], rejectedRecords: 0, position: ReadingPosition(), path: nil, keysFrom: 0)
    }
}
