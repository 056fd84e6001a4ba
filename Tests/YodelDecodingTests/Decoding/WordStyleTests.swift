import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The styles that join words, both ways, and styles that also read a property's own name.

private struct Names: Model, Codable, Equatable {
    var id: Int?
    var createdAt: Int?
    var avatarUrl: Int?
    var html5Page: Int?
    // swift-format-ignore: NoLeadingUnderscores
    var _ref: Int?
    var inner: Inner?

    struct Inner: Codable, Equatable { var ownerId: Int? }

    static let full = Names(id: 1, createdAt: 2, avatarUrl: 3, html5Page: 4, _ref: 5, inner: Inner(ownerId: 6))
}

/// Each type has a style of its own.
private struct Header: Model, Equatable {
    var contentType = ""
    var body = Body()
    static func describe(_ model: inout ModelDescription) { model.keys.style = .trainCase }

    struct Body: Model, Equatable {
        var userName = ""
        var table: [String: Int] = [:]
        static func describe(_ model: inout ModelDescription) { model.keys.style = .pascalCase.orName }
    }
}

private struct Mapped: Model, Equatable {
    var desc = 0
    var imgUrl = 0
    var rest: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) {
        model.keys = KeyMapping(["desc": "extData.longText", "rest": .rest], style: .snakeCase.orName)
    }
}

private struct Twins: Model, Equatable {
    var userID = 1
    var userId = 2
}

private struct Separated: Model, Equatable {
    var userName = 1
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var user_name = 2
}

@Suite("Styles of words")
struct WordStyleTests {
    private static let styles: [(style: KeyStyle, keys: [String])] = [
        (.camelCase, ["id", "createdAt", "avatarUrl", "html5Page", "_ref", "inner", "ownerId"]),
        (.pascalCase, ["Id", "CreatedAt", "AvatarUrl", "Html5Page", "_Ref", "Inner", "OwnerId"]),
        (.kebabCase, ["id", "created-at", "avatar-url", "html5-page", "_ref", "inner", "owner-id"]),
        (.trainCase, ["Id", "Created-At", "Avatar-Url", "Html5-Page", "_Ref", "Inner", "Owner-Id"]),
        (.screamingSnakeCase, ["ID", "CREATED_AT", "AVATAR_URL", "HTML5_PAGE", "_REF", "INNER", "OWNER_ID"]),
        (.snakeCase, ["id", "created_at", "avatar_url", "html5_page", "_ref", "inner", "owner_id"]),
    ]

    private static func json(_ keys: [String]) -> String {
        let values = zip(keys, 1...5).map { "\"\($0)\":\($1)" }.joined(separator: ",")
        return "{\(values),\"\(keys[5])\":{\"\(keys[6])\":6}}"
    }

    private static func writing(_ style: KeyStyle) -> ModelEncoder {
        var options = EncodingOptions.default
        options.keyStyle = style
        return ModelEncoder(options)
    }

    // MARK: Both ways

    @Test func aStyleOfADecoderAndAnEncoder() throws {
        for (style, keys) in Self.styles {
            let json = Self.json(keys)
            for options in [DecodingOptions.lenient, .strict, .strict.with(\.onUnknownKey, .fail)] {
                let styled = options.with(\.keyStyle, style)
                expectMapped(json, Names.full, styled)
                #expect(try ModelDecoder(styled).decode(Names.self, fromChunks: Array(json.utf8).map { [$0] }) == Names.full)
            }
            #expect(try Self.writing(style).encodeToString(Names.full) == json)
            // No other spelling is read, but in a type that decodes itself.
            for (_, others) in Self.styles where others != keys {
                let read = try ModelDecoder(.lenient.with(\.keyStyle, style)).decode(Names.self, from: Self.json(others))
                let common = zip(keys, others).map { $0 == $1 }
                #expect(read.createdAt == (common[1] ? 2 : nil) && read.id == (common[0] ? 1 : nil), "\(keys) and \(others)")
            }
        }
    }

    @Test func aStyleOfAType() throws {
        let json = #"{"Content-Type":"text","Body":{"UserName":"Ann","table":{"a_b":1,"aB":2}}}"#
        let header = Header(contentType: "text", body: .init(userName: "Ann", table: ["a_b": 1, "aB": 2]))
        for options in [DecodingOptions.lenient, .strict.with(\.keyStyle, .kebabCase)] { expectMapped(json, header, options) }
        let written = try Self.writing(.screamingSnakeCase).encodeValue(header)
        #expect(written["Content-Type"] == "text" && written["Body"]?["UserName"] == "Ann" && written["Body"]?["Table"]?["aB"] == 2)
    }

    @Test func columnsHaveTheKeys() throws {
        struct Row: Model { var id = 0, createdAt = 0 }
        for (style, keys) in Self.styles {
            for (style, line) in [(style, "{\"\(keys[0])\":1,\"\(keys[1])\":2}\n"), (style.orName, "{\"id\":1,\"createdAt\":2}\n")] {
                var options = ColumnOptions()
                options.decoding = DecodingOptions.strict.with(\.keyStyle, style)
                var reader = try ColumnReader(Row.self, options: options)
                var rows: [[Int64]] = []
                func take(_ batch: ColumnBatch) { rows += batch.columns.map { ColumnText.values($0, as: Int64.self) ?? [] } }
                try reader.read(Array((line + line).utf8)) { take($0) }
                try reader.finish { take($0) }
                #expect(rows == [[1, 1], [2, 2]], "\(keys)")
            }
        }
    }

    @Test func strategiesOfCodableCoders() throws {
        for (style, keys) in Self.styles {
            let decoder = CodableDecoder()
            decoder.keyDecodingStrategy = .convertFrom(style)
            let encoder = CodableEncoder()
            encoder.keyEncodingStrategy = .convertTo(style)
            let json = Self.json(keys)
            #expect(try decoder.decode(Names.self, from: json) == Names.full, "\(keys)")
            #expect(try encoder.encodeToString(Names.full) == json, "\(keys)")
            // A key that is a name already is read, too.
            #expect(try decoder.decode(Names.self, from: #"{"createdAt":2}"#) == Names(createdAt: 2), "\(keys)")
            // Keys of dictionaries are data.
            #expect(try decoder.decode([String: Int].self, from: "{\"\(keys[1])\":1}") == [keys[1]: 1])
            #expect(try encoder.encodeToString(["createdAt": 1]) == #"{"createdAt":1}"#)
        }
        let decoder = CodableDecoder()
        decoder.keyDecodingStrategy = .convertFrom(.foundationSnakeCase)
        #expect(try decoder.decode(Names.self, from: #"{"CREATED_AT":2}"#) == Names(createdAt: 2))
        decoder.keyDecodingStrategy = .convertFrom(.verbatim)
        #expect(try decoder.decode(Names.self, from: #"{"created_at":2,"id":1}"#) == Names(id: 1))
        decoder.keyDecodingStrategy = .convertFrom(.custom { KeyStyle.words(of: $0).joined(separator: "-") })
        #expect(try decoder.decode(Names.self, from: #"{"created-at":2}"#) == Names(createdAt: 2))
    }

    // MARK: Own names besides

    @Test func aNameIsReadBesidesItsKey() throws {
        for (style, keys) in Self.styles {
            for options in [DecodingOptions.lenient, .strict, .strict.with(\.onUnknownKey, .fail), .strict.with(\.onDuplicateKey, .fail)] {
                let both = options.with(\.keyStyle, style.orName)
                expectMapped(Self.json(keys), Names.full, both)
                let names = Self.json(["id", "createdAt", "avatarUrl", "html5Page", "_ref", "inner", "ownerId"])
                expectMapped(names, Names.full, both)
                #expect(try ModelDecoder(both).decode(Names.self, fromChunks: Array(names.utf8).map { [$0] }) == Names.full)
            }
            #expect(try Self.writing(style.orName).encodeToString(Names.full) == Self.json(keys))
        }
        #expect(KeyStyle.snakeCase.orName == KeyStyle.snakeCase.orName && KeyStyle.snakeCase.orName != .snakeCase)
        #expect(KeyStyle.snakeCase.orName.orName == KeyStyle.snakeCase.orName)
        #expect(KeyStyle.verbatim.orName == .verbatim && KeyStyle.foundationSnakeCase.orName == .foundationSnakeCase)
    }

    /// As Foundation reads documents whose keys are partly in snake case.
    @Test func mixedDocumentsAreReadAsFoundationReadsThem() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        for json in [
            #"{"created_at":1,"avatarUrl":2,"id":3}"#, #"{"createdAt":1,"avatar_url":2,"_ref":3}"#, #"{"inner":{"owner_id":1}}"#,
            #"{"inner":{"ownerId":1},"html5_page":2}"#, "{}",
        ] {
            expectMapped(json, try decoder.decode(Names.self, from: Data(json.utf8)), .strict.with(\.keyStyle, .snakeCase.orName))
        }
    }

    @Test func theStylesKeyGoesFirst() {
        let lenient = DecodingOptions.lenient.with(\.keyStyle, .snakeCase.orName)
        for json in [#"{"created_at":1,"createdAt":2}"#, #"{"createdAt":2,"created_at":1}"#] {
            expectMapped(json, Names(createdAt: 1), lenient)
            expectMapped(json, Names(createdAt: 1), DecodingOptions.strict.with(\.keyStyle, .snakeCase.orName))
        }
        expectMapped(#"{"created_at":null,"createdAt":2}"#, Names(createdAt: 2), lenient)
        expectMapped(#"{"createdAt":2,"created_at":"x"}"#, Names(createdAt: 2), lenient)
        // Nothing else is read.
        expectMapped(#"{"Created_At":1,"created__at":2,"CreatedAt":3}"#, Names(), lenient)
        expectMapped(#"{"CREATED_AT":1}"#, Names(createdAt: 1), lenient.with(\.ignoresKeyCase, true))
        expectMapped(#"{"CREATEDAT":1}"#, Names(createdAt: 1), lenient.with(\.ignoresKeyCase, true))
    }

    @Test func modelsOfOtherKindsReadBoth() throws {
        let both = DecodingOptions.strict.with(\.keyStyle, .snakeCase.orName)
        expectMapped(#"{"img_url":"u","tbString":"x"}"#, StyledList(imgUrl: "u", tbString: "x"), both)
        expectMapped(#"{"imgUrl":"u","tb_string":"x"}"#, StyledList(imgUrl: "u", tbString: "x"), both)
        expectMapped(#"{"page_size":5,"userName":"a"}"#, StyledFlattened(firstPage: .init(pageSize: 5), userName: "a"), both)
        expectMapped(#"{"pageSize":5,"user_name":"a"}"#, StyledFlattened(firstPage: .init(pageSize: 5), userName: "a"), both)
        let mapped = Mapped(desc: 1, imgUrl: 3, rest: ["other_key": 4])
        expectMapped(#"{"extData":{"longText":1},"img_url":3,"other_key":4}"#, mapped)
        expectMapped(#"{"extData":{"longText":1},"imgUrl":3,"other_key":4}"#, mapped)
        #expect(try ModelEncoder().encodeToString(mapped) == #"{"extData":{"longText":1},"img_url":3,"other_key":4}"#)
    }

    @Test func whatIsLeftOutComesBack() throws {
        var writing = EncodingOptions.default
        writing.omitsDefaults = true
        writing.keyStyle = .snakeCase.orName
        #expect(try ModelEncoder(writing).encodeToString(StyledFlattened(userName: "a")) == #"{"user_name":"a"}"#)
    }

    // MARK: Collisions

    @Test func twoPropertiesOfOneKeyAreAnError() {
        func message(_ style: KeyStyle, _ type: any BaseModel.Type) -> String? {
            let options = DecodingOptions.lenient.with(\.keyStyle, style)
            func error<T: BaseModel>(_ type: T.Type) -> ErrorFields? { decodeWhole(type, Array("{}".utf8), options).errorFields }
            return error(type)?.message
        }
        func expected(_ names: (String, String), _ type: String, _ key: String) -> String {
            "the key style gives the properties '\(names.0)' and '\(names.1)' of \(type) one key, '\(key)'; name their keys in model.keys"
        }
        let twins = ("userID", "userId")
        #expect(message(.kebabCase, Twins.self) == expected(twins, "Twins", "user-id"))
        #expect(message(.trainCase, Twins.self) == expected(twins, "Twins", "User-Id"))
        #expect(message(.screamingSnakeCase, Twins.self) == expected(twins, "Twins", "USER_ID"))
        // These keep the letters.
        #expect(message(.camelCase, Twins.self) == nil && message(.pascalCase, Twins.self) == nil)
        let separated = ("userName", "user_name")
        #expect(message(.camelCase, Separated.self) == expected(separated, "Separated", "userName"))
        #expect(message(.pascalCase.orName, Separated.self) == expected(separated, "Separated", "UserName"))
        #expect(message(.snakeCase.orName, Separated.self) == expected(separated, "Separated", "user_name"))
        // The key of one is the name of the other.
        let turned = KeyStyle.custom { $0 == "userID" ? "userId" : "other" }
        #expect(message(turned, Twins.self) == nil)
        #expect(message(turned.orName, Twins.self) == expected(twins, "Twins", "userId"))
    }
}
