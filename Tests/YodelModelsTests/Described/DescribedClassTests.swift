import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Described classes")
struct DescribedClassTests {
    private typealias User = Boxes.User
    private typealias Node = Boxes.Node
    private typealias Shape = Boxes.Shape
    private typealias Circle = Boxes.Circle

    private let all = [
        ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl)), ModelDecoder(.with(\.onMissing, .fail)),
    ]

    // MARK: Reading

    @Test func whatComesIsThere() throws {
        for decoder in all {
            let user = try decoder.decode(User.self, from: User.text)
            #expect(user.id == 7 && user.name.hasPrefix("Ann") && user.email == "ann@example.org" && user.tags == ["a", "b"])
            #expect(user.version == 3 && user.secret.hasPrefix("a secret") && !user.isChanged)
        }
        for outcome in EveryWay.outcomes(User.self, User.text) { #expect(try outcome.get().id == 7) }
        #expect(try User(json: ["id": 8, "name": "Bea"] as [String: Any]).tags == ["new"])
        #expect(try ModelDecoder().decode(User.self, from: JSONValue.object(["id": 8, "name": "Bea"])).id == 8)
    }

    @Test func readsPlainlyWhatIsPlain() throws {
        let plan = try ModelDecoder().plan(for: Node.self)
        #expect(plan.pointee.kind == .boxed && plan.pointee.isPlain && plan.key.pointee.isPlain && plan.key.name == "Node")
        #expect(!plan.reachesInstances)
    }

    @Test(arguments: [
        (#"{}"#, ["id", "name"]), (#"{"id":1}"#, ["name"]), (#"{"id":null,"name":null}"#, ["id", "name"]),
    ])
    func whatIsMissingIsNamed(_ text: String, _ names: [String]) {
        for outcome in EveryWay.outcomes(User.self, text) {
            guard case .failure(let error) = outcome else {
                Issue.record("a value")
                continue
            }
            #expect(error.code == .missingKey && error.missingPaths.map(\.description) == names)
            let list = names.map { "'\($0)'" }.joined(separator: ", ")
            #expect(error.message == "no value for the propert\(names.count == 1 ? "y" : "ies") \(list) of User")
        }
    }

    @Test func whatDoesNotFitAPropertyHasItsPlace() {
        for outcome in EveryWay.outcomes(User.self, #"{"name":"a","id":"x"}"#) {
            let error = #expect(throws: ModelError.self) { try outcome.get() }
            #expect(error?.code == .invalidValue && error?.path.description == "id" && error?.offset == 17, "\(error as Any)")
            #expect(error?.message == "expected Int, found a string that is not a valid one")
        }
    }

    @Test func whatDoesNotFit() throws {
        for (text, message) in [
            ("7", "expected User, found a number"), ("[]", "expected User, found an array"), ("null", "expected User, found null"),
        ] {
            for outcome in EveryWay.outcomes(User.self, text) {
                guard case .failure(let error) = outcome else {
                    Issue.record("a value")
                    continue
                }
                #expect(error.message.hasPrefix(message), "\(error.message)")
            }
        }
        var report = DecodingReport()
        let text =
            #"{"user":{"id":1},"all":[{"id":1,"name":"a"},{"id":2},7,{"id":3,"name":"c"}],"byName":{"x":{"value":1},"y":{}},"kept":[null,{}]}"#
        let places = try ModelDecoder().decode(Boxes.Places.self, from: text, report: &report)
        #expect(places.user == nil && places.all.map(\.id) == [1, 3] && places.byName.keys.sorted() == ["x"] && places.kept.count == 1)
        #expect(report.issues.map(\.path.description) == ["user.name", "all[1].name", "all[2]", "byName.y.value", "kept[1].value"])
        let strict = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Boxes.Places.self, from: text) }
        #expect(strict?.path.description == "user.name" || strict?.path.description == "user")
        // The problems are those of the struct.
        var (problems, others): ([ModelProblem], [ModelProblem]) = ([], [])
        let wrong = #"[{"id":"x","name":[],"tags":[7]},{"x":1,"tags":[]}]"#
        #expect(try ModelDecoder().decode([User].self, from: wrong, problems: &problems) == nil)
        #expect(try ModelDecoder().decode([User.Stored].self, from: wrong, problems: &others) == nil)
        #expect(problems.map(\.path) == others.map(\.path) && problems.map(\.code) == others.map(\.code))
        #expect(Set(problems.map(\.path)) == ["[0].id", "[0].name", "[0].tags[0]", "[1].id", "[1].name", "[1].x"])
    }

    @Test(.slow) func recursion() throws {
        let text = #"{"value":1,"next":{"value":2,"children":[{"value":3},{"value":4,"children":[{"value":5}]}]}}"#
        for decoder in all[..<3] {
            let node = try decoder.decode(Node.self, from: text)
            #expect(node.next?.children.map(\.value) == [3, 4] && node.next?.children[1].children[0].value == 5 && node.next?.next == nil)
        }
        let depth = 400
        let deep = String(repeating: #"{"value":1,"next":"#, count: depth) + #"{"value":2}"# + String(repeating: "}", count: depth)
        for outcome in EveryWay.outcomes(Node.self, deep) {
            #expect(try ModelEncoder().encodeToString(try outcome.get()).count > deep.count)
        }
        let over = String(repeating: #"{"value":1,"next":"#, count: 600) + #"{"value":2}"# + String(repeating: "}", count: 600)
        for outcome in EveryWay.outcomes(Node.self, over) {
            guard case .failure(let error) = outcome else {
                Issue.record("a value")
                continue
            }
            #expect(error.code == .depthLimit)
        }
        // Behind the plain depth, on a stack of its own.
        let decoder = ModelDecoder(.with(\.maximumDepth, 2000))
        let chain = String(repeating: #"{"value":1,"next":"#, count: 1999) + #"{"value":2}"# + String(repeating: "}", count: 1999)
        var node: Node? = try decoder.decode(Node.self, from: chain)
        var count = 0
        while let next = node?.next { (node, count) = (next, count + 1) }
        #expect(count == 1999)
        let half =
            String(repeating: #"{"value":1,"children":[],"next":"#, count: 990) + #"{"value":2}"# + String(repeating: "}", count: 990)
        var options = EncodingOptions.default
        options.maximumDepth = 1000
        #expect(try ModelEncoder(options).encode(try decoder.decode(Node.self, from: half)).count > half.utf8.count)
        // A cycle cannot be written.
        let ring = try Node(json: #"{"value":1}"#)
        ring.parent = ring
        defer { ring.parent = nil }
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(ring) }
        #expect(error?.code == .depthLimit)
    }

    @Test func declarationsOfBoth() throws {
        let text = #"{"user_name":"u","at":1500,"a":1,"class":{"other":"o"},"left":9}"#
        for outcome in EveryWay.outcomes(Boxes.Declared.self, text) {
            let declared = try outcome.get()
            #expect(
                declared.userName == "u" && declared.at == Date(timeIntervalSince1970: 1.5) && declared.page.a == 1
                    && declared.page.b == "b")
            #expect(declared.other == "o" && declared.left == 4 && declared.extra == ["left": 9])
            let written = try ModelEncoder().encodeToString(declared)
            #expect(written == #"{"user_name":"u","at":1500,"a":1,"b":"b","class":{"other":"o"},"left":9}"#)
        }
        let error = #expect(throws: ModelError.self) { try Boxes.Declared(json: #"{"user_name":"u","at":1500,"a":1}"#) }
        #expect(error?.missingPaths.map(\.description) == ["class.other"])
        // The struct by itself has its own.
        let stored = try Boxes.Declared.Stored(json: #"{"userName":"u","at":1500,"a":1,"struct":{"other":"o"},"left":5}"#)
        #expect(stored.other == "o" && stored.left == 5)
        let snake = ModelDecoder(.with(\.keyStyle, .snakeCase))
        #expect(try snake.decode(Circle.self, from: #"{"name":"c","radius":2,"remark":"r"}"#).note == "r")
    }

    @Test func tagged() throws {
        for text in [#"{"type":"user","id":1,"name":"a","tags":["new"],"version":3}"#, #"{"name":"s","type":"shape"}"#] {
            for outcome in EveryWay.outcomes(Boxes.Choice.self, text, .with(\.onUnknownKey, .fail)) {
                let choice = try outcome.get()
                let written = try ModelEncoder().encodeToString(choice)
                #expect(try ModelDecoder().decode(JSONValue.self, from: written) == ModelDecoder().decode(JSONValue.self, from: text))
            }
        }
        let circle = try Circle(json: #"{"name":"c","note":"n","radius":1}"#)
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(Boxes.Choice.shape(circle)) }
        #expect(error?.message.contains("is of type Circle, a subclass") == true)
        for text in [#"{"node":{"value":1}}"#, #"{"node":{"_0":{"value":1}}}"#] {
            for outcome in EveryWay.outcomes(Boxes.Wrapped.self, text) {
                guard case .node(let node) = try outcome.get() else { continue }
                #expect(node.value == 1)
            }
        }
    }

    // MARK: Subclasses

    @Test func subclasses() throws {
        let text = #"{"radius":1.5,"remark":"r","name":"c"}"#
        for outcome in EveryWay.outcomes(Circle.self, text) {
            let circle = try outcome.get()
            #expect(circle.name == "c" && circle.radius == 1.5 && circle.note == "r")
            #expect(try ModelEncoder().encodeToString(circle) == #"{"name":"c","note":"r","radius":1.5}"#)
            // It is what it is, whatever the property's type says.
            let shape: Shape = circle
            #expect(try ModelEncoder().encodeToString([shape]) == #"[{"name":"c","note":"r","radius":1.5}]"#)
            #expect(shape.modelDescription.hasPrefix("<Circle: "))
            let copy = shape.modelCopy()
            #expect(copy is Circle && copy !== shape && copy.modelIsEqual(shape))
        }
        #expect(try Shape(json: text) is Circle == false)
        let error = #expect(throws: ModelError.self) { try Circle(json: "{}") }
        #expect(error?.missingPaths.map(\.description) == ["name", "note", "radius"])
        #expect(try Boxes.Plain(json: text).note == "r")
        #expect(try Boxes.Filled(json: #"{"a":3}"#).a == 3)
    }

    @Test func aSubclassWithoutAForm() throws {
        let reason =
            "Dot has no modelForm of its own, but that of its superclass Circle, which has nothing of what Dot stores: override it, or let Dot have "
            + "@Model as well"
        #expect(declarationFault(Boxes.Dot.self) == reason)
        #expect(declarationFault([Boxes.Dot?].self) == reason)
        let dot = Boxes.Dot(values: try Circle.Values(json: #"{"name":"d","note":"n","radius":1}"#))
        var places = Boxes.Places()
        places.shape = dot
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(places) }
        #expect(error?.message == reason && error?.path.description == "shape")
        let merged = #expect(throws: ModelError.self) { try places.update(json: #"{"shape":{"name":"e"}}"#) }
        #expect(merged?.message == reason)
        #expect(throws: ModelError.self) { try JSONEncoder().encode(Archived(shape: dot)) }
    }

    private struct Archived: Encodable {
        let shape: Shape
        func encode(to encoder: any Encoder) throws { try shape.modelEncode(to: encoder) }
    }

    // MARK: Merging

    @Test func aMergeMakesANewInstance() throws {
        var user = try User(json: User.text)
        let old = user
        user.hide("hidden")
        user.tags = ["c"]
        #expect(old.isChanged)
        try user.update(json: #"{"name":"Bea"}"#)
        #expect(user !== old && user.name == "Bea" && user.id == 7 && user.tags == ["c"] && user.secret == "hidden" && !user.isChanged)
        #expect(old.name.hasPrefix("Ann"))
        #expect(throws: ModelError.self) { try user.update(json: #"{"name":"Cid","#) }
        #expect(user.name == "Bea")

        var node = try Node(json: #"{"value":1,"next":{"value":2,"next":{"value":3}},"children":[{"value":4}]}"#)
        let next = try #require(node.next)
        try node.update(json: #"{"next":{"next":{"value":5}},"children":[{"value":6}]}"#)
        #expect(node.value == 1 && node.next?.value == 2 && node.next?.next?.value == 5 && node.children.map(\.value) == [6])
        #expect(next.next?.value == 3)
        try node.update(json: #"{"next":null}"#)
        #expect(node.next == nil)

        var places = Boxes.Places()
        let shape = places.shape
        try places.update(json: #"{"shape":{"name":"second"},"user":{"id":1,"name":"u"},"small":{"a":1}}"#)
        #expect(places.shape is Circle && places.shape.name == "second" && (places.shape as? Circle)?.radius == 1 && shape.name == "first")
        try places.update(json: #"{"user":{"name":"v"}}"#)
        #expect(places.user?.id == 1 && places.user?.name == "v")
        try places.update(json: #"{"deep":{"id":5,"name":"d"},"user":{"id":2},"user":{"name":"w"}}"#)
        #expect(places.user?.name == "v", "an object that comes a second time starts afresh, and is no User")
        // Not a merge: the document's object is an instance of its own.
        #expect(throws: Never.self) { try Boxes.Places(json: #"{"shape":{"note":"n"}}"#) }
        #expect(try Boxes.Places(json: #"{"shape":{"note":"n"}}"#).shape.name == "first")
        #expect(try Boxes.Places(json: #"{"shape":{"name":"x"}}"#).shape is Circle == false)
    }

    // MARK: Writing

    @Test func written() throws {
        let user = try User(json: User.text)
        #expect(
            try user.jsonString()
                == #"{"id":7,"name":"Ann, with a name that is kept on the heap","mail":"ann@example.org","tags":["a","b"],"version":3}"#)
        var options = EncodingOptions.default
        options.omitsDefaults = true
        let other = try User(json: #"{"id":1,"name":"a"}"#)
        #expect(try ModelEncoder(options).encodeToString(other) == #"{"id":1,"name":"a"}"#)
        options = .default
        options.sortsKeys = true
        #expect(try ModelEncoder(options).encodeToString([user, other]).hasPrefix(#"[{"id":7,"mail""#))
        #expect(try ModelEncoder().encodeToString(["any": user as Any, "none": 1] as [String: Any]).contains(#""id":7"#))
        let places = try Boxes.Places(
            json: #"{"user":{"id":1,"name":"a"},"deep":{"id":2,"name":"b"},"byName":{"n":{"value":1}},"kept":[null]}"#)
        #expect(
            try ModelEncoder().encodeToString(places)
                == #"{"user":{"id":1,"name":"a","tags":["new"],"version":3},"deep":{"id":2,"name":"b","tags":["new"],"version":3},"#
                + #""shape":{"name":"first","note":"n","radius":1.0},"all":[],"byName":{"n":{"value":1,"children":[]}},"kept":[null]}"#)
    }

    @Test func equalityHashesAndDescriptions() throws {
        let (one, two) = (try User(json: User.text), try User(json: User.text))
        #expect(one.modelIsEqual(two) && one.modelCopy() !== one && one.modelCopy().modelIsEqual(one))
        func hash(_ model: some BaseModel) -> Int {
            var hasher = Hasher()
            model.modelHash(into: &hasher)
            return hasher.finalize()
        }
        #expect(hash(one) == hash(two))
        two.name = "other"
        #expect(!one.modelIsEqual(two) && hash(one) != hash(two))
        func ring(_ values: [Int]) throws -> [Node] {
            let nodes = try values.map { try Node(json: #"{"value":\#($0)}"#) }
            for index in nodes.indices { nodes[index].parent = nodes[(index + 1) % nodes.count] }
            return nodes
        }
        let (left, right, third) = (try ring([1, 1]), try ring([1, 1, 1, 1]), try ring([1, 2]))
        defer { for node in left + right + third { node.parent = nil } }
        #expect(left[0].modelIsEqual(right[0]) && hash(left[0]) == hash(right[0]) && !left[0].modelIsEqual(third[0]))
        let lines = left[0].modelDescription.split(separator: "\n").count
        #expect(lines < 20)
        #expect(left[0].modelDescription.contains("value = 1"))
        // A chain takes no stack.
        var chain = try Node(json: #"{"value":0}"#)
        var same = try Node(json: #"{"value":0}"#)
        for value in 0..<(triesFewerCases ? 10_000 : 20_000) {
            chain = Node(stored: .init(value: value, next: nil, children: [], parent: chain))
            same = Node(stored: .init(value: value, next: nil, children: [], parent: same))
        }
        #expect(chain.modelIsEqual(same) && hash(chain) == hash(same))
        for first in [chain, same] {
            var node = Optional(first)
            while let current = node { (node, current.parent) = (current.parent, nil) }
        }
        var places = Boxes.Places()
        #expect(places.modelIsEqual(Boxes.Places()) && hash(places) == hash(Boxes.Places()))
        places.user = one
        #expect(!places.modelIsEqual(Boxes.Places()))
    }

    @Test func archivesAndCodable() throws {
        struct Archive<T: BaseModel>: Encodable {
            let model: T
            func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
        }
        struct Unarchived: Decodable {
            let circle: Circle
            init(from decoder: any Decoder) throws { circle = try Circle(modelFrom: decoder) }
        }
        struct UnarchivedPlaces: Decodable {
            let places: Boxes.Places
            init(from decoder: any Decoder) throws { places = try Boxes.Places(modelFrom: decoder) }
        }
        let circle = try Circle(json: #"{"name":"c","note":"n","radius":1}"#)
        let data = try JSONEncoder().encode(Archive<Shape>(model: circle))
        #expect(try JSONDecoder().decode(Unarchived.self, from: data).circle.modelIsEqual(circle))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Unarchived.self, from: Data(#"{"name":"c"}"#.utf8)) }
        let places = try Boxes.Places(json: #"{"user":\#(User.text),"byName":{"n":{"value":1,"children":[{"value":2}]}},"kept":[null]}"#)
        let archive = try JSONEncoder().encode(Archive(model: places))
        let again = try JSONDecoder().decode(UnarchivedPlaces.self, from: archive).places
        #expect(again.user?.modelIsEqual(try #require(places.user)) == true && again.byName["n"]?.children.count == 1)
        // Shapes are archived as what they are, and read as what the property says.
        #expect(again.shape.name == "first" && !(again.shape is Circle))
        // What the compiler makes of Codable stays.
        let node = try JSONDecoder().decode(Node.self, from: Data(#"{"value":1,"children":[]}"#.utf8))
        #expect(try String(decoding: JSONEncoder().encode(node), as: UTF8.self).contains(#""value":1"#))
    }

    @Test func schemas() throws {
        let schema = try JSONSchema(of: Node.self).value
        #expect(schema["title"] == "Node" && schema["required"] == ["value"] && schema["properties"]?["next"]?["anyOf"]?[0]?["$ref"] == "#")
        let declared = try JSONSchema(of: Boxes.Declared.self).value
        #expect(declared["properties"]?["user_name"]?["description"] == "who it is")
        let choice = try JSONSchema(of: Boxes.Choice.self).value
        #expect(choice["oneOf"]?[0]?["properties"]?["type"] == ["const": "user"])
        #expect(try JSONSchema(of: Boxes.Places.self).value["$defs"]?["Shape"]?["required"] == ["name"])
    }
}
