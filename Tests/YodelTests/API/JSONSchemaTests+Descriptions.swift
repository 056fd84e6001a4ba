import Testing

@testable import Yodel

private struct Worded: Model {
    var id = 0, name: String?, inner: Inner?, any = JSONValue.null, ignored = 0, both = "", more = 0
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["name": ["names.first", "name"], "both": "b", "more": "b"]
        model.ignored = ["ignored"]
        model.descriptions = [
            "id": "Never used again.", "name": "As on the door.", "inner": "What is in it.", "any": "Whatever.", "ignored": "None.",
            "both": "A text.",
        ]
    }
    struct Inner: Model {
        var a = 0
        static func describe(_ model: inout ModelDescription) { model.description(\Self.a, "A") }
    }
}
private class Parent: Model {
    var a = 0, b = 0
    required init() {}
    class func describe(_ model: inout ModelDescription) { model.descriptions = ["a": "parent's a", "b": "parent's b"] }
}
private final class Child: Parent {
    var c = 0
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.descriptions.merge(["b": "child's b", "c": "child's c"]) { $1 }
    }
}
private struct Listed: BaseModel {
    let id: Int
    static func describe(_ model: inout ModelDescription) { model.descriptions = ["id": "A number."] }
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id)
        return ModelForm(properties)
    }
}
private struct Accessed: Model {
    var celsius = 0.0
    var fahrenheit: Double {
        get { celsius * 9 / 5 + 32 }
        set { celsius = (newValue - 32) * 5 / 9 }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.fahrenheit, named: "fahrenheit")
        model.description(\Self.fahrenheit, "In the old scale.")
    }
}

extension JSONSchemaTests {
    @Test func descriptions() throws {
        let value = try JSONSchema(of: Worded.self).value
        let properties = value["properties"]
        #expect(properties?["id"]?["description"] == "Never used again." && properties?["id"]?["type"] == "integer")
        #expect(properties?["name"] == ["type": ["string", "null"], "description": "As on the door."])
        #expect(properties?["names"]?["properties"]?["first"] == properties?["name"])
        #expect(properties?["inner"] == ["anyOf": [["$ref": "#/$defs/Inner"], ["type": "null"]], "description": "What is in it."])
        #expect(properties?["any"] == ["description": "Whatever."] && properties?["ignored"] == nil)
        #expect(properties?["b"]?["anyOf"]?[0] == ["type": "string", "description": "A text."])
        #expect(value["$defs"]?["Inner"]?["properties"]?["a"]?["description"] == "A")
        let child = try JSONSchema(of: Child.self).value["properties"]
        #expect(["a", "b", "c"].map { child?[$0]?["description"] } == ["parent's a", "child's b", "child's c"])
        #expect(try JSONSchema(of: Parent.self).value["properties"]?["b"]?["description"] == "parent's b")
        #expect(try JSONSchema(of: Listed.self).value["properties"]?["id"]?["description"] == "A number.")
        #expect(try JSONSchema(of: Accessed.self).value["properties"]?["fahrenheit"]?["description"] == "In the old scale.")
    }

    @Test func descriptionsThatAreNone() {
        struct Misspelt: Model {
            var name = ""
            static func describe(_ model: inout ModelDescription) { model.descriptions = ["nmae": "A name."] }
        }
        func message(_ type: Any.Type) -> String? {
            #expect(throws: ModelError.self, "\(type)") { try JSONSchema(of: type) }?.message
        }
        #expect(
            message([Misspelt].self)
                == "model.descriptions of Misspelt names 'nmae', which is not one of its properties; did you mean 'name'?")
    }
}
