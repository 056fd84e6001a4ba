import Testing

@testable import Yodel
@testable import YodelTestSupport

// What cannot be flattened is an error when the type is first used, which names both sides.

private struct Child: Model {
    var id = 0
    var text = ""
}

private struct OneKey: Model {
    var id = 0
    var child = Child()
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct Other: Model {
    var number = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["number": .keys("n", writing: "text")] }
}

private struct TwoChildren: Model {
    var left = Child()
    var right = Other()
    static func describe(_ model: inout ModelDescription) { model.keys = ["left": .flattened, "right": .flattened] }
}

private struct Through: Model {
    var below = 0
    var child = Child()
    static func describe(_ model: inout ModelDescription) { model.keys = ["below": "text.below", "child": .flattened] }
}

private struct Twice: Model {
    var left = Child()
    var right = Child()
    static func describe(_ model: inout ModelDescription) { model.keys = ["left": .flattened, "right": .flattened] }
}

private struct OfInteger: Model {
    var child = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct OfOptional: Model {
    var child: Child??
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private final class Node: Model {
    var next: Node?
    static func describe(_ model: inout ModelDescription) { model.keys = ["next": .flattened] }
}

private final class Instance: Model {
    var id = 0
}

private struct OfClass: Model {
    var child = Instance()
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct Hooked: ValidatedModel {
    var id = 0
    func validate() throws {}
}

private struct OfHooked: Model {
    var child = Hooked()
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct Folded: Model {
    var id = 0
    static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(ignoresCase: true) }
}

private struct OfFolded: Model {
    var child = Folded()
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct WithKeys: Model {
    var child = Child()
    static func describe(_ model: inout ModelDescription) {
        var keys = KeyMapping.Keys.flattened
        keys.writing = "x"
        model.keys = ["child": keys]
    }
}

private struct Constant: Model {
    let child = Child()
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct Required: Model {
    var child = Child()
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["child": .flattened]
        model.required = ["child"]
    }
}

private struct Resting: Model {
    var extra: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
}

private struct TwoRests: Model {
    var all: JSONObject?
    var child = Resting()
    static func describe(_ model: inout ModelDescription) { model.keys = ["all": .rest, "child": .flattened] }
}

private struct Faulty: Model {
    var id = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["ids": "x"] }
}

private struct OfFaulty: Model {
    var child = Faulty()
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private enum Kind: DescribedEnum {
    case child(Child), none

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("child", make: Self.child) { if case .child(let one) = $0 { one } else { nil } }
        cases.add("none", value: .none) { if case .none = $0 { true } else { false } }
    }
}

private enum Untagged: DescribedEnum {
    case child(Child)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .untagged
        cases.add("child", make: Self.child) { if case .child(let one) = $0 { one } else { nil } }
    }
}

private struct SharesKey: Model {
    var id = 0
    var kind = Kind.none
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
}

private struct SharesSpelling: Model {
    var identifier = 0
    var kind = Kind.none
    static func describe(_ model: inout ModelDescription) {
        model.keys = KeyMapping(["kind": .flattened, "identifier": "ID"], ignoresCase: true)
    }
}

private struct SharesTag: Model {
    var type = ""
    var kind: Kind?
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
}

private struct OfUntagged: Model {
    var kind = Untagged.child(.init())
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
}

private struct OfKinds: Model {
    var kind = Kind.none
    var other = Kind.none
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened, "other": .flattened] }
}

private struct WithRest: Model {
    var kind = Kind.none
    var extra = JSONObject()
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened, "extra": .rest] }
}

private struct WithPrefix: Model {
    var kind = Kind.none
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened(prefix: "k_")] }
}

private struct Around: Model {
    var inner = OfKind()
    static func describe(_ model: inout ModelDescription) { model.keys = ["inner": .flattened(prefix: "k_")] }
}

private struct OfKind: Model {
    var kind = Kind.none
    static func describe(_ model: inout ModelDescription) { model.keys = ["kind": .flattened] }
}

private struct OptionalSharesKey: Model {
    var id = 0
    var child: Child?
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct TwoOptionals: Model {
    var left: Child?
    var right: Other?
    static func describe(_ model: inout ModelDescription) { model.keys = ["left": .flattened, "right": .flattened] }
}

private struct OptionalAndEnum: Model {
    var child: Child?
    var kind: Kind?
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened, "kind": .flattened] }
}

private struct OfOptionalRest: Model {
    var child: Resting?
    static func describe(_ model: inout ModelDescription) { model.keys = ["child": .flattened] }
}

private struct Pair: Model {
    var x = 0
    var y = 0
    static func describe(_ model: inout ModelDescription) { model.isArray = true }
}

private struct OfArray: Model {
    var pair: Pair?
    static func describe(_ model: inout ModelDescription) { model.keys = ["pair": .flattened] }
}

@Suite struct FlattenedDeclarationTests {
    @Test func optionalsThatAreFlattenedShareNoKey() {
        #expect(
            declarationFault(OptionalSharesKey.self).contains(
                "'id' and 'child' of OptionalSharesKey meet in one object at the key 'id'"))
        #expect(declarationFault(TwoOptionals.self).contains("'left' and 'right' of TwoOptionals meet in one object at the key 'text'"))
        #expect(declarationFault(OptionalAndEnum.self).contains("'child' and 'kind.child' of OptionalAndEnum meet in one object"))
        #expect(declarationFault(OfOptionalRest.self).contains("'child' of OfOptionalRest is flattened, and Resting takes all keys"))
        #expect(declarationFault(OfArray.self).contains("'pair' of OfArray flattens it into an object"))
    }

    @Test func enumsThatAreFlattenedShareNoKey() {
        #expect(declarationFault(OfKind.self) == "")
        #expect(declarationFault(SharesKey.self).contains("'id' and 'kind.child' of SharesKey meet in one object at the key 'id'"))
        #expect(declarationFault(SharesSpelling.self).contains("'kind.child' of SharesSpelling meet in one object at the key"))
        #expect(declarationFault(SharesTag.self).contains("'type' and 'kind' of SharesTag meet in one object at the key 'type'"))
    }

    @Test func enumsThatCannotBeFlattenedAreRefused() {
        #expect(declarationFault(OfUntagged.self).contains("'kind' of OfUntagged is flattened, and nothing but a tag"))
        #expect(declarationFault(OfKinds.self).contains("none is left for 'other'"))
        #expect(declarationFault(WithRest.self).contains("none is left for 'extra'"))
        #expect(declarationFault(WithPrefix.self).contains("'kind' of WithPrefix is flattened with a prefix, and Kind is an enum"))
        #expect(declarationFault(Around.self).contains("'inner.kind' of Around is flattened with a prefix"))
    }

    @Test func modelsThatShareAnObjectShareNoKey() {
        #expect(declarationFault(OneKey.self).contains("'id' and 'child.id' of OneKey meet in one object at the key 'id'"))
        #expect(
            declarationFault(TwoChildren.self).contains(
                "'left.text' and 'right.number' of TwoChildren meet in one object at the key 'text'"))
        #expect(declarationFault(Through.self).contains("'below' and 'child.text' of Through meet in one object at the key 'text'"))
        #expect(declarationFault(Twice.self).contains("'left.id' and 'right.id' of Twice meet"))
        #expect(declarationFault(TwoRests.self).contains("'all' and 'child.extra' of TwoRests both take all remaining keys"))
    }

    @Test func whatIsNoStructWithKeysIsRefused() {
        #expect(
            declarationFault(OfInteger.self).contains(
                "'child' of OfInteger is flattened and is of type Int: make it a struct that is a model"))
        #expect(declarationFault(OfOptional.self).contains("'child' of OfOptional is flattened and is of type Child??"))
        #expect(declarationFault(Node.self).contains("'next' of Node is flattened and is of type Node?"))
        #expect(declarationFault(OfClass.self).contains("'child' of OfClass is flattened and is of type Instance"))
        #expect(
            declarationFault(OfHooked.self).contains(
                "'child' of OfHooked is flattened, and Hooked has hooks, which would see the object of OfHooked"))
        #expect(declarationFault(OfFolded.self).contains("of OfFolded and Folded only one ignores the case of keys"))
    }

    @Test func contradictionsAreErrors() {
        #expect(declarationFault(WithKeys.self).contains("'child' of WithKeys is flattened, and has keys of its own"))
        #expect(declarationFault(Constant.self).contains("'child' of Constant is flattened: make it a stored property that is read"))
        #expect(declarationFault(Required.self).contains("model.required of Required names 'child'"))
        #expect(declarationFault(OfFaulty.self).contains("'ids'"))
    }
}
