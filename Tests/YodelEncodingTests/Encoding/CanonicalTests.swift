import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// RFC 8785: its examples, its table of numbers, and that what is written so is read back.

@Suite("Canonical JSON")
struct CanonicalTests {
    /// Appendix B.
    @Test(
        arguments: [
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"), (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"), (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"),
            (0x44B5_2D02_C7E1_4AF6, "1e+23"),
            (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
            (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
            (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"),
            (0x3EB0_C6F7_A0B5_ED8D, "0.000001"), (0x41B3_DE43_5555_5553, "333333333.3333332"),
            (0x41B3_DE43_5555_5554, "333333333.33333325"),
            (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
            (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
            (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
        ] as [(UInt64, String)])
    func theNumbersOfTheRFC(_ bits: UInt64, _ expected: String) {
        #expect(JSONNumber.canonicalText(Double(bitPattern: bits)) == expected)
    }

    private func canonical(_ json: String, _ policy: JSONValue.LargeIntegerPolicy = .fail) throws -> String {
        try ModelDecoder().decode(JSONValue.self, from: json).canonicalText(largeIntegers: policy)
    }

    /// Sections 3.2.2 and 3.2.3.
    @Test func theExamplesOfTheRFC() throws {
        let json = #"""
            {"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
             "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}
            """#
        #expect(
            try canonical(json)
                == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#)
        let keys =
            #"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew","1":"One","\ud83d\ude00":"Emoji","\u0080":"Control","\u00f6":"O"}"#
        let order = try ModelDecoder().decode(JSONValue.self, from: canonical(keys)).objectValue?.values.compactMap(\.stringValue)
        #expect(order == ["Carriage Return", "One", "Control", "O", "Euro Sign", "Emoji", "Hebrew"])
    }

    @Test(arguments: [
        ("[]", "[]"), (" { } ", "{}"), ("1.0", "1"), ("-0", "0"), ("100e18", "100000000000000000000"), ("1e21", "1e+21"),
        ("123456789012345680000", "123456789012345680000"),
        ("0.1e1", "1"), ("-12.5", "-12.5"), ("0.00001", "0.00001"), ("0.0000001", "1e-7"), (#""\u001F\u007f\b""#, "\"\\u001f\u{7F}\\b\""),
        (#"[[],{"b":[{}],"a":null}]"#, #"[[],{"a":null,"b":[{}]}]"#), ("9007199254740993e0", "9007199254740992"),
    ])
    func texts(_ json: String, _ expected: String) throws {
        #expect(try canonical(json) == expected)
        #expect(try canonical(expected) == expected)
    }

    @Test func largeIntegers() throws {
        let json = #"{"a":[1,9007199254740993]}"#
        #expect(try canonical(json, .string) == #"{"a":[1,"9007199254740993"]}"#)
        #expect(try canonical(json, .round) == #"{"a":[1,9007199254740992]}"#)
        let error = #expect(throws: ModelError.self) { try canonical(json) }
        #expect(error?.code == .numberOutOfRange && error?.path == "a[1]" && error?.category == .mismatch)
        for policy in [JSONValue.LargeIntegerPolicy.fail, .string, .round] {
            #expect(throws: ModelError.self) { try canonical("1e400", policy) }
            #expect(try canonical("[9007199254740994,-9007199254740992]", policy) == "[9007199254740994,-9007199254740992]")
        }
    }

    @Test func models() throws {
        struct Claim: Model { var subject = "é", issued = 4.50, id: Int64 = 1, raw = RawJSON.null, note: String? }
        var claim = Claim()
        claim.raw = try RawJSON(json: #"{ "b": 1.0, "a": "\u0041" }"#)
        let expected = #"{"id":1,"issued":4.5,"raw":{"a":"A","b":1},"subject":"é"}"#
        var pretty = EncodingOptions()
        pretty.isPretty = true
        pretty.escapesNonASCII = true
        for encoder in [ModelEncoder(), ModelEncoder(pretty)] {
            #expect(String(decoding: try encoder.encodeCanonical(claim), as: UTF8.self) == expected)
        }
        claim.id = .max
        #expect(throws: ModelError.self) { try ModelEncoder().encodeCanonical(claim) }
        let text = String(decoding: try ModelEncoder().encodeCanonical(claim, largeIntegers: .string), as: UTF8.self)
        #expect(text.hasPrefix(#"{"id":"9223372036854775807","#))
        #expect(try Claim(json: text).id == .max)
    }

    /// What is written is the same number, for doubles of all sizes.
    @Test func doublesComeBack() {
        var generator = SeededGenerator(seed: 8785)
        for _ in 0..<(triesFewerCases ? 10_000 : 20_000) {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let text = JSONNumber.canonicalText(value)
            #expect(Double(text) == value && JSONNumber(text) != nil, "\(text)")
        }
    }
}
