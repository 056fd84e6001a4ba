// What the sender of a document is told of an error of `Codable`. Its own text is for the program: it names types, and may quote the document.

extension DecodingError {
    /// What was wrong, in JSON's words.
    package var messageForSender: String {
        switch self {
        case .keyNotFound: SenderWords.missing
        // An array that ends too early has the same error as null.
        case .valueNotFound(let type, _): SenderWords(expected: Self.wanted(type), found: "null or nothing").message(.unexpectedNull)
        case .typeMismatch(let type, let context):
            SenderWords(expected: Self.wanted(type), found: TypeTexts.found(in: context.debugDescription)).message(.typeMismatch)
        case .dataCorrupted(let context): (context.underlyingError as? ModelError)?.messageForSender ?? SenderWords.refused("")
        @unknown default: SenderWords.refused("")
        }
    }

    private static func wanted(_ type: Any.Type) -> String { FieldKind.wanted(type, .typeMismatch) }
}
