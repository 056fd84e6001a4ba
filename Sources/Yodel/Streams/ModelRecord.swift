/// One record of a stream: the model that it is, or why it is none, and where it stands.
///
/// A record is lent: its bytes are those of the chunk, or of the reader's own buffer, and stay only during the call that gets it.
@frozen public struct ModelRecord<T>: ~Copyable, ~Escapable {
    /// The model, or the error. The error's offset, line and column count from the start of the input; its path from the record.
    public let result: Result<T, ModelError>
    /// The record's number in the stream, from 1. Those that failed count too.
    public let number: Int
    /// The line on which the record begins, from 1.
    public let line: Int
    /// Bytes of the input before the record.
    public let offset: Int
    /// Bytes of the record, without what separates it from others.
    public let length: Int
    /// The record as it stands in the input, for a dead letter; empty if it is longer than `ReadingOptions.maximumRecordBytes`.
    public let bytes: RawSpan

    @inlinable
    @_lifetime(copy bytes)
    init(_ result: consuming Result<T, ModelError>, number: Int, line: Int, offset: Int, length: Int, bytes: RawSpan) {
        self.result = result
        self.number = number
        self.line = line
        self.offset = offset
        self.length = length
        self.bytes = bytes
    }

    /// The model.
    ///
    /// - Returns: The model.
    /// - Throws: The error that stands in its place.
    @inlinable
    public func get() throws(ModelError) -> T { try result.get() }

    /// Takes the model out of the record, which is used up. Unlike ``get()`` this makes no copy, which would count a reference for each string.
    ///
    /// - Returns: The model.
    /// - Throws: The error that stands in its place.
    @inlinable
    public consuming func take() throws(ModelError) -> T { try result.get() }

    /// The model; nil if the record is none.
    @inlinable public var model: T? { try? result.get() }

    /// What is wrong with the record; nil if it is a model.
    @inlinable public var error: ModelError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
