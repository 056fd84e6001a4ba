import Foundation
import Testing

@testable import Yodel

/// Containers and documents are used again, and never while somebody has a part of them.
struct KeptContainersTests {
    /// What a type keeps of its decoder, and reads later.
    private final class Kept: Decodable, @unchecked Sendable {
        let container: KeyedDecodingContainer<PlaceKey>
        var text: String? { try? container.decode(String.self, forKey: PlaceKey("text")) }

        init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: PlaceKey.self) }
    }

    private final class Marker: Sendable {}

    private func document(_ number: Int) -> String {
        #"{"text":"a text that is longer than a word, number \#(number)","inner":{"id":\#(number)}}"#
    }

    @Test func aKeptContainerStandsForItsOwnDocument() throws {
        let decoder = CodableDecoder()
        let kept = try (0..<40).map { number in
            var bytes = Array(document(number).utf8)
            defer { for index in bytes.indices { bytes[index] = 0 } }
            return try decoder.decode(Kept.self, from: bytes)
        }
        for number in 0..<40 {
            #expect(kept[number].text == "a text that is longer than a word, number \(number)")
            let inner = try kept[number].container.nestedContainer(keyedBy: PlaceKey.self, forKey: PlaceKey("inner"))
            let same = try kept[number].container.superDecoder(forKey: PlaceKey("inner")).container(keyedBy: PlaceKey.self)
            #expect(try inner.decode(Int.self, forKey: PlaceKey("id")) == number)
            #expect(try same.decode(Int.self, forKey: PlaceKey("id")) == number)
            #expect(inner.codingPath.map(\.stringValue) == ["inner"])
        }
    }

    /// What nobody has any more ends with a later decode.
    @Test func whatWasKeptEnds() throws {
        weak var marker: Marker?
        var kept: Kept?
        do {
            let key = try #require(CodingUserInfoKey(rawValue: "marker"))
            let (held, decoder) = (Marker(), CodableDecoder())
            marker = held
            decoder.userInfo[key] = held
            kept = try decoder.decode(Kept.self, from: document(1))
        }
        for _ in 0..<8 { _ = try CodableDecoder().decode([Int].self, from: "[1]") }
        #expect(marker != nil && kept?.text != nil)
        kept = nil
        // Others of this process may have kept documents at the same time, which are looked through a few at a call.
        for _ in 0..<10_000 where marker != nil { _ = try CodableDecoder().decode([Int].self, from: "[1]") }
        #expect(marker == nil)
    }

    /// Containers of one type of keys, all of them in use at once, side by side and inside each other.
    @Test(arguments: [1, 5, 40, 500])
    func manyAtOnce(_ count: Int) throws {
        struct Wide: Decodable {
            let sum: Int
            init(from decoder: any Decoder) throws {
                var elements = try decoder.unkeyedContainer()
                var containers: [KeyedDecodingContainer<PlaceKey>] = []
                while !elements.isAtEnd { containers.append(try elements.nestedContainer(keyedBy: PlaceKey.self)) }
                sum = try containers.reduce(0) { try $0 + $1.decode(Int.self, forKey: PlaceKey("id")) }
            }
        }
        final class Deep: Decodable {
            let id: Int
            let before: Deep?
            let inner: Deep?
            private enum CodingKeys: CodingKey { case before, inner, id }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                before = try container.decodeIfPresent(Deep.self, forKey: .before)
                inner = try container.decodeIfPresent(Deep.self, forKey: .inner)
                id = try container.decode(Int.self, forKey: .id)
            }
        }
        let decoder = CodableDecoder()
        for _ in 0..<3 {
            let wide = "[" + (0..<count).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
            #expect(try decoder.decode(Wide.self, from: wide).sum == count * (count - 1) / 2)
            var text = #"{"id":0}"#
            for id in 1...count { text = #"{"before":{"id":-1},"inner":\#(text),"id":\#(id)}"# }
            var next: Deep? = try decoder.decode(Deep.self, from: text)
            for id in (0...count).reversed() {
                #expect(next?.id == id && (id == 0 || next?.before?.id == -1))
                next = next?.inner
            }
            #expect(next == nil)
        }
    }

    /// A decoder that is used while it decodes, whose options change meanwhile.
    @Test func aDecoderInsideItself() throws {
        struct Named: Decodable, Equatable { let firstName: String }
        struct Outer: Decodable {
            let date: Date
            let named: [Named]
        }
        let decoder = CodableDecoder()
        // Decoder and strategy hold each other.
        defer { decoder.dateDecodingStrategy = .deferredToDate }
        decoder.dateDecodingStrategy = .custom { inner in
            let text = try inner.singleValueContainer().decode(String.self)
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            defer { decoder.keyDecodingStrategy = .useDefaultKeys }
            return Date(timeIntervalSince1970: Double(try decoder.decode(Named.self, from: text).firstName) ?? 0)
        }
        let text = #"{"date":"{\"first_name\":\"7\"}","named":[{"firstName":"a"},{"firstName":"b"}]}"#
        for _ in 0..<3 {
            let outer = try decoder.decode(Outer.self, from: text)
            #expect(outer.date == Date(timeIntervalSince1970: 7) && outer.named.map(\.firstName) == ["a", "b"])
            #expect(throws: DecodingError.self) { try decoder.decode(Named.self, from: #"{"first_name":"7"}"#) }
        }
    }

    /// One decoder on several threads.
    @Test func oneDecoderOnManyThreads() async throws {
        struct Item: Codable, Equatable {
            var id: Int
            var name: String
            var inner: [[String: Int]]
        }
        let decoder = CodableDecoder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let item = Item(id: task, name: "a name of more than fifteen bytes, \(round)", inner: [["key": round]])
                        #expect(try decoder.decode(Item.self, from: JSONEncoder().encode(item)) == item)
                        if round % 50 == task { _ = try decoder.decode(Kept.self, from: self.document(round)) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
