@testable import Yodel

/// Decodes by both tokenizers.
///
/// - Returns: How the scanner's result differs from yajl's; nil if it does not.
func scannerDifference<T: Equatable>(
    _ type: T.Type, _ bytes: [UInt8], _ memory: borrowing GuardedMemory, _ options: DecodingOptions = .lenient
) -> String? {
    var (parsing, scanning) = (options, options)
    parsing.tokenizer = .yajl
    scanning.tokenizer = .scanner
    let expected = decodeOnce(type, bytes, parsing)
    let actual = memory.withLast(bytes) { bytes in
        Result { () throws(ModelError) in try ModelDecoder(scanning).decode(type, from: bytes.raw) }
    }
    let shown = String(decoding: bytes.prefix(200), as: UTF8.self).debugDescription
    switch (actual, expected) {
    case (.success(let actual), .success(let expected)) where actual == expected: return nil
    case (.failure, .failure) where actual.errorFields == expected.errorFields: return nil
    default:
        return "\(shown): \(actual.errorFields?.description ?? "\(actual)"), not \(expected.errorFields?.description ?? "\(expected)")"
    }
}
