#if Ingest
import Synchronization
internal import YodelSystem

// Thousands of files are followed by few tasks. A file that has been read to its end rests in the pool, and is handed out again when
//
//     the kernel tells      that bytes are written to it, or that something has happened to its name or a link that leads there
//     its status differs    as all of them are looked at, a thousand a second: of some file systems the kernel does not know all
//     its time has come     a file that has lost its name is done with after a while
//
// One thread waits for that. So the cost of a quiet file is a look at its status every second or two.

/// A file that rests in a pool. The pool alone uses it then.
protocol RestingFile: AnyObject, Sendable {
    var rest: FollowPool.Rest { get }
    var hasOpenFile: Bool { get }
    /// Since when no file has the name, and none is read, in nanoseconds.
    var missingSince: UInt64? { get }
    /// Whether the file is open, has lost its name, and has other bytes than have been read.
    var hasUnnamedNews: Bool { get }
    /// Gives up what only a reading needs.
    func endReading()
    /// Closes the file, if it can be found again.
    ///
    /// - Returns: Whether it is closed.
    func closeFile() -> Bool
}

/// Files that are followed: those that rest, and those that wait for their turn.
final class FollowPool: Sendable {
    /// What was seen when a file began to rest.
    struct Rest: Sendable {
        /// The path that is followed.
        let path: String
        /// The file that had the name.
        let key: FileKey?
        /// Its bytes; nil if it is not the one that is read.
        let size: Int?
        /// When it is to be looked at in any case, in nanoseconds.
        let due: UInt64?
    }

    fileprivate struct Sleeper {
        let file: any RestingFile
        let rest: Rest
        let since: UInt64
        var written: FileTime?
    }

    fileprivate struct State {
        var sleepers: [Int: Sleeper] = [:]
        var ready: ArraySlice<Int> = []
        /// Those that have been handed out, and whether they have been woken since.
        var running: [Int: Bool] = [:]
        var workers: [CheckedContinuation<Int?, Never>] = []
        /// Those that rest with an open file, the longest first.
        var open: [Int] = []
        /// Those of them whose file cannot be found again.
        var unnamed: Set<Int> = []
        var due: [Int: UInt64] = [:]
        /// The watches of files.
        var watches: [Int32: Int] = [:]
        var watched: [Int: (watch: Int32, key: FileKey)] = [:]
        /// Whether a file is not watched.
        var isBlind = false
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let wait: EventWait
    private let files = FileEvents()
    private let thread = Mutex<SystemThread?>(nil)
    /// What happens to the names that are followed.
    let names: FolderEvents

    /// A file that has been found is forgotten when it has been missing for so long, in nanoseconds.
    private static var missingTime: UInt64 { 60_000_000_000 }
    /// As many files that rest stay open.
    private static var mostOpen: Int { 48 }
    /// After so long a file that rests needs no reading, in nanoseconds.
    private static var readingTime: UInt64 { 1_000_000_000 }

    /// - Throws: `IngestError` of kind `source` if the system has no room for it.
    init() throws(IngestError) {
        guard let wait = EventWait() else { throw .system(.source, "files cannot be followed") }
        self.wait = wait
        let link = WeakPool()
        names = FolderEvents { link.pool.withLock { $0.pool }?.wake($0) }
        link.pool.withLock { $0.pool = self }
    }

    /// Begins: the files have their turn that have been added.
    ///
    /// - Parameter find: Looks for new files, every now and then.
    /// - Throws: `IngestError` of kind `source` if the system has no thread for it.
    func begin(find: (@Sendable () -> Void)?) throws(IngestError) {
        let thread = SystemThread { self.work(find) }
        guard let thread else { throw IngestError(.source, "files cannot be followed: the system has no thread for it") }
        self.thread.withLock { $0 = thread }
    }

    /// Hands out no more files, and wakes who waits for one.
    func stop() {
        let workers = state.withLock { state in
            state.hasEnded = true
            defer { state.workers = [] }
            return state.workers
        }
        for worker in workers { worker.resume(returning: nil) }
        wait.wake()
    }

    /// Waits for the end of its thread, after a stop, and lets the files go.
    func join() {
        // They hold the pool.
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        withExtendedLifetime(sleepers) {}
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    /// Whether files wait for their turn.
    var isBusy: Bool { state.withLock { !$0.ready.isEmpty } }

    /// The number of a file that may have something to be read; waits for it.
    ///
    /// - Returns: nil at the end.
    func next() async -> Int? {
        await withCheckedContinuation { continuation in
            let next: Int?? = state.withLock { state in
                if state.hasEnded { return .some(nil) }
                guard let number = state.ready.popFirst() else {
                    state.workers.append(continuation)
                    return nil
                }
                state.running[number] = false
                return number
            }
            if let next { continuation.resume(returning: next) }
        }
    }

    /// Adds a file, which has its turn.
    func add(_ number: Int) { handOut([number]) }

    /// Removes files that have been missing for long.
    ///
    /// - Parameter isFound: Whether a file would be found again.
    /// - Returns: Their numbers.
    func removeMissing(_ isFound: (Int) -> Bool) -> [Int] {
        state.withLock { state in
            let now = Self.now
            let missing = state.sleepers.filter { number, sleeper in
                isFound(number) && sleeper.file.missingSince.map { now - min($0, now) > Self.missingTime } ?? false
            }
            for number in missing.keys {
                _ = state.wake(number)
                if let watch = state.watched[number]?.watch {
                    state.forget(watch)
                    files?.end(watch)
                }
            }
            return Array(missing.keys)
        }
    }

    /// Takes a file back that has been read to its end.
    func rest(_ number: Int, _ file: any RestingFile) {
        let rest = file.rest
        let isReady = state.withLock { state in
            state.watch(number, rest, files)
            if state.running.removeValue(forKey: number) == true { return true }
            state.sleepers[number] = Sleeper(file: file, rest: rest, since: Self.now)
            state.due[number] = rest.due
            if file.hasOpenFile { state.open.append(number) }
            while state.open.count > Self.mostOpen {
                let first = state.open.removeFirst()
                if state.sleepers[first]?.file.closeFile() == false { state.unnamed.insert(first) }
            }
            return false
        }
        if isReady { return handOut([number]) }
        if rest.due != nil { wait.wake() }
        // What has happened before it was watched.
        if hasNews(number, rest, nil) { wake([number]) }
    }

    /// Takes a file back that is to have another turn when others have had theirs.
    func pause(_ number: Int) {
        state.withLock { _ = $0.running.removeValue(forKey: number) }
        handOut([number])
    }

    /// Hands out files that rest.
    func wake(_ numbers: Set<Int>) {
        let woken = state.withLock { state in numbers.filter { state.wake($0) } }
        handOut(woken)
    }

    private func handOut(_ numbers: Set<Int>) {
        let pairs = state.withLock { state in
            var pairs: [(CheckedContinuation<Int?, Never>, Int)] = []
            for number in numbers {
                if let worker = state.workers.popLast() {
                    state.running[number] = false
                    pairs.append((worker, number))
                } else {
                    state.ready.append(number)
                }
            }
            return pairs
        }
        for (worker, number) in pairs { worker.resume(returning: number) }
    }

    // MARK: - The thread

    private func work(_ find: (@Sendable () -> Void)?) {
        var sweptAt = Self.now
        var findsAt = find == nil ? UInt64.max : sweptAt + 1_000_000_000
        while true {
            let (end, next) = state.withLock { state in
                (state.hasEnded, min(sweptAt + state.interval, findsAt, state.due.values.min() ?? .max))
            }
            if end { return }
            let now = Self.now
            let milliseconds = next > now ? Int((next - now) / 1_000_000) + 1 : 0
            wait.wait(for: [names.source, files].compactMap(\.self), milliseconds: milliseconds)
            names.look()
            let written = files?.news() ?? []
            var woken = state.withLock { state in
                let numbers = written.compactMap { state.forget($0.watch) }
                let now = Self.now
                return Set(numbers + state.due.filter { $0.value <= now }.keys)
            }
            if Self.now >= sweptAt + state.withLock({ $0.interval }) {
                woken.formUnion(sweep())
                sweptAt = Self.now
            }
            if !woken.isEmpty { wake(woken) }
            if let find, Self.now >= findsAt {
                let began = Self.now
                find()
                // Patterns of very many names are looked at less often: that takes a five hundredth of the time.
                findsAt = Self.now + max(1_000_000_000, (Self.now - began) * 500)
            }
            // What comes in quick succession is looked at together.
            usleep(1_000)
        }
    }

    /// Looks at all files that rest.
    ///
    /// - Returns: Those to which something has happened.
    private func sweep() -> Set<Int> {
        let sleepers = state.withLock { state in
            let now = Self.now
            for number in state.open {
                guard let sleeper = state.sleepers[number], sleeper.rest.due == nil, now - sleeper.since > Self.readingTime else {
                    continue
                }
                sleeper.file.endReading()
            }
            return state.sleepers
        }
        var found = state.withLock { state in
            Set((state.open + state.unnamed).filter { state.sleepers[$0]?.file.hasUnnamedNews ?? false })
        }
        for (number, sleeper) in sleepers where hasNews(number, sleeper.rest, sleeper.written) { found.insert(number) }
        return found
    }

    /// Whether a name, or its file, is not as it was.
    private func hasNews(_ number: Int, _ rest: Rest, _ written: FileTime?) -> Bool {
        let status = IngestSource.status(rest.path)
        guard status.map({ FileKey($0) }) == rest.key else { return true }
        guard let status, let size = rest.size else { return false }
        let time = FileTime(status)
        if written == nil { state.withLock { $0.sleepers[number]?.written = time } }
        return Int(status.st_size) != size || (written.map { $0 != time } ?? false)
    }

    /// Nanoseconds of a clock that goes on.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension FollowPool.State {
    /// Between two looks at all files, in nanoseconds.
    fileprivate var interval: UInt64 { min(max(UInt64(sleepers.count) * 1_000_000, isBlind ? 20_000_000 : 100_000_000), 2_000_000_000) }

    /// Has the kernel tell when bytes are written to a file.
    fileprivate mutating func watch(_ number: Int, _ rest: FollowPool.Rest, _ files: FileEvents?) {
        guard let key = rest.key, rest.size != nil, watched[number]?.key != key else { return }
        guard let watch = files?.watch(rest.path, [.written, .once]) else {
            isBlind = true
            return
        }
        if let old = watched[number], old.watch != watch {
            forget(old.watch)
            files?.end(old.watch)
        }
        watches[watch] = number
        watched[number] = (watch, key)
    }

    /// Forgets a watch that has ended.
    ///
    /// - Returns: Whose it was.
    @discardableResult
    fileprivate mutating func forget(_ watch: Int32) -> Int? {
        guard let number = watches.removeValue(forKey: watch) else { return nil }
        if watched[number]?.watch == watch { watched[number] = nil }
        return number
    }

    /// Ends the rest of a file.
    ///
    /// - Returns: Whether it has rested.
    fileprivate mutating func wake(_ number: Int) -> Bool {
        guard sleepers.removeValue(forKey: number) != nil else {
            if running[number] != nil { running[number] = true }
            return false
        }
        due[number] = nil
        open.removeAll { $0 == number }
        unnamed.remove(number)
        return true
    }
}

/// A pool, as long as it is there.
private final class WeakPool: Sendable {
    struct Link {
        weak var pool: FollowPool?
    }

    let pool = Mutex(Link())
}
#endif
