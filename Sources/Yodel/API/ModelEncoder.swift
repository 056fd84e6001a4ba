import FoundationEssentials

/// Writes models as JSON.
///
/// An encoder is a value without state: make one, keep it, and use it from as many threads as you like.
///
/// ```swift
/// let encoder = ModelEncoder()
/// let data = try encoder.encode(user)
/// let text = try encoder.encodeToString([user])
/// ```
///
/// The output is one JSON document in UTF-8, exactly as RFC 8259 defines it. Every property that a document could fill is written, under its first key or path:
/// paths make nested objects, and a path with indexes (`tags.0`) makes an array with null in the gaps. If several properties share a key, the first declared
/// one that is not nil is written. If a property has a key that also leads to others, that property is written, unless it is nil.
///
/// Numbers are written with the fewest digits that read back as the same value, `Decimal` exactly, `Data` in base64, a class by its dynamic type. Types that
/// Yodel does not know are written by their own `encode(to:)`.
public struct ModelEncoder: Sendable {
    /// How this encoder writes.
    public let options: EncodingOptions
    let rules: WritingRules
    /// The plans of types written by this encoder; looked up once.
    let plans: PlanCache

    /// Makes an encoder.
    ///
    /// - Parameter options: How it writes.
    public init(_ options: EncodingOptions = .default) {
        self.options = options
        rules = options.rules
        plans = options.styledPlans ?? .shared
    }

    /// Encodes a value.
    ///
    /// - Parameter value: A model, an array, set or dictionary of supported types, or a supported scalar. Nil is `null`.
    /// - Returns: The document in UTF-8.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` says.
    public func encode<T>(_ value: T) throws(ModelError) -> Data {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, rules, &output)
        return output.takeData()
    }

    /// Encodes a value as text.
    ///
    /// - Parameter value: A value that ``encode(_:into:)`` accepts.
    /// - Returns: The document.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` says.
    public func encodeToString<T>(_ value: T) throws(ModelError) -> String {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, rules, &output)
        return output.text
    }

    /// Encodes a value as bytes.
    ///
    /// - Parameter value: A value that ``encode(_:into:)`` accepts.
    /// - Returns: The document in UTF-8.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` says.
    public func encodeToBytes<T>(_ value: T) throws(ModelError) -> [UInt8] {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, rules, &output)
        return output.copy()
    }

    /// Encodes a value and appends it to a buffer.
    ///
    /// Empty the buffer with `removeAll(keepingCapacity: true)` and reuse it: while its capacity lasts, nothing is allocated.
    ///
    /// ```swift
    /// var output: [UInt8] = []
    /// for user in users {
    ///     output.removeAll(keepingCapacity: true)
    ///     try encoder.encode(user, into: &output)
    ///     send(output)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - value: A model, an array, set or dictionary of supported types, or a supported scalar. Nil is `null`.
    ///   - output: Gets the document in UTF-8, appended to its content. After an error it is unchanged.
    /// - Throws: `ModelError`, without a position in an input: `limit` if containers nest too deep, `mismatch` if JSON cannot express a value, `model` if the
    ///   type cannot be mapped or a value of it cannot be written, `custom` if the model's own code throws.
    /// - Complexity: Linear in the size of the value; with `sortsKeys` dictionaries are sorted.
    public func encode<T>(_ value: T, into output: inout [UInt8]) throws(ModelError) {
        let plan = try plans.plan(for: T.self)
        let failure = unsafe withUnsafePointer(to: value) { unsafe write(plan, ValueAddress($0), into: &output) }
        if let failure { throw failure.error }
    }

    /// Encodes a value as a tree.
    ///
    /// - Parameter value: A value that ``encode(_:into:)`` accepts.
    /// - Returns: The tree that parsing the document would give.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` says.
    public func encodeValue<T>(_ value: T) throws(ModelError) -> JSONValue {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try write(value, rules.compact, &output)
        let parsed = unsafe output.withBorrowedBytes { bytes in
            outcome { () throws(ModelError) in try Self.reader.decode(JSONValue.self, borrowing: bytes) }
        }
        return try parsed.get()
    }

    // MARK: Lines

    /// Encodes each value of a sequence as a line: compact JSON and a line feed (NDJSON, JSON Lines).
    ///
    /// - Parameter values: Any number of values that ``encode(_:into:)`` accepts.
    /// - Returns: The lines in UTF-8.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` says; its path begins with the number of the value.
    public func encodeLines<T>(_ values: some Sequence<T>) throws(ModelError) -> Data {
        var output = OutputBuffer(capacity: Self.firstCapacity)
        try writeLines(values, &output)
        return output.takeData()
    }

    /// Encodes each value of a sequence as a line, and appends it to a buffer.
    ///
    /// - Parameters:
    ///   - values: Any number of values that ``encode(_:into:)`` accepts.
    ///   - output: Gets the lines in UTF-8, appended to its content. After an error it is unchanged.
    /// - Throws: `ModelError`, as ``encodeLines(_:)`` says.
    public func encodeLines<T>(_ values: some Sequence<T>, into output: inout [UInt8]) throws(ModelError) {
        var lines = OutputBuffer(capacity: Self.firstCapacity)
        try writeLines(values, &lines)
        unsafe lines.withBorrowedBytes { output.append(contentsOf: $0) }
    }

    private func writeLines<T>(_ values: some Sequence<T>, _ output: inout OutputBuffer) throws(ModelError) {
        var rules = rules
        rules.isPretty = false
        rules.isOneLine = true
        var index = 0
        for value in values {
            do throws(ModelError) {
                try write(value, rules, &output)
            } catch {
                throw error.inside(JSONPath([.index(index)]))
            }
            output.append(UInt8(ascii: "\n"))
            index += 1
        }
    }

    // MARK: Writing

    /// Room for a document of moderate size.
    private static let firstCapacity = 2048

    /// Reads back what has been written.
    private static let reader: ModelDecoder = {
        var options = DecodingOptions()
        options.maximumDepth = 2_000
        options.maximumTokenBytes = .max
        return ModelDecoder(options)
    }()

    /// Writes a value behind what is in a buffer.
    private func write<T>(_ value: T, _ rules: WritingRules, _ output: inout OutputBuffer) throws(ModelError) {
        try write(value, plans.plan(for: T.self), rules, &output)
    }

    /// The same for a type whose plan is known.
    @inline(__always)
    func write<T>(
        _ value: T, _ plan: PlanRef, _ rules: WritingRules, _ output: inout OutputBuffer
    ) throws(ModelError) {
        let start = output.count
        let failure = unsafe withUnsafePointer(to: value) { unsafe write(plan, ValueAddress($0), rules, &output) }
        guard let failure else { return }
        output.truncate(to: start)
        throw failure.error
    }

    /// The same for all types, behind what is in an array.
    private func write(_ plan: PlanRef, _ address: ValueAddress, into output: inout [UInt8]) -> WriteFailure? {
        var failure: WriteFailure?
        output.append { buffer in
            failure = write(plan, address, rules, &buffer)
            return failure == nil
        }
        return failure
    }

    /// Writes a value of any type for a column of JSON: compact, and behind what is in a buffer.
    ///
    /// - Parameter address: Of a value of the plan's type.
    func write(_ plan: PlanRef, _ address: ValueAddress, _ output: inout OutputBuffer) -> ModelError? {
        write(plan, address, rules, &output)?.error
    }

    /// The same for all types. Inlined: a call of its own costs a short document 4%.
    @inline(__always)
    private func write(
        _ plan: PlanRef, _ address: ValueAddress, _ rules: WritingRules, _ output: inout OutputBuffer
    ) -> WriteFailure? {
        var taken = OutputBuffer()
        swap(&taken, &output)
        var writer = ModelWriter(rules, plans, taken) { bytes in unsafe try Self.reader.decode(JSONValue.self, from: bytes.raw) }
        let failure = writer.document(plan, address)
        output = writer.finish()
        return failure
    }
}
