import Testing

@testable import Yodel

// Compact text is written behind room that is asked for once per object: whatever room there is, the text is the same, and nothing is written beyond.

private struct Row: Model {
    var id = 0, name = "", note: String?, level: Int?, ratio = 0.0, share: Double?, isOpen = false, maybe: Bool?
    var numbers: [Int] = [], cells: [Cell] = [], more: [Cell]?, only: Cell?
}
private struct Cell: Model { var x = 0.5, label = "c", blocks: [Double] = [] }
private struct Nothing: Model {
    var text: String?, list: [Int]?
}
private struct Sheet: Model {
    var rows: [Row] = [], first = Row(), byNumber: [Int: Row] = [:], byName: [String: [String]] = [:], grid: [[Double]] = []
    var nothing = Nothing(), many: [Nothing] = [], texts: [String] = [], flags: [Bool] = [], counts: [String: Int] = [:], loose: [Int?] = []
    var path = 0, deep: String?
    static var keyMapping: KeyMapping { ["path": "p.q", "deep": "p.r.s"] }
}

@Suite struct CompactWritingTests {
    private static let texts = [
        "", "a", "fifteen bytes..", "sixteen bytes...", String(repeating: "long ", count: 60), "\"quoted\"", "\\", "a\nb\u{1}", "größe",
        "日本語テキスト😀",
        "no escape in the first thirty-two bytes, but \"here\"",
    ]
    private static let numbers = [0, 7, -1, 42, 99_999_999, 100_000_000, -999_999_999, 1_000_000_000, .max, .min]

    private static func sheet(_ seed: Int) -> Sheet {
        func text(_ index: Int) -> String { texts[(seed + index) % texts.count] }
        func number(_ index: Int) -> Int { numbers[(seed + index) % numbers.count] }
        func cell(_ index: Int) -> Cell {
            Cell(x: Double(number(index)) / 1_000, label: text(index), blocks: (0..<index % 3).map { Double($0) + 0.25 })
        }
        func row(_ index: Int) -> Row {
            Row(
                id: number(index), name: text(index), note: index % 2 == 0 ? text(index + 1) : nil,
                level: index % 3 == 0 ? number(index + 1) : nil,
                ratio: 1 / Double(index + 3), share: index % 2 == 1 ? 1e300 : nil, isOpen: index % 2 == 0,
                maybe: index % 3 == 1 ? true : nil,
                numbers: (0..<index).map { number($0) }, cells: (0..<index % 4).map { cell($0) },
                more: index % 2 == 0 ? [cell(index)] : nil,
                only: index % 2 == 1 ? cell(index) : nil)
        }
        return Sheet(
            rows: (0..<4).map { row($0) }, first: row(seed), byNumber: [number(0): row(1)], byName: [text(2): [text(3), text(4)]],
            grid: [[], [0.1, -2.5], [1e-7]], many: seed % 2 == 0 ? [Nothing(), Nothing(text: text(1))] : [], texts: [text(0), text(5)],
            flags: [true, false], counts: [text(6): number(3)], loose: [1, nil], path: seed, deep: seed % 2 == 0 ? text(7) : nil)
    }

    /// What is written, and whether the bytes behind the memory are as they were.
    private static func written(_ value: Sheet, _ encoder: ModelEncoder, room: Int) throws -> (text: String, isIntact: Bool) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: room + 64, alignment: 16)
        defer { memory.deallocate() }
        for index in memory.indices { memory[index] = 0xAA }
        var text = "", isOverflow = false
        var count = 0
        try encoder.encode(
            value, isLine: false, lending: { count = $0(UnsafeMutableRawBufferPointer(rebasing: memory[..<room])) },
            overflow: { bytes, _ in (text, isOverflow) = (String(decoding: bytes, as: UTF8.self), true) })
        if !isOverflow { text = String(decoding: memory[..<count], as: UTF8.self) }
        return (text, memory[room...].allSatisfy { $0 == 0xAA })
    }

    /// The tree that is written does not come from the compact writer: pretty text is written member by member.
    @Test(arguments: [[], .slash, .notASCII, [.slash, .notASCII]] as [StringEscape.Flags])
    func whateverTheRoom(flags: StringEscape.Flags) throws {
        let encoder = ModelEncoder(
            options { ($0.escapesSlashes, $0.escapesNonASCII) = (flags.contains(.slash), flags.contains(.notASCII)) })
        let pretty = ModelEncoder(options { $0.isPretty = true })
        for seed in 0..<Self.texts.count {
            let sheet = Self.sheet(seed)
            let expected = try encoder.encodeToString(sheet)
            #expect(
                try ModelDecoder().decode(JSONValue.self, from: expected)
                    == ModelDecoder().decode(JSONValue.self, from: pretty.encodeToString(sheet)))
            let rooms = seed == 0 ? Array(0...(2 * expected.utf8.count)) : Array(stride(from: seed, to: 2 * expected.utf8.count, by: 37))
            let wrong = try rooms.filter { room in
                let (text, isIntact) = try Self.written(sheet, encoder, room: room)
                return text != expected || !isIntact
            }
            #expect(wrong.isEmpty, "\(seed): \(wrong.count) sizes: \(wrong.prefix(5))")
        }
    }

    @Test func whatHasNothingInIt() {
        expectWritten(Nothing(), "{}")
        expectWritten([Nothing(), Nothing()], "[{},{}]")
        expectWritten([[Nothing]](), "[]")
        expectWritten([[], [Nothing()]] as [[Nothing]], "[[],[{}]]")
        expectWritten([:] as [Int: Nothing], "{}")
        expectWritten([-5: Nothing()], #"{"-5":{}}"#)
    }

    /// An error names the element, the key and the member, however they are written.
    @Test func pathsOfFailures() {
        func check(_ path: String, location: Testing.SourceLocation = #_sourceLocation, _ set: (inout Sheet) -> Void) {
            var sheet = Sheet(rows: [Row(), Row(cells: [Cell(), Cell()])])
            set(&sheet)
            expectUnwritten(
                sheet, .mismatch, .nonFiniteNumber, path: path, "a number that is not finite has no place in JSON (onNonFinite)",
                options { $0.onNonFinite = .fail }, location: location)
        }
        check("rows[1].cells[1].x") { $0.rows[1].cells[1].x = .nan }
        check("rows[0].share") { $0.rows[0].share = .infinity }
        check("first.only.blocks[2]") { $0.first.only = Cell(blocks: [1, 2, .nan]) }
        check("first.more[0].x") { $0.first.more = [Cell(x: .nan)] }
        check("grid[2][0]") { $0.grid = [[], [1], [.nan]] }
        check("byNumber.7.ratio") { $0.byNumber = [7: Row(ratio: .nan)] }
    }
}
