import Foundation
import Testing

@testable import Yodel

// Which properties are described, and descriptions that would have no end.

private final class Account: Model {
    var name = ""
    var owner: Account?
    var friends: [Account] = []
}

private struct Filtered: Model {
    var id = 1
    var name = "n"
    var password = "secret"
    var hidden = 0
    static func describe(_ model: inout ModelDescription) {
        model.described = ["name", "id", "hidden"]
        model.ignored = ["hidden"]
    }
}

private class Parent: Model {
    var own = 1
    required init() {}
    class func describe(_ model: inout ModelDescription) {}
}

private final class Child: Parent {
    var extra = 2
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.described = ["extra"]
    }
}

private struct Misspelt: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.described = ["nmae"] }
}

private struct MisspeltArchive: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.archived = ["naem"] }
}

private struct Tree: Model {
    var children: [Tree] = []
}

/// A type whose own text leads back to models.
private struct Wrapper: Decodable, CustomStringConvertible {
    var node: Wrapped?
    init(_ node: Wrapped) { self.node = node }
    init(from decoder: any Decoder) throws {}
    var description: String { "wrapper of \(node?.modelDescription ?? "nothing")" }
}

private final class Wrapped: Model {
    var wrapper: Wrapper?
}

/// The text with all addresses alike.
private func masked(_ text: String) -> String { text.replacing(/0x[0-9a-f]{16}/, with: "0x") }

@Suite("Described properties")
struct DescribedPropertiesTests {
    @Test func whichProperties() {
        #expect(Filtered().modelDescription == "<Filtered> {\n    id = 1;\n    name = \"n\"\n}")
        #expect(masked(Child().modelDescription) == "<Child: 0x> {\n    extra = 2\n}")
        #expect(masked(Parent().modelDescription) == "<Parent: 0x> {\n    own = 1\n}")
    }

    @Test func aMisspeltNameIsAnError() {
        let error = #expect(throws: ModelError.self) { try Misspelt(json: "{}") }
        #expect(error?.code == .unknownProperty)
        #expect(
            error?.message == "model.described of Misspelt names 'nmae', which is not one of its properties; did you mean 'name'?")
        let other = #expect(throws: ModelError.self) { try MisspeltArchive(json: "{}") }
        #expect(
            other?.message
                == "model.archived of MisspeltArchive names 'naem', which is not one of its properties; did you mean 'name'?")
    }

    @Test func archivedPropertiesAreInThePlan() throws {
        struct Archived: Model {
            var a = 0, b = 0, c = 0
            static func describe(_ model: inout ModelDescription) { model.archived = ["c", "a"] }
        }
        let record = try #require(PlanCache.shared.plan(for: Archived.self).pointee.record.object as TypeRecord?)
        #expect(record.archived == [0, 2] && record.described == [0, 1, 2])
    }

    // MARK: No end

    @Test func cycles() {
        let (one, two) = (Account(), Account())
        one.owner = two
        two.owner = one
        two.friends = [two]
        #expect(
            masked(one.modelDescription) == """
                <Account: 0x> {
                    friends = [];
                    name = "";
                    owner = <Account: 0x> {
                        friends = [
                            <Account: 0x>
                        ];
                        name = "";
                        owner = <Account: 0x>
                    }
                }
                """)
        one.owner = nil
        two.friends = []
        let wrapped = Wrapped()
        wrapped.wrapper = Wrapper(wrapped)
        #expect(masked(wrapped.modelDescription) == "<Wrapped: 0x> {\n    wrapper = wrapper of <Wrapped: 0x>\n}")
        wrapped.wrapper = nil
    }

    /// What is at two places is written at both.
    @Test func sharedInstances() {
        let (one, shared) = (Account(), Account())
        one.owner = shared
        one.friends = [shared, shared]
        #expect(one.modelDescription.components(separatedBy: "name = ").count == 5)
    }

    @Test func depth() {
        var tree = Tree()
        for _ in 0..<31 { tree = Tree(children: [tree]) }
        #expect(!tree.modelDescription.contains("..."))
        tree = Tree(children: [Tree(children: [tree])])
        let text = tree.modelDescription
        #expect(text.components(separatedBy: "...").count == 2)
        let indents = text.split(separator: "\n" as Character).map { $0.count - $0.drop(while: { $0 == " " }).count }
        // A line for each level, one for the property without children, the closings.
        #expect(indents.max() == 64 * 4)
    }
}
