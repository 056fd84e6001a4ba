import FoundationEssentials

// The conversion table: what one token becomes in a scalar of each kind. The rows are DESIGN's; `converts` is false under the strict rules,
// which take a value of the JSON kind that the type has and nothing else.
//
// | token   | strict                                         | lenient adds                                                  |
// | string  | String, Substring, Character, Date, URL, …     | numbers and Bool by words or by a whole JSON number           |
// | number  | every number that it is exactly                | fraction cut off for integers; Bool by != 0; strings: its text |
// | boolean | Bool                                           | numbers: 1 and 0; strings: "true" and "false"                 |
// | null    | optionals                                      | numbers and Bool: zero and false; anything else is left alone |

/// Stores a value through a pointer of its own type.
///
/// - Parameters:
///   - slot: Memory of a `T`, or of a `T?` if `isOptional`.
///   - fresh: Whether the memory holds no value yet.
@inline(__always)
func put<T>(_ value: consuming T, _ slot: UnsafeMutableRawPointer, isOptional: Bool, fresh: Bool) {
    // SAFETY: the plan was built from the property's own type, of which `isOptional` and the caller's choice of `T` are parts.
    if isOptional {
        let typed = unsafe slot.assumingMemoryBound(to: T?.self)
        if fresh { unsafe typed.initialize(to: value) } else { unsafe typed.pointee = value }
    } else {
        let typed = unsafe slot.assumingMemoryBound(to: T.self)
        if fresh { unsafe typed.initialize(to: value) } else { unsafe typed.pointee = value }
    }
}

/// Stores a value over one that is there.
///
/// - Parameter unowned: A value that holds no reference, such as an empty literal. Where exactly its bits stand there is nothing to release;
///   that is what a fresh model holds, and seeing it saves a call per value.
@inline(__always)
func replace<T>(_ slot: UnsafeMutableRawPointer, with value: consuming T, unowned: T) {
    // SAFETY: as for `put`. Both instances of `T` are sixteen bytes, strings with or without an optional around them.
    let typed = unsafe slot.assumingMemoryBound(to: T.self)
    assert(MemoryLayout<T>.size == 16)
    let old = unsafe slot.load(as: (UInt64, UInt64).self)
    let empty = unsafe unsafeBitCast(unowned, to: (UInt64, UInt64).self)
    if old.0 == empty.0 && old.1 == empty.1 {
        unsafe typed.initialize(to: value)
    } else {
        unsafe typed.pointee = value
    }
}

/// A place for a scalar, and the rules for what may go there.
@unsafe struct ScalarTarget {
    let slot: UnsafeMutableRawPointer
    let kind: FieldKind
    let isOptional: Bool
    let fresh: Bool
    let rules: ScalarRules

    /// Whether a value of another kind is converted.
    @inline(__always)
    private var converts: Bool { unsafe rules.contains(.converts) }

    @inline(__always)
    private func put<T>(_ value: consuming T) -> Verdict {
        unsafe Yodel.put(value, slot, isOptional: isOptional, fresh: fresh)
        return .stored
    }

    // MARK: Strings

    func store(string bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
        switch unsafe kind {
        case .string: return unsafe put(String(valid: bytes))
        case .substring: return unsafe put(Substring(String(valid: bytes)))
        case .character:
            let text = unsafe String(valid: bytes)
            guard let character = text.first, text.count == 1 else { return .invalidValue }
            return unsafe put(character)
        case .date:
            if let date = unsafe DateParser.date(bytes) { return unsafe put(date) }
            guard unsafe converts && takesEpoch && NumberParser.isNumber(bytes) else { return .invalidValue }
            return unsafe store(epoch: bytes)
        case .data where unsafe rules.contains(.utf8Data):
            return unsafe put(Data(bytes))
        case .data:
            guard let data = unsafe Data(base64Encoded: String(valid: bytes)) else { return .invalidValue }
            return unsafe put(data)
        case .url:
            return unsafe store(urlText: bytes)
        case .uuid:
            guard let uuid = unsafe UUID(uuidString: String(valid: bytes)) else { return .invalidValue }
            return unsafe put(uuid)
        default:
            return unsafe converts ? store(numberText: bytes) : .typeMismatch
        }
    }

    /// A URL from text without the white space around it; text that is empty then is no URL: nil, or nothing stored.
    private func store(urlText bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
        var text = unsafe Substring(String(valid: bytes))
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        if text.isEmpty {
            guard unsafe isOptional else { return unsafe converts ? .kept : .invalidValue }
            unsafe Yodel.put(nil as URL?, slot, isOptional: false, fresh: fresh)
            return .stored
        }
        guard let url = URL(string: String(text)) else { return .invalidValue }
        return unsafe put(url)
    }

    /// A number or a Bool from a string: one of the words, or a whole JSON number.
    private func store(numberText bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
        switch unsafe Words.match(bytes) {
        case .truth(let value): return unsafe store(boolean: value)
        case .null: return unsafe storeZeroOrNil()
        case nil:
            guard unsafe NumberParser.isNumber(bytes) else { return .invalidValue }
            return unsafe store(number: bytes)
        }
    }

    // MARK: Numbers

    func store(number text: UnsafeBufferPointer<UInt8>) -> Verdict {
        switch unsafe kind {
        case .int: return unsafe store(integer: text, as: Int.self)
        case .int8: return unsafe store(integer: text, as: Int8.self)
        case .int16: return unsafe store(integer: text, as: Int16.self)
        case .int32: return unsafe store(integer: text, as: Int32.self)
        case .int64: return unsafe store(integer: text, as: Int64.self)
        case .int128: return unsafe store(integer: text, as: Int128.self)
        case .uint: return unsafe store(integer: text, as: UInt.self)
        case .uint8: return unsafe store(integer: text, as: UInt8.self)
        case .uint16: return unsafe store(integer: text, as: UInt16.self)
        case .uint32: return unsafe store(integer: text, as: UInt32.self)
        case .uint64: return unsafe store(integer: text, as: UInt64.self)
        case .uint128: return unsafe store(integer: text, as: UInt128.self)
        case .float16:
            guard let value = unsafe Float16(String(decoding: text, as: UTF8.self)), value.isFinite else { return .outOfRange }
            return unsafe put(value)
        case .float:
            guard let value = unsafe NumberParser.float(text) else { return .outOfRange }
            return unsafe put(value)
        case .double:
            guard let value = unsafe NumberParser.double(text) else { return .outOfRange }
            return unsafe put(value)
        case .decimal:
            guard let value = unsafe NumberParser.decimal(text, rounds: rules.contains(.roundsDecimals)) else { return .outOfRange }
            return unsafe put(value)
        case .date where unsafe takesEpoch: return unsafe store(epoch: text)
        case .bool where unsafe converts:
            // Any digit other than zero before the exponent.
            let mantissa = unsafe text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
            return unsafe put(mantissa.contains { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") })
        case .string where unsafe converts: return unsafe put(String(decoding: text, as: UTF8.self))
        case .substring where unsafe converts: return unsafe put(Substring(String(decoding: text, as: UTF8.self)))
        case .character where unsafe converts && text.count == 1:
            return unsafe put(Character(Unicode.Scalar(text[0])))
        default: return .typeMismatch
        }
    }

    /// Whether numbers are dates.
    private var takesEpoch: Bool { unsafe !rules.isDisjoint(with: [.epochSeconds, .epochMilliseconds]) }

    private func store(epoch text: UnsafeBufferPointer<UInt8>) -> Verdict {
        guard let value = unsafe NumberParser.double(text) else { return .outOfRange }
        return unsafe put(Date(timeIntervalSince1970: rules.contains(.epochMilliseconds) ? value / 1000 : value))
    }

    @inline(__always)
    private func store<T: FixedWidthInteger & Sendable>(integer text: UnsafeBufferPointer<UInt8>, as type: T.Type) -> Verdict {
        switch unsafe NumberParser.integer(text, as: type) {
        case .exact(let value): return unsafe put(value)
        case .truncated(let value): return unsafe converts ? put(value) : .typeMismatch
        case .outOfRange: return .outOfRange
        }
    }

    // MARK: Booleans

    func store(boolean value: Bool) -> Verdict {
        if unsafe kind == .bool { return unsafe put(value) }
        guard unsafe converts else { return .typeMismatch }
        switch unsafe kind {
        case .string: return unsafe put(value ? "true" : "false")
        case .substring: return unsafe put(Substring(value ? "true" : "false"))
        default: return unsafe kind.isNumberOrBool ? store(digit: value ? 1 : 0) : .typeMismatch
        }
    }

    /// Zero or one, in any kind of number.
    private func store(digit: UInt8) -> Verdict {
        switch unsafe kind {
        case .bool: return unsafe put(digit != 0)
        case .int: return unsafe put(Int(digit))
        case .int8: return unsafe put(Int8(digit))
        case .int16: return unsafe put(Int16(digit))
        case .int32: return unsafe put(Int32(digit))
        case .int64: return unsafe put(Int64(digit))
        case .int128: return unsafe put(Int128(digit))
        case .uint: return unsafe put(UInt(digit))
        case .uint8: return unsafe put(digit)
        case .uint16: return unsafe put(UInt16(digit))
        case .uint32: return unsafe put(UInt32(digit))
        case .uint64: return unsafe put(UInt64(digit))
        case .uint128: return unsafe put(UInt128(digit))
        case .float16: return unsafe put(Float16(digit))
        case .float: return unsafe put(Float(digit))
        case .double: return unsafe put(Double(digit))
        case .decimal: return unsafe put(Decimal(digit))
        default: return .typeMismatch
        }
    }

    // MARK: Null

    func storeNull(_ plan: UnsafePointer<ValuePlan>) -> Verdict {
        if unsafe isOptional {
            if unsafe kind == .string {
                unsafe Yodel.put(nil as String?, slot, isOptional: false, fresh: fresh)
            } else {
                unsafe plan.pointee.withHandle { unsafe $0.putNil(slot, fresh: fresh) }
            }
            return .stored
        }
        let verdict = unsafe rules.nullForPresent
        return unsafe verdict == .kept && kind.isNumberOrBool && !rules.contains(.keepsOnNull) ? store(digit: 0) : verdict
    }

    /// What a word for null does in a number or a Bool.
    private func storeZeroOrNil() -> Verdict {
        guard unsafe isOptional else { return unsafe store(digit: 0) }
        switch unsafe kind {
        case .bool: return unsafe putNil(Bool.self)
        case .int: return unsafe putNil(Int.self)
        case .int8: return unsafe putNil(Int8.self)
        case .int16: return unsafe putNil(Int16.self)
        case .int32: return unsafe putNil(Int32.self)
        case .int64: return unsafe putNil(Int64.self)
        case .int128: return unsafe putNil(Int128.self)
        case .uint: return unsafe putNil(UInt.self)
        case .uint8: return unsafe putNil(UInt8.self)
        case .uint16: return unsafe putNil(UInt16.self)
        case .uint32: return unsafe putNil(UInt32.self)
        case .uint64: return unsafe putNil(UInt64.self)
        case .uint128: return unsafe putNil(UInt128.self)
        case .float16: return unsafe putNil(Float16.self)
        case .float: return unsafe putNil(Float.self)
        case .double: return unsafe putNil(Double.self)
        case .decimal: return unsafe putNil(Decimal.self)
        default: return .typeMismatch
        }
    }

    @inline(__always)
    private func putNil<T>(_ type: T.Type) -> Verdict {
        unsafe Yodel.put(nil as T?, slot, isOptional: false, fresh: fresh)
        return .stored
    }
}

extension ScalarRules {
    /// Null for a type that has no place for it.
    var nullForPresent: Verdict {
        if contains(.keepsOnNull) { return .kept }
        return contains(.converts) && !contains(.failsOnNull) ? .kept : .unexpectedNull
    }
}
