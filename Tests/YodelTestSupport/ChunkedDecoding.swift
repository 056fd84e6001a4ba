@testable import Yodel

// Every decode of these tests reads from memory of its own, as long as the bytes and not one byte longer, so that AddressSanitizer sees
// a read past the end, and which is freed at once, so that it sees a pointer that was kept.

/// What lies around the bytes that a test hands over.
enum Surroundings: CaseIterable {
    /// Nothing: the memory is exactly as long as the bytes.
    case exact
    /// Bytes that would go on with a number, a string or white space, if they were read.
    case noise
}

/// Lends a copy of bytes for the length of a call.
func withCopy<R>(_ bytes: ArraySlice<UInt8>, _ surroundings: Surroundings, _ body: (BorrowedBytes) -> R) -> R {
    let margin = surroundings == .exact ? 0 : 8
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 2 * margin)
    defer { memory.deallocate() }
    let noise = Array("1\\\"0] \"1".utf8)
    for index in 0..<margin {
        memory[index] = noise[index]
        memory[margin + bytes.count + index] = noise[index]
    }
    let copy = UnsafeMutableBufferPointer(rebasing: memory[margin..<(margin + bytes.count)])
    _ = copy.initialize(fromContentsOf: bytes)
    return body(BorrowedBytes(copy))
}

/// Decodes a document that is handed over in one piece, by the tokenizer of the options.
func decodeOnce<T>(
    _ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions = .lenient, _ surroundings: Surroundings = .exact
) -> Result<T, ModelError> {
    withCopy(bytes[...], surroundings) { copy in
        Result { () throws(ModelError) in try ModelDecoder(options).decode(type, from: copy.raw) }
    }
}

/// Decodes a document that is handed over in pieces of one size, the last one shorter.
func decodeInChunks<T>(
    _ type: T.Type, _ bytes: [UInt8], size: Int, _ options: DecodingOptions = .lenient, _ surroundings: Surroundings = .exact
) -> Result<T, ModelError> {
    decodeInChunks(type, bytes, options, surroundings) { size }
}

/// Decodes a document that is handed over in pieces of any sizes.
func decodeInChunks<T>(
    _ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions = .lenient, _ surroundings: Surroundings = .exact,
    nextSize: () -> Int
) -> Result<T, ModelError> {
    let slot = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { slot.deallocate() }
    return Result { () throws(ModelError) in
        try feed(slot, bytes, options, surroundings, nextSize)
        return slot.move()
    }
}

/// Fills a slot from pieces. The document is gone when this returns.
private func feed<T>(
    _ slot: UnsafeMutablePointer<T>, _ bytes: [UInt8], _ options: DecodingOptions, _ surroundings: Surroundings, _ nextSize: () -> Int
) throws(ModelError) {
    let plan = try ModelDecoder(options).plans.plan(for: T.self)
    var document = ChunkedDocument(plan, into: UnsafeMutableRawPointer(slot), rules: options.rules(nil), limits: options.limits)
    var index = 0
    while index < bytes.count {
        let end = min(bytes.count, index + max(nextSize(), 1))
        var failure: ModelError?
        withCopy(bytes[index..<end], surroundings) { chunk in
            do throws(ModelError) { try document.feed(chunk) } catch { failure = error }
        }
        if let failure { throw failure }
        index = end
    }
    try document.finish()
}

extension ChunkedDocument {
    /// - Parameter slot: Fresh memory for a value of the plan's type.
    init(_ plan: PlanRef, into slot: UnsafeMutableRawPointer, rules: DecodingRules, limits: ParserLimits) {
        self.init(plan, into: Slot(MutableAddress(slot), of: plan.type), rules: rules, limits: limits)
    }
}

/// All that an error says, to compare two errors by.
struct ErrorFields: Equatable, CustomStringConvertible {
    let category: ModelError.Category
    let code: ModelError.Code
    let offset: Int
    let line: Int
    let column: Int
    let path: String
    let message: String

    init(_ error: ModelError) {
        category = error.category
        code = error.code
        offset = error.offset
        line = error.line
        column = error.column
        path = error.path.description
        message = error.message
    }

    init(
        _ category: ModelError.Category, _ code: ModelError.Code, at offset: Int, line: Int = 1, column: Int? = nil, path: String = "",
        _ message: String
    ) {
        self.category = category
        self.code = code
        self.offset = offset
        self.line = line
        self.column = column ?? offset + 1
        self.path = path
        self.message = message
    }

    var description: String { "\(category) \(code) at \(offset) (\(line):\(column)) path '\(path)': \(message)" }
}

extension Result where Failure == ModelError {
    /// What the error says; nil after a success.
    var errorFields: ErrorFields? {
        if case .failure(let error) = self { ErrorFields(error) } else { nil }
    }
}
