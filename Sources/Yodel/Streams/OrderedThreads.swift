import Synchronization
internal import YodelSystem

// Pieces made by threads of their own, for a consumer that pulls and may be no task: a library of another language asks for the next batch on whatever
// thread it has. The window bounds the memory, as that of `OrderedPieces` does.

/// Makes pieces on several threads, and hands them out in order. The threads end when it is stopped, or goes.
final class OrderedThreads<Piece: Sendable>: Sendable {
    private let work: Work<Piece>

    /// - Parameters:
    ///   - count: How many pieces there are.
    ///   - workers: How many are made at a time. One is made on the thread that asks for it.
    ///   - make: Makes the piece with a number. It looks now and then whether the piece is still wanted.
    init(_ count: Int, workers: Int, make: @escaping @Sendable (Int, _ isStopped: () -> Bool) -> Piece) {
        work = Work(count, workers: min(workers, count), make: make)
    }

    /// The next piece; nil behind the last one, and when the making has been stopped. Called by one thread at a time.
    func next() -> Piece? { work.next() }

    /// Ends the making. When it returns, no thread is left.
    func stop() { work.stop() }

    deinit { work.stop() }
}

/// What the threads share. They keep it, so that it is there until the last of them has ended.
@safe private final class Work<Piece: Sendable>: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: `threads`, `workers` and `wanted` are the consumer's, who is one at a time; what else changes is changed by whoever has
    // the monitor.

    private let count: Int
    private var workers: Int
    private let make: @Sendable (Int, _ isStopped: () -> Bool) -> Piece
    private let monitor = Monitor()
    private var threads: [SystemThread] = []
    private var begun = 0
    private var wanted = 0
    private var done: [Int: Piece] = [:]
    private let stopped = Atomic<Bool>(false)

    init(_ count: Int, workers: Int, make: @escaping @Sendable (Int, _ isStopped: () -> Bool) -> Piece) {
        self.count = count
        self.workers = workers
        self.make = make
    }

    func next() -> Piece? {
        if workers > 1 && threads.isEmpty && !stopped.load(ordering: .acquiring) { begin() }
        if workers <= 1 {
            guard wanted < count, !stopped.load(ordering: .acquiring) else { return nil }
            defer { wanted += 1 }
            return make(wanted, isStopped)
        }
        return monitor.locked { () -> Piece? in
            while wanted < count && !stopped.load(ordering: .acquiring) {
                if let piece = done.removeValue(forKey: wanted) {
                    wanted += 1
                    monitor.broadcast()
                    return piece
                }
                monitor.wait()
            }
            return nil
        }
    }

    func stop() {
        monitor.locked {
            stopped.store(true, ordering: .releasing)
            monitor.broadcast()
        }
        for thread in threads { thread.join() }
        threads = []
        done = [:]
    }

    private var isStopped: () -> Bool { { self.stopped.load(ordering: .relaxed) } }

    private func begin() {
        for _ in 0..<workers {
            if let thread = SystemThread({ self.run() }) { threads.append(thread) }
        }
        // The thread that asks makes the pieces, where there is no other.
        if threads.isEmpty { workers = 1 }
    }

    private func run() {
        while let index = take() {
            let piece = make(index, isStopped)
            monitor.locked {
                done[index] = piece
                monitor.broadcast()
            }
        }
    }

    /// The number of the next piece to be made; nil if there is none. Waits for the window.
    private func take() -> Int? {
        monitor.locked { () -> Int? in
            while begun < count && !stopped.load(ordering: .acquiring) {
                if begun - wanted < 2 * workers {
                    defer { begun += 1 }
                    return begun
                }
                monitor.wait()
            }
            return nil
        }
    }
}

/// A mutex, and a condition that those who have it wait for.
@safe private struct Monitor: ~Copyable {
    // SAFETY: both stay in place as long as the monitor. Whoever waits has the mutex.
    private let mutex = unsafe Pinned(holding: pthread_mutex_t())
    private let changed = Pinned(holding: pthread_cond_t())

    init() {
        unsafe pthread_mutex_init(mutex.address, nil)
        unsafe pthread_cond_init(changed.address, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex.address)
        unsafe pthread_cond_destroy(changed.address)
        unsafe mutex.destroy()
        unsafe changed.destroy()
    }

    func locked<R>(_ body: () -> R) -> R {
        unsafe pthread_mutex_lock(mutex.address)
        defer { unsafe pthread_mutex_unlock(mutex.address) }
        return body()
    }

    func wait() { unsafe pthread_cond_wait(changed.address, mutex.address) }

    func broadcast() { unsafe pthread_cond_broadcast(changed.address) }
}
