public import CArrow
internal import YodelSystem

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
        // SAFETY, for all four: the consumer calls them with the struct that was exported, or a copy of it, as long as it has not released it.
        unsafe stream.initialize(
            to: ArrowArrayStream(
                get_schema: { unsafe ArrowStream.with($0, $1) { unsafe $0.putSchema(to: $1) } },
                get_next: { unsafe ArrowStream.with($0, $1) { unsafe $0.put(to: $1) } },
                get_last_error: { unsafe ArrowStream.of($0)?._withUnsafeGuaranteedRef { unsafe UnsafePointer($0.lastError) } },
                release: { stream in
                    unsafe ArrowStream.of(stream)?.release()
                    unsafe stream?.pointee.release = nil
                },
                private_data: Unmanaged.passRetained(self).toOpaque()))
    }

    private static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> Unmanaged<ArrowStream>? {
        unsafe stream.map { unsafe Unmanaged.fromOpaque($0.pointee.private_data) }
    }

    /// Lends the object behind a stream, and the memory that the consumer wants something put into.
    ///
    /// - Returns: Zero, or a number of `errno`.
    private static func with<Wanted>(
        _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ memory: UnsafeMutablePointer<Wanted>?,
        _ body: (ArrowStream, UnsafeMutablePointer<Wanted>) -> Int32
    ) -> Int32 {
        guard let stream = unsafe of(stream), let memory = unsafe memory else { return EINVAL }
        return unsafe stream._withUnsafeGuaranteedRef { unsafe body($0, memory) }
    }

    private func putSchema(to schema: UnsafeMutablePointer<ArrowSchema>) -> Int32 {
        unsafe ColumnField.export(fields, to: schema)
        return 0
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
