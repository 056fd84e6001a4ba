#if NIO
public import NIOCore
public import Yodel

/// One record that has come over a channel: the model that it is, or why it is none, and where it stands.
///
/// What `ModelRecord` lends for the time of a call, a message owns, so that it can travel down a pipeline.
public struct ModelMessage<T> {
    /// The model, or the error. The error's offset, line and column count from the first byte that came; its path from the record.
    public let result: Result<T, ModelError>
    /// The record's number, from 1. Those that failed count too.
    public let number: Int
    /// The line on which the record begins, from 1.
    public let line: Int
    /// Bytes that came before the record.
    public let offset: Int
    /// Bytes of the record, without what separates it from others.
    public let length: Int
    /// A copy of a record that failed, for a dead letter; nil for a model, and for what is longer than `ReadingOptions.maximumRecordBytes`.
    public let rejectedBytes: ByteBuffer?

    init(_ record: borrowing ModelRecord<T>) {
        result = record.result
        number = record.number
        line = record.line
        offset = record.offset
        length = record.length
        guard case .failure = result, record.bytes.byteCount > 0 else {
            rejectedBytes = nil
            return
        }
        rejectedBytes = unsafe record.bytes.withUnsafeBytes { unsafe ByteBuffer(bytes: $0) }
    }

    /// The model.
    ///
    /// - Returns: The model.
    /// - Throws: The error that stands in its place.
    public func get() throws(ModelError) -> T { try result.get() }

    /// The model; nil if the record is none.
    public var model: T? { try? result.get() }

    /// What is wrong with the record; nil if it is a model.
    public var error: ModelError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

extension ModelMessage: Sendable where T: Sendable {}
#endif
