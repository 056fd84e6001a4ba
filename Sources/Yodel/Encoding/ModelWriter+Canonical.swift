// Canonical text (RFC 8785) in steps: keys in order, and numbers as ECMAScript writes them. What is not written in steps is written as ever, read as a value, and
// written once more in canonical form (JSONValue+Canonical.swift): the value, not the document. Steps go by UTF-8, whose order is another than that of UTF-16 for
// characters beyond U+FFFF alone; an object with such a key goes the other way.
//
// A failure here says no more than that: whoever asked has the document written by way of a value, which says what is wrong and where.

extension ModelWriter {
    /// Whether what is being written in steps is to be canonical.
    @inline(__always) var isCanonical: Bool { formsNumbers && rules.canonical != nil }

    /// Puts what has been written from a place on in canonical form.
    mutating func canonical(from start: Int, _ policy: JSONValue.LargeIntegerPolicy) -> WriteVerdict {
        if unsafe isCanonicalAtSight(json.output.part(start..<json.output.count)) { return .written }
        do {
            let value = unsafe try parse(json.output.part(start..<json.output.count))
            json.output.truncate(to: start)
            try value.appendCanonical(to: &json.output, policy)
            return .written
        } catch {
            return fail(.model(error, JSONValue.self))
        }
    }

    /// Whether the text of a value is in canonical form: a string without an escape, or a word.
    private func isCanonicalAtSight(_ text: BorrowedBytes) -> Bool {
        switch text.first {
        case UInt8(ascii: "\""): !text.contains(UInt8(ascii: "\\"))
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
        default: false
        }
    }

    /// Writes an integer beyond 2^53 in the form that the rules ask for.
    ///
    /// - Parameters:
    ///   - next: Where it goes.
    ///   - rest: The room that there must be after it.
    /// - Returns: Where to write what follows it; nil if it has failed.
    @inline(never)
    mutating func large(_ integer: Int64, at next: OutputPlace, rest: Int) -> OutputPlace? {
        guard let policy = rules.canonical else { return json.quotedInteger(integer, at: next, rest: rest) }
        unsafe json.output.advance(to: next)
        do throws(ModelError) {
            try JSONValue.number(JSONNumber(integer)).appendCanonical(to: &json.output, policy)
        } catch {
            _ = fail(.error(error))
            return nil
        }
        return json.output.reserve(rest)
    }

    /// Writes a finite number with a fraction in canonical form.
    ///
    /// - Parameters:
    ///   - next: Where it goes; there is room for a number.
    ///   - rest: The room that there must be after it.
    /// - Returns: Where to write what follows it.
    @inline(never)
    mutating func canonical(_ number: Double, at next: OutputPlace, rest: Int) -> OutputPlace {
        let magnitude = number.magnitude
        if magnitude <= 0x1p53 {
            let integer = Int64(number)
            // Up to 2^53 the digits are those of the integer, and of others all digits are there, without an exponent.
            if Double(integer) == number { return unsafe next + NumberWriter.write(integer, to: next) }
            if magnitude >= 0.001 { return unsafe next + NumberWriter.write(number, to: next) }
        }
        unsafe json.output.advance(to: next)
        json.output.append(JSONNumber.canonicalText(number))
        return json.output.reserve(rest)
    }
}
