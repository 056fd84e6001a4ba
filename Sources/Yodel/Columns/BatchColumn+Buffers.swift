// The memory of a column, for products of this package that hand its values on one by one.

/// Where the parts of a column stand. They stay as long as the batch, or the column, is there.
@safe package struct ColumnBuffers {
    // SAFETY: whoever reads them keeps the batch, and within the count of the column.

    /// Values of a fixed width, or bits; of text the numbers of a dictionary.
    package let values: UnsafeRawPointer?
    /// A bit for each value, 1 where it is not null; nil if none is.
    package let validity: UnsafeRawPointer?
    /// Where the bytes of each value begin, and at the end where those of the last one end: `Int32`s.
    package let offsets: UnsafeRawPointer?
    /// The bytes of text.
    package let bytes: UnsafeRawPointer?
}

extension BatchColumn {
    /// The column's memory.
    package var buffers: ColumnBuffers {
        unsafe ColumnBuffers(
            values: UnsafeRawPointer(state.valuesStart?.raw), validity: UnsafeRawPointer(state.validityStart?.raw),
            offsets: UnsafeRawPointer(state.offsetsStart?.raw), bytes: UnsafeRawPointer(state.bytesStart?.raw))
    }
}
