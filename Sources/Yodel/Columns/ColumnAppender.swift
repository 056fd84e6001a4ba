import FoundationEssentials

/// Adds values of models to columns.
@safe final class ColumnAppender {
    // SAFETY of `@safe`: the addresses are of values of the types that the columns' nodes name, which stay during the calls.

    let set: ColumnSet
    /// Writes a value as JSON.
    let writeJSON: JSONWriting
    /// Why a value has no place in its column. What of its record has been added is to be taken back.
    var failure: ModelError?

    /// Writes the value of a plan at an address as JSON.
    typealias JSONWriting = @Sendable (PlanRef, ValueAddress, inout OutputBuffer) -> ModelError?

    init(_ set: ColumnSet, _ writeJSON: @escaping JSONWriting) {
        self.set = set
        self.writeJSON = writeJSON
    }

    /// Adds a value of a column's type, any optionals around it included.
    ///
    /// - Returns: false if it has no place there.
    func append(_ address: ValueAddress, to column: ColumnRef) -> Bool {
        column.pointee.node.with { node in
            if node.outer.isEmpty(slot(address, of: node.outer)) {
                column.putNull()
                return true
            }
            // The payload of an optional stands at the optional's own address (the canary checks it).
            return present(address, node, column)
        }
    }

    /// The place of a value, which is only looked at.
    private func slot(_ address: ValueAddress, of plan: PlanRef) -> Slot { unsafe Slot(address.mutable, of: plan.type) }

    private func present(_ address: ValueAddress, _ node: ColumnNode, _ column: ColumnRef) -> Bool {
        switch node.source {
        case .scalar(let kind): return scalar(kind, address, node, column)
        case .rawValue(let kind): return node.inner.withRawValue(address) { rawValue(kind, $1, node, column) }
        case .object: return model(node.inner.model, ModelPlace(object: address), column)
        case .instance:
            // SAFETY: the plan says that there is a reference; the value keeps the instance for the time of the call.
            let instance = unsafe address.assumingMemoryBound(to: AnyObject.self).pointee
            return ModelPlace.with(instance) { model(node.inner.model, $0, column) }
        case .boxed:
            return node.inner.withRawValue(address) { model(node.inner.key.model, ModelPlace(object: $1), column) }
        case .sequence:
            let (item, stride) = unsafe (column.child(0), node.inner.element.pointee.stride)
            guard node.inner.sequence.count(address) > 0 else { return end(column) }
            var areAdded = true
            node.inner.sequence.withElements(address) { base, count in
                areAdded = (0..<count).allSatisfy { unsafe append(base + $0 * stride, to: item) }
            }
            return areAdded && end(column)
        case .dictionary: return dictionary(address, node, column)
        case .json: return json(address, node, column)
        case .entries: preconditionFailure("the entries of a dictionary are added with it")
        }
    }

    private func model(_ model: ModelRef, _ place: ModelPlace, _ column: ColumnRef) -> Bool {
        for index in 0..<column.pointee.childCount {
            let added = model.property(index).withValue(place) { unsafe append($0, to: column.child(index)) }
            guard added else { return false }
        }
        column.endStructure()
        return true
    }

    /// Adds a dictionary, in the order of its keys.
    private func dictionary(_ address: ValueAddress, _ node: ColumnNode, _ column: ColumnRef) -> Bool {
        let entries = unsafe column.child(0)
        let (keyStride, valueStride) = (node.inner.key.pointee.stride, node.inner.element.pointee.stride)
        var areAdded = true
        node.inner.dictionary.withPairs(address) { keys, values, count in
            // So that one document makes one column: the order of a dictionary changes from run to run.
            let key = node.inner.key
            let texts = (0..<count).map { unsafe key.keyText(slot(keys + $0 * keyStride, of: key)) }
            let order = texts.placesInOrder()
            areAdded = order.allSatisfy { index in
                guard unsafe append(keys + index * keyStride, to: entries.child(0)),
                    unsafe append(values + index * valueStride, to: entries.child(1))
                else { return false }
                entries.endStructure()
                return true
            }
        }
        return areAdded && end(column)
    }

    private func end(_ column: ColumnRef) -> Bool {
        column.endList() || isFull(column)
    }

    /// Notes that a column has no room for a value of the record at hand.
    private func isFull(_ column: ColumnRef) -> Bool {
        failure = .columnLimit(column.pointee.node.with(\.path))
        return false
    }

    private func json(_ address: ValueAddress, _ node: ColumnNode, _ column: ColumnRef) -> Bool {
        guard column.pointee.isWanted else { return column.put(text: .none) }
        set.json.truncate(to: 0)
        if let error = writeJSON(node.inner, address, &set.json) {
            failure = .unwritable(error, node.path)
            return false
        }
        return unsafe column.put(text: set.json.bytes) || isFull(column)
    }

    // MARK: Scalars

    private func rawValue(_ kind: ScalarKind, _ address: ValueAddress, _ node: ColumnNode, _ column: ColumnRef) -> Bool {
        guard node.hasWords else { return scalar(kind, address, node, column) }
        column.put(column.words.number(adding: value(kind, String.self, address)))
        return true
    }

    private func scalar(_ kind: ScalarKind, _ address: ValueAddress, _ node: ColumnNode, _ column: ColumnRef) -> Bool {
        switch (node.form, kind) {
        case (.text, .string): return text(value(kind, String.self, address), column)
        case (.text, .data):
            return unsafe address.assumingMemoryBound(to: Data.self).pointee.withUnsafeBytes { bytes in
                unsafe column.put(text: BorrowedBytes(bytes)) || isFull(column)
            }
        case (.text, _):
            var texts = ColumnTexts()
            return text(unsafe kind.visit(&texts, address), column)
        case (_, .date):
            guard let instant = ColumnInstant.microseconds(value(kind, Date.self, address)) else {
                failure = .instantOutOfRange(node.path)
                return false
            }
            column.put(instant)
        case (_, .decimal):
            guard case .decimal(let precision, let scale) = node.type else { preconditionFailure("decimals without a scale are texts") }
            guard let scaled = ColumnDecimal.scaled(value(kind, Decimal.self, address), precision: precision, scale: scale) else {
                failure = .decimalOutOfRange(node.path, precision: precision, scale: scale)
                return false
            }
            column.put(scaled)
        case (.bits, _): column.put(bit: value(kind, Bool.self, address))
        // The others stand in memory as in a column.
        case (.one, _): column.put(bits(address, UInt8.self))
        case (.two, _): column.put(bits(address, UInt16.self))
        case (.four, _): column.put(bits(address, UInt32.self))
        case (.eight, _): column.put(bits(address, UInt64.self))
        case (.sixteen, _): column.put(bits(address, UInt128.self))
        case (.words, _), (.structure, _), (.list, _), (.map, _): preconditionFailure("a scalar's column has another form")
        }
        return true
    }

    /// A scalar.
    @inline(__always)
    private func value<S: Scalar>(_ kind: ScalarKind, _ type: S.Type, _ address: ValueAddress) -> S {
        assert(kind.scalarType == type, "a look at \(type)")
        // SAFETY: the address is of a value of the kind, which is asserted.
        return unsafe address.assumingMemoryBound(to: type).pointee
    }

    /// The bytes of a scalar. One has as many as the column's form says, which is asserted where they are put.
    @inline(__always)
    private func bits<Word: FixedWidthInteger & BitwiseCopyable>(_ address: ValueAddress, _ type: Word.Type) -> Word {
        unsafe address.raw.loadUnaligned(as: type)
    }

    private func text(_ text: String, _ column: ColumnRef) -> Bool {
        var text = text
        return unsafe text.withBorrowedBytes { column.put(text: $0) } || isFull(column)
    }
}

/// A scalar as the text that stands in a column.
private struct ColumnTexts: @unsafe ScalarVisitor {
    func visit<S: Scalar>(_ type: S.Type, _ address: ValueAddress) -> String {
        // SAFETY: whoever visits says that a value of the type stands there.
        unsafe address.assumingMemoryBound(to: S.self).pointee.columnText
    }
}

/// Decimal numbers as columns have them.
enum ColumnDecimal {
    /// A number times ten to the power of a scale; nil if that is no integer of as many digits.
    static func scaled(_ value: Decimal, precision: Int, scale: Int) -> Int128? {
        guard value.isFinite else { return nil }
        // The description is exact: digits, perhaps a point among them.
        var digits: [UInt8] = []
        var behindPoint: Int?
        for byte in value.description.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                behindPoint = behindPoint.map { $0 + 1 }
            case UInt8(ascii: "."): behindPoint = 0
            case UInt8(ascii: "-"): break
            default: return nil
            }
        }
        var surplus = (behindPoint ?? 0) - scale
        while surplus > 0 {
            // What the scale has no place for must be nothing.
            guard digits.popLast() == 0 else { return nil }
            surplus -= 1
        }
        digits.append(contentsOf: repeatElement(0, count: -surplus))
        let significant = digits.drop { $0 == 0 }
        guard significant.count <= precision else { return nil }
        let magnitude = significant.reduce(0 as Int128) { $0 * 10 + Int128($1) }
        return value.description.hasPrefix("-") ? -magnitude : magnitude
    }
}
