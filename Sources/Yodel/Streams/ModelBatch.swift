/// Models that were read together, and the records among them that failed.
///
/// A batch is a collection of its models.
///
/// ```swift
/// for try await batch in chunks.models(User.self, framing: .lines) {
///     save(batch.models)
///     for failure in batch.failures { log("\(failure)") }
///     checkpoint = batch.position
/// }
/// ```
public struct ModelBatch<T> {
    /// The models, in the order of their records.
    public let models: [T]
    /// The records that failed, in order: all of them with `ReadingOptions.FailurePolicy.deliver`, the first ones with `collect`.
    public let failures: [RecordFailure]
    /// How many records failed, those that are not kept included.
    public let failedRecords: Int
    /// The place after the batch. A reading that continues there yields the same rest.
    public let position: ReadingPosition
}

extension ModelBatch: Sendable where T: Sendable {}

extension ModelBatch: RandomAccessCollection {
    /// The position of the first model: 0.
    public var startIndex: Int { 0 }

    /// The position after the last model.
    public var endIndex: Int { models.count }

    /// A model.
    ///
    /// - Parameter position: Its position among the models of the batch, from 0.
    @inlinable
    public subscript(position: Int) -> T { models[position] }
}
