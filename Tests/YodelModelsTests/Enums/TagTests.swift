import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Tags that are no strings, stand elsewhere, or are several")
struct TagTests {
    private func check<T: Hashable>(_ value: T, _ written: String, _ others: [String] = []) throws {
        #expect(try ModelEncoder().encodeToString(value) == written)
        for text in [written] + others {
            for result in EveryWay.outcomes(T.self, text) + EveryWay.outcomes(T.self, text, .strict) {
                #expect(try result.get() == value, "\(text)")
            }
            #expect(try ModelDecoder().decode(T.self, from: try ModelDecoder().decode(JSONValue.self, from: text)) == value, "\(text)")
        }
    }

    @Test func integers() throws {
        try check(
            Tags.Packet.hello(Tags.Hello(interval: 45)), #"{"op":10,"interval":45}"#,
            [#"{"interval":45,"op":10}"#, #"{"op":10.0,"interval":45}"#, #"{"op":1e1,"interval":45}"#])
        try check(Tags.Packet.acknowledged, #"{"op":11}"#, [#"{"op":12}"#, #"{"x":[{}],"op":12}"#])
        try check(Tags.Packet.negative, #"{"op":-1}"#, [#"{"op":"minus"}"#])
    }

    @Test func truths() throws {
        try check(Tags.Answer.right(Tags.Text(text: "a")), #"{"ok":true,"value":{"text":"a"}}"#, [#"{"value":{"text":"a"},"ok":true}"#])
        try check(Tags.Answer.wrong("x"), #"{"ok":false,"value":"x"}"#)
    }

    @Test func textsThatLookAlikeAreConverted() throws {
        for (text, value) in [
            (#"{"op":"10","interval":3}"#, Tags.Packet.hello(Tags.Hello(interval: 3))), (#"{"op":"-1"}"#, .negative),
        ] {
            for result in EveryWay.outcomes(Tags.Packet.self, text) { #expect(try result.get() == value) }
            for result in EveryWay.outcomes(Tags.Packet.self, text, .strict) {
                #expect { try result.get() } throws: { ($0 as? ModelError)?.code == .invalidValue }
            }
        }
        for result in EveryWay.outcomes(Tags.Answer.self, #"{"ok":"false","value":"x"}"#) { #expect(try result.get() == .wrong("x")) }
        for result in EveryWay.outcomes(Tags.Numeral.self, #"{"op":10}"#) { #expect(try result.get() == .ten) }
        for result in EveryWay.outcomes(Tags.Numeral.self, #"{"op":10}"#, .strict) { #expect(try result.get() == .other(["op": 10])) }
        #expect(try ModelEncoder().encodeToString(Tags.Numeral.ten) == #"{"op":"10"}"#)
    }

    @Test func anUnknownNumberIsNeverSilent() throws {
        var report = DecodingReport()
        let packets = try ModelDecoder().decode([Tags.Packet].self, from: #"[{"op":3},{"op":11}]"#, report: &report)
        #expect(packets == [.acknowledged])
        #expect(report.issues.map(\.path.description) == ["[0].op"] && report.issues.first?.code == .invalidValue)
    }

    @Test func theKeyThatTheTagNames() throws {
        typealias Block = Tags.Block
        try check(
            Block.paragraph(Tags.Text(text: "a")), #"{"type":"paragraph","paragraph":{"text":"a"}}"#,
            [#"{"paragraph":{"text":"a"},"type":"paragraph"}"#, #"{"type":"text","id":7,"text":{"text":"a"}}"#])
        try check(Block.count(2), #"{"type":"count","count":2}"#, [#"{"type":"x","count":1,"count":2,"type":"count"}"#])
        try check(Block.maybe(nil), #"{"type":"maybe","maybe":null}"#, [#"{"type":"maybe"}"#])
        try check(Block.maybe(3), #"{"type":"maybe","maybe":3}"#)
        try check(
            Block.list([.divider, .list([.count(1)])]),
            #"{"type":"list","list":[{"type":"divider"},{"type":"list","list":[{"type":"count","count":1}]}]}"#,
            [#"{"list":[{"type":"divider"},{"list":[{"count":1,"type":"count"}],"type":"list"}],"type":"list"}"#])
        try check(Block.divider, #"{"type":"divider"}"#, [#"{"type":"divider","divider":{ }}"#, #"{"divider":null,"type":"divider"}"#])
        try check(
            Tags.Deep.card(Tags.Text(text: "a")), #"{"method":{"type":"card","card":{"text":"a"}}}"#,
            [#"{"id":[1],"method":{"card":{"text":"a"},"type":"card"}}"#])
        try check(Tags.Deep.other(["method": ["type": "cash"], "id": 7]), #"{"method":{"type":"cash"},"id":7}"#)
        try check(Tags.Deep.other(["method": "cash"]), #"{"method":"cash"}"#)
    }

    @Test func paths() throws {
        typealias Resource = Tags.Resource
        try check(
            Resource.person(Tags.Named(name: "a")), #"{"data":{"type":"person","attributes":{"name":"a"}}}"#,
            [
                #"{"meta":{"a":[1]},"data":{"attributes":{"name":"a"},"type":"person"}}"#,
                #"{"data":3,"data":{"attributes":{"name":"a"},"type":"person"}}"#,
            ])
        try check(Resource.number(3), #"{"data":{"type":"number","attributes":3}}"#)
        try check(Resource.nothing, #"{"data":{"type":"nothing"}}"#, [#"{"data":{"attributes":{},"type":"nothing"}}"#])
        #expect(try ModelEncoder(Enums.sorted).encodeToString(Resource.number(3)) == #"{"data":{"attributes":3,"type":"number"}}"#)
        try check(
            Tags.Record.person(Tags.Named(name: "a")), #"{"meta":{"kind":"person"},"name":"a"}"#,
            [#"{"name":"a","meta":{"x":1,"kind":"person"}}"#, #"{"meta":{"kind":7},"name":"a","meta":{"kind":7,"kind":"person"}}"#])
        try check(Tags.Record.hello(Tags.Hello(interval: 3)), #"{"meta":{"kind":7},"interval":3}"#)
        try check(Tags.Record.nothing, #"{"meta":{"kind":"nothing"}}"#, [#"{"name":"a","meta":{"kind":"nothing"}}"#])
    }

    @Test func twoTags() throws {
        typealias Message = Tags.Message
        try check(
            Message.plain(Tags.Text(text: "a")), #"{"type":"message","text":"a"}"#,
            [#"{"text":"a","subtype":null,"type":"message"}"#, #"{"type":"message","subtype":"bot","text":"a","subtype":null}"#])
        try check(
            Message.bot(Tags.Named(name: "n")), #"{"type":"message","subtype":"bot","name":"n"}"#,
            [#"{"name":"n","subtype":1,"type":"message"}"#])
        try check(Message.left, #"{"type":"leave"}"#, [#"{"subtype":null,"type":"leave"}"#])
        for object: JSONObject in [["type": "message", "subtype": "x"], ["type": "leave", "subtype": "bot"], ["subtype": "bot"], [:]] {
            try check(Message.other(object), JSONValue.object(object).text)
        }
        try check(Tags.Closed.plain(Tags.Text(text: "a")), #"{"type":"message","body":{"text":"a"}}"#)
        try check(Tags.Closed.bot(3), #"{"type":"message","subtype":"bot","body":3}"#, [#"{"body":3,"subtype":"bot","type":"message"}"#])
    }

    @Test func aModelForAllOthers() throws {
        try check(Tags.Notice.mail(Tags.Text(text: "a")), #"{"type":"mail","text":"a"}"#)
        try check(
            Tags.Notice.other(Tags.AnyNotice(type: "fax", sender: "a")), #"{"type":"fax","sender":"a"}"#,
            [#"{"sender":"a","pages":[1],"type":"fax"}"#])
        try check(Tags.Notice.other(Tags.AnyNotice(type: nil, sender: "a")), #"{"sender":"a"}"#)
        try check(
            Tags.Open.other(Tags.Everything(sender: "s", rest: ["type": "fax", "fax": ["n": 1]])),
            #"{"sender":"s","type":"fax","fax":{"n":1}}"#)
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Tags.Open.self, from: #"{"type":"fax"}"#) }
        #expect(error?.message == "no value for the property 'sender' of Everything")
    }

    @Test func lines() async throws {
        let lines = "\(#"{"op":10,"interval":1}"#)\n\(#"{"op":11}"#)\n"
        #expect(
            try await ModelDecoder().decodeLines(Tags.Packet.self, from: lines).models == [.hello(Tags.Hello(interval: 1)), .acknowledged])
    }

    @Test func updatesReplaceIt() throws {
        var block = Tags.Block.divider
        try ModelDecoder().update(&block, from: #"{"count":3,"type":"count"}"#)
        #expect(block == .count(3))
        #expect(throws: ModelError.self) { try ModelDecoder().update(&block, from: #"{"type":"star"}"#) }
        #expect(block == .count(3))
    }

    @Test func swiftsOwnValues() throws {
        let object: [String: Any] = ["data": ["type": "person", "attributes": ["name": "a"]]]
        #expect(try ModelDecoder().decode(Tags.Resource.self, from: object) == .person(Tags.Named(name: "a")))
        let packet: [String: Any] = ["op": 10, "interval": 2]
        #expect(try ModelDecoder().decode(Tags.Packet.self, from: packet) == .hello(Tags.Hello(interval: 2)))
        let divider: [String: Any] = ["type": "divider", "divider": [String: Any]()]
        #expect(try ModelDecoder().decode(Tags.Block.self, from: divider) == .divider)
    }

    @Test func aPayloadThatIsLeftOutKeepsTheLayout() throws {
        var options = EncodingOptions.default
        options.isPretty = true
        options.onNonFinite = .omit
        let text = try ModelEncoder(options).encodeToString([Measured.value(.nan), .value(1)])
        #expect(text == "[\n  null,\n  {\n    \"type\" : \"value\",\n    \"of\" : 1.0\n  }\n]")
    }
}

private enum Measured: DescribedEnum, Hashable {
    case value(Double)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type", content: "of")
        cases.add("value", make: Self.value) { if case .value(let value) = $0 { value } else { nil } }
    }
}
