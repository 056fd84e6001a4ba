import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// `.foundationSnakeCase` reads keys as Foundation's `convertFromSnakeCase` does, and writes them as its `convertToSnakeCase`.

private struct Picture: Model, Codable, Equatable {
    var id: Int?
    var imgUrl: Int?
    var tbString: Int?
    var userId2: Int?
    var html5Page: Int?
    // swift-format-ignore: NoLeadingUnderscores
    var _id: Int?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var trailing_: Int?
    var größeÄndern: Int?
    var aB: Int?
    var aBC: Int?

    static let names = ["id", "imgUrl", "tbString", "userId2", "html5Page", "_id", "trailing_", "größeÄndern", "aB"]
}

/// The same for types that decode themselves only.
private struct Coded: Codable, Equatable {
    var imgUrl: Int?
    var tbString: String?
    var tags: [String: Int]?
    var more: [String: [Int]]?
    var inner: [Inner]?

    struct Inner: Codable, Equatable { var ownerId: Int? }
}

private struct Holder: Model, Equatable {
    var codedValue: Coded?
    var tableOfAll: [String: Int] = [:]
}

/// An object that is tried as a dictionary and as a type, in one order or the other.
private struct Either: Decodable, Equatable {
    @TaskLocal static var triesTableFirst = false
    var table: [String: [Int]]?
    var imgUrl: [Int]?

    init(table: [String: [Int]]?, imgUrl: [Int]?) { (self.table, self.imgUrl) = (table, imgUrl) }

    init(from decoder: any Decoder) throws {
        if Self.triesTableFirst { table = try decoder.singleValueContainer().decode([String: [Int]].self) }
        imgUrl = try decoder.singleValueContainer().decode(Own.self).imgUrl
        if !Self.triesTableFirst { table = try decoder.singleValueContainer().decode([String: [Int]].self) }
    }

    private struct Own: Codable { var imgUrl: [Int]? }
}

private struct Acronyms: Model, Codable, Equatable {
    var avatarURL: Int?
    var HTTPServer: Int?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var img_url: Int?
}

private struct Mapped: Model, Equatable {
    var desc = 0
    var imgUrl = 0
    var rest: [String: JSONValue] = [:]
    static func describe(_ model: inout ModelDescription) {
        model.keys = KeyMapping(["desc": "extData.longText", "rest": .rest], style: .foundationSnakeCase)
    }
}

private struct Collision: Model {
    var imgUrl = 0
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var img_url = 0
}

@Suite("Foundation's snake case")
struct FoundationSnakeCaseTests {
    private static let lenient = DecodingOptions.lenient.with(\.keyStyle, .foundationSnakeCase)
    private static let strict = DecodingOptions.strict.with(\.keyStyle, .foundationSnakeCase)
    private static let encoder: ModelEncoder = {
        var options = EncodingOptions.default
        options.keyStyle = .foundationSnakeCase
        return ModelEncoder(options)
    }()

    private func foundation<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(json.utf8))
    }

    // MARK: Reading

    @Test func bothSpellingsAreRead() throws {
        let json = #"{"img_url":1,"tbString":2,"_id":3,"trailing_":4,"id":5}"#
        let picture = Picture(id: 5, imgUrl: 1, tbString: 2, _id: 3, trailing_: 4)
        #expect(try foundation(Picture.self, json) == picture)
        for options in [Self.lenient, Self.strict, Self.strict.with(\.onUnknownKey, .fail)] {
            expectMapped(json, picture, options)
            let decoder = ModelDecoder(options)
            #expect(try decoder.decode(Picture.self, fromChunks: Array(json.utf8).map { [$0] }) == picture)
            let object: [String: Any] = ["img_url": 1, "tbString": 2, "_id": 3, "trailing_": 4, "id": 5]
            #expect(try decoder.decode(Picture.self, from: object) == picture)
            var (updated, report) = (Picture(), DecodingReport())
            try decoder.update(&updated, from: json)
            #expect(updated == picture)
            #expect(try decoder.decode(Picture.self, from: json, report: &report) == picture && report.isEmpty)
        }
        // The other style reads the one key that it writes.
        expectMapped(json, Picture(id: 5, imgUrl: 1, _id: 3, trailing_: 4), Self.lenient.with(\.keyStyle, .snakeCase))
    }

    @Test(arguments: [
        "img_url", "imgUrl", "img_URL", "IMG_URL", "Img__Url", "img___url", "ImgUrl", "imgURL", "img_url_", "_img_url", "img_Url",
        "user_id2", "user_id_2", "USER_ID2", "html5_page", "html5Page", "html_5_page", "_id", "__id", "_ID", "trailing_", "Trailing_",
        "trailing__",
        "größe_ändern", "GRÖSSE_ÄNDERN", "a_b", "A_b", "a_bc", "a_b_c", "aBC", "", "_", "img-url",
    ])
    func eachKeyIsReadAsFoundationReadsIt(key: String) throws {
        try expectSame(key, "")
    }

    @Test func randomKeysAreReadAsFoundationReadsThem() throws {
        let seed = UInt64(41)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<(triesFewerCases ? 300 : 3_000) {
            // The words of a name, joined and spelt in one way or another; now and then letters of any kind.
            var key = ""
            for character in Picture.names.randomElement(using: &generator)! {
                if character.isUppercase || Int.random(in: 0..<12, using: &generator) == 0 {
                    key += ["", "_", "_", "_", "__"].randomElement(using: &generator)!
                }
                let changes = Int.random(in: 0..<4, using: &generator) == 0
                key += changes ? character.uppercased() : Bool.random(using: &generator) ? character.lowercased() : String(character)
            }
            key = ["", "", "", "_"].randomElement(using: &generator)! + key + ["", "", "", "_"].randomElement(using: &generator)!
            try expectSame(key, "seed \(seed)")
        }
    }

    private func expectSame(_ key: String, _ comment: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let json = "{\(JSONValue.string(key).text):7}"
        let expected = try foundation(Picture.self, json)
        // What the style reads beyond that is the key it writes itself.
        let written = Picture.names.filter { EncodedSnakeCase.key($0) == key && SnakeCase.convert(key) != $0 }
        guard written.isEmpty, EncodedSnakeCase.key("aBC") != key else { return }
        let decoder = CodableDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let read = [
            try ModelDecoder(Self.lenient).decode(Picture.self, from: json), try decoder.decode(Picture.self, from: json),
            try ModelDecoder(Self.strict).decode(Picture.self, fromChunks: [Array(json.utf8)]),
        ]
        #expect(read.allSatisfy { $0 == expected }, "the key '\(key)', \(comment)", sourceLocation: sourceLocation)
    }

    /// Foundation's decoder does not find what its encoder has written for a name with several capitals in a row.
    @Test func whatTheStyleWritesItReads() throws {
        let value = Acronyms(avatarURL: 1, HTTPServer: 2, img_url: 3)
        let json = try Self.encoder.encodeToString(value)
        #expect(json == #"{"avatar_url":1,"h_ttp_server":2,"img_url":3}"#)
        expectMapped(json, value, Self.strict)
        expectMapped(#"{"avatarURL":1,"HTTPServer":2}"#, Acronyms(avatarURL: 1, HTTPServer: 2), Self.strict)
        #expect(try foundation(Acronyms.self, json) == Acronyms())
    }

    @Test func twoSpellingsAreOneKeyTwice() throws {
        let json = #"{"img_url":1,"imgUrl":2}"#
        expectMapped(json, Picture(imgUrl: 2), Self.lenient, repeatsKeys: true)
        let error = decodeWhole(Picture.self, Array(json.utf8), Self.lenient.with(\.onDuplicateKey, .fail)).errorFields
        #expect(error?.code == .duplicateKey)
        let unknown = decodeWhole(Picture.self, Array(#"{"img_urls":1}"#.utf8), Self.lenient.with(\.onUnknownKey, .fail)).errorFields
        #expect(unknown?.code == .unknownKey)
    }

    @Test func keysOfAMappingAreNotConverted() throws {
        let json = #"{"extData":{"longText":1},"ext_data":{"long_text":2},"img_url":3,"other_key":4}"#
        let mapped = Mapped(desc: 1, imgUrl: 3, rest: ["ext_data": ["long_text": 2], "other_key": 4])
        expectMapped(json, mapped)
        #expect(try ModelEncoder().encodeValue(mapped)["img_url"] == 3)
        // A key of the rest that would be read as a property's is no rest.
        var wrong = mapped
        wrong.rest = ["imgUrl": 1]
        #expect(throws: ModelError.self) { try ModelEncoder().encodeToString(wrong) }
    }

    @Test func modelsOfOtherKindsHaveTheStyle() throws {
        expectMapped(#"{"img_url":"u","tbString":"x"}"#, StyledList(imgUrl: "u", tbString: "x"), Self.strict)
        expectMapped(#"{"page_size":5,"userName":"a"}"#, StyledFlattened(firstPage: .init(pageSize: 5), userName: "a"), Self.strict)
        expectMapped(#"{"pageSize":5,"USER_NAME":"a"}"#, StyledFlattened(firstPage: .init(pageSize: 5), userName: "a"), Self.strict)
        var options = ColumnOptions()
        options.decoding = Self.strict
        var reader = try ColumnReader(Picture.self, options: options)
        var values: [[Int64]] = []
        try reader.read(Array("{\"img_url\":1,\"tbString\":2}\n{\"imgUrl\":3,\"TB_STRING\":4}\n".utf8)) { _ in }
        try reader.finish { batch in
            for column in ["imgUrl", "img_url", "tbString", "tb_string"].compactMap({ batch[$0] }) {
                let numbers = column.withValues(as: Int64.self) { span in
                    var numbers: [Int64] = []
                    for row in 0..<span.count { numbers.append(span[row]) }
                    return numbers
                }
                values.append(numbers ?? [])
            }
        }
        #expect(values == [[1, 3], [2, 4]])
    }

    @Test func caseMayBeIgnoredToo() {
        let options = Self.lenient.with(\.ignoresKeyCase, true)
        for key in ["img_url", "IMGURL", "imgurl", "Img_URL", "IMG__url"] { expectMapped("{\"\(key)\":1}", Picture(imgUrl: 1), options) }
        expectMapped(#"{"ABC":1,"ab":2}"#, Picture(aB: 2, aBC: 1), options)
    }

    @Test func aCollisionIsAnErrorOfTheModel() {
        let error = decodeWhole(Collision.self, Array("{}".utf8), Self.lenient).errorFields
        #expect(error?.code == .invalidDeclaration)
    }

    @Test func theSchemaHasBothSpellings() throws {
        let properties = try JSONSchema(of: Picture.self, options: Self.lenient).value["properties"]?.objectValue
        #expect(properties?["img_url"] != nil && properties?["img_url"] == properties?["imgUrl"])
    }

    // MARK: Types that code themselves

    @Test func typesThatCodeThemselvesAreReadAsByFoundation() throws {
        let tables = #""tags":{"a_b":1,"aB":2},"more":{"a_b":[1],"aB":[2]}"#
        let json = #"{"img_url":1,"tbString":"x",\#(tables),"inner":[{"owner_id":7},{"ownerId":8}]}"#
        let expected = try foundation(Coded.self, json)
        #expect(expected.tags == ["a_b": 1, "aB": 2] && expected.inner?.map(\.ownerId) == [7, 8] && expected.imgUrl == 1)
        #expect(try ModelDecoder(Self.lenient).decode(Coded.self, from: json) == expected)
        let holder = Holder(codedValue: expected, tableOfAll: ["a_b": 1, "aB": 2])
        expectMapped(#"{"coded_value":\#(json),"tableOfAll":{"a_b":1,"aB":2}}"#, holder, Self.strict)
        // And written as by its encoder.
        let text = try Self.encoder.encodeToString(holder)
        #expect(text.hasPrefix(#"{"coded_value":{"img_url":1,"tb_string":"x","tags":{"#) && text.contains(#""owner_id":7"#))
        expectMapped(text, holder, Self.strict)
        let error = decodeWhole(Holder.self, Array(#"{"coded_value":{"img_url":"x"}}"#.utf8), Self.strict).errorFields
        #expect(error?.path == "coded_value.img_url")
    }

    @Test(arguments: [false, true])
    func aTypeMayTryBothADictionaryAndItsOwnKeys(triesTableFirst: Bool) throws {
        let json = #"{"img_url":[1],"a_b":[2]}"#
        try Either.$triesTableFirst.withValue(triesTableFirst) { () throws -> Void in
            let expected = Either(table: ["img_url": [1], "a_b": [2]], imgUrl: [1])
            #expect(try foundation(Either.self, json) == expected)
            #expect(try ModelDecoder(Self.lenient).decode(Either.self, from: json) == expected)
            #expect(try ModelDecoder(Self.lenient.with(\.keyStyle, .snakeCase)).decode(Either.self, from: json) == expected)
        }
    }

    // MARK: Writing

    @Test func keysAreWrittenAsFoundationWritesThem() throws {
        let full = Picture(id: 1, imgUrl: 2, tbString: 3, userId2: 4, html5Page: 5, _id: 6, trailing_: 7, größeÄndern: 8, aB: 9, aBC: 10)
        for picture in [full, Picture()] { try expectWrittenAlike(picture) }
        try expectWrittenAlike(Acronyms(avatarURL: 1, HTTPServer: 2, img_url: 3))
    }

    private func expectWrittenAlike<T: Encodable>(_ value: T) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let expected = try JSONDecoder().decode([String: Int].self, from: encoder.encode(value))
        #expect(try JSONDecoder().decode([String: Int].self, from: Self.encoder.encode(value)) == expected)
    }
}
