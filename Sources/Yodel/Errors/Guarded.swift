import Synchronization

/// A value that threads share behind a lock.
///
/// It is a `Mutex` whose synchronisation ThreadSanitizer sees. That of a contended `Mutex` takes place inside the standard library (Linux, Swift
/// 6.3.1), which is not instrumented, so that a program under ThreadSanitizer would get reports of races that are none.
struct Guarded<Value>: ~Copyable, Sendable {
    private let value: Mutex<Value>
    /// Loaded first and stored to last by whoever has the lock: the order that the lock already makes, in instrumented code.
    private let order = Atomic<Bool>(false)

    init(_ value: consuming sending Value) {
        self.value = Mutex(value)
    }

    /// Calls `body` with the value while no other thread has it.
    func withLock<R, Failure: Error>(_ body: (inout sending Value) throws(Failure) -> sending R) throws(Failure) -> sending R {
        try value.withLock { value throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
