import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every row of the conversion matrix by every column, in every place, under every mix of the rules that conversion knows, with a report and
// without. A row is one test; what is wrong in it comes as one list.

/// Where the token stands.
private enum Place: CaseIterable {
    case property, element, root
}

/// What must come of one decode.
private enum Fate: Equatable {
    /// A value, which looks like this, and what the report has of the token.
    case value(String, reported: ModelError.Code?)
    case failure(ModelError.Code)
}

private struct Property<S: MatrixType>: Model {
    var before = 0
    var value = S.before
    var after: UInt8 = 0
}

private struct Elements<S: MatrixType>: Model {
    var before = 0
    var list: [S.Value] = []
    var after: UInt8 = 0
}

/// One type in one place: the document around a token and the values around its own.
private struct Spot<S: MatrixType> {
    let place: Place

    private var prefix: String {
        switch place {
        case .property: #"{"before": 7, "value": "#
        case .element: #"{"before": 7, "list": [\#(S.good), "#
        case .root: " "
        }
    }

    private var suffix: String {
        switch place {
        case .property: #", "after": 9}"#
        case .element: #", \#(S.good)], "after": 9}"#
        case .root: " "
        }
    }

    var path: JSONPath {
        switch place {
        case .property: "value"
        case .element: "list[1]"
        case .root: JSONPath()
        }
    }

    /// The path as the report counts it.
    var pattern: String { place == .element ? "list[*]" : path.description }

    var offset: Int { prefix.utf8.count }

    func document(_ token: String) -> String { prefix + token + suffix }

    /// How the whole looks with a value at the spot, or with the one before.
    func shown(_ text: String?) -> String {
        switch place {
        case .property: text ?? S.shown(S.before)
        case .element: "\(([S.goodShown, text, S.goodShown] as [String?]).compactMap { $0 })"
        case .root: text ?? "nothing"
        }
    }

    func decode(_ document: String, _ decoder: ModelDecoder, _ report: UnsafeMutablePointer<DecodingReport>?) -> Result<String, ModelError>
    {
        do throws(ModelError) {
            switch place {
            case .property:
                let model = try decode(Property<S>.self, document, decoder, report)
                return .success(model.before == 7 && model.after == 9 ? S.shown(model.value) : "a neighbour was touched")
            case .element:
                let model = try decode(Elements<S>.self, document, decoder, report)
                return .success(model.before == 7 && model.after == 9 ? "\(model.list.map(S.shown))" : "a neighbour was touched")
            case .root:
                return .success(S.shown(try decode(S.Value.self, document, decoder, report)))
            }
        } catch {
            return .failure(error)
        }
    }

    private func decode<T>(
        _ type: T.Type, _ document: String, _ decoder: ModelDecoder, _ report: UnsafeMutablePointer<DecodingReport>?
    ) throws(ModelError) -> T {
        if let report { return try decoder.decode(type, from: document, report: &report.pointee) }
        return try decoder.decode(type, from: document)
    }

    // MARK: What must come

    /// What the table and the rules say of a token.
    func fate(_ row: MatrixRow, _ column: MatrixColumn, _ options: DecodingOptions) -> Fate {
        let cell = row.cell(column)
        if row.isNull, options.onNull != .convert { return nullFate(cell.strict, column.isOptional, options.onNull) }
        switch options.convertsTypes ? cell.lenient : cell.strict {
        case .value(let text): return .value(shown(text), reported: nil)
        case .blank:
            // A model in a property keeps its values; elsewhere there is none before.
            let blank = column.baseLabel == "class" ? "class 5" : "struct 5"
            return .value(shown(place == .property ? nil : blank), reported: nil)
        case .kept(let code): return place == .root ? .failure(code) : .value(shown(nil), reported: code)
        case .mismatch(let code):
            let fails =
                switch place {
                case .root: true
                case .property: options.onMismatch == .fail
                case .element:
                    options.onInvalidElement == .fail || (options.onInvalidElement == .asMismatch && options.onMismatch == .fail)
                }
            return fails ? .failure(code) : .value(shown(nil), reported: code)
        }
    }

    /// What becomes of null where it is kept or fails. To keep what was there is what null is asked to do then: no issue.
    ///
    /// - Parameter strict: What null is where nothing is converted: a value where there is a place for it.
    private func nullFate(_ strict: Outcome, _ isOptional: Bool, _ policy: DecodingOptions.NullPolicy) -> Fate {
        // A root has nothing that could be kept, and an optional element is nil.
        let isPassedOver = policy == .keep && (place == .property || (place == .element && !isOptional))
        if isPassedOver { return .value(shown(nil), reported: nil) }
        guard case .value(let text) = strict else { return .failure(.unexpectedNull) }
        return .value(shown(text), reported: nil)
    }

    // MARK: Checks

    /// Runs one cell under one set of options.
    ///
    /// - Returns: What is wrong, if anything.
    func check(_ row: MatrixRow, _ column: MatrixColumn, _ options: DecodingOptions) -> [String] {
        var options = options
        column.set(&options)
        let expected = fate(row, column, options)
        let document = document(row.token)
        let decoder = ModelDecoder(options)
        var report = DecodingReport()
        let results = [
            decode(document, decoder, nil), withUnsafeMutablePointer(to: &report) { decode(document, decoder, $0) },
        ]
        var wrong: [String] = []
        for result in results {
            switch (result, expected) {
            case (.success(let text), .value(let value, _)):
                if text != value { wrong.append("is \(text), not \(value)") }
            case (.failure(let error), .failure(let code)):
                wrong += check(error, code, row.found)
            default: wrong.append("\(result), not \(expected)")
            }
        }
        if case .value(_, let code) = expected, case .success = results[1] { wrong += check(report, code, row.found) }
        return wrong.map { "\(row.token) as \(column.label), \(place), \(options.inShort): \($0)" }
    }

    private func check(_ error: ModelError, _ code: ModelError.Code, _ found: String) -> [String] {
        var wrong: [String] = []
        if error.code != code || error.category != .mismatch { wrong.append("error \(error.category) \(error.code), not \(code)") }
        if error.path != path || error.offset != offset { wrong.append("error at '\(error.path)', byte \(error.offset), not \(offset)") }
        // A number that is too large may stand in a string.
        let words = code == .numberOutOfRange ? "found a number that it cannot hold" : "found \(found)"
        if !error.message.contains("expected \(TypeText.name(of: S.Value.self)),") || !error.message.contains(words) {
            wrong.append("the error says: \(error.message)")
        }
        return wrong
    }

    private func check(_ report: DecodingReport, _ code: ModelError.Code?, _ found: String) -> [String] {
        guard let code else { return report.isEmpty ? [] : ["reported: \(report.issues)"] }
        guard report.count == 1, report.issues.count == 1, let issue = report.issues.first else {
            return ["reported \(report.count) times: \(report.issues)"]
        }
        var wrong: [String] = []
        if issue.code != code { wrong.append("reported as \(issue.code), not \(code)") }
        if issue.path != path || issue.offset != offset || report.counts != [pattern: 1] {
            wrong.append("reported at '\(issue.path)', byte \(issue.offset), not \(offset); counts \(report.counts)")
        }
        if issue.action != (place == .element ? .omitted : .kept) { wrong.append("reported as \(issue.action)") }
        let isNumber = code == .numberOutOfRange && issue.found.hasPrefix("a number")
        if issue.expected != TypeText.name(of: S.Value.self) || !(issue.found.hasPrefix(found) || isNumber) {
            wrong.append("reported: expected \(issue.expected), found \(issue.found)")
        }
        return wrong
    }
}

extension DecodingOptions {
    fileprivate var inShort: String {
        "\(convertsTypes ? "lenient" : "strict"), onMismatch \(onMismatch), onNull \(onNull), onInvalidElement \(onInvalidElement)"
    }

    /// Every mix of the rules that conversion knows. Those for elements stand still where there is none.
    fileprivate static func mixes(elements: Bool) -> [DecodingOptions] {
        var mixes: [DecodingOptions] = []
        for converts in [true, false] {
            for onMismatch in [MismatchPolicy.keepDefault, .fail] {
                for onNull in [NullPolicy.convert, .keep, .fail] {
                    for onElement in elements ? [InvalidElementPolicy.asMismatch, .omit, .fail] : [.asMismatch] {
                        var options = DecodingOptions()
                        options.convertsTypes = converts
                        options.onMismatch = onMismatch
                        options.onNull = onNull
                        options.onInvalidElement = onElement
                        mixes.append(options)
                    }
                }
            }
        }
        return mixes
    }
}

@Suite("Conversion matrix")
struct ConversionMatrixTests {
    /// Every mix of the rules in every place.
    private static let places = Place.allCases.flatMap { place in
        DecodingOptions.mixes(elements: place == .element).map { (place: place, options: $0) }
    }

    private static let cellsOfRow = places.count * MatrixColumn.all.count

    /// The numbers of the cells that are tried, by their rows. Some of them are a prime number, so that they are of all rows, columns and mixes.
    private static let cells = Dictionary(grouping: some(1_999, of: 0..<MatrixRow.all.count * cellsOfRow)) { $0 / cellsOfRow }

    @Test(.slow, arguments: MatrixRow.all)
    func everyColumnInEveryPlaceUnderEveryRule(row: MatrixRow) throws {
        func check<S: MatrixType>(_ type: S.Type, _ column: MatrixColumn, _ place: Place, _ options: DecodingOptions) -> [String] {
            Spot<S>(place: place).check(row, column, options)
        }
        var wrong: [String] = []
        let number = try #require(MatrixRow.all.firstIndex { $0.token == row.token })
        for cell in Self.cells[number, default: []] {
            let (place, options) = Self.places[cell / MatrixColumn.all.count % Self.places.count]
            let column = MatrixColumn.all[cell % MatrixColumn.all.count]
            wrong += check(column.type, column, place, options)
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong; the first:\n\(wrong.prefix(40).joined(separator: "\n"))")
    }

    /// What strict rules accept those without loss accept too, and what these accept is what lenient ones make of it. Anything else is an error, which says
    /// that something would be lost if lenient rules lose it.
    @Test(.slow, arguments: Place.allCases) fileprivate func nothingIsLostWithoutAWord(place: Place) {
        let mended = DecodingOptions.lenient.with(\.onMismatch, .fail)
        func check<S: MatrixType>(_ type: S.Type, _ row: MatrixRow, _ column: MatrixColumn) -> [String] {
            let spot = Spot<S>(place: place)
            let results = [DecodingOptions.strict, .convert, mended].map { options in
                var options = options
                column.set(&options)
                return spot.decode(spot.document(row.token), ModelDecoder(options), nil)
            }
            let isRight =
                switch (results[0], results[1], results[2]) {
                case (.success(let strict), .success(let value), .success(let lenient)): strict == value && value == lenient
                case (.failure, .success(let value), .success(let lenient)): value == lenient
                case (.failure, .failure(let error), .success): [.lossyConversion, .unexpectedNull].contains(error.code)
                case (.failure, .failure(let error), .failure(let lenient)): error.code == lenient.code || place == .root
                case (.success, .failure, _), (_, .success, .failure), (.success, _, .failure): false
                }
            return isRight ? [] : ["\(row.token) as \(column.label), \(place): \(results)"]
        }
        let columns = MatrixColumn.all
        let wrong = some(1_499, of: 0..<MatrixRow.all.count * columns.count).flatMap { cell in
            let column = columns[cell % columns.count]
            return check(column.type, MatrixRow.all[cell / columns.count], column)
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong; the first:\n\(wrong.prefix(20).joined(separator: "\n"))")
    }

    /// The mixes hold what the two presets are.
    @Test func thePresetsAreMixes() {
        var strict = DecodingOptions.strict
        strict.acceptsByteOrderMark = true
        #expect(DecodingOptions.mixes(elements: false).contains(.lenient))
        #expect(DecodingOptions.mixes(elements: false).contains(strict))
        #expect(DecodingOptions.lenient.convertsTypes && DecodingOptions.lenient.onMismatch == .keepDefault)
        #expect(!strict.convertsTypes && strict.onMismatch == .fail && strict.onNull == .fail)
    }

    /// A kind that no column is of is a hole in the matrix. What only a transform makes has no conversion, and what can only be encoded is not read.
    @Test func everyKindIsAColumn() throws {
        func kind<S: MatrixType>(_ type: S.Type) throws -> FieldKind { try PlanCache.shared.plan(for: S.Value.self).pointee.kind }
        let kinds = Set(try MatrixColumn.all.map { try kind($0.type) })
        for kind in FieldKind.allCases where kind != .custom && kind != .encodable {
            #expect(kinds.contains(kind), "\(kind) has no column in the conversion matrix")
        }
    }

    @Test func theTableNamesItsColumns() {
        let labels = Set(MatrixColumn.all.flatMap { [$0.label, $0.baseLabel] })
        for row in MatrixRow.all {
            for label in row.rules.flatMap(\.labels) { #expect(labels.contains(label), "\(row.token): no column '\(label)'") }
        }
        #expect(Set(MatrixRow.all.map(\.token)).count == MatrixRow.all.count)
    }
}
