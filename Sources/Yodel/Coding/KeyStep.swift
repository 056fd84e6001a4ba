/// A step on the way to a value: a key where it lies, which is copied only if somebody asks for the way, or a place in an array.
@safe struct KeyStep {
    private let key: ValueAddress?
    private let type: any CodingKey.Type
    /// -1: there is none; -2: the key is a dictionary's; -3: it is, and is a key as the standard library has it.
    private let index: Int

    /// No step.
    static var none: KeyStep { KeyStep(key: nil, type: PlaceKey.self, index: -1) }

    private init(key: ValueAddress?, type: any CodingKey.Type, index: Int) {
        self.key = key
        self.type = type
        self.index = index
    }

    /// A key, which stays where it is as long as the step is in use.
    @unsafe @inline(__always)
    init<Key: CodingKey>(_ key: UnsafePointer<Key>) {
        unsafe self.init(key: ValueAddress(key), type: Key.self, index: -1)
    }

    /// A key of a dictionary, which stays where it is as long as the step is in use.
    ///
    /// - Parameter isAsGiven: Whether no strategy changes keys, so that the key is one that the dictionary's own `encode(to:)` would make.
    @unsafe @inline(__always)
    init(ofDictionary key: UnsafePointer<String>, isAsGiven: Bool) {
        unsafe self.init(key: ValueAddress(key), type: PlaceKey.self, index: isAsGiven ? -3 : -2)
    }

    /// The step to a dictionary whose keys no strategy changes: Foundation's way to its values does not lead over the dictionary's own key, unless
    /// that is one of a dictionary too.
    var toDictionary: KeyStep { index < -1 ? self : .none }

    /// A place in an array.
    @inline(__always)
    init(index: Int) {
        self.init(key: nil, type: PlaceKey.self, index: index)
    }

    /// The step as a key.
    var codingKey: (any CodingKey)? {
        guard let key else { return index < 0 ? nil : PlaceKey(index: index) }
        if index < -1 {
            // SAFETY: the key was a string when the step was made, and is where it was.
            let text = unsafe key.assumingMemoryBound(to: String.self).pointee
            return index == -2 ? PlaceKey(text) : text.codingKey
        }
        let load: (any CodingKey.Type) -> any CodingKey = { Self.load($0, key) }
        return load(type)
    }

    private static func load<Key: CodingKey>(_ type: Key.Type, _ address: ValueAddress) -> any CodingKey {
        // SAFETY: the key was of this type when the step was made, and is where it was.
        unsafe address.assumingMemoryBound(to: Key.self).pointee
    }
}

extension EncodingLevel {
    /// The way from the document to this container, outermost first. Keys of nested containers count only for containers, as in Foundation:
    /// what is encoded in one is said to stand in the value that made it. In models they count for all.
    var path: [any CodingKey] {
        if let wholePath { return wholePath }
        if role == .nested { return scope.with { $0.path } + CodingSteps.path(nestedSteps) }
        var keys: [any CodingKey] = []
        var level = self
        var whole: [any CodingKey] = []
        while true {
            if let path = level.wholePath {
                whole = path
                break
            }
            if let key = level.step.codingKey { keys.append(key) }
            if level.nestedSteps != nil { keys += CodingSteps.path(level.nestedSteps).reversed() }
            guard let owner = level.owner else { break }
            // SAFETY: an owner goes on as long as what it encodes; who is kept longer has a whole path.
            level = owner.level
        }
        return whole + keys.reversed()
    }

    /// The way to a value in this container.
    func path(to key: some CodingKey) -> [any CodingKey] {
        session.model != nil ? path + [key] : scope.with { $0.path + [key] }
    }
}
