import Testing

@testable import Yodel

// What is known of a type before any document is read.

/// Left out: C structs, selectors, blocks, pointers and attributes such as `copy` and `nonatomic`, which Swift's properties do not have.
private struct Property: Model {
    var bool = false
    var char: Int8 = 0
    var unsignedChar: UInt8 = 0
    var unsignedShort: UInt16 = 0
    var long = 0
    var unsignedLong: UInt = 0
    var longLong: Int64 = 0
    var unsignedLongLong: UInt64 = 0
    var float: Float = 0
    var double = 0.0
    var object = AcceptanceItem()
    var array: [Any] = []
}

private class Base: Model {
    private var label = "base"
    var shared = 1
    required init() {}

    var baseLabel: String { label }
}

private final class Derived: Base {
    /// Swift lets a subclass take the name of a property only where it does not see it.
    var label = "derived"
    /// Observers add no second storage.
    override var shared: Int {
        didSet {}
    }
}

private struct Empty: Model {}
private final class EmptyClass: Model {}

private struct AllIgnored: Model {
    var a = 7
    static func describe(_ model: inout ModelDescription) { model.ignored = ["a"] }
}

@Suite("Acceptance: metadata")
struct AcceptanceMetadataTests {
    /// Nothing is kept between look-ups and nothing goes stale: a type does not change while a program runs.
    @Test("CI-01: two look-ups tell the same")
    func twoLookUps() throws {
        let first = try #require(TypeInfo(Property.self))
        let second = try #require(TypeInfo(Property.self))
        #expect(first.name == second.name && first.kind == second.kind && first.size == second.size && first.properties.count == 12)
        #expect(first.properties.map(\.name) == second.properties.map(\.name))
        #expect(first.properties.map(\.offset) == second.properties.map(\.offset))
        #expect(zip(first.properties, second.properties).allSatisfy { $0.type == $1.type })
    }

    @Test(arguments: [
        ("CI-04", "bool", "Bool"), ("CI-06", "char", "Int8"), ("CI-07", "unsignedChar", "UInt8"), ("CI-09", "unsignedShort", "UInt16"),
        ("CI-12", "long", "Int"), ("CI-13", "unsignedLong", "UInt"), ("CI-16", "longLong", "Int64"),
        ("CI-17", "unsignedLongLong", "UInt64"), ("CI-18", "float", "Float"), ("CI-19", "double", "Double"),
        ("CI-21", "object", "AcceptanceItem"), ("CI-22", "array", "Array<Any>"),
    ])
    func kindOfAProperty(_ id: String, _ name: String, _ type: String) throws {
        let info = try #require(TypeInfo(Property.self))
        let property = try #require(info.properties.first { $0.name == name })
        #expect("\(property.type)" == type && property.isMutable && property.isStorable, "\(id)")
        #expect(property.offset < info.size && TypeInfo(property.type)?.kind == (id == "CI-21" ? .class : .struct), "\(id)")
    }

    @Test("DV-50: a property declared again in a subclass")
    func declaredAgain() throws {
        let info = try #require(TypeInfo(Derived.self))
        #expect(info.properties.map(\.name) == ["label", "shared", "label"] && info.superclass == Base.self)
        let derived = try acceptanceDecode(Derived.self, json: #"{"label":"new","shared":2}"#)
        #expect(derived.label == "new" && derived.baseLabel == "base" && derived.shared == 2)
        #expect(try acceptanceDecode(Base.self, json: #"{"label":"new"}"#).baseLabel == "new")
    }

    /// Decided: a model all the same, with nothing to fill.
    @Test("DV-41: a model without properties")
    func noProperties() throws {
        let json = #"{"a":1}"#
        #expect(try acceptanceDecode([Empty].self, json: "[\(json), {}]").count == 2)
        #expect(type(of: try acceptanceDecode(Empty.self, json: json)) == Empty.self)
        #expect(type(of: try acceptanceDecode(EmptyClass.self, json: json)) == EmptyClass.self)
        #expect(try acceptanceDecode(AllIgnored.self, json: json).a == 7)
    }
}
