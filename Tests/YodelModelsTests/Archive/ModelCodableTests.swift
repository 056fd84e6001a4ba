import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct User: ModelCodable, Equatable {
    var name = "nobody"
    var age = 7
    var email: String?
    var friends: [User] = []
    /// The compiler's own coding would take it along.
    let constant = 5
}

private class Base: ModelCodable {
    var name = "base"
    var count = 1
    required init() {}
}

private class Middle: Base {
    var middle = [1]
}

private final class Leaf: Middle {
    var leaf: Base? = Base()
}

private final class Alone: ModelCodable {
    var text = "t"
    init() {}
}

private struct Generic<T: Codable & Equatable & Sendable>: ModelCodable {
    var value: T?
    var list: [T] = []
}

/// A coding of one's own stands over the one that the protocol gives.
private struct Hand: ModelCodable {
    var text = ""
    init() {}
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("by hand")
    }
}

private struct Holder: Codable {
    var users: [User]
    var byName: [String: Base]
    var maybe: User?
}

@Suite("Archives: ModelCodable")
struct ModelCodableTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// What the compiler would make fails where a key is absent, and takes constants along.
    @Test func theDefaultsWinOverTheCompilersCoding() throws {
        #expect(try decode(User.self, "{}") == User())
        #expect(try decode(User.self, #"{"age": 8, "unknown": [1]}"#) == User(age: 8))
        #expect(try json(User(name: "Ann")) == #"{"age":7,"friends":[],"name":"Ann"}"#)
        #expect(try decode(Base.self, "{}").name == "base")
        #expect(try decode(Alone.self, "{}").text == "t")
        #expect(try json(Alone()) == #"{"text":"t"}"#)
        #expect(try decode(Generic<Int>.self, #"{"list": [1]}"#).list == [1])
        // Through an existential, too.
        let type: any (Codable & Model).Type = User.self
        #expect(try decode(type, #"{"name": "x"}"#) as? User == User(name: "x"))
    }

    @Test(arguments: Coder.allCases)
    func structs(_ coder: Coder) throws {
        let user = User(name: "Ann", age: -1, email: "a@b", friends: [User(), User(name: "Bea", friends: [User(email: "")])])
        #expect(try coder.again(user) == user)
        #expect(try coder.again([user, User()]) == [user, User()])
        #expect(try coder.again(["k": user]) == ["k": user])
    }

    @Test(arguments: Coder.allCases)
    func subclasses(_ coder: Coder) throws {
        let leaf = Leaf()
        (leaf.name, leaf.count, leaf.middle) = ("leaf", 2, [3, 4])
        leaf.leaf?.count = 9
        let again = try coder.again(leaf)
        #expect(again.name == "leaf" && again.count == 2 && again.middle == [3, 4] && again.leaf?.count == 9)
        leaf.leaf = nil
        #expect(try coder.again(leaf).leaf == nil)
        // The archive has all of the instance; what is read of it is the type that is asked for.
        let data = try coder.encode([leaf as Base])
        let base = try coder.decode([Base].self, from: data)[0]
        #expect(type(of: base) == Base.self && base.name == "leaf")
        #expect(try coder.decode([Middle].self, from: data)[0].middle == [3, 4])
        // By a metatype.
        let type: Base.Type = Leaf.self
        let dynamic = try coder.decode(type, from: coder.encode(leaf))
        #expect((dynamic as? Leaf)?.middle == [3, 4])
    }

    @Test(arguments: Coder.allCases)
    func insideOtherCodableTypes(_ coder: Coder) throws {
        let leaf = Leaf()
        leaf.name = "l"
        let holder = Holder(users: [User(age: 1), User(name: "z")], byName: ["leaf": leaf, "base": Base()], maybe: nil)
        let again = try coder.again(holder)
        #expect(again.users == holder.users && again.byName["leaf"]?.name == "l" && again.byName.count == 2 && again.maybe == nil)
    }

    @Test(arguments: Coder.allCases)
    func generics(_ coder: Coder) throws {
        let dates = Generic<Date>(value: Date(timeIntervalSince1970: 3), list: [Date(timeIntervalSince1970: 4)])
        let again = try coder.again(dates)
        #expect(again.value == dates.value && again.list == dates.list)
        let users = try coder.again(Generic<User>(value: User(age: 2), list: [User()]))
        #expect(users.value?.age == 2 && users.list == [User()])
    }

    @Test func aCodingOfOnesOwn() throws {
        #expect(try json([Hand()]) == #"["by hand"]"#)
        #expect(try decode([Hand].self, #"["x"]"#)[0].text == "x")
    }

    /// JSON by the model's own coder is another matter: keys and absent values follow the options there.
    @Test func theModelsOwnCoderGoesItsOwnWay() throws {
        #expect(try User(json: #"{"name": 5}"#).name == "5")
        #expect(throws: DecodingError.self) { try decode(User.self, #"{"name": 5}"#) }
    }

    /// In the coder's own path, where something does not fit.
    @Test func errorsTellWhere() throws {
        let error = #expect(throws: DecodingError.self) {
            try decode(User.self, #"{"friends": [{}, {"friends": [{"age": "old"}]}]}"#)
        }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["friends", "1", "friends", "0", "age"])
    }
}
