import Foundation

@testable import Yodel

/// A model that can be drawn.
protocol Drawn: Model, Equatable {
    init(from source: inout RandomSource)
}

/// Draws values; extremes come often.
struct RandomSource {
    private var generator: SeededGenerator
    init(seed: Int) { generator = SeededGenerator(seed: UInt64(seed)) }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    mutating func integer<T: FixedWidthInteger>() -> T {
        switch below(8) {
        case 0: T.min
        case 1: T.max
        case 2: T(truncatingIfNeeded: below(100))
        default: T.random(in: T.min...T.max, using: &generator) >> T(below(T.bitWidth))
        }
    }
    mutating func float<T: BinaryFloatingPoint>(_ make: (UInt64) -> T) -> T {
        let extremes = [
            T.greatestFiniteMagnitude, -T.greatestFiniteMagnitude, T.leastNonzeroMagnitude, T.leastNormalMagnitude, 0, -0.0, 0.1, 1,
        ]
        if below(4) == 0 { return extremes[below(extremes.count)] }
        let value = make(integer())
        return value.isFinite ? value : 1.5
    }
    mutating func double() -> Double { float { Double(bitPattern: $0) } }
    mutating func float() -> Float { float { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) } }
    mutating func bool() -> Bool { below(2) == 0 }
    mutating func scalar() -> Unicode.Scalar {
        let limits = [0x20, 0x80, 0x800, 0xD800, 0x11_0000]
        return Unicode.Scalar(UInt32(below(limits[below(5)]))) ?? "\\"
    }
    mutating func text() -> String {
        if below(6) == 0 { return ["", "\"\\/", "null", "\u{0}", "</script>", "sixteen bytes, 1"][below(6)] }
        var text = String.UnicodeScalarView()
        for _ in 0..<below(below(10) == 0 ? 300 : 20) { text.append(bool() ? scalar() : Unicode.Scalar(UInt8(0x20 + below(0x5F)))) }
        return String(text)
    }
    /// Whole quarters of a second between the years 1 and 9999, which every format has.
    mutating func date() -> Date {
        Date(timeIntervalSince1970: Double(Int.random(in: -62_135_596_800 * 4...253_402_300_799 * 4, using: &generator)) / 4)
    }
    mutating func data() -> Data { Data((0..<below(20)).map { _ in UInt8(below(256)) }) }
    mutating func url() -> URL { URL(string: ["https://example.org/a/b?c=d%20e#f", "a:b", "/relative", "http://[::1]:80/"][below(4)])! }
    mutating func uuid() -> UUID {
        var bytes: uuid_t = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(below(256)) }
        }
        return UUID(uuid: bytes)
    }
    mutating func decimal() -> Decimal {
        var text = bool() ? "-" : ""
        for _ in 0..<(1 + below(20)) { text += "\(below(10))" }
        if bool() { text += "." }
        if text.hasSuffix(".") { for _ in 0..<(1 + below(17)) { text += "\(1 + below(9))" } }
        return Decimal(string: text)!
    }
    mutating func maybe<T>(_ make: (inout RandomSource) -> T) -> T? { below(3) == 0 ? nil : make(&self) }
    mutating func list<T>(_ make: (inout RandomSource) -> T) -> [T] { (0..<below(4)).map { _ in make(&self) } }
    mutating func table<K: Hashable, V>(_ key: (inout RandomSource) -> K, _ value: (inout RandomSource) -> V) -> [K: V] {
        Dictionary((0..<below(4)).map { _ in (key(&self), value(&self)) }) { $1 }
    }
    mutating func json(_ depth: Int = 3) -> JSONValue {
        switch below(depth == 0 ? 4 : 6) {
        case 0: .bool(bool())
        case 1: .string(text())
        case 2: .number(JSONNumber(integer() as Int128))
        case 3: .number(JSONNumber(double())!)
        case 4: .array(list { $0.json(depth - 1) } + [.null])
        default: .object(JSONObject(table({ $0.text() }, { $0.json(depth - 1) }).map { (key: $0.key, value: $0.value) }))
        }
    }
}

enum WritingModels {
    enum Colour: String, Codable, CaseIterable { case red, quoted = "a/\"é" }
    enum Level: Int16, Codable, CaseIterable { case low = -32_768, high = 32_767 }

    /// What Foundation's decoder reads too.
    struct Plain: Drawn, Codable {
        var bool = false, int = 0, int8: Int8 = 0, int16: Int16 = 0, int32: Int32 = 0, int64: Int64 = 0
        var uint: UInt = 0, uint8: UInt8 = 0, uint16: UInt16 = 0, uint32: UInt32 = 0, uint64: UInt64 = 0
        var float: Float = 0, double = 0.0, text = "", date = Date(timeIntervalSince1970: 0), data = Data()
        var url = URL(string: "a:")!, uuid = UUID(), decimal = Decimal(), colour = Colour.red, level = Level.low
        var maybe: Int?, maybeText: String?, maybeDouble: Double?, maybeDate: Date?, gaps: [Int?] = [], texts: [String] = []
        var doubles: [Double] = [], grid: [[Float]] = [], set: Set<String> = [], table: [String: [Double]] = [:],
            byNumber: [Int: Bool] = [:]
        var inner: [Plain] = []

        init() {}
        init(from source: inout RandomSource) { self.init(from: &source, depth: 1) }
        private init(from s: inout RandomSource, depth: Int) {
            (bool, int, int8, int16, int32, int64) = (s.bool(), s.integer(), s.integer(), s.integer(), s.integer(), s.integer())
            (uint, uint8, uint16, uint32, uint64) = (s.integer(), s.integer(), s.integer(), s.integer(), s.integer())
            (float, double, text, date, data, url, uuid) = (s.float(), s.double(), s.text(), s.date(), s.data(), s.url(), s.uuid())
            (decimal, colour, level) = (s.decimal(), Colour.allCases[s.below(2)], Level.allCases[s.below(2)])
            (maybe, maybeText) = (s.maybe { $0.integer() }, s.maybe { $0.text() })
            (maybeDouble, maybeDate) = (s.maybe { $0.double() }, s.maybe { $0.date() })
            (gaps, texts, doubles) = (s.list { $0.maybe { $0.integer() } }, s.list { $0.text() }, s.list { $0.double() })
            (grid, set) = (s.list { $0.list { $0.float() } }, Set(s.list { $0.text() }))
            table = s.table({ $0.text() }, { $0.list { $0.double() } })
            byNumber = s.table({ $0.integer() }, { $0.bool() })
            if depth > 0 { inner = s.list { Plain(from: &$0, depth: depth - 1) } }
        }
    }

    /// What only Yodel reads.
    struct Wide: Drawn {
        var int128: Int128 = 0, uint128: UInt128 = 0, part: Substring = "", letter: Character = "x", json: JSONValue = true
        var deep: Int??, deeper: String???, packed: ContiguousArray<Double?> = [], letters: Set<Character> = []
        var byColour: [Colour: [Int128]] = [:], byLevel: [Level: Plain?] = [:], object: Mapped?, objects: [Mapped] = [], tree = Tree()

        init() {}
        init(from s: inout RandomSource) {
            (int128, uint128, part, json) = (s.integer(), s.integer(), s.text()[...], s.json())
            (letter, letters) = (Character(s.scalar()), Set(s.list { Character($0.scalar()) }))
            (deep, deeper) = (s.maybe { $0.integer() as Int }.map { .some($0) }, s.maybe { $0.text() }.map { .some(.some($0)) })
            packed = ContiguousArray(s.list { $0.maybe { $0.double() } })
            byColour = s.table({ Colour.allCases[$0.below(2)] }, { $0.list { $0.integer() } })
            byLevel = s.table({ Level.allCases[$0.below(2)] }, { $0.maybe { Plain(from: &$0) } })
            (object, objects) = (s.maybe { Mapped(from: &$0) }, s.list { Mapped(from: &$0) })
            tree = Tree(from: &s)
        }
    }

    /// Every form of key; what is nil has to stay nil.
    struct Mapped: Drawn {
        var longName = "", desc: String?, id = 0, first: Int?, third: Text?, far: Bool?, own = "", list: [String] = [], seconds: Date?
        var hidden = 7, quoted: Double?, doubled = 0
        var twice: Int {
            get { doubled }
            set { doubled = newValue }
        }
        struct Text: Model, Equatable { var text = "" }

        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.twice, named: "twice")
            model.keys = KeyMapping(
                [
                    "desc": ["ext.desc", "desc"], "id": .keys("id", "ext.id", writing: "ext.id"), "first": "ext.list.0",
                    "third": "ext.list.2", "far": "ext.far.1000", "own": "ext.o\\.wn", "hidden": [], "quoted": "a/\"é\\\\",
                ], style: .snakeCase)
            model.transforms = ["list": .separated(by: "\u{1}"), "seconds": .epochSeconds]
            model.ignored = ["doubled"]
        }

        init() {}
        init(from s: inout RandomSource) {
            (longName, desc, id, first) = (s.text(), s.maybe { $0.text() }, s.integer(), s.maybe { $0.integer() })
            (third, far, own) = (s.maybe { Text(text: $0.text()) }, s.maybe { $0.bool() }, s.text())
            list = s.list { "x" + $0.text().replacing("\u{1}", with: "") }
            (seconds, quoted, doubled) = (s.maybe { $0.date() }, s.maybe { $0.double() }, s.integer())
        }
    }

    /// Instances, of a subclass where the object says so, that the model's own code completes.
    class Tree: Drawn, PolymorphicModel, WillEncodeModel {
        var name = "", children: [Tree] = [], next: Tree?
        required init() {}
        required convenience init(from source: inout RandomSource) { self.init(&source, depth: 3) }
        convenience init(_ s: inout RandomSource, depth: Int) {
            self.init()
            name = s.text()
            if depth > 0 {
                children = s.list { $0.bool() ? Tree(&$0, depth: depth - 1) : Branch(&$0, depth: depth - 1) }
                next = s.maybe { Tree(&$0, depth: depth - 1) }
            }
            (self as? Branch)?.length = s.double()
        }
        class func describe(_ model: inout ModelDescription) { model.keys = ["next": "links.next"] }
        class func modelType(for object: JSONObject) -> (any Model.Type)? { object["kind"] == "branch" ? Branch.self : nil }
        func willEncode(into object: inout JSONObject) { if self is Branch { object["kind"] = "branch" } }
        static func == (left: Tree, right: Tree) -> Bool {
            type(of: left) == type(of: right) && left.name == right.name && left.children == right.children && left.next == right.next
                && (left as? Branch)?.length == (right as? Branch)?.length
        }
    }
    final class Branch: Tree { var length = 0.0 }
}
