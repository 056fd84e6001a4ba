#if Server && Ingest
import ServiceLifecycle
import Synchronization

/// A service of which is known whether it was cut off: cancelled before it had ended.
final class WatchedService<Base: Service>: Service {
    private let base: Base
    private let cancelled = Mutex(false)

    init(_ base: Base) {
        self.base = base
    }

    var wasCutOff: Bool { cancelled.withLock { $0 } }

    func run() async throws {
        try await withTaskCancellationHandler {
            try await base.run()
        } onCancel: {
            cancelled.withLock { $0 = true }
        }
    }
}
#endif
