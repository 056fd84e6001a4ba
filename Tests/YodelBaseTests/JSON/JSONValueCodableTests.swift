import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("JSON values through coders")
struct JSONValueCodableTests {
    @Test(arguments: Coder.allCases)
    func everyKindOfValue(_ coder: Coder) throws {
        let value: JSONValue = [
            "null": nil, "true": true, "false": false, "text": "é\n😀", "empty": "",
            "numbers": [0, 1, -1, 0.5, -0.25, 1e300, 1e-300, 0.1], "array": [], "object": [:], "deep": [[[["k": [nil, [nil]]]]]],
            "odd keys": ["": 1, "a.b": 2, "日本": 3],
        ]
        #expect(try coder.again(value) == normal(value))
        #expect(try coder.again([value]) == [normal(value)])
        let object = try #require(value.objectValue)
        #expect(try coder.again(object) == normal(value).objectValue)
    }

    /// The value with its numbers as they come back.
    private func normal(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number): .number(number.integer(as: Int64.self).map { JSONNumber($0) } ?? number)
        case .array(let elements): .array(elements.map(normal))
        case .object(let object): .object(JSONObject(object.map { (key: $0.key, value: normal($0.value)) }))
        default: value
        }
    }

    /// Numbers and the texts that they come back with.
    @Test(
        arguments: [
            ("0", "0"), ("-0", "-0.0"), ("-0.0e5", "-0.0"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", "9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", "18446744073709551616"),
            ("-9223372036854775809", "-9223372036854775809"), ("1.50", "1.5"), ("2e3", "2000"), ("1.0", "1"), ("0.1", "0.1"),
            ("3.141592653589793", "3.141592653589793"), ("3.141592653589793238", "3.141592653589793238"),
            ("1e22", "1e+22"), ("123456789012345678901234567890.125", "123456789012345678901234567890.125"),
            ("0.00000000000000000000000000000000000001234567890123456789", "0.00000000000000000000000000000000000001234567890123456789"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"),
            ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
            ("-1234567890123456789012345678901234567.8", "-1234567890123456789012345678901234567.8"),
        ], Coder.allCases)
    func numbersKeepTheirDigits(_ texts: (String, String), _ coder: Coder) throws {
        let number = try #require(JSONNumber(texts.0))
        let again = try coder.again([number])[0]
        #expect(again.text == texts.1 || again.isSameNumber(as: number) && again.doubleValue == number.doubleValue)
        #expect(again.isSameNumber(as: number), "\(texts.0) came back as \(again)")
        #expect(try coder.again(["k": JSONValue.number(number)])["k"] == .number(again))
    }

    @Test(arguments: ["1e400", "-1e-400", "0.1234567890123456789012345678901234567890123", "1e99999999999999999999999"], Coder.allCases)
    func aNumberThatNothingHoldsIsAnError(_ text: String, _ coder: Coder) throws {
        let number = try #require(JSONNumber(text))
        #expect(throws: EncodingError.self) { try coder.encode([number]) }
        #expect(throws: EncodingError.self) { try coder.encode(["k": JSONValue.array([.number(number)])]) }
    }

    @Test func numbersAreComparedByValue() {
        func same(_ left: String, _ right: String) -> Bool { JSONNumber(left)!.isSameNumber(as: JSONNumber(right)!) }
        #expect(same("1.50", "1.5") && same("15e-1", "1.5") && same("100", "1e2") && same("0", "0.0e7") && same("1E+2", "100"))
        #expect(!same("0", "-0") && !same("1", "-1") && !same("1", "10") && !same("1e5", "1e6") && !same("12", "21"))
        #expect(!same("1e99999999999999999999999", "1e-99999999999999999999999"))
    }

    @Test func whatTheCodersMakeOfIt() throws {
        let value: JSONValue = ["a": [1, 2.5, nil, true, "x"]]
        #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == #"{"a":[1,2.5,null,true,"x"]}"#)
        let plain = try PropertyListSerialization.propertyList(from: Coder.binary.encode(value), format: nil)
        #expect(((plain as? [String: Any])?["a"] as? [Any])?.count == 5)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(" 1.5e3 ".utf8)) == 1500)
        #expect(try JSONDecoder().decode(JSONNumber.self, from: Data("2.50".utf8)).text == "2.5")
    }

    @Test func objectsKeepTheOrderOfTheDecoder() throws {
        let keys = (0..<40).map { "k\($0)" }
        let object = JSONObject(keys.map { (key: $0, value: 1) })
        let again = try Coder.json.again(object)
        #expect(again == object && Set(again.keys) == Set(keys))
    }

    @Test func whatIsNoJSON() throws {
        let list = try PropertyListEncoder().encode(["k": [Date(timeIntervalSince1970: 1)]])
        let error = #expect(throws: DecodingError.self) { try PropertyListDecoder().decode(JSONValue.self, from: list) }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["k", "Index 0"] && context.debugDescription.contains("Date"))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONObject.self, from: Data("[1]".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONNumber.self, from: Data(#""1""#.utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([JSONNumber].self, from: Data("[null]".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONValue.self, from: Data("[1, 1e999]".utf8)) }
    }

    /// An object that has the keys of a Decimal's parts and is none.
    @Test func anObjectLikeADecimal() throws {
        let value: JSONValue = ["exponent": 1, "length": 2, "isNegative": false, "isCompact": true, "mantissa": "x"]
        for coder in Coder.allCases { #expect(try coder.again(value) == value) }
    }

    @Test func aValueThatIsTooDeepIsAnError() throws {
        func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(JSONValue.null) { value, _ in [value] } }
        for coder in [Coder.json, .binary] {
            #expect(try coder.again(nested(50)) == nested(50))
            #expect(throws: EncodingError.self) { try coder.encode(nested(513)) }
            // Caught here: an expectation describes the error that it catches, and this one holds all of the value.
            do {
                _ = try coder.encode(nested(20_000))
                Issue.record("\(coder) encodes 20 000 arrays inside each other")
            } catch is EncodingError {}
        }
        #expect(try !coder(nested(512)).isEmpty)
    }

    private func coder(_ value: JSONValue) throws -> Data { try Coder.binary.encode(value) }
}
