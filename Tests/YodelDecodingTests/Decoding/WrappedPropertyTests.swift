import Foundation
import Observation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A wrapped or observed property goes by its own name, or is refused with what to do; never past the wrapper in silence.
@Suite("Wrapped properties")
struct WrappedPropertyTests {
    private func everyWay<T>(_ type: T.Type, _ json: String, _ options: DecodingOptions = .lenient) throws -> [T] {
        let bytes = Array(json.utf8)
        return try [decodeWhole(type, bytes, options).get()]
            + [1, 2, 7].map { try decodeInChunks(type, bytes, size: $0, options).get() }
    }

    // MARK: Wrappers that store their value

    @Test func aStoredWrappedValueIsFilledByThePropertysName() throws {
        let json = ##"""
            {"before":2,"level":"250","name":"x","maybe":null,"inner":{"b":5},"l":[[4,5]],"part":{"a":6},"call":1,"fixed":9,"link":{},"after":3,
             "_level":{"wrappedValue":1},"_name":{"wrappedValue":"past"},"wrappedValue":1}
            """##
        for value in try everyWay(Wrappers.Stored.self, json) {
            #expect(value.before == 2 && value.level == 250 && value.name == "x" && value.maybe == nil && value.after == 3)
            #expect(value.inner == Wrappers.Inner(a: 1, b: 5) && value.list == [4, 5] && value.part?.a == 6)
            #expect(value.call() == 5 && value.fixed == 8 && value.link == nil)
        }
        let error = decodeWhole(Wrappers.Stored.self, Array(#"{"_name":{"wrappedValue":"x"}}"#.utf8)).errorFields
        #expect(error?.code == .missingKey && error?.path == "name")
        for key in ["level", "name", "inner"] {
            let json = Array(#"{"name":"x","\#(key)":[]}"#.utf8)
            #expect(decodeWhole(Wrappers.Stored.self, json, .strict).errorFields?.path == key)
            #expect(decodeInChunks(Wrappers.Stored.self, json, size: 3, .strict).errorFields?.path == key)
        }
    }

    @Test func theyAreWrittenComparedAndMerged() throws {
        var value = Wrappers.Stored()
        try value.update(json: #"{"level":8,"part":{"a":2},"name":"m"}"#)
        #expect(
            try value.jsonString()
                == #"{"before":1,"level":8,"name":"m","maybe":3,"inner":{"a":1,"b":2},"l":[[1]],"part":{"a":2},"fixed":8,"after":18446744073709551615}"#
        )
        var other = value
        #expect(value.modelIsEqual(other))
        other.level = 9
        #expect(!value.modelIsEqual(other))
        #expect(try Wrappers.Stored(json: value.jsonString()).modelIsEqual(value))
        #expect(value.modelDescription.contains("level = 8") && !value.modelDescription.contains("_level"))
    }

    @Test(arguments: [DecodingOptions.Tokenizer.yajl, .scanner])
    func aFailedUpdateOfAnInstancePutsThemBack(_ tokenizer: DecodingOptions.Tokenizer) throws {
        var options = DecodingOptions.strict
        options.tokenizer = tokenizer
        var value = Wrappers.Instance()
        let part = try #require(value.part)
        try ModelDecoder(options).update(&value, from: #"{"level":8,"name":"m","part":{"a":2}}"#)
        #expect(value.level == 8 && value.name == "m" && value.part === part && part.a == 2)
        #expect(throws: ModelError.self) {
            try ModelDecoder(options).update(&value, from: #"{"level":9,"name":"x","part":{"a":3},"after":"x"}"#)
        }
        #expect(value.level == 8 && value.name == "m" && value.part === part && part.a == 2 && value.after == 2)
    }

    @Test func typeInfoSaysWhatAPlanDoes() throws {
        let info = try #require(TypeInfo(Wrappers.Stored.self))
        #expect(
            info.properties.map(\.name) == [
                "before", "level", "name", "maybe", "inner", "list", "part", "call", "fixed", "link", "after",
            ])
        #expect(
            info.properties.map(\.unsupportedReason) == [nil, nil, nil, nil, nil, nil, nil, .function, .constant, .notStrong, nil])
        #expect(info.properties[1].type == Int.self && info.properties[1].offset == 8 + MemoryLayout<String>.size)
        var value = Wrappers.Stored()
        try info.properties[1].set(11, in: &value)
        #expect(
            try info.properties[1].get(Int.self, from: value) == 11 && value.level == 11
                && info.properties[8].get(Int.self, from: value) == 8)
        #expect(TypeInfo(Wrappers.Underscored.self)?.properties.allSatisfy { $0.name.hasPrefix("_") && $0.isStorable } == true)
        #expect(TypeInfo(Wrappers.Foreign.self)?.properties.map(\.unsupportedReason) == [.propertyWrapper])
        #expect(TypeInfo(Wrappers.Computed.self)?.properties.map(\.name) == ["level"])
    }

    // MARK: Names with an underscore

    @Test func anUnderscoreAloneMakesNoWrapper() throws {
        let json = ##"""
            {"_id":2,"_name":"x","_maybe":{"a":5},"_inner":{"b":6},"_colour":"blue","_list":[{},{}],"_table":{"k":1},"_json":[1],"_any":"y",
             "_point":{"x":7},"id":9,"name":"y","inner":{"b":9},"point":{"x":9}}
            """##
        for value in try everyWay(Wrappers.Underscored.self, json) {
            #expect(value._id == 2 && value._name == "x" && value._maybe?.a == 5 && value._inner.b == 6 && value._colour == .blue)
            #expect(value._list.count == 2 && value._table == ["k": 1] && value._json == [1] && value._any as? String == "y")
            #expect(value._point.x == 7)
        }
    }

    @Test func accessorsGoThroughTheWrapper() throws {
        for value in try everyWay(Wrappers.Accessed.self, #"{"level":250,"boxed":5,"both":-3,"_level":{"stored":1},"_cache":{"x":4}}"#) {
            #expect(value.level == 100 && value.boxed == 5 && value.both == 0 && value._cache.x == 1)
        }
        #expect(try Wrappers.Accessed().jsonString() == #"{"level":7,"boxed":1,"both":3}"#)
    }

    @Test func whatIsIgnoredStays() throws {
        for value in try everyWay(
            Wrappers.Ignored.self,
            #"{"level":50,"_level":{"stored":1},"stored":2,"_stored":{},"_point":{"x":4},"point":{"x":4},"n":2}"#)
        {
            #expect(value.level == 7 && value.stored == 1 && value._point.x == 1 && value.n == 2)
        }
    }

    @Test func whatIsUnclearIsRefusedWithWhatToDo() {
        func message<T: Model>(_ type: T.Type) -> String? {
            let error = decodeWhole(type, Array("{}".utf8)).errorFields
            #expect(error?.category == .model && error?.code == .unsupportedType)
            #expect(throws: ModelError.self) { try type.init().jsonString() }
            return error?.message
        }
        #expect(
            message(Wrappers.Computed.self)
                == "the field '_level' of Computed, of type Clamped, may be the storage of a wrapped property 'level', which Yodel does not look into: "
                + #"say model.access(\Self.level, named: "level"), or name 'level' in model.ignored; "#
                + "a property '_level' of its own is named in model.keys")
        for (text, field) in [
            (message(Wrappers.Class.self), "_boxed"), (message(Wrappers.Twice.self), "_both"), (message(Wrappers.Mixed.self), "_both"),
            (message(Wrappers.Enum.self), "_late"), (message(Wrappers.Foreign.self), "_point"),
        ] {
            #expect(text?.hasPrefix("the field '\(field)' of ") == true, "\(text ?? "no error")")
        }
    }

    // MARK: Observation

    @Test func observedPropertiesGoByTheirOwnNames() throws {
        let json =
            ##"{"id":2,"name":"x","plain":3,"constant":9,"link":{},"_own":5,"more":{"a":7},"_id":8,"_name":"y","_more":null,"_raw":6}"##
        for value in try everyWay(Wrappers.Derived.self, json) {
            #expect(value.id == 2 && value.name == "x" && value.plain == 3 && value.constant == 3 && value.link == nil && value._own == 5)
            #expect(value.more == Wrappers.Inner(a: 7, b: 2))
        }
        for value in try everyWay(Wrappers.Quiet.self, json) { #expect(value.id == 2 && value._raw == 6) }
        let info = try #require(TypeInfo(Wrappers.Derived.self))
        let registrar = "_$observationRegistrar"
        #expect(info.properties.map(\.name) == ["id", "name", "plain", "constant", "link", "_own", registrar, "more", registrar])
        #expect(
            info.properties.map(\.unsupportedReason)
                == [nil, nil, nil, .constant, .notStrong, nil, .observationRegistrar, nil, .observationRegistrar])
        #expect(TypeInfo(Wrappers.Quiet.self)?.properties.last?.name == "_raw")
    }

    @Test func anObservedInstanceIsWrittenByItsOwnNames() throws {
        let text = try Wrappers.Derived().jsonString()
        let object = try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
        #expect(Set(object.keys).isSuperset(of: ["id", "name", "plain", "_own", "more"]))
        #expect(object["_id"] == nil && !text.contains("egistrar"), "\(text)")
        #expect(try Wrappers.Derived(json: text).modelIsEqual(Wrappers.Derived()))
    }

    @Test(arguments: [DecodingOptions.Tokenizer.yajl, .scanner])
    func aFailedUpdateOfAnObservedInstanceChangesNothing(_ tokenizer: DecodingOptions.Tokenizer) throws {
        var options = DecodingOptions.strict
        options.tokenizer = tokenizer
        var value = Wrappers.Derived()
        #expect(throws: ModelError.self) {
            try ModelDecoder(options).update(&value, from: #"{"id":2,"name":"x","more":{"a":0},"plain":"x"}"#)
        }
        #expect(value.id == 1 && value.name == "n" && value.more == Wrappers.Inner())
        try ModelDecoder(options).update(&value, from: #"{"id":2,"more":null}"#)
        #expect(value.id == 2 && value.more == nil)
        // The registrar works as it did.
        let seen = Seen()
        withObservationTracking {
            _ = value.name
        } onChange: {
            seen.count = 1
        }
        value.name = "changed"
        #expect(seen.count == 1)
    }

    private final class Seen: @unchecked Sendable { var count = 0 }
}
