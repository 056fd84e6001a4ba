import CYajl
import Foundation

/// What the programs on yajl's callbacks have in common.
enum YajlProgram {
    /// Callbacks at an address that stays: yajl keeps the pointer.
    static func callbacks(_ callbacks: yajl_callbacks) -> UnsafePointer<yajl_callbacks> {
        let address = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        address.initialize(to: callbacks)
        return UnsafePointer(address)
    }

    /// Parses one document with a handle of its own. yajl's check of UTF-8 is off: `String` checks what becomes a string.
    @inline(__always)
    static func parse(_ document: Document, _ callbacks: UnsafePointer<yajl_callbacks>, context: UnsafeMutableRawPointer?) throws {
        guard let handle = yajl_alloc(callbacks, nil, context) else { throw BenchError("yajl has no memory") }
        defer { yajl_free(handle) }
        _ = yodel_yajl_config(handle, yajl_dont_validate_strings, 1)
        guard yajl_parse(handle, document.bytes.bindMemory(to: UInt8.self).baseAddress, document.bytes.count) == yajl_status_ok,
            yajl_complete_parse(handle) == yajl_status_ok
        else { throw BenchError("yajl refuses the document") }
    }
}

/// The bytes of a token. They stay during the callback only.
struct TokenBytes {
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Compares with a text of the same length, which the caller has made sure of.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    @inline(__always)
    var string: String { String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self) }

    /// A whole number of at most 18 digits.
    @inline(__always)
    var integer: Int {
        var value = 0
        let isNegative = base[0] == UInt8(ascii: "-")
        for index in (isNegative ? 1 : 0)..<count { value = value &* 10 &+ Int(base[index] &- UInt8(ascii: "0")) }
        return isNegative ? -value : value
    }

    /// A number of at most 15 digits without exponent. Both sides of the division are exact, so the result is rounded once, correctly.
    @inline(__always)
    var decimal: Double {
        var digits = 0
        var scale = 1.0
        var isFraction = false
        let isNegative = base[0] == UInt8(ascii: "-")
        for index in (isNegative ? 1 : 0)..<count {
            if base[index] == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            digits = digits &* 10 &+ Int(base[index] &- UInt8(ascii: "0"))
            if isFraction { scale *= 10 }
        }
        return (isNegative ? -Double(digits) : Double(digits)) / scale
    }
}
