// Every text of an error stands in this file, in another of `ModelError` or in `SyntaxFault.swift`; what would fit instead of a value that does not is said by
// `CaseWords` and `Decoding/PlanRef+Words.swift`. What the sender of a document is told instead is `SenderWords`. No text quotes the input beyond one byte that cannot stand where it stands.

extension ModelError {
    static func syntax(_ fault: SyntaxFault, at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(.syntax, fault.code, at: location, path: path, fault.message, told: fault.messageForSender)
    }

    static func depthLimit(_ limit: Int, at location: SourceLocation, path: JSONPath) -> ModelError {
        let message = "containers nested deeper than \(limit)"
        return ModelError(.limit, .depthLimit, at: location, path: path, message + " (maximumDepth)", told: message)
    }

    static func tokenLimit(_ limit: Int, at location: SourceLocation, path: JSONPath) -> ModelError {
        let message = "a string, key or number of more than \(limit) bytes"
        return ModelError(.limit, .tokenLimit, at: location, path: path, message + " (maximumTokenBytes)", told: message)
    }

    static func documentLimit(_ limit: Int, at location: SourceLocation) -> ModelError {
        let message = "the document is longer than \(limit) bytes"
        return ModelError(.limit, .documentLimit, at: location, path: JSONPath(), message + " (maximumDocumentBytes)", told: message)
    }

    static func outOfMemory(at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(.limit, .outOfMemory, at: location, path: path, "not enough memory to continue reading")
    }

    static func mismatch(_ mismatch: Mismatch, at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(
            .mismatch, mismatch.code, at: location, path: path, "expected \(mismatch.expected), found \(mismatch.foundInWords)",
            told: mismatch.sender.message(mismatch.code))
    }

    static func undecodable(_ mismatch: Mismatch, _ error: any Error, at location: SourceLocation, path: JSONPath) -> ModelError {
        let message = "expected \(mismatch.expected), found \(mismatch.foundInWords)"
        return ModelError(
            .mismatch, mismatch.code, at: location, path: path, message, underlying: error, told: mismatch.sender.message(mismatch.code))
    }

    static func modelCode(_ error: any Error, type: Any.Type, at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(
            .custom, .modelCodeFailed, at: location, path: path, "init(from:) of \(type) threw", underlying: error,
            told: SenderWords.refused(""))
    }

    static func rejected(_ error: any Error, type: Any.Type, at location: SourceLocation, path: JSONPath) -> ModelError {
        modelCode(error, "\(type) rejected its object", of: "an object", at: location, path: path)
    }

    static func transform(_ error: any Error, type: Any.Type, at location: SourceLocation, path: JSONPath) -> ModelError {
        modelCode(error, "the transform that makes \(type) threw", of: "a value", at: location, path: path)
    }

    /// The model's own code has thrown an error, which may be a rejection: what that says may be shown to anybody, and it may have a place of its own.
    ///
    /// - Parameter value: What was refused, in JSON's words.
    private static func modelCode(
        _ error: any Error, _ message: String, of value: String, at location: SourceLocation, path: JSONPath
    ) -> ModelError {
        let rejection = error as? ModelRejection
        let place = JSONPath(path.components + (rejection?.path.components ?? []))
        let (reason, told) = (rejection.map { ": \($0.message)" } ?? "", SenderWords.refused(rejection?.message ?? "", value))
        return ModelError(.custom, .modelCodeFailed, at: location, path: place, message + reason, underlying: error, told: told)
    }

    /// - Parameters:
    ///   - properties: The properties without a value, and where those are missing.
    ///   - causes: Why objects were rejected that would have been values of them.
    static func missingKeys(
        _ properties: [(name: String, path: JSONPath)], of type: Any.Type, because causes: [ModelError], at location: SourceLocation,
        path: JSONPath
    ) -> ModelError {
        let names = properties.map { "'\($0.name)'" }.joined(separator: ", ")
        let reasons = causes.map { "; at \($0.path): \($0.message)" }.joined()
        return ModelError(
            .mismatch, .missingKey, at: location, path: path,
            "no value for the propert\(properties.count == 1 ? "y" : "ies") \(names) of \(type)\(reasons)", underlying: causes.first,
            missing: properties.map(\.path), told: SenderWords.missing)
    }

    static func unknownKey(of type: Any.Type, at location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(
            .mismatch, .unknownKey, at: location, path: path, "a key that \(type) has no property for (onUnknownKey)",
            told: SenderWords().message(.unknownKey))
    }

    static func duplicateKey(at location: SourceLocation, path: JSONPath) -> ModelError {
        let message = SenderWords().message(.duplicateKey)
        return ModelError(.mismatch, .duplicateKey, at: location, path: path, message + " (onDuplicateKey)", told: message)
    }

    static func pathNotFound(_ path: JSONPath, at location: SourceLocation) -> ModelError {
        let message = "the document has nothing at the requested path"
        return ModelError(.mismatch, .pathNotFound, at: location, path: path, message + path.likelySlip, told: message)
    }

    static func unsupported(_ type: Any.Type, property: String?, of owner: Any.Type?) -> ModelError {
        let subject =
            if let property, let owner {
                "property '\(property)' of \(owner) has type \(type), which"
            } else {
                "\(type) is a type that"
            }
        return ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "\(subject) Yodel cannot map: it is not a supported value, collection or Model, and not Decodable" + wayOut(property))
    }

    static func unsupportedKey(_ type: Any.Type, property: String?, of owner: Any.Type?) -> ModelError {
        let subject = if let property, let owner { "property '\(property)' of \(owner)" } else { "the requested type" }
        return ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "\(subject) is a dictionary with keys of type \(type); keys are String, integers, RawRepresentable by one of these, or "
                + "CodingKeyRepresentable" + wayOut(property))
    }

    /// What to do about a property that cannot be mapped.
    private static func wayOut(_ property: String?) -> String {
        guard let property else { return "" }
        return "; name '\(property)' in model.ignored to leave it out, or give it a transform (model.transforms) or an accessor "
            + "(model.access)"
    }

    static func unstorable(_ property: String, _ reason: String, of type: Any.Type) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "the property '\(property)' of \(type) cannot be filled: \(reason); name it in model.ignored")
    }

    static func unclearStorage(_ field: String, property: String, _ fieldType: Any.Type, of type: Any.Type) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "the field '\(field)' of \(type), of type \(fieldType), may be the storage of a wrapped property '\(property)', which "
                + "Yodel does not look into: say model.access(\\Self.\(property), named: \"\(property)\"), or name '\(property)' in model.ignored; "
                + "a property '\(field)' of its own is named in model.keys")
    }

    static func actor(_ type: Any.Type) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "\(type) is an actor, whose properties only the actor itself may reach: let it hold a struct or class that is a Model")
    }

    static func hiddenMembers(_ type: Any.Type) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "\(type) comes from C and has members that are not stored properties in Swift (unions, bit-fields): reach them by model.access"
        )
    }

    static func endlessType(_ type: Any.Type, limit: Int) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(),
            "the properties of \(type) lead to more than \(limit) types: a generic type that nests a larger form of itself has no end")
    }

    static func unknownProperty(_ name: String, nearest: String?, in declaration: String, of type: Any.Type) -> ModelError {
        let hint = if let nearest { "; did you mean '\(nearest)'?" } else { "" }
        return ModelError(
            .model, .unknownProperty, at: .none, path: JSONPath(),
            "\(declaration) of \(type) names '\(name)', which is not one of its properties\(hint)")
    }

    static func tooManyAlternatives(_ property: String, limit: Int, of type: Any.Type) -> ModelError {
        invalid("model.keys of \(type) gives '\(property)' more than \(limit) keys")
    }

    static func repeatedAccessor(_ property: String, of type: Any.Type) -> ModelError {
        invalid("model.access of \(type) names '\(property)' twice")
    }

    static func requiredWithoutKey(_ property: String, of type: Any.Type) -> ModelError {
        invalid("model.required of \(type) names '\(property)', which no key of a document can set")
    }

    static func nilPolicyWithoutKey(_ property: String, of type: Any.Type) -> ModelError {
        invalid("model.keys of \(type) says what stands for nil of '\(property)', which is written to no key")
    }

    static func neverNil(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid("model.keys of \(type) says what stands for nil of '\(property)', but a value of \(propertyType) is never nil")
    }

    static func oneKey(_ key: String, for property: String, _ other: String, of type: Any.Type) -> ModelError {
        invalid(
            "the key style gives the properties '\(property)' and '\(other)' of \(type) one key, '\(key)'; name their keys in model.keys")
    }

    static func wrongTransform(_ property: String, _ propertyType: Any.Type, makes valueType: Any.Type, of type: Any.Type) -> ModelError {
        invalid("the transform of '\(property)' of \(type) makes \(valueType), but the property is of type \(propertyType)")
    }

    static func pathOfEach(_ path: JSONPath) -> ModelError {
        invalid("the path '\(path)' of a transform each(_:) has to have keys and no index")
    }

    static func eachOfType(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) takes a value of each element of an array (each), and is of type \(TypeText.name(of: propertyType)): make it "
                + "an array or a set")
    }

    static func nullAsValue(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) keeps null as a value of its own (nullAsValue), and is of type \(TypeText.name(of: propertyType)): make it an "
                + "Optional of an Optional, such as String??")
    }

    static func wrongModelType(_ chosen: Any.Type, for type: Any.Type) -> ModelError {
        invalid("modelType(for:) of \(type) answered \(chosen), which is neither \(type) nor a subclass of it")
    }

    // MARK: Records

    static func recordTooLong(_ limit: Int, at location: SourceLocation) -> ModelError {
        let message = "the record is longer than \(limit) bytes"
        return ModelError(.limit, .recordLimit, at: location, path: JSONPath(), message + " (maximumRecordBytes)", told: message)
    }

    static func recordCutOff(at location: SourceLocation) -> ModelError {
        ModelError(
            .syntax, .unexpectedEnd, at: location, path: JSONPath(),
            "a number or word at the end of a text sequence's record, without a line feed: it may have been cut off")
    }

    static func failureLimit(_ failed: Int, of records: Int, at last: ModelError) -> ModelError {
        let message = "\(failed) of \(records) records failed"
        return ModelError(
            .limit, .failureLimit, at: SourceLocation(offset: last.offset, line: last.line, column: last.column), path: last.path,
            message + " (maximumFailures, maximumFailureRatio)", underlying: last, told: message)
    }

    static var readerHasEnded: ModelError {
        ModelError(
            .model, .readerEnded, at: .none, path: JSONPath(),
            "the reader has finished or has thrown an error: it cannot be used again; make a new one from its position")
    }

    static func unreadableFile(_ path: String, _ reason: String, at offset: Int = 0) -> ModelError {
        ModelError(
            .input, .unreadableFile, at: SourceLocation(offset: offset, line: 0, column: 0), path: JSONPath(),
            "the file '\(path)' cannot be read: \(reason)")
    }

    /// - Parameters:
    ///   - expected: Bytes of the file when the reading began.
    ///   - found: Those that it has now.
    package static func truncatedFile(_ path: String, from expected: Int, to found: Int) -> ModelError {
        .unreadableFile(path, truncation(from: expected, to: found), at: found)
    }

    /// - Parameters:
    ///   - read: Bytes that have been read of the file, which had grown.
    ///   - found: Those that it has now.
    package static func truncatedFile(_ path: String, afterGrowingTo read: Int, to found: Int) -> ModelError {
        .unreadableFile(path, truncation("\(read) bytes when the reading arrived there", to: found), at: found)
    }

    /// What is said of a file that has lost bytes since its reading began.
    package static func truncation(from expected: Int, to found: Int) -> String {
        truncation("\(expected) bytes when the reading began", to: found)
    }

    private static func truncation(_ expected: String, to found: Int) -> String {
        "it was truncated or replaced while it was read: it had \(expected), and has \(found) now"
    }

    /// The error of a record as one of the input that the record stands in.
    func behind(_ record: SourceLocation) -> ModelError {
        guard line > 0 else { return self }
        let location = SourceLocation(
            offset: record.offset + offset, line: record.line + line - 1, column: line == 1 ? record.column + column - 1 : column)
        return ModelError(category, code, at: location, path: path, message, underlying: underlying, missing: missingPaths, told: told)
    }

    /// The error as one of an input with more lines before it; its offset counts them already.
    func behind(lines: Int) -> ModelError {
        behind(SourceLocation(offset: 0, line: lines + 1, column: 1))
    }

    // MARK: Writing

    static func writeDepthLimit(_ limit: Int, path: JSONPath) -> ModelError {
        let (start, round) = path.cutToFirstRound()
        let rest =
            if let round {
                ": the path repeats '\(round)'"
            } else if start != path {
                "; the path has \(path.components.count) steps, of which these are the first"
            } else {
                ""
            }
        return ModelError(
            .limit, .depthLimit, at: .none, path: start,
            "containers nested deeper than \(limit) (maximumDepth); instances that refer to each other have no end\(rest)")
    }

    static func nonFinite(path: JSONPath) -> ModelError {
        ModelError(.mismatch, .nonFiniteNumber, at: .none, path: path, "JSON has no text for a number that is not finite (onNonFinite)")
    }

    static func dateOutOfRange(path: JSONPath) -> ModelError {
        ModelError(
            .mismatch, .numberOutOfRange, at: .none, path: path, "a date that its format cannot write: the year must have four digits")
    }

    static func dataIsNoText(path: JSONPath) -> ModelError {
        ModelError(
            .mismatch, .invalidValue, at: .none, path: path, "data that is not UTF-8 cannot be written as text (dataFormat)"
        )
    }

    static func unencodable(_ type: Any.Type, path: JSONPath) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: path,
            "\(type) cannot be written: it is not a supported value, collection or Model, and not Encodable")
    }

    static func willEncode(_ error: any Error, type: Any.Type, path: JSONPath) -> ModelError {
        ModelError(.custom, .modelCodeFailed, at: .none, path: path, "willEncode(into:) of \(type) threw", underlying: error)
    }

    static func writeTransform(_ error: any Error, type: Any.Type, path: JSONPath) -> ModelError {
        ModelError(.custom, .modelCodeFailed, at: .none, path: path, "the transform of \(type) threw", underlying: error)
    }

    static func encode(_ error: any Error, type: Any.Type, path: JSONPath) -> ModelError {
        ModelError(.custom, .modelCodeFailed, at: .none, path: path, "encode(to:) of \(type) threw", underlying: error)
    }

    /// The error of a part as the whole's.
    func moved(to location: SourceLocation, path: JSONPath) -> ModelError {
        ModelError(category, code, at: location, path: path, message, underlying: underlying, told: told)
    }

    /// The error with the way to the value that it came from.
    func inside(_ path: JSONPath) -> ModelError {
        ModelError(
            category, code, at: SourceLocation(offset: offset, line: line, column: column),
            path: JSONPath(path.components + self.path.components), message, underlying: underlying, told: told)
    }

    static func notCanonical(_ what: String) -> ModelError {
        ModelError(.mismatch, .numberOutOfRange, at: .none, path: JSONPath(), "\(what), for which RFC 8785 has no text")
    }

    static func invalid(_ message: String) -> ModelError {
        ModelError(.model, .invalidDeclaration, at: .none, path: JSONPath(), message)
    }

    static func wrongOwner(_ property: String, of owner: Any.Type, found: Any.Type) -> ModelError {
        ModelError(
            .model, .typeMismatch, at: .none, path: JSONPath(),
            "the property '\(property)' is one of \(owner), and the value is of type \(found)")
    }

    static func wrongValue(_ property: String, _ type: Any.Type, of owner: Any.Type, given: Any.Type) -> ModelError {
        ModelError(
            .model, .typeMismatch, at: .none, path: JSONPath(),
            "the property '\(property)' of \(owner) is of type \(type), not of type \(given)")
    }

    static func noValue(_ property: String, of owner: Any.Type, wanted: Any.Type) -> ModelError {
        ModelError(
            .model, .unexpectedNull, at: .none, path: JSONPath(),
            "the property '\(property)' of \(owner) is nil, but \(wanted) was requested")
    }

    /// - Parameters:
    ///   - access: What was tried: "read" or "set".
    ///   - reason: What the property is.
    static func inaccessible(_ property: String, of owner: Any.Type, _ access: String, _ reason: String) -> ModelError {
        ModelError(
            .model, .inaccessibleProperty, at: .none, path: JSONPath(),
            "the property '\(property)' of \(owner) cannot be \(access) by its name: \(reason)")
    }

    static func neitherStructNorClass(_ type: Any.Type) -> ModelError {
        ModelError(
            .model, .unsupportedType, at: .none, path: JSONPath(), "\(type) is declared a Model, but is neither a struct nor a class")
    }

    static func noReflection(_ type: Any.Type) -> ModelError {
        ModelError(
            .model, .reflectionUnavailable, at: .none, path: JSONPath(),
            "the fields of \(type) cannot be read: the program was built without reflection metadata; "
                + "build without -disable-reflection-metadata")
    }

    static func layoutDiffers(_ difference: String) -> ModelError {
        ModelError(
            .model, .reflectionUnavailable, at: .none, path: JSONPath(),
            "this toolchain lays types out in a way that this version of Yodel does not know: \(difference)")
    }
}

extension DefaultStringInterpolation {
    /// A type as a program writes it.
    fileprivate mutating func appendInterpolation(_ type: Any.Type) { appendLiteral(TypeText.name(of: type)) }
}
