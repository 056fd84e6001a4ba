/// One record of a stream: the model, or the error in its place, and where the record is.
///
/// A record is borrowed: its bytes belong to the chunk or to the reader's buffer, and are valid only during the call that receives it.
@frozen public struct ModelRecord<T>: ~Copyable, ~Escapable {
    /// The model, or the error. The error's offset, line and column count from the start of the input; its path from the record.
    public let result: Result<T, ModelError>
    /// The record's number in the stream, counted from 1, including those that failed.
    public let number: Int
    /// The line on which the record begins, counted from 1.
    public let line: Int
    /// The number of bytes of the input before the record.
    public let offset: Int
    /// The number of bytes of the record, without separators.
    public let length: Int
    /// The record as it is in the input, for a dead letter. Empty if it is longer than `ReadingOptions.maximumRecordBytes`.
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

    /// Moves the model out of the record and consumes it. Unlike ``get()`` this makes no copy, which would retain each string.
    ///
    /// - Returns: The model.
    /// - Throws: The error that stands in its place.
    @inlinable
    public consuming func take() throws(ModelError) -> T { try result.get() }

    /// The model; nil if the record failed.
    @inlinable public var model: T? { try? result.get() }

    /// What is wrong with the record; nil if it is a model.
    @inlinable public var error: ModelError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
