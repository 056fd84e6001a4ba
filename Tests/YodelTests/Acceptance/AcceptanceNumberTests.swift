import FoundationEssentials
import Testing

@testable import Yodel

// Numbers: what each kind of property becomes of a number, and of text that holds one.

@Suite("Acceptance: numbers")
struct AcceptanceNumberTests {
    @Test("AT-N01: 1 in every kind of property")
    func one() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v" : 1}"#)
        #expect(auto.bools == [true, true] && auto.integersAre(1) && auto.float == 1 && auto.double == 1)
        #expect((auto.any as? Int) == 1 && auto.object == 1 && auto.number == 1 && auto.decimal == 1 && auto.string == "1")
        #expect(auto.date == nil && auto.url == nil && auto.data == nil && auto.array == nil && auto.dictionary == nil && auto.set == nil)
    }

    @Test("AT-N02: a fraction is cut off for integers")
    func fraction() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v" : 1.5}"#)
        #expect(auto.bools == [true, true] && auto.integersAre(1) && auto.float == 1.5 && auto.double == 1.5)
        #expect((auto.any as? Double) == 1.5 && auto.object == 1.5 && auto.number == 1.5 && auto.string == "1.5")
        #expect(auto.decimal == Decimal(string: "1.5"))
    }

    /// Decided: a negative number wraps in no unsigned integer; the property keeps its value and the report says so.
    @Test("AT-N03: -1, which the unsigned integers cannot hold")
    func negative() throws {
        let json = #"{"v" : -1}"#
        let auto = try acceptanceMerge(json)
        #expect(auto.bools == [true, true] && auto.signed == [-1, -1, -1, -1, -1] && auto.unsigned == [7, 7, 7, 7, 7])
        #expect(auto.float == -1 && auto.double == -1 && (auto.any as? Int) == -1 && auto.object == -1)
        #expect(auto.number == -1 && auto.decimal == -1 && auto.string == "-1")

        var report = DecodingReport()
        let fresh = try ModelDecoder().decode(AcceptanceAuto.self, from: json, report: &report)
        #expect(fresh.unsigned == [0, 0, 0, 0, 0])
        let outOfRange = report.issues.filter { $0.code == .numberOutOfRange }
        #expect(outOfRange.count == 5 && outOfRange.allSatisfy { $0.path == "v" && $0.action == .kept })
        #expect(Set(outOfRange.map(\.expected)) == ["UInt8", "UInt16", "UInt32", "UInt", "UInt64"])
        #expect(report.counts["v"] == report.count)
    }

    @Test("AT-N04: a number in text")
    func text() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v" : "2"}"#)
        #expect(auto.bools == [true, true] && auto.integersAre(2) && auto.float == 2 && auto.double == 2)
        #expect((auto.any as? String) == "2" && auto.object == "2" && auto.number == 2 && auto.decimal == 2 && auto.string == "2")
    }

    @Test("AT-N06: a negative number with a fraction in text")
    func negativeText() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v" : "-3.2"}"#)
        #expect(abs(auto.float + 3.2) < 1e-4 && auto.double == -3.2 && auto.object == "-3.2" && auto.string == "-3.2")
        #expect(auto.number == -3.2 && auto.decimal == Decimal(string: "-3.2"))
        #expect(auto.signed == [-3, -3, -3, -3, -3] && auto.unsigned == [0, 0, 0, 0, 0])
    }

    @Test("AT-N12: an object where no object fits")
    func object() throws {
        let json = #"{"v" : {}}"#
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: json)
        #expect(auto.bools == [false, false] && auto.integersAre(0) && auto.string == nil && auto.number == nil && auto.decimal == nil)
        #expect(auto.object == [:] && auto.dictionary?.isEmpty == true && auto.array == nil && auto.set == nil)
        let held = try acceptanceMerge(json)
        #expect(held.bools == [true, true] && held.integersAre(7) && held.string == "x" && held.number == 7)
    }

    @Test("AT-N13: a number of ten digits, as text of JSON and as a Decimal")
    func large() throws {
        for auto in [
            try acceptanceDecode(AcceptanceAuto.self, json: #"{"v": 9876543210}"#),
            try acceptanceDecode(AcceptanceAuto.self, ["v": Decimal(9_876_543_210)]),
        ] {
            #expect(auto.uint64 == 9_876_543_210 && auto.int64 == 9_876_543_210 && auto.long == 9_876_543_210)
            #expect(auto.string == "9876543210" && auto.int32 == 0 && auto.uint8 == 0)
        }
    }

    /// Decided: the whole number is read, the exponent with it.
    @Test("DV-03: an exponent in text for an integer")
    func exponentForInteger() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v":"1e3"}"#)
        #expect(auto.int64 == 1000 && auto.uint16 == 1000 && auto.int8 == 0)
    }

    @Test("DV-05: an exponent in text for a Double")
    func exponentForDouble() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v":"1.5e3"}"#)
        #expect(auto.double == 1500 && auto.number == 1500)
    }

    /// Decided: text that is no whole number is a mismatch, where YYModel reads as far as it can.
    @Test(arguments: [("DV-06", " 12abc"), ("DV-07", "abc"), ("DV-08", "")])
    func textThatIsNoNumber(_ id: String, _ text: String) throws {
        let json = #"{"v":"\#(text)"}"#
        let held = try acceptanceMerge(json)
        #expect(held.integersAre(7) && held.double == 7 && held.float == 7 && held.number == 7 && held.decimal == 7, "\(id)")
        #expect(held.bools == [true, true] && held.string == text, "\(id)")
        let fresh = try acceptanceDecode(AcceptanceAuto.self, json: json)
        #expect(fresh.int64 == 0 && fresh.number == nil, "\(id)")
    }

    /// Decided: all of UInt64 is read from text.
    @Test(arguments: [("DV-09", #"{"v":"18446744073709551615"}"#), ("DV-10", #"{"v":18446744073709551615}"#)])
    func theLargestInteger(_ id: String, _ json: String) throws {
        let auto = try acceptanceMerge(json)
        #expect(auto.uint64 == .max && auto.ulong == .max && auto.string == "18446744073709551615", "\(id)")
        #expect(auto.int64 == 7 && auto.uint32 == 7 && auto.decimal == Decimal(string: "18446744073709551615"), "\(id)")
    }

    /// The value is 0 because that is what the property held; one that held 7 keeps it.
    @Test("DV-12: a Double that no Float holds")
    func tooLargeForFloat() throws {
        let json = #"{"v":1e300}"#
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: json).float == 0)
        let held = try acceptanceMerge(json)
        #expect(held.float == 7 && held.double == 1e300)
    }

    /// Decided: nothing wraps.
    @Test("DV-13: 300 for an Int8")
    func tooLargeForByte() throws {
        let json = #"{"v":300}"#
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: json).int8 == 0)
        let held = try acceptanceMerge(json)
        #expect(held.int8 == 7 && held.uint8 == 7 && held.int16 == 300 && held.uint16 == 300)
    }

    /// Decided: kept, not set to 0.
    @Test("DV-14: an array for an Int32 that holds 7")
    func arrayForInteger() throws {
        let held = try acceptanceMerge(#"{"v":[1]}"#)
        #expect(held.int32 == 7 && held.integersAre(7) && held.bools == [true, true])
    }

    /// Decided: kept, not cleared.
    @Test("DV-15: an array for an optional number that holds 7")
    func arrayForOptional() throws {
        let held = try acceptanceMerge(#"{"v":[1]}"#)
        #expect(held.number == 7 && held.decimal == 7)
    }

    @Test("DV-16: text that is no Decimal")
    func textForDecimal() throws {
        let json = #"{"v":"abc"}"#
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: json).decimal == nil)
        #expect(try acceptanceMerge(json).decimal == 7)
    }
}
