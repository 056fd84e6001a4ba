import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Enums that list their cases")
struct EnumTests {
    private typealias Keyed = Enums.Keyed
    private typealias Tagged = Enums.Tagged
    private typealias Adjacent = Enums.Adjacent
    private typealias Closed = Enums.Closed

    private func check<T: Hashable>(_ value: T, _ written: String, _ others: [String] = []) throws {
        #expect(try ModelEncoder().encodeToString(value) == written)
        for text in [written] + others {
            for result in EveryWay.outcomes(T.self, text) + EveryWay.outcomes(T.self, text, .strict) {
                #expect(try result.get() == value, "\(text)")
            }
            #expect(try ModelDecoder().decode(T.self, from: try ModelDecoder().decode(JSONValue.self, from: text)) == value, "\(text)")
        }
    }

    @Test func byOneKey() throws {
        try check(
            Keyed.circle(Enums.Circle(radius: 1.5, name: "a")), #"{"circle":{"radius":1.5,"name":"a"}}"#,
            [#"{"disc":{"radius":1.5,"name":"a"}}"#, #"{ "circle" : {"_0": {"name":"a","radius":1.5}} }"#])
        try check(Keyed.number(7), #"{"number":7}"#, [#"{"number":{"_0":7}}"#])
        try check(Keyed.text("x\n"), #"{"text":"x\n"}"#, [#"{"te\u0078t":{"_0":"x\n"}}"#])
        try check(Keyed.nothing, #""nothing""#, [#""none""#, #"{"nothing":{}}"#, #"{"none":null}"#])
        try check(Keyed.list([.nothing, .number(1), .list([])]), #"{"list":["nothing",{"number":1},{"list":[]}]}"#)
        try check(Keyed.maybe(nil), #"{"maybe":null}"#, [#"{"maybe":{"_0":null}}"#])
        try check(Keyed.maybe(3), #"{"maybe":3}"#)
        try check(Keyed.pair(.pair(nil)), #"{"pair":{"pair":null}}"#)
        try check(Keyed.other(["star": ["rays": 5]]), #"{"star":{"rays":5}}"#)
        try check(Keyed.other("unheard"), #""unheard""#)
    }

    @Test func byATag() throws {
        try check(
            Tagged.circle(Enums.Circle(radius: 1.5, name: "a")), #"{"type":"circle","radius":1.5,"name":"a"}"#,
            [#"{"name":"a","radius":1.5,"type":"circle"}"#, #"{"radius":1.5,"type":"disc","name":"a"}"#])
        try check(Tagged.nothing, #"{"type":"nothing"}"#)
        try check(Tagged.other(["type": "star", "rays": 5]), #"{"type":"star","rays":5}"#)
        try check(Tagged.other(["rays": 5]), #"{"rays":5}"#)
        let text = #"{"title":"t","child":{"title":"u","child":{"type":"nothing"},"type":"node"},"type":"node"}"#
        for result in EveryWay.outcomes(Tagged.self, text, .strict) {
            let value = try result.get()
            guard case .node(let node) = value, case .node(let child) = node.child else {
                Issue.record("\(value)")
                continue
            }
            #expect(node.title == "t" && child.title == "u" && child.child == .nothing)
            let written = #"{"type":"node","title":"t","child":{"type":"node","title":"u","child":{"type":"nothing"}}}"#
            #expect(try ModelEncoder().encodeToString(value) == written)
        }
    }

    @Test func byATagBesideTheContent() throws {
        try check(
            Adjacent.circle(Enums.Circle(radius: 2)), #"{"type":"circle","data":{"radius":2.0}}"#,
            [#"{"data":{"radius":2},"type":"circle"}"#])
        try check(Adjacent.number(2), #"{"type":"number","data":2}"#, [#"{"data":2,"type":"number"}"#])
        try check(Adjacent.maybe(nil), #"{"type":"maybe","data":null}"#, [#"{"type":"maybe"}"#])
        try check(Adjacent.nothing, #"{"type":"nothing"}"#, [#"{"type":"nothing","data":null}"#])
    }

    @Test func openTexts() throws {
        try check(Enums.Status.active, #""active""#, [#""on""#])
        try check(Enums.Status.unknown("später"), #""später""#)
        try check([Enums.Status.unknown(""), .closed], #"["","closed"]"#)
    }

    @Test func anywhereAValueMayStand() throws {
        var places = Enums.Places()
        places.keyed = .list([.number(1), .other(["x": [1, 2]])])
        places.tagged = .box(Enums.Box(width: 3, height: 4, tags: ["a"]))
        places.many = [.nothing, .circle(Enums.Circle(radius: 1))]
        places.set = [.nothing]
        places.byName = ["a": .number(1), "b": .nothing]
        places.status = .unknown("paused")
        places.path = .active
        for options in [DecodingOptions.lenient, .strict] {
            let text = try ModelEncoder(Enums.sorted).encodeToString(places)
            for result in EveryWay.outcomes(Enums.Places.self, text, options) { #expect(try result.get() == places) }
            #expect(
                try ModelDecoder(options).decode(Enums.Places.self, from: try ModelDecoder().decode(JSONValue.self, from: text)) == places)
        }
        let drawn = Enums.Drawn(shape: .circle(Enums.Circle(radius: 1)), status: .unknown("x"), rest: [nil, .nothing])
        try check(drawn, #"{"shape":{"type":"circle","radius":1.0},"status":"x","rest":[null,"nothing"]}"#)
        try check(
            Enums.Drawn(shape: .nothing, status: .closed, rest: []), #"{"shape":{"type":"nothing"},"status":"closed","rest":[]}"#,
            [#"{"shape":{"type":"nothing"}}"#])
    }

    @Test func lines() async throws {
        let lines = "\(#"{"type":"nothing"}"#)\n\(#"{"type":"box","width":1}"#)\n"
        #expect(try await ModelDecoder().decodeLines(Closed.self, from: lines).models == [.nothing, .box(Enums.Box(width: 1))])
    }

    @Test func updatesReplaceIt() throws {
        var places = Enums.Places()
        places.tagged = .box(Enums.Box(width: 3, height: 4))
        try ModelDecoder().update(&places, from: #"{"tagged":{"type":"box","width":5},"status":"s"}"#)
        #expect(places.tagged == .box(Enums.Box(width: 5)) && places.status == .unknown("s"))
        var shape = Closed.nothing
        try ModelDecoder().update(&shape, from: #"{"type":"circle","radius":1}"#)
        #expect(shape == .circle(Enums.Circle(radius: 1)))
        #expect(throws: ModelError.self) { try ModelDecoder().update(&shape, from: #"{"type":"star"}"#) }
        #expect(shape == .circle(Enums.Circle(radius: 1)))
    }

    @Test func sortedKeysHaveTheTagInTheirOrder() throws {
        let encoder = ModelEncoder(Enums.sorted)
        #expect(try encoder.encodeToString(Closed.box(Enums.Box(width: 1))) == #"{"height":0,"tags":[],"type":"box","width":1}"#)
        #expect(try encoder.encodeToString(Adjacent.number(1)) == #"{"data":1,"type":"number"}"#)
    }

    @Test func valuesOfItsOwnTypeAreTakenAsTheyAre() throws {
        let object: [String: Any] = ["tagged": Tagged.nothing, "keyed": ["circle": ["_0": ["radius": 1]]], "status": "on"]
        let places = try ModelDecoder().decode(Enums.Places.self, from: object)
        #expect(places.tagged == .nothing && places.keyed == .circle(Enums.Circle(radius: 1)) && places.status == .active)
    }
}
