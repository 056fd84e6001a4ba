import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct JSONValueTests {
    @Test func literalsMakeEveryKind() {
        let name = "Ann"
        let value: JSONValue = [
            "null": nil, "bool": true, "int": -7, "double": 0.5, "string": "s", "mixed": "to \(name)", "array": [1, [], [:]],
        ]
        #expect(value["null"] == JSONValue.null)
        #expect(value["bool"] == .bool(true))
        #expect(value["int"] == .number(JSONNumber(-7)))
        #expect(value["double"] == .number(0.5))
        #expect(value["string"] == .string("s"))
        #expect(value["mixed"]?.stringValue == "to Ann")
        #expect(value["array"] == .array([.number(1), .array([]), .object(JSONObject())]))
    }

    @Test(arguments: [nil, true, 1, "s", [1], ["a": 1]] as [JSONValue])
    func accessorsAnswerForTheirKindOnly(value: JSONValue) {
        let answers = [
            value.isNull, value.boolValue != nil, value.numberValue != nil, value.stringValue != nil, value.arrayValue != nil,
            value.objectValue != nil,
        ]
        #expect(answers.filter { $0 }.count == 1)
        #expect(JSONValue.array([value])[0] == value)
    }

    @Test func subscriptsGiveNilForWhatIsNotThere() {
        let value: JSONValue = ["a": [1, 2]]
        #expect(value["a"]?[1] == 2)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value[0] == nil)
        #expect(value["a"]?["a"] == nil)
    }

    @Test func settingAKeyChangesAddsAndRemoves() {
        var value: JSONValue = nil
        value["a"] = ["x": 1]
        value["b"] = 2
        value["a"]?["x"] = 3
        #expect(value == ["a": ["x": 3], "b": 2])
        value["a"] = nil
        #expect(value.text == #"{"b":2}"#)
        value["b"] = .null
        #expect(value.text == #"{"b":null}"#)
    }

    @Test(.early) func settingAKeyOfAStringIsAProgrammersMistake() async {
        await #expect(processExitsWith: .failure) {
            var value: JSONValue = "text"
            value["a"] = 1
        }
    }

    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (-12, "-12"), (0.25, "0.25"), ([], "[]"), ([:], "{}"), ("", #""""#),
            ([1, [2, []], [:], "x"], #"[1,[2,[]],{},"x"]"#),
            (["b": 1, "a": [nil, ["k": true]], "": 2], #"{"b":1,"a":[null,{"k":true}],"":2}"#),
            ("a/b é \u{2028} 😀 \u{7f}", "\"a/b é \u{2028} 😀 \u{7f}\""),
            (#"say "hi" \o/"#, #""say \"hi\" \\o/""#),
            ("\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{b}", #""\b\f\n\r\t\u0000\u001f\u000b""#),
            (["\"\n": "\u{1}"], #"{"\"\n":"\u0001"}"#),
        ] as [(JSONValue, String)])
    func textIsCompactJSON(value: JSONValue, text: String) {
        #expect(value.text == text)
        #expect(value.description == text)
    }

    @Test func textIsAppendedBehindWhatIsThere() {
        var output = OutputBuffer()
        output.append("x=")
        (["a": 1] as JSONValue).appendText(to: &output)
        #expect(output.withBytes { String(decoding: $0, as: UTF8.self) } == #"x={"a":1}"#)
    }

    @Test func textOfADeepValueDoesNotRecurse() {
        // The smaller one is too deep for recursion, too.
        let depth = triesFewerCases ? 60_000 : 100_000
        var value: JSONValue = 1
        for level in 0..<depth {
            value = level.isMultiple(of: 2) ? .array([value]) : .object(["k": value])
        }
        let text = value.text
        #expect(text.utf8.count == depth / 2 * 2 + depth / 2 * 6 + 1)
        #expect(text.utf8.prefix(6).elementsEqual("{\"k\":[".utf8))
        // Releasing goes down by recursion, so the value is taken apart from the outside.
        while let inner = value[0] ?? value["k"] {
            value = inner
        }
        #expect(value == 1)
    }

    @Test func equalValuesHaveEqualHashes() {
        let left: JSONValue = ["a": [1, ["x": nil, "y": "z"]], "b": true]
        let right: JSONValue = ["b": true, "a": [1, ["y": "z", "x": nil]]]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["b": true, "a": [1, ["y": "z", "x": 0]]])
        #expect(JSONValue.string("1") != 1)
        #expect(([1, 2] as JSONValue) != [2, 1])
    }
}

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "7", "10", "-12", "0.0", "1.50", "1e5", "1E+05", "-2.5e-10", "123456789012345678901234567890", "1e999999999999999999999",
    ])
    func numbersKeepTheirText(text: String) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.text == text)
        #expect(number.description == text)
        #expect(JSONValue.number(number).text == text)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "0x10", " 1", "1 ", "1,5", "NaN", "inf", "1_000", "١", "--1", "1e5.0",
        "1\u{0}",
    ])
    func otherTextsAreNoNumbers(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("-42", -42), ("1.0", 1), ("1e3", 1000), ("1.5E+1", 15), ("1500e-2", 15), ("-0.0e5", 0),
            ("0e999999999999999999999", 0),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("-9.223372036854775808e18", .min), ("0.00012e5", 12),
            ("10", 10),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.5", nil), ("1e-1", nil), ("1e400", nil), ("15e-2", nil),
            ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil),
        ] as [(String, Int?)])
    func integersAreExactOrNil(text: String, value: Int?) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.intValue == value)
        #expect(number.integer(as: Int64.self) == value.map(Int64.init))
        #expect(number.integer(as: Int8.self) == value.flatMap { Int8(exactly: $0) })
        #expect(number.integer(as: UInt8.self) == value.flatMap { UInt8(exactly: $0) })
    }

    @Test func integersOfOtherWidths() {
        #expect(JSONNumber("18446744073709551615")?.integer() == UInt64.max)
        #expect(JSONNumber("1.8446744073709551615e19")?.integer() == UInt64.max)
        #expect(JSONNumber("18446744073709551616")?.integer(as: UInt64.self) == nil)
        #expect(JSONNumber("-170141183460469231731687303715884105728")?.integer() == Int128.min)
        #expect(JSONNumber("34028236692093846346337460743176821145500e-2")?.integer() == UInt128.max)
        #expect(JSONNumber("1.28e2")?.integer(as: Int8.self) == nil)
        #expect(JSONNumber("-1.28e2")?.integer() == Int8.min)
    }

    @Test(
        arguments: [
            ("0.1", 0.1), ("-2.5e-10", -2.5e-10), ("1E2", 100), ("1e400", .infinity), ("-1e400", -.infinity), ("1e-400", 0),
            ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("9007199254740993", 9_007_199_254_740_992),
        ] as [(String, Double)])
    func doublesAreCorrectlyRounded(text: String, value: Double) {
        #expect(JSONNumber(text)?.doubleValue == value)
    }

    @Test(arguments: [0.0, -0.0, 1, -1, 0.1, 1e16, 1e20, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, 123456789.125])
    func doublesMakeJSONThatReadsBack(value: Double) throws {
        let number = try #require(JSONNumber(value))
        #expect(JSONNumber(number.text) == number)
        #expect(number.doubleValue == value)
        #expect(number.doubleValue.sign == value.sign)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func otherDoublesAreRefused(value: Double) {
        #expect(JSONNumber(value) == nil)
    }

    @Test func integersBecomeTheirDigits() {
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(Int8.min).text == "-128")
        #expect(JSONNumber(Int128.min).text == "-170141183460469231731687303715884105728")
    }

    @Test func equalityIsByText() {
        #expect(JSONNumber("1") == 1)
        #expect(JSONNumber("1") != JSONNumber("1.0"))
        #expect(Set([JSONNumber("1"), JSONNumber("1"), JSONNumber("1e0")]).count == 2)
    }
}

@Suite struct SwiftValueTests {
    @Test(arguments: ["0", "-0", "9223372036854775807", "-9223372036854775808"])
    func plainIntegersAreInt(text: String) throws {
        #expect(try number(text) as? Int == Int(text))
    }

    @Test(arguments: ["9223372036854775808", "18446744073709551615"])
    func largerOnesAreUInt64(text: String) throws {
        #expect(try number(text) as? UInt64 == UInt64(text))
    }

    @Test(arguments: [
        "18446744073709551616", "-9223372036854775809", String(repeating: "9", count: 38), "-" + String(repeating: "9", count: 38),
    ])
    func stillLargerOnesAreDecimal(text: String) throws {
        let value = try #require(try number(text) as? Decimal)
        #expect(value.description == text)
    }

    @Test(arguments: ["1.0", "1e3", "-0.5", String(repeating: "9", count: 39)])
    func othersAreDouble(text: String) throws {
        #expect(try number(text) as? Double == Double(text))
    }

    @Test(arguments: ["1e400", "-1e400", String(repeating: "9", count: 400)])
    func beyondDoubleTheTextIsKept(text: String) throws {
        #expect(try number(text) as? JSONNumber == JSONNumber(text))
    }

    @Test func containersHoldSwiftValues() throws {
        let value: JSONValue = ["a": [nil, true, "s", 1.5], "o": ["n": nil]]
        let dictionary = try #require(value.swiftDictionary())
        let array = try #require(dictionary["a"] as? [Any])
        #expect(array.count == 4)
        let null = array[0] as Any?
        #expect(null as? Bool == nil)
        #expect(Mirror(reflecting: array[0]).displayStyle == .optional)
        #expect(array[1] as? Bool == true)
        #expect(array[2] as? String == "s")
        #expect(array[3] as? Double == 1.5)
        let inner = try #require(dictionary["o"] as? [String: Any])
        #expect(inner.keys.contains("n"))
    }

    @Test func kindsThatDoNotFitAreNil() {
        #expect(JSONValue.null.swiftAny() == nil)
        #expect((1 as JSONValue).swiftArray() == nil)
        #expect(([] as JSONValue).swiftDictionary() == nil)
        #expect(([:] as JSONValue).swiftArray() == nil)
        #expect(([1, 2] as JSONValue).swiftArray() as? [Int] == [1, 2])
    }

    private func number(_ text: String) throws -> Any {
        let number = try #require(JSONNumber(text))
        return try #require(JSONValue.number(number).swiftAny())
    }
}
