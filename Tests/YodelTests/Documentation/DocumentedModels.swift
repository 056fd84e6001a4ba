import Foundation
import Testing
import YodelFoundation

@testable import Yodel

// Names that other examples have.

enum LifeDocs {
    typealias User = Docs.User

    // swift-format-ignore
    final class Account: Model { var name = ""; var owner: User? }
}

enum Docs {
    struct User: Model {
        var id = 0
        var name = ""
        var email: String?
        var tags: [String] = []
        var age = 0
        var born: Date?
        var home: URL?
    }

    struct Book: Model {
        var name = ""
        var desc = ""
        var bookID = ""
        var firstTag = ""
        var internalNote = ""

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "name": "n",
                "desc": "ext.desc",
                "bookID": ["id", "ID", "book_id"],
                "firstTag": "tags[0]",
                "internalNote": [],
            ]
        }
    }

    struct Styled: Model {
        var desc = ""
        var longName = ""
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["desc": "ext.desc"], style: .snakeCase) }
        static let dotted = KeyStyle.custom { name in KeyStyle.words(of: name).joined(separator: ".") }
    }

    class Shape: PolymorphicModel {
        var name = ""
        required init() {}
        class func modelType(for object: JSONObject) -> (any Model.Type)? {
            object["radius"] != nil ? Circle.self : nil
        }
    }
    final class Circle: Shape { var radius = 0.0 }

    struct Named: Model {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["name": .keys("name", "nick", writing: "display.name")] }
    }

    struct Entry: WillEncodeModel {
        var title = ""
        func willEncode(into object: inout JSONObject) { object["version"] = 2 }
    }

    struct Temperature: Model {
        var celsius = 0.0
        var fahrenheit: Double {
            get { celsius * 9 / 5 + 32 }
            set { celsius = (newValue - 32) * 5 / 9 }
        }
        static func describe(_ model: inout ModelDescription) { model.access(\Self.fahrenheit, named: "fahrenheit") }
    }

    struct Post: Model {
        var created: Date?
        var tags: [String] = []
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["created": .epochMilliseconds, "tags": .separated(by: ",")]
        }
    }

    struct Account: ModelCodable {
        var name = ""
        var created: Date?
        var balance: Decimal = 0
        var session = ""
        static func describe(_ model: inout ModelDescription) { model.archived = ["name", "created", "balance"] }
    }

    struct Note: ModelCodable {
        var title = ""
        var pages: [String] = []
    }

    // swift-format-ignore
    struct Place: ModelDescribed { var city = ""; var zip: Int? }

    struct Tag: ModelHashable { var name = "", weight = 0.0 }

    // swift-format-ignore
    struct Point: Model { var x = 0.0; var y = 0.0; let id = 1 }
}
