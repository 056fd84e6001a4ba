extension SourceLocation {
    /// That of a record which has become a model: where in it a value stood is not known any more.
    fileprivate static let recordStart = SourceLocation(offset: 0, line: 1, column: 1)
}

extension ModelError {
    static func noColumns(_ type: Any.Type) -> ModelError {
        ModelError(
            .model, .unsupportedColumn, at: .none, path: JSONPath(),
            "\(type) has no columns: these are the properties of a struct or a class that is a model")
    }

    static func recursiveColumns(_ type: Any.Type, _ path: [String]) -> ModelError {
        ModelError(
            .model, .unsupportedColumn, at: .none, path: JSONPath(path.map { .key($0) }),
            "\(type) is recursive, so it has no fixed columns: leave the property out (columns), or make it a JSONValue"
        )
    }

    static func noColumnType(_ type: Any.Type, _ path: [String]) -> ModelError {
        ModelError(
            .model, .unsupportedColumn, at: .none, path: JSONPath(path.map { .key($0) }),
            "\(type) has no form in columns: leave the property out (columns)")
    }

    static func emptyStructure(_ type: Any.Type, _ path: [String]) -> ModelError {
        ModelError(
            .model, .unsupportedColumn, at: .none, path: JSONPath(path.map { .key($0) }),
            "\(type) has no properties, and so no columns: leave the property out (columns)")
    }

    /// - Parameter option: The option that names the column.
    static func unknownColumn(_ name: String, for option: String, nearest: String?, of type: Any.Type) -> ModelError {
        let hint = if let nearest { "; did you mean '\(nearest)'?" } else { "" }
        return ModelError(
            .model, .unknownProperty, at: .none, path: JSONPath(),
            "\(option) names '\(name)', which is neither a property of \(type) nor a key of one\(hint)")
    }

    /// - Parameter option: The option that names the column.
    static func repeatedColumn(_ name: String, for option: String, of type: Any.Type) -> ModelError {
        ModelError(
            .model, .invalidDeclaration, at: .none, path: JSONPath(),
            "\(option) names a property of \(type) twice, the second time as '\(name)'")
    }

    static func columnNotAskedFor(_ name: String, of type: Any.Type) -> ModelError {
        ModelError(
            .model, .invalidDeclaration, at: .none, path: JSONPath(),
            "nested names '\(name)' of \(type), which is not one of the requested columns (columns)")
    }

    static func columnNotNested(_ name: String, of type: Any.Type) -> ModelError {
        ModelError(
            .model, .invalidDeclaration, at: .none, path: JSONPath(),
            "nested names '\(name)' of \(type), which is no model, array, set or dictionary and has no columns below it")
    }

    static func invalidDecimalDigits(_ precision: Int, _ scale: Int) -> ModelError {
        ModelError(
            .model, .invalidDeclaration, at: .none, path: JSONPath(),
            "decimals has a precision of \(precision) and a scale of \(scale); the precision is 1 to 38, the scale 0 to the precision")
    }

    static func invalidColumnOption(_ name: String, _ value: Int, least: Int) -> ModelError {
        ModelError(.model, .invalidDeclaration, at: .none, path: JSONPath(), "\(name) is \(value); it is at least \(least)")
    }

    /// - Parameter path: The properties on the way to the column.
    static func columnLimit(_ path: [String]) -> ModelError {
        ModelError(
            .limit, .columnLimit, at: .recordStart, path: JSONPath(path.map { .key($0) }),
            "more than 2,147,483,647 bytes or elements in a column of one batch")
    }

    /// - Parameter path: The properties on the way to the column.
    static func instantOutOfRange(_ path: [String]) -> ModelError {
        ModelError(
            .mismatch, .numberOutOfRange, at: .recordStart, path: JSONPath(path.map { .key($0) }),
            "a date beyond the range of 64-bit microseconds since 1970")
    }

    /// - Parameter path: The properties on the way to the column.
    static func decimalOutOfRange(_ path: [String], precision: Int, scale: Int) -> ModelError {
        ModelError(
            .mismatch, .numberOutOfRange, at: .recordStart, path: JSONPath(path.map { .key($0) }),
            "a number that does not fit exactly into \(precision) digits, \(scale) of them after the point (decimals)")
    }

    /// - Parameters:
    ///   - error: Why a value cannot be written as JSON.
    ///   - path: The properties on the way to the column.
    static func unwritable(_ error: ModelError, _ path: [String]) -> ModelError {
        ModelError(
            error.category, error.code, at: .recordStart, path: JSONPath(path.map { .key($0) } + error.path.components), error.message,
            underlying: error.underlying)
    }
}

extension DefaultStringInterpolation {
    /// A type as a program writes it.
    fileprivate mutating func appendInterpolation(_ type: Any.Type) { appendLiteral(TypeText.name(of: type)) }
}
