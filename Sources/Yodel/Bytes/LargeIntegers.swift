// Integers that a reader whose numbers are Doubles cannot tell apart, as strings: 9007199254740993 becomes "9007199254740993".
//
// What is written in steps (ModelWriter+Steps.swift) is put in quotes there. Every other value is written as ever and looked through when it is complete, so that
// the numbers of all that writes are met (transforms, hooks, parsed values, types that encode themselves), and writing them costs nothing where nobody asks for
// it. In its text a number is an integer if it has digits alone. Doubles beyond 2^53 never have: they are written with a point or an exponent (NumberWriter).
//
// Bytes that are to stay as they are (RawJSON) stand between two marks while such a value is written, bytes that no text has:
//
//     {"id":9007199254740993,"raw":␣{"n":9007199254740993}␣}   ->   {"id":"9007199254740993","raw":{"n":9007199254740993}}

enum LargeIntegers {
    /// Stands around bytes that stay as they are. No UTF-8 has it.
    static let mark: UInt8 = 0xFF

    /// The greatest integer that stays a number: up to it each one is a Double of its own.
    private static let greatest: StaticString = "9007199254740992"

    /// Whether an integer is not written as a number.
    @inline(__always)
    static func isLarge(_ value: Int64) -> Bool { value.magnitude > 1 << 53 }

    /// A change of the text: at a place a quote comes in, or a mark goes.
    private struct Edit {
        var place: Int
        var isQuote: Bool
    }

    /// Puts the integers of a value that are too large in quotes, and removes the marks.
    ///
    /// - Parameters:
    ///   - output: Holds the value after what is there already.
    ///   - start: Where the value begins.
    static func quote(in output: inout OutputBuffer, from start: Int) { edit(&output, from: start, quotes: true) }

    /// Removes the marks of a document that is to be read as a value first.
    static func removeMarks(in output: inout OutputBuffer) { edit(&output, from: 0, quotes: false) }

    private static func edit(_ output: inout OutputBuffer, from start: Int, quotes: Bool) {
        let edits = unsafe self.edits(output.bytes.part(start...), quotes: quotes)
        guard let first = edits.first else { return }
        let rest = unsafe Array(output.bytes.part((start + first.place)...))
        output.truncate(to: start + first.place)
        unsafe rest.withBorrowedBytes { bytes in
            var done = 0
            for edit in edits {
                let place = edit.place - first.place
                output.append(bytes.part(done..<place))
                done = place
                if edit.isQuote { output.append(UInt8(ascii: "\"")) } else { done += 1 }
            }
            output.append(bytes.part(done...))
        }
    }

    private static func edits(_ bytes: BorrowedBytes, quotes: Bool) -> [Edit] {
        var edits: [Edit] = []
        var index = 0
        while index < bytes.count {
            let start = index
            index += 1
            switch bytes[start] {
            case UInt8(ascii: "\""):
                index = bytes.endOfString(start) ?? bytes.count
            case mark:
                while bytes[index] != mark { index += 1 }
                edits += [Edit(place: start, isQuote: false), Edit(place: index, isQuote: false)]
                index += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                while index < bytes.count, isOfNumber(bytes[index]) { index += 1 }
                if quotes && isLargeInteger(bytes.part(start..<index)) {
                    edits += [Edit(place: start, isQuote: true), Edit(place: index, isQuote: true)]
                }
            default: break
            }
        }
        return edits
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Whether a number is an integer of a greater magnitude than 2^53.
    private static func isLargeInteger(_ number: BorrowedBytes) -> Bool {
        let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number[...]
        let limit = greatest.utf8CodeUnitCount
        guard digits.count >= limit && digits.allSatisfy({ ASCII.digit($0) != nil }) else { return false }
        guard digits.count == limit else { return true }
        return BorrowedBytes(literal: greatest).lexicographicallyPrecedes(digits)
    }
}
