import Testing

@testable import Yodel
@testable import YodelTestSupport

// What stands for a nil, by property.

private enum NilBy {
    struct Patch: Model, Equatable {
        var title: String?
        var due: String? = "today"
        var note: String?
        var count: Int? = 1
        static func describe(_ model: inout ModelDescription) {
            model.keys.onNil = ["title": .null, "due": .omit, "count": .nullUnlessDefault]
        }
    }

    struct Untyped: Model {
        var a: Int?
        var b: Any?
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(style: .snakeCase, onNil: ["a": .null, "b": .null])
        }
    }

    struct Places: Model {
        var a: Int?
        var b: Int?
        var deep: Int?
        var first: Int?
        var second: Int?
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(
                ["a": "k", "b": "k", "deep": "in.deep", "first": "list.0", "second": "list.1"],
                onNil: ["b": .null, "deep": .null, "second": .null])
        }
    }

    class Base: Model {
        var a: Int?
        var b: Int?
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.keys.onNil = ["a": .null] }
    }

    final class Heir: Base {
        var c: Int?
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += KeyMapping(onNil: ["b": .null])
        }
    }

    struct Listed: BaseModel {
        let a: Int?
        let b: Int?
        static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["b": .null] }
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("a", \.a)
            properties.add("b", \.b)
            return ModelForm(properties)
        }
    }

    struct Accessed: Model {
        var stored: Int?
        var value: Int? {
            get { stored }
            set { stored = newValue }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.value, named: "value")
            model.ignored = ["stored"]
            model.keys.onNil = ["value": .null]
        }
    }
}

// swift-format-ignore
private enum Bad {
    struct Name: Model { var title: String?; static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["titel": .null] } }
    struct Never: Model { var a = 0; static func describe(_ model: inout ModelDescription) { model.keys.onNil = ["a": .null] } }
    struct Hidden: Model { var a: Int?; static func describe(_ model: inout ModelDescription) { model.ignored = ["a"]; model.keys.onNil = ["a": .null] }
         }
    struct Keyless: Model { var a: Int?; static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["a": []], onNil: ["a": .null]) } }
}

@Suite("Nil by property")
struct NilPolicyTests {
    @Test func itGoesBeforeTheOption() throws {
        let empty = NilBy.Patch(title: nil, due: nil, note: nil, count: nil)
        expectWritten(empty, #"{"title":null,"count":null}"#)
        expectWritten(empty, #"{"title":null,"note":null,"count":null}"#, options { $0.onNil = .null })
        expectWritten(empty, #"{"title":null,"count":null}"#, options { $0.onNil = .nullUnlessDefault })
        expectWritten(NilBy.Patch(title: "t", due: "d", note: "n", count: 2), #"{"title":"t","due":"d","note":"n","count":2}"#)
        expectWritten([empty], #"[{"count":null,"title":null}]"#, options { $0.sortsKeys = true })
        #expect(try decodeWhole(NilBy.Patch.self, Array(#"{"title":null,"count":null}"#.utf8)).get() == NilBy.Patch(count: nil))
    }

    @Test func itGoesBeforeDefaultsThatAreLeftOut() throws {
        let omitting = options { $0.omitsDefaults = true }
        expectWritten(NilBy.Patch(), #"{"title":null}"#, omitting)
        expectWritten(NilBy.Patch(title: "t", due: nil, count: nil), #"{"title":"t","count":null}"#, omitting)
    }

    @Test func otherForms() {
        expectWritten(NilBy.Untyped(), #"{"a":null,"b":null}"#)
        expectWritten(NilBy.Listed(a: nil, b: nil), #"{"b":null}"#)
        expectWritten(NilBy.Accessed(), #"{"value":null}"#)
        expectWritten(NilBy.Base(), #"{"a":null}"#)
        expectWritten(NilBy.Heir(), #"{"a":null,"b":null}"#)
    }

    @Test func keysOfSeveralAndPaths() {
        expectWritten(NilBy.Places(), #"{"k":null,"in":{"deep":null},"list":[null,null]}"#)
        expectWritten(NilBy.Places(a: 1, deep: 2), #"{"k":1,"in":{"deep":2},"list":[null,null]}"#)
    }

    @Test func whatTakesNoEffectIsAnError() {
        let expected: [(any Model.Type, String)] = [
            (Bad.Never.self, "model.keys of Never says what stands for nil of 'a', but a value of Int is never nil"),
            (Bad.Hidden.self, "model.keys of Hidden says what stands for nil of 'a', which is written to no key"),
            (Bad.Keyless.self, "model.keys of Keyless says what stands for nil of 'a', which is written to no key"),
        ]
        for (type, message) in expected { #expect(fault(type)?.message == message && fault(type)?.code == .invalidDeclaration) }
        #expect(fault(Bad.Name.self)?.message.contains("did you mean 'title'") == true, "\(String(describing: fault(Bad.Name.self)))")
    }

    private func fault<T: Model>(_ type: T.Type) -> ModelError? {
        guard case .failure(let error) = decodeOnce(type, Array("{}".utf8)) else { return nil }
        // Who writes first meets the same.
        let written = Result { () throws(ModelError) in try ModelEncoder().encode(T()) }
        guard case .failure(let other) = written, other.message == error.message else { return nil }
        return error
    }
}
