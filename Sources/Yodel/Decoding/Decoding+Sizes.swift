// How often a value may be read. An enum without a tag tries its cases, and a key of several properties is read for each of them: inside each other both
// multiply, to 2^n for n levels. So what they read beyond the first level is counted in bytes, and may be a multiple of the outermost value's. A part that is
// read as a document of its own counts with what is around it (PartLimits.swift).

extension Decoding where Features == AllFeatures {
    /// How many times the size of an outermost value may be read inside of it.
    static var sizes: Int { 64 }

    /// Whether a value inside of a try may be tried, of those whose outcomes are not kept.
    mutating func mayTry(_ next: TextPlace, _ target: CaseTarget, _ tries: Tries) -> Bool {
        guard features.levels > 0 || tries.isApart || target.cases.fits.keepsWholes else { return true }
        tries.sizeLeft -= size(of: next)
        if tries.sizeLeft >= 0 { return true }
        return refuse(next, target.plan, .tries)
    }

    /// Whether a container may be read for each of several properties.
    mutating func mayShare(_ next: TextPlace, _ route: RouteRef) -> Bool {
        if features.shared.depth == 0 {
            features.shared.sizeLeft += Self.sizes * size(of: next)
            return true
        }
        features.shared.sizeLeft -= route.pointee.leafCount * size(of: next)
        return features.shared.sizeLeft >= 0 || refuse(next, route.leaf(0).property.pointee.value, .sharedReadings)
    }

    /// Ends the decode, since a value would be read too often.
    ///
    /// - Returns: False.
    @discardableResult
    mutating func refuse(_ next: TextPlace, _ plan: PlanRef, _ spent: SpentLimit) -> Bool {
        features.spent = spent
        var mismatch = Mismatch(code: .invalidValue, expected: plan.typeText, found: found(at: next).rawValue)
        mismatch.hint = " after as many \(spent.rawValue) as its size allows"
        let scalars = rules.scalars
        mismatch.wanted = plan.wanted(mismatch.code, scalars)
        features.fail(.mismatch(mismatch), at: features.offset(next))
        return false
    }

    /// How long it takes to read a container.
    mutating func size(of next: TextPlace) -> Int {
        if let value = valueAtHand(next) { return value.size }
        return readAhead(next).map { $0 - next } ?? 0
    }
}

extension DynamicValue {
    /// About as many bytes as it would be in a text.
    fileprivate var size: Int {
        switch self {
        case .json(let value): value.size
        case .plain(let value, _):
            switch PlainValue(value) {
            case .array(let elements): elements.reduce(2) { $0 + DynamicValue($1).size }
            case .object(let pairs): pairs.reduce(2) { $0 + $1.key.utf8.count + DynamicValue($1.value).size }
            case .string(let text), .number(let text): text.utf8.count
            case .json(let value): value.size
            case .null, .bool, .other: 4
            }
        }
    }
}

extension JSONValue {
    /// About as many bytes as it would be in a text.
    fileprivate var size: Int {
        switch self {
        case .null, .bool: 4
        case .number(let number): number.text.utf8.count
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(2) { $0 + $1.size }
        case .object(let object): object.reduce(2) { $0 + $1.key.utf8.count + $1.value.size }
        }
    }
}
