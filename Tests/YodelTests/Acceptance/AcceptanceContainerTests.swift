import FoundationEssentials
import Testing

@testable import Yodel

// Arrays, sets and dictionaries: untyped ones keep what is there, typed ones the elements that fit.

/// Three objects and a null, as the elements of an array and as the values of an object.
private let elements = #"[{"name":"Apple", "count":10}, {"name":"Banana", "count":11}, {"name":"Pear", "count":12}, null]"#
private let values = #"{"A":{"name":"Apple", "count":10}, "B":{"name":"Banana", "count":11}, "P":{"name":"Pear", "count":12}, "N":null}"#

private struct Shadow: Model { var blur = 1 }
private struct Border: Model, Hashable { var width = 2 }
private struct Attachment: Model { var data: String? }

private struct Attributes: Model {
    var name = ""
    var shadows: [Shadow] = []
    var borders: Set<Border> = []
    var attachments: [String: Attachment] = [:]
}

private struct Point: Model, Hashable {
    var a = 0
}

private struct Lists: Model {
    var v = [Point(a: 7)]
}

private struct Texts: Model {
    var v = ["old"]
}

private struct ReadyItems: Model {
    var v: [String: AcceptanceItem] = [:]
}

private struct ReadyPoints: Model {
    var v: [String: Point] = [:]
}

@Suite("Acceptance: collections")
struct AcceptanceContainerTests {
    // MARK: Roots

    @Test("AT-A01: an array of models")
    func arrayOfModels() throws {
        let list = try acceptanceDecode([AcceptanceAuto].self, json: #"[{"v":1},{"v":2},{"v":3}]"#)
        #expect(list.map(\.int32) == [1, 2, 3])
    }

    @Test("AT-A06: a dictionary of models, from Swift's own values")
    func dictionaryOfModels() throws {
        let models = try acceptanceDecode([String: AcceptanceAuto].self, ["a": ["v": 1], "b": ["v": 2], "c": ["v": 3]])
        #expect(models.mapValues(\.int32) == ["a": 1, "b": 2, "c": 3])
    }

    @Test("DV-37: an array of models, null and a number")
    func mixedArray() throws {
        let list = try acceptanceDecode([AcceptanceAuto].self, json: #"[{"v":1},null,3,{"v":2}]"#)
        #expect(list.map(\.int32) == [1, 2])
    }

    @Test("DV-38: an object for an array of models")
    func objectForArray() {
        let error = #expect(throws: ModelError.self) { try acceptanceDecode([AcceptanceAuto].self, json: #"{"v":1}"#) }
        #expect(error?.category == .mismatch && error?.code == .typeMismatch)
    }

    @Test("DV-39: a dictionary of models and a number")
    func mixedDictionary() throws {
        let models = try acceptanceDecode([String: AcceptanceAuto].self, json: #"{"a":{"v":1},"b":2}"#)
        #expect(models.mapValues(\.int32) == ["a": 1])
    }

    // MARK: Untyped

    @Test("MM-K01: an array of anything keeps null")
    func untypedArray() throws {
        let array = try #require(try acceptanceDecode(AcceptanceContainer.self, json: #"{"array":\#(elements)}"#).array)
        #expect(array.count == 4)
        #expect(((array.first as? [String: Any])?["name"] as? String) == "Apple")
        #expect(array.last.map { acceptanceIsNull($0) } == true)
    }

    @Test("MM-K05: a dictionary of anything keeps null")
    func untypedDictionary() throws {
        let dictionary = try #require(try acceptanceDecode(AcceptanceContainer.self, json: #"{"dict":\#(values)}"#).dict)
        #expect(dictionary.count == 4 && Set(dictionary.keys) == ["A", "B", "P", "N"])
        #expect(((dictionary["B"] as? [String: Any])?["count"] as? Int) == 11)
        let null = try #require(dictionary["N"])
        #expect(acceptanceIsNull(null))
    }

    /// Of `JSONValue`: Swift has no set of anything.
    @Test("MM-K09: a set of anything keeps null")
    func untypedSet() throws {
        let set = try #require(try acceptanceDecode(AcceptanceContainer.self, json: #"{"set":\#(elements)}"#).set)
        #expect(set.count == 4 && set.contains(.null) && set.contains(["count": 12, "name": "Pear"]))
    }

    @Test("AT-A07: a set as an array")
    func setAsArray() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": Set([1, 2, 3])])
        let array = try #require(auto.array)
        #expect(array.count == 3 && array.compactMap { $0 as? Int }.sorted() == [1, 2, 3])
        #expect(auto.set == [1, 2, 3])
    }

    // MARK: Typed

    @Test("MM-K03: arrays of models, all on one key")
    func typedArrays() throws {
        let model = try acceptanceDecode(AcceptanceGeneric.self, json: #"{"array":\#(elements)}"#)
        let items = try #require(model.items)
        #expect(items.count == 3 && items[0].holds("Apple", 10) && items[1].holds("Banana", 11) && items[2].holds("Pear", 12))
        #expect(model.pArray1.count == 3 && model.pArray1[0].holds("Apple", 10))
        #expect(model.pArray2.count == 3 && model.pArray2[0].holds("Apple", 10) && model.pArray2[2].holds("Pear", 12))
        // An array of optionals has a place for the null.
        let optionals = try #require(model.pArray3)
        #expect(optionals.count == 4 && optionals[0]?.holds("Apple", 10) == true && optionals[3] == nil)
        #expect(model.array?.count == 4 && model.mArray?.count == 4)
        #expect(items[0] !== model.pArray1[0] && model.mSet.isEmpty && model.dict == nil)
    }

    @Test("MM-K07: dictionaries of models")
    func typedDictionaries() throws {
        let model = try acceptanceDecode(AcceptanceGeneric.self, json: #"{"dict":\#(values)}"#)
        #expect(model.mDict.count == 3 && model.mDict["A"]?.holds("Apple", 10) == true && model.mDict["P"]?.holds("Pear", 12) == true)
        #expect(model.mDict["N"] == nil && model.dict?.count == 4)
    }

    @Test("MM-K11: sets of models")
    func typedSets() throws {
        let model = try acceptanceDecode(AcceptanceGeneric.self, json: #"{"set":\#(elements)}"#)
        #expect(model.mSet.count == 3 && Set(model.mSet.compactMap(\.name)) == ["Apple", "Banana", "Pear"])
        #expect(model.set?.count == 4)
    }

    @Test("RD-05: models in an array, a set and a dictionary")
    func collectionsOfModels() throws {
        let model = try acceptanceDecode(
            Attributes.self, json: #"{"name":"x","shadows":[{}],"borders":[{}],"attachments":{"k":{}}}"#)
        #expect(model.name == "x" && model.shadows.count == 1 && model.shadows.first?.blur == 1)
        #expect(model.borders == [Border()])
        #expect(model.attachments.count == 1 && model.attachments["k"] != nil && model.attachments["k"]?.data == nil)
    }

    @Test("DV-23: text for an array that is there")
    func textForArray() throws {
        var lists = Lists()
        try ModelDecoder().update(&lists, from: #"{"v":"s"}"#)
        #expect(lists.v == [Point(a: 7)])
        var texts = Texts()
        try ModelDecoder().update(&texts, from: #"{"v":"s"}"#)
        #expect(texts.v == ["old"])
    }

    @Test("DV-25: an array of models and what is none")
    func onlyObjectsSurvive() throws {
        #expect(try acceptanceDecode(Lists.self, json: #"{"v":[{"a":1},2,"s",null,[{}]]}"#).v == [Point(a: 1)])
    }

    /// Decided: elements are converted as properties are; null has no place.
    @Test("DV-26: an array of strings from other values")
    func elementsAreConverted() throws {
        #expect(try acceptanceDecode(Texts.self, json: #"{"v":["a",1,null]}"#).v == ["a", "1"])
    }

    // MARK: Instances that are there already

    @Test("MM-K13: a ready instance in an array for a set")
    func instanceForSet() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceGeneric.self, ["set": [item]])
        #expect(model.mSet.count == 1 && model.mSet.first === item)
    }

    @Test("MM-K14: a ready instance in a set for an array")
    func instanceForArray() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceGeneric.self, ["array": Set([item])])
        #expect(model.items?.count == 1 && model.items?.first === item)
        #expect(model.pArray1.first === item && model.pArray2.first === item)
    }

    @Test("MM-K15: a ready instance in an array of anything")
    func instanceForAny() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceContainer.self, ["mArray": [item]])
        #expect(model.mArray?.count == 1 && (model.mArray?.first as? AcceptanceItem) === item)
    }

    @Test("MM-K16: a ready instance in a set for an array of anything")
    func instanceInSetForAny() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceContainer.self, ["mArray": Set([item])])
        #expect(model.mArray?.count == 1 && (model.mArray?.first as? AcceptanceItem) === item)
    }

    /// Decided: kept, as in arrays and sets.
    @Test("DV-27: a ready instance in a dictionary")
    func instanceInDictionary() throws {
        let item = AcceptanceItem()
        let items = try acceptanceDecode(ReadyItems.self, ["v": ["k": item]])
        #expect(items.v.count == 1 && items.v["k"] === item)
        let points = try acceptanceDecode(ReadyPoints.self, ["v": ["k": Point(a: 5)]])
        #expect(points.v == ["k": Point(a: 5)])
    }
}
