import Observation
import Yodel

/// Properties behind wrappers of every make, and `@Observable` classes.
enum Wrappers {
    /// Stores its value, and something else before it.
    @propertyWrapper struct Noted<Value> {
        var note = "a note that is too long to be small"
        var wrappedValue: Value

        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }

    /// Works its value out of another one, and can be coded.
    @propertyWrapper struct Clamped: Codable, Equatable {
        private var stored: Int

        init(wrappedValue: Int) { stored = min(max(wrappedValue, 0), 100) }

        var wrappedValue: Int {
            get { stored }
            set { stored = min(max(newValue, 0), 100) }
        }
    }

    /// Stores its value and can be coded.
    @propertyWrapper struct Plain<Value: Codable & Equatable>: Codable, Equatable { var wrappedValue: Value }

    @propertyWrapper final class Boxed<Value>: @unchecked Sendable {
        var wrappedValue: Value

        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }

    @propertyWrapper struct Fixed { let wrappedValue: Int }

    @propertyWrapper enum Late {
        case none, some(Int)

        init(wrappedValue: Int) { self = .some(wrappedValue) }

        var wrappedValue: Int {
            get { if case .some(let value) = self { value } else { 0 } }
            set { self = .some(newValue) }
        }
    }

    final class Part: Model { var a = 1 }

    struct Point: Codable, Equatable { var x = 1 }
    struct Inner: Model, Equatable { var a = 1, b = 2 }
    enum Colour: String { case red, blue }

    // MARK: Models

    struct Stored: Model {
        var before = 1
        @Noted var level = 7
        @Plain var name = "n"
        @Noted var maybe: Int? = 3
        @Noted var inner = Inner()
        @Noted var list = [1]
        @Noted var part: Part? = Part()
        @Noted var call: () -> Int = { 5 }
        @Fixed var fixed = 8
        weak var link: Part?
        var after = UInt64.max
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["list": "l.0"]
            model.required = ["name"]
        }
    }

    final class Instance: Model {
        var before = 1
        @Noted var level = 7
        @Plain var name = "n"
        @Noted var part: Part? = Part()
        var after = 2
        required init() {}
    }

    /// Fields with an underscore that are properties.
    struct Underscored: Model {
        var _id = 1
        var _name = "n"
        var _maybe: Inner? = Inner()
        var _inner = Inner()
        var _colour = Colour.red
        var _list = [Inner()]
        var _table: [String: Int] = [:]
        var _json: JSONValue = 1
        var _any: Any = 1
        var _point = Point()
        static func describe(_ model: inout ModelDescription) { model.keys = ["_point": "_point"] }
    }

    struct Accessed: Model {
        @Clamped var level = 7
        @Boxed var boxed = 1
        @Noted @Clamped var both = 3
        var _cache = Point()
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.level, named: "level")
            model.access(\Self.boxed, named: "boxed")
            model.access(\Self.both, named: "both")
            model.ignored = ["_cache"]
        }
    }

    // Each of them unclear, and refused.
    struct Computed: Model { @Clamped var level = 7 }
    struct Class: Model { @Boxed var boxed = 1 }
    struct Twice: Model { @Noted @Noted var both = 3 }
    struct Mixed: Model { @Noted @Clamped var both = 3 }
    struct Enum: Model { @Late var late = 3 }
    struct Foreign: Model { var _point = Point() }

    /// The same, ignored by the property's name or by that of its storage.
    struct Ignored: Model {
        @Clamped var level = 7
        @Noted var stored = 1
        var _point = Point()
        var n = 1
        static func describe(_ model: inout ModelDescription) { model.ignored = ["level", "_stored", "_point"] }
    }

    // MARK: Observation

    @Observable class Base: Model {
        var id = 1
        var name = "n"
        @ObservationIgnored var plain = 2
        let constant = 3
        weak var link: Part?
        var _own = 4
        required init() {}
    }

    @Observable final class Derived: Base {
        var more: Inner? = Inner()
    }

    /// Nothing of it is observed.
    final class Quiet: Base {
        var _raw = 5
    }
}
