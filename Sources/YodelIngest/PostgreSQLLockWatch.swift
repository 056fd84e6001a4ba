#if PostgreSQL
import Dispatch
import Synchronization
internal import YodelSystem

// An ingestion that is to end finishes its batch, but waits for nobody's lock any longer. The connection that waits cannot tell, so another one asks the server
// whether it does, and has it cancelled. Without an answer it is cancelled anyway: the batch is not in then, and the next run brings it in.

/// Ends the waiting for locks of a connection when an ingestion is to end.
final class PostgreSQLLockWatch: Sendable {
    private struct State {
        var hasEnded = false
        var isBusy = false
        var isWatching = false
        var watched: Watched?
    }

    /// What is watched.
    private struct Watched {
        let address: PostgreSQLAddress
        let process: Int
        let cancellation: PostgreSQLCancellation
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "yodel.ingest.postgresql.watch")

    /// Names the connection.
    func watch(_ connection: PostgreSQLConnection, at address: PostgreSQLAddress) {
        let watched = Watched(address: address, process: connection.serverProcess, cancellation: connection.cancellation)
        state.withLock { $0.watched = watched }
    }

    /// Whether the ingestion is to end.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Runs statements that may wait.
    func run<R>(_ body: () throws -> R) rethrows -> R {
        state.withLock { $0.isBusy = true }
        begin()
        defer { state.withLock { $0.isBusy = false } }
        return try body()
    }

    /// From now on no lock is waited for.
    func end() {
        state.withLock { $0.hasEnded = true }
        begin()
    }

    /// Begins to watch, if the ingestion is to end and there is something that may wait.
    private func begin() {
        let watched: Watched? = state.withLock { state in
            guard state.hasEnded, state.isBusy, !state.isWatching, let watched = state.watched else { return nil }
            state.isWatching = true
            return watched
        }
        guard let watched else { return }
        queue.async { self.watch(watched) }
    }

    private func watch(_ watched: Watched) {
        let observer = try? PostgreSQLConnection(watched.address, seconds: 2)
        while isStillBusy() {
            let isBlocked = try? observer?.run(
                "SELECT cardinality(pg_blocking_pids($1::integer)) > 0", [.number(watched.process)]
            ).bool(0, 0)
            if isBlocked ?? true { watched.cancellation.cancel() }
            usleep(50_000)
        }
    }

    /// Whether there is something to be watched; if not, the watching has ended.
    private func isStillBusy() -> Bool {
        state.withLock { state in
            state.isWatching = state.isBusy
            return state.isBusy
        }
    }
}
#endif
