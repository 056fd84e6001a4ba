#if Macros
import Foundation
import Testing
import YodelMacros

// `CodingKeys` that stand where the macro does not see them.

@Model
private struct Extended: Codable, Equatable {
    let id: Int
    var name = "none"
    var secret = "s"
    @Ignored var cached = 1
}

extension Extended {
    fileprivate enum CodingKeys: String, CodingKey {
        case id = "ID", name = "user.name", cached
    }
}

private enum SharedKeys: String, CodingKey {
    case id = "shared_id"
}

@Model
private struct Aliased {
    let id: Int
    var secret = "s"
    private typealias CodingKeys = SharedKeys
}

@Model
private struct Conditional {
    let id: Int
    var secret = "s"

    #if Macros
    private enum CodingKeys: String, CodingKey {
        case id = "ID"
    }
    #else
    private enum CodingKeys: String, CodingKey {
        case id
    }
    #endif
}

@Model
private struct Partly {
    let id: Int
    var name = "n"

    private enum CodingKeys: String, CodingKey {
        case id = "ID"
        #if Macros
        case name = "NAME"
        #endif
    }
}

@Model
private struct OwnStrings: Codable {
    let id: Int
    let name: String

    enum CodingKeys: CodingKey {
        case id, name

        var stringValue: String { self == .id ? "ID" : "na.me[]" }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
        init?(stringValue: String) {
            switch stringValue {
            case "ID": self = .id
            case "na.me[]": self = .name
            default: return nil
            }
        }
    }
}

@Model
private struct StructKeys {
    let id: Int
    let name: String

    struct CodingKeys: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static var id: CodingKeys { CodingKeys(stringValue: "ID") }
        static var name: CodingKeys { CodingKeys(stringValue: "NAME") }
    }
}

@Model
private struct OpenKeys {
    let id: Int?
    var name = ""

    struct CodingKeys: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The compiler makes its keys, which say nothing: a style holds.
@Model
private struct Made: Codable {
    let userName: String
    @Key("n") var number = 1
    @Rest var extra: [String: JSONValue]
    @Ignored var note = ""
    static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
}

@Model
private struct MadeLater {
    let userName: String
    @Key("n") var number = 1
}

extension MadeLater: Codable {}

/// Says nothing of its keys where the macro sees it.
@Model
private struct Refused {
    let id: Int
    var secret = "s"
}

extension Refused: Encodable {
    enum CodingKeys: String, CodingKey {
        case id
    }
}

@Model
private struct LeftOutWithoutDefault: Codable {
    let id: Int
    let secret: Int

    init(from decoder: any Decoder) throws { (id, secret) = (1, 2) }
}

extension LeftOutWithoutDefault {
    fileprivate enum CodingKeys: CodingKey {
        case id
    }
}

@Model
private struct Twice: Encodable {
    @Key("i") let id: Int
}

extension Twice {
    fileprivate enum CodingKeys: String, CodingKey {
        case id = "ID"
    }
}

/// Of the type around it.
private struct Around: Codable {
    var id = 1

    enum CodingKeys: String, CodingKey {
        case id = "OUTER"
    }

    @Model
    struct Inner {
        let id: Int
    }

    @Model
    struct CodedInner: Codable {
        let id: Int
    }
}

@propertyWrapper
private struct Doubled: Codable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = 2 * wrappedValue }
}

@Model
private struct Wrapped: Codable {
    @Doubled var level: Int
    @Doubled var secret = 3
    let `class`: String?
}

extension Wrapped {
    fileprivate enum CodingKeys: String, CodingKey {
        case level = "lvl", `class` = "CLASS"
    }
}

@Model
private struct Listed<Item>: Encodable where Item: Encodable {
    let items: [Item]
}

extension Listed {
    fileprivate enum CodingKeys: String, CodingKey {
        case items = "list"
    }
}

@Model(subclasses: true)
private class Base: Codable {
    let id: Int
    var secret = "s"
}

extension Base {
    fileprivate enum CodingKeys: String, CodingKey {
        case id = "ID"
    }
}

/// Has no keys of its own, but those of its superclass by name.
@Model
private final class Derived: Base {
    let size: Int

    required init(from decoder: any Decoder) throws { fatalError("not used") }
}

@Model
private final class Final {
    let id: Int
    var secret = "s"

    private enum CodingKeys: String, CodingKey {
        case id = "ID"
    }
}

// MARK: Enums

@Model(tag: "type")
private enum Shape: Codable, Equatable {
    case circle(radius: Double), box(width: Double, height: Double), nothing
    case other(JSONObject)
}

extension Shape {
    fileprivate enum CodingKeys: String, CodingKey {
        case circle = "disc", box, nothing, other
    }
}

@Model
private enum MadeShape: Codable, Equatable {
    case circle(radius: Double)
    @Key("none", "nothing") case nothing
}

@Model
private enum RefusedShape {
    case circle(radius: Double), nothing
}

extension RefusedShape {
    fileprivate enum CodingKeys: String, CodingKey {
        case circle = "disc", nothing
    }
}

@Model
private enum OwnWords: Equatable {
    case small, large

    enum CodingKeys: CodingKey {
        case small, large

        var stringValue: String { self == .small ? "S" : "L" }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
        init?(stringValue: String) { nil }
    }
}

@Suite("CodingKeys that @Model does not see")
struct CodingKeysTests {
    private static func fault<T>(_ type: T.Type, _ text: String = "{}") -> String? {
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(type, from: text) }
        #expect(error?.code == .invalidDeclaration)
        return error?.message
    }

    @Test func inAnExtension() throws {
        let text = #"{"ID":7,"user.name":"Ann","secret":"x","id":1}"#
        let read = try ModelDecoder(.strict).decode(Extended.self, from: text)
        #expect(read == Extended(id: 7, name: "Ann"))
        #expect(try read.jsonString() == #"{"ID":7,"user.name":"Ann"}"#)
        #expect(try ModelDecoder(.strict).decode(Extended.self, fromChunks: text.utf8.map { [$0] }) == read)
    }

    @Test func otherDeclarations() throws {
        let text = #"{"shared_id":1,"ID":2,"id":3,"secret":"x"}"#
        #expect(try Aliased(json: text).jsonString() == #"{"shared_id":1}"#)
        #expect(try Conditional(json: text).jsonString() == #"{"ID":2}"#)
        #expect(try Partly(json: #"{"ID":2,"NAME":"a"}"#).jsonString() == #"{"ID":2,"NAME":"a"}"#)
        #expect(try StructKeys(json: #"{"ID":2,"NAME":"a"}"#).jsonString() == #"{"ID":2,"NAME":"a"}"#)
        #expect(try Final(json: text).jsonString() == #"{"ID":2}"#)
        #expect(try Listed<Int>(json: #"{"list":[1]}"#).jsonString() == #"{"list":[1]}"#)
        #expect(
            Self.fault(OpenKeys.self)
                == "CodingKeys of OpenKeys are no enum, and have no key for some of its properties: make them an enum, or give each property @Key"
        )
    }

    @Test func stringsOfTheirOwn() throws {
        let text = #"{"ID":1,"na.me[]":"Ann"}"#
        let read = try OwnStrings(json: text)
        #expect(read.id == 1 && read.name == "Ann")
        #expect(try read.jsonString() == text)
        #expect(try ModelEncoder().encodeToString(ModelDecoder().decode([OwnWords].self, from: #"["L","S"]"#)) == #"["L","S"]"#)
    }

    @Test func thoseThatTheCompilerMakesSayNothing() throws {
        let text = #"{"user_name":"Ann","n":2,"more":3}"#
        #expect(try Made(json: text).jsonString() == text)
        #expect(try ModelDecoder().decode(MadeLater.self, from: #"{"userName":"Ann","n":2}"#).number == 2)
        #expect(try ModelEncoder().encodeToString(ModelDecoder().decode(MadeShape.self, from: #""nothing""#)) == #""none""#)
    }

    @Test func thoseOfOtherTypesAreNone() throws {
        #expect(try Around.Inner(json: #"{"id":1}"#).id == 1)
        #expect(try Around.CodedInner(json: #"{"id":1}"#).id == 1)
    }

    @Test func wrappedProperties() throws {
        let read = try Wrapped(json: #"{"lvl":2,"secret":5,"CLASS":"c"}"#)
        #expect(read.level == 4 && read.secret == 6 && read.class == "c")
        #expect(try read.jsonString() == #"{"lvl":4,"CLASS":"c"}"#)
    }

    @Test func classes() throws {
        let text = #"{"ID":1,"secret":"x","size":2}"#
        let base = try Base(json: text)
        #expect(base.id == 1 && base.secret == "s")
        let derived = try Derived(json: text)
        #expect(derived.id == 1 && derived.secret == "s" && derived.size == 2)
        #expect(try derived.jsonString() == #"{"ID":1,"size":2}"#)
    }

    @Test func whatTheyCannotSayIsAnError() {
        #expect(
            Self.fault(Refused.self)
                == "CodingKeys of Refused are declared where @Model does not see them, and say other keys: declare them in Refused itself, as an enum, "
                + "or let its declaration state Codable")
        #expect(
            Self.fault(LeftOutWithoutDefault.self)
                == "'secret' of LeftOutWithoutDefault is never read and has no default: a value could not be made")
        #expect(Self.fault(Twice.self) == "'id' of Twice has a key in CodingKeys, or is left out there, and has one of its own as well")
        #expect(Self.fault(RefusedShape.self)?.hasPrefix("CodingKeys of RefusedShape are declared where @Model does not see them") == true)
    }

    @Test func namesOfCases() throws {
        let text =
            #"[{"type":"disc","radius":1.5},{"type":"box","width":1.0,"height":2.0},{"type":"nothing"},{"type":"circle","radius":2}]"#
        let read = try ModelDecoder(.strict).decode([Shape].self, from: text)
        #expect(read.prefix(3) == [.circle(radius: 1.5), .box(width: 1, height: 2), .nothing])
        #expect(try ModelEncoder().encodeToString(read) == text)
    }
}
#endif
