import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private typealias Kinds = AccessKinds
private typealias Named = AccessKinds.Named

@Suite("Access by name")
struct PropertyAccessTests {
    private typealias Value = Kinds.Value
    private typealias Animal = Kinds.Animal
    private typealias Dog = Kinds.Dog

    private func property<T>(_ type: T.Type, _ name: String) throws -> PropertyInfo {
        let info = try #require(TypeInfo(type))
        return try #require(info.property(named: name))
    }

    private func code(_ body: () throws(ModelError) -> Void) -> ModelError.Code? {
        do throws(ModelError) {
            try body()
            return nil
        } catch {
            #expect(error.category == .model)
            return error.code
        }
    }

    @Test func structs() throws {
        var value = Value()
        let name = try property(Value.self, "name")
        try name.set("Ann", in: &value)
        #expect(try name.get(String.self, from: value) == "Ann" && value.name == "Ann")
        #expect(try name.get(from: value) as? String == "Ann")
        try property(Value.self, "flag").set(UInt8(200), in: &value)
        try property(Value.self, "list").set([3], in: &value)
        try property(Value.self, "tuple").set((2, "three"), in: &value)
        try property(Value.self, "colour").set(Kinds.Colour.blue, in: &value)
        #expect(value.flag == 200 && value.list == [3] && value.tuple == (2, "three") && value.colour == .blue && value.last == .max)
        #expect(try property(Value.self, "tuple").get((Int, String).self, from: value) == (2, "three"))
        #expect(try property(Value.self, "constant").get(Int.self, from: value) == 7)
        #expect(TypeInfo(Value.self)?.property(named: "nothing") == nil)
    }

    @Test func optionals() throws {
        var value = Value()
        let number = try property(Value.self, "number")
        #expect(try number.get(Int.self, from: value) == 5 && number.get(Int?.self, from: value) == .some(5))
        try number.set(6, in: &value)
        #expect(value.number == 6)
        try number.set(Int?.none, in: &value)
        #expect(value.number == nil && code { () throws(ModelError) in _ = try number.get(Int.self, from: value) } == .unexpectedNull)
        #expect(try number.get(Int?.self, from: value) == nil)
        let twice = try property(Value.self, "twice")
        #expect(try twice.get(Int?.self, from: value) == Int?.none && twice.get(Int??.self, from: value) == .some(nil))
        try twice.set(1, in: &value)
        #expect(value.twice == 1)
        try twice.set(Int?.none, in: &value)
        #expect(value.twice == .some(nil))
        try twice.set(Int??.none, in: &value)
        #expect(value.twice == .none && code { () throws(ModelError) in _ = try twice.get(Int?.self, from: value) } == .unexpectedNull)
        // Nil of another type is no nil of this.
        #expect(code { () throws(ModelError) in try number.set(String?.none, in: &value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try number.set(String?.none as Any, in: &value) } == .typeMismatch)
    }

    @Test func existentials() throws {
        var value = Value()
        try property(Value.self, "any").set("text", in: &value)
        try property(Value.self, "anyMaybe").set(3, in: &value)
        try property(Value.self, "named").set(Dog(), in: &value)
        #expect(value.any as? String == "text" && value.anyMaybe as? Int == 3 && value.named?.name == "Rex")
        #expect(try property(Value.self, "anyMaybe").get(Any.self, from: value) as? Int == 3)
        #expect(try property(Value.self, "named").get((any Named).self, from: value).name == "Rex")
        #expect(code { () throws(ModelError) in try property(Value.self, "named", 0).set(5, in: &value) } == .typeMismatch)
        // A value behind a protocol is changed, too.
        var model: any Model = value
        try property(Value.self, "name").set("m", in: &model)
        var any: Any = value
        try property(Value.self, "flag").set(UInt8(9) as Any, in: &any)
        #expect((model as? Value)?.name == "m" && (any as? Value)?.flag == 9 && value.name == "n")
        #expect(try property(Value.self, "name").get(String.self, from: model) == "m")
    }

    private func property<T>(_ type: T.Type, _ name: String, _: Int) throws(ModelError) -> PropertyInfo {
        TypeInfo(type)!.property(named: name)!
    }

    @Test func classes() throws {
        let box = Kinds.Box<String>()
        var animal: Animal = box
        try property(Animal.self, "legs").set(3, in: &animal)
        try property(Dog.self, "name").set("Ada", in: &animal)
        try property(Kinds.Box<String>.self, "content").set("bone", in: &animal)
        try property(Kinds.Box<String>.self, "legs").set(2, in: &animal)
        #expect(box.legs == 2 && box.name == "Ada" && box.content == "bone" && animal === box)
        #expect(try property(Kinds.Box<String>.self, "id").get(Int.self, from: animal) == 12)
        #expect(try property(Dog.self, "name").get(String.self, from: box as Any) == "Ada")
        // Observers do not run.
        try property(Animal.self, "observed").set(5, in: &animal)
        #expect(box.legs == 2 && box.observed == 5)
        var value = Value()
        try property(Value.self, "animal").set(box, in: &value)
        #expect(value.animal === box)
        #expect(try property(Value.self, "animal").get(Animal.self, from: value) === box)
        #expect(code { () throws(ModelError) in try property(Value.self, "animal", 0).set(value, in: &value) } == .typeMismatch)
    }

    @Test func wrongTypes() throws {
        var value = Value()
        var animal = Animal()
        var optional: Value? = value
        let name = try property(Value.self, "name")
        let breed = try property(Dog.self, "name")
        #expect(code { () throws(ModelError) in try name.set(1, in: &value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try name.set("x"[...], in: &value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in _ = try name.get(Int.self, from: value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in _ = try name.get(String?.self, from: value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in _ = try name.get(from: animal) } == .typeMismatch)
        #expect(code { () throws(ModelError) in _ = try name.get(from: optional) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try name.set("x", in: &optional) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try breed.set("x", in: &animal) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try breed.set("x", in: &value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try property(Value.self, "list", 0).set([String](), in: &value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try property(Value.self, "flag", 0).set(5, in: &value) } == .typeMismatch)
        #expect(code { () throws(ModelError) in try property(Value.self, "colour", 0).set("red", in: &value) } == .typeMismatch)
        #expect(value.name == "n" && value.list == [1, 2] && value.flag == 1)
        let error = #expect(throws: ModelError.self) { try name.set(1, in: &value) }
        #expect(error?.description == "model error: the property 'name' of Value is of type String, not of type Int")
        let other = #expect(throws: ModelError.self) { try breed.get(from: animal) }
        #expect(other?.message == "the property 'name' is one of Dog, and the value is of type Animal")
    }

    @Test(
        arguments: [
            ("constant", "read", nil), ("constant", "set", "it is declared with let"), ("late", "read", "it is lazy"),
            ("late", "set", "it is lazy"), ("wrapped", "read", "it is the storage of a property wrapper"),
            ("closure", "read", "it is, or holds, a function, whose form in memory is not that of its type"),
            ("action", "read", "it is, or holds, a function, whose form in memory is not that of its type"),
            ("pair", "read", "it is, or holds, a function, whose form in memory is not that of its type"),
            ("pair", "set", "it is, or holds, a function, whose form in memory is not that of its type"),
        ] as [(String, String, String?)])
    func whatIsOutOfReach(_ name: String, _ access: String, _ reason: String?) throws {
        var value = Value()
        let property = try property(Value.self, name)
        do throws(ModelError) {
            if access == "set" { try property.set(1, in: &value) } else { _ = try property.get(from: value) }
            #expect(reason == nil)
        } catch {
            #expect(
                error.code == .inaccessibleProperty
                    && error.message == "the property '\(name)' of Value cannot be \(access) by its name: \(reason ?? "")")
        }
        value.closure()
    }

    @Test(arguments: ["owner", "shadow"])
    func weakAndUnowned(_ name: String) throws {
        var animal = Animal()
        let property = try property(Animal.self, name)
        #expect(code { () throws(ModelError) in _ = try property.get(from: animal) } == .inaccessibleProperty)
        #expect(code { () throws(ModelError) in try property.set(Animal(), in: &animal) } == .inaccessibleProperty)
        #expect(animal.owner == nil)
    }

    /// What the end of the old value sets off finds the new one in its place.
    @Test func theOldValueEndsAfterTheAccess() throws {
        var owner = Kinds.Owner()
        var seen: [String] = []
        let child = try property(Kinds.Owner.self, "child")
        owner.child = Kinds.Ending { [unowned owner] in seen.append(owner.child == nil ? "nil" : "new") }
        try child.set(Kinds.Ending {}, in: &owner)
        owner.child = Kinds.Ending { [unowned owner] in seen.append(owner.child == nil ? "nil" : "new") }
        try child.set(Kinds.Ending?.none, in: &owner)
        #expect(seen == ["new", "nil"])
    }

    /// Everything readable of one value, put into another by names.
    @Test func copiesByName() throws {
        var source = Value()
        (source.name, source.number, source.list, source.colour, source.any) = ("s", nil, [9], .blue, [1, 2])
        var target = Value()
        for property in TypeInfo(Value.self)!.properties where property.isStorable && property.name != "pair" {
            try property.set(property.get(from: source), in: &target)
        }
        #expect(
            target.name == "s" && target.number == nil && target.list == [9] && target.colour == .blue && target.any as? [Int] == [1, 2])
        #expect(target.animal === source.animal && target.twice == .some(nil) && target.last == .max)
    }
}

extension LifetimeTests {
    @Suite struct PropertyAccessLifetimeTests {
        init() { #expect(Tracked.living == 0) }

        @Test func nothingLeaks() throws {
            do {
                var node = TrackedNode()
                var holder = TrackedHolder()
                let next = TypeInfo(TrackedNode.self)!.property(named: "next")!
                let label = TypeInfo(TrackedHolder.self)!.property(named: "label")!
                let living = Tracked.living
                for _ in 0..<3 {
                    try next.set(TrackedLeaf(), in: &node)
                    try label.set(TrackedLabel(text: "x"), in: &holder)
                    var any: Any = holder
                    try label.set(TrackedLabel(text: "y") as Any, in: &any)
                    #expect(throws: ModelError.self) { try label.set(TrackedLeaf(), in: &holder) }
                    #expect(throws: ModelError.self) { try next.set(TrackedLeaf(), in: &holder) }
                    _ = try (next.get(from: node), next.get(TrackedNode.self, from: node), label.get(from: any))
                }
                try next.set(TrackedNode?.none, in: &node)
                #expect(Tracked.living == living)
            }
            #expect(Tracked.living == 0)
        }
    }
}
