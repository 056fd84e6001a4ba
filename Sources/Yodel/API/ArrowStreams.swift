public import CArrow
import Glibc

extension ColumnScan {
    /// Describes the columns for another library, through the Arrow C data interface: a struct without nulls.
    ///
    /// - Parameter schema: Memory for a struct; its content is ignored. The consumer releases it.
    public func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
        unsafe ColumnField.export(fields, to: schema)
    }

    /// Hands the scan's batches to another library, which pulls them through the Arrow C stream interface.
    ///
    /// An error ends the stream; its text is the stream's last error. The scan decodes at most its window ahead of what the consumer reads.
    ///
    /// - Parameters:
    ///   - stream: Memory for a struct; its content is ignored. The consumer releases it, which ends the scan.
    ///   - next: Returns the batches of the scan, if other code looks at them first; nil: the scan's ``next()``.
    public func export(to stream: UnsafeMutablePointer<ArrowArrayStream>, through next: (() throws -> ColumnBatch?)? = nil) {
        unsafe ArrowStream(
            fields, next: next ?? { [self] in try self.next() }, cancel: { [self] in cancel() }, place: { [self] in failedPath }
        )
        .export(to: stream)
    }
}

extension ColumnBatch {
    /// Hands the batch to another library as a separate stream, through the Arrow C stream interface.
    ///
    /// - Parameter stream: Memory for a struct; its content is ignored. The consumer releases it.
    public func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
        var rest = Optional(self)
        unsafe ArrowStream(fields, next: { rest.take() }, cancel: {}, place: { nil }).export(to: stream)
    }
}

/// Batches behind a stream of the Arrow C stream interface.
///
/// A stream may be handed from thread to thread, but is used by one at a time.
@safe final class ArrowStream {
    // SAFETY of `@safe`: the text of the last error is this object's, and stays until the next call.
    private let fields: [ColumnField]
    private let next: () throws -> ColumnBatch?
    private let cancel: () -> Void
    /// The file that an error is about.
    private let place: () -> String?
    private var lastError: UnsafeMutablePointer<CChar>?

    init(_ fields: [ColumnField], next: @escaping () throws -> ColumnBatch?, cancel: @escaping () -> Void, place: @escaping () -> String?) {
        self.fields = fields
        self.next = next
        self.cancel = cancel
        self.place = place
    }

    deinit {
        cancel()
        unsafe free(lastError)
    }

    func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
        var exported = unsafe ArrowArrayStream()
        unsafe exported.private_data = Unmanaged.passRetained(self).toOpaque()
        unsafe exported.get_schema = { stream, schema in
            // SAFETY, for all four: the consumer calls them with the struct that was exported, or a copy of it, as long as it has not released it.
            guard let stream = unsafe stream, let schema = unsafe schema else { return EINVAL }
            unsafe ArrowStream.of(stream)._withUnsafeGuaranteedRef { unsafe ColumnField.export($0.fields, to: schema) }
            return 0
        }
        unsafe exported.get_next = { stream, array in
            guard let stream = unsafe stream, let array = unsafe array else { return EINVAL }
            return unsafe ArrowStream.of(stream)._withUnsafeGuaranteedRef { unsafe $0.put(to: array) }
        }
        unsafe exported.get_last_error = { stream in
            guard let stream = unsafe stream else { return nil }
            return unsafe ArrowStream.of(stream)._withUnsafeGuaranteedRef { unsafe UnsafePointer($0.lastError) }
        }
        unsafe exported.release = { stream in
            guard let stream = unsafe stream else { return }
            unsafe ArrowStream.of(stream).release()
            unsafe stream.pointee.release = nil
        }
        unsafe stream.initialize(to: exported)
    }

    private static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>) -> Unmanaged<ArrowStream> {
        unsafe Unmanaged<ArrowStream>.fromOpaque(stream.pointee.private_data)
    }

    /// Exports the next batch; behind the last one an array that has been released.
    ///
    /// - Returns: Zero, or a number of `errno`.
    private func put(to array: UnsafeMutablePointer<ArrowArray>) -> Int32 {
        do {
            guard let batch = try next() else {
                unsafe array.initialize(to: ArrowArray())
                return 0
            }
            unsafe batch.export(to: array)
            return 0
        } catch {
            unsafe free(lastError)
            unsafe lastError = strdup((place().map { "\($0): " } ?? "") + "\(error)")
            return error is CancellationError ? ECANCELED : EIO
        }
    }
}
