/// Documents for `ReaderCheck`: objects with the keys of its records, mostly with values that fit; one in four is then damaged.
struct RecordText {
    /// What kind of value a key wants.
    private enum Kind: CaseIterable {
        case integer, number, text, truth, date, word, numbers, words, grid, counts, texts, part, parts, partsByKey
    }

    private static let keys: [(name: String, kind: Kind)] = [
        ("id", .integer), ("size", .integer), ("small", .integer), ("large", .integer), ("price", .number), ("rate", .number),
        ("name", .text),
        ("note", .text), ("isOn", .truth), ("isSet", .truth), ("at", .date), ("kind", .word), ("numbers", .numbers), ("measures", .numbers),
        ("words", .words), ("grid", .grid), ("counts", .counts), ("byNumber", .texts), ("inner", .part), ("part", .part), ("parts", .parts),
        ("partsByKey", .partsByKey), ("another", .text), ("na\\u006de", .text),
    ]
    private static let integers = [
        "0", "7", "-1", "255", "256", "2147483647", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "-0", "1e2", "10.50e1", "123456789012345678901234567890",
    ]
    private static let numbers = [
        "0.5", "-65.613616999999977", "1e400", "-1E-7", "3.0", "4.35", "5e-324", "0.1e1", "179769313486231570000000000000000000000.0",
        "9007199254740993",
    ]
    private static let texts = [
        #""""#, #""a""#, #""twelve characters""#, #""12""#, #""-1.5""#, #""true""#, #""null""#, #""a\"b""#, #""\u00e4\ud83d\ude00""#,
        "\"\u{e4}\u{1F600}\"",
        #""two""#, #""2024-02-29T12:00:00Z""#, #""sixteen bytes or more of plain text""#, #""\\\/\b\f\n\r\t""#, "\"a\u{308}\"",
    ]
    private static let names = ["a", "b", "1", "-2", "a\\u0308", "\u{e4}", "7", ""]
    private static let spaces = ["", "", "", "", "", " ", "\n", "\r\n\t ", "  \n  "]
    private static let bytes = Array("{}[]\":,\\0123456789+-.eE truefalsn/u\n\t\u{1}\u{80}\u{308}".utf8) + [0x00, 0xC0, 0xFF, 0xED]

    private var random: SplitMix64
    private var text: [UInt8] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The next document.
    mutating func next() -> [UInt8] {
        text.removeAll(keepingCapacity: true)
        space()
        object(depth: 0, random.below(6)) { $0.random.pick(Self.keys) }
        space()
        if random.once(in: 4) { damage() }
        return text
    }

    /// A number from 0 up to, but not including, `bound`.
    mutating func below(_ bound: Int) -> Int { random.below(bound) }

    private mutating func damage() {
        for _ in 0...random.below(2) where !text.isEmpty {
            let place = random.below(text.count)
            switch random.below(4) {
            case 0: text.remove(at: place)
            case 1: text.insert(random.pick(Self.bytes), at: place)
            case 2: text.removeSubrange(place...)
            default: text[place] = random.pick(Self.bytes)
            }
        }
    }

    private mutating func space() { text += random.pick(Self.spaces).utf8 }

    private mutating func put(_ byte: Character) {
        space()
        text += byte.utf8
        space()
    }

    private mutating func list(_ open: Character, _ count: Int, _ close: Character, _ element: (inout RecordText) -> Void) {
        put(open)
        for index in 0..<count {
            if index > 0 { put(",") }
            element(&self)
        }
        put(close)
    }

    private mutating func object(depth: Int, _ count: Int, _ key: (inout RecordText) -> (name: String, kind: Kind)) {
        list("{", count, "}") { text in
            let key = key(&text)
            text.text += "\"\(key.name)\"".utf8
            text.put(":")
            text.value(key.kind, depth: depth + 1)
        }
    }

    private mutating func value(_ wanted: Kind, depth: Int) {
        if random.once(in: 12) { return text += "null".utf8 }
        let kind = random.once(in: 10) ? random.pick(Kind.allCases) : wanted
        let count = depth > 5 ? 0 : random.below(4)
        switch kind {
        case .integer: text += random.pick(Self.integers).utf8
        case .number: text += random.pick(random.once(in: 3) ? Self.integers : Self.numbers).utf8
        case .text, .word: text += random.pick(Self.texts).utf8
        case .date: text += random.once(in: 3) ? random.pick(Self.integers).utf8 : random.pick(Self.texts).utf8
        case .truth: text += random.pick(["true", "false", "1", "0"]).utf8
        case .numbers: list("[", count, "]") { $0.value(.number, depth: depth + 1) }
        case .words: list("[", count, "]") { $0.value(.text, depth: depth + 1) }
        case .grid: list("[", count, "]") { $0.value(.numbers, depth: depth + 1) }
        case .counts: object(depth: depth, count) { ($0.random.pick(Self.names), .integer) }
        case .texts: object(depth: depth, count) { ($0.random.pick(Self.names), .text) }
        case .part: object(depth: depth, count) { $0.random.pick([("x", .integer), ("y", .number), ("text", .text), ("parts", .parts)]) }
        case .parts: list("[", count, "]") { $0.value(.part, depth: depth + 1) }
        case .partsByKey: object(depth: depth, count) { ($0.random.pick(Self.names), .part) }
        }
    }
}
