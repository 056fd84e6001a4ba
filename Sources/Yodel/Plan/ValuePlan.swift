/// Everything a reader needs to know about one type of value. Trivial, immutable, at an address that stays for the life of the process.
///
/// A plan describes the whole declared type, optionals included: `kind` is that of the innermost wrapped type, `optionalDepth` how many
/// optionals stand around it.
@safe struct ValuePlan {
    // SAFETY: what it refers to is the type record's, is written before the plan is published, and stays as long as the plan.

    let kind: FieldKind
    var optionalDepth: UInt8 {
        didSet {
            direct = optionalDepth <= 1 ? kind.scalar : nil
            step = foundStep
        }
    }
    /// The scalar that one typed store puts: one under at most one optional; nil for other types.
    private(set) var direct: ScalarKind?
    /// The wrapped type of the outermost optional.
    var wrapped: PlanRef?
    /// Elements of a sequence, values of a dictionary.
    var element: PlanRef?
    /// Keys of a dictionary; the raw value of a raw representable type; the struct of a class's values.
    var key: PlanRef?
    /// Properties of a model.
    var model: ModelRef?
    /// An `Array` whose elements `ScalarArrays` may build.
    var isScalarArray = false
    /// The class of an array's storage; zero if only the standard library can make one.
    var storageClass: UInt = 0 { didSet { step = foundStep } }
    /// How a value is written in compact text.
    private(set) var step = WriteStep.other
    /// The scalar that the elements of a sequence are.
    var elementScalar: ScalarKind?
    /// Whether no JSON makes a value of the type: it is, or holds, a type that can only be encoded.
    var isWriteOnly = false
    /// Whether values are read without a look at anything but their own tokens, all that they hold included: no model on the way has hooks, paths,
    /// alternatives, required properties or code of its own for a property.
    var isPlain = false
    /// Whether values of a struct are read so, and its own code then looks at them.
    var isPlainButForCheck = false
    /// Whether other code than the library's may run while a value is written: that of a hook, of a property, or of a form of dates or data.
    var mayRunCode = false
    var size: Int
    var stride: Int
    var alignment: Int
    /// The typed operations; kept alive by `TypeRecord`.
    var handle: Kept<TypeHandle>
    /// What only slow paths need; kept alive by the plan cache.
    var record: Kept<TypeRecord>

    /// That of a type that is no optional and has no parts yet.
    init(_ kind: FieldKind, _ record: TypeRecord) {
        let handle = record.handle
        self.kind = kind
        optionalDepth = 0
        direct = kind.scalar
        size = handle.size
        stride = handle.stride
        alignment = handle.alignment
        self.handle = record.keptHandle
        self.record = record.keptSelf
        step = foundStep
    }

    private var foundStep: WriteStep {
        guard optionalDepth == 0 else { return .other }
        return switch kind {
        case .scalar(.string): .string
        case .scalar(.int), .scalar(.int64): .integer
        case .scalar(.bool): .boolean
        case .scalar(.double): .double
        case .object: .model
        case .sequence: storageClass != 0 ? .array : .other
        default: .other
        }
    }
}

/// The parts of a value plan that are reference counted, and the memory of its plan.
@safe final class TypeRecord: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: written by the thread that builds the plan, before it is published; immutable afterwards.

    let type: Any.Type
    let handle: TypeHandle
    private let memory = ValueRow<ValuePlan>.allocate(1)
    var plan: PlanRef { unsafe PlanPart(memory) }
    /// The plan while it is being built.
    var unpublished: ValuePlan {
        get { unsafe memory[0] }
        _modify { yield unsafe &memory[0] }
    }
    var sequence: (any SequenceType.Type)?
    var dictionary: (any DictionaryType.Type)?
    var decodable: (any Decodable.Type)?
    var encodable: (any Encodable.Type)?
    var cases: CasesPlan?
    /// Names of a model's properties, by index.
    var propertyNames: [String] = []
    /// The only properties of a model that are archived, by name; nil: all.
    var archivedNames: Set<String>?
    /// The only ones that a description shows, by name; nil: all.
    var describedNames: Set<String>?
    /// Indexes of these, once somebody has asked.
    let listed = Guarded<(archived: [Int], described: [Int])?>(nil)
    /// What is put back of an instance, by offset: the properties that are stored to, and what code of the model's own may change.
    var fields: [(offset: Int, handle: TypeHandle)] = []
    /// Indexes of the properties that are not nil in a model that `init()` makes, once somebody has asked.
    let filledByDefault = Guarded<Set<Int>?>(nil)
    /// Of a class that is made of a struct of its values: what no initialiser of it sets.
    var constants: [BoxConstant] = []
    /// The keys of a model's properties.
    var paths = Paths.names
    /// Whether each property may be left out where it is what `init()` makes, once somebody has asked.
    let omittable = Guarded<[Bool]?>(nil)
    /// What the plan refers to and nothing else owns.
    var kept: [AnyObject] = []
    /// Whether a value of the type can reach an instance of a class that is filled in place, or what code of a type's own sets.
    var reachesInstances = false
    /// The cache that the plan belongs to: plans of subclasses are looked up there.
    ///
    /// SAFETY: a plan is used while its cache is, which a decode's options keep alive; so nothing has to be counted here.
    var cache: PlanCache { keptCache.object }
    private let keptCache: Kept<PlanCache>

    init(type: Any.Type, handle: TypeHandle, cache: PlanCache) {
        self.type = type
        self.handle = handle
        keptCache = unsafe Kept(cache)
    }

    /// Keeps what the plan refers to.
    ///
    /// - Returns: How the plan names it; nil if there is nothing.
    func keep<Object: AnyObject>(object: Object?) -> Kept<Object>? { object.map { keep(object: $0) } }

    /// Keeps what the plan refers to.
    ///
    /// - Returns: How the plan names it; nil if there is nothing.
    func keep<Part>(_ part: Part?) -> Kept<Box<Part>>? { part.map { keep(object: Box($0)) } }

    /// Keeps an object that the plan refers to.
    func keep<Object: AnyObject>(object: Object) -> Kept<Object> {
        kept.append(object)
        // SAFETY: the record has it now, and a plan stays no longer than its record.
        return unsafe Kept(object)
    }

    /// The typed operations, as a plan names them that stays no longer than this record.
    var keptHandle: Kept<TypeHandle> { unsafe Kept(handle) }

    /// The record itself, as its plan names it.
    var keptSelf: Kept<TypeRecord> { unsafe Kept(self) }

    /// Writes the plan of a type that is no optional and has no parts yet.
    func writePlan(kind: FieldKind) {
        unsafe memory.put(ValuePlan(kind, self))
    }

    /// A record lives as long as its cache once it is published. One whose build has failed goes with all that it owns.
    deinit {
        if let model = plan.pointee.model {
            unsafe model.pointee.level.pointee.deallocate()
            unsafe model.pointee.level.free()
            unsafe model.pointee.properties.free()
            unsafe model.pointee.noted.free()
            var rest = model.pointee.rest
            while let one = rest {
                rest = one.pointee.next
                unsafe one.free()
            }
            if let draft = model.pointee.draft {
                unsafe draft.pointee.deallocate()
                unsafe draft.free()
            }
            unsafe model.pointee.writing.pointee.deallocate()
            unsafe model.pointee.writing.free()
            unsafe model.free()
        }
        unsafe memory.free()
    }
}
