import Yodel

// Models with a property that collects the keys of its object that no other property takes.

enum Rests {
    struct Event: ModelCodable, Equatable {
        var id = 0
        var name: String? = "none"
        var text = ""
        var extra: [String: JSONValue] = ["old": true]
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["id": ["id", "ID"], "name": .keys("name", writing: "display"), "text": "ext.text", "extra": .rest]
        }
    }

    /// The order of the document is kept.
    struct Ordered: Model, Equatable {
        var b = 0
        var extra: JSONObject?
        static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
    }

    struct Listed: BaseModel, Equatable {
        let id: Int
        let extra: [String: JSONValue]
        var note = "a note that is longer than what a string holds in place"
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("extra", \.extra, keys: .rest)
            properties.add("note", \.note, default: "a note that is longer than what a string holds in place")
            return ModelForm(properties)
        }
    }

    class Parent: Model {
        var id = 0
        var extra: [String: JSONValue] = [:]
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
    }

    final class Child: Parent {
        var age = 0
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["age": "years"]
        }
    }

    struct Checked: Model, Equatable, ValidatedModel, WillEncodeModel {
        var id = 0
        var extra: [String: JSONValue] = [:]
        static func describe(_ model: inout ModelDescription) { model.keys = ["extra": .rest] }
        func validate() throws {
            if extra["bad"] != nil { throw Bad() }
        }
        func willEncode(into object: inout JSONObject) { object["seen"] = .number(JSONNumber(object.count)) }
        struct Bad: Error {}
    }

    struct Holder: Model, Equatable {
        var first = Ordered()
        var all: [Listed] = []
        var checked: Checked?
        var dynamic: [Event] = []
    }

    static let text = #"{"x":1,"ID":5,"name":"n","ext":{"text":"t","more":1},"y":{"a":[1,null]},"é":null,"x":2,"display":"d"}"#
    static let event = Event(id: 5, name: "n", text: "t", extra: ["x": 2, "y": ["a": [1, nil]], "é": nil])
}
