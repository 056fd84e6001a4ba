import Foundation
import Testing
import YodelFoundation

@testable import Yodel

extension DocumentationTests {
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
            try reader.finish { record in print(record.number, record.error ?? "ok") }
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
}
