import Foundation
import Testing

@testable import Yodel

/// Lists of properties by which no value could be made, and the words for it.
@Suite("Lists of properties")
struct DescribedListTests {
    private func message<T: DescribedModel>(_ type: T.Type) -> String? {
        do {
            _ = try ModelDecoder().decode(type, from: "{}")
            return nil
        } catch {
            return error.category == .model ? error.message : "\(error)"
        }
    }

    @Test func whatIsNotListedIsNamed() {
        struct Short: DescribedModel {
            let a: Int
            var b: String
            var c = true
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("a", \.a) }
        }
        #expect(message(Short.self) == "describe(_:) of Short does not list 'b', 'c'; list ignored properties with addIgnored")
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
        struct Computed: DescribedModel {
            var a: Int
            var twice: Int { 2 * a }
            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("a", \.a)
                properties.add("twice", \.twice)
            }
        }
        #expect(message(Computed.self)?.contains("'twice' is not a property stored in the value itself") == true)
        struct Function: DescribedModel {
            var a: () -> Void
            static func describe(_ properties: inout StoredProperties<Self>) { properties.addIgnored("a", \.a, default: {}) }
        }
        #expect(message(Function.self)?.contains("observed, a function, or nested deeper") == true)
    }

    @Test func whatIsListedTwice() {
        struct Twice: DescribedModel {
            var a: Int
            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("a", \.a)
                properties.add("b", \.a)
            }
        }
        #expect(message(Twice.self) == "describe(_:) of Twice lists 'b' twice, or under another name as well")
    }

    @Test func whatIsNeverReadNeedsADefault() {
        struct Left: DescribedModel {
            var a: Int
            var b: Int?
            static var ignoredProperties: Set<String> { ["a", "b"] }
            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("a", \.a)
                properties.add("b", \.b)
            }
        }
        #expect(message(Left.self) == "'a' of Left is never read and has no default: a value could not be made")
        struct Keyless: DescribedModel {
            var a: Int
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("a", \.a, keys: []) }
        }
        #expect(message(Keyless.self) == "'a' of Keyless is never read and has no default: a value could not be made")
    }

    @Test func whatWantsAValueFirst() {
        struct Accessed: DescribedModel {
            var a: Int
            var b: Int {
                get { a }
                set { a = newValue }
            }
            static var propertyAccessors: [PropertyAccessor<Self>] { [PropertyAccessor("b", \.b)] }
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("a", \.a) }
        }
        #expect(message(Accessed.self)?.hasSuffix("it cannot have propertyAccessors") == true)
    }

    @Test func whatLooksLikeAHook() {
        struct Validates: DescribedModel {
            var a: Int
            func validate() throws {}
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("a", \.a) }
        }
        #expect(message(Validates.self)?.hasSuffix("it cannot have validate()") == true)
        struct Changes: DescribedModel {
            var a: Int
            mutating func didDecode(from object: JSONObject) { a += 1 }
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("a", \.a) }
        }
        #expect(message(Changes.self)?.hasSuffix("it cannot have didDecode(from: JSONObject)") == true)
    }

    @Test func noClasses() {
        final class Instance: DescribedModel {
            var a = 1
            static func describe(_ properties: inout StoredProperties<Instance>) {}
        }
        #expect(message(Instance.self) == "Instance is a DescribedModel but not a struct: make it a Model")
    }

    @Test func declarationsStandOverTheList() throws {
        struct Mapped: DescribedModel {
            let a: Int
            let b: Int
            var c = 5
            static var keyMapping: KeyMapping { KeyMapping(["b": "B"], style: .snakeCase) }
            static var ignoredProperties: Set<String> { ["c"] }
            static func describe(_ properties: inout StoredProperties<Self>) {
                properties.add("a", \.a)
                properties.add("b", \.b)
                properties.add("c", \.c, default: 5)
            }
        }
        #expect(try Mapped(json: #"{"a":1,"B":2,"c":9}"#).jsonString() == #"{"a":1,"B":2}"#)
        struct Clash: DescribedModel {
            let a: Int
            static var keyMapping: KeyMapping { ["a": "A"] }
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("a", \.a, keys: "b") }
        }
        #expect(message(Clash.self)?.hasPrefix("'a' of Clash has its keys, or its transform, both") == true)
        struct Misspelt: DescribedModel {
            let number: Int
            static var requiredProperties: Set<String> { ["numbr"] }
            static func describe(_ properties: inout StoredProperties<Self>) { properties.add("number", \.number) }
        }
        #expect(message(Misspelt.self)?.contains("'number'") == true)
    }
}
