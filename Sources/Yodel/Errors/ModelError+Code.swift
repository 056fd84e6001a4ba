extension ModelError.Code {
    /// A byte that cannot stand where it is.
    public static let unexpectedByte = Self(rawValue: "unexpectedByte")
    /// The input ends before the value does.
    public static let unexpectedEnd = Self(rawValue: "unexpectedEnd")
    /// The input is empty, or nothing but white space.
    public static let emptyInput = Self(rawValue: "emptyInput")
    /// A word other than `true`, `false` and `null`.
    public static let invalidLiteral = Self(rawValue: "invalidLiteral")
    /// A number that breaks the grammar: a leading zero or plus, a dot or an exponent without digits.
    public static let invalidNumber = Self(rawValue: "invalidNumber")
    /// A control character (below U+0020) inside a string that is not escaped.
    public static let controlCharacter = Self(rawValue: "controlCharacter")
    /// An escape sequence that JSON does not have.
    public static let invalidEscape = Self(rawValue: "invalidEscape")
    /// Bytes that are not UTF-8: overlong, surrogate, above U+10FFFF, stray or cut off.
    public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
    /// An escaped surrogate (`\ud800` to `\udfff`) without its partner.
    public static let loneSurrogate = Self(rawValue: "loneSurrogate")
    /// Something other than white space after the value.
    public static let trailingContent = Self(rawValue: "trailingContent")

    /// A value of a kind that the property's type does not accept.
    public static let typeMismatch = Self(rawValue: "typeMismatch")
    /// A number that the property's type cannot hold.
    public static let numberOutOfRange = Self(rawValue: "numberOutOfRange")
    /// A value of the right kind with the wrong content: not a date, not a case of the enum.
    public static let invalidValue = Self(rawValue: "invalidValue")
    /// A value that could be converted only in part, where `DecodingOptions.acceptsLoss` is false: a fraction for an integer, 2 for a `Bool`.
    public static let lossyConversion = Self(rawValue: "lossyConversion")
    /// Null for a type that cannot hold it.
    public static let unexpectedNull = Self(rawValue: "unexpectedNull")

    /// A required property has no value, or one whose absence the options refuse.
    public static let missingKey = Self(rawValue: "missingKey")
    /// A key that no property has, where the options refuse such keys.
    public static let unknownKey = Self(rawValue: "unknownKey")
    /// A value for a `let` that has one in its declaration. Only a ``DecodingReport`` has it: the property keeps its own.
    public static let constantProperty = Self(rawValue: "constantProperty")
    /// A key that occurs twice in one object, where the options refuse that.
    public static let duplicateKey = Self(rawValue: "duplicateKey")
    /// The document has nothing at the requested path.
    public static let pathNotFound = Self(rawValue: "pathNotFound")

    /// Containers nested deeper than `DecodingOptions.maximumDepth`.
    public static let depthLimit = Self(rawValue: "depthLimit")
    /// A string, key or number longer than `DecodingOptions.maximumTokenBytes`.
    public static let tokenLimit = Self(rawValue: "tokenLimit")
    /// An input longer than `DecodingOptions.maximumDocumentBytes`.
    public static let documentLimit = Self(rawValue: "documentLimit")
    /// The tokenizer asked for memory and got none. Allocations of the Swift runtime are not covered: without memory for the model's own strings and
    /// arrays the process ends.
    public static let outOfMemory = Self(rawValue: "outOfMemory")

    /// A record longer than `ReadingOptions.maximumRecordBytes`.
    public static let recordLimit = Self(rawValue: "recordLimit")
    /// A reader is used after it has finished or thrown an error.
    public static let readerEnded = Self(rawValue: "readerEnded")
    /// More records failed than `ReadingOptions` allow; as a problem of a document: it has more than are listed.
    public static let failureLimit = Self(rawValue: "failureLimit")
    /// A file that cannot be opened or read.
    public static let unreadableFile = Self(rawValue: "unreadableFile")
    /// A reading position that no reader could have reported: damaged, or of another framing.
    public static let invalidPosition = Self(rawValue: "invalidPosition")
    /// A reading position that does not belong to the file as it is now: it is of another file, the file was cut short or rewritten, or the position is
    /// inside a record.
    public static let positionMismatch = Self(rawValue: "positionMismatch")

    /// A property whose type cannot be mapped.
    public static let unsupportedType = Self(rawValue: "unsupportedType")
    /// A declaration of a model names a property that the model does not have.
    public static let unknownProperty = Self(rawValue: "unknownProperty")
    /// A property that cannot be read or set by its name.
    public static let inaccessibleProperty = Self(rawValue: "inaccessibleProperty")
    /// A declaration of a model that contradicts its properties or itself.
    public static let invalidDeclaration = Self(rawValue: "invalidDeclaration")
    /// The build has no reflection metadata, or this version does not know how the runtime lays out types.
    public static let reflectionUnavailable = Self(rawValue: "reflectionUnavailable")

    /// NaN or an infinity is to be written, which JSON cannot express.
    public static let nonFiniteNumber = Self(rawValue: "nonFiniteNumber")

    /// A model that cannot become columns: it is recursive, it is not a struct or class, or a property has no column type.
    public static let unsupportedColumn = Self(rawValue: "unsupportedColumn")
    /// One record adds more bytes or elements to a column than a batch can hold.
    public static let columnLimit = Self(rawValue: "columnLimit")

    /// The model's own code threw.
    public static let modelCodeFailed = Self(rawValue: "modelCodeFailed")
}
