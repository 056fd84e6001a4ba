internal import CScan
import FoundationEssentials

// Base64 (RFC 4648, section 4), by CScan. Only texts of its one form are read: characters of the alphabet, and at the end as many `=` as are due. Foundation
// takes a few others, such as `AA===` and `AA=A`; whoever has a text that is nil here asks Foundation, so that such texts mean what they have always meant.

/// Reads base64 and writes it.
enum Base64 {
    /// Bytes that are written to the stack, and copied from there. Longer data gets the memory that it is written to.
    fileprivate static let mostCopied = 1024

    /// Reads data. Not inlined: what reads models goes deep, and the stack is not to be full of such memory.
    ///
    /// - Returns: nil for a text of any other form, which may still be one of Foundation's.
    @inline(never)
    static func data(_ text: BorrowedBytes) -> Data? {
        let room = text.count / 4 * 3
        guard room <= mostCopied else {
            var output = OutputBuffer(capacity: room)
            return output.append(decoding: text) ? output.takeData() : nil
        }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostCopied) { memory in
            var output = unsafe OutputBuffer(lent: memory)
            guard output.append(decoding: text) else { return nil }
            return unsafe output.withBytes { unsafe Data(bytes: $0.baseAddress.unsafelyUnwrapped, count: $0.count) }
        }
    }

    // MARK: Other forms

    /// Reads data from base64 or base64url (RFC 4648, sections 4 and 5), with padding or without.
    static func data(ofAnyForm text: String) -> Data? {
        var bytes = Array(text.utf8)
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "-") { bytes[index] = UInt8(ascii: "+") }
            if bytes[index] == UInt8(ascii: "_") { bytes[index] = UInt8(ascii: "/") }
        }
        // Padding is all there or not there.
        if bytes.last != UInt8(ascii: "=") {
            guard bytes.count % 4 != 1 else { return nil }
            while bytes.count % 4 != 0 { bytes.append(UInt8(ascii: "=")) }
        }
        return Data(base64Encoded: Data(bytes))
    }

    /// The text of data without padding.
    ///
    /// - Parameter isForURL: Whether it has the alphabet of base64url.
    static func unpadded(_ data: Data, isForURL: Bool) -> String {
        var bytes = Array(data.base64EncodedData())
        while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        if isForURL {
            for index in bytes.indices {
                if bytes[index] == UInt8(ascii: "+") { bytes[index] = UInt8(ascii: "-") }
                if bytes[index] == UInt8(ascii: "/") { bytes[index] = UInt8(ascii: "_") }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Its text

    /// Bytes of the text that bytes have.
    @inline(__always)
    fileprivate static func length(of bytes: BorrowedBytes) -> Int { (bytes.count + 2) / 3 * 4 }

    /// Writes bytes. Needs room for the length of their text, which is returned.
    @inline(__always)
    fileprivate static func write(_ bytes: BorrowedBytes, to target: OutputPlace) -> Int {
        // SAFETY: reads the bytes, and writes four for each three of them that are begun.
        unsafe yodel_base64_write(target.address, bytes.baseAddress, bytes.count)
    }
}

extension OutputBuffer {
    /// Writes the bytes that a text in base64 stands for.
    ///
    /// - Returns: Whether it is one; nothing has been written otherwise.
    fileprivate mutating func append(decoding text: BorrowedBytes) -> Bool {
        var isRead = false
        unsafe write(text.count / 4 * 3) { to in
            // SAFETY: reads the text, and writes at most three bytes for each four of it.
            let count = unsafe yodel_base64_read(to.address, text.baseAddress, text.count)
            isRead = count >= 0
            return max(count, 0)
        }
        return isRead
    }

    /// Writes data as a JSON string in base64. Not inlined, as all kinds of scalars are written in one function.
    ///
    /// - Parameter flags: What is escaped beside what must be. Of base64 that is at most the slash.
    @inline(never)
    mutating func append(base64 data: Data, _ flags: StringEscape.Flags) {
        guard !flags.contains(.slash) else { return append(base64: data, escaping: flags) }
        data.withBorrowedBytes { bytes in
            unsafe write(Base64.length(of: bytes) + 2) { to in
                unsafe to.put(UInt8(ascii: "\""))
                let count = unsafe Base64.write(bytes, to: to + 1)
                unsafe to.put(UInt8(ascii: "\""), at: count + 1)
                return count + 2
            }
        }
    }

    @inline(never)
    private mutating func append(base64 data: Data, escaping flags: StringEscape.Flags) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Base64.mostCopied) { memory in
            var text = unsafe OutputBuffer(lent: memory)
            data.withBorrowedBytes { bytes in unsafe text.write(Base64.length(of: bytes)) { Base64.write(bytes, to: $0) } }
            unsafe append(quoted: text.bytes, flags)
        }
    }
}
