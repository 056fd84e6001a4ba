import Foundation
import Yodel

// Objects whose property no coder of `Codable` types takes.

struct OneSubstring: OneVariable { var v: Substring = "" }
struct OneCharacter: OneVariable { var v: Character = " " }
struct OneAny: OneVariable { var v: Any? }
struct OneAnyArray: OneVariable { var v: [Any] = [] }
struct OneAnyDictionary: OneVariable { var v: [String: Any] = [:] }
struct OneRawJSON: OneVariable { var v = RawJSON.null }
struct OneWritten: OneVariable { var v = WrittenText() }
struct OneKeyed: OneVariable { var v = KindKeyed.nothing }
struct OneTagged: OneVariable { var v = KindTagged.nothing }
struct OneAdjacent: OneVariable { var v = KindAdjacent.nothing }
struct OneNumbered: OneVariable { var v = KindNumbered.nothing }
struct OnePlaced: OneVariable { var v = KindPlaced.nothing }
struct OneSubtyped: OneVariable { var v = KindSubtyped.nothing }
struct OneKeyedBy: OneVariable { var v = KindKeyedBy.nothing }
struct OneUntagged: OneVariable { var v = KindUntagged.number(0) }
struct OneOpen: OneVariable { var v = KindOpen.known }
struct OneNode: OneVariable { var v: KindNode? }
struct OneLeaf: OneVariable { var v: KindLeaf? }

// What a model says of its property.

/// It has another key.
struct OneRenamed: OneVariable {
    var v = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["v": "number"] }
}

/// It is the value of a key in an object below.
struct OnePath: OneVariable {
    var v = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["v": "data.number"] }
}

/// It has three keys, and the document the last of them.
struct OneAlternative: OneVariable {
    var v = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["v": .keys("value", "number", "n", writing: "n")] }
}

/// Its key follows from its name.
struct OneStyled: OneProperty, Model {
    var numberOfItems = 0
    static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(style: .snakeCase) }
}

extension OneStyled {
    init(_ value: Int) {
        self.init()
        numberOfItems = value
    }
}

/// Another property takes no part.
struct OneBesideIgnored: OneVariable {
    var v = 0
    var isSelected = false
    static func describe(_ model: inout ModelDescription) { model.ignored = ["isSelected"] }
}

/// It alone takes part.
struct OneIncluded: OneVariable {
    var v = 0
    var isSelected = false
    static func describe(_ model: inout ModelDescription) { model.included = ["v"] }
}

/// It has to be there.
struct OneRequired: OneVariable {
    var v: Int? = 0
    static func describe(_ model: inout ModelDescription) { model.required = ["v"] }
}

/// It is computed.
struct OneComputed: OneVariable {
    private var stored = 0
    var v: Int {
        get { stored / 2 }
        set { stored = newValue * 2 }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.v, named: "v")
        model.ignored = ["stored"]
    }
}

/// It is behind a wrapper that stores it.
struct OneWrapped: OneVariable {
    @propertyWrapper struct Noted {
        var note = false
        var wrappedValue: Int

        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    }

    @Noted var v = 0
}

/// Its keys are those of the object.
struct OneFlattened: OneVariable {
    var v = KindPair()
    static func describe(_ model: inout ModelDescription) { model.keys = ["v": .flattened] }
}

/// Its keys are those of the object, each with a prefix.
struct OnePrefixed: OneVariable {
    var v = KindPair()
    static func describe(_ model: inout ModelDescription) { model.keys = ["v": .flattened(prefix: "part_")] }
}

/// It is the first element of an array.
struct OneOfArray: OneVariable {
    var v = 0
    static func describe(_ model: inout ModelDescription) { model.isArray = true }
}

/// It takes what no other property has a key for.
struct OneRest: OneVariable {
    var v: JSONObject = [:]
    static func describe(_ model: inout ModelDescription) { model.keys = ["v": .rest] }
}

/// A struct as `@Model` lists it, alone.
struct OneListed: OneProperty {
    let v: Int

    init(_ value: Int) { v = value }

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("v", \.v)
        return ModelForm(properties)
    }
}

// MARK: Transforms

/// A type of which nothing is known.
struct KindUnknown: Equatable { var number = 0 }

struct OneMade: OneVariable {
    var v = KindUnknown()
    static func describe(_ model: inout ModelDescription) {
        model.transforms = [
            "v": PropertyTransform(
                from: { $0.numberValue?.intValue.map { KindUnknown(number: $0) } },
                to: { (value: KindUnknown) in .number(JSONNumber(value.number)) })
        ]
    }
}

struct OneJSONText: OneVariable {
    var v = KindPair()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .jsonText] }
}

struct OneEpochSeconds: OneVariable {
    var v = Date.start
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .epochSeconds] }
}

struct OneEpochMilliseconds: OneVariable {
    var v = Date.start
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .epochMilliseconds] }
}

struct OneDay: OneVariable {
    var v = Date.start
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .date(.iso8601)] }
}

struct OneBase64: OneVariable {
    var v = Data()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .base64] }
}

struct OneUTF8: OneVariable {
    var v = Data()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .utf8] }
}

struct OneTrimmed: OneVariable {
    var v = ""
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .trimmed] }
}

struct OneSeparated: OneVariable {
    var v: [String] = []
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .separated(by: ",")] }
}

struct OneTable: OneVariable {
    var v = KindLevel.low
    static func describe(_ model: inout ModelDescription) {
        model.transforms = ["v": .table(["low": KindLevel.low, "middle": .middle, "high": .high])]
    }
}

struct OneJSONTextOrValue: OneVariable {
    var v = KindPair()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .jsonTextOrValue] }
}

struct OneOrMany: OneVariable {
    var v: [String] = []
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .oneOrMany] }
}

struct OneUnlessMany: OneVariable {
    var v: [String] = []
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .oneUnlessMany] }
}

struct OneOfEach: OneVariable {
    var v: [String] = []
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .each("name")] }
}

struct OneNullable: OneVariable {
    var v: Int??
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .nullAsValue] }
}

struct OneBase64URL: OneVariable {
    var v = Data()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .base64URL] }
}

struct OneBase64Unpadded: OneVariable {
    var v = Data()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .base64Unpadded] }
}

struct OneDecimalText: OneVariable {
    var v = Decimal()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["v": .decimalText] }
}

// MARK: Hooks

struct OneValidated: OneVariable, ValidatedModel {
    struct Negative: Error {}

    var v = 0

    mutating func validate() throws {
        guard v >= 0 else { throw Negative() }
    }
}

struct OneLookingAhead: OneVariable, WillDecodeModel {
    var v = 0
    mutating func willDecode(_ object: inout JSONObject) { object["version"] = 2 }
}

struct OneLookingBack: OneVariable, DidDecodeModel {
    var v = 0
    mutating func didDecode(from object: JSONObject) { v = object["v"]?.numberValue?.intValue ?? 0 }
}

struct OneAmended: OneVariable, WillEncodeModel {
    var v = 0
    func willEncode(into object: inout JSONObject) { object["version"] = 2 }
}

/// Which class it is, its object says.
class OneBase: PolymorphicModel {
    var v = 0
    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? { object["v"] == nil ? nil : OneChosen.self }
}

final class OneChosen: OneBase {}

struct OnePolymorphic: OneVariable { var v = OneBase() }
