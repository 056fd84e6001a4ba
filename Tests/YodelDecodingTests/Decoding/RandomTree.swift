@testable import Yodel
@testable import YodelTestSupport

/// A JSON value as it is written: objects are lists of pairs, so that order and repeated keys are kept.
indirect enum RandomTree {
    typealias Pair = (key: String, value: RandomTree)

    case null
    case bool(Bool)
    /// A number by its text.
    case number(String)
    case string(String)
    case array([RandomTree])
    case object([Pair])

    /// The value as the library's own; of equal keys the last one stays.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let text): .number(JSONNumber(text)!)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let pairs): .object(JSONObject(pairs.map { (key: $0.key, value: $0.value.json) }))
        }
    }
}

/// What usually stands at a place of a document.
indirect enum RandomShape {
    typealias Key = (key: String, shape: RandomShape)

    case integer
    case byte
    case double
    case bool
    case text
    case date
    case any
    case list(RandomShape)
    case table(RandomShape)
    /// A function, because a model may contain itself.
    case object(() -> [Key])
    case either([RandomShape])
}

/// Texts that are drawn from, and of which the reference knows what they are.
enum RandomTexts {
    /// JSON numbers besides plain integers. All are exact as Double, far beyond it, or read as Double only.
    static let numbers: Set = [
        "0", "-0", "0.0", "-0.0", "-0.5", "1.5", "2.0", "-2.75", "1e2", "2.5E+1", "1e-1", "255.5", "256.5", "1e18", "1e19", "-1E+300",
        "1e400", "99999999999999999999", "9223372036854775808", "-9223372036854775809", "0.1", "123.456",
    ]

    static let dates: [String: Double] = [
        "1970-01-01": 0, "1970-01-02 00:00:01": 86_401, "2001-09-09T01:46:40Z": 1_000_000_000, "2001-09-09T01:46:40.500Z": 1_000_000_000.5,
        "2001-09-09T03:46:40+02:00": 1_000_000_000, "2001-09-09T01:46:40-0100": 1_000_003_600, "1969-12-31 23:59:59": -1,
        "Sun Sep 09 01:46:40 +0000 2001": 1_000_000_000,
    ]

    /// Neither numbers nor dates nor words.
    static let plain = [
        "", "a", "Ann", "two words", "\u{E9}t\u{E9}", "\u{1F600}", "say \"hi\"", "back\\slash", "line\nbreak\t", " 7", "7 ", "7x", "+5",
        "01",
        "1.", ".5", "0x10", "NaN", "Infinity", "inf", "tRUE", "on", "2001-02-30", "2001-13-01", "2001-09-09T", "nul", "a.b", "/",
    ]

    static let words = [
        "TRUE", "True", "true", "YES", "Yes", "yes", "FALSE", "False", "false", "NO", "No", "no", "NIL", "Nil", "nil", "NULL", "Null",
        "null",
        "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>",
    ]

    /// Keys that no property has, though they look like it: own names of renamed properties, paths, other cases.
    static let strangers = ["", "zz", "name", "N", "ext.desc", "items.0.id", "meta.id", "Id", "desc", "0", "1", "e", "id ", "bookID", "d"]

    // Sets and dictionaries are in another order in every run; what is drawn from must not be.
    static let orderedNumbers = numbers.sorted()
    static let orderedDates = dates.keys.sorted()
}

/// Draws documents.
struct RandomTrees {
    var generator: SeededGenerator
    /// Whether keys may come more than once in an object.
    let repeatsKeys: Bool

    mutating func chance(_ one: Int, in many: Int) -> Bool { Int.random(in: 0..<many, using: &generator) < one }

    private mutating func pick<T>(_ values: [T]) -> T { generator.pick(values) }

    /// A value for a place: mostly one that fits.
    mutating func value(_ shape: RandomShape, depth: Int) -> RandomTree {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0, 1: .null
        case 2, 3: misfit(shape, depth: depth)
        case 4...6: loose(shape, depth: depth)
        default: fitting(shape, depth: depth)
        }
    }

    /// An object with some of the keys in any order, some of them twice, and some strange ones.
    mutating func object(_ keys: [RandomShape.Key], depth: Int) -> RandomTree {
        // Full documents and nearly empty ones. Objects with many keys are smaller further down, so that a document stays short.
        let share = depth == 0 ? Int.random(in: 1...3, using: &generator) : keys.count < 5 ? 3 : max(3 - depth, 1)
        var pairs: [RandomTree.Pair] = []
        for (key, shape) in keys where chance(share, in: 4) {
            repeat {
                pairs.append((key: key, value: value(shape, depth: depth + 1)))
            } while repeatsKeys && chance(1, in: 4)
        }
        while chance(1, in: 4) {
            pairs.append((key: pick(RandomTexts.strangers), value: scalar()))
        }
        pairs.shuffle(using: &generator)
        return .object(allowed(pairs))
    }

    /// The pairs, without repeated keys unless they are wanted.
    private func allowed(_ pairs: [RandomTree.Pair]) -> [RandomTree.Pair] {
        var seen: Set<String> = []
        return repeatsKeys ? pairs : pairs.filter { seen.insert($0.key).inserted }
    }

    private mutating func fitting(_ shape: RandomShape, depth: Int) -> RandomTree {
        switch shape {
        case .integer: return .number(integer())
        case .byte: return .number(String(UInt8.random(in: 0...255, using: &generator)))
        case .double: return .number(pick(RandomTexts.orderedNumbers))
        case .bool: return .bool(Bool.random(using: &generator))
        case .text: return .string(pick(RandomTexts.plain))
        case .date: return .string(pick(RandomTexts.orderedDates))
        case .any: return any(depth: depth)
        case .list(let element):
            return .array((0..<count(depth)).map { _ in value(element, depth: depth + 1) })
        case .table(let element):
            return .object(
                allowed((0..<count(depth)).map { _ in (key: pick(["a", "b", "", "a.b"]), value: value(element, depth: depth + 1)) }))
        case .object(let keys): return object(keys(), depth: depth)
        case .either(let shapes): return fitting(pick(shapes), depth: depth)
        }
    }

    /// Another way to write a scalar, which a conversion may take; of containers an ordinary one.
    private mutating func loose(_ shape: RandomShape, depth: Int) -> RandomTree {
        switch shape {
        case .integer, .byte, .double, .bool, .text, .date: scalar()
        default: fitting(shape, depth: depth)
        }
    }

    /// Probably nothing that fits.
    private mutating func misfit(_ shape: RandomShape, depth: Int) -> RandomTree {
        // An index of a path is a key where an array's place has an object.
        if case .list(let element) = shape, chance(1, in: 2) {
            return .object(allowed((0...count(depth)).map { _ in (key: pick(["0", "1"]), value: value(element, depth: depth + 1)) }))
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return .string(pick(RandomTexts.plain))
        case 1: return .number(pick(["256", "-1", "99999999999999999999", "1e400", "-9223372036854775809"]))
        case 2: return .array([])
        case 3: return .array([scalar(), scalar()])
        case 4: return .object([])
        default: return .object([(key: pick(["x", "0", "id", "e"]), value: scalar())])
        }
    }

    private mutating func any(depth: Int) -> RandomTree {
        guard depth < 4, chance(1, in: 2) else { return scalar() }
        return fitting(chance(1, in: 2) ? .list(.any) : .table(.any), depth: depth + 1)
    }

    private mutating func scalar() -> RandomTree {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: .null
        case 1: .bool(Bool.random(using: &generator))
        case 2: .number(integer())
        case 3: .number(pick(RandomTexts.orderedNumbers))
        case 4: .string(integer())
        case 5: .string(pick(RandomTexts.orderedNumbers))
        case 6: .string(pick(RandomTexts.words))
        case 7: .string(pick(RandomTexts.orderedDates))
        default: .string(pick(RandomTexts.plain))
        }
    }

    private mutating func integer() -> String {
        chance(1, in: 6)
            ? pick([String(Int.max), String(Int.min), "255", "256", "-1"]) : String(Int.random(in: -99...999, using: &generator))
    }

    private mutating func count(_ depth: Int) -> Int {
        depth > 3 ? 0 : Int.random(in: 0...(4 - depth), using: &generator)
    }
}

// MARK: Text

extension RandomTrees {
    /// The document as text, with white space wherever it may be.
    mutating func text(_ tree: RandomTree) -> String {
        var text = ""
        write(tree, to: &text)
        return text
    }

    private mutating func write(_ tree: RandomTree, to text: inout String) {
        space(&text)
        switch tree {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number
        case .string(let string): quote(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                write(element, to: &text)
            }
            text += "]"
        case .object(let pairs):
            text += "{"
            for (index, pair) in pairs.enumerated() {
                if index > 0 { text += "," }
                space(&text)
                quote(pair.key, to: &text)
                space(&text)
                text += ":"
                write(pair.value, to: &text)
            }
            text += "}"
        }
        space(&text)
    }

    private mutating func space(_ text: inout String) {
        if chance(1, in: 8) { text += pick([" ", "  ", "\n", "\t", "\r\n"]) }
    }

    /// Writes a string; one in eight has a character escaped that need not be.
    private mutating func quote(_ string: String, to text: inout String) {
        let escaped = chance(1, in: 8) ? Int.random(in: 0...4, using: &generator) : -1
        text += "\""
        for (index, scalar) in string.unicodeScalars.enumerated() {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where scalar.value < 0x20 || (index == escaped && scalar.value < 0x1_0000):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
