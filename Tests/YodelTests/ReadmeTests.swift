import Foundation
import Testing

@testable import Yodel

// The README's examples, compiled and run. A test reads the README and fails when a line of its Swift blocks does not stand in this file.

private struct User: Model {
    var id = 0
    var name = ""
    var email: String?
    var tags: [String] = []
}

private struct Event: Model {
    var name = ""
    var payload = JSONValue.null
}

@Suite("README")
struct ReadmeTests {
    @Test func firstExample() throws {
        let user = try User(json: #"{"id": "7", "name": "Ann", "tags": ["swift"]}"#)
        print(user.id, user.tags)
        #expect(user.id == 7 && user.name == "Ann" && user.email == nil && user.tags == ["swift"])
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

    @Test func typeInfo() {
        for property in TypeInfo(User.self)!.properties {
            print(property.name, property.type, property.offset, property.obstacle as Any)
        }
        #expect(TypeInfo(User.self)?.properties.map(\.name) == ["id", "name", "email", "tags"])
    }

    @Test func valuesWithoutAModel() throws {
        let event = try Event(json: #"{"name": "paid", "payload": {"amount": 12345678901234567890.10, "to": ["a"]}}"#)
        print(event.payload["amount"]!)
        print(event.payload["to"]![0]!)
        print(event.payload)
        #expect(event.payload["amount"]?.description == "12345678901234567890.10")
        #expect(event.payload["to"]?[0]?.description == #""a""#)
        #expect(event.payload.description == #"{"amount":12345678901234567890.10,"to":["a"]}"#)
    }

    @Test func errors() {
        do {
            _ = try User(json: #"{"name": "Ann", "id": }"#)
            Issue.record("the document is not JSON")
        } catch {
            print(error)
            print(error.category, error.offset, error.path)
            #expect("\(error)" == "syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'")
            #expect("\(error.category) \(error.offset) \(error.path)" == "syntax 22 id")
        }
    }

    @Test func everyLineOfTheReadmeStandsHere() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let compiled = Set(try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map(code))
        var isSwift = false
        var checked = 0
        for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isSwift = line == "```swift"
            } else if isSwift, !code(line).isEmpty, code(line) != "import Yodel" {
                checked += 1
                #expect(compiled.contains(code(line).replacing(/^struct/, with: "private struct")), "not compiled: \(line)")
            }
        }
        #expect(checked > 20)
    }

    /// A line without its comment and the space around it.
    private func code(_ line: some StringProtocol) -> String {
        let text = line.components(separatedBy: " // ")[0].components(separatedBy: "  //")[0]
        return text.trimmingCharacters(in: .whitespaces)
    }
}
