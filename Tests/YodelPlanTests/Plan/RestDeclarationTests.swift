import Testing

@testable import Yodel
@testable import YodelTestSupport

// Declarations of a rest that contradict themselves are errors when the type is first used.

private struct ByIntegers: Model {
    var extra: [Int: Int] = [:]
    static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
}

private struct OfAny: Model {
    var extra: [String: Any] = [:]
    static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
}

private struct OfText: Model {
    var extra = ""
    static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
}

private struct Two: Model {
    var left: [String: JSONValue] = [:]
    var right: JSONObject?
    static func describe(_ model: inout ModelDescription) { model.keys = ["left": .rest, "right": .rest] }
}

private struct WithKeys: Model {
    var extra: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) {
        var keys = KeyMapping.Keys.rest
        keys.paths = ["x"]
        model.keys = ["extra": keys]
    }
}

private struct Constant: Model {
    let extra: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
}

private struct Required: Model {
    var extra: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["extra": .rest]
        model.required = ["extra"]
    }
}

private struct WithNil: Model {
    var extra: JSONObject?
    static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["extra": .rest], onNil: ["extra": .null]) }
}

private struct Transformed: Model {
    var extra: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["extra": .rest]
        model.transforms = ["extra": .jsonText]
    }
}

private struct Accessed: Model {
    var stored: [String: JSONValue] = [:]
    var extra: [String: JSONValue] {
        get { stored }
        set { stored = newValue }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.extra, named: "extra")
        model.keys = ["extra": .rest]
        model.ignored = ["stored"]
    }
}

private struct Misspelt: Model {
    var extra: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) { model.keys = ["extras": .rest] }
}

/// What a superclass collects a subclass may give a key.
private class Parent: Model {
    var extra: [String: JSONValue] = [:]
    required init() {}
    class func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
}

private final class Child: Parent {
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.keys += ["extra": "more"]
    }
}

@Suite struct RestDeclarationTests {
    @Test func contradictionsAreErrors() {
        #expect(
            declarationFault(ByIntegers.self).contains(
                "'extra' of ByIntegers takes all remaining keys and is of type [Int: Int]: make it a [String: JSONValue] or another dictionary"
            ))
        #expect(declarationFault(OfAny.self).contains("'extra' of OfAny takes all remaining keys and is of type [String: Any]"))
        #expect(declarationFault(OfText.self).contains("'extra' of OfText takes all remaining keys and is of type String"))
        #expect(declarationFault(Two.self).contains("'left' and 'right' of Two both take all remaining keys"))
        #expect(declarationFault(WithKeys.self).contains("'extra' of WithKeys takes all remaining keys, and has keys of its own"))
        for text in [declarationFault(Constant.self), declarationFault(Transformed.self), declarationFault(Accessed.self)] {
            #expect(text.contains("takes all remaining keys: make it a stored property that is read"), "\(text)")
        }
        #expect(declarationFault(Required.self).contains("model.required of Required names 'extra'"))
        #expect(declarationFault(WithNil.self).contains("'extra'"))
        #expect(declarationFault(Misspelt.self).contains("'extras'"))
    }

    @Test func aSubclassMayHaveAnotherUseForTheProperty() throws {
        #expect(try ModelDecoder().decode(Child.self, from: #"{"more":{"a":1},"b":2}"#).extra == ["a": 1])
    }
}
