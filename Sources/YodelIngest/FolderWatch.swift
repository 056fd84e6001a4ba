#if Ingest
import Synchronization
internal import YodelSystem

// One descriptor serves all names that are followed. Each folder has one watch, and one list of events; whoever asks for a name reads the list from the first event of
// that name on, since only from then on it matters what else happens in the folder:
//
//     created log | moved a → b | moved log → c | moved c → d | created log
//     ^ log is asked for from here on, until all files that have had the name are open

/// What happens to the names in folders, as the kernel tells it (inotify).
final class FolderEvents: Sendable {
    /// Whoever asks for a name.
    fileprivate struct Listener {
        let folder: Int32
        let name: String
        /// Whether the name is a pattern.
        let isPattern: Bool
        /// Who is told of an event.
        let owner: Int?
        /// The number of the next event; nil until there is one of the name.
        var next: Int?
        var isCut = false
        var hasEnded = false
    }

    fileprivate struct Folder {
        var listeners: [String: Set<Int>] = [:]
        /// Those of patterns.
        var patterns: Set<Int> = []
        /// Listeners that read the events.
        var readers: Set<Int> = []
        /// The number of the first event.
        var first = 0
        var events: [FolderWatch.Event] = []

        var end: Int { first + events.count }
        var isEmpty: Bool { listeners.isEmpty && patterns.isEmpty }
    }

    fileprivate struct State {
        var folders: [Int32: Folder] = [:]
        var listeners: [Int: Listener] = [:]
        var count = 0
    }

    /// What the kernel tells; nil if it tells nothing.
    let source = FileEvents()
    private let state = Mutex(State())
    private let tell: @Sendable (Set<Int>) -> Void

    /// - Parameter tell: Called with the owners of names to which something has happened.
    init(tell: @escaping @Sendable (Set<Int>) -> Void = { _ in }) {
        self.tell = tell
    }

    /// So many events wait at the most for those who read them.
    fileprivate static var mostEvents: Int { 1 << 16 }

    /// Takes note of what the kernel has told.
    func look() {
        guard let source else { return }
        let owners = state.withLock { state in
            var owners: Set<Int> = []
            for event in source.news() { state.add(event, source, &owners) }
            return owners
        }
        if !owners.isEmpty { tell(owners) }
    }

    /// - Returns: The number of a listener; nil if there is no such folder, or the system watches no more of them.
    fileprivate func add(_ folder: String, _ name: String, isPattern: Bool, owner: Int?) -> Int? {
        state.withLock { state in
            let kinds: FileEvents.Kinds = [.created, .movedAway, .movedHere, .deleted, .folderMoved, .isFolder]
            guard let watch = source?.watch(folder, kinds) else { return nil }
            state.count += 1
            state.listeners[state.count] = Listener(folder: watch, name: name, isPattern: isPattern, owner: owner)
            if isPattern {
                state.folders[watch, default: Folder()].patterns.insert(state.count)
            } else {
                state.folders[watch, default: Folder()].listeners[name, default: []].insert(state.count)
            }
            return state.count
        }
    }

    fileprivate func remove(_ number: Int) {
        state.withLock { state in
            state.settle(number, isForced: true)
            guard let listener = state.listeners.removeValue(forKey: number) else { return }
            state.folders[listener.folder]?.patterns.remove(number)
            state.folders[listener.folder]?.listeners[listener.name]?.remove(number)
            if state.folders[listener.folder]?.listeners[listener.name]?.isEmpty == true {
                state.folders[listener.folder]?.listeners[listener.name] = nil
            }
            guard state.folders[listener.folder]?.isEmpty == true else { return }
            state.folders[listener.folder] = nil
            source?.end(listener.folder)
        }
    }

    fileprivate func news(_ number: Int) -> FolderWatch.News {
        look()
        return state.withLock { state in
            guard let listener = state.listeners[number] else { return FolderWatch.News() }
            var news = FolderWatch.News(isCut: listener.isCut, hasEnded: listener.hasEnded)
            state.listeners[number]?.isCut = false
            if let next = listener.next, let folder = state.folders[listener.folder] {
                news.events = Array(folder.events[(next - folder.first)...])
                state.listeners[number]?.next = folder.end
                // It may read on for long.
                if listener.isPattern { state.dropRead(listener.folder) }
            }
            return news
        }
    }

    fileprivate func settle(_ number: Int) { state.withLock { $0.settle(number, isForced: false) } }
}

extension FolderEvents.State {
    fileprivate mutating func add(_ event: FileEvents.Event, _ source: FileEvents, _ owners: inout Set<Int>) {
        if event.kinds.contains(.cut) {
            for number in listeners.keys { cut(number, &owners) }
            return
        }
        guard folders[event.watch] != nil else { return }
        if !event.kinds.isDisjoint(with: [.ended, .folderMoved]) {
            for number in folders[event.watch].map({ $0.listeners.values.flatMap(\.self) + $0.patterns }) ?? [] {
                listeners[number]?.hasEnded = true
                if let owner = listeners[number]?.owner { owners.insert(owner) }
            }
            if event.kinds.contains(.folderMoved) { source.end(event.watch) }
            return
        }
        var numbers = folders[event.watch]?.listeners[event.name] ?? []
        for number in folders[event.watch]?.patterns ?? [] where FolderWatch.fits(event.name, listeners[number]?.name ?? "") {
            numbers.insert(number)
        }
        for number in numbers {
            guard let listener = listeners[number] else { continue }
            if let owner = listener.owner { owners.insert(owner) }
            if listener.next == nil {
                listeners[number]?.next = folders[event.watch]?.end
                folders[event.watch]?.readers.insert(number)
            }
        }
        guard let folder = folders[event.watch], !folder.readers.isEmpty else { return }
        if folder.events.count >= FolderEvents.mostEvents {
            for number in folder.readers { cut(number, &owners) }
            folders[event.watch]?.drop()
        }
        let known: [(FileEvents.Kinds, FolderWatch.Event.Kind)] = [
            (.created, .created), (.movedAway, .movedAway), (.movedHere, .movedHere), (.deleted, .deleted),
        ]
        for (bit, kind) in known where event.kinds.contains(bit) {
            folders[event.watch]?.events.append(FolderWatch.Event(kind: kind, name: event.name, cookie: event.cookie))
        }
    }

    /// Notes that a listener has missed events.
    private mutating func cut(_ number: Int, _ owners: inout Set<Int>) {
        guard let listener = listeners[number] else { return }
        listeners[number]?.isCut = true
        if listener.next != nil { listeners[number]?.next = folders[listener.folder]?.end }
        if let owner = listener.owner { owners.insert(owner) }
    }

    /// Drops the events of a folder that all who read them have read.
    fileprivate mutating func dropRead(_ watch: Int32) {
        guard let folder = folders[watch], let next = folder.readers.compactMap({ listeners[$0]?.next }).min() else { return }
        folders[watch]?.events.removeFirst(next - folder.first)
        folders[watch]?.first = next
    }

    /// Ends the reading of a listener.
    ///
    /// - Parameter isForced: Whether that is so though there are events that it has not read.
    fileprivate mutating func settle(_ number: Int, isForced: Bool) {
        guard let listener = listeners[number], let next = listener.next, let folder = folders[listener.folder],
            isForced || next == folder.end
        else { return }
        listeners[number]?.next = nil
        folders[listener.folder]?.readers.remove(number)
        if folders[listener.folder]?.readers.isEmpty == true { folders[listener.folder]?.drop() }
    }
}

extension FolderEvents.Folder {
    /// Drops all events; their numbers go on.
    fileprivate mutating func drop() {
        first = end
        events = []
    }
}

/// What happens to a name, and from then on to the others in its folder.
final class FolderWatch: Sendable {
    /// Something that has happened to a name.
    struct Event: Equatable {
        enum Kind {
            case created, movedAway, movedHere, deleted
        }

        let kind: Kind
        let name: String
        /// The same for the two halves of a renaming.
        var cookie: UInt32 = 0
    }

    /// What the kernel has told since the last time.
    struct News {
        var events: [Event] = []
        /// There was more than the kernel keeps.
        var isCut = false
        /// The folder is gone, or elsewhere: nothing more that matters will be told.
        var hasEnded = false
    }

    private let events: FolderEvents
    private let number: Int

    /// - Parameters:
    ///   - owner: Who is told of what happens to the name.
    /// - Returns: nil if there is no such folder, or the system watches no more of them.
    init?(_ folder: String, _ name: String, in events: FolderEvents, owner: Int) {
        guard let number = events.add(folder, name, isPattern: false, owner: owner) else { return nil }
        (self.events, self.number) = (events, number)
    }

    /// What happens to names that fit a pattern, from the first event of one of them on; nobody is told of it.
    ///
    /// - Returns: nil if there is no such folder, or the system watches no more of them.
    init?(_ folder: String, fitting pattern: String, in events: FolderEvents) {
        guard let number = events.add(folder, pattern, isPattern: true, owner: nil) else { return nil }
        (self.events, self.number) = (events, number)
    }

    /// Whether a name fits a pattern, as names of files do.
    static func fits(_ name: String, _ pattern: String) -> Bool { unsafe fnmatch(pattern, name, FNM_PERIOD) == 0 }

    deinit { events.remove(number) }

    /// What has happened since the last call, from the first event of the name on.
    func news() -> News { events.news(number) }

    /// Whether something has happened to the name since the last call.
    var hasNews: Bool {
        let news = news()
        settle()
        return !news.events.isEmpty || news.isCut || news.hasEnded
    }

    /// Waits for the next event of the name: what happens to others does not matter until then.
    func settle() { events.settle(number) }
}
#endif
