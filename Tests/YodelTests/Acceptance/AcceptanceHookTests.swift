import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Types chosen by content, and code of the model that runs before and after.

private struct Users: PolymorphicModel {
    var users: [AcceptanceUser] = []
    var userDict: [String: AcceptanceUser] = [:]
    var userSet: Set<AcceptanceUser> = []
    var user: AcceptanceUser?

    static func modelType(for object: JSONObject) -> (any Model.Type)? { nil }
}

private class Shape: PolymorphicModel {
    var name = ""
    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        if object["radius"] != nil { return Circle.self }
        if object["width"] != nil { return Rectangle.self }
        if object["y2"] != nil { return Line.self }
        return nil
    }
}

private final class Circle: Shape { var radius = 0.0 }
private final class Rectangle: Shape { var width = 0.0, height = 0.0 }
private final class Line: Shape { var x1 = 0.0, y1 = 0.0, x2 = 0.0, y2 = 0.0 }

private class Kind: PolymorphicModel {
    var kind = ""
    var count = 0
    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        object["kind"]?.stringValue == "other" ? OtherKind.self : nil
    }
}

private final class OtherKind: Kind { var extra = 1 }

private struct Family: Model {
    var child: Kind?
}

/// Rejects an object without a name.
private struct Named: DidDecodeModel, Equatable {
    var name = "init"

    mutating func didDecode(from object: JSONObject) throws {
        guard object["name"] != nil else { throw AcceptanceRejection() }
    }
}

private struct NamedParent: Model {
    var child: Named?
    var plain = Named()
    var list: [Named] = []
    var byKey: [String: Named] = [:]
    var after = 0
}

/// Rejects every object.
private struct Refusing: WillDecodeModel {
    var a = 0

    mutating func willDecode(_ object: inout JSONObject) throws {
        throw AcceptanceRejection()
    }
}

private let plain = #"{"uid":123,"name":"Harry"}"#
private let local = #"{"uid":123,"name":"Harry","localName":"HarryLocal"}"#
private let remote = #"{"uid":123,"name":"Harry","remoteName":"HarryRemote"}"#

@Suite("Acceptance: types by content and hooks")
struct AcceptanceHookTests {
    @Test("CU-01: the type itself")
    func baseUser() throws {
        let user = try acceptanceDecode(AcceptanceUser.self, ["uid": 123, "name": "Harry"])
        #expect(type(of: user) == AcceptanceUser.self && user.uid == 123 && user.name == "Harry")
        #expect(type(of: try acceptanceDecode(AcceptanceUser.self, json: plain)) == AcceptanceUser.self)
    }

    /// In the text the key that decides is the last one.
    @Test("CU-02: a subclass by a key")
    func localUser() throws {
        for user in [
            try acceptanceDecode(AcceptanceUser.self, ["uid": 123, "name": "Harry", "localName": "HarryLocal"]),
            try acceptanceDecode(AcceptanceUser.self, json: local),
        ] {
            #expect(type(of: user) == AcceptanceLocalUser.self && user.uid == 123 && user.name == "Harry")
            #expect((user as? AcceptanceLocalUser)?.localName == "HarryLocal")
        }
    }

    @Test("CU-03: another subclass by another key")
    func remoteUser() throws {
        for user in [
            try acceptanceDecode(AcceptanceUser.self, ["uid": 123, "name": "Harry", "remoteName": "HarryRemote"]),
            try acceptanceDecode(AcceptanceUser.self, json: remote),
        ] {
            #expect(type(of: user) == AcceptanceRemoteUser.self && user.uid == 123 && user.name == "Harry")
            #expect((user as? AcceptanceRemoteUser)?.remoteName == "HarryRemote")
        }
    }

    @Test("CU-06: types by content in a dictionary")
    func dictionaryOfUsers() throws {
        let users = try acceptanceDecode(Users.self, json: #"{"userDict":{"a":\#(plain),"b":\#(local),"c":\#(remote)}}"#).userDict
        #expect(users.count == 3)
        let (a, b, c) = try (#require(users["a"]), #require(users["b"]), #require(users["c"]))
        #expect(type(of: a) == AcceptanceUser.self && a.uid == 123)
        #expect(type(of: b) == AcceptanceLocalUser.self && (b as? AcceptanceLocalUser)?.localName == "HarryLocal")
        #expect(type(of: c) == AcceptanceRemoteUser.self && (c as? AcceptanceRemoteUser)?.remoteName == "HarryRemote")
    }

    @Test("CU-07: types by content in a set")
    func setOfUsers() throws {
        let users = try acceptanceDecode(Users.self, json: #"{"userSet":[\#(plain),\#(local),\#(remote)]}"#).userSet
        #expect(Set(users.map { "\(type(of: $0))" }) == ["AcceptanceUser", "AcceptanceLocalUser", "AcceptanceRemoteUser"])
        #expect(users.count == 3 && users.allSatisfy { $0.uid == 123 })
    }

    @Test("RD-06: shapes by content")
    func shapes() throws {
        let circle = try acceptanceDecode(Shape.self, json: #"{"radius":1}"#)
        #expect(type(of: circle) == Circle.self && (circle as? Circle)?.radius == 1)
        let rectangle = try acceptanceDecode(Shape.self, json: #"{"name":"r","height":2,"width":3}"#)
        #expect((rectangle as? Rectangle)?.width == 3 && (rectangle as? Rectangle)?.height == 2 && rectangle.name == "r")
        let line = try acceptanceDecode(Shape.self, json: #"{"y2":4}"#)
        #expect((line as? Line)?.y2 == 4)
        let shape = try acceptanceDecode(Shape.self, json: #"{"name":"none"}"#)
        #expect(type(of: shape) == Shape.self && shape.name == "none")
    }

    /// Decided: an instance of the type that the content asks for is changed in place; for another type a new instance takes its place.
    @Test("DV-36: a child that is there, and content that asks for another type")
    func typeOfAChildThatIsThere() throws {
        var family = Family()
        let child = Kind()
        family.child = child
        try ModelDecoder().update(&family, from: #"{"child":{"count":2}}"#)
        #expect(family.child === child && child.count == 2)
        try ModelDecoder().update(&family, from: #"{"child":{"extra":3,"kind":"other"}}"#)
        let other = try #require(family.child as? OtherKind)
        #expect(other.extra == 3 && other.kind == "other" && other.count == 0)
        #expect(child.kind == "" && child.count == 2)
    }

    // MARK: Hooks

    @Test("CT-01: a value that the model makes itself")
    func madeAfterwards() throws {
        let model = try acceptanceDecode(AcceptanceTransformed.self, json: #"{"id":5472746497,"content":"Hello","time":1401234567000}"#)
        #expect(model.id == 5_472_746_497 && model.content == "Hello" && model.time == Date(timeIntervalSince1970: 1_401_234_567))
    }

    @Test("CT-03: an object that the model rejects")
    func rejected() {
        let error = #expect(throws: ModelError.self) {
            try acceptanceDecode(AcceptanceTransformed.self, ["id": 5_472_746_497, "content": "Hello"])
        }
        #expect(error?.category == .custom && error?.code == .modelCodeFailed && error?.underlying is AcceptanceRejection)
        #expect(throws: ModelError.self) {
            try acceptanceDecode(AcceptanceTransformed.self, json: #"{"id":5472746497,"content":"Hello"}"#)
        }
    }

    @Test("CT-06: an object that the model changes before")
    func changedBefore() throws {
        let model = try acceptanceDecode(AcceptanceTransformed.self, json: #"{"id":5472746497,"content":"Hello","date":1401234567000}"#)
        #expect(model.id == 5_472_746_497 && model.time == Date(timeIntervalSince1970: 1_401_234_567))
    }

    /// Decided: rejected wherever it stands. A property keeps its value, an element is left out.
    @Test("DV-34: a nested object that its model rejects")
    func rejectedChild() throws {
        let json = #"{"child":{},"plain":{},"list":[{},{"name":"x"}],"byKey":{"a":{},"b":{"name":"y"}},"after":1}"#
        var report = DecodingReport()
        let parent = try ModelDecoder().decode(NamedParent.self, from: json, report: &report)
        #expect(parent.child == nil && parent.plain == Named() && parent.after == 1)
        #expect(parent.list == [Named(name: "x")] && parent.byKey == ["b": Named(name: "y")])
        #expect(report.count == 4 && report.issues.allSatisfy { $0.code == .modelCodeFailed })
        #expect(report.issues.map(\.action) == [.kept, .kept, .omitted, .omitted])
        #expect(report.issues.map(\.path) == ["child", "plain", "list[0]", "byKey.a"])

        var held = NamedParent()
        held.child = Named(name: "kept")
        held.plain = Named(name: "kept")
        try ModelDecoder().update(&held, from: json)
        #expect(held.child == Named(name: "kept") && held.plain == Named(name: "kept") && held.after == 1)

        var options = DecodingOptions.lenient
        options.onMismatch = .fail
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(options).decode(NamedParent.self, from: #"{"child":{}}"#)
        }
        #expect(error?.category == .custom && error?.path == "child" && error?.underlying is AcceptanceRejection)
    }

    @Test("DV-35: an object that its model refuses to read")
    func refusedBefore() {
        let error = #expect(throws: ModelError.self) { try acceptanceDecode(Refusing.self, json: "{}") }
        #expect(error?.category == .custom && error?.code == .modelCodeFailed && error?.underlying is AcceptanceRejection)
    }
}
