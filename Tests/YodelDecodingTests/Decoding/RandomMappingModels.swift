import Foundation

@testable import Yodel
@testable import YodelTestSupport

/// The models of the random test. Each says twice where its properties stand: to the library by `describe`, to the reference by `fields`,
/// so that the reading of a mapping is tested too.
///
/// A nested model's default is its own `init()`: what it starts afresh with and what its parent holds are the same.
enum RandomModels {
    /// Plain keys and every kind of scalar; contains itself.
    struct Entry: ReferenceModel {
        var id = -1
        var size: UInt8 = 7
        var weight = 0.5
        var isDone = true
        var title = "entry"
        var words: [String] = ["one"]
        var numbers: [Int] = [1, 2]
        var flags: [Bool]? = [true]
        var when = Date(timeIntervalSince1970: 12)
        var ended: Date?
        var anything: JSONValue = ["a": 1]
        var children: [Entry] = []
        var table: [String: Entry] = [:]

        static var fields: [ReferenceField<Entry>] {
            [
                ReferenceField("id", \.id), ReferenceField("size", \.size), ReferenceField("weight", \.weight),
                ReferenceField("isDone", \.isDone), ReferenceField("title", \.title), ReferenceField("words", \.words),
                ReferenceField("numbers", \.numbers), ReferenceField("flags", \.flags), ReferenceField("when", \.when),
                ReferenceField("ended", \.ended), ReferenceField("anything", \.anything), ReferenceField("children", \.children),
                ReferenceField("table", \.table),
            ]
        }

        static var keys: [RandomShape.Key] {
            [
                ("id", .integer), ("size", .byte), ("weight", .double), ("isDone", .bool), ("title", .text), ("words", .list(.text)),
                ("numbers", .list(.integer)), ("flags", .list(.bool)), ("when", .date), ("ended", .date), ("anything", .any),
                ("children", .list(shape)), ("table", .table(shape)),
            ]
        }
    }

    /// Renamed keys in a nested struct, and models behind a path.
    struct Place: ReferenceModel {
        var city = "Oslo"
        var number: Int?
        var inner = Entry()

        static func describe(_ model: inout ModelDescription) { model.keys = ["city": "c", "inner": "in.ner"] }

        static var fields: [ReferenceField<Place>] {
            [ReferenceField("city", \.city, ["c"]), ReferenceField("number", \.number), ReferenceField("inner", \.inner, ["in", "ner"])]
        }

        static var keys: [RandomShape.Key] {
            [("c", .text), ("number", .integer), ("in", .object { [("ner", Entry.shape), ("other", .any)] })]
        }
    }

    /// An instance, which a merge changes in place.
    final class Person: ReferenceModel {
        var name = "nobody"
        var age: UInt8 = 0
        var nick: String? = "nick"
        var rating: Double? = 2.5
        var home = Place()
        var work: Place?
        var friends: [Person] = []

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": "full_name", "age": ["age", "years"], "nick": ["nick", "info.nick"]]
        }

        static var fields: [ReferenceField<Person>] {
            [
                ReferenceField("name", \.name, ["full_name"]), ReferenceField("age", \.age, ["age"], ["years"]),
                ReferenceField("nick", \.nick, ["nick"], ["info", "nick"]), ReferenceField("rating", \.rating),
                ReferenceField("home", \.home), ReferenceField("work", \.work), ReferenceField("friends", \.friends),
            ]
        }

        static var keys: [RandomShape.Key] {
            [
                ("full_name", .text), ("age", .byte), ("years", .byte), ("nick", .text), ("names", .list(.text)),
                ("info", .object { [("nick", .text)] }), ("rating", .double), ("home", Place.shape), ("work", Place.shape),
                ("friends", .list(shape)),
            ]
        }

        static func == (left: Person, right: Person) -> Bool { fields.allSatisfy { $0.difference(left, right) == nil } }
    }
}

extension RandomModels {
    /// Every form of key.
    struct Book: ReferenceModel {
        var name = "untitled"
        var pages: UInt8 = 1
        var price: Double?
        var isOpen: Bool?
        var desc = "none"
        // A key that is a leaf, for two, and an inner node.
        var mark = "mark"
        var markValue: JSONValue = "raw"
        var markLevel = -1
        var bookID = 99
        var label: String? = "label"
        // A leaf and an inner node that is an array.
        var items: [Entry] = []
        var firstID = -7
        var secondTitle: String?
        // A scalar and an array on one key.
        var code: Int? = 3
        var codes: [Int] = [3]
        var author = Person()
        var translator: Person?
        var owner = Person()
        var place = Place()
        var origin: Place?
        var chapters: [String: Entry] = [:]
        var tags: [String]?
        var hidden = "hidden"

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "name": "n", "desc": "ext.desc", "mark": "ext.d", "markValue": "ext.d", "markLevel": "ext.d.e",
                "bookID": ["id", "ID", "book_id", "meta.id"], "label": ["label", "meta.labels.0"], "firstID": "items.0.id",
                "secondTitle": "items.1.title", "code": "codes", "owner": "ext.owner", "origin": "meta.origin", "hidden": [],
            ]
        }

        static var fields: [ReferenceField<Book>] {
            [
                ReferenceField("name", \.name, ["n"]), ReferenceField("pages", \.pages), ReferenceField("price", \.price),
                ReferenceField("isOpen", \.isOpen), ReferenceField("desc", \.desc, ["ext", "desc"]),
                ReferenceField("mark", \.mark, ["ext", "d"]), ReferenceField("markValue", \.markValue, ["ext", "d"]),
                ReferenceField("markLevel", \.markLevel, ["ext", "d", "e"]),
                ReferenceField("bookID", \.bookID, ["id"], ["ID"], ["book_id"], ["meta", "id"]),
                ReferenceField("label", \.label, ["label"], ["meta", "labels", "0"]), ReferenceField("items", \.items),
                ReferenceField("firstID", \.firstID, ["items", "0", "id"]),
                ReferenceField("secondTitle", \.secondTitle, ["items", "1", "title"]), ReferenceField("code", \.code, ["codes"]),
                ReferenceField("codes", \.codes), ReferenceField("author", \.author), ReferenceField("translator", \.translator),
                ReferenceField("owner", \.owner, ["ext", "owner"]), ReferenceField("place", \.place),
                ReferenceField("origin", \.origin, ["meta", "origin"]), ReferenceField("chapters", \.chapters),
                ReferenceField("tags", \.tags),
                // No key at all: a path that nothing is drawn for.
                ReferenceField("hidden", \.hidden, ["no", "key", "at", "all"]),
            ]
        }

        static var keys: [RandomShape.Key] {
            [
                ("n", .text), ("pages", .byte), ("price", .double), ("isOpen", .bool), ("ext", .object { ext }), ("id", .integer),
                ("ID", .integer), ("book_id", .integer), ("meta", .object { meta }), ("label", .text), ("items", .list(Entry.shape)),
                ("codes", .either([.integer, .list(.integer)])), ("author", Person.shape), ("translator", Person.shape),
                ("place", Place.shape), ("chapters", .table(Entry.shape)), ("tags", .list(.text)), ("hidden", .text),
            ]
        }

        private static var ext: [RandomShape.Key] {
            [
                ("desc", .text), ("d", .either([.text, .object { [("e", .integer), ("f", .any)] }, .list(.integer)])),
                ("owner", Person.shape),
            ]
        }

        private static var meta: [RandomShape.Key] {
            [("id", .integer), ("labels", .list(.text)), ("origin", Place.shape)]
        }
    }
}
