import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// The examples of the README and of the articles of Yodel.docc, compiled and run. `CatalogueTests` reads both and fails when a line of their Swift
// blocks stands in no test.

private struct Guest: Model {
    var born: Date?
    static func describe(_ model: inout ModelDescription) {
        model.transforms = ["born": .date(.pattern("dd.MM.yyyy"), .iso8601)]
    }
}

private struct User: Model {
    var id = 0
    var name = ""
    var email: String?
    var tags: [String] = []
}

private struct Account: Codable {
    let id: Int
    let name: String
}

private struct Member: Model {
    var id = 0
    var name = ""
}

private struct Event: Model {
    var name = ""
    var payload = JSONValue.null
}

private struct Envelope: Model {
    var kind = ""
    var payload = RawJSON.null
}

private struct Book: Model {
    var name = ""
    var desc = ""
    var bookID = ""
    var firstTag = ""
    var createdAt = ""
    var note = ""

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "name": "n",
            "desc": "ext.desc",
            "bookID": ["id", "ID", "book_id"],
            "firstTag": "tags[0]",
            "note": [],
        ]
        model.keys.style = .snakeCase
    }
}

private struct Page: Model {
    var limit = 10
    var offset = 0
}

private struct Search: Model {
    var text = ""
    var page = Page()
    var extra: [String: JSONValue] = [:]

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["page": .flattened, "extra": .rest]
    }
}

private struct Post: Model {
    var created: Date?
    var tags: [String] = []
    var title = ""
    var shout: String {
        get { title.uppercased() }
        set { title = newValue.lowercased() }
    }

    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.shout, named: "shout")
        model.transforms = ["created": .epochMilliseconds, "tags": .separated(by: ",")]
    }
}

private class Shape: PolymorphicModel {
    var name = ""
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        object["radius"] != nil ? Circle.self : nil
    }
}

private final class Circle: Shape, ValidatedModel {
    var radius = 0.0
    func validate() throws {
        if radius < 0 { throw NegativeRadius() }
    }
}

private struct NegativeRadius: Error {}

private struct Place: ModelHashable, ModelDescribed, ModelCodable {
    var city = ""
    var zip: Int?
}

private struct Entry: WillEncodeModel {
    var title = ""
    func willEncode(into object: inout JSONObject) { object["version"] = 2 }
}

private struct Patch: Model {
    var title: String?
    var due: String?
    var id = Int.max
    static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["due": .null] }
}

@Suite("Articles")
struct ArticleTests {
    @Test func firstExample() throws {
        let user = try User(json: #"{"id": "7", "name": "Ann", "tags": ["swift"]}"#)
        print(user.id, user.tags)
        print(try user.jsonString())
        #expect(try user.jsonString() == #"{"id":7,"name":"Ann","tags":["swift"]}"#)
        #expect(user.id == 7 && user.name == "Ann" && user.email == nil && user.tags == ["swift"])
    }

    @Test func oneClassSwapped() throws {
        let account = try FastJSONDecoder().decode(Account.self, from: Data(#"{"id": 7, "name": "Ann"}"#.utf8))
        let accountData = try FastJSONEncoder().encode(account)
        #expect(account.id == 7 && String(decoding: accountData, as: UTF8.self) == #"{"id":7,"name":"Ann"}"#)
    }

    @Test func oneWordSwapped() throws {
        typealias JSONDecoder = CodableDecoder
        typealias JSONEncoder = CodableEncoder

        let account = try JSONDecoder().decode(Account.self, from: Data(#"{"id": 7, "name": "Ann"}"#.utf8))
        let accountData = try JSONEncoder().encode(account)
        let member = try ModelDecoder(.codable).decode(Member.self, from: #"{"id": 7, "name": "Ann"}"#)
        #expect(member.id == account.id && member.name == account.name)
        #expect(account.id == 7 && String(decoding: accountData, as: UTF8.self) == #"{"id":7,"name":"Ann"}"#)
    }

    @Test func decoding() throws {
        let data = Data(#"[{"id": 1, "name": "Ann"}]"#.utf8)
        let decoder = ModelDecoder()
        let users = try decoder.decode([User].self, from: data)
        let byName = try decoder.decode([String: User].self, from: #"{"ann": {"id": 7}}"#)
        #expect(users.map(\.name) == ["Ann"] && byName["ann"]?.id == 7)

        var user = users[0]
        try decoder.update(&user, from: #"{"name": "Bea"}"#)
        #expect(user.id == 1 && user.name == "Bea")
    }

    @Test func partsAndValues() throws {
        let decoder = ModelDecoder()
        let inner = try decoder.decode(
            User.self, from: #"{"data": {"users": [{"id": 7}]}}"#, at: "data.users[0]")
        let value = try decoder.decode(JSONValue.self, from: #"{"id": 7}"#)
        let fromValue = try decoder.decode(User.self, from: value)
        let fromDictionary = try decoder.decode(User.self, from: ["id": 7, "tags": Set(["swift"])])
        let fromPieces = try decoder.decode(User.self, fromChunks: [#"{"id""#, #": 7}"#])
        #expect([inner, fromValue, fromDictionary, fromPieces].map(\.id) == [7, 7, 7, 7] && fromDictionary.tags == ["swift"])
    }

    @Test func keys() throws {
        let book = try Book(
            json: #"{"n": "Yodel", "ext": {"desc": "fast"}, "ID": 7, "tags": ["a"], "created_at": "today"}"#)
        print(book.desc, book.bookID, book.firstTag, book.createdAt)
        #expect([book.name, book.desc, book.bookID, book.firstTag, book.createdAt] == ["Yodel", "fast", "7", "a", "today"])
    }

    @Test func valuesInAWayOfTheirOwn() throws {
        let post = try Post(json: #"{"created": 1401234567000, "tags": "a,b", "shout": "HELLO"}"#)
        print(post.created!.timeIntervalSince1970, post.tags, post.title)
        #expect(post.created == Date(timeIntervalSince1970: 1_401_234_567) && post.tags == ["a", "b"] && post.title == "hello")
    }

    @Test func objectsAsAWhole() throws {
        let decoder = ModelDecoder()
        let shapes = try decoder.decode(
            [Shape].self, from: #"[{"name": "dot"}, {"name": "o", "radius": 2}, {"radius": -1}]"#)
        print(shapes.count, shapes[1] is Circle)
        #expect(shapes.count == 2 && shapes[1] is Circle)
    }

    @Test func reports() throws {
        let decoder = ModelDecoder()
        var report = DecodingReport()
        let kept = try decoder.decode(
            [User].self, from: #"[{"id": 1}, {"id": "one"}, {"id": 3}]"#, report: &report)
        print(kept.map(\.id))
        print(report.issues[0])
        print(report.counts["[*].id"]!)
        #expect(kept.map(\.id) == [1, 0, 3] && report.counts == ["[*].id": 1])
        #expect("\(report.issues[0])" == "[1].id, byte 19: expected Int, found a string that is not a valid one; kept")
    }

    @Test func options() throws {
        var options = DecodingOptions.lenient
        options.onMismatch = .fail
        options.onInvalidElement = .omit
        let careful = ModelDecoder(options)
        #expect(try careful.decode([Int].self, from: #"[1, "x", 3]"#) == [1, 3])
        #expect(throws: ModelError.self) { try careful.decode(User.self, from: #"{"id": "x"}"#) }
    }

    @Test func typeInfo() {
        for property in TypeInfo(User.self)!.properties {
            print(property.name, property.type, property.offset, property.unsupportedReason as Any)
        }
        #expect(TypeInfo(User.self)?.properties.map(\.name) == ["id", "name", "email", "tags"])
    }

    @Test func valuesWithoutAModel() throws {
        let event = try Event(
            json: #"{"name": "paid", "payload": {"amount": 12345678901234567890.10, "to": ["a"]}}"#)
        print(event.payload["amount"]!)
        print(event.payload["to"]![0]!)
        print(event.payload)
        #expect(event.payload["amount"]?.description == "12345678901234567890.10")
        #expect(event.payload["to"]?[0]?.description == #""a""#)
        #expect(event.payload.description == #"{"amount":12345678901234567890.10,"to":["a"]}"#)

        let envelope = try Envelope(json: #"{"kind": "user", "payload": {"id": 7,  "name": "\u0041nn"}}"#)
        print(envelope.payload)
        print(try envelope.payload.decode(User.self).name)
        print(try envelope.jsonString())
        #expect(envelope.payload.text == #"{"id": 7,  "name": "\u0041nn"}"#)
        #expect(try envelope.payload.decode(User.self).name == "Ann")
        #expect(try envelope.jsonString() == #"{"kind":"user","payload":{"id": 7,  "name": "\u0041nn"}}"#)
    }

    @Test func placesAndPatches() throws {
        let decoder = ModelDecoder()
        let places = try decoder.find(
            ["/user/name", "/items/1"], in: #"{"user": {"name": "Ann"}, "items": [1, [2]]}"#)
        print(places[0]!, places[1]!)
        var settings: JSONValue = ["theme": "dark", "font": ["size": 12, "bold": true]]
        settings.mergePatch(["theme": nil, "font": ["size": 14]])
        print(settings)
        var member = try User(json: #"{"id": 7, "name": "Ann"}"#)
        try member.mergePatch(json: #"{"name": "Bea"}"#)
        print(member.id, member.name)
        #expect(member.id == 7 && member.name == "Bea")
        #expect(places.map { $0?.text } == [#""Ann""#, "[2]"])
        #expect(settings.text == #"{"font":{"size":14,"bold":true}}"#)
    }

    @Test func problems() throws {
        let decoder = ModelDecoder()
        var problems: [ModelProblem] = []
        let body = #"{"id": "one", "nick": 1}"#
        if let user = try decoder.decode(User.self, from: body, problems: &problems) { print(user) }
        for problem in problems { print(problem.status, problem.code, problem.pointer) }
        let answer = try CodableEncoder().encode(problems)
        #expect(
            problems.map { "\($0.status) \($0.code) \($0.pointer)" }
                == ["422 typeMismatch /id", "422 unknownKey /nick"])
        #expect(!answer.isEmpty)

        let schema = try JSONSchema(of: User.self)
        print(schema.value["properties"]!["email"]!)
        print(schema.text)
        #expect(schema.value["properties"]?["email"]?.text == #"{"type":["string","null"]}"#)
        #expect(schema.text.hasPrefix(#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"User","#))
    }

    @Test func encoding() throws {
        let users = try [User(json: #"{"id": 1}"#), User(json: #"{"id": 2}"#)]
        let encoder = ModelEncoder()
        let written = try encoder.encode(users)
        let lines = try encoder.encodeLines(users)
        #expect(written == Data(#"[{"id":1,"name":"","tags":[]},{"id":2,"name":"","tags":[]}]"#.utf8))
        #expect(lines == Data("{\"id\":1,\"name\":\"\",\"tags\":[]}\n{\"id\":2,\"name\":\"\",\"tags\":[]}\n".utf8))

        var output: [UInt8] = []
        for user in users {
            output.removeAll(keepingCapacity: true)
            try encoder.encode(user, into: &output)
        }
        #expect(output == Array(#"{"id":2,"name":"","tags":[]}"#.utf8))
    }

    @Test func encodingOptions() throws {
        var bookOptions = EncodingOptions()
        bookOptions.isPretty = true
        bookOptions.sortsKeys = true
        let book = try Book(json: #"{"n": "Yodel", "ext": {"desc": "fast"}}"#)
        print(try ModelEncoder(bookOptions).encodeToString(book))
        let text = try ModelEncoder(bookOptions).encodeToString(book)
        #expect(try Catalogue.article("Writing").contains("```json\n\(text)\n```"), "\(text)")
    }

    @Test func whatIsWritten() throws {
        var patchOptions = EncodingOptions()
        patchOptions.omitsDefaults = true
        patchOptions.largeIntegers = .string
        let patch = Patch(title: "New", id: 9_007_199_254_740_993)
        print(try ModelEncoder(patchOptions).encodeToString(patch))
        let text = try ModelEncoder(patchOptions).encodeToString(patch)
        #expect(text == #"{"title":"New","due":null,"id":"9007199254740993"}"#)
        #expect(try Catalogue.article("Writing").contains("// \(text)\n"))
    }

    @Test func encodingHooks() throws {
        print(try Entry(json: #"{"title": "a"}"#).jsonString())
        #expect(try Entry(json: #"{"title": "a"}"#).jsonString() == #"{"title":"a","version":2}"#)
    }

    @Test func streams() async throws {
        let text = "{\"id\": 1}\n{\"id\":\n{\"id\": 3}"
        let chunks = [Array(text.utf8.prefix(5)), Array(text.utf8.dropFirst(5))]
        do {
            var reader = try ModelReader(User.self, framing: .lines)
            for chunk in chunks {
                try reader.read(chunk) { record in print(record.number, record.line, record.offset, record.error ?? "ok") }
            }
            try reader.finish { record in print(record.number, record.error ?? "ok") }
            #expect(reader.records == 3 && reader.failedRecords == 1)
        }
        let pieces = AsyncStream<[UInt8]> { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        var models = 0
        for try await batch in pieces.models(User.self, framing: .lines) {
            print(batch.models.count, batch.failures.count, batch.position.offset)
            models += batch.count
        }
        #expect(models == 2)
        let file = try TemporaryFile(text)
        let path = file.path
        try await ModelFile(path).decodeLines(User.self) { batch in print(batch.count) }
    }

    @Test func dates() throws {
        let day = DateFormat.pattern("dd.MM.yyyy")
        var reading = DecodingOptions.strict
        reading.dateFormats = [day, .iso8601, .epochMilliseconds]
        var writing = EncodingOptions.default
        writing.dateFormat = day
        let json = #"["03.03.1973"]"#
        #expect(try ModelEncoder(writing).encodeToString(try ModelDecoder(reading).decode([Date].self, from: json)) == json)
        #expect(try Guest(json: #"{"born": "03.03.1973"}"#).born == Date(timeIntervalSince1970: 99_964_800))
    }

    @Test func copiesEqualityArchives() throws {
        let place = try Place(json: #"{"city": "Bern", "zip": 3000}"#)
        print(Set([place, place.modelCopy()]).count)
        print(place)
        let archive = try PropertyListEncoder().encode(place)
        print(try PropertyListDecoder().decode(Place.self, from: archive) == place)
        #expect(Set([place, place.modelCopy()]).count == 1 && "\(place)" == "<Place> {\n    city = \"Bern\";\n    zip = 3000\n}")
        #expect(try PropertyListDecoder().decode(Place.self, from: archive) == place)

        var moved = place
        let zip = TypeInfo(Place.self)!.property(named: "zip")!
        try zip.set(8000, in: &moved)
        print(try zip.get(Int.self, from: moved))
        #expect(moved.zip == 8000 && place.zip == 3000)
    }

    @Test func errors() {
        do {
            _ = try User(json: #"{"name": "Ann", "id": }"#)
            Issue.record("the document is not JSON")
        } catch {
            print(error)
            print(error.category, error.code, error.offset, error.path)
            #expect("\(error)" == "syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'")
            #expect("\(error.category) \(error.code) \(error.offset) \(error.path)" == "syntax unexpectedByte 22 id")
        }
    }

    @Test func flattenedModelsAndRests() throws {
        let search = try Search(json: #"{"text": "a", "limit": 5, "debug": true}"#)
        print(search.page.limit, search.extra.keys)
        print(try search.jsonString())
        #expect(search.page.limit == 5 && search.extra == ["debug": true])
        #expect(try search.jsonString() == #"{"text":"a","limit":5,"offset":0,"debug":true}"#)
    }
}
