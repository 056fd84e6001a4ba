import Foundation
import Testing

@testable import Yodel

/// The list of differences in the documentation of `CodableDecoder`: each as it says, on both sides.
@Suite("CodableDecoder: differences")
struct CodableDecoderDifferencesTests {
    private struct Dated: Decodable {
        enum Keys: CodingKey { case inner, date }
        let date: Date

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            date = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(Date.self, forKey: .date)
        }
    }

    private static func path(_ make: () throws -> some Any) -> [String]? {
        do {
            _ = try make()
            return nil
        } catch DecodingError.dataCorrupted(let context) {
            return context.codingPath.map(\.stringValue)
        } catch {
            return ["\(error)"]
        }
    }

    private static func outcomes<T: Decodable>(_ type: T.Type, _ text: String) -> (ours: T?, theirs: T?) {
        let pair = DecoderPair(settings: 0)
        return (try? pair.ours.decode(type, from: Data(text.utf8)), try? pair.theirs.decode(type, from: Data(text.utf8)))
    }

    @Test func theWayToADateInANestedContainer() {
        let pair = DecoderPair(settings: 2)
        let json = Data(#"[{"inner":{"date":"x"}}]"#.utf8)
        #expect(Self.path { try pair.ours.decode([Dated].self, from: json) } == ["Index 0", "inner"])
        #expect(Self.path { try pair.theirs.decode([Dated].self, from: json) } == ["Index 0"])
    }

    @Test(arguments: ["0e1", "0E5"])
    func zerosWithExponents(_ text: String) {
        let (ours, theirs) = Self.outcomes([Double].self, "[\(text)]")
        #expect(ours == [0] && theirs == nil)
    }

    @Test(arguments: [("1e130", "1", 130), ("-31e150", "-31", 150), ("7e160", "7", 160)])
    func largeDecimals(_ text: String, _ digits: String, _ zeros: Int) throws {
        let (ours, theirs) = Self.outcomes([Decimal].self, "[\(text)]")
        #expect(ours?.map(\.description) == [digits + String(repeating: "0", count: zeros)] && theirs == nil)
    }

    @Test(arguments: ["-9223372036854775808.0", "-92233720368547758080e-1", "-9.223372036854775808e18"])
    func theLeastInteger(_ text: String) {
        let (ours, theirs) = Self.outcomes([Int64].self, "[\(text)]")
        #expect(ours == [.min] && theirs == nil)
    }

    /// Integers beyond 2^53 that are written with a fraction or an exponent: a decimal of 64 bits, cut off.
    @Test(arguments: [
        "12345678901234567890.0", "12345678901234567890.5", "1234567890123456789.5", "123456789012345678901e-1", "12345678901234567891e0",
        "90071992547409930000e-4", "9007199254740993.0", "1.2345678901234567890e19", "18446744073709551615.0", "18446744073709551616.0",
        "-1234567890123456789.5", "8431769838387818840.1100", "0.00000000000000000000001e42", "1e19", "1e20",
        "12345678901234567890123.0e-4",
    ])
    func longIntegers(_ text: String) {
        let large = Self.outcomes([UInt64].self, "[\(text)]")
        let signed = Self.outcomes([Int64].self, "[\(text)]")
        let wide = Self.outcomes([Int128].self, "[\(text)]")
        #expect(large.ours == large.theirs && signed.ours == signed.theirs && wide.ours == wide.theirs)
    }

    @Test(arguments: [#"[1,]"#, #"{"a":1,}"#])
    func aCommaBehindTheLastValue(_ text: String) {
        struct Whatever: Decodable {}
        #expect(Self.outcomes(Whatever.self, text).ours == nil && Self.outcomes([Int].self, text).ours == nil)
    }

    @Test func canonicallyEqualKeys() throws {
        struct Accented: Decodable { let é: Int }
        let (ours, theirs) = Self.outcomes(Accented.self, "{\"e\u{301}\":1}")
        #expect(ours == nil && theirs?.é == 1)
    }

    /// A model in a `Codable` type is decoded as the type itself says, as with Foundation.
    @Test func modelsThatAreCodable() throws {
        struct Item: Model, Codable, Equatable {
            var id = 0
            var name = ""
            enum CodingKeys: String, CodingKey { case id = "number", name }
            static func describe(_ model: inout ModelDescription) { model.keys = ["id": "n"] }
        }
        struct List: Codable, Equatable { var items: [Item] }
        let (ours, theirs) = Self.outcomes(List.self, #"{"items":[{"number":1,"n":2,"name":"a"}]}"#)
        #expect(ours == theirs && ours?.items == [Item(id: 1, name: "a")])
        #expect(Self.outcomes(List.self, #"{"items":[{"number":"1","name":"a"}]}"#).ours == nil)
    }
}
