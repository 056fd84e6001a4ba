import Foundation
import Testing

import YodelFoundation

@testable import Yodel

@Suite("CodableDecoder")
struct CodableDecoderTests {
    private struct Named: Codable, Equatable {
        var firstName: String
        var id: Int
    }

    /// The keys of an object, whatever they are.
    private struct Keys: Decodable {
        let keys: [String]

        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: PlaceKey.self).allKeys.map(\.stringValue)
        }
    }

    private static let text = #"{"firstName":"Ann","id":7}"#
    private static let ann = Named(firstName: "Ann", id: 7)

    @Test func everySourceGivesTheSame() throws {
        let decoder = CodableDecoder()
        let bytes = Array(Self.text.utf8)
        #expect(try decoder.decode(Named.self, from: Data(bytes)) == Self.ann)
        #expect(try decoder.decode(Named.self, from: bytes) == Self.ann)
        #expect(try decoder.decode(Named.self, from: bytes[...]) == Self.ann)
        #expect(try decoder.decode(Named.self, from: Self.text) == Self.ann)
        #expect(try decoder.decode(Named.self, from: bytes.span.bytes) == Self.ann)
        #expect(try bytes.withUnsafeBytes { try decoder.decode(Named.self, from: $0) } == Self.ann)
    }

    @Test(arguments: [
        String.Encoding.utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ])
    func otherEncodings(_ encoding: String.Encoding) throws {
        let data = try #require(Self.text.data(using: encoding))
        #expect(try CodableDecoder().decode(Named.self, from: data) == Self.ann)
        #expect(try JSONDecoder().decode(Named.self, from: data) == Self.ann)
        #expect(try CodableDecoder().decode(Int.self, from: try #require("5".data(using: encoding))) == 5)
    }

    @Test func aByteOrderMarkIsSteppedOver() throws {
        #expect(try CodableDecoder().decode(Named.self, from: [0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)) == Self.ann)
    }

    @Test(arguments: [
        ("", 0), ("  ", 2), ("{", 1), (#"{"a":1,}"#, 7), ("[1,]", 3), ("[01]", 1), ("nul", 3), ("1 2", 2), ("\"a", 2), ("[1]]", 3),
        ("[\"\\x\"]", 2),
        ("[1", 2), ("]", 0), ("1]", 1), ("{\"a\":tru}", 8), ("[\"\u{1}\"]", 2), ("-", 1), ("1],[2", 1), ("\"a\"][\"b\"", 3),
    ])
    func whatIsNoJSONIsCorrupted(_ text: String, _ offset: Int) throws {
        let error = #expect(throws: DecodingError.self) { try CodableDecoder().decode([Int].self, from: text) }
        guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
        #expect(context.codingPath.isEmpty)
        let cause = try #require(context.underlyingError as? ModelError)
        #expect(cause.category == .syntax && cause.offset == offset, "\(cause)")
    }

    @Test func invalidUTF8IsCorrupted() {
        let bytes = Array("[\"".utf8) + [0xFF] + Array("\"]".utf8)
        #expect(throws: DecodingError.self) { try CodableDecoder().decode([String].self, from: bytes) }
    }

    @Test func depthIsLimited() throws {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        _ = try CodableDecoder().decode(CodedAny.self, from: deep(512))
        let error = #expect(throws: DecodingError.self) { try CodableDecoder().decode(CodedAny.self, from: deep(513)) }
        guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
        #expect((context.underlyingError as? ModelError)?.code == .depthLimit)
        #expect(throws: DecodingError.self) { try CodableDecoder().decode(CodedAny.self, from: deep(1_000_000)) }
    }

    @Test func aNumberThatDoesNotFitNamesItsPlace() throws {
        let error = #expect(throws: DecodingError.self) { try CodableDecoder().decode([String: [UInt8]].self, from: #"{"a":[1,300]}"#) }
        guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
        let cause = try #require(context.underlyingError as? ModelError)
        #expect(cause.code == .numberOutOfRange && cause.offset == 8 && "\(cause.path)" == "a[1]")
    }

    // MARK: Options

    @Test func aTypealiasIsTheWholeMigration() throws {
        typealias JSONDecoder = CodableDecoder
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .base64
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] = 5
        decoder.assumesTopLevelDictionary = false
        #expect(try decoder.decode(Named.self, from: Data(#"{"first_name":"Ann","id":7}"#.utf8)) == Self.ann)
        let strategy: JSONDecoder.DateDecodingStrategy = .millisecondsSince1970
        decoder.dateDecodingStrategy = strategy
        #expect(try decoder.decode([Date].self, from: Data("[1000]".utf8)) == [Date(timeIntervalSince1970: 1)])
    }

    @Test(arguments: [
        "one_two", "_one_two_", "oneTwo", "one__two", "ONE_TWO", "one_2nd", "a_b1c", "__", "_", "", "a_b-c", "x_été_Σσς", "x_a'b", "x_a.b",
        "x_ABC def", "ONE", "ONE_", "_ONE", "straße_ßx", "a_ǆx", "x_a1b2", "x_1a", "_a", "a_", "1_a", "a1_b2c", "\\u0061_b", "A_B_C", "é_a",
        "_x_'a",
    ])
    func snakeCaseIsFoundations(_ key: String) throws {
        let (ours, theirs) = (CodableDecoder(), JSONDecoder())
        ours.keyDecodingStrategy = .convertFromSnakeCase
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        let data = Data("{\"\(key)\":1}".utf8)
        #expect(try ours.decode(Keys.self, from: data).keys == theirs.decode(Keys.self, from: data).keys)
    }

    @Test func aTopLevelDictionaryNeedsNoBraces() throws {
        let (ours, theirs) = (CodableDecoder(), JSONDecoder())
        ours.assumesTopLevelDictionary = true
        theirs.assumesTopLevelDictionary = true
        for text in [#""a":1,"b":2"#, #"{"a":1}"#, "", " ", #""a":1}"#, "[1]", "1", #""a""#, #" "a" : 1 "#] {
            let data = Data(text.utf8)
            #expect((try? ours.decode([String: Int].self, from: data)) == (try? theirs.decode([String: Int].self, from: data)), "\(text)")
        }
    }

    @Test func aFormatterReadsDates() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd"
        let decoder = CodableDecoder()
        decoder.dateDecodingStrategy = .formatted(formatter)
        #expect(try decoder.decode([Date].self, from: #"["1970/01/02"]"#) == [Date(timeIntervalSince1970: 86400)])
        #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: #"["yesterday"]"#) }
    }

    @Test func userInfoAndConfigurationsArrive() throws {
        struct Informed: Decodable {
            let value: Int?
            init(from decoder: any Decoder) throws { value = decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? Int }
        }
        struct Configured: DecodableWithConfiguration {
            let sum: Int
            init(from decoder: any Decoder, configuration: Int) throws {
                sum = try decoder.singleValueContainer().decode(Int.self) + configuration
            }
        }
        struct Provider: DecodingConfigurationProviding { static var decodingConfiguration: Int { 100 } }
        let decoder = CodableDecoder()
        decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] = 5
        #expect(try decoder.decode(Informed.self, from: "{}").value == 5)
        #expect(try decoder.decode(Configured.self, from: Data("1".utf8), configuration: 10).sum == 11)
        #expect(try decoder.decode(Configured.self, from: Data("1".utf8), configuration: Provider.self).sum == 101)
    }

    @Test func aKeptDecoderGoesOnWorking() throws {
        struct Kept: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws {
                self.decoder = try decoder.container(keyedBy: PlaceKey.self).superDecoder(forKey: PlaceKey("a"))
            }
        }
        var bytes = Array(#"{"a":{"firstName":"a name that is longer than a word","id":7}}"#.utf8)
        let kept = try CodableDecoder().decode(Kept.self, from: bytes)
        for index in bytes.indices { bytes[index] = 0 }
        #expect(try Named(from: kept.decoder) == Named(firstName: "a name that is longer than a word", id: 7))
    }

    @Test(arguments: [8, 60, 70, 20_000])
    func objectsWithManyKeysAreReadInAnyOrder(_ count: Int) throws {
        struct Sum: Decodable {
            let values: [Int]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: PlaceKey.self)
                let keys = container.allKeys
                values = try (keys.reversed() + keys).map { try container.decode(Int.self, forKey: $0) }
            }
        }
        let text = "{" + (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + #","key0":-1}"#
        let sum = try CodableDecoder().decode(Sum.self, from: text)
        #expect(sum.values == (0..<count).reversed() + Array(0..<count))
    }

    /// The memory of converted keys grows where keys fill it to its last byte, or nearly.
    @Test(arguments: 0..<16)
    func convertedKeysFillTheirMemory(_ extra: Int) throws {
        let decoder = CodableDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let long = String(repeating: "b", count: 1_008 + extra)
        let keys = try decoder.decode(Keys.self, from: #"{"a_a":1,"\#(long)":2,"c_c":3}"#)
        #expect(keys.keys == ["aA", long, "cC"])
    }
}
