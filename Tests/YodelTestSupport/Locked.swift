import Foundation

/// A value that threads share, for what runs under ThreadSanitizer: that one does not see the synchronisation of a contended `Mutex`
/// (Linux, Swift 6.3.1) and reports races that are none.
final class Locked<Value>: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: the value is only touched under the lock.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    var current: Value { lock.withLock { value } }

    func withLock<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&value) } }
}

extension Locked where Value == [String] {
    func add(_ text: String) { withLock { $0.append(text) } }
}
