import Foundation
import Testing
import YodelFoundation

@testable import Yodel

// The examples of the documentation comments, compiled and run. A test reads the sources and fails when a line of their Swift blocks does not
// stand in this file.

// Names that other examples have.

private enum CodableDocs {
    typealias JSONEncoder = CodableEncoder

    struct User: Encodable {
        let userName: String, joined: Date
    }
}

private struct Envelope: Model {
    var kind = ""
    var payload = RawJSON.null
}

private struct SignUp: Model, Equatable {
    var name = "", email = ""
    var age: UInt8?
}

private struct Tenant { let currency: String }
private struct Price: DidDecodeModel {
    var amount = 0.0
    var currency = ""
    mutating func didDecode(from object: JSONObject) throws {
        if currency.isEmpty { currency = ModelContext.value(of: Tenant.self)?.currency ?? "EUR" }
    }
}

private enum LifeDocs {
    typealias User = Docs.User

    // swift-format-ignore
    final class Account: Model { var name = ""; var owner: User? }
}

private enum DateDocs {
    struct Person: Model {
        var born = Date.distantPast
        static var propertyTransforms: [String: PropertyTransform] { ["born": .date(.pattern("dd.MM.yyyy"), .iso8601)] }
    }
}

private enum DescribedDocs {
    struct Member: DescribedModel {
        let id: Int
        let name: String
        var role = "guest"
        let email: String?

        static func describe(_ properties: inout StoredProperties<Self>) {
            properties.add("id", \.id)
            properties.add("name", \.name)
            properties.add("role", \.role, default: "guest")
            properties.add("email", \.email, keys: "mail")
        }
    }
}

private enum DeclarationDocs {
    struct Account: Model {
        var name = ""
        var isAdmin = false
        static let ignoredProperties = ["isAdmin"]
        static var requiredProperties: [PartialKeyPath<Self>] { [\.name] }
    }

    struct Settings: Model { var theme: String? = "light", font: String? }

    // swift-format-ignore
    struct Window: Model { var title = "", width = 640, height = 480; var icon: String? = "app" }

    struct Patch: Model {
        var title: String?
        var due: String?
        static var keyMapping: KeyMapping { KeyMapping(onNil: ["due": .null]) }
    }

    class Figure: DiscriminatedModel {
        var name = ""
        required init() {}
        static var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["disc": Disc.self, "box": Box.self]) }
    }
    final class Disc: Figure { var radius = 0.0 }
    final class Box: Figure { var width = 0.0, height = 0.0 }
}

private enum RoleDocs {
    struct Event: Model {
        var id = 0
        var extra: [String: JSONValue] = [:]
        static var keyMapping: KeyMapping { ["extra": .rest] }
    }
    // swift-format-ignore
    struct Address: Model { var street = ""; var city = "" }
    struct User: Model {
        var name = ""
        var address = Address()
        static var keyMapping: KeyMapping { ["address": .flattened] }
    }
}

private enum Docs {
    struct User: Model {
        var id = 0
        var name = ""
        var email: String?
        var tags: [String] = []
        var age = 0
        var born: Date?
        var home: URL?
    }

    struct Book: Model {
        var name = ""
        var desc = ""
        var bookID = ""
        var firstTag = ""
        var internalNote = ""

        static var keyMapping: KeyMapping {
            [
                "name": "n",
                "desc": "ext.desc",
                "bookID": ["id", "ID", "book_id"],
                "firstTag": "tags[0]",
                "internalNote": [],
            ]
        }
    }

    struct Styled: Model {
        var desc = ""
        var longName = ""
        static var keyMapping: KeyMapping { KeyMapping(["desc": "ext.desc"], style: .snakeCase) }
        static let kebab = KeyStyle.custom { name in KeyStyle.words(of: name).joined(separator: "-") }
    }

    class Shape: PolymorphicModel {
        var name = ""
        required init() {}
        class func modelType(for object: JSONObject) -> (any Model.Type)? {
            object["radius"] != nil ? Circle.self : nil
        }
    }
    final class Circle: Shape { var radius = 0.0 }

    struct Named: Model {
        var name = ""
        static var keyMapping: KeyMapping { ["name": .keys("name", "nick", writing: "display.name")] }
    }

    struct Entry: WillEncodeModel {
        var title = ""
        func willEncode(into object: inout JSONObject) { object["version"] = 2 }
    }

    struct Temperature: Model {
        var celsius = 0.0
        var fahrenheit: Double {
            get { celsius * 9 / 5 + 32 }
            set { celsius = (newValue - 32) * 5 / 9 }
        }
        static var propertyAccessors: [PropertyAccessor<Self>] { [PropertyAccessor("fahrenheit", \.fahrenheit)] }
    }

    struct Post: Model {
        var created: Date?
        var tags: [String] = []
        static var propertyTransforms: [String: PropertyTransform] {
            ["created": .epochMilliseconds, "tags": .separated(by: ",")]
        }
    }

    struct Account: ModelCodable {
        var name = ""
        var created: Date?
        var balance: Decimal = 0
        var session = ""
        static var archivedProperties: Set<String>? { ["name", "created", "balance"] }
    }

    struct Note: ModelCodable {
        var title = ""
        var pages: [String] = []
    }

    // swift-format-ignore
    struct Place: ModelDescribed { var city = ""; var zip: Int? }

    struct Tag: ModelHashable { var name = "", weight = 0.0 }

    // swift-format-ignore
    struct Point: Model { var x = 0.0; var y = 0.0; let id = 1 }
}

private enum EnumDocs {
    struct Circle: Model { var radius = 0.0 }
    struct Box: Model { var width = 0.0, height = 0.0 }

    // swift-format-ignore
    enum Shape: DescribedEnum {
        case circle(Circle), box(Box), nothing
        case other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("circle", "disc", make: Self.circle) { if case .circle(let circle) = $0 { circle } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let box) = $0 { box } else { nil } }
            cases.add("nothing", value: .nothing) { if case .nothing = $0 { true } else { false } }
            cases.addOther(make: Self.other) { if case .other(let object) = $0 { object } else { nil } }
        }
    }

    enum Status: RawRepresentable, Hashable {
        case active, closed, unknown(String)
        init(rawValue: String) {
            switch rawValue {
            case "active": self = .active
            case "closed": self = .closed
            default: self = .unknown(rawValue)
            }
        }
        var rawValue: String {
            switch self {
            case .active: "active"
            case .closed: "closed"
            case .unknown(let text): text
            }
        }
    }
}

@Suite("Documentation")
struct DocumentationTests {
    private typealias User = Docs.User
    private typealias Point = Docs.Point
    private typealias Account = LifeDocs.Account
    private typealias Tag = Docs.Tag
    private typealias Place = Docs.Place

    @Test func decoders() throws {
        var options = DecodingOptions.lenient
        options.onUnknownKey = .fail
        options.maximumDocumentBytes = 1 << 20
        let decoder = ModelDecoder(options)
        #expect(throws: ModelError.self) { try decoder.decode(User.self, from: #"{"other": 1}"#) }
    }

    @Test func models() throws {
        let user = try User(json: #"{"id": 7, "name": "Ann", "tags": ["swift"]}"#)
        #expect(user.name == "Ann")
        #expect(user.email == nil)
        let book = try Docs.Book(json: #"{"n": "N", "ext": {"desc": "D"}, "book_id": 1, "id": null, "tags": ["T"], "internalNote": "x"}"#)
        #expect([book.name, book.desc, book.bookID, book.firstTag, book.internalNote] == ["N", "D", "1", "T", ""])
        let styled = try Docs.Styled(json: #"{"ext": {"desc": "D"}, "long_name": "L"}"#)
        #expect(styled.desc == "D" && styled.longName == "L")
        var options = DecodingOptions()
        options.keyStyle = Docs.Styled.kebab
        struct Plain: Model { var longName = "" }
        #expect(try ModelDecoder(options).decode(Plain.self, from: #"{"long-name": "L"}"#).longName == "L")
    }

    @Test func formatsOfDates() throws {
        let day = DateFormat.pattern("dd.MM.yyyy")
        var reading = DecodingOptions.lenient
        reading.dateFormats = [day, .iso8601]
        var writing = EncodingOptions.default
        writing.dateFormat = day
        let person = try ModelDecoder(reading).decode(DateDocs.Person.self, from: #"{"born": "03.03.1973"}"#)
        #expect(try ModelEncoder(writing).encodeToString(person) == #"{"born":"03.03.1973"}"#)
    }

    @Test func describedModels() throws {
        typealias Member = DescribedDocs.Member
        let member = try Member(json: #"{"id": 7, "name": "Ann", "mail": null}"#)
        #expect(member.role == "guest" && member.id == 7 && member.name == "Ann" && member.email == nil)
    }

    @Test func declarations() throws {
        let account = try DeclarationDocs.Account(json: #"{"name": "Eve", "isAdmin": true}"#)
        #expect(account.name == "Eve" && !account.isAdmin)
        #expect(throws: ModelError.self) { try DeclarationDocs.Account(json: "{}") }
        typealias Figure = DeclarationDocs.Figure
        typealias Disc = DeclarationDocs.Disc
        let figures = try ModelDecoder().decode([Figure].self, from: #"[{"radius": 2.5, "kind": "disc"}]"#)
        #expect(figures[0] is Disc)
        #expect(try ModelEncoder().encodeToString(figures) == #"[{"kind":"disc","name":"","radius":2.5}]"#)
        let settings = DeclarationDocs.Settings(theme: nil)
        for (policy, text) in [
            (EncodingOptions.NilPolicy.omit, "{}"), (.null, #"{"theme":null,"font":null}"#), (.nullUnlessDefault, #"{"theme":null}"#),
        ] {
            var options = EncodingOptions()
            options.onNil = policy
            #expect(try ModelEncoder(options).encodeToString(settings) == text)
        }
    }

    @Test func whatIsWritten() throws {
        typealias Patch = DeclarationDocs.Patch
        var options = EncodingOptions()
        options.omitsDefaults = true
        #expect(
            try ModelEncoder(options).encodeToString(DeclarationDocs.Window(title: "Log", icon: nil)) == #"{"title":"Log","icon":null}"#)
        let text = try Patch().jsonString()
        #expect(text == #"{"due":null}"#)
    }

    @Test func updates() throws {
        let decoder = ModelDecoder()
        var user = try User(json: #"{"id": 7, "name": "Ann"}"#)
        try decoder.update(&user, from: #"{"name": "Bea"}"#)
        #expect(user.id == 7 && user.name == "Bea")
    }

    @Test func partsAndReports() throws {
        let decoder = ModelDecoder()
        do {
            let user = try decoder.decode(User.self, from: #"{"data": {"user": {"id": 7}}}"#, at: "data.user")
            let first = try decoder.decode(User.self, from: #"{"items": [{"id": 7}]}"#, at: "items[0]")
            #expect(user.id == 7 && first.id == 7)
        }
        do {
            let user = try decoder.decode(User.self, from: ["id": 7, "born": Date(), "home": URL(string: "https://example.org")!])
            #expect(user.born != nil && user.home?.host() == "example.org")
        }
        do {
            let pieces = [#"{"id": 7, "na"#, #"me": "Ann"}"#]
            let user = try decoder.decode(User.self, fromChunks: pieces)
            #expect(user.id == 7 && user.name == "Ann")
        }
        var logged: [DecodingReport.Departure] = []
        func log(_ departures: [DecodingReport.Departure]) { logged = departures }
        let data = Data(#"[{"id": 1}, {"id": 2}, {"id": 3}, {"age": "old"}]"#.utf8)
        var report = DecodingReport()
        let users = try decoder.decode([User].self, from: data, report: &report)
        if !report.isEmpty { log(report.departures) }
        for departure in report.departures { print(departure) }
        #expect(users.count == 4 && logged.count == 1 && report.counts["[*].age"] == 1)
        #expect("\(logged[0])" == "[3].age, byte 42: expected Int, found a string that does not make one; kept")
    }

    @Test func collections() throws {
        let data = Data(#"[{"id": 1}]"#.utf8)
        let decoder = ModelDecoder()
        let users = try decoder.decode([User].self, from: data)
        let byName = try decoder.decode([String: User].self, from: #"{"ann": {"id": 7}}"#)
        #expect(users.map(\.id) == [1] && byName["ann"]?.id == 7)
    }

    @Test func hooksAccessorsAndTransforms() throws {
        let shapes = try ModelDecoder().decode([Docs.Shape].self, from: #"[{"name": "a"}, {"name": "b", "radius": 2}]"#)
        #expect((shapes[1] as? Docs.Circle)?.radius == 2 && !(shapes[0] is Docs.Circle))
        #expect(try Docs.Temperature(json: #"{"fahrenheit": 212}"#).celsius == 100)
        let post = try Docs.Post(json: #"{"created": 1500, "tags": "a,b"}"#)
        #expect(post.created == Date(timeIntervalSince1970: 1.5) && post.tags == ["a", "b"])
    }

    @Test func errorsAndPaths() {
        let path: JSONPath = "data.items[3].name"
        #expect(path.components.count == 4)
        do {
            let user = try User(json: #"{"name": "Ann", "id": }"#)
            Issue.record("\(user) is made of what is no JSON")
        } catch {
            print(error)
            #expect("\(error)" == "syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'")
        }
    }

    @Test func typeInfo() {
        let info = TypeInfo(Point.self)!
        #expect(info.properties.map(\.name) == ["x", "y", "id"])
        #expect(info.properties[1].offset == 8)
        #expect(info.properties[2].obstacle == .constant)
    }

    @Test func archives() throws {
        do {
            typealias Account = Docs.Account
            let account = Account(name: "Ann", balance: 12.5, session: "x")
            let data = try PropertyListEncoder().encode(account)
            let again = try PropertyListDecoder().decode(Account.self, from: data)
            #expect(again.balance == 12.5)
            #expect(again.session == "")
        }
        do {
            typealias Note = Docs.Note
            let notes = [Note(title: "one", pages: ["a"])]
            let data = try JSONEncoder().encode(notes)
            #expect(try JSONDecoder().decode(JSONValue.self, from: data) == [["title": "one", "pages": ["a"]]])
        }
        do {
            let value: JSONValue = ["id": 7, "tags": ["a", nil]]
            let list = try PropertyListEncoder().encode(value)
            let again = try PropertyListDecoder().decode(JSONValue.self, from: list)
            #expect(again == value)
        }
        let numbers = [JSONNumber("2e3")!, JSONNumber("0.1")!, JSONNumber("1.2345678901234567890123")!]
        let data = try JSONEncoder().encode(numbers)
        #expect(String(decoding: data, as: UTF8.self) == "[2000,0.1,1.2345678901234567890123]")
    }

    @Test func accessByName() throws {
        let info = TypeInfo(User.self)!
        let name = info.property(named: "name")!
        var user = User()
        try name.set("Ann", in: &user)
        #expect(user.name == "Ann")
        let text = try name.get(String.self, from: user)
        #expect(text == "Ann")
        var copy = User()
        for property in TypeInfo(User.self)!.properties where property.isStorable {
            try property.set(property.get(from: user), in: &copy)
        }
        #expect(copy.name == "Ann")
    }

    @Test func numbers() {
        let number = JSONNumber("18446744073709551615")!
        #expect(number.integer(as: UInt64.self) == .max)
        #expect(number.intValue == nil)
        #expect(number.doubleValue == 1.8446744073709552e+19)
        #expect(JSONNumber("01") == nil)
        #expect(JSONNumber(0.1 as Double)?.text == "0.1")
        #expect(JSONNumber(2.0 as Double)?.text == "2.0")
        #expect(JSONNumber(1e20 as Double)?.text == "1e+20")
        #expect(JSONNumber("1.5e3")!.integer(as: Int16.self) == 1500)
        #expect(JSONNumber("1.5")!.integer(as: Int16.self) == nil)
        #expect(JSONNumber("40000")!.integer(as: Int16.self) == nil)
    }

    @Test func values() {
        do {
            var object: JSONObject = ["b": 1, "a": 2]
            object["c"] = [true]
            object["b"] = nil
            #expect(object.keys == ["a", "c"])
            for (key, value) in object { print(key, value) }
        }
        do {
            let value: JSONValue = ["path": "a/b\n", "size": 1.50]
            #expect(value.text == #"{"path":"a/b\n","size":1.5}"#)
        }
        do {
            let value: JSONValue = ["id": 7, "tags": ["a", "b"], "owner": nil]
            #expect(value["tags"]?[1]?.stringValue == "b")
            #expect(value["owner"]?.isNull == true)
            #expect(value["missing"] == nil)
            #expect(value.text == #"{"id":7,"tags":["a","b"],"owner":null}"#)
        }
        do {
            var value: JSONValue = ["a": 1]
            value["b"] = "two"
            value["a"] = nil
            #expect(value.text == #"{"b":"two"}"#)
        }
    }

    @Test func encoding() throws {
        let user = try Docs.User(json: #"{"id": 7, "name": "Ann"}"#)
        let users = [user, user]
        do {
            var options = EncodingOptions.default
            options.isPretty = true
            options.sortsKeys = true
            let encoder = ModelEncoder(options)
            #expect(try encoder.encodeToString(["b": 1, "a": 2]) == "{\n  \"a\" : 2,\n  \"b\" : 1\n}")
        }
        let encoder = ModelEncoder()
        let data = try encoder.encode(user)
        let text = try encoder.encodeToString([user])
        #expect(String(decoding: data, as: UTF8.self) == #"{"id":7,"name":"Ann","tags":[],"age":0}"#)
        #expect(text == #"[{"id":7,"name":"Ann","tags":[],"age":0}]"#)
        var sent: [[UInt8]] = []
        func send(_ bytes: [UInt8]) { sent.append(bytes) }
        do {
            var output: [UInt8] = []
            for user in users {
                output.removeAll(keepingCapacity: true)
                try encoder.encode(user, into: &output)
                send(output)
            }
        }
        #expect(sent == [Array(data), Array(data)])
        #expect(try Docs.Named(json: #"{"nick": "a"}"#).jsonString() == #"{"display":{"name":"a"}}"#)
        #expect(try Docs.Entry(json: #"{"title": "a"}"#).jsonString() == #"{"title":"a","version":2}"#)
    }

    @Test func reading() throws {
        typealias User = Docs.User
        let bytes = Array("{\"id\": 1}\n{\"id\": 2}\n{".utf8)
        let chunks = [Array(bytes[..<5]), Array(bytes[5...])]
        var saved: [Int] = []
        var logged: [String] = []
        func save(_ user: User) { saved.append(user.id) }
        func log(_ text: String) { logged.append(text) }
        do {
            var reader = try ModelReader(User.self, framing: .lines)
            for chunk in chunks {
                try reader.read(chunk) { record in
                    switch record.result {
                    case .success(let user): save(user)
                    case .failure(let error): log("record \(record.number), line \(record.line): \(error)")
                    }
                }
            }
            try reader.finish { record in print(record.number) }
            #expect(saved == [1, 2] && logged.isEmpty && reader.failedRecords == 1)
        }
        do {
            var reader = try ModelReader(User.self, framing: .lines)
            try reader.read(bytes) { record in print(record.number) }
            let position = reader.position
            #expect(position.records == 2 && position.offset == 20 && position.line == 3)
        }
        do {
            // A record that is used up hands its model on, or its error.
            var reader = try ModelReader(User.self, framing: .lines)
            var taken: [Int] = []
            try reader.read(bytes) { taken.append(try $0.take().id) }
            #expect(throws: ModelError.self) { try reader.finish { taken.append(try $0.take().id) } }
            #expect(taken == [1, 2])
        }
        var reading = ReadingOptions()
        reading.onFailure = .skip
        reading.maximumFailures = 1_000
        #expect(reading != ReadingOptions())
    }

    @Test func copiesEqualityAndDescriptions() throws {
        do {
            let account = try Account(json: #"{"name": "main", "owner": {"id": 7}}"#)
            let copy = account.modelCopy()
            copy.name = "spare"
            #expect(account.name == "main" && copy.owner?.id == 7)
        }
        do {
            let ann = try User(json: #"{"id": 7, "name": "Ann"}"#)
            var other = ann
            #expect(ann.modelIsEqual(other))
            other.name = "Bea"
            #expect(!ann.modelIsEqual(other))
        }
        do {
            let user = try User(json: #"{"id": 7}"#)
            var hasher = Hasher()
            user.modelHash(into: &hasher)
            let hash = hasher.finalize()
            hasher = Hasher()
            try User(json: #"{"id": 7, "other": 1}"#).modelHash(into: &hasher)
            #expect(hasher.finalize() == hash)
        }
        do {
            let user = try User(json: #"{"id": 7, "name": "Ann", "tags": ["swift"]}"#)
            print(user.modelDescription)
            #expect(
                user.modelDescription == """
                    <User> {
                        age = 0;
                        born = <nil>;
                        email = <nil>;
                        home = <nil>;
                        id = 7;
                        name = "Ann";
                        tags = [
                            "swift"
                        ]
                    }
                    """)
        }
        let tags: Set = [Tag(name: "a"), Tag(name: "b"), Tag(name: "a")]
        #expect(tags.count == 2)
        print(Place(city: "Bern"))
        #expect("\(Place(city: "Bern"))" == "<Place> {\n    city = \"Bern\";\n    zip = <nil>\n}")
    }

    @Test func aDocumentInPiecesThatComeLater() async throws {
        let decoder = ModelDecoder()
        let (pieces, continuation) = AsyncStream<String>.makeStream()
        for text in [#"{"id": 7, "na"#, #"me": "Ann"}"#] { continuation.yield(text) }
        continuation.finish()
        let user = try await decoder.decode(User.self, fromChunks: pieces)
        #expect(user.id == 7 && user.name == "Ann")
    }

    @Test func batchesFilesAndCores() async throws {
        typealias User = Docs.User
        let text = "{\"id\": 1}\n{\"id\": 2}\n{"
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield(Array(text.utf8))
        continuation.finish()
        var saved: [Int] = []
        var logged: [String] = []
        var checkpoint = ReadingPosition()
        func save(_ user: User) { saved.append(user.id) }
        func save(_ users: [User]) { saved += users.map(\.id) }
        func log(_ text: String) { logged.append(text) }
        for try await batch in chunks.models(User.self, framing: .lines) {
            save(batch.models)
            for failure in batch.failures { log("\(failure)") }
            checkpoint = batch.position
        }
        #expect(saved == [1, 2] && logged.count == 1 && checkpoint.offset == 21)
        let path = NSTemporaryDirectory() + "yodel-" + UUID().uuidString
        let data = Data(text.utf8)
        try data.write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        let file = try ModelFile(path)
        let end = try file.read(User.self, framing: .lines) { record in
            if let user = record.model { save(user) }
        }
        print(end.records, "records in", end.offset, "bytes")
        #expect(saved == [1, 2, 1, 2] && end.records == 3)
        for range in try file.ranges(4) {
            try file.read(User.self, in: range) { record in print(record.offset) }
        }
        try await file.decodeLines(User.self) { batch in
            save(batch.models)
            checkpoint = batch.position
        }
        #expect(saved == [1, 2, 1, 2, 1, 2] && checkpoint == end)
        let decoder = ModelDecoder()
        let results = try await decoder.decodeLines(User.self, from: data)
        save(results.models)
        for failure in results.failures { log("\(failure)") }
        #expect(saved == [1, 2, 1, 2, 1, 2, 1, 2] && logged.count == 2 && logged[0] == logged[1])
    }

    @Test func valuesPartsAndTexts() throws {
        struct Payload: Model { var id = 0 }
        struct Message: Model {
            var payload = Payload()
            static var propertyTransforms: [String: PropertyTransform] { ["payload": .jsonText] }
        }
        let decoder = ModelDecoder()
        let users = try decoder.decode([User].self, from: [["id": 7], ["id": 8, "born": Date()]] as [Any])
        var user = users[0]
        try decoder.update(&user, from: #"{"data": {"user": {"name": "Bea"}}}"#, at: "data.user")
        #expect(users.map(\.id) == [7, 8] && user.id == 7 && user.name == "Bea")
        #expect(try Message(json: #"{"payload": "{\"id\":7}"}"#).payload.id == 7)
    }

    @Test func rawJSON() throws {
        typealias User = Docs.User
        let envelope = try Envelope(json: #"{"kind": "user", "payload": {"id": 1.50,  "name": "\u0041nn"}}"#)
        _ = envelope.payload.text
        _ = try envelope.payload.decode(User.self).name
        _ = try ModelEncoder().encodeToString(envelope)
        #expect(envelope.payload.text == #"{"id": 1.50,  "name": "\u0041nn"}"#)
        #expect(try envelope.payload.decode(User.self).name == "Ann")
        #expect(
            try ModelEncoder().encodeToString(envelope) == #"{"kind":"user","payload":{"id": 1.50,  "name": "\u0041nn"}}"#)
    }

    @Test func pointersAndPatches() throws {
        typealias User = Docs.User
        let document: JSONValue = ["users": [["name": "Ann", "a/b": 1]]]
        #expect(document[pointer: "/users/0/name"] == "Ann" && document[pointer: "/users/0/a~1b"] == 1)
        #expect(document[pointer: "/users/1"] == nil)
        #expect(document[pointer: ""] == document)
        let found = try ModelDecoder().find(["/user/name", "/items/0", "/none"], in: #"{"user": {"name": "Ann"}, "items": [{"id": 7}]}"#)
        #expect(found[0]?.text == #""Ann""#)
        #expect(try found[1]?.decode(User.self).id == 7)
        #expect(found[2] == nil)
        var user: JSONValue = ["name": "Ann", "home": ["city": "Bern", "zip": 3000], "tags": ["a"]]
        user.mergePatch(["name": nil, "home": ["zip": 3001], "tags": ["b"]])
        #expect(user.text == #"{"home":{"city":"Bern","zip":3001},"tags":["b"]}"#)
    }

    @Test func allProblems() throws {
        var problems: [ModelProblem] = []
        let signUp = try ModelDecoder().decode(SignUp.self, from: #"{"name": 7, "mail": "a@b.c", "age": -1}"#, problems: &problems)
        #expect(signUp == nil)
        #expect(
            problems.map { "\($0.status) \($0.code) \($0.pointer)" }
                == ["422 missingKey /email", "422 typeMismatch /name", "422 unknownKey /mail", "422 numberOutOfRange /age"])
        let body = try CodableEncoder().encode(problems)
        #expect(try JSONDecoder().decode([ModelProblem].self, from: body) == problems)
        #expect(
            String(decoding: body, as: UTF8.self).hasPrefix(
                #"[{"code":"missingKey","pointer":"\/email","path":"email","line":1,"column":1,"#))
        func guarded(_ decoder: ModelDecoder, _ data: Data) throws -> Int {
            typealias User = Docs.User
            func answer(_ problems: [ModelProblem]) -> Int { problems[0].status }
            guard let user = try decoder.decode(User.self, from: data, problems: &problems) else { return answer(problems) }
            return user.id
        }
        problems = []
        #expect(try guarded(ModelDecoder(), Data("{".utf8)) == 400)
    }

    @Test func schemas() throws {
        struct Reader: Model {
            var id = 0 as UInt8
            var name: String?
            var tags: Set<String> = []
            static var requiredProperties: Set<String> { ["id"] }
        }
        let schema = try JSONSchema(of: Reader.self)
        #expect(schema.value["properties"]?["id"]?.text == #"{"type":"integer","minimum":0,"maximum":255}"#)
        #expect(schema.value["properties"]?["name"]?.text == #"{"type":["string","null"]}"#)
        #expect(schema.value["properties"]?["tags"]?.text == #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#)
        #expect(schema.value["required"] == ["id"])
    }

    @Test func canonicalJSON() throws {
        let value: JSONValue = ["b": 1.50, "a": ["\u{20AC}", 1e30]]
        #expect(try value.canonicalText() == #"{"a":["€",1e+30],"b":1.5}"#)
        struct Claim: Model { var subject = "", issued = 0.0 }
        #expect(try ModelEncoder().encodeCanonical(Claim(subject: "Ann", issued: 4.50)) == Data(#"{"issued":4.5,"subject":"Ann"}"#.utf8))
    }

    @Test func contexts() throws {
        let price = try ModelContext.with(Tenant(currency: "CHF")) {
            try ModelDecoder().decode(Price.self, from: #"{"amount": 9.5}"#)
        }
        #expect(price.currency == "CHF")
    }

    @Test func enums() throws {
        typealias Shape = EnumDocs.Shape
        let shapes = try ModelDecoder().decode([Shape].self, from: #"[{"type": "disc", "radius": 1.5}, {"type": "star", "rays": 5}]"#)
        #expect(try ModelEncoder().encodeToString(shapes) == #"[{"type":"circle","radius":1.5},{"type":"star","rays":5}]"#)
        _ = try ModelEncoder().encodeToString(shapes)
        let statuses = try ModelDecoder().decode([EnumDocs.Status].self, from: #"["closed", "paused"]"#)
        #expect(statuses == [.closed, .unknown("paused")])
        #expect(try ModelEncoder().encodeToString(statuses) == #"["closed","paused"]"#)
    }

    @Test func codableTypes() throws {
        let user = CodableDocs.User(userName: "Ann", joined: Date(timeIntervalSince1970: 1_399_379_889))
        let encoder = CodableEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        let data = try encoder.encode(user)
        #expect(String(decoding: data, as: UTF8.self) == #"{"user_name":"Ann","joined":"2014-05-06T12:38:09Z"}"#)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd"
        encoder.dateEncodingStrategy = .formatted(formatter)
        #expect(try encoder.encodeToString(user) == #"{"user_name":"Ann","joined":"2014\/05\/06"}"#)
        let other = CodableDocs.JSONEncoder()
        other.outputFormatting = .sortedKeys
        #expect(try other.encodeToString(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
    }

    @Test func restsAndFlattenedModels() throws {
        typealias Event = RoleDocs.Event
        typealias User = RoleDocs.User
        let event = try Event(json: #"{"id": 7, "shard": 3}"#)
        #expect(event.extra == ["shard": 3])
        let eventText = try event.jsonString()
        #expect(eventText == #"{"id":7,"shard":3}"#)
        let user = try User(json: #"{"name": "Ann", "city": "Bern"}"#)
        #expect(user.address.city == "Bern")
        let userText = try user.jsonString()
        #expect(userText == #"{"name":"Ann","street":"","city":"Bern"}"#)
    }

    @Test func everyExampleOfTheSourcesStandsHere() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map(code).joined(separator: "\n")
        let sources = root.appendingPathComponent("Sources")
        var checked = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            // What is not public is not shown to users; YodelNIO's and YodelMacros' examples stand in their own tests.
            guard !path.contains("ChunkedMapping"), !path.hasPrefix("YodelNIO/"), !path.hasPrefix("YodelMacros/") else { continue }
            var isSwift = false
            for line in try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8).split(separator: "\n") {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.hasPrefix("/// ```") {
                    isSwift = text == "/// ```swift"
                } else if isSwift, text.hasPrefix("///"), !code(text.dropFirst(3)).isEmpty {
                    checked += 1
                    #expect(compiled.contains(code(text.dropFirst(3))), "\(path) is not compiled: \(text)")
                }
            }
        }
        #expect(checked > 80)
    }

    /// A line without its comment and the space around it.
    private func code(_ line: some StringProtocol) -> String {
        let text = line.components(separatedBy: " // ")[0].components(separatedBy: "  //")[0]
        return text.trimmingCharacters(in: .whitespaces)
    }
}
