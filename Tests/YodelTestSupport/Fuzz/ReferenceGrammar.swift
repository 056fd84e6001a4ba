/// RFC 8259 read off its grammar: one plain loop over the bytes, without tables, words of eight bytes or states that survive a chunk.
struct ReferenceGrammar {
    private let bytes: [UInt8]
    private var index = 0

    /// Whether bytes are one JSON text in UTF-8. A byte order mark is not.
    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var grammar = ReferenceGrammar(bytes: bytes)
        return grammar.document()
    }

    private mutating func document() -> Bool {
        // What ends each container that is open.
        var open: [Character] = []
        space()
        values: while true {
            if take("{") {
                space()
                if !take("}") {
                    open.append("}")
                    guard key() else { return false }
                    continue
                }
            } else if take("[") {
                space()
                if !take("]") {
                    open.append("]")
                    continue
                }
            } else if take("\"") {
                guard stringRest() else { return false }
            } else {
                guard word("true") || word("false") || word("null") || number() else { return false }
            }
            while true {
                space()
                guard let end = open.last else { return index == bytes.count }
                if take(",") {
                    space()
                    guard end == "]" || key() else { return false }
                    continue values
                }
                guard take(end) else { return false }
                open.removeLast()
            }
        }
    }

    private mutating func key() -> Bool {
        guard take("\""), stringRest() else { return false }
        space()
        guard take(":") else { return false }
        space()
        return true
    }

    private mutating func number() -> Bool {
        _ = take("-")
        if !take("0") { guard digits() else { return false } }
        if take(".") { guard digits() else { return false } }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            return digits()
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        return index > start
    }

    /// A string behind its first quote.
    private mutating func stringRest() -> Bool {
        while index < bytes.count {
            if take("\"") { return true }
            if take("\\") {
                guard escape() else { return false }
            } else {
                guard bytes[index] >= 0x20 else { return false }
                index += 1
            }
        }
        return false
    }

    private mutating func escape() -> Bool {
        if !take("u") { return "\"\\/bfnrt".contains { take($0) } }
        guard let first = hexadecimal() else { return false }
        if (0xD800...0xDBFF).contains(first) {
            guard word("\\u"), let second = hexadecimal() else { return false }
            return (0xDC00...0xDFFF).contains(second)
        }
        return !(0xDC00...0xDFFF).contains(first)
    }

    private mutating func hexadecimal() -> UInt32? {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        index += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func space() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[index...].starts(with: word.utf8) else { return false }
        index += word.utf8.count
        return true
    }

    private mutating func take(_ character: Character) -> Bool {
        guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
        index += 1
        return true
    }
}
