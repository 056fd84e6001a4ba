#if Ingest
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
