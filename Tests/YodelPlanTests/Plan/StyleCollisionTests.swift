import Testing

@testable import Yodel
@testable import YodelTestSupport

// A style that gives two properties one key would write one of them over the other.

private struct Twins: Model, Equatable {
    var userID = 1
    var userId = 2
}

private struct Mapped: Model, Equatable {
    var userID = 1
    var userId = 2
    static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["userId": "other"], style: .snakeCase) }
}

private struct OnPurpose: Model, Equatable {
    var left = 1
    var right = 2
    var rightHand = 3
    static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["left": "both", "right": "both"], style: .snakeCase) }
}

private struct Ignored: Model, Equatable {
    var userID = 1
    var userId = 2
    static func describe(_ model: inout ModelDescription) {
        model.keys.style = .snakeCase
        model.ignored = ["userId"]
    }
}

private class Parent: Model {
    var userID = 1
    required init() {}
    class func describe(_ model: inout ModelDescription) {}
}

private final class Child: Parent {
    var userId = 2
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.keys.style = .snakeCase
    }
}

private struct Accessed: Model {
    var stored = 1
    var userID = 2
    var userId: Int {
        get { stored }
        set { stored = newValue }
    }
    static func describe(_ model: inout ModelDescription) { model.access(\Self.userId, named: "userId") }
}

@Suite("Key styles that collide")
struct StyleCollisionTests {
    private func message(_ type: any Model.Type) -> String {
        "the key style gives the properties 'userID' and 'userId' of \(type) one key, 'user_id'; name their keys in model.keys"
    }

    @Test func propertiesThatAStyleGivesOneKeyAreAPlanError() {
        let snake = DecodingOptions.lenient.with(\.keyStyle, .snakeCase)
        for options in [snake, snake.with(\.convertsTypes, false)] {
            let error = decodeWhole(Twins.self, Array("{}".utf8), options).errorFields
            #expect(error?.message == message(Twins.self) && error?.code == .invalidDeclaration)
            #expect(decodeInChunks(Twins.self, Array("{}".utf8), size: 1, options).errorFields == error)
        }
        #expect(decodeWhole(Accessed.self, Array("{}".utf8), snake).errorFields?.message == message(Accessed.self))
        #expect(decodeWhole(Child.self, Array("{}".utf8)).errorFields?.message == message(Child.self))
        var options = EncodingOptions()
        options.keyStyle = .snakeCase
        #expect(throws: ModelError.self) { try ModelEncoder(options).encodeToString(Twins()) }
    }

    @Test func keysThatAreNamedDoNotCollide() throws {
        #expect(try decodeWhole(Twins.self, Array(#"{"userID":3,"userId":4}"#.utf8)).get() == Twins(userID: 3, userId: 4))
        #expect(try decodeWhole(Mapped.self, Array(#"{"user_id":3,"other":4}"#.utf8)).get() == Mapped(userID: 3, userId: 4))
        #expect(
            try decodeWhole(OnPurpose.self, Array(#"{"both":5,"right_hand":6}"#.utf8)).get() == OnPurpose(left: 5, right: 5, rightHand: 6))
        #expect(try decodeWhole(Ignored.self, Array(#"{"user_id":3}"#.utf8)).get() == Ignored(userID: 3))
        let parent = try decodeWhole(Parent.self, Array(#"{"userID":3}"#.utf8)).get()
        #expect(parent.userID == 3)
    }

    @Test func aStyleOfOnesOwnIsCheckedToo() {
        let flat = KeyStyle.custom { _ in "same" }
        let error = decodeWhole(Twins.self, Array("{}".utf8), DecodingOptions.lenient.with(\.keyStyle, flat)).errorFields
        #expect(
            error?.message
                == "the key style gives the properties 'userID' and 'userId' of Twins one key, 'same'; name their keys in model.keys")
    }
}
