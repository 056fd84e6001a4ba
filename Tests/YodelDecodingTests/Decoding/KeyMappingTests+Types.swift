import Testing

@testable import Yodel
@testable import YodelTestSupport

// Mappings of classes and subclasses, of generic models, of models inside collections, and of models with very many keys.

private enum Classes {
    class Base: Model {
        var id = 0
        var name = "base"
        var note = "note"
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.keys = ["id": "i", "name": "ext.n", "note": "nt"] }
    }

    /// Moves the parent's name, takes its note from the document and adds a property.
    class Sub: Base {
        var extra = 0
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["name": ["title", "n"], "extra": "ext.e", "note": []]
        }
    }

    final class Last: Sub {
        var own = 0
    }

    class Plain: Model {
        var id = 0
        var firstName = ""
        required init() {}
        class func describe(_ model: inout ModelDescription) {}
    }

    final class Styled: Plain {
        var lastName = ""
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += KeyMapping(["id": "ID"], style: .snakeCase, ignoresCase: true)
        }
    }
}

/// Where the values of a generic model stand.
private protocol Prefix { static var prefix: String { get } }
private enum AtRoot: Prefix { static var prefix: String { "" } }
private enum Below: Prefix { static var prefix: String { "far.below." } }
private enum InArray: Prefix { static var prefix: String { "list.1." } }

private struct Placed<Where: Prefix, Value: Model & Equatable>: Model, Equatable {
    var value = Value()
    var count = 0
    static func describe(_ model: inout ModelDescription) {
        model.keys = KeyMapping(["value": .init(["\(Where.prefix)v"]), "count": .init(["\(Where.prefix)c"])])
    }
}

/// More keys than a word has bits; the last one is a model, of which a second one starts afresh.
private struct Wide<Where: Prefix>: Model {
    var p00 = 0, p01 = 0, p02 = 0, p03 = 0, p04 = 0, p05 = 0, p06 = 0, p07 = 0, p08 = 0, p09 = 0
    var p10 = 0, p11 = 0, p12 = 0, p13 = 0, p14 = 0, p15 = 0, p16 = 0, p17 = 0, p18 = 0, p19 = 0
    var p20 = 0, p21 = 0, p22 = 0, p23 = 0, p24 = 0, p25 = 0, p26 = 0, p27 = 0, p28 = 0, p29 = 0
    var p30 = 0, p31 = 0, p32 = 0, p33 = 0, p34 = 0, p35 = 0, p36 = 0, p37 = 0, p38 = 0, p39 = 0
    var p40 = 0, p41 = 0, p42 = 0, p43 = 0, p44 = 0, p45 = 0, p46 = 0, p47 = 0, p48 = 0, p49 = 0
    var p50 = 0, p51 = 0, p52 = 0, p53 = 0, p54 = 0, p55 = 0, p56 = 0, p57 = 0, p58 = 0, p59 = 0
    var p60 = 0, p61 = 0, p62 = 0, p63 = 0, p64 = 0, p65 = 0, p66 = 0, p67 = 0, p68 = 0, p69 = 0
    var place = KeyedPlace()
    var other = KeyedPlace()

    static func describe(_ model: inout ModelDescription) {
        var mapping: KeyMapping = ["place": .init(["\(Where.prefix)place"]), "other": .init(["\(Where.prefix)other.o"])]
        for name in names { mapping.keys[name] = .init(["\(Where.prefix)k\(name)"]) }
        model.keys = mapping
    }

    static var names: [String] { (0..<70).map { $0 < 10 ? "p0\($0)" : "p\($0)" } }

    var numbers: [Int] { Mirror(reflecting: self).children.compactMap { $0.value as? Int } }
}

extension KeyMappingTests {
    private func decodings<M>(_ type: M.Type, _ json: String) throws -> [M] {
        let bytes = Array(json.utf8)
        return try [decodeWhole(type, bytes).get(), decodeAsValue(type, json).get()]
            + (1...7).map { try decodeInChunks(type, bytes, size: $0).get() }
    }

    @Test func aSubclassExtendsTheMappingOfItsParent() throws {
        let json = #"{"i":1,"ext":{"n":"a","e":2},"nt":"b","title":"c","extra":9,"name":"d","note":"e","id":8,"own":3}"#
        for base in try decodings(Classes.Base.self, json) { #expect(base.id == 1 && base.name == "a" && base.note == "b") }
        for sub in try decodings(Classes.Sub.self, json) {
            #expect(sub.id == 1 && sub.name == "c" && sub.note == "note" && sub.extra == 2)
        }
        for last in try decodings(Classes.Last.self, json) {
            #expect(last.id == 1 && last.name == "c" && last.note == "note" && last.extra == 2 && last.own == 3)
        }
        for sub in try decodings(Classes.Sub.self, #"{"n":"x","ext":{"n":"a"},"title":null}"#) { #expect(sub.name == "x") }
        for base in try decodings([Classes.Base].self, #"[{"i":1},{"ext":{"n":"a"}}]"#) { #expect(base[1].name == "a" && base[0].id == 1) }
        // An instance of a subclass that is there is filled by its own mapping.
        var present: Classes.Base = Classes.Last()
        try ModelDecoder().update(&present, from: json)
        #expect((present as? Classes.Last)?.own == 3 && present.name == "c")
    }

    @Test func aSubclassMaySayTheStyle() throws {
        let json = #"{"id":1,"firstName":"a","FIRST_NAME":"b","Last_Name":"c","lastName":"d"}"#
        for plain in try decodings(Classes.Plain.self, json) { #expect(plain.id == 1 && plain.firstName == "a") }
        for styled in try decodings(Classes.Styled.self, json) {
            #expect(styled.id == 1 && styled.firstName == "b" && styled.lastName == "c")
        }
    }

    @Test func aGenericModelHasTheMappingOfItsParameters() {
        let place = KeyedPlace(city: "A", number: nil)
        let json = #"{"v":{"city":"A"},"c":1,"far":{"below":{"v":{"city":"B"},"c":2}},"list":[{"c":9},{"v":{"city":"C"},"c":3}]}"#
        expectMapped(json, Placed<AtRoot, KeyedPlace>(value: place, count: 1))
        expectMapped(json, Placed<Below, KeyedPlace>(value: KeyedPlace(city: "B"), count: 2))
        expectMapped(json, Placed<InArray, KeyedPlace>(value: KeyedPlace(city: "C"), count: 3))
        let nested = #"{"list":[[],{"v":{"far":{"below":{"c":4,"v":{"v":{"number":5}}}},"c":8},"c":6}]}"#
        let inner = Placed<Below, Placed<AtRoot, KeyedPlace>>(value: .init(value: KeyedPlace(number: 5)), count: 4)
        expectMapped(nested, Placed<InArray, Placed<Below, Placed<AtRoot, KeyedPlace>>>(value: inner, count: 6))
    }

    /// What one element of an array has set does not show in the next.
    @Test func mappingsInsideCollections() {
        typealias Item = Placed<InArray, KeyedPlace>
        let one = Item(value: KeyedPlace(city: "A"), count: 1)
        let json = #"{"list":[0,{"v":{"city":"A"},"c":1}]}"#
        expectMapped("[\(json),{},\(json),{\"list\":[]},{\"v\":{\"city\":\"B\"}}]", [one, Item(), one, Item(), Item()])
        expectMapped(#"{"a":\#(json),"b":{},"c":\#(json)}"#, ["a": one, "b": Item(), "c": one])
        expectMapped("[[\(json)],[],[{},\(json)]]", [[one], [], [Item(), one]])
        expectMapped("[\(json),null,{\"list\":[{},{\"c\":2}]}]", [one, nil, Item(count: 2)] as [Item?])
    }

    @Test func moreThan64Keys() throws {
        try expectWide(AtRoot.self) { $0 }
        try expectWide(Below.self) { #"{"x":1,"far":{"y":[],"below":\#($0)}}"# }
        try expectWide(InArray.self) { #"{"list":[{"kp00":9},\#($0),{"kp01":9}]}"# }
    }

    private func expectWide<Where: Prefix>(_ type: Where.Type, _ wrap: (String) -> String) throws {
        var generator = SeededGenerator(seed: 64)
        for _ in 0..<(triesFewerCases ? 4 : 10) {
            let numbers = (0..<70).map { _ in Int.random(in: 1...999, using: &generator) }
            var pairs =
                zip(Wide<Where>.names, numbers).map { #""k\#($0)":\#($1)"# } + [#""place":{"city":"A"}"#, #""other":{"o":{"number":1}}"#]
            pairs.shuffle(using: &generator)
            let json = wrap("{\(pairs.joined(separator: ","))}")
            for model in try decodings(Wide<Where>.self, json) {
                #expect(model.numbers == numbers && model.place.city == "A" && model.other.number == 1)
            }
            // All keys twice: the last one wins, and the models start afresh.
            let twice = wrap("{\((pairs + [#""place":{"number":2}"#, #""other":{"o":{}}"#, #""kp69":5"#]).joined(separator: ","))}")
            let model = try ModelDecoder().decode(Wide<Where>.self, from: twice)
            #expect(model.numbers == numbers.dropLast() + [5] && model.place == KeyedPlace(number: 2) && model.other == KeyedPlace())
            var options = DecodingOptions.lenient
            options.onDuplicateKey = .fail
            let error = decodeWhole(Wide<Where>.self, Array(twice.utf8), options).errorFields
            let place = twice.ranges(of: #""place""#)[1].lowerBound.utf16Offset(in: twice)
            #expect(error?.code == .duplicateKey && error?.offset == place && error?.path.hasSuffix("place") == true)
            #expect(throws: Never.self) { try ModelDecoder(options).decode(Wide<Where>.self, from: json) }
        }
    }
}
