import Foundation
import Yodel

// Tries every kind of model and says what is wrong, a line each. Exits with 1 if anything is.

let document = #"""
    {"flag": true, "byte": 255, "large": 18446744073709551615, "huge": -170141183460469231731687303715884105728, "half": 0.5, "double": "1e3",
     "text": "a\u00e9\n", "letter": "x", "date": "2014-05-27T23:36:07Z", "data": "AQI=", "link": "https://example.org/a?b", "price": 0.1,
     "id": "6E2E45D0-0000-4000-8000-000000000001", "colour": "blue", "maybe": "red", "twice": 7, "inner": {"text": "in", "number": -7},
     "maybeInner": {"text": "maybe"}, "list": [1, 2, 3], "inners": [{"number": 1}, {"text": "2"}], "set": ["a", "a"], "names": {"a": 1},
     "byNumber": {"7": {"text": "seven"}}, "json": {"b": [1.50, null], "a": "x"}, "constant": 99}
    """#

var expected = Everything()
expected.flag = true
expected.byte = 255
expected.large = .max
expected.huge = .min
expected.half = 0.5
expected.double = 1_000
expected.text = "aé\n"
expected.letter = "x"
expected.date = Date(timeIntervalSince1970: 1_401_233_767)
expected.data = Data([1, 2])
expected.link = URL(string: "https://example.org/a?b")
expected.id = UUID(uuidString: "6E2E45D0-0000-4000-8000-000000000001")
expected.price = Decimal(string: "0.1")!
expected.colour = .blue
expected.maybe = .red
expected.twice = 7
expected.inner = Inner(text: "in", number: -7)
expected.maybeInner = Inner(text: "maybe")
expected.list = [1, 2, 3]
expected.inners = [Inner(number: 1), Inner(text: "2")]
expected.set = ["a"]
expected.names = ["a": 1]
expected.byNumber = [7: Inner(text: "seven")]
expected.json = JSONValue.object(["b": .array([.number(JSONNumber("1.50")!), .null]), "a": .string("x")])

func decoder(_ tokenizer: DecodingOptions.Tokenizer) -> ModelDecoder {
    var options = DecodingOptions.lenient
    options.tokenizer = tokenizer
    return ModelDecoder(options)
}

let cases: [(name: String, holds: () throws -> Bool)] = [
    ("every type by the scanner", { try decoder(.scanner).decode(Everything.self, from: document) == expected }),
    ("every type by yajl", { try decoder(.yajl).decode(Everything.self, from: document) == expected }),
    ("every type and back", { try Everything(json: expected.jsonString()).jsonData() == expected.jsonData() }),
    ("an array", { try ModelDecoder().decode([Inner].self, from: #"[{"text": "a"}, {"number": 3}]"#).map(\.number) == [nil, 3] }),
    (
        "keys and transforms",
        {
            let text = #"{"user_name":"Ann","home":{"city":"Bern"},"no":7,"tags":"a,b"}"#
            let keyed = try Keyed(json: text)
            return try keyed == Keyed(userName: "Ann", city: "Bern", number: 7, tags: ["a", "b"]) && keyed.jsonString() == text
        }
    ),
    (
        "an observed property",
        {
            let watched = try Watched(json: #"{"value": 3}"#)
            return watched.value == 3 && watched.changes == 1
        }
    ),
    (
        "classes by their content",
        {
            let shapes = try ModelDecoder().decode(
                [Shape].self, from: #"[{"name": "dot"}, {"name": "o", "radius": 2, "tail": 9, "owner": {}}, {"radius": -1}]"#)
            guard shapes.count == 2, let circle = shapes[1] as? Circle<Double> else { return false }
            return shapes[0].name == "dot" && circle.name == "o" && circle.radius == 2 && circle.tail == 9 && circle.owner == nil
        }
    ),
    (
        "a tree",
        {
            let node = try Node(json: #"{"value": 1, "children": [{"value": 2}, {"children": [{"value": 3}]}], "next": {"value": 4}}"#)
            return node.children[1].children[0].value == 3 && node.next?.value == 4 && node.modelIsEqual(node.modelCopy())
        }
    ),
    (
        "an update",
        {
            var inner = Inner(text: "kept", number: 1)
            try inner.update(json: #"{"number": 2}"#)
            return inner == Inner(text: "kept", number: 2)
        }
    ),
    (
        "a stream",
        {
            var reader = try ModelReader(Inner.self, framing: .lines)
            var texts: [String?] = []
            for byte in Array("{\"text\": \"a\"}\n{bad}\n{\"text\": \"c\"}".utf8) {
                try reader.read([byte]) { texts.append(try? $0.result.get().text) }
            }
            try reader.finish { texts.append(try? $0.result.get().text) }
            return texts == ["a", nil, "c"]
        }
    ),
    (
        "copies, equality, archives",
        {
            let place = try Place(json: #"{"city": "Bern", "zip": 3000}"#)
            let archived = try JSONDecoder().decode(Place.self, from: JSONEncoder().encode(place))
            return archived == place && Set([place, archived]).count == 1 && "\(place)".contains("zip = 3000")
        }
    ),
]

var failures = 0
for (name, holds) in cases {
    do {
        if try holds() { continue }
        print("\(name): a wrong result")
    } catch let error as ModelError where error.code == .reflectionUnavailable {
        print(error.message)
    } catch {
        print("\(name): \(error)")
    }
    failures += 1
}
if failures == 0 { print("all \(cases.count) hold") }
exit(failures == 0 ? 0 : 1)
