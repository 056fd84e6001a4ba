import Testing

@testable import Yodel
@testable import YodelTestSupport

// `CodingKeys` say something to `Codable` types and to `@Model`. A plain model that has them would be read by other keys than they say.

// swift-format-ignore
private enum Keyed {
    struct Plain: Model { var identifier = 0; var name = ""; enum CodingKeys: String, CodingKey { case identifier = "id", name } }
    struct Hidden: Model { var identifier = 0; private enum CodingKeys: String, CodingKey { case identifier = "id" } }
    final class Class: Model { var identifier = 0; required init() {}; enum CodingKeys: String, CodingKey { case identifier = "id" } }
    struct Page<Item: Model>: Model { var items: [Item] = []; enum CodingKeys: String, CodingKey { case items = "list" } }
    struct Around: Model { var plain: Plain? }

    /// The compiler has made them.
    struct Made: Codable, Model { var id = 0 }
    struct Written: Codable, Model { var identifier = 0; enum CodingKeys: String, CodingKey { case identifier = "id" } }
    struct NoKeys: Model { var id = 0; enum CodingKeys: String { case id } }
    struct OtherName: Model { var id = 0; enum Keys: String, CodingKey { case id } }
    struct Inside: Model { var id = 0; struct Part: Codable { var a = 0; enum CodingKeys: String, CodingKey { case a = "b" } }; var part: Part? }
    struct Listed: BaseModel {
        let id: Int
        enum CodingKeys: String, CodingKey { case id }
        static var modelForm: ModelForm {
            var properties = StoredProperties<Listed>()
            properties.add("id", \.id)
            return ModelForm(properties)
        }
    }
}

@Suite("Coding keys of plain models")
struct CodingKeysTests {
    @Test func keysThatNobodyReadsAreAnError() {
        func expect<T: Model>(_ type: T.Type, named: any Model.Type) {
            let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(type, from: "{}") }
            #expect(error?.code == .invalidDeclaration)
            #expect(error?.message == "CodingKeys of \(named) are not read by a plain Model; say model.keys in describe(_:), or use @Model")
        }
        expect(Keyed.Plain.self, named: Keyed.Plain.self)
        expect(Keyed.Hidden.self, named: Keyed.Hidden.self)
        expect(Keyed.Class.self, named: Keyed.Class.self)
        expect(Keyed.Page<Keyed.Made>.self, named: Keyed.Page<Keyed.Made>.self)
        expect(Keyed.Around.self, named: Keyed.Plain.self)
    }

    /// Where they have a use, or are no keys, nothing is wrong.
    @Test func otherKeysAreNone() throws {
        #expect(try Keyed.Made(json: #"{"id":1}"#).id == 1)
        #expect(try Keyed.Written(json: #"{"identifier":1}"#).identifier == 1)
        #expect(try Keyed.NoKeys(json: #"{"id":1}"#).id == 1)
        #expect(try Keyed.OtherName(json: #"{"id":1}"#).id == 1)
        #expect(try Keyed.Inside(json: #"{"id":1,"part":{"b":2}}"#).part?.a == 2)
        #expect(try ModelDecoder().decode(Keyed.Listed.self, from: #"{"id":1}"#).id == 1)
    }
}
