import Testing

@testable import Yodel

private protocol Named {
    var name: String { get }
}

private struct Person: Model, Named {
    var name = "Ann"
    var age = 1
}

private struct Stranger: Named {
    var name = "Bea"
}

/// A place whose static type is an existential also in generic code, where the compiler does not open it.
private struct Place<Value> {
    var value: Value

    mutating func set<New>(_ new: New, by property: PropertyInfo) throws(ModelError) { try property.set(new, in: &value) }
    func get<Old>(_ type: Old.Type, by property: PropertyInfo) throws(ModelError) -> Old { try property.get(type, from: value) }
}

@Suite("Properties in existentials") struct ExistentialAccessTests {
    private let name = TypeInfo(Person.self)!.property(named: "name")!

    @Test func structsAreChangedInPlace() throws {
        var any = Place<Any>(value: Person())
        try any.set("Cleo", by: name)
        #expect((any.value as? Person)?.name == "Cleo" && (any.value as? Person)?.age == 1)
        #expect(try any.get(String.self, by: name) == "Cleo")
        var named = Place<any Named>(value: Person())
        try named.set("Dan", by: name)
        #expect(named.value.name == "Dan")
        #expect(try named.get(String.self, by: name) == "Dan")
    }

    @Test func othersAreRefused() {
        var named = Place<any Named>(value: Stranger())
        let error = #expect(throws: ModelError.self) { try named.set("Dan", by: name) }
        #expect(error?.message == "the property 'name' is one of Person, and the value is of type Stranger" && named.value.name == "Bea")
    }
}
