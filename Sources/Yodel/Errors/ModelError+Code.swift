extension ModelError.Code {
    /// A byte that cannot stand where it stands.
    public static let unexpectedByte = Self(rawValue: "unexpectedByte")
    /// The input ends before the value does.
    public static let unexpectedEnd = Self(rawValue: "unexpectedEnd")
    /// There is nothing but white space.
    public static let emptyInput = Self(rawValue: "emptyInput")
    /// A word that is none of `true`, `false`, `null`.
    public static let invalidLiteral = Self(rawValue: "invalidLiteral")
    /// A number that breaks the grammar: a leading zero or plus, a dot or an exponent without digits.
    public static let invalidNumber = Self(rawValue: "invalidNumber")
    /// A control character (below U+0020) that is not escaped inside a string.
    public static let controlCharacter = Self(rawValue: "controlCharacter")
    /// A backslash sequence that JSON does not have.
    public static let invalidEscape = Self(rawValue: "invalidEscape")
    /// Bytes that are not UTF-8: overlong, surrogate, above U+10FFFF, stray or cut off.
    public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
    /// An escaped surrogate (`\ud800` to `\udfff`) without its partner.
    public static let loneSurrogate = Self(rawValue: "loneSurrogate")
    /// Something other than white space after the value.
    public static let trailingContent = Self(rawValue: "trailingContent")

    /// A value of a kind that the property's type does not take.
    public static let typeMismatch = Self(rawValue: "typeMismatch")
    /// A number that the property's type cannot hold.
    public static let numberOutOfRange = Self(rawValue: "numberOutOfRange")
    /// A value of the right kind whose content does not make a value of the type: not a date, not a case of the enum.
    public static let invalidValue = Self(rawValue: "invalidValue")
    /// A `null` for a type that has no place for it.
    public static let unexpectedNull = Self(rawValue: "unexpectedNull")

    /// A property without which there is no model, or whose absence the options refuse, has got no value.
    public static let missingKey = Self(rawValue: "missingKey")
    /// A key that no property has, refused by the options.
    public static let unknownKey = Self(rawValue: "unknownKey")
    /// A key that has come before in its object, refused by the options.
    public static let duplicateKey = Self(rawValue: "duplicateKey")
    /// The document has nothing at the path that was asked for.
    public static let pathNotFound = Self(rawValue: "pathNotFound")

    /// More containers inside each other than `DecodingOptions.maximumDepth`.
    public static let depthLimit = Self(rawValue: "depthLimit")
    /// A string, key or number longer than `DecodingOptions.maximumTokenBytes`.
    public static let tokenLimit = Self(rawValue: "tokenLimit")
    /// An input longer than `DecodingOptions.maximumDocumentBytes`.
    public static let documentLimit = Self(rawValue: "documentLimit")
    /// There is no memory to read on: the tokenizer asked for some and got none. What the Swift runtime allocates is not covered: without memory for
    /// the model's own strings and arrays the process ends.
    public static let outOfMemory = Self(rawValue: "outOfMemory")

    /// A record longer than `ReadingOptions.maximumRecordBytes`.
    public static let recordLimit = Self(rawValue: "recordLimit")
    /// A reader that has finished, or has thrown an error, is read with.
    public static let readerEnded = Self(rawValue: "readerEnded")
    /// More records have failed than `ReadingOptions` allow.
    public static let failureLimit = Self(rawValue: "failureLimit")
    /// A file that cannot be opened or read.
    public static let unreadableFile = Self(rawValue: "unreadableFile")
    /// A reading position that no reading tells: damaged, or of another framing than the one to be read.
    public static let invalidPosition = Self(rawValue: "invalidPosition")
    /// A reading position that is none of the file as it is now: of another file, of one that has been cut short or written anew, or inside a record.
    public static let positionMismatch = Self(rawValue: "positionMismatch")

    /// A property whose type cannot be mapped.
    public static let unsupportedType = Self(rawValue: "unsupportedType")
    /// A name in a model's declarations that is no property of the model.
    public static let unknownProperty = Self(rawValue: "unknownProperty")
    /// A property that cannot be read or set by its name.
    public static let inaccessibleProperty = Self(rawValue: "inaccessibleProperty")
    /// A declaration of a model that contradicts its properties or itself.
    public static let invalidDeclaration = Self(rawValue: "invalidDeclaration")
    /// The build has no reflection metadata, or the runtime lays types out in a way this version does not know.
    public static let reflectionUnavailable = Self(rawValue: "reflectionUnavailable")

    /// A number that JSON does not have: NaN or an infinity, to be written.
    public static let nonFiniteNumber = Self(rawValue: "nonFiniteNumber")

    /// A model of which no columns can be made: it is recursive, or no struct or class, or a property has no form in columns.
    public static let unsupportedColumn = Self(rawValue: "unsupportedColumn")
    /// More bytes or elements in a column than a batch can have, by one record.
    public static let columnLimit = Self(rawValue: "columnLimit")

    /// The model's own code threw.
    public static let modelCodeFailed = Self(rawValue: "modelCodeFailed")
}
