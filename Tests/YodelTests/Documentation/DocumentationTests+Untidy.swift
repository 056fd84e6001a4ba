import Testing

@testable import Yodel

private enum UntidyDocs {
    struct Address: Model { var city = "" }
    struct User: Model {
        var age: Int? = 7
        var address: Address? = Address()
    }
}

@Suite struct UntidyDocumentationTests {
    private typealias User = UntidyDocs.User

    @Test func emptyValues() throws {
        var options = DecodingOptions.lenient
        options.emptyAsNull = [.strings, .arrays]
        let user = try ModelDecoder(options).decode(User.self, from: #"{"age": "", "address": []}"#)
        #expect(user.age == nil && user.address == nil)
    }
}
