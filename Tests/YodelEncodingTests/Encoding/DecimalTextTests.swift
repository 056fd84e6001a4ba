import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every Decimal as a string of its digits, wherever it stands.

private struct Amounts: Model, Equatable {
    var price = Decimal(string: "-12.50")!
    var maybe: Decimal? = Decimal(string: "0.1")
    var none: Decimal?
    var list: [Decimal] = [1, Decimal(string: "12345678901234567890.123456789")!]
    var table: [String: Decimal?] = ["k": Decimal(string: "9007199254740993")]
    var other = 1.5
    var whole = 7
}

private struct Others: Model {
    struct Coded: Codable {
        var price = Decimal(string: "2.50")!
        var list: [Decimal] = [3]
    }
    struct Text: Model { var price = Decimal(string: "4.5")! }
    var any: Any? = Decimal(string: "1.25")!
    var array: [Any] = [Decimal(string: "0.5")!, 0.5]
    var coded = Coded()
    var text = Text()
    var value: JSONValue = 1.5
    static func describe(_ model: inout ModelDescription) { model.transforms = ["text": .jsonText] }
}

@Suite("Decimals as text")
struct DecimalTextTests {
    private static func options(_ change: (inout EncodingOptions) -> Void = { _ in }) -> EncodingOptions {
        var options = EncodingOptions.default
        options.decimals = .string
        change(&options)
        return options
    }

    @Test func modelsAndCollections() throws {
        let text = #"""
            {"price":"-12.5","maybe":"0.1","list":["1","12345678901234567890.123456789"],"table":{"k":"9007199254740993"},"other":1.5,"whole":7}
            """#
        expectWritten(Amounts(), text, Self.options())
        expectWritten(Amounts(), text, Self.options { $0.largeIntegers = .string })
        expectWritten([Decimal(string: "1.5")!], #"["1.5"]"#, Self.options())
        #expect(try ModelDecoder().decode(Amounts.self, from: text) == Amounts())
        #expect(try ModelEncoder().encodeToString(Amounts()).contains(#""price":-12.5,"#))
        let sorted = try ModelEncoder(Self.options { ($0.sortsKeys, $0.isPretty, $0.omitsDefaults) = (true, true, true) })
            .encodeToString(Amounts(price: 1))
        #expect(sorted == "{\n  \"price\" : \"1\"\n}")
        let canonical = try ModelEncoder(Self.options()).encodeCanonical([Decimal(string: "0.10")!])
        #expect(String(decoding: canonical, as: UTF8.self) == #"["0.1"]"#)
    }

    @Test func valuesOfAnyAndTypesThatEncodeThemselves() throws {
        let written = try ModelEncoder(Self.options()).encodeValue(Others())
        #expect(written["any"]?.text == #""1.25""# && written["array"]?.text == #"["0.5",0.5]"#)
        #expect(written["coded"]?.text == #"{"price":"2.5","list":["3"]}"# && written["value"]?.text == "1.5")
        #expect(written["text"]?.stringValue == #"{"price":"4.5"}"#)
    }

    @Test func whatIsNotFiniteIsNoText() throws {
        #expect(try ModelEncoder(Self.options()).encodeToString([Decimal.nan]) == "[null]")
        #expect(throws: ModelError.self) { try ModelEncoder(Self.options { $0.onNonFinite = .fail }).encodeToString([Decimal.nan]) }
    }
}
