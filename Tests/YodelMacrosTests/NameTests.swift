#if Macros
import Testing
import YodelMacros

// Names of the program that expansions once had for what is theirs, and names that have to be written in backticks.

private let properties = 3
private let value = 4
private let wrapper = 5
private let cases = 6
private let x = 10

/// It is made by its arguments, or with a value.
@propertyWrapper private struct Added {
    var wrappedValue: Int
    init(wrappedValue: Int, _ other: Int) { self.wrappedValue = wrappedValue + other }
    init(wrappedValue: Int, by change: (Int) -> Int) { self.wrappedValue = change(wrappedValue) }
    init(start: Int) { wrappedValue = start }
}

@Model
private struct Captured {
    var sum: Int = properties + value
    @Added(value) var more = 1
    @Added(start: wrapper) var made: Int
    @Added(by: { $0 + properties }) var changed = 1
    @Transform(.captured(properties)) var shifted = 0
    @Ignored var ignored = properties
    let constant = properties
}

@Model
private enum CapturedCases: Equatable {
    case one(x: Int = x, y: Int = 2, properties: [Int] = [properties], String = "\(cases)")
    case own(scale: Self.Scale = Self.Scale.small)

    enum Scale: String { case small, large }
}

@Model
private struct Quoted {
    let `it's "x"`: Int
    let `a b`: Int?
    let `self`: Int
    @Added(start: 1) var `the value`: Int
}

@Model
private enum Words: Equatable {
    case `Type`(Int), `Protocol`(Inner), `self`(x: Int), `init`
    case `it's "q"`(`a b`: Int, Type: Int, `in`: Int = 1)

    @Model
    enum Inner { case `Type`, other }
    @Model
    enum Nothing { case `Type`, full(Int) }
}

extension PropertyTransform {
    /// Adds to what is read.
    fileprivate static func captured(_ shift: Int) -> PropertyTransform {
        PropertyTransform(from: { $0.numberValue?.intValue.map { $0 + shift } }, to: { (value: Int) in .number(JSONNumber(value - shift)) })
    }
}

/// A name for what is in it.
public struct Space {}

public extension Space {
    /// As visible as the extension says.
    @Model
    struct Point {
        /// A distance.
        public let at: Int

        /// Nested once more.
        @Model
        struct Part { let of: Int }
    }

    /// Of its raw values.
    @Model
    enum Kind { case near, far, unknown(String) }

    /// With a payload.
    @Model
    enum Place { case at(x: Int) }

    /// Less visible.
    @Model
    internal struct Inside { let at: Int }

    /// A class.
    @Model
    final class Body { let mass: Int }

    /// One with subclasses.
    @Model(subclasses: true)
    class Thing { let name: String }
}

private extension Space {
    @Model
    struct Hidden { let at: Int }
}

/// Counts how often its default is made.
@Model
private final class Counting {
    let id: Int
    var tags = Counting.makeTags()

    nonisolated(unsafe) static var count = 0
    static func makeTags() -> [String] {
        count += 1
        return ["new"]
    }
}

@Model(subclasses: true)
private class Numbered { var number = 1 }

@Model
private final class Labelled: Numbered {
    let label: String

    init(label: String) {
        self.label = label
        super.init()
    }
}

@Suite("Names in types with @Model")
struct NameTests {
    @Test func globalsAreThoseOfTheProgram() throws {
        let made = try Captured(json: #"{"more":2,"shifted":1}"#)
        #expect(made.sum == 7 && made.more == 6 && made.made == 5 && made.changed == 4)
        #expect(made.shifted == 4 && made.ignored == 3 && made.constant == 3)
        let text = try made.jsonString()
        #expect(text == #"{"sum":7,"more":6,"made":5,"changed":4,"shifted":1,"constant":3}"#)
    }

    @Test func globalsInDefaultsOfPayloads() throws {
        let read = try ModelDecoder().decode([CapturedCases].self, from: #"[{"one":{}},{"own":{}},{"one":{"x":1,"properties":[]}}]"#)
        #expect(read == [.one(x: 10, y: 2, properties: [3], "6"), .own(scale: .small), .one(x: 1, y: 2, properties: [], "6")])
    }

    @Test func namesInBackticks() throws {
        let text = #"{"it's \"x\"":1,"a b":2,"self":3,"the value":4}"#
        let made = try Quoted(json: text)
        #expect(made.`it's "x"` == 1 && made.`a b` == 2 && made.`self` == 3 && made.`the value` == 4)
        #expect(try made.jsonString() == text)
    }

    @Test func casesThatAreCalledByWordsOfTheLanguage() throws {
        let text = #"[{"Type":1},{"Protocol":"Type"},{"self":{"x":2}},"init",{"it's \"q\"":{"a b":3,"Type":4,"in":1}}]"#
        let read = try ModelDecoder().decode([Words].self, from: text)
        #expect(read == [.`Type`(1), .`Protocol`(.`Type`), .`self`(x: 2), .`init`, .`it's "q"`(`a b`: 3, Type: 4)])
        #expect(try ModelEncoder().encodeToString(read) == text)
        let nothing = #"["Type",{"full":1}]"#
        #expect(try ModelEncoder().encodeToString(ModelDecoder().decode([Words.Nothing].self, from: nothing)) == nothing)
    }

    @Test func typesInExtensionsThatSayTheirAccess() throws {
        #expect(try Space.Point(json: #"{"at":1}"#).at == 1)
        #expect(try Space.Point.Part(json: #"{"of":1}"#).of == 1)
        #expect(try Space.Inside(json: #"{"at":2}"#).at == 2)
        #expect(try Space.Hidden(json: #"{"at":3}"#).at == 3)
        #expect(try Space.Body(json: #"{"mass":4}"#).mass == 4)
        #expect(try Space.Thing(json: #"{"name":"a"}"#).name == "a")
        #expect(
            try ModelEncoder().encodeToString(ModelDecoder().decode([Space.Place].self, from: #"[{"at":{"x":1}}]"#)) == #"[{"at":{"x":1}}]"#
        )
        #expect(try ModelEncoder().encodeToString(ModelDecoder().decode([Space.Kind].self, from: #"["far","off"]"#)) == #"["far","off"]"#)
    }

    @Test func writingMakesNoDefaults() throws {
        let made = try Counting(json: #"{"id":1,"tags":["a"]}"#)
        let count = Counting.count
        #expect(try made.jsonString() == #"{"id":1,"tags":["a"]}"#)
        #expect(try made.jsonString() == #"{"id":1,"tags":["a"]}"#)
        #expect(Counting.count == count)
    }

    @Test func subclassesCallTheSuperclass() throws {
        let made = try Labelled(json: #"{"number":2,"label":"a"}"#)
        #expect(made.number == 2 && made.label == "a" && Labelled(label: "b").number == 1)
    }
}
#endif
