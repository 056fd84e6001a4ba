import Glibc
import Yodel

/// Types with fields that are stored in another form than generic code takes their values for, each between neighbours that show a stray store.
enum Stored {
    protocol Named {}
    class Animal {}
    enum Choice { case kind(Int.Type, Int), none }
    struct Holder { var kind: Int.Type = Int.self, number = 3 }

    /// A tuple that holds a metatype, ignored, in an instance that an update writes down first.
    final class Ignoring: Model {
        var n = 1
        var t: (Int, Int.Type, String) = (5, Int.self, "abc")
        var m = 7
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.ignored = ["t"] }
        var isIntact: Bool { t.0 == 5 && t.1 == Int.self && t.2 == "abc" }
    }

    /// Every form, all of it ignored but numbers and text.
    final class Forms: Model {
        var first = 1
        var kind: Int.Type = Int.self
        var small: UInt8 = 2
        var maybe: String.Type? = String.self
        var text = "a text that is too long to be small"
        var twice: Int.Type?? = .some(nil)
        var pair: (UInt8, Bool.Type) = (3, Bool.self)
        var deep: ((Int.Type, UInt8), held: AnyObject)? = ((Int.self, 4), Animal())
        var meta: Int.Type.Type = Int.Type.self
        var named: (any Named).Type = (any Named).self
        var call: (Int, () -> Int) = (4, { 9 })
        var nothing: Void = ()
        let constant: Int.Type = Int.self
        lazy var late: Int.Type = Int.self
        weak var other: Animal?
        var last = 6
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.included = ["first", "small", "text", "last"] }

        var isIntact: Bool {
            kind == Int.self && maybe == String.self && (twice.map { $0 == nil } ?? false) && pair.0 == 3 && pair.1 == Bool.self
                && deep?.0.1 == 4
                && deep?.0.0 == Int.self && meta == Int.Type.self && named == (any Named).self && call.0 == 4 && call.1() == 9
                && constant == Int.self && late == Int.self
        }
    }

    /// The same in a value.
    struct Value: Model {
        var first = 1
        var kind: Int.Type = Int.self
        var small: UInt8 = 2
        var maybe: String.Type? = String.self
        var text = "text"
        var call: (Int, () -> Int) = (4, { 9 })
        // Supported: a declared type has one layout, and a metatype of an existential is stored as it is.
        var choice = Choice.kind(Int.self, 8)
        var holder = Holder()
        var kinds: [Int.Type] = [Int.self]
        var any: Any.Type = Int.self
        var object: AnyClass = Animal.self
        var last = 6
        static func describe(_ model: inout ModelDescription) { model.included = ["first", "small", "text", "last"] }
    }

    /// The room up to the next field is as large as a metatype is as a value, since that field is aligned to 16 bytes.
    struct Padded: Model {
        var number = 1
        var kind: Int.Type = Int.self
        var vector = SIMD2<Int64>(2, 3)
        static func describe(_ model: inout ModelDescription) { model.ignored = ["kind", "vector"] }
    }

    final class PaddedInstance: Model {
        var number = 1
        var kind: (Int.Type, Bool.Type) = (Int.self, Bool.self)
        var vector = SIMD2<Int64>(2, 3)
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.ignored = ["kind", "vector"] }
    }

    struct Refused: Model { var n = 1, kind: Int.Type = Int.self }
    struct RefusedPair: Model { var n = 1, pair: (Int, Int.Type)? }
    struct RefusedCall: Model { var n = 1, call: (Int, () -> Void) = (1, {}) }
    struct Transformed: Model {
        var kind: Int.Type = Int.self, n = 1
        static func describe(_ model: inout ModelDescription) {
            model.transforms = [
                "kind": PropertyTransform(from: { (_: JSONValue) -> Int.Type? in Int.self }, to: { (_: Int.Type) -> JSONValue? in nil })
            ]
        }
    }
    /// Left out as every `let` is.
    struct Constant: Model { let kind: Int.Type = Int.self; var n = 1 }

    // MARK: What has no field of its own

    struct Token: ~Copyable {
        var number = 1
        var held: AnyObject = Animal()
    }

    final class Owning: Model {
        var n = 1
        var token = Token()
        var text = "text"
        required init() {}
        static func describe(_ model: inout ModelDescription) { model.ignored = ["token"] }
    }

    final class OwningRefused: Model {
        var n = 1
        var token: Token? = Token()
        required init() {}
    }

    actor Counter: Model {
        var n = 1
    }

    struct Nesting: Model { var n = 1, counter: Counter? }
}

// Two unions, and a struct with bytes that only an unnamed union names. `Tests` alone makes them models.
extension sigval: Model {}

extension pthread_mutexattr_t: Model {
    /// Names a member that is no stored property.
    public static func describe(_ model: inout ModelDescription) { model.keys = ["__align": "value"] }
}

extension tcphdr: Model {
    /// Ways to two of them.
    public static func describe(_ model: inout ModelDescription) {
        model.access(\Self.source, named: "source")
        model.access(\Self.seq, named: "seq")
    }
}
extension timeval: Model {}
