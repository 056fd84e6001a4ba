/// What a column is: its type, where its values stand in models, and what is below it. Immutable.
///
/// A plan of columns is a tree of nodes, which all sets of columns of a reader share.
final class ColumnNode: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: it is changed by nobody once its plan has been built; the plans it names are immutable.

    /// Where a column's values come from.
    enum Source {
        case scalar(ScalarKind)
        /// A raw value that is a scalar.
        case rawValue(ScalarKind)
        case object
        case instance
        case boxed
        case sequence
        case dictionary
        /// Whatever it is, its JSON.
        case json
        /// The entries of a dictionary, which are no values of their own.
        case entries
    }

    /// What stands for a value that does not come.
    enum Absence {
        case null
        /// There is no model without it.
        case missing
        /// What the list of the model's properties says, by the property's index.
        case listed(DraftRef, Int)
        /// What a model has that `init()` makes.
        case made
    }

    let name: String
    let type: ColumnType
    let form: ColumnForm
    let source: Source
    let isWanted: Bool
    /// The properties on the way to it, its own included.
    let path: [String]
    /// The type, with and without the optionals around it.
    let outer: PlanRef
    let inner: PlanRef
    let children: [ColumnNode]
    /// Of a property, bytes from the start of its model.
    var offset = 0
    var absence = Absence.missing
    /// What is known of the place of a property's value.
    var state: SlotState = .fresh
    /// Whether what does not come, here or in structures that stand in this one, is taken of an instance that is made for each value.
    var isOrigin = false
    /// Whether its objects can be read key by key into columns.
    var isReadByKeys = false
    /// Whether its texts are stored once each.
    let hasWords: Bool
    let isOptional: Bool
    /// Whether arrays are read element by element: no two of them are one, as in a set.
    let isArray: Bool
    /// Whether a value that is made first may hold models, whose keys nobody looks at then.
    let hasModels: Bool

    init(
        _ name: String, _ type: ColumnType, _ form: ColumnForm, _ source: Source, isWanted: Bool, _ path: [String], outer: PlanRef,
        inner: PlanRef, children: [ColumnNode] = []
    ) {
        self.name = name
        self.type = type
        self.form = form
        self.source = source
        self.isWanted = isWanted
        self.path = path
        self.outer = outer
        self.inner = inner
        self.children = children
        hasWords = form == .words
        isOptional = outer.pointee.optionalDepth > 0
        isArray = inner.pointee.kind == .sequence && !inner.sequence.isSet
        hasModels = outer.hasModels
    }

    /// What values are taken from straight.
    var target: ColumnTarget {
        switch source {
        case .scalar(.string): .string
        case .scalar(.int), .scalar(.int64): .int64
        case .scalar(.int32): .int32
        case .scalar(.int16): .int16
        case .scalar(.int8): .int8
        case .scalar(.uint), .scalar(.uint64): .uint64
        case .scalar(.uint32): .uint32
        case .scalar(.uint16): .uint16
        case .scalar(.uint8): .uint8
        case .scalar(.double): .double
        case .scalar(.bool): .bool
        case .scalar(.date): .date
        case .rawValue: hasWords ? .words : .other
        case .object: isReadByKeys ? .structure : .other
        case .sequence: isArray ? .list : .other
        case .scalar, .instance, .boxed, .dictionary, .json, .entries: .other
        }
    }

    var field: ColumnField { ColumnField(name, type, isNullable: isOptional) }

    /// How many nodes there are, this one and those below.
    var total: Int { children.reduce(1) { $0 + $1.total } }
}

/// What a value of a column is taken from straight, without being made first.
enum ColumnTarget: UInt8 {
    case string
    case int64, int32, int16, int8
    case uint64, uint32, uint16, uint8
    case double
    case bool
    case date
    /// A text that is a case of an enum.
    case words
    /// An object whose keys are read into columns.
    case structure
    /// An array whose elements are.
    case list
    /// Something else: its value is made first.
    case other

    /// How the column has what is taken; nil: the value that is made is added in whatever form the column has.
    var form: ColumnForm? {
        switch self {
        case .string: .text
        case .int64, .uint64, .double, .date: .eight
        case .int32, .uint32: .four
        case .int16, .uint16: .two
        case .int8, .uint8: .one
        case .bool: .bits
        case .words: .words
        case .structure: .structure
        case .list: .list
        case .other: nil
        }
    }
}

/// The columns of a type of models.
@safe final class ColumnPlan: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: nothing is changed after `init`.

    let root: ColumnNode
    /// The places of the columns among the root's children, in the order in which they have been asked for.
    let order: [Int]
    /// Whether records may be read into columns key by key; otherwise each is made a model first.
    let isDirect: Bool
    /// What the plans belong to.
    private let owner: AnyObject

    /// - Parameters:
    ///   - request: How records are decoded.
    ///   - owner: Keeps the plan.
    init(
        of plan: PlanRef, _ rules: ColumnRules, _ request: DecodingRequest, keeping owner: AnyObject
    ) throws(ModelError) {
        self.owner = owner
        guard plan.pointee.optionalDepth == 0 else { throw .noColumns(plan.type) }
        switch plan.pointee.kind {
        case .object, .instance, .boxed: break
        default: throw .noColumns(plan.type)
        }
        if let decimals = rules.decimals, !(1...38).contains(decimals.precision) || !(0...decimals.precision).contains(decimals.scale) {
            throw .invalidDecimalDigits(decimals.precision, decimals.scale)
        }
        let names = plan.columnNames
        var order: [Int] = []
        for name in rules.columns ?? [] {
            let index = try names.index(of: name, for: "columns", plan)
            guard !order.contains(index) else { throw .repeatedColumn(name, for: "columns", of: plan.type) }
            order.append(index)
        }
        self.order = rules.columns == nil ? Array(names.properties.indices) : order
        var builder = ColumnPlanBuilder(rules)
        root = try builder.root(plan, Set(self.order), try Self.expanded(rules, names, plan, among: self.order))
        isDirect = plan.pointee.isPlain && request.isPlainButForKeys && root.isReadByKeys && builder.isDirect
    }

    /// The properties that are to have columns below their own where others are JSON.
    ///
    /// - Parameter order: Those that are columns.
    private static func expanded(
        _ rules: ColumnRules, _ names: ColumnNames, _ plan: PlanRef, among order: [Int]
    ) throws(ModelError) -> Set<Int> {
        var expanded: Set<Int> = []
        for name in rules.expanded {
            let index = try names.index(of: name, for: "nested", plan)
            guard order.contains(index) else { throw .columnNotAskedFor(name, of: plan.type) }
            guard plan.columnModel.property(index).pointee.value.innermost.consistsOfValues else {
                throw .columnNotNested(name, of: plan.type)
            }
            guard expanded.insert(index).inserted else { throw .repeatedColumn(name, for: "nested", of: plan.type) }
        }
        return expanded
    }

    /// The columns, in the order in which they have been asked for.
    var fields: [ColumnField] { order.map { root.children[$0].field } }
}
