import Foundation
import Yodel

// What a model says of its property, by descriptions: the attributes of `@Model` say the same, and have the same plans. Each is to be set beside the row of its
// property's type.

extension KindSample {
    static var attributes: [KindSample] {
        var list = KindList()
        list.addDescriptions()
        list.addTransforms()
        list.addShapes()
        list.addHooks()
        return list.samples
    }
}

extension KindList {
    /// Adds an object with an integer.
    private mutating func addInt<T: OneProperty>(
        _ name: String, _ type: T.Type, marks: [String], object: @escaping (Int) -> String = { #"{"v":\#($0)}"# }
    ) where T.Value == Int {
        addModel(name, type, marks: marks, isObject: true) { random in
            let number = 100_000 + random.below(900_000)
            return KindCase(number, object(number))
        }
    }

    fileprivate mutating func addDescriptions() {
        addInt("Int, listed", OneListed.self, marks: ["Model()"])
        addInt("Int, another key", OneRenamed.self, marks: ["Key(_:writing:)", "keys"]) { #"{"number":\#($0)}"# }
        addInt("Int, a path", OnePath.self, marks: ["Key(_:writing:)"]) { #"{"data":{"number":\#($0)}}"# }
        addInt("Int, the third of three keys", OneAlternative.self, marks: ["Key(_:writing:)"]) { #"{"n":\#($0)}"# }
        addInt("Int, a key by a style", OneStyled.self, marks: ["keys"]) { #"{"number_of_items":\#($0)}"# }
        addInt("Int, beside an ignored property", OneBesideIgnored.self, marks: ["Ignored()", "ignored"])
        addInt("Int, the only property included", OneIncluded.self, marks: ["included"])
        addModel("Int?, required", OneRequired.self, marks: ["Required()", "required"]) { random in
            let number = 100_000 + random.below(900_000)
            return KindCase(number, "\(number)")
        }
        addInt("Int, computed, by its accessor", OneComputed.self, marks: ["accessors"])
        addInt("Int, behind a wrapper", OneWrapped.self, marks: [])
        addModel("struct of two, flattened", OneFlattened.self, marks: ["Flatten()"], isObject: true) { random in
            var pair = KindPair()
            (pair.id, pair.name) = (random.below(1_000_000), random.word())
            return KindCase(pair, #"{"id":\#(pair.id),"name":"\#(pair.name)"}"#)
        }
        addModel("struct of two, flattened with a prefix", OnePrefixed.self, marks: ["Flatten(prefix:)"], isObject: true) { random in
            var pair = KindPair()
            (pair.id, pair.name) = (random.below(1_000_000), random.word())
            return KindCase(pair, #"{"part_id":\#(pair.id),"part_name":"\#(pair.name)"}"#)
        }
        addInt("Int, of an array", OneOfArray.self, marks: ["isArray"]) { "[\($0)]" }
        addModel("rest of two keys", OneRest.self, marks: ["Rest()"], isObject: true) { random in
            let (number, name) = (random.below(1_000_000), random.word())
            return KindCase(["id": .number(JSONNumber(number)), "name": .string(name)], #"{"id":\#(number),"name":"\#(name)"}"#)
        }
    }

    fileprivate mutating func addTransforms() {
        let marks = ["Transform(_:)", "transforms"]
        addModel("transform of one's own", OneMade.self, marks: marks) { random in
            let number = random.below(1_000_000)
            return KindCase(KindUnknown(number: number), "\(number)")
        }
        addModel("transform .jsonText, struct of two", OneJSONText.self, marks: marks + ["PropertyTransform.jsonText"]) { random in
            var pair = KindPair()
            (pair.id, pair.name) = (random.below(1_000_000), random.word())
            return KindCase(pair, #""{\"id\":\#(pair.id),\"name\":\"\#(pair.name)\"}""#)
        }
        addModel("transform .epochSeconds", OneEpochSeconds.self, marks: marks + ["PropertyTransform.epochSeconds"]) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\(day.seconds)")
        }
        addModel("transform .epochMilliseconds", OneEpochMilliseconds.self, marks: marks + ["PropertyTransform.epochMilliseconds"]) {
            random in
            let day = KindDay(&random)
            return KindCase(day.date, "\(day.seconds)000")
        }
        addModel("transform .date(.iso8601)", OneDay.self, marks: marks + ["PropertyTransform.date"]) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\"\(day.text)+0000\"")
        }
        addModel("transform .base64, 30 bytes", OneBase64.self, marks: marks + ["PropertyTransform.base64"]) { random in
            let value = random.bytes(30)
            return KindCase(value, "\"\(value.base64EncodedString())\"")
        }
        addModel("transform .utf8, 30 bytes", OneUTF8.self, marks: marks + ["PropertyTransform.utf8"]) { random in
            let text = random.hex(30)
            return KindCase(Data(text.utf8), "\"\(text)\"")
        }
        addModel("transform .trimmed", OneTrimmed.self, marks: marks + ["PropertyTransform.trimmed"]) { random in
            let text = random.word()
            return KindCase(text, "\"\(text)\"")
        }
        addModel("transform .separated, three words", OneSeparated.self, marks: marks + ["PropertyTransform.separated"]) { random in
            let words = random.words(3)
            return KindCase(words, "\"\(words.joined(separator: ","))\"")
        }
        addModel("transform .table", OneTable.self, marks: marks + ["PropertyTransform.table"]) { random in
            let level = random.pick(KindLevel.allCases)
            return KindCase(level, "\"\(level)\"")
        }
    }

    /// Transforms of values that come in more than one shape.
    fileprivate mutating func addShapes() {
        func marks(_ name: String) -> [String] { ["Transform(_:)", "transforms", "PropertyTransform.\(name)"] }
        func quoted(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ",") }
        addModel("transform .jsonTextOrValue, struct of two", OneJSONTextOrValue.self, marks: marks("jsonTextOrValue")) { random in
            var pair = KindPair()
            (pair.id, pair.name) = (random.below(1_000_000), random.word())
            return KindCase(pair, #"{"id":\#(pair.id),"name":"\#(pair.name)"}"#)
        }
        addModel("transform .oneOrMany, three words", OneOrMany.self, marks: marks("oneOrMany")) { random in
            let words = random.words(3)
            return KindCase(words, "[\(quoted(words))]")
        }
        addModel("transform .oneUnlessMany, a word", OneUnlessMany.self, marks: marks("oneUnlessMany")) { random in
            let words = random.words(1)
            return KindCase(words, quoted(words))
        }
        addModel("transform .each, three words", OneOfEach.self, marks: marks("each")) { random in
            let words = random.words(3)
            return KindCase(words, "[\(words.map { #"{"name":"\#($0)"}"# }.joined(separator: ","))]")
        }
        addModel("transform .nullAsValue, an Int", OneNullable.self, marks: marks("nullAsValue")) { random in
            let number = random.below(1_000_000)
            return KindCase(number, "\(number)")
        }
        addModel("transform .base64URL, 31 bytes", OneBase64URL.self, marks: marks("base64URL")) { random in
            let value = random.bytes(31)
            let text = value.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            return KindCase(value, "\"\(text)\"")
        }
        addModel("transform .base64Unpadded, 31 bytes", OneBase64Unpadded.self, marks: marks("base64Unpadded")) { random in
            let value = random.bytes(31)
            return KindCase(value, "\"\(value.base64EncodedString().replacing("=", with: ""))\"")
        }
        addModel("transform .decimalText", OneDecimalText.self, marks: marks("decimalText")) { random in
            // Without a zero at its end, which a Decimal does not keep.
            let cents = random.below(100_000) * 100 + 11
            return KindCase(Decimal(cents) / 100, "\"\(cents / 100).11\"")
        }
    }

    fileprivate mutating func addHooks() {
        addInt("Int, validate()", OneValidated.self, marks: ["ValidatedModel"])
        addInt("Int, willDecode(_:)", OneLookingAhead.self, marks: ["WillDecodeModel"])
        addInt("Int, didDecode(from:)", OneLookingBack.self, marks: ["DidDecodeModel"])
        addInt("Int, willEncode(into:)", OneAmended.self, marks: ["WillEncodeModel"]) { #"{"v":\#($0),"version":2}"# }
        addModel("instance, modelType(for:)", OnePolymorphic.self, marks: ["PolymorphicModel"]) { random in
            let chosen = OneChosen()
            chosen.v = 100_000 + random.below(900_000)
            return KindCase(chosen, #"{"v":\#(chosen.v)}"#)
        }
    }
}
