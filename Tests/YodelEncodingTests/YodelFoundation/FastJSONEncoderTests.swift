import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

@Suite("A subclass of Foundation's encoder")
struct FastJSONEncoderTests {
    private struct Named: Encodable {
        var firstName = "Ann"
        var url = "a/b"
    }

    private struct Noted: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(encoder.userInfo[.note] as? Int)
        }
    }

    private struct Refused: Error {}

    /// What a function gets that takes Foundation's class.
    private static func text(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func everyFormOfEncodeIsYodels() throws {
        let encoder: JSONEncoder = FastJSONEncoder()
        #expect(try encoder.encode(CodedBy()) == Data(#""Yodel""#.utf8))
        #expect(try encoder.encode(CodedBy(), configuration: "?") == Data(#""Yodel?""#.utf8))
        #expect(try encoder.encode(CodedBy(), configuration: CodedBy.Mark.self) == Data(#""Yodel!""#.utf8))
        #expect(try JSONEncoder().encode(CodedBy()) == Data(#""FoundationEssentials""#.utf8))
    }

    @Test func anOptionHoldsForTheNextEncode() throws {
        let encoder: JSONEncoder = FastJSONEncoder()
        let date = Date(timeIntervalSince1970: 1)
        for _ in 0..<3 {
            #expect(try Self.text(Named(), encoder) == #"{"firstName":"Ann","url":"a\/b"}"#)
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting.insert(.withoutEscapingSlashes)
            #expect(try Self.text(Named(), encoder) == #"{"first_name":"Ann","url":"a/b"}"#)
            encoder.keyEncodingStrategy = .useDefaultKeys
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            #expect(try Self.text(["b": 1, "a": 2], encoder) == "{\n  \"a\" : 2,\n  \"b\" : 1\n}")
            encoder.outputFormatting = []

            #expect(try Self.text([date], encoder) == "[-978307199]")
            encoder.dateEncodingStrategy = .secondsSince1970
            #expect(try Self.text([date], encoder) == "[1]")
            encoder.dateEncodingStrategy = .millisecondsSince1970
            #expect(try Self.text([date], encoder) == "[1000]")
            encoder.dateEncodingStrategy = .iso8601
            #expect(try Self.text([date], encoder) == #"["1970-01-01T00:00:01Z"]"#)
            encoder.dateEncodingStrategy = .deferredToDate

            #expect(try Self.text([Data([1, 2])], encoder) == #"["AQI="]"#)
            encoder.dataEncodingStrategy = .deferredToData
            #expect(try Self.text([Data([1, 2])], encoder) == "[[1,2]]")
            encoder.dataEncodingStrategy = .base64

            #expect(throws: EncodingError.self) { try Self.text([Double.infinity], encoder) }
            encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+i", negativeInfinity: "-i", nan: "n")
            #expect(try Self.text([Double.infinity, -.infinity, .nan], encoder) == #"["+i","-i","n"]"#)
            encoder.nonConformingFloatEncodingStrategy = .throw

            #expect(try Self.text([Noted()], encoder) == "[null]")
            encoder.userInfo[.note] = 7
            #expect(try Self.text([Noted()], encoder) == "[7]")
            encoder.userInfo = [:]
        }
    }

    @Test func customStrategiesAreCalled() throws {
        let encoder: JSONEncoder = FastJSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode("at \(date.timeIntervalSince1970)")
        }
        encoder.dataEncodingStrategy = .custom { data, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(data.count)
        }
        encoder.keyEncodingStrategy = .custom { path in PlaceKey(path.last!.stringValue.uppercased()) }
        struct All: Encodable { let date = Date(timeIntervalSince1970: 2), data = Data([1, 2, 3]) }
        #expect(try Self.text(All(), encoder) == #"{"DATE":"at 2.0","DATA":3}"#)
        encoder.dateEncodingStrategy = .custom { _, _ in throw Refused() }
        #expect(throws: Refused.self) { try Self.text([Date()], encoder) }
    }

    @Test func aFormatterWritesDates() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        let encoder: JSONEncoder = FastJSONEncoder()
        encoder.dateEncodingStrategy = .formatted(formatter)
        #expect(try Self.text([Date(timeIntervalSince1970: 86_400)], encoder) == #"["1970-01-02"]"#)
    }

    @Test func propertiesAreWhatTheyWereSetTo() {
        let encoder: JSONEncoder = FastJSONEncoder()
        func describe() -> [String] {
            [
                "\(encoder.outputFormatting.rawValue)", "\(encoder.dateEncodingStrategy)", "\(encoder.dataEncodingStrategy)",
                "\(encoder.nonConformingFloatEncodingStrategy)", "\(encoder.keyEncodingStrategy)", "\(encoder.userInfo.count)",
            ]
        }
        #expect(describe() == ["0", "deferredToDate", "base64", "throw", "useDefaultKeys", "0"])
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        encoder.outputFormatting.insert(.sortedKeys)
        encoder.dateEncodingStrategy = .iso8601
        encoder.dataEncodingStrategy = .deferredToData
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "a", negativeInfinity: "b", nan: "c")
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.userInfo[.note] = 1
        #expect(
            describe() == [
                "11", "iso8601", "deferredToData", #"convertToString(positiveInfinity: "a", negativeInfinity: "b", nan: "c")"#,
                "convertToSnakeCase", "1",
            ])
    }

    @Test func errorsAreFoundations() {
        struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
        func outcomes(_ value: some Encodable) -> [String] {
            [FastJSONEncoder(), JSONEncoder()].map { encoder in EncoderPair.outcome { try encoder.encode(value) } }
        }
        for outcomes in [outcomes([1, .nan]), outcomes(["a": [Double.infinity]]), outcomes(Silent())] {
            #expect(outcomes[0] == outcomes[1] && outcomes[0].hasPrefix("invalid"))
        }
    }
}
