import Testing

@testable import Yodel

/// What a walk gets wrong, and the canary's words for it.
private struct FalseWalk: CustomTestStringConvertible, Sendable {
    let name: String
    let difference: String
    let change: @Sendable (_ fields: inout [WalkedField], _ isClass: Bool) -> Void

    var testDescription: String { name }

    static let all: [FalseWalk] = [
        FalseWalk(name: "an offset", difference: "the fields of a struct are [\"flag@0\", \"number@8\", \"text@8\", \"maybe@24\"]") {
            if !$1 { $0[1].offset += 4 }
        },
        FalseWalk(name: "a name", difference: "the fields of a struct are [\"other@0\", \"number@4\", \"text@8\", \"maybe@24\"]") {
            if !$1 { $0[0].name = "other" }
        },
        FalseWalk(name: "the order", difference: "the fields of a struct are [\"maybe@24\", \"text@8\", \"number@4\", \"flag@0\"]") {
            if !$1 { $0.reverse() }
        },
        FalseWalk(name: "a field too few", difference: "the fields of a struct are [\"flag@0\", \"number@4\", \"text@8\"]") {
            if !$1 { $0.removeLast() }
        },
        FalseWalk(name: "a field too many", difference: "the fields of a class are [\"base@16\", \"link@24\", \"own@32\", \"own@32\"]") {
            if $1 { $0.append($0[2]) }
        },
        FalseWalk(
            name: "a type", difference: "the field types of a struct are [Swift.Bool, Swift.Int64, Swift.String, Swift.Optional<Swift.Int>]"
        ) {
            if !$1 { $0[1].type = Int64.self }
        },
        FalseWalk(name: "a constant", difference: "the flags of a struct's fields") { if !$1 { $0[2].isVariable = true } },
        FalseWalk(name: "a weak field of a struct", difference: "the flags of a struct's fields") { if !$1 { $0[0].isStrong = false } },
        FalseWalk(name: "a name of a class", difference: "the fields of a class are [\"base@16\", \"link@24\", \"@32\"]") {
            if $1 { $0[2].name = "" }
        },
        FalseWalk(name: "a weak field that is strong", difference: "the fields of a class are [\"base@16\", \"link@24\", \"own@32\"]") {
            if $1 { $0[1].isStrong = true }
        },
        FalseWalk(name: "no inherited field", difference: "the fields of a class are [\"link@24\", \"own@32\"]") {
            if $1 { $0.removeFirst() }
        },
    ]
}

@Suite("Canary")
struct CanaryTests {
    @Test func theRuntimeIsSound() throws {
        #expect(FieldWalk.canary == .sound && FieldWalk.rareKinds == .sound)
        try FieldWalk.canary.check(for: Int.self)
    }

    /// Of each verdict a plan's builder throws the error that says what to do.
    @Test func verdictsAreErrors() {
        let silent = #expect(throws: ModelError.self) { try FieldWalk.CanaryVerdict.noReflection.check(for: [String].self) }
        #expect(silent?.category == .model && silent?.code == .reflectionUnavailable)
        #expect(
            silent?.message == "the fields of [String] cannot be read: the program was built without reflection metadata; "
                + "build without -disable-reflection-metadata")
        let other = #expect(throws: ModelError.self) { try FieldWalk.CanaryVerdict.differs("how").check(for: Int.self) }
        #expect(other?.category == .model && other?.code == .reflectionUnavailable)
        #expect(other?.message == "this toolchain lays types out in a way that this version of Yodel does not know: how")
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func aBuildWithoutReflectionIsTold(_ ofStructs: Bool, _ ofClasses: Bool) {
        let verdict = FieldWalk.checkCanary { type in
            (type is AnyClass ? ofClasses : ofStructs) ? [] : FieldWalk.fields(of: type)
        }
        #expect(verdict == .noReflection)
    }

    @Test(arguments: FalseWalk.all)
    private func aFalseWalkIsTold(_ walk: FalseWalk) {
        let verdict = FieldWalk.checkCanary { type in
            var fields = FieldWalk.fields(of: type)
            walk.change(&fields, type is AnyClass)
            return fields
        }
        #expect(verdict == .differs(walk.difference))
    }

    /// Offsets into an instance: of its header, of another field, of what follows it, and where there is no memory.
    @Test(arguments: [0, 8, 16, 24, 33, 40, 48, 1 << 40, -8, Int.min])
    func aClassFieldElsewhereIsTold(_ offset: Int) {
        let verdict = FieldWalk.checkCanary { type in
            var fields = FieldWalk.fields(of: type)
            if type is AnyClass { fields[2].offset = offset }
            return fields
        }
        #expect(verdict == .differs("a class's field does not stand at its walked offset \(offset)"))
    }

    @Test func kindsOfTypesThatAreMixedUpAreTold() {
        let verdict = FieldWalk.checkCanary(FieldWalk.fields(of:), shape: { $0 is AnyClass ? .struct : FieldWalk.shape(of: $0) })
        guard case .differs(let difference) = verdict else { return #expect(Bool(false), "\(verdict)") }
        #expect(difference.hasPrefix("kinds of types are told apart as ("))
    }

    /// Each kind of which few properties are, taken for another, and a tuple whose elements are not what they are.
    @Test(arguments: [TypeShape.tuple, .function, .metatype, .other])
    func rareKindsThatAreMixedUpAreTold(_ shape: TypeShape) {
        let verdict = FieldWalk.checkRareKinds(shape: { FieldWalk.shape(of: $0) == shape ? .struct : FieldWalk.shape(of: $0) })
        guard case .differs(let difference) = verdict else { return #expect(Bool(false), "\(verdict)") }
        #expect(difference.hasPrefix(shape == .tuple ? "the elements of a tuple are [" : "kinds of types are told apart as ["))
    }

    @Test func aTupleTakenApartInAnotherWayIsTold() {
        for shift in [-1, 1] {
            let verdict = FieldWalk.checkRareKinds(element: { FieldWalk.element(of: $0, at: max($1 + shift, 0)) })
            guard case .differs(let difference) = verdict else { return #expect(Bool(false), "\(verdict)") }
            #expect(difference.hasPrefix("the elements of a tuple are ["))
        }
    }

    /// Of these the first canary says nothing: a plan that meets one asks the second.
    @Test func kindsThatThePlanAsksTheSecondCanaryFor() {
        for type in [Int.self, String?.self, Int??.self, [Int].self, Parent.self, FieldWalk.CanaryVerdict?.self] as [Any.Type] {
            #expect(FieldWalk.isOfCommonKind(type), "\(type)")
        }
        let rare: [Any.Type] = [
            (Int, Int).self, (() -> Void).self, Int.Type.self, Any.self, AnyObject.self, AnyClass.self, Any?.self, (Int, Int)?.self,
            Int.Type?.self, (any Equatable)?.self,
        ]
        for type in rare { #expect(!FieldWalk.isOfCommonKind(type), "\(type)") }
    }

    private class Parent { var base: UInt8 = 1 }
    private class Same: Parent {}
    private final class Child<T>: Same { weak var link: Parent? }
    private class Bare {}
    private final class Nothing: Bare { var nothing: Void = () }

    /// Types that are no larger than their fields say, those without any field among them. What a module without reflection metadata declares
    /// is tried by `Tests/Toolchain/run`.
    @Test(arguments: [Parent.self, Same.self, Child<Int>.self, Bare.self, Nothing.self] as [AnyClass])
    func classesShowTheirFields(_ type: AnyClass) {
        #expect(!FieldWalk.hidesFields(of: type, size: MemoryLayout<AnyObject>.size))
    }

    @Test func structsShowTheirFields() {
        struct Empty {}
        struct One { var one = 1 }
        #expect(!FieldWalk.hidesFields(of: Empty.self, size: 0) && !FieldWalk.hidesFields(of: One.self, size: 8))
        #expect(FieldWalk.hidesFields(of: Empty.self, size: 1))
    }
}
