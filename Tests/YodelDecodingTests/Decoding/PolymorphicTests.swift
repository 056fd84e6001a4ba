import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Answers by a key that may stand anywhere in the object.
private class Animal: PolymorphicModel, Hashable {
    var kind = ""
    var name = "init"
    var next: Animal?
    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        switch object["kind"]?.stringValue {
        case "cat": Cat.self
        case "dog": Dog.self
        default: nil
        }
    }

    static func == (left: Animal, right: Animal) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Cat: Animal { var lives = 9 }
private final class Dog: Animal { var age: UInt8 = 1 }

/// Two plans of one class are made at the same time: the first time that it is asked for its keys, another decode makes the other one.
private class Guest: PolymorphicModel {
    var name = "init"
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { object["age"] == nil ? nil : LateGuest.self }
    class func describe(_ model: inout ModelDescription) {}
}

private final class LateGuest: Guest {
    var age = 1
    static let isFirst = Locked(true)
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        let isFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        if isFirst { _ = try? ModelDecoder().decode(Room.self, from: #"{"guest": {"age": 2}}"#) }
    }
}

private struct Room: Model { var guest = Guest() }

private struct Cage: Model {
    var plain = Animal()
    var maybe: Animal?
    var twice: Animal??
    var list: [Animal] = []
    var optionals: [Animal?] = []
    var lists: [[Animal]] = []
    var packed: ContiguousArray<Animal> = []
    var group: Set<Animal> = []
    var table: [String: Animal] = [:]
    var deep: Animal?
    var first: Animal?
    var second: Animal?
    var raw: JSONValue = .null
    var choice: Animal?
    var indexed: Animal?
    var after = 0

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "deep": "in.ner", "first": "shared", "second": "shared", "raw": "shared", "choice": ["one", "two"], "indexed": "items.1",
        ]
    }
}

/// Where an object may stand in a cage.
private struct Place: Sendable, CustomTestStringConvertible {
    let path: String
    let wrap: @Sendable (String) -> String
    let pick: @Sendable (Cage) -> [Animal?]
    var testDescription: String { path }

    func document(_ object: String) -> String { "{\n\(wrap(object)), \"after\": 5}" }

    static let all = [
        Place(path: "plain", wrap: { #""plain": \#($0)"# }, pick: { [$0.plain] }),
        Place(path: "maybe", wrap: { #""maybe": \#($0)"# }, pick: { [$0.maybe] }),
        Place(path: "twice", wrap: { #""twice": \#($0)"# }, pick: { [$0.twice ?? nil] }),
        Place(path: "list[1]", wrap: { #""list": [{}, \#($0), {}]"# }, pick: { $0.list.count == 3 ? [$0.list[1]] : [] }),
        Place(path: "optionals[1]", wrap: { #""optionals": [null, \#($0)]"# }, pick: { $0.optionals.count == 2 ? [$0.optionals[1]] : [] }),
        Place(path: "lists[1][0]", wrap: { #""lists": [[], [\#($0)]]"# }, pick: { $0.lists.count == 2 ? $0.lists[1] : [] }),
        Place(path: "packed[0]", wrap: { #""packed": [\#($0)]"# }, pick: { Array($0.packed) }),
        Place(path: "group[0]", wrap: { #""group": [\#($0)]"# }, pick: { Array($0.group) }),
        Place(path: "table.k", wrap: { #""table": {"a": {}, "k": \#($0)}"# }, pick: { $0.table.count == 2 ? [$0.table["k"]] : [] }),
        Place(path: "in.ner", wrap: { #""in": {"x": 1, "ner": \#($0)}"# }, pick: { [$0.deep] }),
        Place(path: "shared", wrap: { #""shared": \#($0)"# }, pick: { $0.first === $0.second ? [] : [$0.first, $0.second] }),
        Place(path: "one", wrap: { #""two": {"kind": "dog"}, "one": \#($0)"# }, pick: { [$0.choice] }),
        Place(path: "items[1]", wrap: { #""items": [{"kind": "dog"}, \#($0)]"# }, pick: { [$0.indexed] }),
    ]
}

/// Decodes in one piece, or in chunks of a size.
private func decode<T>(_ type: T.Type, _ json: String, size: Int, _ options: DecodingOptions = .lenient) -> Result<T, ModelError> {
    let bytes = Array(json.utf8)
    return size == 0 ? decodeWhole(type, bytes, options) : decodeInChunks(type, bytes, size: size, options)
}

@Suite("Types by content") struct PolymorphicTests {
    // MARK: Places

    @Test(arguments: Place.all, 0...7)
    fileprivate func chosenEverywhere(place: Place, size: Int) throws {
        for object in [
            #"{"kind": "cat", "name": "Tom", "lives": 7}"#, #"{"lives": 7, "name": "Tom", "kind": "cat"}"#,
            #"{"kind": "dog", "lives": 7, "kind": "cat", "name": "Tom"}"#, #"{"k\u0069nd": "c\u0061t", "name": "Tom", "lives": 7}"#,
        ] {
            let cage = try decode(Cage.self, place.document(object), size: size).get()
            let found = place.pick(cage)
            #expect(!found.isEmpty && cage.after == 5)
            for animal in found {
                let cat = try #require(animal as? Cat)
                #expect(cat.lives == 7 && cat.name == "Tom" && cat.kind == "cat")
            }
        }
        let plain = try decode(Cage.self, place.document(#"{"name": "none", "lives": 3}"#), size: size).get()
        #expect(!place.pick(plain).isEmpty)
        #expect(place.pick(plain).allSatisfy { animal in animal.map { type(of: $0) == Animal.self && $0.name == "none" } ?? false })
    }

    @Test(arguments: 0...7)
    func chosenAtTheRoot(size: Int) throws {
        let dog = try decode(Animal.self, #" {"age": 4, "name": "Rex", "kind": "dog"} "#, size: size).get()
        #expect((dog as? Dog)?.age == 4 && dog.name == "Rex")
        let cat = try decode(Animal?.self, #"{"kind": "cat", "lives": 2}"#, size: size).get()
        #expect((cat as? Cat)?.lives == 2)
        let all = try decode([Animal].self, #"[{"kind": "cat"}, {}, {"age": 3, "kind": "dog"}]"#, size: size).get()
        #expect(all.map { "\(type(of: $0))" } == ["Cat", "Animal", "Dog"])
        let byName = try decode([String: Animal].self, #"{"a": {"kind": "dog"}, "b": {}, "a": {"kind": "cat"}}"#, size: size).get()
        #expect(byName.count == 2 && byName["a"] is Cat && byName["b"].map { type(of: $0) == Animal.self } == true)
    }

    /// A part of a document, a value that is parsed, and Swift's own values go the same way.
    @Test func chosenFromEverySource() throws {
        let json = #"{"data": [0, {"lives": 3, "kind": "cat"}]}"#
        #expect((try ModelDecoder().decode(Animal.self, from: json, at: "data[1]") as? Cat)?.lives == 3)
        let value: JSONValue = ["lives": 3, "next": ["kind": "dog", "age": 2], "kind": "cat"]
        let cat = try #require(try ModelDecoder().decode(Animal.self, from: value) as? Cat)
        #expect(cat.lives == 3 && (cat.next as? Dog)?.age == 2)
        let own: [String: Any] = ["lives": 3, "next": ["kind": "dog", "age": 2] as [String: Any], "kind": "cat"]
        let other = try #require(try ModelDecoder().decode(Animal.self, from: own) as? Cat)
        #expect(other.lives == 3 && (other.next as? Dog)?.age == 2)
    }

    // MARK: Nesting

    @Test(arguments: 0...7)
    func threeDeep(size: Int) throws {
        let json = #"{"next": {"lives": 3, "next": {"kind": "dog", "age": 8}, "kind": "cat"}, "age": 2, "kind": "dog"}"#
        let root = try #require(try decode(Animal.self, json, size: size).get() as? Dog)
        let middle = try #require(root.next as? Cat)
        let last = try #require(middle.next as? Dog)
        #expect(root.age == 2 && middle.lives == 3 && last.age == 8 && last.next == nil)
    }

    /// A chain of objects, each with the key that decides at its end.
    private static func chain(_ depth: Int) -> String {
        var json = #"{"name": "end"}"#
        for level in 1..<depth { json = #"{"name": "n\#(level)", "next": \#(json), "kind": "\#(level % 2 == 0 ? "cat" : "dog")"}"# }
        return json
    }

    @Test func longChainsAreRight() throws {
        var node: Animal? = try ModelDecoder(.strict).decode(Animal.self, from: Self.chain(400))
        var level = 399
        while let animal = node, level > 0 {
            #expect("\(type(of: animal))" == (level % 2 == 0 ? "Cat" : "Dog") && animal.name == "n\(level)")
            node = animal.next
            level -= 1
        }
        #expect(node?.name == "end" && node?.next == nil)
    }

    /// If each level walked all below it, the time would be quadratic.
    @Test func longChainsTakeLinearTime() throws {
        try LinearTime.expect(100, make: { Array(Self.chain($0).utf8) }) { bytes in
            for _ in 0..<10 { _ = try ModelDecoder().decode(Animal.self, from: bytes) }
        }
    }

    // MARK: Errors inside

    @Test(arguments: Place.all, 0...7)
    fileprivate func errorsInsideHaveTheirOwnPlace(place: Place, size: Int) throws {
        for object in [
            "{\"kind\": \"dog\",\n \"name\": \"é\", \"age\": \"old\"}", "{\"name\": \"é\",\n\n  \"age\": \"old\", \"kind\": \"dog\"}",
        ] {
            let json = place.document(object)
            let at = location(of: "\"old\"", in: json)
            let expected = ErrorFields(
                .mismatch, .typeMismatch, at: at.offset, line: at.line, column: at.column, path: place.path + ".age",
                "expected UInt8, found a string")
            #expect(decode(Cage.self, json, size: size, .strict).errorFields == expected)
        }
    }

    @Test(arguments: 0...7)
    func errorsInsideSeveral(size: Int) {
        let json = #"{"list":[{"next":{"next":{"age":300,"kind":"dog"},"kind":"cat"}}]}"#
        #expect(
            decode(Cage.self, json, size: size, .strict).errorFields
                == ErrorFields(
                    .mismatch, .numberOutOfRange, at: 32, path: "list[0].next.next.age",
                    "expected UInt8, found a number that it cannot hold"))
        // The report of a lenient decode says the same.
        var report = DecodingReport()
        _ = try? ModelDecoder().decode(Cage.self, from: json, report: &report)
        #expect(
            report.issues.map(\.description) == [
                "list[0].next.next.age, byte 32: expected UInt8, found a number that it cannot hold; kept"
            ])
    }

    // MARK: Instances that are there

    @Test func anInstanceIsKeptWhenNothingIsAskedFor() throws {
        var cage = Cage()
        let (cat, plain) = (Cat(), cage.plain)
        cage.maybe = cat
        cat.name = "old"
        try ModelDecoder().update(&cage, from: #"{"maybe": {"lives": 4}, "plain": {"name": "p"}}"#)
        #expect(cage.maybe === cat && cat.lives == 4 && cat.name == "old" && cage.plain === plain && plain.name == "p")
    }

    @Test func anInstanceOfTheClassAskedForIsChanged() throws {
        var cage = Cage()
        let cat = Cat()
        cage.plain = cat
        try ModelDecoder().update(&cage, from: #"{"plain": {"lives": 4, "kind": "cat"}}"#)
        #expect(cage.plain === cat && cat.lives == 4 && cat.kind == "cat" && cat.name == "init")
    }

    @Test func anInstanceIsChangedWhoeverMakesItsPlan() throws {
        let guest = LateGuest()
        var room = Room(guest: guest)
        try ModelDecoder().update(&room, from: #"{"guest": {"age": 4}}"#)
        #expect(room.guest === guest && guest.age == 4)
    }

    @Test func anInstanceOfAnotherClassIsReplaced() throws {
        var cage = Cage()
        let (cat, plain) = (Cat(), cage.plain)
        cat.name = "old"
        cage.maybe = cat
        cage.deep = cat
        try ModelDecoder().update(
            &cage, from: #"{"maybe": {"age": 4, "kind": "dog"}, "plain": {"kind": "cat", "name": "new"}, "in": {"ner": {"kind": "dog"}}}"#)
        let dog = try #require(cage.maybe as? Dog)
        #expect(dog.age == 4 && dog.name == "init" && cage.plain is Cat && cage.plain.name == "new" && cage.deep is Dog)
        #expect(cat.name == "old" && cat.kind == "" && cat.lives == 9 && plain.name == "init" && plain.kind == "")
    }

    @Test func aRootOfAnotherClassIsReplaced() throws {
        var animal = Animal()
        let before = animal
        try ModelDecoder().update(&animal, from: #"{"lives": 4, "kind": "cat"}"#)
        let cat = try #require(animal as? Cat)
        #expect(cat.lives == 4 && before.kind == "")
        try ModelDecoder().update(&animal, from: #"{"lives": 5}"#)
        #expect(animal === cat && cat.lives == 5)
    }

    /// The variable holds any animal; what is in it now does not narrow that.
    @Test func aRootThatIsASubclassIsReplacedToo() throws {
        var animal: Animal = Cat()
        try ModelDecoder().update(&animal, from: #"{"age": 4, "kind": "dog"}"#)
        #expect((animal as? Dog)?.age == 4)
    }
}
