import Testing
import Yodel

// How JSON distinguishes the cases of an enum, as the sources and the pages show it.

private enum EnumExamples {
    struct Circle: Model { var radius = 0.0 }
    struct Text: Model { var text = "" }
    struct Mail: Model { var subject = "" }
    struct AnyNotice: Model { var type = "", sender = "" }

    enum Resource: DescribedEnum {
        case circle(Circle), nothing

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "data.type", content: "data.attributes")
            cases.add("circle", make: Self.circle) { if case .circle(let circle) = $0 { circle } else { nil } }
            cases.add("nothing", value: .nothing) { if case .nothing = $0 { true } else { false } }
        }
    }

    enum Message: DescribedEnum {
        case plain(Text), bot(Text)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "type", "subtype")
            cases.add(["message", nil], make: Self.plain) { if case .plain(let text) = $0 { text } else { nil } }
            cases.add(["message", "bot_message"], make: Self.bot) { if case .bot(let text) = $0 { text } else { nil } }
        }
    }

    enum Block: DescribedEnum {
        case paragraph(Text), divider

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "type")
            cases.add("paragraph", make: Self.paragraph) { if case .paragraph(let text) = $0 { text } else { nil } }
            cases.add("divider", value: .divider) { if case .divider = $0 { true } else { false } }
        }
    }

    struct Hello: Model { var interval = 0 }

    enum Packet: DescribedEnum {
        case hello(Hello), acknowledged

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("op")
            cases.add(10, make: Self.hello) { if case .hello(let hello) = $0 { hello } else { nil } }
            cases.add(11, value: .acknowledged) { if case .acknowledged = $0 { true } else { false } }
        }
    }

    enum Notice: DescribedEnum {
        case mail(Mail), other(AnyNotice)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("mail", make: Self.mail) { if case .mail(let mail) = $0 { mail } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let notice) = $0 { notice } else { nil } }
        }
    }
}

/// As the article ModelsByHand has them.
private enum EnumPages {
    typealias Text = EnumExamples.Text

    enum Message: DescribedEnum {
        case plain(Text), bot(Text), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "type", "subtype")
            cases.add(["message", nil], make: Self.plain) {
                if case .plain(let text) = $0 { text } else { nil }
            }
            cases.add(["message", "bot_message"], make: Self.bot) {
                if case .bot(let text) = $0 { text } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let object) = $0 { object } else { nil } }
        }
    }

    enum Block: DescribedEnum {
        case paragraph(Text), divider

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "type")
            cases.add("paragraph", make: Self.paragraph) {
                if case .paragraph(let text) = $0 { text } else { nil }
            }
            cases.add("divider", value: .divider) { if case .divider = $0 { true } else { false } }
        }
    }
}

@Suite("Examples of enums")
struct EnumExampleTests {
    private func written<T>(_ value: T) throws -> String { try ModelEncoder().encodeToString(value) }

    @Test func aTagAndItsPayloadAtPaths() throws {
        typealias Resource = EnumExamples.Resource
        let resource = try ModelDecoder().decode(Resource.self, from: #"{"data": {"type": "circle", "attributes": {"radius": 1.5}}}"#)
        #expect(try written(resource) == #"{"data":{"type":"circle","attributes":{"radius":1.5}}}"#)
    }

    @Test func severalTags() throws {
        typealias Message = EnumExamples.Message
        let messages = try ModelDecoder().decode([Message].self, from: #"[{"type": "message", "subtype": "bot_message", "text": "hi"}]"#)
        #expect(try written(messages) == #"[{"type":"message","subtype":"bot_message","text":"hi"}]"#)
        let plain = try ModelDecoder().decode(Message.self, from: #"{"type": "message", "subtype": null, "text": "hi"}"#)
        #expect(try written(plain) == #"{"type":"message","text":"hi"}"#)
    }

    @Test func thePayloadAtTheKeyThatTheTagNames() throws {
        typealias Block = EnumExamples.Block
        // swift-format-ignore
        let blocks = try ModelDecoder().decode([Block].self, from: #"[{"type": "paragraph", "paragraph": {"text": "hi"}}, {"type": "divider"}]"#)
        #expect(try written(blocks) == #"[{"type":"paragraph","paragraph":{"text":"hi"}},{"type":"divider"}]"#)
    }

    @Test func integersAsTags() throws {
        typealias Packet = EnumExamples.Packet
        let packets = try ModelDecoder().decode([Packet].self, from: #"[{"op": 10, "interval": 45000}, {"op": 11}]"#)
        #expect(try written(packets) == #"[{"op":10,"interval":45000},{"op":11}]"#)
        #expect(try written(ModelDecoder().decode(Packet.self, from: #"{"op": "11"}"#)) == #"{"op":11}"#)
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Packet.self, from: #"{"op": "11"}"#) }
    }

    @Test func thePageOfModelsByHand() throws {
        typealias Packet = EnumExamples.Packet
        typealias Message = EnumPages.Message
        typealias Block = EnumPages.Block
        let decoder = ModelDecoder()
        let packets = try decoder.decode([Packet].self, from: #"[{"op": 10, "interval": 45}, {"op": 11}]"#)
        let message = try decoder.decode(Message.self, from: #"{"type": "message", "text": "hi"}"#)
        #expect(try written(packets) == #"[{"op":10,"interval":45},{"op":11}]"#)
        #expect(try written(message) == #"{"type":"message","text":"hi"}"#)
        let json = #"[{"type": "paragraph", "paragraph": {"text": "hi"}}, {"type": "divider"}]"#
        let blocks = try decoder.decode([Block].self, from: json)
        #expect(try written(blocks) == #"[{"type":"paragraph","paragraph":{"text":"hi"}},{"type":"divider"}]"#)
    }

    @Test func aModelForAllOthers() throws {
        typealias Notice = EnumExamples.Notice
        let notices = try ModelDecoder().decode([Notice].self, from: #"[{"type": "fax", "sender": "Ann"}]"#)
        #expect(try written(notices) == #"[{"type":"fax","sender":"Ann"}]"#)
    }
}
