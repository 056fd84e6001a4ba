import Foundation
import Testing

@testable import Yodel

/// Lists of properties by which no value could be made, and the words for it.
@Suite("Lists of properties")
struct DescribedListTests {
    private func message<T: BaseModel>(_ type: T.Type) -> String? {
        do {
            _ = try ModelDecoder().decode(type, from: "{}")
            return nil
        } catch {
            return error.category == .model ? error.message : "\(error)"
        }
    }

    @Test func whatIsNotListedIsNamed() {
        struct Short: BaseModel {
            let a: Int
            var b: String
            var c = true
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                return ModelForm(properties)
            }
        }
        #expect(message(Short.self) == "modelForm of Short does not list 'b', 'c'; list ignored properties with addIgnored")
    }

    @Test func bytesThatAreLeftOverAreFound() {
        func field<T>(_ type: T.Type, _ offset: Int) -> DescribedField { DescribedField("x", type, offset: offset, .property, .none) }
        #expect(DescribedField.cover(of: [field(Int8.self, 0), field(Int.self, 8)], size: 16) == .whole)
        #expect(DescribedField.cover(of: [field(Int.self, 8), field(Int8.self, 0)], size: 16) == .whole)
        #expect(DescribedField.cover(of: [field(Int8.self, 0), field(Int.self, 16)], size: 24) == .gap(1))
        #expect(DescribedField.cover(of: [field(Int8.self, 0)], size: 2) == .gap(1))
        #expect(DescribedField.cover(of: [], size: 0) == .whole)
        #expect(DescribedField.cover(of: [], size: 1) == .gap(0))
    }

    @Test func whatIsNoStoredProperty() {
        struct Computed: BaseModel {
            var a: Int
            var twice: Int { 2 * a }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                properties.add("twice", \.twice)
                return ModelForm(properties)
            }
        }
        #expect(message(Computed.self)?.contains("'twice' is not a property stored in the value itself") == true)
        struct Function: BaseModel {
            var a: () -> Void
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.addIgnored("a", \.a, default: {})
                return ModelForm(properties)
            }
        }
        #expect(message(Function.self)?.contains("observed, a function, or nested deeper") == true)
    }

    @Test func whatIsListedTwice() {
        struct Twice: BaseModel {
            var a: Int
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                properties.add("b", \.a)
                return ModelForm(properties)
            }
        }
        #expect(message(Twice.self) == "modelForm of Twice lists 'b' twice, or under another name as well")
    }

    @Test func whatIsNeverReadNeedsADefault() {
        struct Left: BaseModel {
            var a: Int
            var b: Int?
            static func describe(_ model: inout ModelDescription) { model.ignored = ["a", "b"] }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                properties.add("b", \.b)
                return ModelForm(properties)
            }
        }
        #expect(message(Left.self) == "'a' of Left is never read and has no default: a value could not be made")
        struct Keyless: BaseModel {
            var a: Int
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a, keys: [])
                return ModelForm(properties)
            }
        }
        #expect(message(Keyless.self) == "'a' of Keyless is never read and has no default: a value could not be made")
    }

    @Test func whatWantsAValueFirst() {
        struct Accessed: BaseModel {
            var a: Int
            var b: Int {
                get { a }
                set { a = newValue }
            }
            static func describe(_ model: inout ModelDescription) { model.access(\Self.b, named: "b") }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                return ModelForm(properties)
            }
        }
        #expect(message(Accessed.self)?.hasSuffix("it cannot have model.access") == true)
    }

    @Test func hooksWantAValueFirst() {
        struct Validated: BaseModel, ValidatedModel {
            var a = 1
            func validate() throws {}
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                return ModelForm(properties)
            }
        }
        #expect(message(Validated.self)?.hasSuffix("it cannot have hooks") == true)
    }

    @Test func whatOnlyLooksLikeAHookIsNone() throws {
        struct Own: BaseModel {
            var a: Int
            func validate() throws {}
            mutating func didDecode(from object: JSONObject) { a += 1 }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                return ModelForm(properties)
            }
        }
        #expect(try Own(json: #"{"a":1}"#).a == 1)
    }

    /// One form counts: a type that could be made by its `init()` is made from its list.
    @Test func aListStandsOverInit() throws {
        struct Both: Model {
            var a = 1
            let b: Int?
            init() {
                a = 2
                b = 3
            }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a, default: 5)
                properties.add("b", \.b)
                return ModelForm(properties)
            }
        }
        let both = try ModelDecoder().decode(Both.self, from: #"{"b":7}"#)
        #expect(both.a == 5 && both.b == 7)
    }

    @Test func noClasses() {
        final class Instance: BaseModel {
            var a = 1
            static var modelForm: ModelForm { ModelForm(StoredProperties<Instance>()) }
        }
        #expect(message(Instance.self) == "Instance lists its properties and is not a struct: make it a Model")
    }

    /// The form of another type has that one's offsets, or makes values of that one.
    @Test func noFormOfAnotherType() {
        struct Plain: Model { var a = 1 }
        struct Listed: BaseModel {
            let a: Int
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                return ModelForm(properties)
            }
        }
        final class Instance: BaseModel {
            let a: Int
            init(_ values: Listed) { a = values.a }
            static var modelForm: ModelForm { ModelForm(make: Instance.init(_:)) { Listed(a: $0.a) } }
        }
        struct ListedAsAnother: BaseModel {
            let a: String
            static var modelForm: ModelForm { Listed.modelForm }
        }
        struct MadeAsAnother: Model {
            var a = ""
            static var modelForm: ModelForm { Plain.modelForm }
        }
        struct BoxedAsAnother: BaseModel, Decodable {
            var a = ""
            static var modelForm: ModelForm { Instance.modelForm }
        }
        struct Inheriting: BaseModel {
            let base: ListedAsAnother
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.addInherited("base", \.base)
                return ModelForm(properties)
            }
        }
        final class Holding: BaseModel {
            let a: String
            init(_ values: ListedAsAnother) { a = values.a }
            static var modelForm: ModelForm { ModelForm(make: Holding.init(_:)) { ListedAsAnother(a: $0.a) } }
        }
        #expect(message(ListedAsAnother.self)?.hasPrefix("modelForm of ListedAsAnother is that of another type") == true)
        #expect(message(MadeAsAnother.self)?.hasPrefix("modelForm of MadeAsAnother is that of another type") == true)
        #expect(message(BoxedAsAnother.self)?.hasPrefix("modelForm of BoxedAsAnother is that of another type") == true)
        #expect(message(Inheriting.self)?.hasPrefix("ListedAsAnother holds the values of a class and does not list its properties") == true)
        #expect(message(Holding.self)?.hasPrefix("ListedAsAnother holds the values of a class and does not list its properties") == true)
    }

    @Test func declarationsStandOverTheList() throws {
        struct Mapped: BaseModel {
            let a: Int
            let b: Int
            var c = 5
            static func describe(_ model: inout ModelDescription) {
                model.keys = KeyMapping(["b": "B"], style: .snakeCase)
                model.ignored = ["c"]
            }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a)
                properties.add("b", \.b)
                properties.add("c", \.c, default: 5)
                return ModelForm(properties)
            }
        }
        #expect(try Mapped(json: #"{"a":1,"B":2,"c":9}"#).jsonString() == #"{"a":1,"B":2}"#)
        struct Clash: BaseModel {
            let a: Int
            static func describe(_ model: inout ModelDescription) { model.keys = ["a": "A"] }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("a", \.a, keys: "b")
                return ModelForm(properties)
            }
        }
        #expect(message(Clash.self)?.hasPrefix("'a' of Clash has its keys, or its transform, both") == true)
        struct Misspelt: BaseModel {
            let number: Int
            static func describe(_ model: inout ModelDescription) { model.required = ["numbr"] }
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("number", \.number)
                return ModelForm(properties)
            }
        }
        #expect(message(Misspelt.self)?.contains("'number'") == true)
    }
}
