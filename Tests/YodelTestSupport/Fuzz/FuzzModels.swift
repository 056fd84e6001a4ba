import FoundationEssentials

@testable import Yodel

/// Models of every kind that a property may have, for the fuzzer to fill. Their keys are short, since it has to find them.
enum FuzzModels {
    /// All of them. The place of a model in the list is what the inputs that are kept say: new ones go to the end.
    nonisolated(unsafe) static let all: [FuzzModel] = [
        FuzzModel(Integers.self), FuzzModel(Fractions.self), FuzzModel(Texts.self), FuzzModel(Times.self, .rounds),
        FuzzModel(Foreign.self), FuzzModel(Maybes.self), FuzzModel(Lists.self), FuzzModel(Tables.self), FuzzModel(Sets.self, .reorders),
        FuzzModel(Nested.self), FuzzModel(Instance.self), FuzzModel(Subclass.self), FuzzModel(Tree.self), FuzzModel(Node.self),
        FuzzModel(Choices.self), FuzzModel(Values.self), FuzzModel(Anything.self), FuzzModel(Shape.self), FuzzModel(Shapes.self),
        FuzzModel(Changed.self), FuzzModel(Derived.self), FuzzModel(Checked.self), FuzzModel(Written.self),
        FuzzModel(Transformed.self, .rounds), FuzzModel(Paths.self, .overlaps), FuzzModel(Alternatives.self, .overlaps),
        FuzzModel(Accessed.self, .overlaps), FuzzModel(Coded.self), FuzzModel(Wide.self), FuzzModel(Required.self),
        FuzzModel(Shared.self, .overlaps), FuzzModel(Hooked.self, .reorders),
    ]

    // MARK: Scalars

    struct Integers: Model {
        var a = 0, b: Int8 = 1, c: Int16 = 2, d: Int32 = 3, e: Int64 = 4, f: Int128 = 5
        var g: UInt = 6, h: UInt8 = 7, i: UInt16 = 8, j: UInt32 = 9, k: UInt64 = 10, l: UInt128 = 11
    }

    struct Fractions: Model {
        var a: Float = 0.5, b = 1.5, c = Decimal(2), d = true, e: [Double] = [], f: [Float] = [], g: [Decimal] = []
    }

    struct Texts: Model {
        var a = "a", b: Substring = "b", c: Character = "c", d: [String] = [], e: String? = "e", f: [Character] = []
    }

    struct Times: Model {
        var a = Date(timeIntervalSince1970: 12), b: Date?, c: [Date] = []
    }

    struct Foreign: Model {
        var a = Data([1]), b = URL(string: "a:"), c = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)), d: Data?, e: [UUID] = []
        var f: [URL] = [], g: [Data?] = []
    }

    enum Colour: String { case red, green = "a/\"é" }
    enum Level: Int16 { case low = -1, high = 32_767 }
    struct Code: RawRepresentable, Hashable { var rawValue: UInt8 }

    struct Choices: Model {
        var a = Colour.red, b = Level.low, c: Colour?, d: [Level] = [], e = Code(rawValue: 3)
        var f: [Colour: Level] = [:], g: [Code: Code] = [:]
    }

    struct Maybes: Model {
        var a: Int? = 1, b: String?, c: Int??, d: Bool? = true, e: [Int]?, f: Inner?, g: [String: Inner]? = ["a": Inner()], h: Inner??
        var i: Double???, j: Colour?
    }

    // MARK: Collections

    struct Inner: Model {
        var a = 7, b = "inner"
    }

    struct Lists: Model {
        var a: [Int] = [1, 2], b: [String] = [], c: [[Double]] = [], d: ContiguousArray<Bool> = [true], e: [Int?] = []
        var f: [Inner] = [Inner()], g: [[Inner?]] = [], h: [UInt8] = []
    }

    struct Tables: Model {
        var a: [String: Int] = ["x": 1], b: [Int: String] = [:], c: [Level: [String]] = [:], d: [String: Inner] = [:]
        var e: [String: [String: Double?]] = [:], f: [UInt8: [Inner]] = [:]
    }

    struct Sets: Model {
        var a: Set<Int> = [1], b: Set<String> = [], c: Set<Colour> = [], d: [Set<UInt8>] = []
    }

    struct Values: Model {
        var a: JSONValue = 1, b: JSONValue?, c: [JSONValue] = [], d: [String: JSONValue] = [:], e: [JSONValue?] = []
    }

    struct Anything: Model {
        var a: Any = 1, b: Any?, c: [Any] = [], d: [String: Any] = [:], e: [Any?] = [], f: [String: Any?] = [:]
    }

    // MARK: Models in models

    struct Nested: Model {
        struct Middle: Model { var a = Inner(), b = 5, c: Inner? }
        var a = Middle(), b: Middle?, c = "c", d = Inner()
    }

    final class Instance: Model {
        var a = 1, b: Part? = Part(), c = Part(), d: [Part] = [], e: [String: Part] = [:], f = Inner(), g: Part?
    }

    final class Part: Model {
        var a = 1, b = "part", c: [String] = []
    }

    class Base: Model {
        var a = 1, b = "base"
        required init() {}
    }

    final class Subclass: Base {
        var c = 2.5, d: Base?, e = Part()
    }

    struct Tree: Model {
        var a = 0, b = "", items: [Tree] = [], table: [String: Tree] = [:], maybe: [Tree?] = []
    }

    final class Node: Model {
        var a = 0, name = "n", next: Node?, other: Node?, list: [Node] = [], table: [String: Node] = [:], twice: Node??, json: JSONValue?
    }

    /// One instance in several places.
    final class Shared: Model {
        var a = Part(), b: Part?, c: [Part], d: Node?, e: Node?
        init() {
            b = a
            c = [a, a]
            d = Node()
            e = d
            d?.list = [Node()]
            e?.next = d?.list[0]
        }
    }
}
