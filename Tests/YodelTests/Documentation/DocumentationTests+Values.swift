import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

private struct Envelope: Model {
    var kind = ""
    var payload = RawJSON.null
}

private struct SignUp: Model, Equatable {
    var name = "", email = ""
    var age: UInt8?
    static func describe(_ model: inout ModelDescription) { model.required = ["name", "email"] }
}

private struct Tenant { let currency: String }

private struct Price: DidDecodeModel {
    var amount = 0.0
    var currency = ""
    mutating func didDecode(from object: JSONObject) throws {
        if currency.isEmpty { currency = ModelContext.value(of: Tenant.self)?.currency ?? "EUR" }
    }
}

private enum CodableDocs {
    typealias JSONEncoder = CodableEncoder

    struct User: Encodable {
        let userName: String, joined: Date
    }
}

extension DocumentationTests {
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

    @Test func valuesPartsAndTexts() throws {
        struct Payload: Model { var id = 0 }
        struct Message: Model {
            var payload = Payload()
            static func describe(_ model: inout ModelDescription) { model.transforms = ["payload": .jsonText] }
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
        struct Profile: Model {
            var name: String? = nil, level = 1, links: [String: String] = [:]
        }
        let decoder = ModelDecoder()
        var profile = try Profile(json: #"{"name": "Ann", "level": 5, "links": {"a": "x"}}"#)
        try decoder.mergePatch(&profile, from: #"{"name": null, "level": null, "links": {"a": null, "b": "y"}}"#)
        #expect(try profile.jsonString() == #"{"level":1,"links":{"b":"y"}}"#)
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
        func changed(_ decoder: ModelDecoder, _ user: inout Docs.User, _ data: Data) throws -> Int {
            func answer(_ problems: [ModelProblem]) -> Int { problems[0].status }
            var problems: [ModelProblem] = []
            guard try decoder.update(&user, from: data, problems: &problems) else { return answer(problems) }
            return 200
        }
        var user = Docs.User()
        #expect(try changed(ModelDecoder(), &user, Data(#"{"name": "Bea"}"#.utf8)) == 200 && user.name == "Bea")
        #expect(try changed(ModelDecoder(), &user, Data(#"{"name": "Cas", "id": "1"}"#.utf8)) == 422 && user.name == "Bea")
    }

    @Test func schemas() throws {
        struct Reader: Model {
            var id = 0 as UInt8
            var name: String?
            var tags: Set<String> = []
            static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
        }
        let schema = try JSONSchema(of: Reader.self)
        #expect(schema.value["properties"]?["id"]?.text == #"{"type":"integer","minimum":0,"maximum":255}"#)
        #expect(schema.value["properties"]?["name"]?.text == #"{"type":["string","null"]}"#)
        #expect(schema.value["properties"]?["tags"]?.text == #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#)
        #expect(schema.value["required"] == ["id"])
    }

    @Test func openAPI() throws {
        struct Invoice: Model {
            var number = 0
            var lines: [Line] = []
            struct Line: Model {
                var article = ""
                var quantity = 1
            }
            static func describe(_ model: inout ModelDescription) { model.required = ["number"] }
        }
        let document = try OpenAPIDocument(title: "Shop", version: "1.0", models: [Invoice.self])
        #expect(document.components["Invoice"]?["required"] == ["number"])
        let lines = document.components["Invoice"]?["properties"]?["lines"]
        #expect(lines?.text == ##"{"type":"array","items":{"$ref":"#/components/schemas/Line"}}"##)
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
}
