#if Ingest
import Yodel

extension RecordInspection {
    /// What is known, as text: the counts, the first bad records, and a table with a line for each path.
    ///
    /// ```text
    /// 3 records, no bad ones
    ///
    /// path      present  kinds      values
    /// (record)  3        object 3   1 to 2 keys
    /// id        3 of 3   integer 3  1 to 3
    /// tags      2 of 3   array 2    0 to 2 elements
    /// tags[]    2 in 2   string 2   1 byte; 2 different: a 1, b 1
    /// ```
    ///
    /// In a path `[]` stands for the elements of an array and `{}` for the values of an object whose keys are data. `2 of 3` is a key in two of three
    /// objects, `2 in 2` are two elements or values in two containers. Lengths of strings are in bytes of UTF-8. What half of the strings or more are is
    /// said: dates, UUIDs, URLs, integers. Few different texts are shown, cut and with escapes for what has no shape of its own; `enum` are those of which
    /// ``model(named:)`` makes one.
    ///
    /// - Returns: Lines of at most 120 characters where no path and no text is longer, each with its line feed.
    public func report() -> String {
        var lines = [
            Self.count(records, "record", "records") + ", "
                + (badRecords == 0 ? "no bad ones" : Self.count(badRecords, "bad one", "bad ones"))
        ]
        for failure in failures {
            let path = failure.path.isEmpty ? "" : ", path " + failure.path
            lines.append("  line \(failure.line), column \(failure.column)\(path): \(failure.code)")
        }
        if badRecords > failures.count { lines.append("  \(badRecords - failures.count) more") }
        let unplaced = tree.nodes.reduce(0) { $0 + $1.unplaced }
        if unplaced > 0 {
            lines.append(
                "\(Self.count(unplaced, "value", "values")) not looked at, beyond the limit of \(Self.count(tree.limits.maximumPaths, "path", "paths"))"
            )
        }
        let unopened = tree.nodes.reduce(0) { $0 + $1.unopened }
        if unopened > 0 {
            let limit = Self.count(tree.limits.maximumDepth, "level", "levels")
            lines.append("\(Self.count(unopened, "container", "containers")) not looked into, beyond the limit of \(limit)")
        }
        guard records > 0 else { return Self.text(lines) }
        var table = InspectionTable(["path", "present", "kinds", "values"], widest: [44, 24, 24])
        addRows(InspectionTree.root, nil, [String(records)], to: &table)
        return Self.text(lines + [""] + table.lines())
    }

    private static func text(_ lines: [String]) -> String {
        lines.reduce(into: "") { $0 += $1 + "\n" }
    }

    private static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    private static func range(_ range: InspectionRange, _ one: String, _ many: String) -> String {
        range.low == range.high ? count(range.low, one, many) : "\(range.low) to \(range.high) \(many)"
    }

    // MARK: Rows

    /// Adds the rows of a place and of what lies below it.
    private func addRows(_ place: Int, _ path: String?, _ present: InspectionTable.Cell, to table: inout InspectionTable) {
        let node = tree.nodes[place]
        table.add([[path ?? "(record)"], present, Self.separated(node.kinds.named.map { "\($0.name) \($0.count)" }), facts(node)])
        let path = path ?? ""
        for field in node.fields {
            let total = tree.nodes[field.place].kinds.total
            addRows(field.place, Self.path(path, field.key.text), ["\(total) of", "\(node.kinds.object)"], to: &table)
        }
        if let value = node.value {
            addRows(value, path + "{}", ["\(tree.nodes[value].kinds.total) in", "\(node.kinds.object)"], to: &table)
        }
        if let element = node.element {
            addRows(element, path + "[]", ["\(tree.nodes[element].kinds.total) in", "\(node.kinds.array)"], to: &table)
        }
    }

    /// The path of a key.
    private static func path(_ path: String, _ key: String) -> String {
        let step = InspectionText.shown(JSONPath([.key(key)]).description, characters: 80)
        return path.isEmpty || step.hasPrefix("[") ? path + step : path + "." + step
    }

    /// Pieces with a comma behind all but the last.
    private static func separated(_ pieces: [String], _ separator: String = ",") -> InspectionTable.Cell {
        pieces.enumerated().map { $0 + 1 < pieces.count ? $1 + separator : $1 }
    }

    /// What the values of a place are, piece by piece.
    private func facts(_ node: InspectionNode) -> InspectionTable.Cell {
        var facts: [InspectionTable.Cell] = []
        if node.kinds.object > 0 { facts.append(objectFacts(node)) }
        if node.kinds.array > 0 { facts.append([Self.range(node.elements, "element", "elements")]) }
        if node.kinds.string > 0 { facts += textFacts(node.texts) }
        if let low = node.numbers.low?.text, let high = node.numbers.high?.text { facts.append([low == high ? low : "\(low) to \(high)"]) }
        if node.numbers.beyondDouble > 0 { facts.append(["\(node.numbers.beyondDouble) beyond Double"]) }
        if node.unplaced > 0 { facts.append(["\(node.unplaced) values not looked at"]) }
        if node.unopened > 0 { facts.append(["\(node.unopened) not looked into"]) }
        return facts.enumerated().flatMap { index, pieces in
            index + 1 < facts.count ? pieces.dropLast() + [(pieces.last ?? "") + ";"] : pieces
        }
    }

    private func objectFacts(_ node: InspectionNode) -> InspectionTable.Cell {
        [Self.range(node.keys, "key", "keys")] + (node.isDictionary ? ["that are data"] : [])
    }

    private func textFacts(_ texts: InspectionTexts) -> [InspectionTable.Cell] {
        var facts = [[Self.range(texts.lengths, "byte", "bytes")]]
        if let form = texts.formName { facts.append([form]) }
        // Which few dates there are says nothing.
        guard !texts.hasMoreValues, texts.form.map({ $0.form == .integer }) ?? true else { return facts }
        let values = texts.sortedValues.map { "\(InspectionText.shown($0.text, characters: 24)) \($0.count)" }
        let head = texts.values.count == 1 ? "always" : "\(texts.values.count) different:"
        facts.append([texts.isEnum(tree.limits) ? "enum," : nil, head].compactMap { $0 } + Self.separated(values))
        return facts
    }
}
#endif
