import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Described models")
struct DescribedModelTests {
    private typealias User = Described.User
    private let all = [
        ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl)), ModelDecoder(.with(\.onMissing, .fail)),
    ]

    private func user(_ text: String = User.text) throws -> User { try User(json: text) }

    // MARK: Reading

    @Test func whatComesIsThere() throws {
        for decoder in all {
            let user = try decoder.decode(User.self, from: User.text)
            #expect(user.id == 7 && user.name == "Ann" && user.role == .admin && user.email == "ann@example.org")
            #expect(user.tags == ["a", "b"] && user.note == "n" && user.version == 3 && user.secret == "s")
        }
    }

    @Test func whatDoesNotComeHasItsDefault() throws {
        for text in [#"{"id":1,"name":"","role":"guest"}"#, #"{"role":"guest","x":[1,{}],"name":"","id":1,"secret":"no","version":9}"#] {
            let user = try user(text)
            #expect(user.tags == ["new"] && user.note == "nothing to say, in more bytes than fit" && user.email == nil)
            #expect(user.version == 3 && user.secret == "s" && user.name.isEmpty)
        }
    }

    @Test func whatHasADefaultMayBeMissingUnderTheRulesOfCodable() throws {
        let text = #"{"id":1,"name":"","role":"guest"}"#
        let user = try ModelDecoder(.codable).decode(User.self, from: text)
        #expect(user.tags == ["new"] && user.note == "nothing to say, in more bytes than fit" && user.email == nil)
        #expect(throws: ModelError.self) { try ModelDecoder(.with(\.onMissing, .fail)).decode(User.self, from: text) }
        for (text, paths) in [(#"{"name":"","role":"guest"}"#, ["id"]), ("{}", ["id", "name", "role"])] {
            let error = #expect(throws: ModelError.self) { try ModelDecoder(.codable).decode(User.self, from: text) }
            #expect(error?.code == .missingKey && error?.missingPaths.map(\.description) == paths)
        }
        let schema = try JSONSchema(of: User.self, options: .codable)
        #expect(schema.value["required"] == ["id", "name", "role"])
    }

    @Test(arguments: [
        (#"{}"#, ["id", "name", "role"]), (#"{"id":1}"#, ["name", "role"]), (#"{"name":"a","role":"guest"}"#, ["id"]),
        (#"{"id":null,"name":null,"role":null}"#, ["id", "name", "role"]),
        (#"{"id":1,"name":"a","role":"guest","id":null}"#, ["id"]),
    ])
    func whatIsMissingIsNamed(_ text: String, _ names: [String]) {
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        let decoders = [ModelDecoder(), ModelDecoder(.with(\.tokenizer, .yajl))]
        for decoder in decoders {
            let error = #expect(throws: ModelError.self) { try decoder.decode(User.self, from: text) }
            #expect(error?.code == .missingKey)
            #expect(error?.missingPaths.map(\.description) == names)
            #expect(error?.message == "no value for the propert\(names.count == 1 ? "y" : "ies") \(list) of User")
        }
    }

    @Test(arguments: [
        (#"{"id":"x","name":"a","role":"guest"}"#, ModelError.Code.invalidValue, "id", 6),
        (#"{"id":1,"name":{},"role":"guest"}"#, .typeMismatch, "name", 15),
        (#"{"id":1,"name":"a","role":"nobody"}"#, .invalidValue, "role", 26),
    ])
    func whatDoesNotFitHasItsPlace(_ text: String, _ code: ModelError.Code, _ path: String, _ offset: Int) {
        for outcome in EveryWay.outcomes(User.self, text) {
            let error = #expect(throws: ModelError.self) { try outcome.get() }
            #expect(error?.code == code && error?.path.description == path && error?.offset == offset, "\(error as Any)")
            #expect(error?.line == 1 && error?.column == offset + 1 && error?.missingPaths == [])
        }
    }

    @Test func inContainersWhatIsNoneIsLeftOut() throws {
        let text = #"[{"id":1,"name":"a","role":"guest"},{"id":2},7,{"id":3,"name":"c","role":"guest"}]"#
        #expect(try ModelDecoder().decode([User].self, from: text).map(\.id) == [1, 3])
        var report = DecodingReport()
        #expect(try ModelDecoder().decode([User].self, from: text, report: &report).map(\.id) == [1, 3])
        #expect(report.issues.map(\.path.description) == ["[1].name", "[1].role", "[2]"])
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode([User].self, from: text) }
        #expect(try ModelDecoder().decode([String: User].self, from: #"{"a":{"id":2},"b":\#(User.text)}"#).keys.sorted() == ["b"])
    }

    @Test func keysThatComeTwice() throws {
        let text = #"{"id":1,"name":"a long name that is kept on the heap","role":"guest","tags":["x"],"name":"b","tags":["y"],"id":2}"#
        let user = try user(text)
        #expect(user.id == 2 && user.name == "b" && user.tags == ["y"])
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.with(\.onDuplicateKey, .fail)).decode(User.self, from: text)
        }
        #expect(error?.code == .duplicateKey)
    }

    @Test func modelsInModels() throws {
        let text = #"""
            {"lead":\#(User.text),"deputy":null,"members":[\#(User.text),{"id":1}],"byName":{"ann":\#(User.text)},"home":"https://example.org"}
            """#
        for decoder in [ModelDecoder(), ModelDecoder(.with(\.tokenizer, .yajl))] {
            let team = try decoder.decode(Described.Team.self, from: text)
            #expect(team.lead.id == 7 && team.deputy == nil && team.members.map(\.id) == [7] && team.byName["ann"]?.name == "Ann")
            #expect(team.home?.absoluteString == "https://example.org")
        }
        // A required property whose object is none says why.
        let error = #expect(throws: ModelError.self) { try Described.Team(json: #"{"lead":{"id":1},"members":[],"byName":{}}"#) }
        let reason = "no value for the properties 'name', 'role' of User"
        #expect(error?.message == "no value for the property 'lead' of Team; at lead.name: \(reason)")
        // An optional one is nil.
        #expect(try Described.Team(json: #"{"lead":\#(User.text),"deputy":{"id":1},"members":[],"byName":{}}"#).deputy == nil)
    }

    @Test func inAModelWithAnInit() throws {
        let outer = try Described.Outer(json: #"{"user":\#(User.text),"inner":{"a":5},"all":[{"a":1},{"b":"x"},{"a":2,"b":"c"}]}"#)
        #expect(outer.user?.name == "Ann" && outer.all.map(\.a) == [1, 2])
        // The document's object is a value of its own.
        #expect(outer.inner == Described.Small(a: 5, b: "b"))
        #expect(try Described.Outer(json: #"{"inner":{"b":"x"}}"#).inner == Described.Small(a: 1, b: "old"))
        #expect(try Described.Outer(json: #"{"inner":{"a":2},"inner":{"a":3,"b":"y"}}"#).inner == Described.Small(a: 3, b: "y"))
    }

    @Test func genericTypes() throws {
        let page = try Described.Page<String>(json: #"{"items":["a",1],"first":"x"}"#)
        #expect(page.items == ["a", "1"] && page.next == nil && page.first == "x")
        let numbers = try Described.Page<Double>(json: #"{"items":[1.5],"next":2,"first":3}"#)
        #expect(numbers.items == [1.5] && numbers.next == 2 && numbers.first == 3)
        #expect(throws: ModelError.self) { try Described.Page<Described.Small>(json: #"{"items":[],"first":{}}"#) }
    }

    @Test func keysOfEveryKind() throws {
        for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl))] {
            let keyed = try decoder.decode(Described.Keyed.self, from: Described.Keyed.text)
            #expect(keyed.id == "x" && keyed.deep == "d" && keyed.other == 5 && keyed.at == Date(timeIntervalSince1970: 1.5))
            #expect(keyed.element == 2 && keyed.tail.map(\.a) == [1])
        }
        let text = #"{"id":"x","ext":{"deep":"d","other":null},"list":[1]}"#
        let error = #expect(throws: ModelError.self) { try Described.Keyed(json: text) }
        #expect(error?.missingPaths.map(\.description) == ["ext.other", "at", "list.1", "ext.tail"])
        // What a path leads through begins afresh when it comes again.
        let twice = #"{"id":"x","ext":{"deep":"d","other":5,"tail":[]},"ext":{"deep":"e","tail":[]},"at":1,"list":[1,2]}"#
        let again = #expect(throws: ModelError.self) { try Described.Keyed(json: twice) }
        #expect(again?.missingPaths.map(\.description) == ["ext.other"])
        let better = #"{"old":{"id":"c"},"ID":"b","id":"a","ext":{"deep":"d","other":5,"tail":[]},"at":1,"list":[1,2]}"#
        #expect(try Described.Keyed(json: better).id == "a")
    }

    // MARK: Sources

    @Test func everySourceGivesTheSame() async throws {
        let expected = try user()
        let decoder = ModelDecoder()
        let bytes = Array(User.text.utf8)
        #expect(try decoder.decode(User.self, from: bytes) == expected)
        #expect(try decoder.decode(User.self, from: Data(bytes)) == expected)
        #expect(try decoder.decode(User.self, from: ModelDecoder().decode(JSONValue.self, from: User.text)) == expected)
        let object: [String: Any] = [
            "id": 7, "name": "Ann", "role": "admin", "mail": ("ann@example.org" as String?) as Any, "tags": ["a", "b"], "note": "n",
        ]
        #expect(try decoder.decode(User.self, from: object) == expected)
        for size in 1...31 {
            let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
            #expect(try decoder.decode(User.self, fromChunks: pieces) == expected)
            var reader = try ModelReader(User.self, framing: .lines)
            var records: [User] = []
            for piece in pieces + [[10]] + pieces { try reader.read(piece) { records.append(try $0.get()) } }
            try reader.finish { records.append(try $0.get()) }
            #expect(records == [expected, expected])
        }
        #expect(try decoder.decode(User.self, from: #"{"data":[\#(User.text)]}"#, at: "data[0]") == expected)
        #expect(try decoder.decode(User.self, fromChunks: [Data(bytes)]) == expected)
    }

    @Test func valuesThatJSONDoesNotHave() throws {
        struct Moment: BaseModel, Equatable {
            let at: Date, data: Data, home: URL, id: UUID
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("at", \.at)
                properties.add("data", \.data)
                properties.add("home", \.home)
                properties.add("id", \.id)
                return ModelForm(properties)
            }
        }
        let (at, id) = (Date(timeIntervalSince1970: 1_000_000.25), UUID())
        let object: [String: Any] = ["at": at, "data": Data([1, 2, 255]), "home": URL(string: "https://example.org")!, "id": id]
        let expected = Moment(at: at, data: Data([1, 2, 255]), home: URL(string: "https://example.org")!, id: id)
        #expect(try ModelDecoder().decode(Moment.self, from: object) == expected)
        #expect(try ModelDecoder(.with(\.numericDates, .epochMilliseconds)).decode(Moment.self, from: object) == expected)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).decode([Moment].self, from: [["at": Double.nan]] as [Any])
        }
        #expect(error?.path.description == "[0].at" && error?.line == 0)
        #expect(try ModelDecoder().decode([Moment].self, from: [["at": Double.nan], object] as [Any]) == [expected])
        let missing = #expect(throws: ModelError.self) {
            try ModelDecoder().decode([String: Moment].self, from: ModelDecoder().decode(JSONValue.self, from: "[]"))
        }
        #expect(missing?.offset == 0 && missing?.line == 0)
    }

    @Test(.slow) func deepDocuments() throws {
        struct Tree: BaseModel {
            let children: [Tree]
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("children", \.children)
                return ModelForm(properties)
            }
        }
        func text(_ depth: Int) -> String {
            String(repeating: #"{"children":["#, count: depth) + String(repeating: "]}", count: depth)
        }
        let decoder = ModelDecoder(.with(\.maximumDepth, 2000))
        var tree = try decoder.decode(Tree.self, from: text(1_000))
        var depth = 1
        while let child = tree.children.first { (tree, depth) = (child, depth + 1) }
        #expect(depth == 1_000)
        let error = #expect(throws: ModelError.self) { try decoder.decode(Tree.self, from: text(1_001)) }
        #expect(error?.category == .limit)
    }

    // MARK: Changing

    @Test func aMergeRequiresNothing() throws {
        var user = try user()
        for decoder in all {
            try decoder.update(&user, from: #"{"name":"Bea","tags":["c"]}"#)
            #expect(user.id == 7 && user.name == "Bea" && user.role == .admin && user.tags == ["c"] && user.note == "n")
            try decoder.update(&user, from: #"{"id":8}"#)
            #expect(user.id == 8)
            try decoder.update(&user, from: #"{"id":7}"#)
        }
        let before = user
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&user, from: #"{"name":"Cid","id":"x"}"#) }
        #expect(user == before)
        try ModelDecoder().update(&user, from: ["id": 9] as [String: Any])
        #expect(user.id == 9)

        var team = try Described.Team(json: #"{"lead":\#(User.text),"members":[],"byName":{}}"#)
        try team.update(json: #"{"lead":{"name":"Dee"},"deputy":\#(User.text)}"#)
        #expect(team.lead.name == "Dee" && team.lead.id == 7 && team.deputy?.id == 7)
        try team.update(json: #"{"deputy":{"id":5}}"#)
        #expect(team.deputy?.id == 5 && team.deputy?.name == "Ann")
        team = try Described.Team(json: #"{"lead":\#(User.text),"members":[],"byName":{}}"#)
        try team.update(json: #"{"deputy":{"id":5}}"#)
        #expect(team.deputy == nil)
    }

    // MARK: Writing, comparing

    @Test func whatIsWrittenIsReadAgain() throws {
        let user = try user()
        let text = #"{"id":7,"name":"Ann","role":"admin","mail":"ann@example.org","tags":["a","b"],"note":"n","version":3}"#
        #expect(try user.jsonString() == text)
        #expect(try User(json: text) == user)
        let keyed = try Described.Keyed(json: Described.Keyed.text)
        #expect(try Described.Keyed(json: keyed.jsonString()) == keyed)
        #expect(user.modelCopy() == user && user.modelIsEqual(user))
        #expect(Set([user, try self.user()]).count == 1)
        var other = user
        other.note = "other"
        #expect(other != user && Set([user, other]).count == 2)
        #expect(user.modelDescription.contains("name = \"Ann\"") && !user.modelDescription.contains("secret"))
    }

    @Test func archives() throws {
        struct Coded: Codable {
            let user: User
            init(_ user: User) { self.user = user }
            init(from decoder: any Decoder) throws { user = try User(modelFrom: decoder) }
            func encode(to encoder: any Encoder) throws { try user.modelEncode(to: encoder) }
        }
        let user = try user()
        let data = try JSONEncoder().encode(Coded(user))
        #expect(try JSONDecoder().decode(Coded.self, from: data).user == user)
        let small = try JSONDecoder().decode(Coded.self, from: Data(#"{"id":1,"name":"x","role":"guest"}"#.utf8)).user
        #expect(small.tags == ["new"] && small.email == nil && small.secret == "s")
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coded.self, from: Data(#"{"id":1}"#.utf8)) }
        guard case .keyNotFound(let key, _)? = error else { throw try #require(error) }
        #expect(key.stringValue == "name")
    }
}
