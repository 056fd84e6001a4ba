import Testing
import Yodel

// Nothing but the name of the protocol is stated. That the library's own code runs, and none of the compiler's, shows where they would
// disagree: an ignored property does not count, an instance is compared by its properties.

private struct User: ModelHashable {
    var id = 0
    var cache = 0
    static func describe(_ model: inout ModelDescription) { model.ignored = ["cache"] }
}

private struct Later: Model {
    var id = 0
    var cache = 0
    static func describe(_ model: inout ModelDescription) { model.ignored = ["cache"] }
}

extension Later: ModelHashable {}

private struct Both: Hashable, ModelHashable {
    var id = 0
    var cache = 0
    static func describe(_ model: inout ModelDescription) { model.ignored = ["cache"] }
}

private struct Generic<T>: ModelHashable, ModelDescribed {
    var value: T?
    var note: String?
}

private class Shape: ModelHashable, ModelDescribed {
    var name = ""
    required init() {}
}

private final class Circle: Shape {
    var radius = 0.0
}

private final class Final: ModelHashable {
    var id = 0
}

extension Final: ModelDescribed {}

private struct Printed: ModelDescribed {
    var a = 1
    var nested = LifePoint()
}

@Suite("Adoption")
struct AdoptionTests {
    private func count<T: Hashable>(_ values: [T]) -> Int { Set(values).count }

    @Test func structs() {
        #expect(User(id: 1, cache: 1) == User(id: 1, cache: 2) && User(id: 1) != User(id: 2))
        #expect(Later(id: 1, cache: 1) == Later(id: 1, cache: 2) && Later(id: 1) != Later(id: 2))
        #expect(Both(id: 1, cache: 1) == Both(id: 1, cache: 2) && Both(id: 1) != Both(id: 2))
        #expect(count([User(id: 1, cache: 1), User(id: 1, cache: 2), User(id: 2)]) == 2)
        #expect(count([Later(id: 1, cache: 1), Later(id: 1, cache: 2), Later(id: 2)]) == 2)
        #expect(count([Both(id: 1, cache: 1), Both(id: 1, cache: 2), Both(id: 2)]) == 2)
        #expect(User(id: 1, cache: 1).hashValue == User(id: 1, cache: 2).hashValue)
        #expect([User(id: 1, cache: 1)] == [User(id: 1)] && [User(id: 3): 1][User(id: 3, cache: 3)] == 1)
        // A type argument that is neither.
        #expect(Generic(value: LifePoint(x: 1)) == Generic(value: LifePoint(x: 1)))
        #expect(Generic<Any>(value: [1, "a"] as [Any]) != Generic<Any>(value: [1, "b"] as [Any]))
        #expect(AnyHashable(User(id: 1, cache: 5)) == AnyHashable(User(id: 1)))
    }

    @Test func classes() {
        let (one, two) = (Final(), Final())
        #expect(one == two && count([one, two]) == 1)
        two.id = 1
        #expect(one != two && count([one, two]) == 2)
        let shapes: [Shape] = [Shape(), Circle(), Circle(), Shape()]
        #expect(shapes[0] == shapes[3] && shapes[1] == shapes[2] && shapes[0] != shapes[1])
        #expect(count(shapes) == 2)
        (shapes[1] as? Circle)?.radius = 1
        #expect(shapes[1] != shapes[2] && count(shapes) == 3)
        #expect(count([Circle(), Circle()]) == 1 && Circle() == Circle() && Set(shapes).contains(Circle()))
        #expect(AnyHashable(Circle()) == AnyHashable(Circle() as Shape))
    }

    @Test func descriptions() {
        let text = "<Printed> {\n    a = 1;\n    nested = <LifePoint> {\n        x = 0.0;\n        y = 0.0\n    }\n}"
        #expect("\(Printed())" == text && String(describing: Printed()) == text && Printed().description == text)
        #expect("\([Printed()])".hasPrefix("[<Printed> {"))
        let shape: Shape = Circle()
        #expect("\(shape)" == shape.modelDescription && "\(shape)".hasPrefix("<Circle: 0x"))
        #expect("\(Final())".hasPrefix("<Final: 0x") && "\(Generic(value: 1))" == "<Generic<Int>> {\n    note = <nil>;\n    value = 1\n}")
    }
}
