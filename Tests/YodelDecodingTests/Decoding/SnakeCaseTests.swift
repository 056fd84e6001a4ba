import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The keys of `.snakeCase` are those of Foundation's `convertToSnakeCase`, so that what one side writes the other reads.

/// Any name as a key.
private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// An object with one key.
private struct OneKey: Codable {
    var name: String
    @TaskLocal static var wanted = ""

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: AnyKey.self).contains(AnyKey(stringValue: Self.wanted)) ? Self.wanted : ""
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(1, forKey: AnyKey(stringValue: name))
    }
}

private struct Underscored: Model, Codable, Equatable {
    // swift-format-ignore: NoLeadingUnderscores
    var _id = 0
    // swift-format-ignore: NoLeadingUnderscores
    var __typename = ""
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var trailing_ = 0
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var a__b = 0
    var createdAt = 0
}

@Suite("Snake case")
struct SnakeCaseTests {
    private func key(_ name: String) throws -> String { try #require(KeyStyle.snakeCase.rules).key(name) }

    private func foundationKey(_ name: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let object = try JSONDecoder().decode([String: Int].self, from: encoder.encode(OneKey(name: name)))
        return try #require(object.keys.first)
    }

    @Test(
        arguments: [
            ("_id", "_id"), ("__typename", "__typename"), ("trailing_", "trailing_"), ("a__b", "a__b"), ("_", "_"), ("__", "__"),
            ("_userID_", "_user_id_"), ("createdAt", "created_at"), ("avatarURL", "avatar_url"), ("html5Page", "html5_page"),
            ("snake_case", "snake_case"), ("aB", "a_b"), ("utf8URL", "utf8_url"), ("URLs", "ur_ls"), ("id", "id"), ("x1Y2", "x1_y2"),
            ("größeÄndern", "größe_ändern"), ("Name", "name"), ("parseHTTPBody", "parse_http_body"), ("a_B", "a__b"),
        ])
    func keysAreFoundations(name: String, expected: String) throws {
        #expect(try key(name) == expected)
        if name != "URLs" { #expect(try foundationKey(name) == expected) }
    }

    /// Where the styles differ: capitals at the start are a word.
    @Test func capitalsAtTheStartAreAWord() throws {
        #expect(try ["HTTPServer", "ID", "URL2Path"].map(key) == ["http_server", "id", "url2_path"])
    }

    @Test func keysAreFoundationsAtRandom() throws {
        var generator = SeededGenerator(seed: 9)
        let letters = ["a", "b", "z", "A", "B", "Z", "_", "_", "1", "é", "Ä", "Я", "я", "日", "ß"]
        for _ in 0..<5_000 {
            var name = ["", "_", "a", "x1", "B"].randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 1...9, using: &generator) { name += letters.randomElement(using: &generator)! }
            // Two capitals at the start are the one difference.
            if name.prefix(2).allSatisfy(\.isUppercase) { continue }
            let (own, other) = (try key(name), try foundationKey(name))
            if own != other { Issue.record("\(name) has the key \(own), Foundation's is \(other)") }
        }
    }

    /// Foundation's decoder goes the other way; where it finds its own encoder's key again, it finds ours.
    @Test func foundationsDecoderFindsTheKeys() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        for name in ["_id", "__typename", "trailing_", "createdAt", "avatarUrl", "_userId_", "html5Page"] {
            let text = #"{"\#(try key(name))":1}"#
            let found = try OneKey.$wanted.withValue(name) { try decoder.decode(OneKey.self, from: Data(text.utf8)) }
            #expect(found.name == name)
        }
    }

    @Test func whatFoundationWritesIsRead() throws {
        let model = Underscored(_id: 1, __typename: "User", trailing_: 2, a__b: 3, createdAt: 4)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try encoder.encode(model)
        var options = DecodingOptions.lenient
        options.keyStyle = .snakeCase
        expectMapped(String(decoding: data, as: UTF8.self), model, options)
        var encoding = EncodingOptions.default
        encoding.keyStyle = .snakeCase
        #expect(
            try ModelEncoder(encoding).encodeToString(model) == #"{"_id":1,"__typename":"User","trailing_":2,"a__b":3,"created_at":4}"#)
    }
}
