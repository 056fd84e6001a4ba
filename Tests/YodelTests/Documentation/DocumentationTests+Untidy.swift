import Testing

@testable import Yodel

private enum UntidyDocs {
    struct Address: Model { var city = "" }
    struct User: Model {
        var age: Int? = 7
        var address: Address? = Address()
    }
    struct Sample: Model {
        var value = 0.0
        var note = ""
    }
}

@Suite struct UntidyDocumentationTests {
    private typealias User = UntidyDocs.User
    private typealias Sample = UntidyDocs.Sample

    @Test func emptyValues() throws {
        var options = DecodingOptions.lenient
        options.emptyAsNull = [.strings, .arrays]
        let user = try ModelDecoder(options).decode(
            User.self, from: #"{"age": "", "address": []}"#)
        #expect(user.age == nil && user.address == nil)
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
