/// Makes columns of the plans of models.
struct ColumnPlanBuilder {
    private let decimals: (precision: Int, scale: Int)?
    private let nestedAsJSON: Bool
    /// Models that the column at hand stands in.
    private var open: [PlanRef] = []
    /// Whether records may be read into columns key by key.
    private(set) var isDirect = true

    init(_ rules: ColumnRules) {
        (decimals, nestedAsJSON) = (rules.decimals, rules.nestedAsJSON)
    }

    /// The columns of a model.
    ///
    /// - Parameters:
    ///   - wanted: The indexes of the properties that have been asked for.
    ///   - expanded: Of those that have columns below their own where others are JSON.
    mutating func root(_ plan: PlanRef, _ wanted: Set<Int>, _ expanded: Set<Int>) throws(ModelError) -> ColumnNode {
        let root = try structure("", plan, plan, isWanted: true, wanted, expanded, [])
        settleDefaults(root)
        return root
    }

    private mutating func structure(
        _ name: String, _ outer: PlanRef, _ inner: PlanRef, isWanted: Bool, _ wanted: Set<Int>?, _ expanded: Set<Int>, _ path: [String]
    ) throws(ModelError) -> ColumnNode {
        // What is nested in a model that is expanded is JSON, so that the type may stand in itself.
        guard !open.contains(inner) || (nestedAsJSON && isWanted) else {
            // What nobody wants is read as it is.
            guard isWanted else { return try leaf(name, .json, .text, .json, false, path, outer, inner) }
            throw .recursiveColumns(inner.type, path)
        }
        open.append(inner)
        defer { open.removeLast() }
        let model = inner.pointee.kind == .boxed ? inner.key.model : inner.model
        let names = model.propertyNames
        var children: [ColumnNode] = []
        for index in names.indices {
            let property = model.property(index)
            let isChildWanted = isWanted && wanted?.contains(index) != false
            let child = try node(
                names[index], property.pointee.value, isWanted: isChildWanted, isExpanded: expanded.contains(index), path + [names[index]])
            describe(child, property, of: model, in: inner)
            children.append(child)
        }
        let fields = children.filter(\.isWanted).map(\.field)
        if isWanted && fields.isEmpty && wanted == nil { throw .emptyStructure(inner.type, path) }
        let source: ColumnNode.Source = inner.pointee.kind == .object ? .object : inner.pointee.kind == .instance ? .instance : .boxed
        let node = ColumnNode(
            name, .structure(fields), .structure, source, isWanted: isWanted, path, outer: outer, inner: inner, children: children)
        node.isReadByKeys = inner.pointee.kind == .object && model.pointee.total == model.pointee.count
        node.isOrigin = inner.hasDefault
        return node
    }

    /// Notes how a property is reached, and what stands for it where it does not come.
    private mutating func describe(_ child: ColumnNode, _ property: PropertyRef, of model: ModelRef, in plan: PlanRef) {
        child.offset = property.pointee.offset
        if let draft = model.pointee.draft {
            child.state = property.pointee.draftState.union(.fresh)
            child.absence =
                draft.hasDefault(property.pointee.index)
                ? .listed(draft, property.pointee.index) : child.isOptional && !property.pointee.isRequired ? .null : .missing
            return
        }
        child.absence = property.pointee.isRequired ? .missing : .made
        if property.pointee.isRequired { child.state = [.fresh, .required] }
        // What stands in a model that `init()` makes is changed by an object, not made anew.
        if case .object = child.source, !child.isOptional { child.isOrigin = false }
        // Instances, and what the model's own code reaches, are made models of first.
        if plan.pointee.kind != .object || property.access != nil { isDirect = false }
    }

    /// Looks at the models that `init()` makes: what is nil there stays null where it does not come.
    private mutating func settleDefaults(_ node: ColumnNode) {
        if case .object = node.source, node.isOrigin && isDirect {
            node.inner.withDefaultValue { base in settleDefaults(of: node, in: base) }
        }
        for child in node.children { settleDefaults(child) }
    }

    /// - Parameter base: A model of the node's type as it stands in one that `init()` has made.
    private mutating func settleDefaults(of node: ColumnNode, in base: MutableAddress) {
        for child in node.children {
            guard case .made = child.absence else { continue }
            let isNil = unsafe child.outer.isEmpty(Slot(base + child.offset, of: child.outer.type))
            if isNil { child.absence = .null }
            switch child.source {
            case .object where !child.isOptional: unsafe settleDefaults(of: child, in: base + child.offset)
            // What is there would be changed.
            case .object, .instance, .boxed: if !isNil { isDirect = false }
            // The same holds for a model whose JSON is the value.
            case .json: if child.inner.hasDefault && !isNil { isDirect = false }
            case .scalar, .rawValue, .sequence, .dictionary, .entries: break
            }
        }
    }

    /// The column of a value.
    ///
    /// - Parameter isExpanded: Whether it has columns below it where others are JSON.
    private mutating func node(
        _ name: String, _ outer: PlanRef, isWanted: Bool, isExpanded: Bool, _ path: [String], isKey: Bool = false
    ) throws(ModelError) -> ColumnNode {
        let inner = outer.innermost
        if nestedAsJSON && isWanted && !isExpanded && inner.consistsOfValues {
            return try leaf(name, .json, .text, .json, true, path, outer, inner)
        }
        switch inner.pointee.kind {
        case .scalar(let kind):
            let column = try ScalarColumn(of: kind.scalarType, decimals, path)
            return try leaf(name, column.type, column.form, .scalar(kind), isWanted, path, outer, inner)
        case .rawValue:
            guard let kind = inner.key.pointee.direct, inner.key.pointee.optionalDepth == 0 else { break }
            let column = try ScalarColumn(of: kind.scalarType, decimals, path)
            guard kind == .string && !isKey && inner.hasFewValues else {
                return try leaf(name, column.type, column.form, .rawValue(kind), isWanted, path, outer, inner)
            }
            return try leaf(name, .dictionaryOfText, .words, .rawValue(kind), isWanted, path, outer, inner)
        case .object, .instance, .boxed: return try structure(name, outer, inner, isWanted: isWanted, nil, [], path)
        case .sequence:
            let item = try node("item", inner.element, isWanted: isWanted, isExpanded: isExpanded && inner.element.isOfModels, path)
            return ColumnNode(
                name, .list(item.field), .list, .sequence, isWanted: isWanted, path, outer: outer, inner: inner, children: [item])
        case .dictionary:
            let key = try node("key", inner.key, isWanted: isWanted, isExpanded: false, path, isKey: true)
            let value = try node("value", inner.element, isWanted: isWanted, isExpanded: isExpanded && inner.element.isOfModels, path)
            let entries = ColumnNode(
                "entries", .structure([key.field, value.field]), .structure, .entries, isWanted: isWanted, path, outer: inner, inner: inner,
                children: [key, value])
            return ColumnNode(
                name, .map(key: key.field, value: value.field), .map, .dictionary, isWanted: isWanted, path, outer: outer, inner: inner,
                children: [entries])
        case .json, .rawJSON, .any, .anyArray, .anyDictionary, .cases, .decodable, .encodable:
            return try leaf(name, .json, .text, .json, isWanted, path, outer, inner)
        case .custom: break
        }
        guard !isWanted else { throw .noColumnType(inner.type, path) }
        return try leaf(name, .json, .text, .json, false, path, outer, inner)
    }

    private func leaf(
        _ name: String, _ type: ColumnType, _ form: ColumnForm, _ source: ColumnNode.Source, _ isWanted: Bool, _ path: [String],
        _ outer: PlanRef, _ inner: PlanRef
    ) throws(ModelError) -> ColumnNode {
        let node = ColumnNode(name, type, form, source, isWanted: isWanted, path, outer: outer, inner: inner)
        // What goes from the text straight into the column has one form.
        if let taken = node.target.form, taken != form {
            throw .misdeclaredScalar(inner.type, "its text is stored as \(node.target), which its columnForm is not", path)
        }
        return node
    }
}

extension ColumnForm {
    /// - Parameter bits: 8, 16, 32 or 64.
    fileprivate init(bits: Int) { self = bits == 8 ? .one : bits == 16 ? .two : bits == 32 ? .four : .eight }
}

/// What a column of a scalar holds, and how.
struct ScalarColumn {
    let type: ColumnType
    let form: ColumnForm

    /// - Throws: An error of category `model` if the scalar's column form is not that of its memory: the column would have whatever stands there.
    init(of scalar: any Scalar.Type, _ decimals: (precision: Int, scale: Int)?, _ path: [String]) throws(ModelError) {
        let declared = scalar.columnForm
        guard declared.fits(scalar) else {
            throw .misdeclaredScalar(scalar, "its values do not stand in memory as its columnForm says, \(declared)", path)
        }
        let column: (ColumnType, ColumnForm) =
            switch declared {
            case .bit: (.bool, .bits)
            case .integer(let bits, let isSigned): (.integer(bits: bits, isSigned: isSigned), ColumnForm(bits: bits))
            case .float(let bits): (.float(bits: bits), ColumnForm(bits: bits))
            case .text: (.text, .text)
            case .bytes: (.binary, .text)
            case .instant: (.timestamp, .eight)
            case .identifier: (.uuid, .sixteen)
            case .decimal: decimals.map { (.decimal(precision: $0.precision, scale: $0.scale), .sixteen) } ?? (.text, .text)
            }
        (type, form) = column
    }
}

extension ModelError {
    /// - Parameters:
    ///   - fault: What is wrong with the declaration of the scalar.
    ///   - path: The properties on the way to the column.
    fileprivate static func misdeclaredScalar(_ type: Any.Type, _ fault: String, _ path: [String]) -> ModelError {
        ModelError(
            .model, .unsupportedColumn, at: .none, path: JSONPath(path.map { .key($0) }),
            "\(type) has no column: \(fault); this is a mistake in Yodel's declaration of the scalar, not in the model")
    }
}

extension PlanRef {
    /// Whether it is an enum with no more values than two bytes tell apart, and so with no more texts. One with a case that holds text has as many as whoever
    /// writes the records wants, and a dictionary of texts, which is kept for all batches, would have them all.
    fileprivate var hasFewValues: Bool { pointee.size <= 2 && FieldWalk.shape(of: type) == .enum }

    /// Whether it is of models, also where they may be nil.
    fileprivate var isOfModels: Bool {
        let kind = innermost.pointee.kind
        return kind == .object || kind == .instance || kind == .boxed
    }

    /// Whether it is of models, or of containers of them.
    var hasModels: Bool {
        let inner = innermost
        switch inner.pointee.kind {
        case .object, .instance, .boxed: return true
        case .sequence: return inner.element.hasModels
        case .dictionary: return inner.element.hasModels || inner.key.hasModels
        case .scalar, .rawValue, .json, .rawJSON, .any, .anyArray, .anyDictionary, .cases, .decodable, .encodable, .custom: return false
        }
    }

    var consistsOfValues: Bool {
        switch pointee.kind {
        case .object, .instance, .boxed, .sequence, .dictionary: true
        case .scalar, .rawValue, .json, .rawJSON, .any, .anyArray, .anyDictionary, .cases, .decodable, .encodable, .custom: false
        }
    }

    /// Whether a model is filled that `init()` has made.
    var hasDefault: Bool { (pointee.kind == .object || pointee.kind == .instance) && model.pointee.draft == nil }

    /// Lends a struct as `init()` makes it. Only for models of structs that have one.
    fileprivate func withDefaultValue(_ body: (MutableAddress) -> Void) {
        unsafe withUnsafeTemporaryAllocation(byteCount: max(pointee.size, 1), alignment: pointee.alignment) { room in
            // SAFETY: the room is for a value of the type, which is destroyed behind the look at it.
            let slot = unsafe Slot(MutableAddress(room), of: type)
            putDefault(slot, fresh: true)
            defer { destroy(slot) }
            body(slot.address)
        }
    }

    /// The model that columns are made of.
    var columnModel: ModelRef { pointee.kind == .boxed ? key.model : model }

    /// Its properties, and the keys by which these are known too.
    var columnNames: ColumnNames {
        let model = columnModel
        return ColumnNames(properties: model.propertyNames, keys: model.pointee.level.columnKeys(""))
    }
}

/// What properties are called.
struct ColumnNames {
    /// By index.
    let properties: [String]
    /// Keys and paths with the index of the property that they are for.
    let keys: [(text: String, property: Int)]

    /// The property that has a name, else the one that has it for a key.
    func index(of name: String) -> Int? {
        properties.firstIndex(of: name) ?? keys.first { $0.text == name && $0.property < properties.count }?.property
    }

    /// The property that an option names.
    ///
    /// - Throws: An error that tells the nearest name if there is none.
    func index(of name: String, for option: String, _ plan: PlanRef) throws(ModelError) -> Int {
        if let index = index(of: name) { return index }
        throw .unknownColumn(name, for: option, nearest: PlanBuilder.nearest(to: name, among: Set(properties)), of: plan.type)
    }
}

extension LevelRef {
    /// Its keys and the paths below.
    ///
    /// - Parameter prefix: What comes before each.
    fileprivate func columnKeys(_ prefix: String) -> [(text: String, property: Int)] {
        (0..<pointee.count).flatMap { index -> [(text: String, property: Int)] in
            let entry = self.entry(index)
            let text = prefix + entry.text
            guard let route = entry.pointee.route else { return [(text, entry.propertyIndex)] }
            let leaves = (0..<route.pointee.leafCount).map { (text, route.leaf($0).property.pointee.index) }
            return leaves + (route.pointee.child?.columnKeys(text + ".") ?? [])
        }
    }
}
