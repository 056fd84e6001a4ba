import Testing

@testable import Yodel
@testable import YodelTestSupport

/// The limits that the article Security names: a default that changes there or here changes in both.
@Suite("Security defaults") struct SecurityDefaultsTests {
    @Test(arguments: [DecodingOptions.lenient, .strict])
    func ofDecoding(_ options: DecodingOptions) {
        #expect(options.maximumDepth == 512 && options.maximumTokenBytes == 64 << 20 && options.maximumDocumentBytes == .max)
        var deepest = options
        deepest.maximumDepth = .max
        #expect(deepest.rules.maximumDepth == 2_000)
    }

    @Test func ofReading() {
        let options = ReadingOptions()
        #expect(options.maximumRecordBytes == 16 << 20 && options.maximumCollected == 1_000)
        #expect(options.maximumCollectedBytes == 64 << 20)
        #expect(options.maximumFailures == .max && options.maximumFailureRatio == 1)
    }

    @Test func ofEncoding() {
        #expect(EncodingOptions.default.maximumDepth == 512)
        var deepest = EncodingOptions()
        deepest.maximumDepth = .max
        #expect(deepest.rules.maximumDepth == 1_000)
    }

    private struct Account: Model {
        var name = ""
        var isAdministrator = false
        let number = 1
        static func describe(_ model: inout ModelDescription) { model.ignored = ["isAdministrator"] }
    }

    /// What a model does not offer to documents is out of their reach.
    @Test func ignoredPropertiesAreNotWritten() throws {
        let json = #"{"name": "Eve", "isAdministrator": true, "is_administrator": true, "number": 2}"#
        var account = try Account(json: json)
        try account.update(json: json)
        #expect(account.name == "Eve" && !account.isAdministrator && account.number == 1)
    }
}
