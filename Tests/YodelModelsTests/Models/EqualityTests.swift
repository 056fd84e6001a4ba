import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

private final class Boxed: Model {
    var before = 1
    var kinds = LifeKinds()
    var after = 2
}

private struct Nested: Model {
    var list: [LifeKinds] = []
    var table: [Int: LifeKinds] = [:]
    var optional: LifeKinds??
    var boxed: Boxed?
    var any: Any?
}

private struct Holder<T>: Model {
    var before: UInt8 = 1
    var value: T?
    var list: [T] = []
    var after: UInt8 = 2
}

private final class Declared: Model {
    var mapped = 0
    var unmapped = 0
    var ignored = 0
    let constant = 7
    lazy var cache = 0
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["unmapped": []]
        model.ignored = ["ignored"]
    }
}

private struct Virtual: Model {
    private var stored = 0
    var doubled: Int {
        get { stored / 10 }
        set { stored = newValue }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.doubled, named: "doubled")
        model.ignored = ["stored"]
    }
}

private func areEqual<T: Model>(_ left: T, _ right: T) -> Bool {
    let isEqual = left.modelIsEqual(right)
    #expect(right.modelIsEqual(left) == isEqual, "equality that depends on the order")
    if isEqual { #expect(hash(of: left) == hash(of: right), "equal values with different hashes") }
    return isEqual
}

@Suite("Equality", .sameOnYajl)
struct EqualityTests {
    private func changed(_ index: Int?) -> LifeKinds {
        var kinds = LifeKinds()
        if let index { LifeKinds.changes[index](&kinds) }
        return kinds
    }

    @Test func everyKindIsInTheTable() throws {
        let plan = try PlanCache.shared.plan(for: LifeKinds.self).pointee.model!
        let kinds = Set((0..<plan.pointee.count).map { plan.pointee.properties[$0].value.pointee.kind })
        #expect(kinds == Set(FieldKind.allCases), "\(Set(FieldKind.allCases).subtracting(kinds))")
        #expect(areEqual(LifeKinds(), LifeKinds()))
    }

    /// Every change by itself makes a model that equals one with the same change and no other one. By default it is compared with two others: the next, which
    /// is often of the same property, and one further on.
    @Test(arguments: LifeKinds.changes.indices)
    func aChangedProperty(_ index: Int) {
        let one = changed(index)
        #expect(areEqual(one, changed(index)))
        #expect(!areEqual(one, LifeKinds()))
        let count = LifeKinds.changes.count
        let others = ([1] + some(1, of: 2..<count)).map { (index + $0) % count }
        for other in others {
            #expect(!one.modelIsEqual(changed(other)), "\(index) and \(other)")
        }
        // With the change and its neighbours.
        for other in [index] + others {
            var (left, right) = (one, one)
            LifeKinds.changes[other](&left)
            LifeKinds.changes[other](&right)
            #expect(areEqual(left, right), "\(index) and \(other)")
        }
    }

    @Test(.slow, arguments: some(40, of: LifeKinds.changes.indices))
    func aChangedPropertyFurtherIn(_ index: Int) {
        func nested(_ index: Int?) -> [Nested] {
            let kinds = changed(index)
            let boxed = Boxed()
            boxed.kinds = kinds
            return [
                Nested(list: [LifeKinds(), kinds]), Nested(table: [1: kinds]), Nested(optional: kinds), Nested(boxed: boxed),
                Nested(any: kinds), Nested(any: boxed), Nested(any: [boxed]), Nested(any: ["k": [kinds]]),
            ]
        }
        for (place, (left, right)) in zip(nested(index), nested(index)).enumerated() {
            #expect(areEqual(left, right), "place \(place)")
        }
        for (place, (left, right)) in zip(nested(index), nested(nil)).enumerated() {
            #expect(!areEqual(left, right), "place \(place)")
        }
    }

    @Test func numbersThatAreNoneAndTwoZeros() {
        #expect(!areEqual(LifePoint(x: .nan), LifePoint(x: .nan)))
        #expect(areEqual(LifePoint(x: 0.0), LifePoint(x: -0.0)))
        #expect(!areEqual(Holder(list: [Double.nan]), Holder(list: [Double.nan])))
        #expect(areEqual(Holder(list: [0.0 as Float]), Holder(list: [-0.0])))
        #expect(!areEqual(Holder<Any>(value: Double.nan), Holder<Any>(value: Double.nan)))
        let point = LifeKinds.shape("", radius: .nan)
        #expect(areEqual(point, point) && !areEqual(point, point.modelCopy()))
    }

    @Test func whatDoesNotCount() {
        var (left, right) = (LifeKinds(), LifeKinds())
        left.raw.other = 1
        left.own.ignored = 1
        left.read.number = 1
        #expect(areEqual(left, right))
        left.object = LifeObject()
        right.object = LifeObject()
        #expect(!areEqual(left, right))
        right.object = left.object
        #expect(areEqual(left, right))
        let (one, other) = (Declared(), Declared())
        other.ignored = 1
        other.cache = 1
        #expect(areEqual(one, other))
        other.unmapped = 1
        #expect(!areEqual(one, other))
    }

    @Test func accessors() {
        var (left, right) = (Virtual(), Virtual())
        left.doubled = 21
        right.doubled = 22
        #expect(areEqual(left, right))
        right.doubled = 33
        #expect(!areEqual(left, right))
    }

    @Test func anythingInAny() {
        func isEqual(_ left: Any, _ right: Any) -> Bool { areEqual(Holder<Any>(value: left), Holder<Any>(value: right)) }
        #expect(isEqual(1, 1 as Int8) && isEqual(1, 1.0) && !isEqual(1, "1") && !isEqual(1, true))
        #expect(isEqual([1, 2], ContiguousArray<Any>([1, 2])) && isEqual(["a": 1], ["a": 1.0] as [String: Any]))
        #expect(!isEqual([1], Set([1])) && isEqual(Set([1]), Set([1])) && !isEqual(Set([1]), Set([2])))
        #expect(isEqual(Optional(3) as Any, 3) && isEqual(Int?.none as Any, String?.none as Any) && !isEqual(Int?.none as Any, 0))
        #expect(isEqual(AnyHashable(1), 1) && isEqual([AnyHashable("a"): 1], ["a": 1]) && isEqual(Int.self, Int.self))
        #expect(!isEqual(LifePoint(), LifeShape()) && !isEqual(LifeShape(), LifeCircle()) && isEqual(NSNull(), NSNull()))
        #expect(isEqual(NSNumber(value: 2), NSNumber(value: 2)) && !isEqual(NSNumber(value: 2), NSNumber(value: 3)))
        #expect(isEqual(NSNumber(value: 2), 2) && isEqual(["a" as NSString], ["a"]) && isEqual(NSNull(), Int?.none as Any))
        let object = LifeObject()
        #expect(isEqual(object, object) && !isEqual(object, LifeObject()))
        #expect(!isEqual(LifeWritten(number: 1), LifeWritten()) && !isEqual(LifeRead(), LifeWritten()))
    }

    @Test func classesAndTheirSubclasses() {
        let (shape, circle): (LifeShape, LifeShape) = (LifeShape(), LifeCircle())
        #expect(!areEqual(shape, circle) && areEqual(circle, LifeCircle()) && areEqual(circle, circle.modelCopy()))
        (circle as? LifeCircle)?.radius = 1
        #expect(!areEqual(circle, LifeCircle()))
    }

    @Test func hashesDiffer() {
        let hashes = LifeKinds.changes.indices.map { hash(of: changed($0)) }
        // Types without `Hashable`, and sets in `Any`, add only that they are there.
        #expect(Set(hashes).count > hashes.count - 8)
    }

    @Test(.early) func aTypeThatCannotBeMappedStops() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Unmappable: Model { var pair = (1, 2) }
            struct Outer: Model { var any: Any? = Unmappable() }
            _ = Outer().modelIsEqual(Outer())
        }
        // An optimised build stops without a text.
        #if DEBUG
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("model error: property 'pair' of Unmappable has type"), "\(text)")
        #else
        _ = result
        #endif
        await #expect(processExitsWith: .failure) {
            struct Misspelt: Model {
                var name = ""
                static func describe(_ model: inout ModelDescription) { model.described = ["nmae"] }
            }
            _ = Misspelt().modelDescription
        }
    }
}
