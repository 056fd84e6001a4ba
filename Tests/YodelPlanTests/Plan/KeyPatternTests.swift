import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A key compared where it stands.
@Suite struct KeyPatternTests {
    /// Looks for a key in a text that ends where memory does.
    private static func length(
        of key: [UInt8], in text: [UInt8], _ memory: borrowing GuardedMemory, isFound: Bool = true
    ) -> Int {
        withExactBytes(key) { key in
            // An empty key has memory as well.
            let start = key.start!
            let pattern = KeyPattern(start, key.count, isFound: isFound)
            return memory.withLast(text) { pattern.length(in: $0.start!, $0.count) }
        }
    }

    /// The same by its meaning. Texts of fewer than eight bytes are never looked at.
    private static func expected(_ key: [UInt8], _ text: [UInt8]) -> Int {
        let isPlain = !key.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
        return isPlain && text.count >= 8 && text.starts(with: key + [0x22]) ? key.count : -1
    }

    private static func check(_ key: [UInt8], _ text: [UInt8], _ memory: borrowing GuardedMemory) -> String? {
        let (actual, expected) = (length(of: key, in: text, memory), expected(key, text))
        // That there is none is said by any negative number.
        if actual == expected || (actual < 0 && expected < 0) { return nil }
        return "\(String(decoding: key, as: UTF8.self)) in \(String(decoding: text, as: UTF8.self)): \(actual), not \(expected)"
    }

    private static func key(_ count: Int) -> [UInt8] { Array("the_quick-brown.fox jumps/over:the,lazy~d".utf8.prefix(count)) }

    /// Text behind a key, of that many bytes: more of what keys are made of, and quotes.
    private static func rest(_ count: Int) -> [UInt8] { Array("\":1,\"abcdefgh\":\"\"\"".utf8.prefix(count)) }

    @Test(arguments: 0...40)
    func everyLength(count: Int) {
        let memory = GuardedMemory(capacity: 100)
        let key = Self.key(count)
        var wrong: [String?] = []
        for rest in 0...17 { wrong.append(Self.check(key, key + Self.rest(rest), memory)) }
        // Shorter than the key: none of it, all but its end, all but the quote.
        for kept in 0...count { wrong.append(Self.check(key, Array(key.prefix(kept)), memory)) }
        #expect(wrong.compactMap { $0 } == [])
        #expect(Self.length(of: key, in: key + Self.rest(12), memory) == count)
    }

    /// Any byte that differs, in any bit, is seen: in the words, where they share bytes, and between them.
    @Test(arguments: 0...40)
    func everyDifference(count: Int) {
        let memory = GuardedMemory(capacity: 100)
        let key = Self.key(count)
        var wrong: [String?] = []
        for place in 0...count {
            for bit in 0..<8 {
                var text = key + Self.rest(10)
                text[place] ^= 1 << UInt8(bit)
                wrong.append(Self.check(key, text, memory))
                #expect(Self.length(of: key, in: text, memory) < 0)
            }
            // The quote comes too soon.
            var text = key + Self.rest(10)
            text[place] = 0x22
            wrong.append(Self.check(key, text, memory))
            // A byte more before it, or one less.
            text = key + Self.rest(10)
            text.insert(0x61, at: place)
            wrong.append(Self.check(key, text, memory))
            text = key + Self.rest(10)
            text.remove(at: place)
            wrong.append(Self.check(key, text, memory))
        }
        #expect(wrong.compactMap { $0 } == [])
    }

    /// What stands behind the quote has no say.
    @Test func everyByteBehind() {
        let memory = GuardedMemory(capacity: 100)
        for count in [0, 1, 3, 6, 7, 8, 15, 16, 17, 24] {
            let key = Self.key(count)
            for byte in UInt8.min...UInt8.max {
                let text = key + [0x22] + [UInt8](repeating: byte, count: 9)
                #expect(Self.length(of: key, in: text, memory) == count)
            }
        }
    }

    @Test(arguments: ["é", "naïve", "日本語", "ключ", "😀😀", "ключ_с_длинным_именем", "e\u{301}", "\u{7F}", "a/b", "a b"])
    func otherKeys(text: String) {
        let memory = GuardedMemory(capacity: 100)
        let key = Array(text.utf8)
        #expect(Self.length(of: key, in: key + Self.rest(12), memory) == key.count)
        for place in key.indices {
            var other = key + Self.rest(12)
            other[place] ^= 0x80
            #expect(Self.length(of: key, in: other, memory) < 0)
        }
    }

    /// Keys that a document writes with escapes, as they are and as they are written.
    @Test(arguments: ["\"", "a\"b", "\\", "long_key_with\\in it", "\n", "tab\there", "\u{0}", "\u{1F}end", "\"\"\"\"\"\"\"\""])
    func keysWithEscapesAreNeverFound(text: String) {
        let memory = GuardedMemory(capacity: 100)
        let key = Array(text.utf8)
        let escaped = key.flatMap { byte -> [UInt8] in
            byte < 0x20 ? Array("\\u00".utf8) : byte == 0x22 || byte == 0x5C ? [0x5C, byte] : [byte]
        }
        for written in [key, escaped] {
            #expect(Self.length(of: key, in: written + Self.rest(12), memory) < 0)
        }
    }

    /// What an object's last property is followed by.
    @Test func aPatternThatIsNoKeyIsNeverFound() {
        let memory = GuardedMemory(capacity: 100)
        for count in 0...40 {
            let key = Self.key(count)
            for text in [key + Self.rest(12), [UInt8](repeating: 0, count: 20), [1] + [UInt8](repeating: 0, count: 20), []] {
                #expect(Self.length(of: key, in: text, memory, isFound: false) < 0)
            }
        }
    }

    /// Keys that resemble each other.
    @Test(.slow) func randomPairs() {
        let memory = GuardedMemory(capacity: 100)
        var generator = SeededGenerator(seed: 73)
        var wrong: [String] = []
        var found = 0
        for _ in 0..<(triesFewerCases ? 9_000 : 30_000) {
            let letters = Int.random(in: 1...2, using: &generator)
            let word = { (count: Int) -> [UInt8] in
                (0..<count).map { _ in UInt8(ascii: "a") + UInt8(Int.random(in: 0..<letters, using: &generator)) }
            }
            let key = word(Int.random(in: 0...24, using: &generator))
            var text = word(Int.random(in: 0...24, using: &generator)) + [0x22] + word(Int.random(in: 0...12, using: &generator))
            if Bool.random(using: &generator) { text = key + text }
            if Self.expected(key, text) >= 0 { found += 1 }
            if let fault = Self.check(key, text, memory) { wrong.append(fault) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(4))")
        #expect(found > (triesFewerCases ? 90 : 300))
    }
}
