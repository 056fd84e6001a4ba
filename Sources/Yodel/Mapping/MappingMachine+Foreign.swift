import FoundationEssentials

// Swift's own values as a source: what JSON has becomes tokens; what it has not goes to a place of its very type, or is text where it stands
// for one.

extension MappingMachine {
    /// Puts a container where `Any`, `[Any]` or `[String: Any]` is wanted, without a look into it.
    ///
    /// - Returns: Whether the place wants one of these.
    mutating func putAsItIs(_ value: Any, _ destination: Destination, _ inner: UnsafePointer<ValuePlan>) -> Bool {
        var value = value
        switch unsafe inner.pointee.kind {
        case .any: break
        case .anyArray:
            guard case .array(let elements) = PlainValue(value) else { return false }
            value = elements
        case .anyDictionary:
            guard let dictionary = value as? [String: Any] else { return false }
            value = dictionary
        default: return false
        }
        unsafe put(any: value, destination)
        unsafe filled()
        return true
    }

    /// A value that JSON does not have.
    mutating func foreign(_ value: Any) -> Bool {
        switch unsafe frame.pointee.kind {
        case .skip: return true
        case .capture: return unsafe replay(PlainValue.json(value))
        case .routed, .items: return unsafe routedForeign(value)
        case .root where unsafe !seek.isEmpty: return true
        case .seek where unsafe !isSought(): return true
        default: break
        }
        guard let destination = unsafe destination() else { return true }
        if unsafe Self.isOfType(value, destination.plan) {
            unsafe put(any: value, destination)
            return unsafe settleElement(.stored, .foreign)
        }
        if let text = PlainValue.text(value) { return unsafe replay(.string(text)) }
        let found = FoundKind.foreign
        return unsafe frame.pointee.kind == .object ? settle(.typeMismatch, found) : settleElement(.typeMismatch, found)
    }

    /// A value for the properties of a route: as it is where it fits, and as what it stands for elsewhere.
    private mutating func routedForeign(_ value: Any) -> Bool {
        if unsafe frame.pointee.kind == .items { unsafe nextItem() }
        guard let route = unsafe frame.pointee.entry?.pointee.route else { return true }
        let text = PlainValue.text(value)
        for index in unsafe 0..<route.pointee.leafCount {
            let leaf = unsafe route.pointee.leaves[index]
            guard unsafe storeLeaf(value, text, leaf) else { return false }
        }
        return true
    }

    private mutating func storeLeaf(_ value: Any, _ text: String?, _ leaf: Route.Leaf) -> Bool {
        if unsafe isBeaten(leaf) { return true }
        let property = unsafe leaf.property
        let isFit = unsafe Self.isOfType(value, property.pointee.value)
        if unsafe leaf.rank > 0 && (isFit || text == nil), unsafe isFit ? scalarWaits(leaf) : waits(leaf) {
            return unsafe keepWaiting(foreign: value, leaf)
        }
        return unsafe storeForeign(value, isFit, text, leaf)
    }

    /// Stores a value that has waited for better alternatives.
    mutating func storeNow(foreign value: Any, _ leaf: Route.Leaf) -> Bool {
        unsafe storeForeign(value, Self.isOfType(value, leaf.property.pointee.value), nil, leaf)
    }

    private mutating func storeForeign(_ value: Any, _ isFit: Bool, _ text: String?, _ leaf: Route.Leaf) -> Bool {
        let property = unsafe leaf.property
        if isFit {
            _ = unsafe put(in: property) { machine, slot, fresh in
                unsafe machine.put(any: value, Destination(slot: slot, plan: property.pointee.value, fresh: fresh))
                return .stored
            }
            unsafe notePresence(of: leaf, true)
            return true
        }
        guard var text else {
            unsafe frame.pointee.element = unsafe property.pointee.value
            return unsafe settle(.typeMismatch, .foreign)
        }
        return text.withUTF8 { unsafe storeLeaf(.string($0), .string, leaf) }
    }

    /// Whether a value can be put where a plan's type stands.
    static func isOfType(_ value: Any, _ plan: UnsafePointer<ValuePlan>) -> Bool {
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped { unsafe inner = unsafe wrapped }
        let type = unsafe inner.pointee.record._withUnsafeGuaranteedRef(\.type)
        return unsafe inner.pointee.kind == .any || Swift.type(of: value) == type
            || (inner.pointee.kind == .instance && isClass(Swift.type(of: value), under: type))
    }

    /// Puts a value of a destination's own type.
    mutating func put(any value: Any, _ destination: Destination) {
        let inner = unsafe innermost(destination.plan)
        unsafe place(destination.plan, destination.slot, fresh: destination.fresh) { slot, fresh in
            let isPut = unsafe inner.pointee.withHandle { unsafe $0.put(slot, any: value, fresh: fresh) }
            precondition(isPut, "a value is put where its type does not stand")
        }
    }
}
