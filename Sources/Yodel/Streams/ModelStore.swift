// Models of a batch are decoded where they wait for it: each into the next place of raw memory. No generic code runs for a record, and a record
// that fails leaves no trace. The memory stays for the next batch, so that it is warm; what goes out is an array, filled by one move.

/// Models that have been decoded, in their order.
final class ModelStore<T> {
    private var values = ValueBuffer(TypeHandle(T.self))

    var count: Int { values.count }

    /// Memory for one more model. It counts when `grow` says so.
    var next: MutableAddress { values.next }

    /// The memory of `next` has been filled.
    func grow() { unsafe values.append() }

    /// Forgets the models behind the first ones.
    func truncate(to count: Int) { values.truncate(to: count) }

    /// Hands the models out; the store is empty afterwards.
    func take() -> [T] { Self.take([self]) }

    /// Hands out the models of several stores, in their order; the stores are empty afterwards.
    static func take(_ stores: [ModelStore]) -> [T] {
        let count = stores.reduce(0) { $0 + $1.count }
        // Of no models an array would be the one empty array of the process, in which the initializer notes a count: a race of threads.
        guard count > 0 else { return [] }
        return unsafe [T](unsafeUninitializedCapacity: count) { buffer, filled in
            for store in stores {
                store.values.take { base, count in
                    // SAFETY: the array has room for the models of all stores, which are of its type.
                    guard let base = unsafe base?.assumingMemoryBound(to: T.self), let start = buffer.baseAddress else { return }
                    unsafe (start + filled).moveInitialize(from: base, count: count)
                    filled += count
                }
            }
        }
    }
}

// SAFETY: a store is filled by one task and handed on when that has ended.
extension ModelStore: @unchecked Sendable where T: Sendable {}
