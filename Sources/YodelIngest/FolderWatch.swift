#if Ingest
internal import YodelSystem

/// What happens to the names in a folder, in its order, as the kernel tells it (inotify). The kernel notes it while nobody asks. Of a file system that other machines
/// write to it does not know all.
final class FolderWatch {
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

    private let descriptor: Int32

    /// - Returns: nil if there is no such folder, or the system watches no more of them.
    init?(_ folder: String) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let kinds = IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_MOVE_SELF | IN_ONLYDIR
        guard unsafe inotify_add_watch(descriptor, folder, UInt32(kinds)) >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// What has happened since the last call.
    func news() -> News {
        var news = News()
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe YodelSystem.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return news }
            Self.add(buffer[..<count], to: &news)
        }
    }

    /// Reads events: four numbers of four bytes (the watch, the kinds, the cookie, the bytes of the name) and the name, filled up with zeros.
    private static func add(_ bytes: ArraySlice<UInt8>, to news: inout News) {
        var rest = bytes
        while rest.count >= 16 {
            func number(_ index: Int) -> UInt32 {
                let start = rest.startIndex + index * 4
                return unsafe rest[start..<start + 4].withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
            }
            let (kinds, cookie, length) = (Int32(truncatingIfNeeded: number(1)), number(2), Int(number(3)))
            let name = String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            rest = rest.dropFirst(16 + length)
            if kinds & IN_Q_OVERFLOW != 0 { news.isCut = true }
            if kinds & (IN_IGNORED | IN_MOVE_SELF) != 0 { news.hasEnded = true }
            let known: [(Int32, Event.Kind)] = [
                (IN_CREATE, .created), (IN_MOVED_FROM, .movedAway), (IN_MOVED_TO, .movedHere), (IN_DELETE, .deleted),
            ]
            for (bit, kind) in known where kinds & bit != 0 { news.events.append(Event(kind: kind, name: name, cookie: cookie)) }
        }
    }
}

/// The files that have had a name, one after the other, and what each of them is called now: what the events of their folder say.
struct NameHistory {
    /// One file that has had the name.
    struct Turn: Equatable {
        /// What it is called in its folder; nil if it is not there, or on its way.
        var name: String?
        /// That of a renaming whose other half has not been told.
        var cookie: UInt32?
        /// How often it has been looked for.
        var looks = 0
    }

    /// Those that have not been taken yet, in their order.
    var turns: [Turn] = []

    /// Takes note of events.
    ///
    /// - Parameter name: The name whose files are wanted.
    mutating func add(_ events: [FolderWatch.Event], to name: String) {
        for event in events {
            switch event.kind {
            case .created:
                if event.name == name { turns.append(Turn(name: name)) }
            case .movedAway:
                for index in turns.indices where turns[index].name == event.name {
                    (turns[index].name, turns[index].cookie) = (nil, event.cookie)
                }
            case .movedHere:
                let moved = turns.firstIndex { $0.cookie == event.cookie }
                // What had that name is gone.
                for index in turns.indices where turns[index].name == event.name { turns[index].name = nil }
                if let moved {
                    (turns[moved].name, turns[moved].cookie) = (event.name, nil)
                } else if event.name == name {
                    turns.append(Turn(name: name))
                }
            case .deleted:
                for index in turns.indices where turns[index].name == event.name { turns[index].name = nil }
            }
        }
    }
}
#endif
