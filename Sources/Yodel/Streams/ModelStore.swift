// Models of a batch are decoded where they wait for it: each into the next place of raw memory. No generic code runs for a record, and a record
// that fails leaves no trace. The memory stays for the next batch, so that it is warm; what goes out is an array, filled by one move.

/// Models that have been decoded, in their order.
@safe final class ModelStore<T> {
    /// SAFETY: memory for `capacity` models, of which the first `count` are there.
    private var base: UnsafeMutablePointer<T>?
    private var capacity = 0
    private(set) var count = 0

    deinit {
        truncate(to: 0)
        unsafe base?.deallocate()
    }

    /// Memory for one more model. It counts when `grow` says so.
    var next: UnsafeMutableRawPointer {
        if count == capacity { reserve(max(16, 2 * capacity)) }
        // SAFETY: there is room behind the models.
        return unsafe UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
    }

    /// The memory of `next` has been filled.
    func grow() {
        assert(count < capacity, "a model without memory")
        count += 1
    }

    /// Forgets the models behind the first ones.
    func truncate(to count: Int) {
        guard count < self.count, let base = unsafe base else { return }
        unsafe (base + count).deinitialize(count: self.count - count)
        self.count = count
    }

    /// Hands the models out; the store is empty afterwards.
    func take() -> [T] {
        // Of no models an array would be the one empty array of the process, in which the initializer notes a count: a race of threads.
        guard count > 0 else { return [] }
        defer { count = 0 }
        return unsafe [T](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = unsafe move(to: buffer)
        }
    }

    /// Moves the models behind others.
    ///
    /// - Parameter buffer: Room for them.
    /// - Returns: How many they were. The store counts them still, which is for the caller to set right.
    private func move(to buffer: UnsafeMutableBufferPointer<T>) -> Int {
        guard count > 0, let base = unsafe base, let place = buffer.baseAddress else { return 0 }
        unsafe place.moveInitialize(from: base, count: count)
        return count
    }

    /// Hands out the models of several stores, in their order; the stores are empty afterwards.
    static func take(_ stores: [ModelStore]) -> [T] {
        let count = stores.reduce(0) { $0 + $1.count }
        guard count > 0 else { return [] }
        return unsafe [T](unsafeUninitializedCapacity: count) { buffer, filled in
            for store in stores {
                filled += unsafe store.move(to: UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
                store.count = 0
            }
        }
    }

    private func reserve(_ capacity: Int) {
        let larger = UnsafeMutablePointer<T>.allocate(capacity: capacity)
        if let base = unsafe base {
            unsafe larger.moveInitialize(from: base, count: count)
            unsafe base.deallocate()
        }
        unsafe base = unsafe larger
        self.capacity = capacity
    }
}

// SAFETY: a store is filled by one task and handed on when that has ended.
extension ModelStore: @unchecked Sendable where T: Sendable {}
