extension Scanner {
    /// So many numbers are put together on the stack: most arrays have fewer.
    static var numbersAtOnce: Int { 32 }

    /// Reads an array that is nothing but short numbers.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - areDoubles: Whether the elements are of type `Double`; otherwise of type `Int`. Both are words.
    ///   - elements: Memory for the elements.
    /// - Returns: How many there are, and the place behind the closing bracket; nil if there is anything else, or more than there is room for.
    @inline(__always)
    static func numbers(
        _ start: TextPlace, _ last: TextPlace, _ maximumTokenBytes: Int, areDoubles: Bool, into elements: UnsafeMutableBufferPointer<UInt64>
    ) -> (count: Int, end: TextPlace)? {
        // SAFETY: what is no closing bracket is not the last byte, so the byte behind it may be looked at. The count is below that of the memory.
        var next = space(start, last)
        var count = 0
        var isOpen = unsafe next.byte != UInt8(ascii: "]")
        while isOpen {
            guard count < elements.count, let number = unsafe NumberParser.token(next, last - next),
                number.length <= maximumTokenBytes
            else { return nil }
            if areDoubles {
                let value = number.nearestDouble
                guard number.isExact && value.isFinite else { return nil }
                unsafe elements[count] = value.bitPattern
            } else {
                guard number.isShortInteger else { return nil }
                unsafe elements[count] = UInt64(bitPattern: number.shortInteger)
            }
            count &+= 1  // &+=: at most the capacity
            next = unsafe space(next + number.length, last)
            isOpen = unsafe next.byte != UInt8(ascii: "]")
            if isOpen {
                guard unsafe next.byte == UInt8(ascii: ",") else { return nil }
                next = unsafe space(next + 1, last)
            }
        }
        return unsafe (count, next + 1)
    }
}
