import Foundation
import Testing
import YodelFoundation

// What the article about migration, and the comments of the subclasses of Foundation's coders, say of libraries that take Foundation's. Vapor is no dependency
// of the tests: what stands for it here has the declarations of its `ContentConfiguration`, and extends Foundation's classes as it does.

private protocol ContentDecoder {
    func decode<T: Decodable>(_ type: T.Type, body: String) throws -> T
}

private protocol ContentEncoder {
    func body<T: Encodable>(_ value: T) throws -> String
}

extension JSONDecoder: ContentDecoder {
    fileprivate func decode<T: Decodable>(_ type: T.Type, body: String) throws -> T { try decode(type, from: Data(body.utf8)) }
}

extension JSONEncoder: ContentEncoder {
    fileprivate func body<T: Encodable>(_ value: T) throws -> String { String(decoding: try encode(value), as: UTF8.self) }
}

private struct ContentConfiguration {
    enum MediaType { case json }

    @TaskLocal static var shared = Box()
    static var global: ContentConfiguration {
        get { shared.configuration }
        set { shared.configuration = newValue }
    }

    final class Box: @unchecked Sendable {
        // SAFETY of @unchecked: the test that binds one uses it alone.
        var configuration = ContentConfiguration()
    }

    var decoders: [MediaType: any ContentDecoder] = [:]
    var encoders: [MediaType: any ContentEncoder] = [:]

    mutating func use(decoder: any ContentDecoder, for type: MediaType) { decoders[type] = decoder }
    mutating func use(encoder: any ContentEncoder, for type: MediaType) { encoders[type] = encoder }
}

private struct Issue: Codable {
    enum State: String, Codable { case open, closed }
    struct Label: Codable {
        let name: String
        let color: String?
    }
    enum CodingKeys: String, CodingKey {
        case number, title, state, labels
        case createdAt = "created_at"
    }
    let number: Int
    let title: String
    let state: State
    let labels: [Label]
    let createdAt: Date
}

@Suite("Documentation: migration")
struct MigrationTests {
    @Test func oneLineForVapor() throws {
        try ContentConfiguration.$shared.withValue(ContentConfiguration.Box()) {
            let (decoder, encoder) = (FastJSONDecoder(), FastJSONEncoder())
            decoder.dateDecodingStrategy = .iso8601
            encoder.dateEncodingStrategy = .iso8601
            ContentConfiguration.global.use(decoder: decoder, for: .json)
            ContentConfiguration.global.use(encoder: encoder, for: .json)
            let text = #"["1970-01-01T00:00:01Z"]"#
            let dates = try #require(ContentConfiguration.global.decoders[.json]).decode([Date].self, body: text)
            #expect(dates == [Date(timeIntervalSince1970: 1)])
            #expect(try #require(ContentConfiguration.global.encoders[.json]).body(dates) == text)
        }
    }

    @Test func aVariableOfFoundationsType() throws {
        let decoder: JSONDecoder = FastJSONDecoder()
        let encoder: JSONEncoder = FastJSONEncoder()
        #expect(try decoder.decode([Int].self, from: encoder.encode([1, 2])) == [1, 2])
    }

    @Test func aClientsTypes() throws {
        let text = #"{"number": 7, "title": "a", "state": "open", "labels": [{"name": "bug"}], "created_at": "1970-01-01T00:00:01Z"}"#
        let data = Data(text.utf8)
        let issues: JSONDecoder = FastJSONDecoder()
        issues.dateDecodingStrategy = .iso8601
        let issue = try issues.decode(Issue.self, from: data)
        #expect(issue.number == 7 && issue.title == "a" && issue.state == .open && issue.createdAt == Date(timeIntervalSince1970: 1))
        #expect(issue.labels.map(\.name) == ["bug"] && issue.labels[0].color == nil)
    }
}
