import Testing

@testable import Yodel
@testable import YodelTestSupport

// Wrappers whose values every copy of a struct refers to: an update that fails has to set them back.

/// A wrapper that is a class.
@propertyWrapper private final class Shared<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// One whose setter changes what stands elsewhere.
@propertyWrapper private struct Elsewhere<Value> {
    private let storage: Shared<Value>

    init(wrappedValue: Value) { storage = Shared(wrappedValue: wrappedValue) }

    var wrappedValue: Value {
        get { storage.wrappedValue }
        nonmutating set { storage.wrappedValue = newValue }
    }
}

/// One whose setter is mutating, and changes what its copies have as well.
@propertyWrapper private struct Aliased<Value> {
    private let storage: Shared<Value>

    init(wrappedValue: Value) { storage = Shared(wrappedValue: wrappedValue) }

    var wrappedValue: Value {
        get { storage.wrappedValue }
        set { storage.wrappedValue = newValue }
    }
}

private struct Inner: BaseModel {
    @Shared var n: Int

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.addWrapped("n", \._n, value: \.wrappedValue, wrap: { Shared(wrappedValue: $0) })
        return ModelForm(properties)
    }
}

private struct WrappedList: BaseModel {
    @Shared var a: Int
    @Elsewhere var b: [String]
    @Aliased var c: String?
    @Elsewhere var inner: Inner
    let flat: Inner
    var last: Int

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.addWrapped("a", \._a, value: \.wrappedValue, keys: ["a", "path.a"], wrap: { Shared(wrappedValue: $0) })
        properties.addWrapped("b", \._b, value: \.wrappedValue, wrap: { Elsewhere(wrappedValue: $0) })
        properties.addWrapped("c", \._c, value: \.wrappedValue, wrap: { Aliased(wrappedValue: $0) })
        properties.addWrapped("inner", \._inner, value: \.wrappedValue, wrap: { Elsewhere(wrappedValue: $0) })
        properties.add("flat", \.flat, keys: .flattened)
        properties.add("last", \.last)
        return ModelForm(properties)
    }

    static let text = #"{"a":1,"b":["one"],"c":"x","inner":{"n":2},"n":3,"last":4}"#
    var state: String { "\(a) \(b) \(c ?? "-") \(inner.n) \(flat.n) \(last)" }
}

private struct Accessed: Model {
    @Shared var a = 1
    @Elsewhere var b = ["one"]
    @Aliased var c: String? = "x"
    @Elsewhere var part = Part()
    var last = 4

    struct Part: Model {
        @Shared var n = 2
        static func describe(_ model: inout ModelDescription) { model.access(\Self.n, named: "n") }
    }

    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.a, named: "a")
        model.access(\Self.b, named: "b")
        model.access(\Self.c, named: "c")
        model.access(\Self.part, named: "part")
    }

    var state: String { "\(a) \(b) \(c ?? "-") \(part.n) \(last)" }
}

private final class Instance: Model {
    @Shared var a = 1
    var last = 4
    static func describe(_ model: inout ModelDescription) { model.access(\Instance.a, named: "a") }
}

/// What it rejects leaves what it was.
private struct Checked: Model, ValidatedModel {
    @Shared var a = 1
    static func describe(_ model: inout ModelDescription) { model.access(\Self.a, named: "a") }
    func validate() throws { if a < 0 { throw NegativeNumber() } }
}

private struct Holder: Model {
    var checked = Checked()
    var last = 4
}

@Suite("Updates of wrappers that copies share")
struct UpdatedWrapperTests {
    /// Members that change everything, the last one refused by the rules or the text.
    private static let endings = [#""last":[]}"#, #""last":"#, #""last":5} x"#, #""inner":{"n":[]}}"#, #""part":{"n":{}}}"#]

    private func expectUnchanged<T>(_ value: inout T, _ json: String, _ state: (T) -> String) {
        let before = state(value)
        for tokenizer in [DecodingOptions.Tokenizer.automatic, .yajl] {
            var options = DecodingOptions.strict
            options.onUnknownKey = .ignore
            options.onDuplicateKey = .lastWins
            options.tokenizer = tokenizer
            #expect(throws: ModelError.self, "\(json)") { try ModelDecoder(options).update(&value, from: json) }
            #expect(state(value) == before, "\(json)")
            #expect(throws: ModelError.self, "\(json)") {
                try ModelDecoder(options).update(&value, from: ModelDecoder().decode(JSONValue.self, from: json))
            }
            #expect(state(value) == before, "\(json)")
        }
    }

    @Test func ofListedProperties() throws {
        var value = try WrappedList(json: WrappedList.text)
        let other = value
        for ending in Self.endings where !ending.hasPrefix(#""part"#) {
            for json in [
                #"{"a":9,"b":["two","three"],"c":null,"inner":{"n":8},"n":7,"#, #"{"path":{"a":9},"a":8,"a":7,"n":6,"n":5,"#,
                #"{"inner":{"n":8},"inner":{"n":9},"path":{"a":2},"path":{},"#,
            ] {
                expectUnchanged(&value, json + ending, \.state)
                #expect(other.state == value.state)
            }
        }
        try value.update(json: #"{"a":9,"b":["two"],"c":null,"inner":{"n":8},"n":7,"last":5}"#)
        #expect(value.state == #"9 ["two"] - 8 7 5"#)
    }

    @Test func ofAccessors() throws {
        var value = Accessed()
        for ending in Self.endings where !ending.hasPrefix(#""inner"#) {
            expectUnchanged(&value, #"{"a":9,"b":["two","three"],"c":null,"part":{"n":8},"# + ending, \.state)
            expectUnchanged(&value, #"{"a":9,"a":8,"part":{"n":8},"part":{},"# + ending, \.state)
        }
        try value.update(json: #"{"a":9,"b":["two"],"c":null,"part":{"n":8},"last":5}"#)
        #expect(value.state == #"9 ["two"] - 8 5"#)
    }

    @Test func ofInstances() throws {
        var instance = Instance()
        let same = instance
        expectUnchanged(&instance, #"{"a":9,"last":[]}"#) { "\($0.a) \($0.last)" }
        try instance.update(json: #"{"a":9}"#)
        #expect(instance === same && same.a == 9)
    }

    @Test func ofWhatIsRejected() throws {
        var holder = Holder()
        let kept = holder.checked
        try holder.update(json: #"{"checked":{"a":-1},"last":5}"#)
        #expect(holder.checked.a == 1 && kept.a == 1 && holder.last == 5)
        try holder.update(json: #"{"checked":{"a":2}}"#)
        #expect(holder.checked.a == 2)
        expectUnchanged(&holder, #"{"checked":{"a":3},"last":[]}"#) { "\($0.checked.a) \($0.last)" }
    }

    /// What is noted for it does not grow with the document.
    @Test func aValueIsNotedOnce() throws {
        var value = Reads()
        Reads.count.withLock { $0 = 0 }
        #expect(throws: ModelError.self) {
            try value.update(json: "{" + String(repeating: #""a":1,"#, count: 1_000) + #""a":"#)
        }
        // Setting through a key path reads, too.
        #expect(Reads.count.current == 1 + 1_001)
        #expect(value.a == 0)
    }
}

private struct Reads: Model {
    static let count = Locked(0)
    @Shared private var stored = 0
    var a: Int {
        get {
            Self.count.withLock { $0 += 1 }
            return stored
        }
        set { stored = newValue }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.a, named: "a")
        model.ignored = ["stored"]
    }
}
