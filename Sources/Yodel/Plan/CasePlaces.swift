// Where the tags and the payload of an enum stand, if they are not keys of one object: at the ends of paths, several tags, a payload whose key the tag names.
//
//     tagged(at: "data.type", content: "data.attributes")      data ─┬─ type          tag 0
//                                                                    └─ attributes    content
//     keyed(by: "type")                                        type                   tag 0
//                                                              (the name)             content

/// Where a payload stands.
enum CasesContent: Hashable, Sendable {
    /// Its keys are the object's own.
    case among
    /// At the end of a path.
    case at(String)
    /// In the object of the only tag, under a key that is the case's name.
    case named
}

/// A key of an enum's form in an object.
struct FormKey: Sendable {
    enum Role: Sendable {
        case tag(Int)
        case content
        /// It leads to others.
        case way
    }

    /// nil: the case's name.
    let key: KnownKey?
    let role: Role
    var below: [FormKey] = []
}

/// Where the tags and the payload of an enum stand.
struct CasePlaces: Sendable {
    /// The way to each tag.
    private(set) var tags: [[KnownKey]] = []
    let content: CasesContent
    /// The way to the payload, up to the case's name if that is its key.
    private(set) var contentPath: [KnownKey] = []
    /// The same as a tree: the keys of the object itself.
    private(set) var keys: [FormKey] = []

    /// - Throws: An error of category `model` if a path leads nowhere, or two through each other.
    init(_ tags: [String], _ content: CasesContent, of type: Any.Type) throws(ModelError) {
        self.content = content
        precondition(!tags.isEmpty, "a form with a tag has one")
        for (index, tag) in tags.enumerated() {
            let path = try Self.path(tag, of: type)
            guard Self.insert(path[...], .tag(index), into: &keys) else { throw .tagInTheWay(tag, of: type) }
            self.tags.append(path.map { KnownKey($0) })
        }
        switch content {
        case .among: break
        case .at(let text):
            let path = try Self.path(text, of: type)
            guard Self.insert(path[...], .content, into: &keys) else { throw .tagInTheWay(text, of: type) }
            contentPath = path.map { KnownKey($0) }
        case .named:
            contentPath = Array(self.tags[0].dropLast())
            Self.insertNamed(behind: contentPath[...], into: &keys)
        }
    }

    /// The way to the payload of a case; none if its keys are the object's own.
    func contentPath(_ name: CaseName) -> [KnownKey] {
        guard content == .named, let part = name.only else { return contentPath }
        return contentPath + [part.key]
    }

    /// Whether a key stands beside the payload's, if the case's name is that.
    func hasKeyBesideNamed(_ text: String) -> Bool {
        var level = keys
        for key in contentPath { level = level.first { $0.key?.bytes == key.bytes }?.below ?? [] }
        return level.contains { $0.key?.bytes == Array(text.utf8) }
    }

    private static func path(_ text: String, of type: Any.Type) throws(ModelError) -> [String] {
        if let reason = KeyText.reasonAgainst(text) { throw .tagLeadsNowhere(text, reason, of: type) }
        var keys: [String] = []
        for component in JSONPath(stringLiteral: text).components {
            guard case .key(let key) = component else {
                throw .tagLeadsNowhere(text, "a tag and a payload stand in objects, not in arrays", of: type)
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw .tagLeadsNowhere(text, "it has no key", of: type) }
        return keys
    }

    /// - Returns: false if the path is another one, leads through another one or is on the way of one.
    private static func insert(_ path: ArraySlice<String>, _ role: FormKey.Role, into level: inout [FormKey]) -> Bool {
        guard let first = path.first else { return false }
        let bytes = Array(first.utf8)
        if let index = level.firstIndex(where: { $0.key?.bytes == bytes }) {
            guard path.count > 1, case .way = level[index].role else { return false }
            return insert(path.dropFirst(), role, into: &level[index].below)
        }
        var one = FormKey(key: KnownKey(first), role: path.count == 1 ? role : .way)
        if path.count > 1 { guard insert(path.dropFirst(), role, into: &one.below) else { return false } }
        level.append(one)
        return true
    }

    private static func insertNamed(behind way: ArraySlice<KnownKey>, into level: inout [FormKey]) {
        guard let first = way.first, let index = level.firstIndex(where: { $0.key?.bytes == first.bytes }) else {
            return level.append(FormKey(key: nil, role: .content))
        }
        insertNamed(behind: way.dropFirst(), into: &level[index].below)
    }
}
