import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Whatever is there of a draft when a decode ends is destroyed once.
@Suite("Lifetimes of drafts", .serialized)
struct DraftLifetimeTests {
    private typealias Held = Described.Held
    private typealias Item = Described.Item

    private func alive() -> Int { Item.alive.withLock { $0 } }

    @Test func everyCutDestroysWhatHasCome() throws {
        let before = alive()
        let bytes = Array(Held.text.utf8)
        let decoders = [
            ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.onDuplicateKey, .fail)),
            ModelDecoder(.with(\.tokenizer, .yajl)),
        ]
        for decoder in decoders {
            let held = try decoder.decode(Held.self, from: bytes)
            #expect(held.list.count == 2 && held.made.name == "d" && held.maybe?.name == "c")
            for end in bytes.indices { #expect(throws: ModelError.self) { try decoder.decode(Held.self, from: Array(bytes[..<end])) } }
            for index in bytes.indices {
                var broken = bytes
                broken[index] = UInt8(ascii: "!")
                _ = try? decoder.decode([Held].self, from: Array("[".utf8) + broken + Array("]".utf8))
            }
            _ = held
        }
        #expect(alive() == before)
    }

    @Test func everyMissingAndEveryUnfitPropertyDestroysTheRest() throws {
        let before = alive()
        let parts = [
            #""first":{"name":"a"}"#, #""text":"in more bytes than are stored in place""#, #""list":[{"name":"b"},{}]"#,
            #""maybe":{"name":"c"}"#, #""made":{"name":"d"}"#, #""last":1"#,
        ]
        let bad = [#""first":7"#, #""text":[]"#, #""list":{}"#, #""maybe":7"#, #""made":null"#, #""last":"x""#]
        for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.onMissing, .fail))] {
            for index in parts.indices {
                var some = parts
                some.remove(at: index)
                _ = try? decoder.decode([Held].self, from: "[{\(some.joined(separator: ","))},{\(parts.joined(separator: ","))}]")
                some.insert(bad[index], at: index)
                _ = try? decoder.decode([Held].self, from: "[{\(some.joined(separator: ","))},{\(parts.joined(separator: ","))}]")
                // And again behind a value that was there.
                _ = try? decoder.decode([Held].self, from: "[{\((parts + [bad[index]]).joined(separator: ","))}]")
                _ = try? decoder.decode([Held].self, from: "[{\((parts + parts).joined(separator: ","))}]")
            }
        }
        #expect(alive() == before)
    }

    @Test func updatesThatFailLeaveWhatWasThere() throws {
        let before = alive()
        do {
            var held = try Held(json: Held.text)
            let first = held.first
            #expect(throws: ModelError.self) { try held.update(json: #"{"first":{"name":"z"},"list":[],"text":"u","#) }
            #expect(held.first === first && held.first.name == "a" && held.list.count == 2)
            try held.update(json: #"{"first":{"name":"z"},"list":[],"text":"u"}"#)
            #expect(held.first === first && held.first.name == "z" && held.list.isEmpty && held.text == "u")
        }
        #expect(alive() == before)
    }
}
