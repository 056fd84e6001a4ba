import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Unmappable { var x = 0 }

private struct Holder: Model {
    var fine = 1
    var broken = Unmappable()
}

private struct DeepHolder: Model {
    var list: [String: [Holder]] = [:]
}

private struct BadKeys: Model {
    var table: [Double: Int] = [:]
}

private struct Functions: Model {
    var list: [() -> Void] = []
}

private struct Ignoring: Model {
    var broken = Unmappable()
    var secret = "kept"
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.ignored = ["broken", "secret"] }
}

private struct Misspelt: Model {
    var password = ""
    static func describe(_ model: inout ModelDescription) { model.ignored = ["pasword"] }
}

private enum Choice: Model {
    case only
    init() { self = .only }
}

private final class Nest<T>: Model {
    var next: Nest<[T]>?
}

private struct Tree: Model {
    var name = ""
    var branches: [Tree] = []
    var table: [String: Tree] = [:]
}

@Suite("Plans")
struct PlanTests {
    private func error<T>(_ type: T.Type) -> ModelError? {
        // The input is sound: the error is the type's alone.
        #expect(throws: ModelError.self) { try ModelDecoder().decode(type, from: "{}") }
    }

    @Test func aPropertyThatCannotBeMappedIsNamed() {
        for type in [Holder.self, DeepHolder.self] as [any Model.Type] {
            let error = error(type)
            #expect(error?.category == .model && error?.code == .unsupportedType && error?.line == 0)
            #expect(error?.message.hasPrefix("property 'broken' of Holder has type Unmappable, which Yodel cannot map") == true)
        }
        #expect(error(Functions.self)?.message.hasPrefix("property 'list' of Functions has type () -> (), which") == true)
        #expect(error(BadKeys.self)?.message.hasPrefix("property 'table' of BadKeys is a dictionary with keys of type Double") == true)
        #expect(error(Unmappable.self)?.message.hasPrefix("Unmappable is a type that Yodel cannot map") == true)
        #expect(error([Date: Int].self)?.message.hasPrefix("the requested type is a dictionary with keys of type Date") == true)
    }

    @Test func anIgnoredPropertyTakesNoPart() throws {
        let model = try Ignoring(json: #"{"broken": {"x": 1}, "secret": "new", "name": "n"}"#)
        #expect(model.broken.x == 0 && model.secret == "kept" && model.name == "n")
    }

    @Test func aMisspeltNameIsAnErrorThatKnowsTheNearest() {
        let error = error(Misspelt.self)
        #expect(error?.code == .unknownProperty)
        #expect(
            error?.message == "model.ignored of Misspelt names 'pasword', which is not one of its properties; did you mean 'password'?")
        #expect(PlanBuilder.nearest(to: "zzzzzz", among: ["password", "name"]) == nil)
    }

    @Test func anEnumIsNoModel() {
        #expect(error(Choice.self)?.message == "Choice is declared a Model, but is neither a struct nor a class")
    }

    @Test(.slow) func aTypeWithoutEndIsAnError() {
        let error = error(Nest<Int>.self)
        #expect(error?.code == .unsupportedType && error?.message.contains("lead to more than 4096 types") == true)
    }

    @Test func recursiveTypes() throws {
        let json =
            #"{"name": "a", "branches": [{"name": "b", "branches": [{"name": "c"}]}], "table": {"k": {"table": {"l": {"name": "d"}}}}}"#
        let tree = try Tree(json: json)
        #expect(tree.branches[0].branches[0].name == "c" && tree.table["k"]?.table["l"]?.name == "d")
    }

    @Test func instancesThatAreFilledInPlaceAreKnown() throws {
        func reaches<T>(_ type: T.Type) throws -> Bool { try PlanCache.shared.plan(for: type).reachesInstances }
        #expect(try !reaches(Tree.self) && !reaches(Int.self))
        #expect(try reaches(Box.self) && reaches(Box?.self) && reaches(Outer.self) && reaches(Outer?.self))
    }

    private final class Box: Model { var n = 0 }
    private struct Outer: Model { var inner = Inner() }
    private struct Inner: Model { var box: Box? }
}
