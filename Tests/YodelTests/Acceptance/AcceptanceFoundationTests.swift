import Foundation
import Testing
import YodelFoundation

@testable import Yodel

// The cases whose input holds Foundation's classes, and what Foundation's own parser makes of JSON.

/// What Foundation's parser makes of an object.
private func parsed(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
}

@Suite("Acceptance: Foundation's classes")
struct AcceptanceFoundationTests {
    @Test("AT-N13: NSDecimalNumber")
    func decimalNumber() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": NSDecimalNumber(string: "9876543210")])
        #expect(auto.uint64 == 9_876_543_210 && auto.int64 == 9_876_543_210 && auto.int32 == 0)
        #expect(auto.decimal == 9_876_543_210 && auto.string == "9876543210")
    }

    @Test("AT-N01, AT-N02, AT-N03: NSNumber")
    func numbers() throws {
        let one = try acceptanceDecode(AcceptanceAuto.self, ["v": NSNumber(value: 1)])
        #expect(one.bools == [true, true] && one.integersAre(1) && one.double == 1 && one.decimal == 1 && one.string == "1")
        let fraction = try acceptanceDecode(AcceptanceAuto.self, ["v": NSNumber(value: 1.5)])
        #expect(fraction.integersAre(1) && fraction.float == 1.5 && fraction.number == 1.5 && fraction.string == "1.5")
        let negative = try acceptanceDecode(AcceptanceAuto.self, ["v": NSNumber(value: -1)])
        #expect(negative.signed == [-1, -1, -1, -1, -1] && negative.unsigned == [0, 0, 0, 0, 0] && negative.string == "-1")
    }

    @Test("DV-10, DV-18: the largest integer and Bool in NSNumber")
    func numbersAtTheEdge() throws {
        let large = try acceptanceDecode(AcceptanceAuto.self, ["v": NSNumber(value: UInt64.max)])
        #expect(large.uint64 == .max && large.int64 == 0 && large.string == "18446744073709551615")
        let yes = try acceptanceDecode(AcceptanceAuto.self, ["v": NSNumber(value: true)])
        #expect(yes.bools == [true, true] && yes.integersAre(1) && yes.string == "true")
    }

    @Test("AT-D14: NSDate")
    func date() throws {
        let now = Date()
        let date = NSDate(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate)
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": date])
        #expect(auto.date == now)
    }

    @Test("AT-S01: NSString")
    func string() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": NSString(string: "Apple")])
        #expect(auto.string == "Apple" && auto.object == "Apple")
    }

    @Test("AT-S05: NSData")
    func data() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": NSData(data: Data("haha".utf8))])
        #expect(auto.string == "haha" && auto.data == Data("haha".utf8))
    }

    @Test("AT-S06: NSURL")
    func url() throws {
        let url = try #require(NSURL(string: "https://github.com"))
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": url])
        #expect(auto.string == "https://github.com" && auto.url == URL(string: "https://github.com"))
    }

    @Test("AT-A07: NSSet")
    func set() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": NSSet(array: [1, 2, 3])])
        #expect(auto.array?.count == 3 && auto.set == [1, 2, 3])
    }

    @Test("AT-A06: a dictionary of models as Foundation parses it")
    func dictionaryOfModels() throws {
        let models = try acceptanceDecode([String: AcceptanceAuto].self, try parsed(#"{"a":{"v":1},"b":{"v":2},"c":{"v":3}}"#))
        #expect(models.mapValues(\.int32) == ["a": 1, "b": 2, "c": 3])
    }

    @Test("MM-K01, MM-K03: NSArray and NSNull as Foundation parses them")
    func arrays() throws {
        let json = #"{"array":[{"name":"Apple", "count":10}, {"name":"Banana", "count":11}, {"name":"Pear", "count":12}, null]}"#
        let model = try acceptanceDecode(AcceptanceGeneric.self, try parsed(json))
        #expect(model.array?.count == 4 && model.items?.count == 3 && model.items?.last?.holds("Pear", 12) == true)
        let array = NSArray(array: [NSDictionary(dictionary: ["name": "Apple", "count": NSNumber(value: 10)]), NSNull()])
        let fromArray = try acceptanceDecode(AcceptanceGeneric.self, ["array": array])
        #expect(fromArray.items?.count == 1 && fromArray.items?.first?.holds("Apple", 10) == true && fromArray.pArray3?.count == 2)
    }

    @Test("DV-30: NSNull is null")
    func null() throws {
        var auto = AcceptanceAuto.held
        let source: [String: Any] = ["v": NSNull()]
        try ModelDecoder().update(&auto, from: source)
        #expect(auto.number == nil && auto.string == nil && auto.date == nil && auto.integersAre(0) && auto.bools == [false, false])
    }

    @Test("CU-02: a type by content as Foundation parses it")
    func typeByContent() throws {
        let user = try acceptanceDecode(AcceptanceUser.self, try parsed(#"{"uid":123,"name":"Harry","localName":"HarryLocal"}"#))
        #expect((user as? AcceptanceLocalUser)?.localName == "HarryLocal" && user.uid == 123)
    }

    @Test("CT-03, CT-06: hooks and what Foundation parses")
    func hooks() throws {
        let json = #"{"id":5472746497,"content":"Hello","date":1401234567000}"#
        let model = try acceptanceDecode(AcceptanceTransformed.self, try parsed(json))
        #expect(model.id == 5_472_746_497 && model.time == Date(timeIntervalSince1970: 1_401_234_567))
        let source = try parsed(#"{"id":5472746497,"content":"Hello"}"#)
        let error = #expect(throws: ModelError.self) { try acceptanceDecode(AcceptanceTransformed.self, source) }
        #expect(error?.category == .custom)
    }

    @Test("MM-K13: a ready instance in an NSArray for a set")
    func instanceForSet() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceGeneric.self, ["set": NSArray(array: [item])])
        #expect(model.mSet.count == 1 && model.mSet.first === item)
    }

    @Test("MM-K14: a ready instance in an NSSet for an array")
    func instanceForArray() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceGeneric.self, ["array": NSSet(array: [item])])
        #expect(model.items?.count == 1 && model.items?.first === item)
    }

    @Test("MM-K16: a ready instance in an NSSet for an array of anything")
    func instanceForAny() throws {
        let item = AcceptanceItem()
        let model = try acceptanceDecode(AcceptanceContainer.self, ["mArray": NSSet(array: [item])])
        #expect(model.mArray?.count == 1 && (model.mArray?.first as? AcceptanceItem) === item)
    }

    @Test("RB-01: NSNumber where text is due")
    func numberForText() throws {
        let item = try acceptanceDecode(AcceptanceItem.self, ["name": NSNumber(value: 1)])
        #expect(item.name == "1")
    }
}
