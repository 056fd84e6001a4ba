import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A wrapper that keeps a number between bounds.
@propertyWrapper private struct Clamped: Equatable {
    private var stored: Int

    init(wrappedValue: Int) { stored = wrappedValue }

    var wrappedValue: Int {
        get { stored }
        set { stored = min(max(newValue, 0), 100) }
    }
}

private enum Accessed {
    struct Inner: Model, Equatable {
        var a = 1
        var b = 2
    }

    struct Value: Model, Equatable {
        var celsius = 0.0
        var log: [String] = []
        var name = "n" { didSet { log.append("\(oldValue)>\(name)") } }
        var inner = Inner() { didSet { log.append("inner") } }
        var numbers: [Int]? { didSet { log.append("numbers") } }
        @Clamped var level = 7
        var fahrenheit: Double {
            get { celsius * 9 / 5 + 32 }
            set { celsius = (newValue - 32) * 5 / 9 }
        }
        var shout: String {
            get { name }
            set { log.append(newValue) }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.name, named: "name")
            model.access(\Self.inner, named: "inner")
            model.access(\Self.numbers, named: "numbers")
            model.access(\Self.level, named: "level")
            model.access(\Self.fahrenheit, named: "fahrenheit")
            model.access(\Self.shout, named: "shout")
            model.ignored = ["log"]
            model.keys = ["fahrenheit": "temp.f", "level": ["l", "L"]]
            model.transforms = ["shout": .trimmed]
        }
    }

    class Open: Model {
        var log: [String] = []
        var name = "n" { didSet { log.append(name) } }
        @Clamped var level = 7
        required init() {}
        class func describe(_ model: inout ModelDescription) {
            model.access(\Open.name, named: "name")
            model.access(\Open.level, named: "level")
            model.ignored = ["log"]
        }
    }

    final class Closed: Open {
        var more = 1
        var twice: Int {
            get { more * 2 }
            set { more = newValue / 2 }
        }
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.access(\Closed.twice, named: "twice")
        }
    }

    final class Final: Model {
        var name = "n" { didSet { runs += 1 } }
        var kept: Inner? = Inner()
        var runs = 0
        var child: Inner {
            get { kept ?? Inner(a: 0, b: 0) }
            set { kept = newValue }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Final.name, named: "name")
            model.access(\Final.child, named: "child")
            model.ignored = ["runs", "kept"]
            model.required = ["name"]
        }
    }
}

extension Accessed.Open {
    fileprivate var asClosed: Accessed.Closed { self as! Accessed.Closed }
}

@Suite("Accessors")
struct AccessorTests {
    @Test func computedPropertiesAreSet() throws {
        let value = try Accessed.Value(json: #"{"temp":{"f":"212"}}"#)
        #expect(value.celsius == 100 && value.log.isEmpty)
        #expect(try Accessed.Value(json: #"{"temp":{"f":[]},"fahrenheit":1}"#) == Accessed.Value())
        #expect(try Accessed.Value(json: #"{"temp":{"f":212},"temp":{}}"#).celsius == 0)
    }

    @Test func observersRunOncePerValue() throws {
        let value = try Accessed.Value(json: #"{"name":"a","inner":{"b":3},"numbers":[1,"x",2],"name":"b","name":[]}"#)
        #expect(value.name == "b" && value.inner == Accessed.Inner(a: 1, b: 3) && value.numbers == [1, 2])
        #expect(value.log == ["n>a", "inner", "numbers", "a>b"])
        // What does not fit sets nothing.
        #expect(try Accessed.Value(json: #"{"name":[],"inner":7,"numbers":{},"l":"x"}"#) == Accessed.Value())
        let nothing = try Accessed.Value(json: #"{"numbers":null,"name":null}"#)
        #expect(nothing.log == ["numbers"])
    }

    @Test func wrappedProperties() throws {
        #expect(try Accessed.Value(json: #"{"l":250}"#).level == 100)
        #expect(try Accessed.Value(json: #"{"L":-3,"l":12}"#).level == 12)
        #expect(try Accessed.Value(json: #"{"l":null,"L":null}"#).level == 0)
        #expect(try Accessed.Value(json: #"{"level":50}"#).level == 7)
    }

    @Test func transforms() throws {
        #expect(try Accessed.Value(json: #"{"shout":"  hey "}"#).log == ["hey"])
        #expect(try Accessed.Value(json: #"{"shout":7}"#) == Accessed.Value())
    }

    @Test(arguments: ["name", "inner", "numbers", "l", "temp.f", "shout"])
    func strictErrorsTellTypeAndPath(key: String) {
        let keys = key.split(separator: ".")
        let json = keys.reversed().reduce("true") { "{\"\($1)\":\($0)}" }
        let types = [
            "name": "String", "inner": "Inner", "numbers": "[Int]?", "l": "Int", "temp.f": "Double", "shout": "String",
        ]
        let error = decodeWhole(Accessed.Value.self, Array(json.utf8), .strict).errorFields
        let (code, tail) = key == "shout" ? (ModelError.Code.invalidValue, " that is not a valid one") : (.typeMismatch, "")
        #expect(
            error
                == ErrorFields(
                    .mismatch, code, at: json.utf8.count - keys.count - 4, path: key,
                    "expected \(types[key] ?? ""), found a boolean\(tail)"))
    }

    @Test func aMergeChangesWhatIsThere() throws {
        var value = Accessed.Value()
        value.inner.a = 5
        value.celsius = 3
        value.log = []
        try value.update(json: #"{"inner":{"b":6},"l":8}"#)
        #expect(value.inner == Accessed.Inner(a: 5, b: 6) && value.celsius == 3 && value.level == 8 && value.log == ["inner"])
        let before = value
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).update(&value, from: #"{"name":"x","inner":{"a":0},"numbers":1}"#)
        }
        #expect(error?.path == "numbers" && value == before)
        let source: [String: Any] = ["inner": ["b": 7], "name": "s", "temp": ["f": 32]]
        try value.update(json: source)
        #expect(value.inner == Accessed.Inner(a: 5, b: 7) && value.name == "s" && value.celsius == 0)
    }

    /// By the same rules as for a stored property: an instance of the very type is taken as it is.
    @Test func aReadyValueIsTakenThroughAnAccessor() throws {
        let source: [String: Any] = ["inner": Accessed.Inner(a: 8, b: 8)]
        let value = try ModelDecoder(.strict).decode(Accessed.Value.self, from: source)
        #expect(value.inner == Accessed.Inner(a: 8, b: 8) && value.log == ["inner"])
    }

    @Test func classes() throws {
        let open = try Accessed.Open(json: #"{"name":"a","level":1000}"#)
        #expect(open.log == ["a"] && open.level == 100)
        let closed = try Accessed.Closed(json: #"{"name":"b","level":-1,"twice":8}"#)
        #expect(closed.log == ["b"] && closed.level == 0 && closed.more == 4)
        var base: Accessed.Open = closed
        try ModelDecoder().update(&base, from: #"{"name":"c","twice":10,"more":6,"twice":14}"#)
        #expect(base === closed && closed.log == ["b", "c"] && closed.more == 7)
    }

    @Test func finalClassesAndRequiredAccessors() throws {
        var object = try Accessed.Final(json: #"{"name":"a","child":{"a":7}}"#)
        #expect(object.runs == 1 && object.kept == Accessed.Inner(a: 7, b: 2))
        try object.update(json: #"{"child":{"b":9}}"#)
        #expect(object.runs == 1 && object.kept == Accessed.Inner(a: 7, b: 9))
        let error = #expect(throws: ModelError.self) { try Accessed.Final(json: #"{"child":{}}"#) }
        #expect(error?.code == .missingKey && error?.path == "name" && error?.message == "no value for the property 'name' of Final")
        // An instance that a merge has changed through accessors is put back.
        let same = object
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&object, from: #"{"name":"z","child":{"a":0},"name":1}"#) }
        #expect(object === same && object.name == "a" && object.runs == 1 && object.kept == Accessed.Inner(a: 7, b: 9))
    }
}
