import FoundationEssentials

// Lending the bytes of what holds them. The standard library's own closures rethrow any error; these keep the error's type by carrying the
// outcome out as a value.

/// Calls `body` with the bytes of an array.
func withBytes<R>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ModelError) -> R) throws(ModelError) -> R {
    unsafe try bytes.withUnsafeBytes { buffer in unsafe outcome(of: body, buffer) }.get()
}

/// Calls `body` with the bytes of data.
func withBytes<R>(_ data: Data, _ body: (UnsafeRawBufferPointer) throws(ModelError) -> R) throws(ModelError) -> R {
    unsafe try data.withUnsafeBytes { buffer in unsafe outcome(of: body, buffer) }.get()
}

/// Calls `body` with the UTF-8 of text; text that is not stored as UTF-8 in one piece is copied.
func withBytes<R>(_ text: String, _ body: (UnsafeRawBufferPointer) throws(ModelError) -> R) throws(ModelError) -> R {
    var text = text
    return try text.withUTF8 { buffer in unsafe outcome(of: body, UnsafeRawBufferPointer(buffer)) }.get()
}

/// Calls `body` with the bytes of a span.
func withBytes<R>(_ span: RawSpan, _ body: (UnsafeRawBufferPointer) throws(ModelError) -> R) throws(ModelError) -> R {
    unsafe try span.withUnsafeBytes { buffer in unsafe outcome(of: body, buffer) }.get()
}

private func outcome<R>(
    of body: (UnsafeRawBufferPointer) throws(ModelError) -> R, _ bytes: UnsafeRawBufferPointer
) -> Result<R, ModelError> {
    do throws(ModelError) {
        return unsafe .success(try body(bytes))
    } catch {
        return .failure(error)
    }
}
