import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Seeded random documents, most of them damaged. Whole and in random chunks they give one value or one error, and Foundation is of one mind
// with Yodel about which it is, but for what Foundation is known to take or to refuse beyond RFC 8259.

@Suite struct RandomDocumentTests {
    struct Item: Model, Equatable {
        var id: Int?
        var name: String?
        var item: JSONValue?
        var list: [Item] = []
        var table: [String: Item] = [:]
        var ratio: Double = 0
    }

    @Test(.slow, arguments: 0..<(triesFewerCases ? 6 : 30))
    func wholeAndChunksAgree(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<100 {
            let bytes = RandomDocument.make(&generator)
            let text = String(decoding: bytes, as: UTF8.self).debugDescription
            let whole = decodeWhole(JSONValue.self, bytes)
            compare(whole, decodeInChunks(JSONValue.self, bytes) { Int.random(in: 1...9, using: &generator) }, text)
            compare(whole, decodeInChunks(JSONValue.self, bytes, .lenient, .noise) { Int.random(in: 1...90, using: &generator) }, text)
            #expect(agrees(whole, with: bytes), "Foundation has another verdict on \(text) than \(whole)")
        }
    }

    @Test(.slow, arguments: some(10, of: 100..<120))
    func wholeAndChunksAgreeOnModels(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<50 {
            let bytes = RandomDocument.make(&generator)
            let text = String(decoding: bytes, as: UTF8.self).debugDescription
            for options in [DecodingOptions.lenient, .strict] {
                let whole = decodeWhole(Item.self, bytes, options)
                let chunks = decodeInChunks(Item.self, bytes, options) { Int.random(in: 1...20, using: &generator) }
                #expect(whole.errorFields == chunks.errorFields, "\(text)")
                #expect((try? whole.get()) == (try? chunks.get()), "\(text)")
            }
        }
    }

    private func compare(_ whole: Result<JSONValue, ModelError>, _ chunks: Result<JSONValue, ModelError>, _ text: String) {
        #expect(whole.errorFields == chunks.errorFields, "\(text)")
        #expect((try? whole.get()) == (try? chunks.get()), "\(text)")
    }

    /// Whether Foundation's verdict is Yodel's.
    private func agrees(_ result: Result<JSONValue, ModelError>, with bytes: [UInt8]) -> Bool {
        let isAccepted = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        switch result {
        case .success: return isAccepted || Self.foundationRefuses(bytes)
        case .failure(let error): return !isAccepted || Self.foundationAccepts(error, bytes)
        }
    }

    /// JSON that Foundation refuses: numbers beyond its own types.
    private static func foundationRefuses(_ bytes: [UInt8]) -> Bool {
        bytes.contains(UInt8(ascii: "e")) || bytes.contains(UInt8(ascii: "E")) || bytes.count { $0 >= 0x30 && $0 <= 0x39 } >= 18
    }

    /// What is no JSON in UTF-8 but passes with Foundation: other encodings, which it guesses from zeros among the first bytes, escaped
    /// surrogates without a partner, bytes that are not UTF-8, which it replaces, and a comma before the end of an object.
    private static func foundationAccepts(_ error: ModelError, _ bytes: [UInt8]) -> Bool {
        error.code == .loneSurrogate || error.code == .invalidUTF8 || bytes.prefix(4).contains(0)
            || error.message == "expected a key, found '}'"
    }
}

/// A random document, and random damage to it.
enum RandomDocument {
    static func make(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        space(&bytes, &generator)
        value(&bytes, depth: 0, &generator)
        space(&bytes, &generator)
        // One in four stays as it is.
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            damage(&bytes, &generator)
        }
        return bytes
    }

    private static let damages: [[UInt8]] =
        [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "\n", "\u{B}", "\u{0}", "\u{E9}", "\\ud800", "\\u00", "tru",
            "null", "/", "01",
        ]
        .map { Array($0.utf8) } + [[0xC3], [0x80], [0xFF], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF]]

    private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let index = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where index < bytes.count: bytes.remove(at: index)
        case 2: bytes.removeSubrange(index...)
        case 3 where index < bytes.count:
            let end = Int.random(in: index..<bytes.count, using: &generator)
            bytes.insert(contentsOf: bytes[index...end], at: index)
        case 4 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        default: bytes.insert(contentsOf: damages.randomElement(using: &generator)!, at: index)
        }
    }

    private static func space(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard Int.random(in: 0..<4, using: &generator) == 0 else { return }
        bytes += [" ", "\n", "\r\n  ", "\t"].randomElement(using: &generator)!.utf8
    }

    private static func value(_ bytes: inout [UInt8], depth: Int, _ generator: inout SeededGenerator) {
        // The root is a container, so that there is something to damage.
        let kind = depth == 0 ? Int.random(in: 6..<8, using: &generator) : Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &generator)
        switch kind {
        case 0: bytes += ["null", "true", "false"].randomElement(using: &generator)!.utf8
        case 1: bytes += String(Int.random(in: -1000...1000, using: &generator)).utf8
        case 2: bytes += ["0", "-0", "1.5", "-0.25e3", "1E-2", "123456789012", "2e+1"].randomElement(using: &generator)!.utf8
        case 3...5: string(&bytes, &generator)
        case 6: array(&bytes, depth, &generator)
        default: object(&bytes, depth, &generator)
        }
    }

    private static func array(_ bytes: inout [UInt8], _ depth: Int, _ generator: inout SeededGenerator) {
        bytes.append(UInt8(ascii: "["))
        for index in 0..<Int.random(in: 0...5, using: &generator) {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            space(&bytes, &generator)
            value(&bytes, depth: depth + 1, &generator)
            space(&bytes, &generator)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func object(_ bytes: inout [UInt8], _ depth: Int, _ generator: inout SeededGenerator) {
        bytes.append(UInt8(ascii: "{"))
        for index in 0..<Int.random(in: 0...5, using: &generator) {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            space(&bytes, &generator)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                string(&bytes, &generator)
            } else {
                bytes += ["\"id\"", "\"name\"", "\"item\"", "\"list\"", "\"table\"", "\"ratio\""].randomElement(using: &generator)!.utf8
            }
            space(&bytes, &generator)
            bytes.append(UInt8(ascii: ":"))
            space(&bytes, &generator)
            value(&bytes, depth: depth + 1, &generator)
            space(&bytes, &generator)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static let pieces = [
        "a", "Ann", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\ud83d\\ude00", "\u{E9}", "\u{1F600}", " ", "]", "12", "\u{7F}",
    ]

    private static func string(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        bytes.append(UInt8(ascii: "\""))
        for _ in 0..<Int.random(in: 0...9, using: &generator) {
            bytes += pieces.randomElement(using: &generator)!.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
