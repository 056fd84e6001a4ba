#if Ingest
import Yodel

// The source is written from the inside out: the type of a value is asked for first, and what has to be declared for it stands in the struct around it.
//
//     {"id": 7, "tags": [{"name": "a"}]}       struct Event: Model {
//                                                  var id = 0
//                                                  var tags: [Tag] = []
//
//                                                  struct Tag: Model {
//                                                      var name = ""
//                                                  }
//                                              }

extension RecordInspection {
    /// Swift source of a model that reads the records, to be gone on with by hand.
    ///
    /// ```swift
    /// var inspection = RecordInspection()
    /// inspection.add(["id": 7, "created_at": "2026-01-01T00:00:00Z", "tags": ["a"]])
    /// print(inspection.model(named: "Event"))
    /// ```
    ///
    /// ```swift
    /// import Yodel
    /// import FoundationEssentials
    ///
    /// struct Event: Model {
    ///     var id = 0
    ///     var createdAt = Date(timeIntervalSince1970: 0)
    ///     var tags: [String] = []
    ///
    ///     static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
    /// }
    /// ```
    ///
    /// The source compiles as it is, and the model takes each record that has been looked at, by the strict options, too. Objects are structs, in each
    /// other as in the records, or dictionaries where keys are data. Few different texts are an enum; texts that all are dates by ISO 8601 are a `Date`. What is
    /// missing or null anywhere is optional; values of several kinds, and those that have not been looked into, are a `JSONValue`. Integers beyond `Int` are a
    /// `UInt64` or a `JSONValue`, numbers beyond `Double` a `JSONValue`. Records that are no objects make a `typealias`.
    ///
    /// - Parameter name: What the model is to be called. What cannot stand in a type's name is left out, as for keys.
    /// - Returns: The source.
    public func model(named name: String) -> String {
        InspectionModel(tree: tree).source(named: name)
    }
}

/// Writes the source of a model.
struct InspectionModel {
    let tree: InspectionTree

    /// The type of the values at a place.
    private struct SwiftType {
        /// As it is written behind the colon.
        var text: String
        /// A value to begin with.
        var initial: String
        /// Whether the value tells the type by itself.
        var isInferred = false
        /// What has to be declared.
        var declarations: [[String]] = []
        /// What is to be said of it.
        var note: String?
        var usesDate = false

        static func value(_ note: String? = nil) -> SwiftType {
            SwiftType(text: "JSONValue", initial: "JSONValue.null", isInferred: true, note: note)
        }
    }

    /// Where a type is declared.
    private struct Scope {
        /// The type around it.
        let owner: String
        /// Names of types that are taken, and of those around them.
        var names: InspectionNames
        /// Names of the types around it.
        let outer: Set<String>
    }

    /// The whole source.
    func source(named name: String) -> String {
        let root = tree.nodes[InspectionTree.root]
        let name = InspectionNames.type(name, in: "Record")
        var lines = ["import Yodel"]
        var type: SwiftType
        var alias: String?
        if isStruct(root), root.kinds.null == 0 {
            type = structure(root, name, outer: [])
        } else {
            var scope = Scope(owner: name, names: InspectionNames([name]), outer: [name])
            type = self.type(root, name + "Record", &scope)
            let note = type.note.map { "  // \($0)" } ?? ""
            alias = "typealias \(name) = \(type.text)\(root.kinds.null > 0 && type.text != "JSONValue" ? "?" : "")\(note)"
        }
        if type.usesDate { lines.append("import FoundationEssentials") }
        for block in [alias.map { [$0] }].compactMap({ $0 }) + type.declarations { lines += [""] + block }
        return lines.reduce(into: "") { $0 += $1 + "\n" }
    }

    /// Whether values are nothing but objects, or null, whose keys are names.
    private func isStruct(_ node: InspectionNode) -> Bool {
        node.kinds.object > 0 && node.kinds.object + node.kinds.null == node.kinds.total && !node.fields.isEmpty && node.unopened == 0
            && !node.isPartial
    }

    // MARK: Types

    /// The type of the values at a place, but for null.
    ///
    /// - Parameters:
    ///   - node: The place.
    ///   - key: What a type that has to be declared is called after.
    ///   - scope: Where it is declared.
    private func type(_ node: InspectionNode, _ key: String, _ scope: inout Scope) -> SwiftType {
        let kinds = node.kinds
        let count = kinds.total - kinds.null
        switch count {
        case 0: return .value(kinds.null > 0 ? "always null" : nil)
        case kinds.bool: return SwiftType(text: "Bool", initial: "false", isInferred: true)
        case kinds.integer + kinds.fraction: return number(node)
        case kinds.string: return text(node, key, &scope)
        case kinds.array: return array(node, key, &scope)
        case kinds.object: return object(node, key, &scope)
        default:
            let names = kinds.named.map(\.name).filter { $0 != "null" }
            return .value(names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
        }
    }

    private func number(_ node: InspectionNode) -> SwiftType {
        if node.numbers.beyondDouble > 0 { return .value("numbers beyond Double") }
        if node.kinds.fraction > 0 { return SwiftType(text: "Double", initial: "0.0", isInferred: true) }
        if node.numbers.fitsInt { return SwiftType(text: "Int", initial: "0", isInferred: true) }
        return node.numbers.fitsUInt64 ? SwiftType(text: "UInt64", initial: "0") : .value("integers beyond 64 bits")
    }

    private func text(_ node: InspectionNode, _ key: String, _ scope: inout Scope) -> SwiftType {
        if node.texts.isEnum(tree.limits) { return enumeration(node.texts, key, &scope) }
        if node.texts.wholeForm == .date {
            return SwiftType(text: "Date", initial: "Date(timeIntervalSince1970: 0)", isInferred: true, usesDate: true)
        }
        return SwiftType(text: "String", initial: "\"\"", isInferred: true, note: node.texts.formName)
    }

    private func enumeration(_ texts: InspectionTexts, _ key: String, _ scope: inout Scope) -> SwiftType {
        let name = scope.names.take(InspectionNames.type(key, in: scope.owner))
        let values = texts.sortedValues.map(\.text)
        let cases = InspectionNames.members(values)
        var lines = ["enum \(name): String {"]
        for (name, value) in zip(cases, values) {
            lines.append("    case \(name)" + (UTF8Text(name) == UTF8Text(value) ? "" : " = \(InspectionText.literal(value))"))
        }
        return SwiftType(text: name, initial: "\(name).\(cases.first ?? "")", isInferred: true, declarations: [lines + ["}"]])
    }

    private func array(_ node: InspectionNode, _ key: String, _ scope: inout Scope) -> SwiftType {
        if node.unopened > 0 || node.unplaced > 0 { return .value("arrays that were not looked into") }
        guard let element = node.element else { return SwiftType(text: "[JSONValue]", initial: "[]", note: "always empty") }
        return collection(of: tree.nodes[element], key, "[", "[]", &scope)
    }

    private func object(_ node: InspectionNode, _ key: String, _ scope: inout Scope) -> SwiftType {
        if node.unopened > 0 || node.isPartial { return .value("objects that were not looked into") }
        if node.fields.isEmpty {
            guard let value = node.value, node.unplaced == 0 else {
                let note = node.unplaced > 0 ? "values that were not looked at" : "always empty"
                return SwiftType(text: "[String: JSONValue]", initial: "[:]", note: note)
            }
            return collection(of: tree.nodes[value], key, "[String: ", "[:]", &scope)
        }
        return structure(node, scope.names.take(InspectionNames.type(key, in: scope.owner)), outer: scope.outer)
    }

    private func collection(of node: InspectionNode, _ key: String, _ start: String, _ initial: String, _ scope: inout Scope) -> SwiftType {
        var type = type(node, InspectionNames.singular(key), &scope)
        let isOptional = node.kinds.null > 0 && type.text != "JSONValue"
        type.text = start + type.text + (isOptional ? "?]" : "]")
        type.initial = initial
        type.isInferred = false
        return type
    }

    // MARK: Structs

    private func structure(_ node: InspectionNode, _ name: String, outer: Set<String>) -> SwiftType {
        let keys = node.fields.map(\.key.text)
        let names = InspectionNames.members(keys)
        let around = outer.union([name])
        var scope = Scope(owner: name, names: InspectionNames(around.union(names)), outer: around)
        var lines = ["struct \(name): Model {"]
        var declarations: [[String]] = []
        var usesDate = false
        if node.unplaced > 0 { lines.append("    // \(node.unplaced) values of further keys were not looked at.") }
        for (field, name) in zip(node.fields, names) {
            let place = tree.nodes[field.place]
            let type = type(place, field.key.text, &scope)
            let isOptional = place.kinds.null > 0 || place.kinds.total < node.kinds.object
            let note = type.note.map { "  // \($0)" } ?? ""
            if isOptional {
                lines.append("    var \(name): \(type.text)?\(note)")
            } else {
                lines.append("    var \(name)\(type.isInferred ? "" : ": \(type.text)") = \(type.initial)\(note)")
            }
            declarations += type.declarations
            usesDate = usesDate || type.usesDate
        }
        let mapping = Self.mapping(keys, names)
        for block in (mapping.isEmpty ? [] : [mapping]) + declarations { lines += [""] + block.map { $0.isEmpty ? "" : "    " + $0 } }
        return SwiftType(text: name, initial: "\(name)()", isInferred: true, declarations: [lines + ["}"]], usesDate: usesDate)
    }

    /// The declaration of keys that are not the properties' own names; empty if there are none.
    private static func mapping(_ keys: [String], _ names: [String]) -> [String] {
        let usesStyle = zip(keys, names).contains { $0 != $1 && InspectionNames.isSnakeCase($0, of: $1) }
        var entries: [String] = []
        for (key, name) in zip(keys, names) {
            if usesStyle ? InspectionNames.isSnakeCase(key, of: name) : UTF8Text(key) == UTF8Text(name) { continue }
            entries.append("\(InspectionText.literal(name)): \(InspectionText.literal(JSONPath([.key(key)]).description))")
        }
        guard usesStyle || !entries.isEmpty else { return [] }
        let head = "static func describe(_ model: inout ModelDescription) {"
        let style = "model.keys.style = .snakeCase"
        if entries.isEmpty { return ["\(head) \(style) }"] }
        let keys =
            entries.count == 1
            ? ["    model.keys = [\(entries[0])]"] : ["    model.keys = ["] + entries.map { "        \($0)," } + ["    ]"]
        return [head] + keys + (usesStyle ? ["    \(style)"] : []) + ["}"]
    }
}
#endif
