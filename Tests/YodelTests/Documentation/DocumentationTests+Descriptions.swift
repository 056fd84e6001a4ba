import Foundation
import Testing
import Yodel
import YodelTestSupport

// What types and options say, as the sources show it.

extension Vendor: Model {}

private class Shape: Model {
    var name = ""
    required init() {}
    class func describe(_ model: inout ModelDescription) { model.keys = ["name": "n"] }
}
private final class Circle: Shape {
    var radius = 0.0
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.keys += ["radius": "r"]
    }
}

private enum Descriptions {
    struct Account: Model {
        var name = ""
        var created: Date?
        var isAdmin = false
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": "account_name"]
            model.ignored = [\Self.isAdmin]
            model.required = ["name"]
            model.transforms = ["created": .epochMilliseconds]
        }
    }

    struct Book: Model {
        var bookID = 0
        static func describe(_ model: inout ModelDescription) {
            model.key(\Book.bookID, ["id", "ID", "book_id"])
        }
    }

    struct Login: Model {
        var name = "", token = "", session = 0, isAdmin = false
        static func describe(_ model: inout ModelDescription) {
            model.ignored = ["isAdmin", \Self.session]
            model.ignored += ["token"]
        }
    }
}

@Suite struct DescriptionDocumentationTests {
    @Test func aTypeSaysAllInOneFunction() throws {
        let account = try Descriptions.Account(json: #"{"account_name": "Ann", "created": 1700000000000, "isAdmin": true}"#)
        #expect(account.name == "Ann" && !account.isAdmin)
        #expect(account.created == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(throws: ModelError.self) { try Descriptions.Account(json: #"{"created": 1700000000000}"#) }
    }

    @Test func aSubclassAddsKeys() throws {
        let circle = try Circle(json: #"{"n": "a", "r": 2}"#)
        #expect(circle.name == "a" && circle.radius == 2)
    }

    @Test(arguments: ["id", "ID", "book_id"])
    func aPropertyHasOtherKeys(_ key: String) throws {
        #expect(try Descriptions.Book(json: #"{"\#(key)": 7}"#).bookID == 7)
    }

    @Test func propertiesAreIgnored() throws {
        let login = try Descriptions.Login(json: #"{"name": "a", "token": "b", "session": 1, "isAdmin": true}"#)
        #expect(login.name == "a" && login.token.isEmpty && login.session == 0 && !login.isAdmin)
    }

    @Test func optionsSayIt() throws {
        let json = #"{"vendor_name": "Tools"}"#
        var options = DecodingOptions.lenient
        options.describe(Vendor.self) { $0.keys = ["name": "vendor_name"] }
        let vendor = try ModelDecoder(options).decode(Vendor.self, from: json)
        #expect(vendor.name == "Tools")
    }
}
