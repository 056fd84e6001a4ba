@testable import Yodel
@testable import YodelTestSupport

/// A random stream with planted faults.
struct RandomStream {
    enum Kind: Int, CaseIterable, Sendable { case lines, values, array, path, sequence, document }

    /// What has been planted in the place of a record.
    enum Plant {
        case sound
        /// JSON, but no `StreamItem`.
        case otherKind
        /// No JSON, or a record that is cut off.
        case broken
        case tooLong
    }

    /// Bytes that a record may have. Sound ones have fewer, long ones many more.
    static let limit = 150

    let kind: Kind
    private(set) var framing = Framing.lines
    private(set) var bytes: [UInt8] = []
    private(set) var plants: [Plant] = []
    /// The numbers of the sound ones.
    private(set) var ids: [Int] = []
    private var generator: SeededGenerator

    init(_ kind: Kind, seed: Int) {
        self.kind = kind
        generator = SeededGenerator(seed: UInt64(seed) * 16 + UInt64(kind.rawValue))
        if chance(4) { bytes = [0xEF, 0xBB, 0xBF] }
        switch kind {
        case .lines: makeLines()
        case .values: makeValues()
        case .array:
            framing = .array
            makeArray(before: pick(["[", " [", "\r\n[\n"]), behind: pick(["]", " ]\n", "\n]\r\n "]))
        case .path:
            let (path, before, behind) = pick(Self.surroundings)
            framing = .array(at: path)
            makeArray(before: before, behind: behind)
        case .sequence: makeSequence()
        case .document: makeDocument()
        }
    }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
    private mutating func pick<T>(_ list: [T]) -> T { generator.pick(list) }

    // MARK: Streams

    private mutating func makeLines() {
        for _ in 0..<pick([0, 1, 5, 15]) {
            while chance(4) { bytes += pick(["\n", "\r\n", " \t\n", "\r\r\n"]).utf8 }
            if chance(6) { bytes += pick([" ", "\t "]).utf8 }
            add(record(spaces: ["", "", " "], also: Self.unbalanced))
            if chance(6) { bytes += pick([" ", "\t"]).utf8 }
            bytes += pick(["\n", "\r\n"]).utf8
        }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: addCutOff(spaces: ["", " "])
        case 1: add(record(spaces: [""], also: Self.unbalanced))
        default: break
        }
    }

    private mutating func makeValues() {
        framing = .values
        for _ in 0..<pick([0, 1, 5, 15]) {
            bytes += pick(["", " ", "\n", "\r\n", "\n\n\t"]).utf8
            let next = record(spaces: Self.pretty)
            // A number or word that follows another one needs white space before it.
            if let last = bytes.last, !"}]\" \n\t".utf8.contains(last), !"{[\"".utf8.contains(next.0[0]) { bytes += " ".utf8 }
            add(next)
        }
        // The end of the input after an inner line would make that line a value.
        if chance(2) { addCutOff(spaces: ["", " "]) } else { bytes += pick(["", "\n", " \r\n"]).utf8 }
    }

    private mutating func makeArray(before: String, behind: String) {
        bytes += before.utf8
        for index in 0..<pick([0, 1, 5, 15]) {
            if index > 0 { bytes += pick([",", " ,", ",\n", "\r\n , "]).utf8 }
            add(record(spaces: Self.pretty))
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where !plants.isEmpty:
            bytes += pick([",", ", "]).utf8
            addCutOff(spaces: Self.pretty)
        case 1: bytes += pick(["", " "]).utf8
        default: bytes += behind.utf8
        }
    }

    private mutating func makeSequence() {
        framing = .sequence
        for _ in 0..<pick([0, 1, 5, 15]) {
            repeat { bytes.append(0x1E) } while chance(4)
            var next = record(spaces: Self.pretty, also: Self.unbalanced)
            let isDelimited = "{[\"".utf8.contains(next.0[0])
            let hasFeed = !chance(4)
            if hasFeed { next.0 += pick(["\n", "\r\n"]).utf8 } else if !isDelimited { next.1 = .broken }
            add(next)
        }
        if chance(2) {
            bytes.append(0x1E)
            addCutOff(spaces: Self.pretty)
        }
    }

    private mutating func makeDocument() {
        framing = .document
        let before = pick(["", "\n", " \r\n"])
        bytes += before.utf8
        if chance(3) {
            addCutOff(spaces: Self.pretty)
        } else {
            add(record(spaces: Self.pretty, also: Self.unbalanced))
            bytes += pick(["", "\n", " \r\n"]).utf8
        }
    }

    // MARK: Records

    private mutating func add(_ record: ([UInt8], Plant)) {
        bytes += record.0
        plants.append(record.1)
        if record.1 != .sound { ids.append(0) }
    }

    /// A record that the end of the input cuts off.
    private mutating func addCutOff(spaces: [String]) {
        let text = sound(spaces, isLong: chance(4))
        ids.removeLast()
        add((Array(text[..<Int.random(in: 1..<text.count, using: &generator)]), .broken))
    }

    private mutating func record(spaces: [String], also more: [String] = []) -> ([UInt8], Plant) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return (Array(pick(Self.otherKind).utf8), .otherKind)
        case 1: return (Array(pick(Self.broken + more).utf8), .broken)
        case 2: return (Array("{\"name\":\"".utf8) + pick(Self.notUTF8) + Array("\"}".utf8), .broken)
        case 3:
            let text = sound(spaces, isLong: true)
            ids.removeLast()
            return (text, .tooLong)
        default: return (sound(spaces, isLong: false), .sound)
        }
    }

    /// A record that is a `StreamItem`.
    private mutating func sound(_ spaces: [String], isLong: Bool) -> [UInt8] {
        ids.append(Int.random(in: 1...99_999, using: &generator))
        var fields = [["\"id\"", ":", "\(ids[ids.count - 1])"]]
        if isLong || chance(2) { fields.append(["\"name\"", ":", "\"" + text(isLong ? 90 : 2) + "\""]) }
        if chance(4) { fields.append(["\"tags\"", ":", "[", "\"\(text(1))\"", "]"]) }
        if chance(4) { fields.append(["\"inner\"", ":", pick(["{\"a\":[{}]}", "[[],[1]]", "\"\\\\\"", "-1.5e3", "null"])]) }
        fields.shuffle(using: &generator)
        var result = "{"
        for token in fields.joined(separator: [","]) { result += token + pick(spaces) }
        return Array((result + "}").utf8)
    }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in pick(["{[", "]}", "\\\"", "\\\\", ",:", "\\u0041", "\\n", "\u{E9}", "\u{1F600}", "ab", "//"]) }.joined()
    }

    private static let pretty = ["", "", "", " ", "\n", "\r\n\t"]
    private static let otherKind = [
        "7", "-0.5e2", "true", "null", "\"a]\\\"}\"", "[]", "[{\"id\":1}]", "{\"id\":\"1\"}", "{\"name\":5}", "{\"tags\":[1]}",
        "{\"id\":1.5}",
    ]
    /// No JSON, but with an end of its own.
    private static let broken = [
        "nul", "01", "-", "1.", "truefalse", "{\"id\":}", "{\"id\" 1}", "{\"id\":1,}", "[1,,2]", "{1:2}", "{\"id\":01}",
        "{\"name\":\"\\x\"}",
        "{\"name\":\"\\ud800\"}", "{\"name\":\"\u{1}\"}", "{\"id\":1 2}", "\"\\u00g0\"", "{,}", "'a'",
    ]
    /// What only a line feed or a separator ends.
    private static let unbalanced = [
        "{", "[1", "]", "}", "\"", "{\"name\":\"abc", "{\"id\":1]", "{\"id\":1}}", "1 2", "1,2", "[}", "{} {}", ",",
    ]
    private static let notUTF8: [[UInt8]] = [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF0, 0x9F, 0x98], [0x80]]

    /// Ways to an array, with decoys beside them.
    private static let surroundings: [(JSONPath, String, String)] = [
        (
            "data.items",
            "{\"items\": [{\"id\": 9}], \"data\" : {\"x\": \"}],\\\"items\\\":[\",\r\n \"item\": {\"items\": [1]}, \"dat\":1, \"items\":[",
            "], \"item s\": [5, 6], \"y\": {}}, \"dat\\u0061s\": {\"items\": [7]}, \"n\" :[-0.5e+7,\"\\\"\u{E9}\",true , null]}\n"
        ),
        (
            "[2].list", " [ [{\"list\":[9]}],{\"list\": [1]}\n,{\"list \":-1.5,\"li\":{\"list\":[]},\"list\":\n[ ",
            "]}, {\"list\": [3]},\n[[], false,0]] "
        ),
        ("a[1][0].b", "{\"\":{},\"aa\":1,\"a\":[ [[0]] ,[{\"c\":{\"b\":[1]},\"b\":[", "\n]}, 5], \"x\"]}"),
        (
            JSONPath([.key("na\u{EF}ve"), .key("\u{1F600}\"")]),
            "{\"naive\":[2], \"na\\u00EFve\" : {\"\\\"\":[1],\"\\\\\":\"\\\\\",\"\\ud83d\\uDE00\\\"\":[", "]}}"
        ),
        ("[0].0", "[{\"00\":[1],\"0\":[", "]}]"),
    ]
}
