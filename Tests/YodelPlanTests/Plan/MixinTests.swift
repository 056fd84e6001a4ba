import Testing

@testable import Yodel
@testable import YodelTestSupport

// What options say of types.

private struct Vendor: Model, Equatable {
    var name = "", city = "", inner = Inner()
    static func describe(_ model: inout ModelDescription) { model.keys = ["city": "c"] }

    struct Inner: Model, Equatable { var x = 0 }
}

private struct Listed: BaseModel, Equatable {
    let id: Int
    let name: String
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id, keys: "no")
        properties.add("name", \.name)
        return ModelForm(properties)
    }
}

private struct Contradicting: BaseModel {
    let id: Int
    static func describe(_ model: inout ModelDescription) { model.keys = ["id": "ID"] }
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id, keys: "no")
        return ModelForm(properties)
    }
}

private class Upper: Model {
    var a = 0
    required init() {}
}

private final class Lower: Upper {}

private final class Boxed: BaseModel {
    let id: Int
    let extra: JSONObject

    struct Stored: BaseModel {
        let id: Int
        let extra: JSONObject
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("extra", \.extra, keys: .rest, default: [:])
            return ModelForm(properties)
        }
    }

    init(stored: Stored) { (id, extra) = (stored.id, stored.extra) }
    static var modelForm: ModelForm { ModelForm(make: Boxed.init(stored:)) { Stored(id: $0.id, extra: $0.extra) } }
}

@Suite("Types that options describe")
struct MixinTests {
    private func options(_ change: (inout ModelDescription) -> Void) -> DecodingOptions {
        var options = DecodingOptions.lenient
        options.describe(Vendor.self, change)
        return options
    }

    @Test func theyHoldForOneDecoder() throws {
        let json = #"{"vendor":"a","name":"b","c":"d","city":"e"}"#
        let adding = ModelDecoder(options { $0.keys += ["name": "vendor"] })
        #expect(try adding.decode(Vendor.self, from: json) == Vendor(name: "a", city: "d"))
        let replacing = ModelDecoder(options { $0.keys = ["name": "vendor"] })
        #expect(try replacing.decode(Vendor.self, from: json) == Vendor(name: "a", city: "e"))
        #expect(try ModelDecoder().decode(Vendor.self, from: json) == Vendor(name: "b", city: "d"))
        #expect(try replacing.decode([[String: Vendor]].self, from: "[{\"k\":\(json)}]") == [["k": Vendor(name: "a", city: "e")]])
    }

    @Test func theyHoldInsideOfOtherTypes() throws {
        var options = DecodingOptions.strict
        options.describe(Vendor.Inner.self) { $0.key(\Vendor.Inner.x, "y") }
        #expect(try ModelDecoder(options).decode(Vendor.self, from: #"{"inner":{"y":2,"x":1}}"#).inner.x == 2)
    }

    @Test func encodersHaveThemToo() throws {
        var options = EncodingOptions()
        options.describe(Vendor.self) { $0.ignored = ["inner"] }
        #expect(try ModelEncoder(options).encodeToString(Vendor(name: "a", city: "b")) == #"{"name":"a","c":"b"}"#)
        #expect(try ModelEncoder().encodeToString(Vendor(name: "a")) == #"{"name":"a","c":"","inner":{"x":0}}"#)
    }

    @Test func theyStandOverAList() throws {
        var options = DecodingOptions.lenient
        options.describe(Listed.self) { $0.keys = ["id": "number"] }
        #expect(try ModelDecoder(options).decode(Listed.self, from: #"{"number":1,"no":2,"name":"a"}"#) == Listed(id: 1, name: "a"))
    }

    /// A key that options say takes the place of what the list says, be that keys or a role.
    @Test func theyStandOverTheRolesOfAList() throws {
        let json = #"{"id":1,"more":{"a":2},"other":3}"#
        var options = DecodingOptions.lenient
        options.describe(Boxed.self) { $0.keys = ["extra": "more"] }
        options.describe(Boxed.Stored.self) { $0.keys = ["extra": "more"] }
        #expect(try ModelDecoder(options).decode(Boxed.self, from: json).extra == ["a": 2])
        #expect(try ModelDecoder(options).decode(Boxed.Stored.self, from: json).extra == ["a": 2])
        #expect(try ModelDecoder().decode(Boxed.self, from: json).extra == ["more": ["a": 2], "other": 3])
        options = .lenient
        options.describe(Boxed.self) { $0.keys = ["extra": "more"] }
        #expect(try ModelDecoder(options).decode(Boxed.self, from: json).extra == ["a": 2])
    }

    @Test func equalOnesShareTheirPlans() throws {
        let (one, other) = (ModelDecoder(options { $0.required = ["name"] }), ModelDecoder(options { $0.required = ["name"] }))
        #expect(one.plans === other.plans && one.options == other.options)
        #expect(one.plans !== ModelDecoder(options { $0.required = ["city"] }).plans)
        #expect(one.plans !== ModelDecoder().plans)
        #expect(try one.plans.plan(for: Vendor.self).pointee.model != nil)
    }

    @Test func aSecondCallGoesOnWithTheFirst() throws {
        var options = self.options { $0.keys += ["name": "n"] }
        options.describe(Vendor.Inner.self) { $0.keys = ["x": "y"] }
        options.describe(Vendor.self) { $0.required = ["name"] }
        let json = #"{"n":"a","c":"b","inner":{"y":1}}"#
        #expect(try ModelDecoder(options).decode(Vendor.self, from: json) == Vendor(name: "a", city: "b", inner: .init(x: 1)))
        #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Vendor.self, from: #"{"c":"b"}"#) }
        // In another order, and in one call.
        var other = DecodingOptions.lenient
        other.describe(Vendor.Inner.self) { $0.keys = ["x": "y"] }
        #expect(other != options)
        other.describe(Vendor.self) {
            $0.required = ["name"]
            $0.keys += ["name": "n"]
        }
        #expect(other == options && ModelDecoder(other).plans === ModelDecoder(options).plans)
    }

    /// A subclass says what it says itself, whatever options say of its superclass.
    @Test func theyDoNotHoldForSubclasses() throws {
        var options = DecodingOptions.lenient
        options.describe(Upper.self) { $0.keys = ["a": "A"] }
        let decoder = ModelDecoder(options)
        #expect(try decoder.decode(Upper.self, from: #"{"A":1,"a":2}"#).a == 1)
        #expect(try decoder.decode(Lower.self, from: #"{"A":1,"a":2}"#).a == 2)
    }

    /// What options have said ends with them, and so do its plans.
    @Test(.timeLimit(.minutes(1))) func plansEndWithTheOptions() async throws {
        weak var plans: PlanCache?
        do {
            let decoder = ModelDecoder(options { $0.keys = ["name": "ends"] })
            _ = try decoder.decode(Vendor.self, from: #"{"ends":"a"}"#)
            plans = decoder.plans
            #expect(plans != nil)
        }
        // Another test may be comparing its options with these.
        while plans != nil { await Task.yield() }
    }

    @Test func aReaderKeepsThePlans() throws {
        var reader = try ModelReader(Vendor.self, framing: .lines, options: options { $0.keys = ["name": "kept"] })
        var names: [String] = []
        try reader.read(#"{"kept":"a"}"# + "\n") { names.append(try $0.get().name) }
        try reader.finish { names.append(try $0.get().name) }
        #expect(names == ["a"])
    }

    @Test func archivesHaveNoOptions() {
        for (change, name) in [
            ({ $0.archived = ["name"] }, "archived"), ({ $0.described = [\Vendor.name] }, "described"),
        ] as [((inout ModelDescription) -> Void, String)] {
            #expect {
                try ModelDecoder(options(change)).decode(Vendor.self, from: "{}")
            } throws: {
                ($0 as? ModelError)?.message.hasPrefix("options change model.\(name) of Vendor") == true
            }
        }
    }

    /// What a type says twice itself is no less wrong because options describe it.
    @Test func theyDoNotHideWhatContradictsItself() {
        var options = DecodingOptions.lenient
        options.describe(Contradicting.self) { $0.required = ["id"] }
        #expect {
            try ModelDecoder(options).decode(Contradicting.self, from: "{}")
        } throws: {
            ($0 as? ModelError)?.message.contains("both where it is listed and in describe(_:)") == true
        }
    }

    @Test func aWrongNameIsAnError() {
        #expect {
            try ModelDecoder(options { $0.keys = ["nmae": "n"] }).decode(Vendor.self, from: "{}")
        } throws: {
            ($0 as? ModelError)?.description.contains("model.keys of Vendor names 'nmae'") == true
        }
    }
}
