public import CArrow

extension ColumnBatch {
    /// Hands the columns to another library, which reads them where they lie: as an array of a struct, as the Arrow C data interface has batches.
    ///
    /// - Parameter array: Memory for a struct; what it holds is not looked at. The consumer releases it, and may do so on any thread; the memory of the columns
    ///   stays until then.
    public func export(to array: UnsafeMutablePointer<ArrowArray>) {
        let set = filled.set
        let children = unsafe set.plan.order.map { unsafe ArrowExport.array(set.root.child($0), filled) }
        unsafe array.initialize(to: ArrowExport.array(count: rowCount, nulls: 0, buffers: [nil], children, owner: filled))
    }

    /// Describes the columns for another library, as the Arrow C data interface has it: a struct without nulls.
    ///
    /// - Parameter schema: Memory for a struct; what it holds is not looked at. The consumer releases it.
    public func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
        unsafe ColumnField.export(fields, to: schema)
    }
}

/// Makes the structs of the Arrow C data interface.
@unsafe enum ArrowExport {
    /// What an exported struct keeps.
    @safe private final class Keeper {
        // SAFETY: the pointers are freed when the struct is released, which drops the keeper.
        let owner: AnyObject
        let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
        let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>

        init(_ owner: AnyObject, buffers: [UnsafeRawPointer?], _ children: [ArrowArray]) {
            self.owner = owner
            unsafe self.buffers = .allocate(capacity: max(buffers.count, 1))
            for index in unsafe buffers.indices { unsafe (self.buffers + index).initialize(to: buffers[index]) }
            unsafe self.children = .allocate(capacity: max(children.count, 1))
            for index in unsafe children.indices {
                let memory = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
                unsafe memory.initialize(to: children[index])
                unsafe (self.children + index).initialize(to: memory)
            }
        }

        deinit {
            unsafe buffers.deallocate()
            unsafe children.deallocate()
        }
    }

    /// A column, with those below it.
    static func array(_ column: ColumnRef, _ owner: AnyObject) -> ArrowArray {
        let validity = unsafe UnsafeRawPointer(column.validityStart?.raw)
        let values = unsafe UnsafeRawPointer(column.valuesStart?.raw) ?? nothing
        let offsets = unsafe UnsafeRawPointer(column.offsetsStart?.raw) ?? nothing
        let buffers: [UnsafeRawPointer?] =
            switch column.form {
            case .bits, .one, .two, .four, .eight, .sixteen, .words: unsafe [validity, values]
            case .text: unsafe [validity, offsets, UnsafeRawPointer(column.bytesStart?.raw) ?? nothing]
            case .list, .map: unsafe [validity, offsets]
            case .structure: unsafe [validity]
            }
        let children = unsafe (0..<column.childCount).filter { column.child($0).isWanted }.map { unsafe array(column.child($0), owner) }
        var exported = unsafe array(count: column.count, nulls: column.nullCount, buffers: buffers, children, owner: owner)
        if let words = column.exportedWords {
            let memory = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
            unsafe memory.initialize(to: words.array())
            unsafe exported.dictionary = memory
        }
        return unsafe exported
    }

    static func array(
        count: Int, nulls: Int, buffers: [UnsafeRawPointer?], _ children: [ArrowArray], owner: AnyObject
    ) -> ArrowArray {
        let keeper = unsafe Keeper(owner, buffers: buffers, children)
        var array = unsafe ArrowArray()
        unsafe array.length = Int64(count)
        unsafe array.null_count = Int64(nulls)
        unsafe array.n_buffers = Int64(buffers.count)
        unsafe array.n_children = Int64(children.count)
        unsafe array.buffers = keeper.buffers
        unsafe array.children = keeper.children
        unsafe array.private_data = Unmanaged.passRetained(keeper).toOpaque()
        unsafe array.release = { array in
            // SAFETY: the consumer calls it once, with the struct that was exported or a copy of it.
            guard let array = unsafe array else { return }
            for index in unsafe 0..<Int(array.pointee.n_children) {
                guard let child = unsafe array.pointee.children[index] else { continue }
                // One that the consumer has moved elsewhere is released by itself.
                unsafe child.pointee.release?(child)
                unsafe child.deallocate()
            }
            if let words = unsafe array.pointee.dictionary {
                unsafe words.pointee.release?(words)
                unsafe words.deallocate()
            }
            unsafe Unmanaged<Keeper>.fromOpaque(array.pointee.private_data).release()
            unsafe array.pointee.release = nil
        }
        return unsafe array
    }

    /// Zeros, where a column without values has no memory: the first offset, and an address that is none of nothing.
    private static var nothing: UnsafeRawPointer { unsafe zeros }
    private nonisolated(unsafe) static let zeros: UnsafeRawPointer = {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
        unsafe memory.initializeMemory(as: UInt64.self, repeating: 0, count: 8)
        return UnsafeRawPointer(memory)
    }()
}

/// The texts of a dictionary as they are at the moment, for another library: the table may get more, and move, while the consumer has them.
@safe private final class ExportedWords {
    // SAFETY: the arrays are changed by nobody, and stay where they are as long as the object: their memory is its own.
    private let ends: UnsafeMutableBufferPointer<Int32>
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ table: WordTable) {
        unsafe ends = .allocate(capacity: table.ends.count)
        _ = unsafe ends.initialize(from: table.ends)
        unsafe bytes = .allocate(capacity: max(table.bytes.count, 1))
        _ = unsafe bytes.initialize(from: table.bytes)
    }

    deinit {
        unsafe ends.deallocate()
        unsafe bytes.deallocate()
    }

    func array() -> ArrowArray {
        unsafe ArrowExport.array(
            count: ends.count - 1, nulls: 0, buffers: [nil, UnsafeRawPointer(ends.baseAddress), UnsafeRawPointer(bytes.baseAddress)], [],
            owner: self)
    }
}

extension ColumnRef {
    fileprivate var exportedWords: ExportedWords? {
        unsafe state.pointee.words?._withUnsafeGuaranteedRef { ExportedWords($0) }
    }
}
