public import CArrow

extension ColumnBatch {
    /// Hands the columns to another library, which reads them where they lie: as an array of a struct, as the Arrow C data interface has batches.
    ///
    /// - Parameter array: Memory for a struct; what it holds is not looked at. The consumer releases it, and may do so on any thread; the memory of the columns
    ///   stays until then.
    public func export(to array: UnsafeMutablePointer<ArrowArray>) {
        let set = filled.set
        let columns = unsafe set.plan.order.map { unsafe ArrowArray(set.root.child($0), filled) }
        unsafe array.initialize(to: ArrowArray(count: rowCount, nulls: 0, buffers: [nil], columns, keptBy: ArrowKeeper(filled)))
    }

    /// Describes the columns for another library, as the Arrow C data interface has it: a struct without nulls.
    ///
    /// - Parameter schema: Memory for a struct; what it holds is not looked at. The consumer releases it.
    public func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
        unsafe ColumnField.export(fields, to: schema)
    }
}

extension ArrowArray: ArrowStruct {
    static func letGo(of array: Pinned<ArrowArray>) { unsafe array.pointee.release?(array.address) }

    /// A column, with those below it.
    ///
    /// - Parameter owner: Keeps the column's memory.
    fileprivate init(_ column: ColumnRef, _ owner: AnyObject) {
        let keeper = unsafe ArrowKeeper<ArrowArray>(owner)
        let validity = column.validityStart?.value
        // Zeros, where a column without values has no memory: the first offset, and an address that is none of nothing.
        func stored(_ start: MutableAddress?) -> ValueAddress { unsafe start?.value ?? keeper.copy([0 as UInt64]) }
        let buffers: [ValueAddress?] =
            switch column.pointee.form {
            case .bits, .one, .two, .four, .eight, .sixteen, .words: [validity, stored(column.valuesStart)]
            case .text: [validity, stored(column.offsetsStart), stored(column.bytesStart)]
            case .list, .map: [validity, stored(column.offsetsStart)]
            case .structure: [validity]
            }
        let children = unsafe (0..<column.pointee.childCount).filter { unsafe column.child($0).pointee.isWanted }.map {
            unsafe ArrowArray(column.child($0), owner)
        }
        unsafe self.init(
            count: column.pointee.count, nulls: column.nullCount, buffers: buffers, children,
            dictionary: column.hasWords ? column.words.withTable { unsafe ArrowArray($0) } : nil, keptBy: keeper)
    }

    /// The texts of a dictionary as they are at the moment: the table may get more, and move, while the consumer has them.
    private init(_ table: WordTable) {
        let keeper = unsafe ArrowKeeper<ArrowArray>()
        unsafe self.init(
            count: table.count, nulls: 0, buffers: [nil, keeper.copy(table.ends), keeper.copy(table.bytes)], [], keptBy: keeper)
    }

    /// - Parameters:
    ///   - buffers: They stay as long as the keeper.
    ///   - children: The columns below. They are released with the array.
    fileprivate init(
        count: Int, nulls: Int, buffers: [ValueAddress?], _ children: [ArrowArray], dictionary: ArrowArray? = nil,
        keptBy keeper: ArrowKeeper<ArrowArray>
    ) {
        unsafe self.init(
            length: Int64(count), null_count: Int64(nulls), offset: 0, n_buffers: Int64(buffers.count), n_children: Int64(children.count),
            buffers: keeper.keep(buffers.map { unsafe $0?.raw }).address, children: keeper.own(children).address,
            dictionary: dictionary.map { unsafe keeper.own($0).address },
            release: { array in
                // SAFETY: the consumer calls it once, with the struct that was exported or a copy of it.
                guard let array = unsafe array else { return }
                unsafe ArrowKeeper<ArrowArray>.release(array.pointee.private_data)
                unsafe array.pointee.release = nil
            },
            private_data: keeper.retain())
    }
}
