import Testing

@testable import Yodel
@testable import YodelTestSupport

// What is taken for a declaration and is none is an error that says which one is meant.

// swift-format-ignore
private enum Bad {
    struct Number: Model { var a = 0; static let ignoredProperties = 1 }
    struct Text: Model { var a = 0; static let ignoredProperties = "a" }
    struct Dictionary: Model { var a = 0; static let requiredProperties = ["a": true] }
    struct Flags: Model { var a = 0; static let includedProperties = [1] }
    struct Archived: Model { var a = 0; static let archivedProperties = true }
    struct Described: Model { var a = 0; static let describedProperties = [true] }
    struct Keys: Model { var a = 0; static let keyMapping = ["a"] }
    struct KeyValue: Model { var a = 0; static let keyMapping = ["a": 1] }
    struct KeyNumber: Model { var a = 0; static let keyMapping = [1: "a"] }
    struct Transforms: Model { var a = 0; static let propertyTransforms = ["a": "b"] }
    struct TransformList: Model { var a = 0; static let propertyTransforms = ["a"] }
    struct Accessors: Model { var a = 0; static let propertyAccessors = ["a"] }
    struct Other { var a = 0 }
    struct OtherAccessors: Model { var a = 0; static var propertyAccessors: [PropertyAccessor<Other>] { [PropertyAccessor("a", \.a)] } }
    struct Computed: Model { var a = 0; var b: Int { a }; static var ignoredProperties: [PartialKeyPath<Self>] { [\.b] } }
    struct Deep: Model { var a: [Int] = []; static var ignoredProperties: [PartialKeyPath<Self>] { [\.a.count] } }
    class Open: Model { var a = 0; required init() {}; class var ignoredProperties: [PartialKeyPath<Open>] { [\Open.a] } }
    struct Foreign: Model { var a = 0; static var ignoredProperties: [AnyKeyPath] { [\Other.a] } }
    final class Sub: Open { override class var ignoredProperties: [PartialKeyPath<Open>] { [] } }

    struct Singular: Model { var id = 0; static let requiredProperty = ["id"] }
    struct IgnoredProperty: Model { var a = 0; static var ignoredProperty: Set<String> { ["a"] } }
    struct IgnoreProperties: Model { var a = 0; static let ignoreProperties: Set = ["a"] }
    struct IgnoredKeys: Model { var a = 0; static let ignoredKeys = ["a"] }
    struct Excluded: Model { var a = 0; static let excludedProperties = ["a"] }
    struct IncludedProperty: Model { var a = 0; static let includedProperty = ["a"] }
    struct IncludeProperties: Model { var a = 0; static let includeProperties = ["a"] }
    struct RequireProperties: Model { var a = 0; static let requireProperties = ["a"] }
    struct RequiredKeys: Model { var a = 0; static let requiredKeys = ["a"] }
    struct Mappings: Model { var a = 0; static let keyMappings = ["a": "b"] }
    struct KeyMap: Model { var a = 0; static let keyMap = ["a": "b"] }
    struct PropertyMapping: Model { var a = 0; static let propertyMapping: KeyMapping = ["a": "b"] }
    struct PropertyAccessors: Model { var a = 0; static let propertyAccessor = 1 }
    struct PropertyTransforms: Model { var a = 0; static let propertyTransform = 1 }
    struct Transformers: Model { var a = 0; static let propertyTransformers = 1 }
    struct ShortTransforms: Model { var a = 0; static let transforms: [String: PropertyTransform] = ["a": .trimmed] }
    struct ArchivedProperty: Model { var a = 0; static let archivedProperty = ["a"] }
    struct DescribedProperty: Model { var a = 0; static let describedProperty = ["a"] }
    struct Blacklist: Model { var a = 0; static func modelPropertyBlacklist() -> [String]? { ["a"] } }
    struct BlacklistVar: Model { var a = 0; static var modelPropertyBlacklist: [String] { ["a"] } }
    struct Whitelist: Model { var a = 0; static func modelPropertyWhitelist() -> [String]? { ["a"] } }
    struct Mapper: Model { var a = 0; static func modelCustomPropertyMapper() -> [String: Any]? { ["a": "b"] } }
    struct GenericClass: Model { var a = 0; static func modelContainerPropertyGenericClass() -> [String: Any]? { nil } }

    struct Function: Model { var a = 0; static func ignoredProperties() -> Set<String> { ["a"] } }
    struct FunctionKeys: Model { var a = 0; static func keyMapping() -> KeyMapping { ["a": "b"] } }
    struct Instance: Model { var a = 0; var ignoredProperties: Set<String> { ["a"] } }
    struct Stored: Model { var a = 0; let requiredProperties: Set = ["a"] }
    class Parent: Model { var a = 0; required init() {} }
    final class Child: Parent { var keyMapping = ["a": "b"] }
    class Renamed: Model { var a = 0; required init() {}; class var ignoreProperties: Set<String> { ["a"] } }
    final class Heir: Renamed { var b = 0 }
}

@Suite("Misnamed declarations")
struct MisnamedDeclarationTests {
    private func message<T: Model>(_ type: T.Type) -> String? {
        var messages: Set<String?> = []
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            if case .failure(let error) = decodeOnce(type, Array("{}".utf8), .lenient(tokenizer)) {
                #expect(error.category == .model && error.code == .invalidDeclaration)
                messages.insert(error.message)
            } else {
                messages.insert(nil)
            }
        }
        #expect(messages.count == 1)
        return messages.first ?? nil
    }

    private static var wrongTypes: [(any Model.Type, String)] {
        [
            (Bad.Number.self, "ignoredProperties of Number: expected names: a Set<String>, an array of strings or of key paths, found Int"),
            (Bad.Text.self, "ignoredProperties of Text: expected names: a Set<String>, an array of strings or of key paths, found String"),
            (
                Bad.Dictionary.self,
                "requiredProperties of Dictionary: expected names: a Set<String>, an array of strings or of key paths, found Dictionary<String, Bool>"
            ),
            (
                Bad.Flags.self,
                "includedProperties of Flags: expected names: a Set<String>, an array of strings or of key paths, found Array<Int>"
            ),
            (
                Bad.Archived.self,
                "archivedProperties of Archived: expected names: a Set<String>, an array of strings or of key paths, found Bool"
            ),
            (
                Bad.Described.self,
                "describedProperties of Described: expected names: a Set<String>, an array of strings or of key paths, found Array<Bool>"
            ),
            (
                Bad.Keys.self,
                "keyMapping of Keys: expected a KeyMapping, or keys by property: strings or arrays of strings, found Array<String>"
            ),
            (Bad.KeyValue.self, "keyMapping of KeyValue: expected a string or an array of strings for 'a', found Int"),
            (Bad.KeyNumber.self, "keyMapping of KeyNumber: expected the name of a property or a key path for each, found Int"),
            (Bad.Transforms.self, "propertyTransforms of Transforms: expected a PropertyTransform for 'a', found String"),
            (Bad.TransformList.self, "propertyTransforms of TransformList: expected a [String: PropertyTransform], found Array<String>"),
            (Bad.Accessors.self, "propertyAccessors of Accessors: expected a [PropertyAccessor<Accessors>], found Array<String>"),
            (
                Bad.OtherAccessors.self,
                "propertyAccessors of OtherAccessors: expected a PropertyAccessor<OtherAccessors>, found PropertyAccessor<Other>"
            ),
        ]
    }

    @Test func aDeclarationOfAnotherTypeIsAnError() {
        for (type, expected) in Self.wrongTypes { #expect(message(type) == expected) }
    }

    @Test func aKeyPathWithoutANameIsAnError() {
        for type in [Bad.Computed.self, Bad.Deep.self, Bad.Open.self, Bad.Foreign.self] as [any Model.Type] {
            let expected =
                "ignoredProperties of \(type) has a key path without a stored property's name, like those of classes that are not final "
                + "and of computed properties; write the name"
            #expect(message(type) == expected)
        }
    }

    @Test func aSubclassSpeaksForItself() {
        #expect(message(Bad.Sub.self) == nil)
    }

    private static var nearMisses: [(any Model.Type, String, String)] {
        [
            (Bad.Singular.self, "requiredProperty", "requiredProperties"),
            (Bad.IgnoredProperty.self, "ignoredProperty", "ignoredProperties"),
            (Bad.IgnoreProperties.self, "ignoreProperties", "ignoredProperties"),
            (Bad.IgnoredKeys.self, "ignoredKeys", "ignoredProperties"),
            (Bad.Excluded.self, "excludedProperties", "ignoredProperties"),
            (Bad.IncludedProperty.self, "includedProperty", "includedProperties"),
            (Bad.IncludeProperties.self, "includeProperties", "includedProperties"),
            (Bad.RequireProperties.self, "requireProperties", "requiredProperties"),
            (Bad.RequiredKeys.self, "requiredKeys", "requiredProperties"),
            (Bad.Mappings.self, "keyMappings", "keyMapping"),
            (Bad.KeyMap.self, "keyMap", "keyMapping"),
            (Bad.PropertyMapping.self, "propertyMapping", "keyMapping"),
            (Bad.PropertyAccessors.self, "propertyAccessor", "propertyAccessors"),
            (Bad.PropertyTransforms.self, "propertyTransform", "propertyTransforms"),
            (Bad.Transformers.self, "propertyTransformers", "propertyTransforms"),
            (Bad.ShortTransforms.self, "transforms", "propertyTransforms"),
            (Bad.ArchivedProperty.self, "archivedProperty", "archivedProperties"),
            (Bad.DescribedProperty.self, "describedProperty", "describedProperties"),
            (Bad.BlacklistVar.self, "modelPropertyBlacklist", "ignoredProperties"),
            (Bad.Blacklist.self, "modelPropertyBlacklist()", "ignoredProperties"),
            (Bad.Whitelist.self, "modelPropertyWhitelist()", "includedProperties"),
            (Bad.Mapper.self, "modelCustomPropertyMapper()", "keyMapping"),
            (Bad.Renamed.self, "ignoreProperties", "ignoredProperties"),
            (Bad.Heir.self, "ignoreProperties", "ignoredProperties"),
        ]
    }

    @Test func aNearMissIsAnError() {
        for (type, name, meant) in Self.nearMisses {
            #expect(message(type) == "\(name) of \(type) is not a declaration of Yodel; did you mean \(meant)?")
        }
    }

    @Test func otherNearMisses() {
        #expect(
            message(Bad.GenericClass.self)
                == "modelContainerPropertyGenericClass() of GenericClass is not a declaration of Yodel; the types of properties say what their elements are"
        )
        #expect(
            message(Bad.Function.self)
                == "ignoredProperties() of Function is a function, not a declaration; did you mean static var ignoredProperties?")
        #expect(
            message(Bad.FunctionKeys.self)
                == "keyMapping() of FunctionKeys is a function, not a declaration; did you mean static var keyMapping?")
    }

    @Test func aDeclarationThatIsNotStaticIsAnError() {
        let types: [(any Model.Type, String)] = [
            (Bad.Instance.self, "ignoredProperties"), (Bad.Stored.self, "requiredProperties"), (Bad.Child.self, "keyMapping"),
        ]
        for (type, name) in types {
            let expected =
                "\(name) of \(type) is not static, so it is not a declaration; did you mean static var \(name)? "
                + "A property of documents that is called so has its key in keyMapping"
            #expect(message(type) == expected)
        }
    }

    /// A member of every value or type, wherever it comes from, stays what it is to the model's own code.
    @Test func membersAreStillTheModelsOwn() {
        #expect(Bad.Singular.requiredProperty == ["id"] && Bad.Instance().ignoredProperties == ["a"])
    }
}
