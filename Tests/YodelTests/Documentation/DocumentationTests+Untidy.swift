import Testing

@testable import Yodel

private enum UntidyDocs {
    struct Address: Model { var city = "" }
    struct User: Model {
        var age: Int? = 7
        var address: Address? = Address()
    }
    struct Sale: Model {
        var count = 0
        var isPaid = false
    }
    struct Sample: Model {
        var value = 0.0
        var note = ""
    }
}

@Suite struct UntidyDocumentationTests {
    private typealias User = UntidyDocs.User
    private typealias Sample = UntidyDocs.Sample
    private typealias Sale = UntidyDocs.Sale

    @Test func emptyValues() throws {
        var options = DecodingOptions.lenient
        options.emptyAsNull = [.strings, .arrays]
        let user = try ModelDecoder(options).decode(
            User.self, from: #"{"age": "", "address": []}"#)
        #expect(user.age == nil && user.address == nil)
    }

    /// Of `DecodingOptions.convert` and `ConversionRules`.
    @Test func conversionWithoutLoss() throws {
        let sales = ModelDecoder(.convert)
        let sale = try sales.decode(Sale.self, from: #"{"count": "12", "isPaid": 1}"#)
        #expect(sale.count == 12 && sale.isPaid)
        #expect { try sales.decode(Sale.self, from: #"{"count": 4.5}"#) } throws: { ($0 as? ModelError)?.code == .lossyConversion }
        let rules = ConversionRules(rawValue: "strict")!
        let decoder = ModelDecoder(rules.options)
        #expect(throws: ModelError.self) { try decoder.decode(Sale.self, from: #"{"count": "12"}"#) }
    }

    @Test func textThatIsNoJSON() throws {
        func print(_ count: Int) { #expect(count == 2) }
        var options = DecodingOptions.lenient
        options.nonFiniteNumbers = .value
        options.invalidText = .replace
        var report = DecodingReport()
        let sample = try ModelDecoder(options).decode(
            Sample.self, from: #"{"value": NaN, "note": "\ud800"}"#, report: &report)
        print(report.repairs.count)
        #expect(sample.value.isNaN && sample.note == "\u{FFFD}")
    }
}
