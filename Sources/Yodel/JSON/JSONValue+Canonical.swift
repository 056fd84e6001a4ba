// The one text of a value that signatures are made of: RFC 8785, the JSON Canonicalization Scheme.
//
//     no white space · keys in the order of their UTF-16 · the fewest escapes · numbers as ECMAScript writes the nearest Double
//
//     1E30  ->  1e+30      4.50  ->  4.5      2e-3  ->  0.002      -0.0  ->  0      1e21  ->  1e+21      100e18  ->  100000000000000000000

extension JSONValue {
    /// What is done with an integer that no Double is, as most beyond 2^53 are: another reader of the canonical text would lose its last digits.
    public enum LargeIntegerPolicy: Sendable, Hashable {
        /// The error `numberOutOfRange`.
        case fail
        /// Its digits are written as a string, as RFC 8785 advises in its appendix D.
        case string
        /// The nearest Double is written: digits are lost.
        case round
    }

    /// The canonical text of the value (RFC 8785), to be signed or hashed: equal values have equal texts, whatever writes them.
    ///
    /// ```swift
    /// let value: JSONValue = ["b": 1.50, "a": ["\u{20AC}", 1e30]]
    /// try value.canonicalText()   // {"a":["€",1e+30],"b":1.5}
    /// ```
    ///
    /// Numbers are the Doubles that they are nearest to, as the RFC has it: `0.10` and `1e-1` become `0.1`, and so does what has more digits than a Double.
    ///
    /// - Parameter largeIntegers: What is done with integers that no Double is.
    /// - Returns: The text.
    /// - Throws: `ModelError` with the code `numberOutOfRange` and the path for a number beyond the range of Double, and for an integer that is refused.
    /// - Complexity: Linear in the size of the value, but for the keys of each object, which are sorted. Goes down the call stack by the value's depth.
    public func canonicalText(largeIntegers: LargeIntegerPolicy = .fail) throws(ModelError) -> String {
        var output = OutputBuffer()
        try appendCanonical(to: &output, largeIntegers)
        return output.text
    }

    /// Appends the canonical text.
    func appendCanonical(to output: inout OutputBuffer, _ policy: LargeIntegerPolicy) throws(ModelError) {
        switch self {
        case .null, .bool, .string: appendText(to: &output)
        case .number(let number): output.append(try number.canonicalText(policy))
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for (index, element) in elements.enumerated() {
                output.append(separator)
                separator = UInt8(ascii: ",")
                try Self.inside(.index(index)) { () throws(ModelError) in try element.appendCanonical(to: &output, policy) }
            }
            output.append(elements.isEmpty ? "[]" : "]")
        case .object(let object):
            let keys = object.keys
            let values = object.values
            let order = keys.map { Array($0.utf16) }.enumerated().sorted { $0.element.lexicographicallyPrecedes($1.element) }
            var separator = UInt8(ascii: "{")
            for (index, _) in order {
                output.append(separator)
                separator = UInt8(ascii: ",")
                output.append(quoted: keys[index])
                output.append(UInt8(ascii: ":"))
                try Self.inside(.key(keys[index])) { () throws(ModelError) in try values[index].appendCanonical(to: &output, policy) }
            }
            output.append(keys.isEmpty ? "{}" : "}")
        }
    }

    private static func inside(_ step: JSONPath.Component, _ body: () throws(ModelError) -> Void) throws(ModelError) {
        do throws(ModelError) {
            try body()
        } catch {
            throw error.inside(JSONPath([step]))
        }
    }
}

extension JSONNumber {
    /// The number as RFC 8785 has it.
    fileprivate func canonicalText(_ policy: JSONValue.LargeIntegerPolicy) throws(ModelError) -> String {
        let value = doubleValue
        guard value.isFinite else { throw .notCanonical("a number beyond the range of Double") }
        let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
        // Of up to fifteen digits every integer is a Double.
        if isInteger && text.utf8.count > 15 && policy != .round, JSONNumber(value)?.isSameNumber(as: self) != true {
            guard policy == .string else { throw .notCanonical("an integer that no Double is") }
            return "\"\(text)\""
        }
        return Self.canonicalText(value)
    }

    /// A finite Double as ECMAScript's `Number::toString` writes it.
    static func canonicalText(_ value: Double) -> String {
        if value == 0 { return "0" }
        // The shortest digits that are the same Double, which Swift finds as well: d.ddd, ddd.ddd or d.ddde±xx.
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        let text = Array(value.magnitude.description.utf8)
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "e") {
                exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
                break
            }
            if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
        }
        // The value is 0.digits times ten to the power of `places`.
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        var places = (point ?? digits.count) + exponent - zeros
        digits.removeFirst(zeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        let all = String(decoding: digits, as: UTF8.self)
        let sign = value < 0 ? "-" : ""
        switch places {
        case digits.count...21 where places > 0: return sign + all + String(repeating: "0", count: places - digits.count)
        case 1...21: return sign + all.prefix(places) + "." + all.dropFirst(places)
        case -5...0: return sign + "0." + String(repeating: "0", count: -places) + all
        default:
            places -= 1
            let rest = digits.count > 1 ? "." + all.dropFirst() : ""
            return sign + all.prefix(1) + rest + "e" + (places < 0 ? "-" : "+") + String(places.magnitude)
        }
    }
}
