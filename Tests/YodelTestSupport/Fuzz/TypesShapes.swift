import Observation

@testable import Yodel

// Models with four properties of any types, and between them everything that a property may be and Yodel does not fill.

typealias FuzzProperty = (name: String, type: any FuzzSlot.Type)

/// A made-up model.
protocol FuzzShape: Model, FuzzSlot {
    /// The types of its properties.
    static var slots: [FuzzProperty] { get }
    /// Every property that may take part, as text.
    var values: [String: String] { get }
    /// What has happened to a property that takes no part; nil if nothing has.
    var neighbourFault: String? { get }
    /// Changes one property by the compiler's own store.
    mutating func touch()
}

extension FuzzShape {
    static func fuzzed() -> Self { Self() }
    static var isMappable: Bool { slots.allSatisfy { TypesTarget.ignored.contains($0.name) || $0.type.isMappable } }
    var fuzzText: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") + (neighbourFault ?? "")
    }
}

struct FuzzLoose<A: FuzzSlot, B: FuzzSlot, C: FuzzSlot, D: FuzzSlot>: FuzzShape {
    var a = A.fuzzed()
    var kind: Int.Type = Int.self
    var b = B.fuzzed()
    var pair: (UInt8, String.Type) = (7, String.self)
    @FuzzWrapper var w = C.fuzzed()
    weak var link: FuzzTracked?
    var call: () -> Int = { 5 }
    var c = C.fuzzed()
    var payload = FuzzPayload.fuzzed()
    let fixed = FuzzTracked()
    var maybe: Bool.Type? = Bool.self
    lazy var late = 6
    var any: Any = FuzzTracked()
    var d = D.fuzzed()
    let last: UInt64 = 0xFEED_5EED

    static func describe(_ model: inout ModelDescription) {
        model.ignored = PropertyNames(TypesTarget.without("kind", "pair", "payload", "maybe", "any"))
    }
    static var slots: [FuzzProperty] { [("a", A.self), ("b", B.self), ("w", C.self), ("c", C.self), ("d", D.self)] }
    var values: [String: String] { ["a": a.fuzzText, "b": b.fuzzText, "w": w.fuzzText, "c": c.fuzzText, "d": d.fuzzText] }

    var neighbourFault: String? {
        var copy = self
        let isIntact =
            kind == Int.self && pair.0 == 7 && pair.1 == String.self && call() == 5 && payload.fuzzText == "Int object"
            && fixed.fuzzText == "object"
            && maybe == Bool.self && copy.late == 6 && any is FuzzTracked && last == 0xFEED_5EED && link == nil && _w.small == 3
            && _w.object.fuzzText == "object"
        return isIntact ? nil : " a neighbour has changed"
    }

    mutating func touch() { a = A.fuzzed() }
}

final class FuzzFirm<A: FuzzSlot, B: FuzzSlot, C: FuzzSlot, D: FuzzSlot>: FuzzShape {
    var kind: Int.Type = Int.self
    var a = A.fuzzed()
    var token = FuzzToken()
    var b = B.fuzzed()
    var nothing: Void = ()
    var small: UInt8 = 17
    var tuple: (UInt8, (String.Type, FuzzTracked), Int.Type)? = (1, (String.self, FuzzTracked()), Int.self)
    var c = C.fuzzed()
    unowned(unsafe) var shadow: FuzzTracked?
    var calls: (Int, () -> Int) = (1, { 2 })
    @FuzzWrapper var w = B.fuzzed()
    lazy var late: Int.Type = Int.self
    var d = D.fuzzed()
    var object = FuzzTracked()
    var last: String.Type = String.self

    init() {}

    static func describe(_ model: inout ModelDescription) {
        model.ignored = PropertyNames(TypesTarget.without("kind", "token", "nothing", "small", "tuple", "calls", "object", "last"))
    }
    static var slots: [FuzzProperty] { [("a", A.self), ("b", B.self), ("c", C.self), ("w", B.self), ("d", D.self)] }
    var values: [String: String] { ["a": a.fuzzText, "b": b.fuzzText, "c": c.fuzzText, "w": w.fuzzText, "d": d.fuzzText] }

    var neighbourFault: String? {
        let isIntact =
            kind == Int.self && token.number == 21 && token.object.fuzzText == "object" && small == 17 && tuple?.0 == 1
            && tuple?.1.0 == String.self && tuple?.2 == Int.self && tuple?.1.1.fuzzText == "object" && shadow == nil && calls.1() == 2
            && late == Int.self && object.fuzzText == "object" && last == String.self && _w.small == 3
        return isIntact ? nil : " a neighbour has changed"
    }

    func touch() { d = D.fuzzed() }
}

/// What a subclass inherits.
class FuzzBase<A: FuzzSlot, B: FuzzSlot>: Model {
    var before: Int.Type = Int.self
    var a = A.fuzzed()
    private var hidden: (String.Type, UInt8) = (String.self, 9)
    var b = B.fuzzed()
    var isBaseIntact: Bool { before == Int.self && hidden.0 == String.self && hidden.1 == 9 }

    required init() {}
    class func describe(_ model: inout ModelDescription) { model.ignored = PropertyNames(TypesTarget.without("before", "hidden")) }
}

final class FuzzDerived<A: FuzzSlot, B: FuzzSlot, C: FuzzSlot, D: FuzzSlot>: FuzzBase<A, B>, FuzzShape {
    var between: (Int.Type, Bool.Type)? = (Int.self, Bool.self)
    var c = C.fuzzed()
    let object = FuzzTracked()
    var d = D.fuzzed()
    var last: Int.Type? = Int.self

    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.ignored += PropertyNames(TypesTarget.without("between", "last"))
    }
    static var slots: [FuzzProperty] { [("a", A.self), ("b", B.self), ("c", C.self), ("d", D.self)] }
    var values: [String: String] { ["a": a.fuzzText, "b": b.fuzzText, "c": c.fuzzText, "d": d.fuzzText] }
    var neighbourFault: String? {
        isBaseIntact && between?.0 == Int.self && between?.1 == Bool.self && last == Int.self ? nil : " a neighbour has changed"
    }
    func touch() { b = B.fuzzed() }
}

@Observable final class FuzzObserved<A: FuzzSlot, B: FuzzSlot, C: FuzzSlot, D: FuzzSlot>: FuzzShape {
    var a = A.fuzzed()
    var b = B.fuzzed()
    @ObservationIgnored var kind: Int.Type = Int.self
    var c = C.fuzzed()
    @ObservationIgnored var pair: (Int.Type, FuzzTracked) = (Int.self, FuzzTracked())
    var d = D.fuzzed()

    init() {}

    static func describe(_ model: inout ModelDescription) { model.ignored = PropertyNames(TypesTarget.without("kind", "pair")) }
    static var slots: [FuzzProperty] { [("a", A.self), ("b", B.self), ("c", C.self), ("d", D.self)] }
    var values: [String: String] { ["a": a.fuzzText, "b": b.fuzzText, "c": c.fuzzText, "d": d.fuzzText] }
    var neighbourFault: String? { kind == Int.self && pair.0 == Int.self && pair.1.fuzzText == "object" ? nil : " a neighbour has changed" }
    func touch() { c = C.fuzzed() }
}
