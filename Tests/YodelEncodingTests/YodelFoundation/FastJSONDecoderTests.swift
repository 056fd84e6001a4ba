import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

@Suite("A subclass of Foundation's decoder")
struct FastJSONDecoderTests {
    private struct Named: Codable, Equatable {
        var firstName: String
    }

    private struct Noted: Decodable {
        let note: Int?
        init(from decoder: any Decoder) { note = decoder.userInfo[.note] as? Int }
    }

    private struct Refused: Error {}

    /// What a function gets that takes Foundation's class.
    private static func decode<T: Decodable>(_ type: T.Type, _ text: String, _ decoder: JSONDecoder) throws -> T {
        try decoder.decode(type, from: Data(text.utf8))
    }

    private static func by(_ decoder: JSONDecoder) throws -> String { try decode(CodedBy.self, "{}", decoder).module }

    @Test func everyFormOfDecodeIsYodels() throws {
        let decoder: JSONDecoder = FastJSONDecoder()
        let data = Data("{}".utf8)
        #expect(try decoder.decode(CodedBy.self, from: data).module == "Yodel")
        #expect(try decoder.decode(CodedBy.self, from: data, configuration: "?").module == "Yodel?")
        #expect(try decoder.decode(CodedBy.self, from: data, configuration: CodedBy.Mark.self).module == "Yodel!")
        #expect(try JSONDecoder().decode(CodedBy.self, from: data).module == "FoundationEssentials")
    }

    /// Yodel reads no JSON5: Foundation's decoder does the work as long as the property is true, with all other options.
    @Test func foundationReadsJSON5() throws {
        let decoder: JSONDecoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = "{first_name: 'Ann', /* a comment */}"
        #expect(throws: DecodingError.self) { try Self.decode(Named.self, text, decoder) }
        decoder.allowsJSON5 = true
        decoder.userInfo[.note] = 3
        #expect(decoder.allowsJSON5)
        #expect(try Self.decode(Named.self, text, decoder) == Named(firstName: "Ann"))
        #expect(try Self.decode(Noted.self, "{}", decoder).note == 3)
        let data = Data("{}".utf8)
        #expect(try Self.by(decoder) == "FoundationEssentials")
        #expect(try decoder.decode(CodedBy.self, from: data, configuration: "?").module == "FoundationEssentials?")
        #expect(try decoder.decode(CodedBy.self, from: data, configuration: CodedBy.Mark.self).module == "FoundationEssentials!")
        decoder.allowsJSON5 = false
        #expect(try Self.by(decoder) == "Yodel")
        #expect(throws: DecodingError.self) { try Self.decode(Named.self, text, decoder) }
    }

    @Test func anOptionHoldsForTheNextDecode() throws {
        let decoder: JSONDecoder = FastJSONDecoder()
        for _ in 0..<3 {
            #expect(throws: DecodingError.self) { try Self.decode(Named.self, #"{"first_name":"a"}"#, decoder) }
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            #expect(try Self.decode(Named.self, #"{"first_name":"a"}"#, decoder) == Named(firstName: "a"))
            decoder.keyDecodingStrategy = .useDefaultKeys

            #expect(try Self.decode([Date].self, "[1]", decoder) == [Date(timeIntervalSinceReferenceDate: 1)])
            decoder.dateDecodingStrategy = .secondsSince1970
            #expect(try Self.decode([Date].self, "[1]", decoder) == [Date(timeIntervalSince1970: 1)])
            decoder.dateDecodingStrategy = .millisecondsSince1970
            #expect(try Self.decode([Date].self, "[1000]", decoder) == [Date(timeIntervalSince1970: 1)])
            decoder.dateDecodingStrategy = .iso8601
            #expect(try Self.decode([Date].self, #"["1970-01-01T00:00:01Z"]"#, decoder) == [Date(timeIntervalSince1970: 1)])
            decoder.dateDecodingStrategy = .deferredToDate

            #expect(try Self.decode([Data].self, #"["AQI="]"#, decoder) == [Data([1, 2])])
            decoder.dataDecodingStrategy = .deferredToData
            #expect(try Self.decode([Data].self, "[[1,2]]", decoder) == [Data([1, 2])])
            decoder.dataDecodingStrategy = .base64

            #expect(throws: DecodingError.self) { try Self.decode([Double].self, #"["-i"]"#, decoder) }
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+i", negativeInfinity: "-i", nan: "n")
            #expect(try Self.decode([Double].self, #"["-i","+i"]"#, decoder) == [-.infinity, .infinity])
            decoder.nonConformingFloatDecodingStrategy = .throw
        }
    }

    @Test func customStrategiesAreCalled() throws {
        let decoder: JSONDecoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .custom { Date(timeIntervalSince1970: 2 * (try $0.singleValueContainer().decode(Double.self))) }
        decoder.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
        decoder.keyDecodingStrategy = .custom { path in PlaceKey(path.last!.stringValue.lowercased()) }
        struct All: Decodable { let date: Date, data: Data }
        let all = try Self.decode(All.self, #"{"DATE":3,"Data":"ab"}"#, decoder)
        #expect(all.date == Date(timeIntervalSince1970: 6) && all.data == Data("ab".utf8))
        decoder.dateDecodingStrategy = .custom { _ in throw Refused() }
        #expect(throws: Refused.self) { try Self.decode([Date].self, "[1]", decoder) }
    }

    @Test func aFormatterReadsDates() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd"
        let decoder: JSONDecoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .formatted(formatter)
        #expect(try Self.decode([Date].self, #"["1970/01/02"]"#, decoder) == [Date(timeIntervalSince1970: 86_400)])
    }

    /// Foundation keeps one in the other; here, too, whoever sets or copies one has the other.
    @Test func aTopLevelDictionaryIsPartOfUserInfo() throws {
        for decoder in [JSONDecoder(), FastJSONDecoder()] {
            let members = #""a":1"#
            #expect(throws: DecodingError.self) { try Self.decode([String: Int].self, members, decoder) }
            decoder.assumesTopLevelDictionary = true
            decoder.userInfo[.note] = 3
            #expect(decoder.assumesTopLevelDictionary)
            #expect(try Self.decode([String: Int].self, members, decoder) == ["a": 1])
            let copy: JSONDecoder = FastJSONDecoder()
            copy.userInfo = decoder.userInfo
            #expect(copy.assumesTopLevelDictionary)
            #expect(try Self.decode([String: Int].self, members, copy) == ["a": 1])
            decoder.userInfo = [.note: 4]
            #expect(!decoder.assumesTopLevelDictionary)
            #expect(throws: DecodingError.self) { try Self.decode([String: Int].self, members, decoder) }
            #expect(try Self.decode(Noted.self, "{}", decoder).note == 4)
        }
    }

    @Test func propertiesAreWhatTheyWereSetTo() {
        let decoder: JSONDecoder = FastJSONDecoder()
        func describe() -> [String] {
            [
                "\(decoder.dateDecodingStrategy)", "\(decoder.dataDecodingStrategy)", "\(decoder.nonConformingFloatDecodingStrategy)",
                "\(decoder.keyDecodingStrategy)", "\(decoder.userInfo.count)", "\(decoder.allowsJSON5)",
                "\(decoder.assumesTopLevelDictionary)",
            ]
        }
        #expect(describe() == ["deferredToDate", "base64", "throw", "useDefaultKeys", "0", "false", "false"])
        decoder.dateDecodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .deferredToData
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "a", negativeInfinity: "b", nan: "c")
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.userInfo[.note] = 1
        decoder.allowsJSON5 = true
        #expect(
            describe() == [
                "iso8601", "deferredToData", #"convertFromString(positiveInfinity: "a", negativeInfinity: "b", nan: "c")"#,
                "convertFromSnakeCase", "1", "true", "false",
            ])
    }

    /// Case, type, path and text are Foundation's; what is no JSON has a cause besides.
    @Test(
        arguments: [
            (#"{"firstName":1}"#, nil), (#"{"firstName":null}"#, nil), ("{}", nil), ("[]", nil), ("null", nil), (#"{"firstName":"a"#, 15),
            (#"{"firstName":}"#, 13), ("", 0),
        ] as [(String, Int?)])
    func errorsAreFoundations(_ text: String, _ offset: Int?) throws {
        #expect(
            CodedCase.result { try Self.decode(Named.self, text, FastJSONDecoder()) }
                == CodedCase.result { try Self.decode(Named.self, text, JSONDecoder()) })
        guard let offset else { return }
        let error = #expect(throws: DecodingError.self) { try Self.decode(Named.self, text, FastJSONDecoder()) }
        guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
        #expect(context.codingPath.isEmpty && (context.underlyingError as? ModelError)?.offset == offset)
    }

    /// A class of a program's own that extends ours, as it may extend Foundation's.
    @Test func aSubclassOfItsOwn() throws {
        final class Counting: FastJSONDecoder, @unchecked Sendable {
            let calls = Locked(0)
            override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
                calls.withLock { $0 += 1 }
                return try super.decode(type, from: data)
            }
        }
        let decoder = Counting()
        #expect(try Self.by(decoder) == "Yodel" && decoder.calls.current == 1)
    }
}
