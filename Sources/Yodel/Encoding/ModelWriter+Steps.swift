// Steps are compiled once for each style, in which what does not change is known: the default way has no look at an option in its loops, and what options ask
// for is decided where it concerns a value, not for the document.
//
//     PlainStyle      nothing but the values decides, as by default
//     QuotingStyle    the same, but integers beyond 2^53 are strings
//     ChosenStyle     whatever the rules say, but that defaults are left out
//     OmittingStyle   that as well
//
// The general way asks which one it is where it comes to a model, an array or a dictionary: `stepped` and the functions after it.

/// What is known about steps where they are compiled.
protocol StepStyle {
    /// Whether members are written in the order of declaration, and left out where they are nil.
    static var isPlain: Bool { get }
    /// Whether large integers may have to be in quotes.
    static var quotes: Bool { get }
    /// Whether members are left out where they are what they are by default.
    static var omits: Bool { get }
}

enum PlainStyle: StepStyle {
    static var isPlain: Bool { @inline(__always) get { true } }
    static var quotes: Bool { @inline(__always) get { false } }
    static var omits: Bool { @inline(__always) get { false } }
}

enum QuotingStyle: StepStyle {
    static var isPlain: Bool { @inline(__always) get { true } }
    static var quotes: Bool { @inline(__always) get { true } }
    static var omits: Bool { @inline(__always) get { false } }
}

enum ChosenStyle: StepStyle {
    static var isPlain: Bool { @inline(__always) get { false } }
    static var quotes: Bool { @inline(__always) get { true } }
    static var omits: Bool { @inline(__always) get { false } }
}

enum OmittingStyle: StepStyle {
    static var isPlain: Bool { @inline(__always) get { false } }
    static var quotes: Bool { @inline(__always) get { true } }
    static var omits: Bool { @inline(__always) get { true } }
}

/// The style of steps that rules ask for.
enum StepForm {
    case plain, quoting, chosen
    /// Only for models of which `omitsInSteps` holds.
    case omitting

    @inline(__always)
    init(_ rules: WritingRules) {
        if !rules.isPretty && rules.nils == .omit && rules.choice.isEmpty {
            self = rules.quotesLargeIntegers ? .quoting : .plain
        } else {
            self = rules.omitsDefaults ? .omitting : .chosen
        }
    }
}

/// What, beside the values, decides on the members of a level in a style that is not plain.
struct StepChoice {
    /// The bits of the entries that are left out where they are nil.
    var leaving: UInt64
    /// The bits of those that are left out where they are what they are by default.
    var comparing: UInt64 = 0
    /// What is known about the defaults; nil if they are not left out.
    var defaults: Kept<LevelDefaults>?
    /// The model that is compared with; nil if there are several, or none.
    var model: ValueAddress?

    /// As in the other styles, which do not ask.
    static var plain: StepChoice { @inline(__always) get { StepChoice(leaving: .max) } }

    @inline(__always)
    func leaves(_ entry: WriteEntryRef) -> Bool { leaving & entry.pointee.bit != 0 }

    @inline(__always)
    func compares(_ entry: WriteEntryRef) -> Bool { comparing & entry.pointee.bit != 0 }
}

extension ModelWriter {
    /// Writes a model in steps.
    ///
    /// - Returns: false if it has failed.
    @inline(__always)
    mutating func stepped(_ level: WriteLevelRef, _ base: ValueAddress, _ owner: ValueAddress) -> Bool {
        switch form {
        case .plain: model(PlainStyle.self, level, base, owner)
        case .quoting: model(QuotingStyle.self, level, base, owner)
        case .chosen: model(ChosenStyle.self, level, base, owner)
        case .omitting: model(OmittingStyle.self, level, base, owner)
        }
    }

    /// Writes an array whose storage is known.
    @inline(__always)
    mutating func steppedArray(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        switch form {
        case .plain: array(PlainStyle.self, plan, address)
        case .quoting: array(QuotingStyle.self, plan, address)
        case .chosen: array(ChosenStyle.self, plan, address)
        case .omitting: array(OmittingStyle.self, plan, address)
        }
    }

    /// Writes a dictionary whose storage is known.
    @inline(__always)
    mutating func steppedPairs(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        switch form {
        case .plain: pairs(PlainStyle.self, plan, address)
        case .quoting: pairs(QuotingStyle.self, plan, address)
        case .chosen: pairs(ChosenStyle.self, plan, address)
        case .omitting: pairs(OmittingStyle.self, plan, address)
        }
    }

    /// Whether models are written by `models`.
    @inline(__always)
    func writesInSteps<Style: StepStyle>(_ style: Style.Type, _ model: ModelRef) -> Bool {
        (Style.isPlain || mayChoose(model)) && json.depth < Self.compactDepth && !model.pointee.changesWritten
            && !model.pointee.writing.pointee.isSpecial
    }

    /// Whether steps know what the rules ask for of a model.
    @inline(__always)
    private func mayChoose(_ model: ModelRef) -> Bool {
        (form != .omitting || omitsInSteps(model)) && (rules.canonical == nil || model.pointee.writing.pointee.sortsAlike)
    }

    // MARK: Keys

    /// A level in the order that the rules ask for.
    @inline(__always)
    func ordered(_ level: WriteLevelRef) -> WriteLevelRef {
        rules.sortsKeys ? level.pointee.variants.pointee.sorted(level) : level
    }

    /// What decides on the members of a level.
    @inline(__always)
    mutating func choice<Style: StepStyle>(_ style: Style.Type, _ level: WriteLevelRef) -> StepChoice {
        if Style.isPlain { return .plain }
        if Style.omits { return omitting(level) }
        return switch rules.nils {
        case .omit: .plain
        case .null: StepChoice(leaving: 0)
        case .nullUnlessDefault: StepChoice(leaving: level.pointee.variants.pointee.nilByDefault(level))
        }
    }

    /// Writes what stands for a member that is nil, if anything does.
    ///
    /// - Parameter next: Where it goes; there is room for a key.
    /// - Returns: Where to write what follows it.
    @inline(never)
    mutating func nothing(_ entry: WriteEntryRef, _ level: WriteLevelRef, at next: OutputPlace) -> OutputPlace {
        // Of an entry without a bit it is not known yet.
        if entry.pointee.bit == 0 && !writesNull(entry, level) { return next }
        guard entry.pointee.isPlainText else {
            unsafe json.output.advance(to: next)
            json.key(entry, isFirst: false)
            json.null()
            return json.output.reserve(entry.pointee.rest)
        }
        let place = json.key(entry, at: next, room: 0)
        let room = json.output.reserve(entry.pointee.rest &+ ShortText.room, at: place)  // &+: of a level in memory
        return unsafe room + ShortText.null.write(to: room)
    }

    /// Keeps the storage of a container, where code of others may take it out of its place: that of its values, or `init()` of a model that is compared with.
    @inline(__always)
    func keeper<Style: StepStyle>(
        _ style: Style.Type, _ storage: ContainerStorage, for plan: PlanRef
    ) -> StorageKeeper? {
        Style.omits ? storage.keeper : storage.keeper(for: plan)
    }

    // MARK: Layout

    // In the plain styles text is compact, and who calls has asked for room.

    /// Writes what is between two models of an array.
    @inline(__always)
    mutating func between<Style: StepStyle>(_ style: Style.Type, at next: OutputPlace, room: Int) -> OutputPlace {
        guard Style.isPlain || !rules.isPretty else {
            // The last one is closed, but still counts in the depth.
            json.leave()
            let place = json.separator(at: next, room: room)
            _ = json.enter()
            return place
        }
        let place = json.output.reserve(room, at: next)
        unsafe place.put(UInt8(ascii: ","))
        return unsafe place + 1
    }

    /// Writes what is before an element of an array.
    @inline(__always)
    mutating func separator<Style: StepStyle>(_ style: Style.Type, at next: OutputPlace) -> OutputPlace {
        guard Style.isPlain else { return json.separator(at: next, room: Self.elementRoom) }
        let place = json.output.reserve(Self.elementRoom, at: next)
        unsafe place.put(UInt8(ascii: ","))
        return unsafe place + 1
    }

    /// Writes the beginning of an array of models, which counts in the depth.
    @inline(__always)
    mutating func opened<Style: StepStyle>(_ style: Style.Type, at next: OutputPlace) -> OutputPlace {
        if Style.isPlain || !rules.isPretty {
            unsafe next.put(UInt8(ascii: "["))
            return unsafe next + 1
        }
        let place = json.output.reserve(json.indentation &+ 16, at: next)  // &+: the depth is limited
        unsafe place.put(UInt8(ascii: "["))
        return unsafe json.line(at: place + 1)
    }

    /// Writes the end of an array of models, which counts in the depth no more.
    @inline(__always)
    mutating func closed<Style: StepStyle>(_ style: Style.Type, rest: Int) -> OutputPlace {
        if Style.isPlain || !rules.isPretty {
            let place = json.output.reserve(rest)
            unsafe place.put(UInt8(ascii: "]"))
            return unsafe place + 1
        }
        let place = json.line(at: json.output.reserve(json.indentation &+ 16 &+ rest))  // &+: the depth is limited
        unsafe place.put(UInt8(ascii: "]"))
        return unsafe place + 1
    }

    /// Ends a container whose members all have a comma before them.
    @inline(__always)
    mutating func close<Style: StepStyle>(
        _ style: Style.Type, from start: Int, to next: OutputPlace, _ opening: UInt8, _ closing: UInt8
    ) -> OutputPlace {
        unsafe Style.isPlain
            ? json.output.enclose(from: start, to: next, opening, closing) : json.close(from: start, to: next, opening, closing)
    }

    // MARK: Forms of numbers

    /// Writes a value that is not written in steps.
    @inline(__always)
    mutating func general<Style: StepStyle>(
        _ style: Style.Type, _ plan: PlanRef, _ address: ValueAddress
    ) -> WriteVerdict {
        Style.quotes && formsNumbers ? formed(plan, address) : value(plan, address)
    }

    @inline(never)
    mutating func formed(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        leadsToSteps(plan) ? value(plan, address) : formingAfterwards { $0.value(plan, address) }
    }

    /// Whether the next that `value` comes to are steps.
    private func leadsToSteps(_ plan: PlanRef) -> Bool {
        let inner = plan.innermost
        switch inner.pointee.kind {
        case .object: return writesInSteps(ChosenStyle.self, inner.model)
        // `instance` sees to it.
        case .instance: return true
        case .sequence: return inner.pointee.storageClass != 0
        case .dictionary: return true
        default: return false
        }
    }

    /// Writes what does not put numbers in the form that the rules ask for, and does so when it is complete.
    @inline(never)
    mutating func formingAfterwards(_ write: (inout ModelWriter) -> WriteVerdict) -> WriteVerdict {
        let start = json.output.count
        formsNumbers = false
        let verdict = write(&self)
        formsNumbers = true
        guard verdict == .written else { return verdict }
        if let policy = rules.canonical { return canonical(from: start, policy) }
        LargeIntegers.quote(in: &json.output, from: start)
        return .written
    }
}
