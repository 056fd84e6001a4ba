/// Rows of columns that have been read together, and the records among them that failed.
///
/// ```swift
/// let file = try ModelFile(path)
/// for try await batch in try file.columns(Event.self) {
///     batch["id"]?.withValues(as: Int64.self) { ids in print(ids.count) }
///     for reject in batch.rejects { print(reject) }
/// }
/// ```
///
/// Columns lie in memory as Apache Arrow has them. The memory goes back to its reader when the last copy of the batch, and of its columns, is gone.
public struct ColumnBatch: Sendable {
    /// How many rows each column has.
    public let rowCount: Int
    /// The records that failed, in their order, with `ReadingOptions.FailurePolicy.deliver` or `collect`.
    public let rejects: [RecordFailure]
    /// How many records failed, those that are not kept included.
    public let rejectedRecords: Int
    /// The place behind the batch: a reading that goes on there yields the same rest.
    public let position: ReadingPosition
    /// The file that the rows are of; nil if they have come from somewhere else.
    public let path: String?
    /// What has been counted of the rows' keys; nil if nobody wants to know.
    package let keys: KeyCounts?
    let filled: FilledColumns

    /// - Parameter line: The line that those of the keys are counted from.
    init(
        _ set: ColumnSet, from pool: ColumnPool, rejects: [RecordFailure], rejectedRecords: Int, position: ReadingPosition, path: String?,
        keysFrom line: Int
    ) {
        rowCount = set.rows
        keys = set.keys?.behind(lines: line)
        filled = FilledColumns(set, from: pool)
        self.rejects = rejects
        self.rejectedRecords = rejectedRecords
        self.position = position
        self.path = path
    }

    /// The columns' names and types, in the order in which they were asked for.
    public var fields: [ColumnField] { filled.set.plan.fields }

    /// The columns, in the order in which they were asked for.
    public var columns: [BatchColumn] {
        filled.set.plan.order.map { column($0) }
    }

    /// - Parameter index: The property's place in the model.
    private func column(_ index: Int) -> BatchColumn {
        unsafe BatchColumn(filled.set.root.child(index), filled.set.plan.root.children[index], filled)
    }

    /// A column by its name.
    ///
    /// - Parameter name: The property's name.
    /// - Returns: nil if there is no such column.
    public subscript(name: String) -> BatchColumn? {
        let plan = filled.set.plan
        return plan.order.first { plan.root.children[$0].name == name }.map { column($0) }
    }

    /// The bytes that the columns take.
    public var byteCount: Int { filled.set.root.size }
}

/// A column of a batch: its values, and the columns below it.
@safe public struct BatchColumn: @unchecked Sendable {
    // SAFETY, of `@unchecked Sendable` too: nobody changes the column while `owner` is there.
    let state: ColumnRef
    private let node: ColumnNode
    private let owner: FilledColumns

    init(_ state: ColumnRef, _ node: ColumnNode, _ owner: FilledColumns) {
        self.state = state
        self.node = node
        self.owner = owner
    }

    /// The column's name and type.
    public var field: ColumnField { node.field }
    /// How many values it has, nulls included.
    public var count: Int { state.pointee.count }
    /// How many of them are null.
    public var nullCount: Int { state.nullCount }
    /// The columns below: of a structure one for each property, of a list that of its elements, of a map those of its keys and values.
    public var children: [BatchColumn] {
        switch state.pointee.form {
        case .structure: return node.children.indices.filter { node.children[$0].isWanted }.map { child($0) }
        case .list: return [child(0)]
        case .map: return child(0).children
        case .bits, .one, .two, .four, .eight, .sixteen, .text, .words: return []
        }
    }

    private func child(_ index: Int) -> BatchColumn { unsafe BatchColumn(state.child(index), node.children[index], owner) }

    /// Whether a value is null.
    ///
    /// - Parameter row: Its place, below `count`.
    /// - Returns: Whether it is.
    public func isNull(_ row: Int) -> Bool {
        precondition(row >= 0 && row < count, "a row beyond the column")
        return !state.isValid(row)
    }

    /// Lends the values of a column of numbers or timestamps. A null has any value.
    ///
    /// - Parameters:
    ///   - type: How they are stored: `Int8` to `UInt64`, `Float16`, `Float`, `Double`; `Int64` for timestamps; `Int128` for decimals of a declared precision;
    ///     for text of a dictionary `Int32`, the number of each (``dictionary``).
    ///   - body: Gets them.
    /// - Returns: What `body` returns; nil if the column stores its values in another way.
    /// - Throws: What `body` throws.
    public func withValues<Value: BitwiseCopyable, R, Failure: Error>(
        as type: Value.Type, _ body: (Span<Value>) throws(Failure) -> R
    ) throws(Failure) -> R? {
        guard node.type.isStored(as: type) else { return nil }
        // SAFETY: the type of the column says that `count` values of the type stand there, which nobody changes while the column is there.
        let values = unsafe UnsafeBufferPointer(start: state.valuesStart?.assumingMemoryBound(to: Value.self), count: count)
        return try body(unsafe values.span)
    }

    /// A value of a column of `Bool`.
    ///
    /// - Parameter row: Its place, below `count`.
    /// - Returns: The value; nil if it is null, or the column is of another type.
    public func bool(_ row: Int) -> Bool? {
        guard node.type == .bool, !isNull(row) else { return nil }
        return state.bit(row)
    }

    /// A value of a column of text, JSON or text of a dictionary.
    ///
    /// - Parameter row: Its place, below `count`.
    /// - Returns: The text; nil if it is null, or the column is of another type.
    public func text(_ row: Int) -> String? {
        guard !isNull(row) else { return nil }
        switch node.type {
        case .text, .json: return String(decoding: state.bytes(row), as: UTF8.self)
        case .dictionaryOfText: return state.word(row)
        default: return nil
        }
    }

    /// Lends the bytes of a value of a column of text, JSON, binary or UUIDs.
    ///
    /// - Parameters:
    ///   - row: Its place, below `count`.
    ///   - body: Gets them.
    /// - Returns: What `body` returns; nil if the value is null, or the column is of another type.
    /// - Throws: What `body` throws.
    public func withBytes<R, Failure: Error>(_ row: Int, _ body: (Span<UInt8>) throws(Failure) -> R) throws(Failure) -> R? {
        guard state.pointee.form == .text || node.type == .uuid, !isNull(row) else { return nil }
        // SAFETY: nobody changes the bytes while the column is there.
        return try body(unsafe state.bytes(row).buffer.span)
    }

    /// Where the elements of a list's value, or the entries of a map's, stand in the columns below.
    ///
    /// - Parameter row: The value's place, below `count`.
    /// - Returns: Their places; nil if the value is null, or the column is of another type.
    public func range(_ row: Int) -> Range<Int>? {
        guard state.pointee.form == .list || state.pointee.form == .map, !isNull(row) else { return nil }
        return state.offset(row)..<state.offset(row + 1)
    }

    /// The texts of a column of text of a dictionary, by number; empty for any other.
    public var dictionary: [String] { state.dictionary }
}

extension ColumnType {
    /// Whether values are stored as those of a type.
    fileprivate func isStored<Value>(as type: Value.Type) -> Bool {
        switch self {
        case .integer(8, true): type == Int8.self
        case .integer(16, true): type == Int16.self
        case .integer(32, true): type == Int32.self
        case .integer(_, true): type == Int64.self || type == Int.self
        case .integer(8, false): type == UInt8.self
        case .integer(16, false): type == UInt16.self
        case .integer(32, false): type == UInt32.self
        case .integer: type == UInt64.self || type == UInt.self
        case .float(16): type == Float16.self
        case .float(32): type == Float.self
        case .float: type == Double.self
        case .timestamp: type == Int64.self
        case .dictionaryOfText: type == Int32.self
        case .decimal: type == Int128.self
        case .bool, .text, .binary, .uuid, .json, .structure, .list, .map: false
        }
    }
}

// What is lent of a column that nobody changes any more.

extension ColumnRef {
    /// Where the values begin; nil if there are none.
    var valuesStart: MutableAddress? { pointee.values.base }
    var validityStart: MutableAddress? { pointee.hasValidity ? pointee.validity.base : nil }
    var offsetsStart: MutableAddress? { pointee.count > 0 ? pointee.offsets.base : nil }
    var bytesStart: MutableAddress? { pointee.bytes.base }

    func bit(_ row: Int) -> Bool { unsafe pointee.values.bit(row) }

    func bytes(_ row: Int) -> BorrowedBytes {
        if pointee.form == .sixteen {
            return unsafe pointee.values.bytes(row * 16, count: 16)
        }
        let start = offset(row)
        return unsafe pointee.bytes.bytes(start, count: offset(row + 1) - start)
    }

    func word(_ row: Int) -> String {
        words.withTable { unsafe $0.text(Int(pointee.values.load(row * 4, as: Int32.self))) }
    }

    var dictionary: [String] {
        pointee.words.map { $0.withTable { table in (0..<table.count).map { table.text($0) } } } ?? []
    }
}
