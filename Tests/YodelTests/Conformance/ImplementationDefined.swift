@testable import Yodel
@testable import YodelTestSupport

/// What Yodel does where RFC 8259 leaves it to the implementation: one answer for each kind of document. The article Limits has the
/// same table in words.
struct ImplementationDefined {
    enum Answer: Equatable {
        case accepted
        case refused(ModelError.Category, ModelError.Code)
    }

    /// The word after `i_` in the names of the files.
    let kind: String
    let lenient: Answer
    let strict: Answer

    init(_ kind: String, _ answer: Answer, strict: Answer? = nil) {
        self.kind = kind
        lenient = answer
        self.strict = strict ?? answer
    }

    static let all = [
        // Section 6: any number, as its text; what a property cannot hold is a mismatch there.
        ImplementationDefined("number", .accepted),
        // Section 8.2: an escaped surrogate without its partner is no character.
        ImplementationDefined("surrogate", .refused(.syntax, .loneSurrogate)),
        // Section 8.1: JSON is UTF-8 (RFC 3629). Nothing is replaced.
        ImplementationDefined("utf8", .refused(.syntax, .invalidUTF8)),
        // Section 8.1: a mark may be stepped over, or be an error.
        ImplementationDefined("bom", .accepted, strict: .refused(.syntax, .unexpectedByte)),
        // Section 9: a limit of depth. It is `DecodingOptions.maximumDepth`.
        ImplementationDefined("depth", .refused(.limit, .depthLimit)),
        // Section 4: the last value that fits wins. `onDuplicateKey` can refuse them.
        ImplementationDefined("duplicate", .accepted),
    ]

    /// The answer to a file; nil if there is none, or more than one.
    static func answer(to file: ConformanceFile, strict: Bool) -> Answer? {
        let rows = all.filter { $0.kind == file.production }
        guard rows.count == 1, let row = rows.first else { return nil }
        return strict ? row.strict : row.lenient
    }
}
