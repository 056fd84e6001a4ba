import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Values that are parsed already, and Swift's own: the same rules as for text, without a place in an input.

private enum Source {
    struct Leaf: Model, Equatable, Hashable {
        var id = 7
    }

    class Animal: Model {
        var name = ""
        required init() {}
    }

    final class Dog: Animal {}

    struct Scalars: Model, Equatable {
        var bool = false, i = 0, i8: Int8 = 0, i16: Int16 = 0, i32: Int32 = 0, i64: Int64 = 0, i128: Int128 = 0
        var u: UInt = 0, u8: UInt8 = 0, u16: UInt16 = 0, u32: UInt32 = 0, u64: UInt64 = 0, u128: UInt128 = 0
        var float: Float = 0, double = 0.0, decimal: Decimal = 0
        var string = "", part: Substring = "", letter: Character = "-"
        var date = Date(timeIntervalSince1970: 0), data = Data(), url: URL?, uuid: UUID?, json: JSONValue = .null
    }

    struct Texts: Model, Equatable {
        var a = "-", b: Substring? = "-"
    }

    struct Containers: Model {
        var numbers: [Int] = [], set: Set<String> = [], table: [String: Double] = [:], byNumber: [Int: Int] = [:]
        var leaf = Leaf(), leaves: [Leaf] = [], maybe: Leaf?, maybes: [Leaf?] = [], byKey: [String: Leaf] = [:]
        var animal: Animal?, animals: [Animal] = [], dog: Dog?
        var any: Any?, anys: [Any] = [], dictionary: [String: Any] = [:], json: JSONValue = .null
        var deep = Leaf(), either = Leaf()
        static func describe(_ model: inout ModelDescription) { model.keys = ["deep": "ext.deep", "either": ["e", "E"]] }
    }

    struct Tree: Model {
        var child: [Tree] = [], table: [String: Tree] = [:], json: JSONValue = .null, any: Any?, dictionary: [String: Any] = [:]
    }

    struct Hooked: DidDecodeModel {
        var id = 0
        var seen = ""
        static func describe(_ model: inout ModelDescription) { model.ignored = ["seen"] }
        mutating func didDecode(from object: JSONObject) throws { seen = JSONValue.object(object).text }
    }
}

private typealias Scalars = Source.Scalars
private typealias Containers = Source.Containers
private typealias Leaf = Source.Leaf

private let strict = ModelDecoder(.strict)
private let lenient = ModelDecoder()

@Suite("Sources of values")
struct ValueSourceTests {
    // MARK: Scalars

    @Test func everyScalarUnderTheStrictRules() throws {
        let uuid = UUID()
        let source: [String: Any] = [
            "bool": true, "i": Int.min, "i8": Int8.min, "i16": Int16.min, "i32": Int32.min, "i64": Int64.min, "i128": Int128.min,
            "u": UInt.max, "u8": UInt8.max, "u16": UInt16.max, "u32": UInt32.max, "u64": UInt64.max, "u128": UInt128.max,
            "float": Float(0.1), "double": 0.1, "decimal": Decimal(string: "0.1")!, "string": "é", "part": "xyz".dropFirst(),
            "letter": Character("é"), "date": Date(timeIntervalSince1970: 1.5), "data": Data([0, 255]),
            "url": URL(string: "https://a.org/b?c#d")!, "uuid": uuid, "json": ["a": [1, nil]] as JSONValue,
        ]
        let expected = Scalars(
            bool: true, i: .min, i8: .min, i16: .min, i32: .min, i64: .min, i128: .min, u: .max, u8: .max, u16: .max, u32: .max, u64: .max,
            u128: .max, float: 0.1, double: 0.1, decimal: Decimal(string: "0.1")!, string: "é", part: "yz", letter: "é",
            date: Date(timeIntervalSince1970: 1.5), data: Data([0, 255]), url: URL(string: "https://a.org/b?c#d"), uuid: uuid,
            json: ["a": [1, nil]])
        #expect(try strict.decode(Scalars.self, from: source) == expected)
        #expect(try Scalars(json: source) == expected)
        // Optionals of any depth are what they wrap.
        let wrapped = source.mapValues { Optional(Optional($0)) as Any }
        #expect(try strict.decode(Scalars.self, from: wrapped) == expected)
        var updated = Scalars()
        try strict.update(&updated, from: source)
        #expect(updated == expected)
    }

    @Test func whatMakesAString() throws {
        let values: [(Any, String)] = [
            (Int8(5), "5"), (UInt64.max, "18446744073709551615"), (Int128.min, "-170141183460469231731687303715884105728"), (true, "true"),
            (1.5, "1.5"), (Float(0.1), "0.1"), (Decimal(string: "12.50")!, "12.5"), ("x", "x"), (Substring("y"), "y"),
            (Character("z"), "z"), (Data("hé".utf8), "hé"), (URL(string: "https://a.org")!, "https://a.org"),
            (UUID(uuidString: "00000000-0000-0000-0000-0000000000AB")!, "00000000-0000-0000-0000-0000000000AB"),
            (JSONNumber("1.50")!, "1.50"), (JSONValue.string("j"), "j"), (5 as Int?? as Any, "5"), (Data([255]), "-"), (Double.nan, "-"),
            (Float.infinity, "-"), (Date(timeIntervalSince1970: 0), "-"), ([1], "-"), (["k": 1], "-"), (Leaf(), "-"), ((1, 2), "-"),
        ]
        for (value, text) in values {
            let source: [String: Any] = ["a": value, "b": value]
            let texts = try lenient.decode(Source.Texts.self, from: source)
            #expect(texts == Source.Texts(a: text, b: Substring(text)), "\(value)")
        }
    }

    @Test func valuesConvertAsTextDoes() throws {
        let source: [String: Any] = ["bool": 2, "i": "12", "u8": 3.9, "i8": 300, "double": true, "string": 4, "decimal": "1.5", "u": -1]
        #expect(
            try lenient.decode(Scalars.self, from: source) == Scalars(bool: true, i: 12, u8: 3, double: 1, decimal: 1.5, string: "4"))
        let null = Int?.none as Any
        var scalars = Scalars(i: 5, string: "s", url: URL(string: "a:b"))
        try lenient.update(&scalars, from: ["i": null, "string": null, "url": null] as [String: Any])
        #expect(scalars == Scalars(i: 0, string: "s"))
    }

    // MARK: Containers and ready values

    @Test func containers() throws {
        let source: [String: Any] = [
            "numbers": [1, 2] as [Int8], "set": ["a", "b"] as Set<String>,
            "table": ["a": 1, "b": Float(0.5)] as [String: Any],
            "byNumber": [1: 2, 3: 4], "leaf": ["id": 1], "leaves": [["id": 1], Leaf(id: 2), 5] as [Any], "maybe": Leaf(id: 3),
            "maybes": [Leaf?.none, Leaf(id: 4)] as [Leaf?], "byKey": ["a": Leaf(id: 5), "b": ["id": 6]] as [String: Any],
            "ext": ["deep": Leaf(id: 8)], "e": 5, "E": Leaf(id: 9),
        ]
        let made = try lenient.decode(Containers.self, from: source)
        #expect(made.numbers == [1, 2] && made.set == ["a", "b"] && made.table == ["a": 1, "b": 0.5] && made.byNumber == [1: 2, 3: 4])
        #expect(made.leaf == Leaf(id: 1) && made.leaves == [Leaf(id: 1), Leaf(id: 2)] && made.maybe == Leaf(id: 3))
        #expect(made.maybes == [nil, Leaf(id: 4)] && made.byKey == ["a": Leaf(id: 5), "b": Leaf(id: 6)])
        #expect(made.deep == Leaf(id: 8) && made.either == Leaf(id: 9))
        #expect(try lenient.decode([String: Leaf].self, from: ["a": Leaf(id: 1), "b": 7]) == ["a": Leaf(id: 1)])
    }

    @Test func contiguousArraysAreArrays() throws {
        let plain: [String: Any] = ["numbers": [1, 2] as ContiguousArray<Any>]
        #expect(try strict.decode(Containers.self, from: plain).numbers == [1, 2])
        let typed: [String: Any] = ["numbers": [1, 2] as ContiguousArray<Int>]
        #expect(try strict.decode(Containers.self, from: typed).numbers == [1, 2])
    }

    /// What JSON does not have goes to a property of its very type: numbers that are not finite, too.
    @Test func numbersThatAreNotFinite() throws {
        let source: [String: Any] = ["double": -Double.infinity, "float": Float.infinity, "decimal": Decimal.nan]
        let scalars = try strict.decode(Scalars.self, from: source)
        #expect(scalars.double == -.infinity && scalars.float == .infinity && scalars.decimal.isNaN)
    }

    @Test func instancesArePutAsTheyAre() throws {
        let (animal, dog) = (Source.Animal(), Source.Dog())
        let source: [String: Any] = ["animal": dog, "animals": [animal, dog, Leaf()] as [Any], "dog": animal]
        let made = try lenient.decode(Containers.self, from: source)
        #expect(made.animal === dog && made.animals.count == 2 && made.animals[0] === animal && made.animals[1] === dog)
        // A superclass's instance is no instance of the subclass.
        #expect(made.dog == nil)
        let error = #expect(throws: ModelError.self) { try strict.decode(Containers.self, from: source) }
        #expect(error.map { ["\($0.path)", $0.message] }?.last?.hasSuffix("found a value that is not JSON") == true)
    }

    @Test func anythingStaysWhatItIs() throws {
        let date = Date(timeIntervalSince1970: 5)
        let source: [String: Any] = [
            "any": [date, 1] as [Any], "anys": [date, Optional<Int>.none as Any, "x"], "dictionary": ["a": ["b": date]] as [String: Any],
            "json": ["a": [date, Data("hi".utf8), Leaf()]] as [String: [Any]],
        ]
        let made = try lenient.decode(Containers.self, from: source)
        #expect((made.any as? [Any])?.first as? Date == date && made.anys.count == 3 && made.anys[0] as? Date == date)
        #expect((made.dictionary["a"] as? [String: Date]) == ["b": date])
        #expect(made.json == ["a": [5.0, "aGk=", nil]])
        let one: [String: Any] = ["any": Leaf(id: 1)]
        #expect(try lenient.decode(Containers.self, from: one).any as? Leaf == Leaf(id: 1))
    }

    @Test func aModelsOwnCodeSeesJSON() throws {
        let source: [String: Any] = ["id": Int8(1)]
        let hooked = try lenient.decode(Source.Hooked.self, from: source)
        #expect(hooked.id == 1 && hooked.seen == #"{"id":1}"#)
        let url: [String: Any] = ["u": URL(string: "https://a.org")!]
        #expect(try lenient.decode(Source.Hooked.self, from: url).seen.contains("a.org"))
    }

    @Test func whatIsNotJSONIsAMismatch() throws {
        let foreign = "a value that is not JSON"
        let cases: [(key: String, value: Any, expected: String, found: String)] = [
            ("i", Date(timeIntervalSince1970: 0), "Int", foreign), ("bool", Double.nan, "Bool", foreign),
            ("float", Double.infinity, "Float", foreign), ("date", Leaf(), "Date", foreign), ("string", Data([255]), "String", foreign),
            ("i8", [Float: Int](), "Int8", "an object (emptyAsNull takes it as null)"), ("i8", [1.5: 1], "Int8", "an object"),
            ("i16", [Leaf(): 1], "Int16", foreign),
            ("data", UUID?.none as Any, "Data", "null"),
        ]
        for (key, value, expected, found) in cases {
            let source: [String: Any] = [key: value]
            #expect(try lenient.decode(Scalars.self, from: source) == Scalars())
            let error = Result { () throws(ModelError) in try strict.decode(Scalars.self, from: source) }.errorFields
            let code = found == "null" ? ModelError.Code.unexpectedNull : .typeMismatch
            #expect(
                error
                    == ErrorFields(.mismatch, code, at: 0, line: 0, column: 0, path: key, "expected \(expected), found \(found)"))
        }
    }

    @Test func elementsThatAreNotJSON() throws {
        let source: [String: Any] = ["numbers": [1, Date(), 2, Double.nan] as [Any], "table": ["a": 1.5, "b": Leaf()] as [String: Any]]
        let made = try lenient.decode(Containers.self, from: source)
        #expect(made.numbers == [1, 2] && made.table == ["a": 1.5])
        let list: [String: Any] = ["numbers": [1, Date()] as [Any]]
        let error = #expect(throws: ModelError.self) { try strict.decode(Containers.self, from: list) }
        #expect(error?.path == "numbers[1]" && error?.message == "expected Int, found a value that is not JSON" && error?.line == 0)
        let byFloat: [String: Any] = ["byNumber": [1.5: 2], "leaf": [Leaf(): 1]]
        #expect(try lenient.decode(Containers.self, from: byFloat).byNumber.isEmpty)
    }

    @Test func aRefusedUpdateChangesNothing() {
        var containers = Containers()
        let animal = Source.Animal()
        containers.animal = animal
        let source: [String: Any] = ["animal": ["name": "new"], "leaf": ["id": "x"]]
        let json: JSONValue = ["animal": ["name": "new"], "leaf": ["id": "x"]]
        // A dictionary has no order: the fault may be met before or after the change.
        for _ in 0..<4 { #expect(throws: ModelError.self) { try strict.update(&containers, from: source) } }
        #expect(throws: ModelError.self) { try strict.update(&containers, from: json) }
        #expect(containers.animal === animal && animal.name.isEmpty && containers.leaf == Leaf())
    }

    @Test func rootsThatAreParsed() throws {
        #expect(try lenient.decode([Int].self, from: [1, "2", nil] as JSONValue) == [1, 2, 0])
        #expect(try lenient.decode(String.self, from: "x" as JSONValue) == "x")
        #expect(try lenient.decode(Int?.self, from: JSONValue.null) == nil)
        let error = #expect(throws: ModelError.self) { try lenient.decode(Leaf.self, from: JSONValue.null) }
        #expect(
            error.map { ErrorFields($0) } == ErrorFields(.mismatch, .unexpectedNull, at: 0, line: 0, column: 0, "expected Leaf, found null")
        )
        let list = #expect(throws: ModelError.self) { try lenient.decode([Int].self, from: ["a": 1] as [String: Any]) }
        #expect(list?.message == "expected [Int], found an object")
    }

    // MARK: Depth

    private static let tooDeep = "containers nested deeper than 4 (maximumDepth)"

    /// Containers inside each other, by key where the levels are objects.
    private static func nested(_ key: String?, _ depth: Int) -> JSONValue {
        (0..<depth).reduce(1) { value, _ in key.map { .object([$0: value]) } ?? .array([value]) }
    }

    private static func plain(_ key: String?, _ depth: Int) -> [String: Any] {
        let inner = (1..<depth).reduce(1 as Any) { value, _ -> Any in
            if let key { [key: value] as [String: Any] } else { [value] }
        }
        return [key ?? "json": inner]
    }

    @Test(arguments: ["table", "json", "unknown", "dictionary", "any"])
    func depthIsCountedAsInText(key: String) throws {
        let decoder = ModelDecoder(DecodingOptions.lenient.with(\.maximumDepth, 4))
        _ = try decoder.decode(Source.Tree.self, from: Self.nested(key, 4))
        _ = try decoder.decode(Source.Tree.self, from: Self.plain(key, 4))
        let text = decodeWhole(Source.Tree.self, Array(Self.nested(key, 5).text.utf8), decoder.options).errorFields
        let value = Result { () throws(ModelError) in try decoder.decode(Source.Tree.self, from: Self.nested(key, 5)) }.errorFields
        #expect(text?.message == Self.tooDeep && text?.code == .depthLimit)
        #expect(value?.message == Self.tooDeep && value?.code == .depthLimit && value?.line == 0)
        // Where anything goes the caller's own containers are put as they are, without a look into them.
        let plain = Result { () throws(ModelError) in try decoder.decode(Source.Tree.self, from: Self.plain(key, 5)) }.errorFields
        #expect(plain?.message == (["any", "dictionary"].contains(key) ? nil : Self.tooDeep))
    }

    @Test func depthInWhatAModelsOwnCodeSees() throws {
        let decoder = ModelDecoder(DecodingOptions.lenient.with(\.maximumDepth, 4))
        #expect(try decoder.decode(Source.Hooked.self, from: Self.plain(nil, 4)).seen == #"{"json":[[[1]]]}"#)
        for depth in [5, 600] {
            let plain = #expect(throws: ModelError.self) { try decoder.decode(Source.Hooked.self, from: Self.plain(nil, depth)) }
            let json = #expect(throws: ModelError.self) { try decoder.decode(Source.Hooked.self, from: ["a": Self.nested(nil, depth - 1)]) }
            #expect(plain?.code == .depthLimit && json?.code == .depthLimit && plain?.category == .limit)
        }
    }

    /// Deeper than the limit can be set, and yet shallow enough for Swift to release.
    @Test(arguments: ["table", "json", "unknown", "child"])
    func valuesDeeperThanAnyLimitAreRefused(key: String) {
        let decoder = ModelDecoder(DecodingOptions.lenient.with(\.maximumDepth, .max))
        let key: String? = key == "child" ? nil : key
        let json = Result { () throws(ModelError) in
            try decoder.decode(Source.Tree.self, from: ["json": Self.nested(key, 2_500)] as JSONValue)
        }
        let plain = Result { () throws(ModelError) in try decoder.decode(Source.Tree.self, from: Self.plain(key, 2_500)) }
        let message = "containers nested deeper than 2000 (maximumDepth)"
        #expect(json.errorFields?.message == message && json.errorFields?.code == .depthLimit)
        #expect(plain.errorFields?.message == message && plain.errorFields?.code == .depthLimit)
    }
}
