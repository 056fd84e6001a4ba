import FoundationEssentials

// Objects straight into columns: the keys are read as those of a model, by the same loop, and what they are for is a column instead of memory. Whatever
// a column does not take as it stands is read as a value of its type, by the reader of models, and taken from there. Where that reader would give up, so
// does this one; then the record is made a model with all features, and that becomes a row.
//
// Rules that look at every key are kept by giving up, too: behind a key that no property has, one that has come before, and where a property would have
// its default. Of a key whose value was not stored nobody could tell later that it had come.

/// The columns of an object's properties.
struct ColumnSink: ObjectSink {
    let structure: ColumnRef
    let row: Int
    let appender: Kept<ColumnAppender>

    var isDraft: Bool { true }
    var tracksKeys: Bool { @inline(__always) get { false } }

    @inline(__always)
    func property(_ next: TextPlace, _ entry: EntryRef, _ decoding: inout Decoding<NoFeatures>) -> Decoding<NoFeatures>.Read {
        let column = unsafe structure.child(entry.propertyIndex)
        // What comes twice is read with all features.
        guard column.pointee.count == row else { return .failed }
        return decoding.column(next, column, appender, isElement: false)
    }
}

extension Decoding where Features == NoFeatures {
    /// Reads a record into columns.
    ///
    /// - Returns: Whether all columns have a value. If not, those that have one are to be taken back.
    mutating func row(_ root: ColumnRef, _ appender: Kept<ColumnAppender>) -> Bool {
        guard unsafe text.first.byte == UInt8(ascii: "{"), depthLeft > 0 else { return false }
        guard let end = unsafe structure(text.first + 1, root, appender) else { return false }
        return text.isEnd(end)
    }

    /// Reads an object into the columns of its properties.
    ///
    /// - Returns: Behind it; nil to give up.
    private mutating func structure(_ start: TextPlace, _ column: ColumnRef, _ appender: Kept<ColumnAppender>) -> TextPlace? {
        let sink = ColumnSink(structure: column, row: column.pointee.count, appender: appender)
        var seen: UInt64 = 0
        let read =
            features.watch == nil ? keys(start, column.level, sink, &seen) : watchedKeys(start, column.level, sink, &seen)
        guard let end = read else { return nil }
        for index in 0..<column.pointee.childCount where unsafe column.child(index).pointee.count == sink.row {
            guard unsafe putDefault(column.child(index), appender) else { return nil }
        }
        column.endStructure()
        column.destroyInstance()
        return end
    }

    /// Adds what stands for a value that has not come.
    private func putDefault(_ column: ColumnRef, _ appender: Kept<ColumnAppender>) -> Bool {
        column.pointee.node.with { node in
            switch node.absence {
            case .null:
                column.putNull()
                return true
            case .missing: return false
            case .listed where rules.failsOnMissing, .made where rules.failsOnMissing: return false
            case .listed(let draft, let index):
                return draft.withDefault(index) { address in
                    guard let address else { return false }
                    return appender.with { $0.append(address, to: column) }
                }
            case .made:
                guard let address = column.madeDefault else { return false }
                return appender.with { $0.append(address.value, to: column) }
            }
        }
    }

    /// Reads a value into a column.
    ///
    /// - Parameter isElement: Whether it is an element of an array: what does not fit is left out there.
    @inline(__always)
    fileprivate mutating func column(_ next: TextPlace, _ column: ColumnRef, _ appender: Kept<ColumnAppender>, isElement: Bool) -> Read {
        let byte = unsafe next.byte
        switch byte {
        case UInt8(ascii: "\""):
            switch column.pointee.target {
            case .string:
                guard let content = unsafe content(next + 1), column.put(text: content.bytes) else { return .failed }
                return Read(end: content.end, isStored: true)
            case .words:
                guard let content = unsafe content(next + 1), let number = column.words.number(of: content.bytes) else { break }
                column.put(number)
                return Read(end: content.end, isStored: true)
            case .date:
                guard let end = date(next, column) else { break }
                return Read(end: end, isStored: true)
            default: break
            }
        case UInt8(ascii: "{"):
            guard column.pointee.target == .structure else { break }
            guard depthLeft > 0 else { return .failed }
            let end = unsafe structure(next + 1, column, appender)
            return Read(end: end, isStored: end != nil)
        case UInt8(ascii: "["):
            guard column.pointee.target == .list else { break }
            guard depthLeft > 0 else { return .failed }
            let end = unsafe list(next + 1, column, appender)
            return Read(end: end, isStored: end != nil)
        case UInt8(ascii: "n"):
            guard column.pointee.takesNull else { break }
            guard let end = text.word(next) else { return .failed }
            column.putNull()
            return Read(end: end, isStored: true)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            guard column.pointee.target == .bool else { break }
            guard let end = text.word(next) else { return .failed }
            column.put(bit: byte == UInt8(ascii: "t"))
            return Read(end: end, isStored: true)
        default:
            guard let end = number(next, column) else { break }
            return Read(end: end, isStored: true)
        }
        return made(next, column, appender, isElement: isElement)
    }

    /// Reads a number into a column of its kind.
    ///
    /// - Returns: Behind it; nil if it is none that surely fits.
    @inline(__always)
    private mutating func number(_ next: TextPlace, _ column: ColumnRef) -> TextPlace? {
        let target = column.pointee.target
        guard target.rawValue >= ColumnTarget.int64.rawValue && target.rawValue <= ColumnTarget.double.rawValue,
            let number = text.number(next)
        else { return nil }
        if target == .double {
            let value = number.nearestDouble
            guard number.isExact && value.isFinite else { return nil }
            column.put(value)
            return unsafe next + number.length
        }
        guard number.isShortInteger else { return nil }
        let value = number.shortInteger
        let isPut =
            switch target {
            case .int64: put(value, column)
            case .int32: put(Int32(exactly: value), column)
            case .int16: put(Int16(exactly: value), column)
            case .int8: put(Int8(exactly: value), column)
            case .uint64: put(UInt64(exactly: value), column)
            case .uint32: put(UInt32(exactly: value), column)
            case .uint16: put(UInt16(exactly: value), column)
            case .uint8: put(UInt8(exactly: value), column)
            case .string, .double, .bool, .date, .words, .structure, .list, .other: false
            }
        return unsafe isPut ? next + number.length : nil
    }

    @inline(__always)
    private func put<Value: BitwiseCopyable>(_ value: Value?, _ column: ColumnRef) -> Bool {
        guard let value else { return false }
        column.put(value)
        return true
    }

    /// Reads the text of a date into a column of dates.
    ///
    /// - Returns: Behind it; nil if it is none.
    @inline(never)
    private mutating func date(_ next: TextPlace, _ column: ColumnRef) -> TextPlace? {
        guard let content = unsafe content(next + 1), case .made(let date) = Date.from(string: content.bytes, rules.scalars),
            let instant = ColumnInstant.microseconds(date)
        else { return nil }
        column.put(instant)
        return content.end
    }

    /// Reads a value of the column's type, and takes that.
    @inline(never)
    private mutating func made(
        _ next: TextPlace, _ column: ColumnRef, _ appender: Kept<ColumnAppender>, isElement: Bool
    ) -> Read {
        column.pointee.node.with { node in
            guard !(rules.failsOnMissing || rules.failsOnDuplicateKey) || !node.hasModels else { return .failed }
            return withScratch(node.outer) { decoding, slot in
                let read = decoding.value(next, node.outer, slot, isElement ? [.fresh, .element] : node.state)
                guard read.isStored else { return isElement || !decoding.rules.failsOnDuplicateKey ? read : .failed }
                defer { node.outer.destroy(slot) }
                return appender.with({ $0.append(slot.value, to: column) }) ? read : .failed
            }
        }
    }

    /// Reads an array.
    ///
    /// - Returns: Behind it; nil to give up.
    private mutating func list(_ start: TextPlace, _ column: ColumnRef, _ appender: Kept<ColumnAppender>) -> TextPlace? {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        let item = unsafe column.child(0)
        var follower = Optional(text.first(start, closing: UInt8(ascii: "]")))
        while case .next(let next) = follower {
            follower = text.follower(self.column(next, item, appender, isElement: true).end, closing: UInt8(ascii: "]"))
        }
        guard case .end(let end) = follower, column.endList() else { return nil }
        depthLeft &+= 1  // &+=: was taken above
        return end
    }
}

extension ColumnAppender {
    /// Reads a record into the columns, if each value of it can be taken where it stands.
    ///
    /// - Returns: Whether there is one more row. If not, what has been added is to be taken back.
    func readRow(_ bytes: BorrowedBytes, _ request: DecodingRequest) -> Bool {
        guard let text = WholeDocument.plainText(bytes, request.limits) else { return false }
        // A block of the size that always comes from the stack.
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
            var decoding = unsafe Decoding(text, request.rules, ScratchArena(block), NoFeatures(watching: request.watch))
            decoding.depthLeft = min(decoding.depthLeft, DeepStack.callersDepth)
            return decoding.row(set.root, unsafe Kept(self))
        }
    }
}
