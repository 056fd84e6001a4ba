extension RawJSON {
    /// The value that the bytes stand for.
    ///
    /// - Complexity: Linear in the number of bytes, at each call. Goes down the call stack by the value's depth, which the decoder that has read it limits.
    public var value: JSONValue {
        // Between brackets, so that a scalar, too, is a text that begins and ends with one.
        var text = [UInt8](repeating: UInt8(ascii: "["), count: 1)
        text.reserveCapacity(bytes.count + 2)
        text += bytes
        text.append(UInt8(ascii: "]"))
        let values = unsafe text.withBorrowedBytes { bytes -> JSONValue? in
            guard let document = DocumentText(bytes, from: 0, maximumTokenBytes: .max) else { return nil }
            var (next, hasRepeats) = (document.first, false)
            var scratch = StringScratch()
            return document.value(&next, depthLeft: .max, &scratch, &hasRepeats)
        }
        assert(values?.arrayValue?.count == 1, "raw JSON that is not one value")
        return values?.arrayValue?.first ?? .null
    }
}

extension JSONValue {
    /// Takes the value that raw JSON stands for; the same as ``RawJSON/value``.
    ///
    /// - Parameter raw: The value's bytes.
    public init(_ raw: RawJSON) { self = raw.value }
}

/// Raw JSON in a `[String: Any]` is the value that it stands for.
extension RawJSON: PlainValueConvertible {
    /// The value.
    public var plainValue: Any? { value }
}

/// Raw JSON goes through `CodableEncoder` and `CodableDecoder` as its bytes, through any other coder as the ``JSONValue`` that it stands for.
extension RawJSON: Codable {
    /// Encodes the value that it stands for.
    ///
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: As `JSONValue` does.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    /// Decodes whatever the decoder has, and keeps the compact text of it.
    ///
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: As `JSONValue` does.
    public init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }
}

/// Raw JSON is a document.
extension RawJSON: JSONBytes {
    /// Lends the value's bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe bytes.withUnsafeBytes { unsafe body($0) } }
}
