import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// The ways in which libraries take Foundation's coders.

/// As servers have it: Foundation's classes are made to conform, and what conforms is called through an existential.
private protocol BodyDecoder {
    func decode<T: Decodable>(_ type: T.Type, body: [UInt8], userInfo: [CodingUserInfoKey: any Sendable]) throws -> T
}

private protocol BodyEncoder {
    func encode<T: Encodable>(_ value: T, to body: inout [UInt8]) throws
}

extension JSONDecoder: BodyDecoder {
    func decode<T: Decodable>(_ type: T.Type, body: [UInt8], userInfo: [CodingUserInfoKey: any Sendable]) throws -> T {
        guard !userInfo.isEmpty else { return try decode(type, from: Data(body)) }
        // A decoder that others have is not changed: a copy is, of Foundation's class.
        let copy = JSONDecoder()
        copyOptions(to: copy)
        copy.userInfo.merge(userInfo) { $1 }
        return try copy.decode(type, from: Data(body))
    }
}

extension JSONEncoder: BodyEncoder {
    func encode<T: Encodable>(_ value: T, to body: inout [UInt8]) throws { body += try encode(value) }
}

/// As clients made from a description of a service have it: a value that is configured once, and that many calls share.
private struct ClientConfiguration: Sendable {
    var decoder: JSONDecoder = JSONDecoder()
    var encoder: JSONEncoder = JSONEncoder()
    var dates: JSONDecoder.DateDecodingStrategy = .iso8601
}

private struct Client: Sendable {
    private let decoder: JSONDecoder
    private let encoder: JSONEncoder

    init(_ configuration: ClientConfiguration) {
        (decoder, encoder) = (configuration.decoder, configuration.encoder)
        decoder.dateDecodingStrategy = configuration.dates
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        encoder.dateEncodingStrategy = .iso8601
    }

    func send<Request: Encodable & Sendable, Answer: Decodable & Sendable>(_ request: Request, for type: Answer.Type) async throws -> Answer
    {
        let body = try encoder.encode(request)
        return try await Task { try decoder.decode(type, from: body) }.value
    }
}

/// As libraries of buffers have it: a generic function, and an extension with another source.
private struct Buffer {
    var storage: [UInt8]

    func value<T: Decodable>(_ type: T.Type, decoder: JSONDecoder = JSONDecoder()) throws -> T {
        try storage.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return try decoder.decode(type, from: Data()) }
            let data = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
            return try decoder.decode(type, from: data)
        }
    }
}

extension JSONDecoder {
    fileprivate func decode<T: Decodable>(_ type: T.Type, from buffer: Buffer) throws -> T { try buffer.value(type, decoder: self) }
}

private protocol TopLevelCoder {
    associatedtype Input
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSONDecoder: TopLevelCoder {
    fileprivate typealias Input = Data
}

@Suite("Subclasses of Foundation's coders: interfaces that take Foundation's")
struct FastCoderInterfaceTests {
    private struct Event: Codable, Equatable {
        var name: String
        var at: Date
    }

    private struct Noted: Decodable {
        let module: String, note: Int?
        init(from decoder: any Decoder) {
            module = CodedBy(from: decoder).module
            note = decoder.userInfo[.note] as? Int
        }
    }

    private static let event = Event(name: "a/b", at: Date(timeIntervalSince1970: 1_700_000_000))

    @Test func aProtocolThatFoundationsClassIsMadeToConformTo() throws {
        let (decoder, encoder): (any BodyDecoder, any BodyEncoder) = (FastJSONDecoder(), FastJSONEncoder())
        #expect(try decoder.decode(CodedBy.self, body: Array("{}".utf8), userInfo: [:]).module == "Yodel")
        var body: [UInt8] = []
        try encoder.encode([CodedBy()], to: &body)
        try encoder.encode(Self.event.name, to: &body)
        #expect(String(decoding: body, as: UTF8.self) == #"["Yodel"]"a\/b""#)
    }

    /// A library that makes a decoder of its own decodes with that one, as the documentation says. It gets all options.
    @Test func aLibraryThatMakesADecoderOfItsOwn() throws {
        let decoder = FastJSONDecoder()
        decoder.userInfo[.note] = 1
        let body = Array("{}".utf8)
        let kept = try (decoder as any BodyDecoder).decode(Noted.self, body: body, userInfo: [:])
        #expect(kept.module == "Yodel" && kept.note == 1)
        let copied = try (decoder as any BodyDecoder).decode(Noted.self, body: body, userInfo: [.note: 2])
        #expect(copied.module == "FoundationEssentials" && copied.note == 2)
    }

    @Test func aConfiguration() async throws {
        var configuration = ClientConfiguration()
        configuration.decoder = FastJSONDecoder()
        configuration.encoder = FastJSONEncoder()
        let client = Client(configuration)
        #expect(try await client.send(Self.event, for: Event.self) == Self.event)
        #expect(try await client.send(CodedBy(), for: String.self) == "Yodel")
        #expect(try await client.send(["key": 1], for: CodedBy.self).module == "Yodel")
        #expect(try await client.send(Self.event, for: [String: String].self) == ["at": "2023-11-14T22:13:20Z", "name": "a/b"])
    }

    @Test func aBufferWithAnExtensionOfItsOwn() throws {
        let decoder = FastJSONDecoder()
        let buffer = Buffer(storage: Array(#"{"name":"a","at":0}"#.utf8))
        #expect(try decoder.decode(Event.self, from: buffer).name == "a")
        #expect(try decoder.decode(CodedBy.self, from: buffer).module == "Yodel")
        #expect(try buffer.value(CodedBy.self, decoder: decoder).module == "Yodel")
        #expect(throws: DecodingError.self) { try decoder.decode(Event.self, from: Buffer(storage: [])) }
    }

    @Test func anAssociatedType() throws {
        func decode<Coder: TopLevelCoder>(_ coder: Coder) throws -> String where Coder.Input == Data {
            try coder.decode(CodedBy.self, from: Data("{}".utf8)).module
        }
        #expect(try decode(FastJSONDecoder()) == "Yodel" && decode(JSONDecoder()) == "FoundationEssentials")
    }

    /// What a closure, a key path and a subclass's type in a dictionary of coders call.
    @Test func otherWaysToCallOne() throws {
        let coders: [String: JSONDecoder] = ["fast": FastJSONDecoder(), "plain": JSONDecoder()]
        let call: (JSONDecoder, Data) throws -> CodedBy = { try $0.decode(CodedBy.self, from: $1) }
        #expect(try coders.mapValues { try call($0, Data("{}".utf8)).module } == ["fast": "Yodel", "plain": "FoundationEssentials"])
        let strategy: ReferenceWritableKeyPath<JSONDecoder, JSONDecoder.DateDecodingStrategy> = \.dateDecodingStrategy
        let decoder: JSONDecoder = FastJSONDecoder()
        decoder[keyPath: strategy] = .secondsSince1970
        #expect(try decoder.decode([Date].self, from: Data("[1]".utf8)) == [Date(timeIntervalSince1970: 1)])
    }
}
