@testable import Yodel
@testable import YodelTestSupport

// A stream read the plain way: the whole input at hand, cut by loops over its bytes, each record decoded by itself, every line and column
// counted from the start of the input.

struct ReferenceReader {
    let bytes: [UInt8]
    var options = DecodingOptions.lenient
    var limit = Int.max
    private var cuts: [Range<Int>] = []
    /// Records that may have been cut off.
    private var cutOff: Set<Int> = []
    private var end: (code: ModelError.Code, offset: Int, message: String)?

    init(_ bytes: [UInt8], _ options: DecodingOptions, limit: Int) {
        self.bytes = bytes
        self.options = options
        self.options.acceptsByteOrderMark = false
        self.limit = limit
    }

    /// Reads the input.
    mutating func read<T: Equatable>(_ type: T.Type, _ framing: Framing) -> StreamOutcome<T> {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch framing {
        case .lines: cutLines(start)
        case .values: cutValues(start)
        case .array(let path): cutArray(start, path.components)
        case .sequence: cutSequence(start)
        case .document: cuts = [start..<bytes.count]
        case .automatic: fatalError("the reference does not choose")
        }
        var outcome = StreamOutcome<T>()
        for (index, cut) in cuts.enumerated() {
            let isTooLong = cut.count > limit
            outcome.records.append(
                ReadRecord(
                    number: index + 1, line: place(of: cut.lowerBound).line, offset: cut.lowerBound, length: cut.count,
                    bytes: isTooLong ? [] : Array(bytes[cut]), decode(type, cut, isTooLong)))
        }
        if let end {
            outcome.end = ErrorFields(error(.syntax, end.code, at: end.offset, JSONPath(), end.message))
        }
        return outcome
    }

    private func decode<T>(_ type: T.Type, _ cut: Range<Int>, _ isTooLong: Bool) -> Result<T, ModelError> {
        if isTooLong { return .failure(.recordTooLong(limit, at: place(of: cut.lowerBound))) }
        if cutOff.contains(cut.lowerBound) { return .failure(.recordCutOff(at: place(of: cut.lowerBound))) }
        do throws(ModelError) {
            return .success(try ModelDecoder(options).decode(type, from: Array(bytes[cut])))
        } catch let fault {
            return .failure(error(fault.category, fault.code, at: cut.lowerBound + fault.offset, fault.path, fault.message))
        }
    }

    // MARK: Places

    private func place(of offset: Int) -> SourceLocation {
        var (line, column) = (1, 1)
        for byte in bytes[..<offset] {
            column += 1
            if byte == 0x0A { (line, column) = (line + 1, 1) }
        }
        return SourceLocation(offset: offset, line: line, column: column)
    }

    private func error(_ category: ModelError.Category, _ code: ModelError.Code, at offset: Int, _ path: JSONPath, _ message: String)
        -> ModelError
    {
        ModelError(category, code, at: place(of: offset), path: path, message)
    }

    private mutating func fail(at offset: Int, expected: String) {
        end =
            offset < bytes.count
            ? (.unexpectedByte, offset, "expected \(expected), found \(SyntaxFault.name(bytes[offset]))")
            : (.unexpectedEnd, offset, "the input ends before the value does")
    }

    // MARK: Cuts

    private func isSpace(_ index: Int) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) }
    private func isOne(_ index: Int, of text: String) -> Bool { index < bytes.count && text.utf8.contains(bytes[index]) }
    private func isBlank(_ cut: Range<Int>) -> Bool { cut.allSatisfy(isSpace) }

    private func skipSpace(_ start: Int) -> Int {
        var index = start
        while index < bytes.count, isSpace(index) { index += 1 }
        return index
    }

    private mutating func cutLines(_ first: Int) {
        var start = first
        for index in first...bytes.count where index == bytes.count || bytes[index] == 0x0A {
            var line = start..<index
            if !isBlank(line) {
                if bytes[index - 1] == 0x0D { line = start..<index - 1 }
                cuts.append(line)
            }
            start = index + 1
        }
    }

    private mutating func cutSequence(_ first: Int) {
        var start = first
        for index in first...bytes.count where index == bytes.count || bytes[index] == 0x1E {
            let text = start..<index
            if !isBlank(text) {
                cuts.append(text)
                if !isOne(skipSpace(start), of: "{[\""), !isSpace(index - 1) { cutOff.insert(start) }
            }
            start = index + 1
        }
    }

    private mutating func cutValues(_ first: Int) {
        var index = skipSpace(first)
        while index < bytes.count {
            guard let next = cutValue(index) else { return }
            index = skipSpace(next)
        }
    }

    /// Cuts the value that begins at an index; nil if it has no end that can be told.
    private mutating func cutValue(_ start: Int) -> Int? {
        let (end, hasEnd) = endOfValue(start)
        guard hasEnd else {
            fail(at: end, expected: "a bracket that fits, or a value")
            return nil
        }
        cuts.append(start..<end)
        return end
    }

    /// Where the value ends; else the byte that cannot be.
    private func endOfValue(_ start: Int) -> (end: Int, hasEnd: Bool) {
        if isOne(start, of: ",:]}") { return (start, false) }
        var index = start
        if !isOne(start, of: "{[\"") {
            while index < bytes.count, !isSpace(index), !isOne(index, of: "{[\",:]}") { index += 1 }
            return (index, true)
        }
        var open: [UInt8] = []
        repeat {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): if open.popLast() != bytes[index] { return (index, false) }
            default: break
            }
            index += 1
        } while index < bytes.count && !open.isEmpty
        return (min(index, bytes.count), true)
    }

    private mutating func cutArray(_ first: Int, _ path: [JSONPath.Component]) {
        guard var index = arrayStart(skipSpace(first), path[...]) else { return fail(at: bytes.count, expected: "") }
        var isFirst = true
        while true {
            index = skipSpace(index)
            if isOne(index, of: "]") { break }
            if !isFirst {
                guard isOne(index, of: ",") else { return fail(at: index, expected: "',' or ']'") }
                index = skipSpace(index + 1)
            }
            guard index < bytes.count else { return fail(at: index, expected: "") }
            if !isFirst && isOne(index, of: "]") {
                return end = (.unexpectedByte, index, "expected a value, found ']': JSON has no comma after the last element")
            }
            guard let next = cutValue(index) else { return }
            index = next
            isFirst = false
        }
        index = skipSpace(index + 1)
        if path.isEmpty, index < bytes.count {
            end = (.trailingContent, index, "expected nothing after the value, found \(SyntaxFault.name(bytes[index]))")
        }
    }

    /// Where the array at a path begins, in a document that has one and is sound up to there; nil if the input ends before.
    private func arrayStart(_ start: Int, _ path: ArraySlice<JSONPath.Component>) -> Int? {
        guard let step = path.first else { return isOne(start, of: "[") ? start + 1 : nil }
        var index = skipSpace(start + 1)
        var elements = 0
        while index < bytes.count {
            let isWanted: Bool
            if isOne(start, of: "{") {
                let wanted = if case .key(let key) = step { key } else { step == .index(elements) ? String(elements) : "" }
                let key = endOfValue(index).end
                let name = try? ModelDecoder().decode(String.self, from: Array(bytes[index..<key]))
                isWanted = name.map { Array($0.utf8) == Array(wanted.utf8) } == true
                index = skipSpace(skipSpace(key) + 1)
            } else {
                isWanted = step == .index(elements)
                elements += 1
            }
            if isWanted { return arrayStart(index, path.dropFirst()) }
            guard index < bytes.count else { return nil }
            index = skipSpace(skipSpace(endOfValue(index).end) + 1)
        }
        return nil
    }
}
