import Foundation
import Testing

@testable import Yodel

private struct Plain: Model {
    var flag = true
    var number: Int32 = 7
    let constant = 5
    lazy var late = 6
    var closure: () -> Void = {}
    var maybeClosure: ((Int) -> Int)?
    var pair = Pair()
    @Clamped var wrapped = 3
    var _id = 9
    var last: String?? = nil
}

private struct Pair: Model {
    var left = 1.5
    var right: UInt8 = 2
}

/// A wrapper that stores its value: the property is filled in its place.
@propertyWrapper private struct Clamped {
    var wrappedValue: Int
}

private class Animal: Model {
    var legs = 4
    weak var owner: Animal?
    required init() {}
}

private final class Dog<Food>: Animal {
    var name = "Rex"
    unowned(unsafe) var shadow: Animal?
    var meals: [Int] = []
}

private struct Empty: Model {}

@Suite("Type info")
struct TypeInfoTests {
    @Test func aStruct() throws {
        let info = try #require(TypeInfo(Plain.self))
        #expect(info.name == "Plain" && info.kind == .struct && info.superclass == nil && info.size == MemoryLayout<Plain>.size)
        #expect(
            info.properties.map(\.name) == [
                "flag", "number", "constant", "late", "closure", "maybeClosure", "pair", "wrapped", "_id", "last",
            ])
        let unsupportedReasons: [PropertyInfo.UnsupportedReason?] = [
            nil, nil, .constant, .lazy, .function, .function, nil, nil, nil, nil,
        ]
        #expect(info.properties.map(\.unsupportedReason) == unsupportedReasons)
        #expect(info.properties.map(\.isStorable) == unsupportedReasons.map { $0 == nil })
        #expect(info.properties.map(\.isMutable) == [true, true, false, true, true, true, true, true, true, true])
        #expect(info.properties[0].offset == MemoryLayout<Plain>.offset(of: \.flag))
        #expect(info.properties[1].offset == MemoryLayout<Plain>.offset(of: \.number))
        #expect(info.properties[6].offset == MemoryLayout<Plain>.offset(of: \.pair))
        #expect(info.properties[9].offset == MemoryLayout<Plain>.offset(of: \.last))
        #expect(info.properties[9].type == String??.self && info.properties[6].type == Pair.self)
    }

    @Test func aClassAndItsParents() throws {
        let info = try #require(TypeInfo(Dog<Int>.self))
        #expect(info.kind == .class && info.name == "Dog<Int>" && info.size == MemoryLayout<AnyObject>.size)
        #expect(info.superclass == Animal.self && TypeInfo(Animal.self)?.superclass == nil)
        #expect(info.properties.map(\.name) == ["legs", "owner", "name", "shadow", "meals"])
        #expect(info.properties.map(\.unsupportedReason) == [nil, .notStrong, nil, .notStrong, nil])
        // A store at the offset is seen by the compiler's own read.
        let dog = Dog<Int>()
        let address = unsafe Unmanaged.passUnretained(dog).toOpaque()
        unsafe (address + info.properties[0].offset).assumingMemoryBound(to: Int.self).pointee = 3
        #expect(dog.legs == 3)
    }

    @Test func whatIsNeitherStructNorClass() {
        for type in [Colour.self, (Int, Int).self, (() -> Void).self, Int?.self, (any Model).self, Any.self, Int.Type.self] as [Any.Type] {
            #expect(TypeInfo(type) == nil, "\(type)")
        }
        #expect(TypeInfo(Empty.self)?.properties.count == 0)
    }

    @Test(
        arguments: [
            ((() -> Void).self, true), (((Int) -> Int)?.self, true), ((@Sendable () -> Void).self, true), ((Int, () -> Void).self, false),
            ([() -> Void].self, false), (Int.self, false), ((Int, Int)?.self, false), (((Int) -> (Int) -> Int)??.self, true),
        ] as [(Any.Type, Bool)])
    func functionsAreTold(_ type: Any.Type, _ isFunction: Bool) {
        #expect(TypeInfo.isFunction(type) == isFunction, "\(type)")
    }

    /// None of the properties with an `unsupportedReason` is written, though the document has a value for each of them.
    @Test func whatCannotBeStoredIsLeftAlone() throws {
        let json = #"""
            {"flag": false, "number": 8, "constant": 99, "late": 99, "closure": 1, "maybeClosure": 2, "pair": {"right": 3}, "wrapped": 99,
             "_wrapped": 98, "_id": 10, "last": "x"}
            """#
        var plain = try Plain(json: json)
        #expect(!plain.flag && plain.number == 8 && plain.pair.right == 3 && plain._id == 10 && plain.last == "x")
        #expect(plain.constant == 5 && plain.late == 6 && plain.wrapped == 99 && plain.maybeClosure == nil)
        plain.closure()
        let dog = try Dog<Int>(json: #"{"legs": 5, "owner": {"legs": 1}, "shadow": {}, "name": "Ada", "meals": [1, 2]}"#)
        #expect(dog.legs == 5 && dog.owner == nil && dog.shadow == nil && dog.name == "Ada" && dog.meals == [1, 2])
    }

    private enum Colour { case red }
}
