/// A fault of the input's grammar or encoding.
struct SyntaxFault: Equatable {
    var code: ModelError.Code
    /// Bytes from the start of the input.
    var offset: Int
    var message: String

    /// The message without the option that would take the text. Such a hint is the last of a message, in parentheses.
    var messageForSender: String {
        guard message.hasSuffix(")"), let start = message.lastIndex(of: "("), message[start...].contains("DecodingOptions.") else {
            return message
        }
        return String(message[..<start].dropLast())
    }

    static func unexpected(_ found: String, expected: String, offset: Int, code: ModelError.Code = .unexpectedByte) -> SyntaxFault {
        SyntaxFault(code: code, offset: offset, message: "expected \(expected), found \(found)")
    }

    /// A bracket closes a container after a comma.
    ///
    /// - Parameter byte: The bracket.
    static func trailingComma(before byte: UInt8, expected: String, offset: Int) -> SyntaxFault {
        let last = byte == UInt8(ascii: "]") ? "element" : "member"
        return unexpected("\(name(byte)): JSON has no comma after the last \(last)", expected: expected, offset: offset)
    }

    static func unexpectedEnd(offset: Int) -> SyntaxFault {
        SyntaxFault(code: .unexpectedEnd, offset: offset, message: "the input ends before the value does")
    }

    static func emptyInput(offset: Int) -> SyntaxFault {
        SyntaxFault(code: .emptyInput, offset: offset, message: "the input holds no value")
    }

    static func trailingContent(_ found: String, offset: Int) -> SyntaxFault {
        SyntaxFault(code: .trailingContent, offset: offset, message: "expected nothing after the value, found \(found)")
    }

    static func invalidLiteral(offset: Int) -> SyntaxFault {
        SyntaxFault(code: .invalidLiteral, offset: offset, message: "expected true, false or null, found another word")
    }

    static func invalidNumber(_ what: String, offset: Int) -> SyntaxFault {
        SyntaxFault(code: .invalidNumber, offset: offset, message: "malformed number: \(what)")
    }

    /// - Parameter offset: Of the zero.
    static func leadingZero(offset: Int) -> SyntaxFault { invalidNumber("a leading zero", offset: offset) }

    static func controlCharacter(_ byte: UInt8, offset: Int) -> SyntaxFault {
        SyntaxFault(
            code: .controlCharacter, offset: offset,
            message: "the control character \(hex(byte)) must be escaped inside a string"
                + " (DecodingOptions.acceptsControlCharacters takes it)")
    }

    static func invalidEscape(offset: Int) -> SyntaxFault {
        SyntaxFault(
            code: .invalidEscape, offset: offset,
            message: "expected the escape \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t or \\u with four hexadecimal digits, found another one")
    }

    static func invalidUTF8(offset: Int) -> SyntaxFault {
        SyntaxFault(
            code: .invalidUTF8, offset: offset,
            message: "bytes that are not UTF-8 (in strings DecodingOptions.invalidText replaces them)")
    }

    static func loneSurrogate(offset: Int) -> SyntaxFault {
        SyntaxFault(
            code: .loneSurrogate, offset: offset,
            message: "an escaped surrogate without its partner, which stands for no character (DecodingOptions.invalidText replaces it)")
    }

    /// What is wrong with a number that does not go on after its minus sign.
    ///
    /// - Parameter byte: What stands there instead of a digit.
    static func ruleOfMinus(before byte: UInt8) -> String {
        "a digit is required after the minus sign"
            + (byte == UInt8(ascii: "I") ? " (DecodingOptions.nonFiniteNumbers reads -Infinity)" : "")
    }

    /// One byte in words: itself where it is a visible ASCII character, its number otherwise. What it begins in other languages than JSON is named, too; what
    /// follows it may not have come yet.
    static func name(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "#"): "'\(Character(Unicode.Scalar(byte)))': JSON has no comments"
        case UInt8(ascii: "'"): "a single quote: JSON's strings have double ones"
        case UInt8(ascii: "N"): "'N' (DecodingOptions.nonFiniteNumbers reads NaN)"
        case UInt8(ascii: "I"): "'I' (DecodingOptions.nonFiniteNumbers reads Infinity)"
        case 0xEF: "byte 0xEF, with which a byte order mark begins"
        case 0x22: "a string"
        case 0x2D, 0x30...0x39: "a number"
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        default: "byte \(hex(byte))"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
