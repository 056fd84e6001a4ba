extension Array {
    /// The index of the first element that is not in the first part of the array; the array's count if all are.
    ///
    /// - Parameter isInFirstPart: Whether an element is in the first part. It is true of each element before the index, and of none from there on.
    /// - Complexity: Logarithmic in the number of elements.
    @inline(__always)
    func partitioningIndex(_ isInFirstPart: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInFirstPart(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
