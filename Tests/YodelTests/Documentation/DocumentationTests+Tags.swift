import Foundation
import Testing
import Yodel

// The examples of enums whose tags are not one text among the keys.

private enum TagDocs {
    struct Circle: Model { var radius = 0.0 }
    struct Text: Model { var text = "" }
    struct Hello: Model { var interval = 0 }
    struct Mail: Model { var sender = "", subject = "" }

    // swift-format-ignore
    enum Resource: DescribedEnum {
        case circle(Circle), nothing

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "data.type", content: "data.attributes")
            cases.add("circle", make: Self.circle) { if case .circle(let circle) = $0 { circle } else { nil } }
            cases.add("nothing", value: .nothing) { if case .nothing = $0 { true } else { false } }
        }
    }

    // swift-format-ignore
    enum Message: DescribedEnum {
        case plain(Text), bot(Text)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "type", "subtype")
            cases.add(["message", nil], make: Self.plain) { if case .plain(let text) = $0 { text } else { nil } }
            cases.add(["message", "bot_message"], make: Self.bot) { if case .bot(let text) = $0 { text } else { nil } }
        }
    }

    // swift-format-ignore
    enum Block: DescribedEnum {
        case paragraph(Text), divider

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "type")
            cases.add("paragraph", make: Self.paragraph) { if case .paragraph(let text) = $0 { text } else { nil } }
            cases.add("divider", value: .divider) { if case .divider = $0 { true } else { false } }
        }
    }

    enum Packet: DescribedEnum {
        case hello(Hello)
        case acknowledged

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("op")
            cases.add(10, make: Self.hello) { if case .hello(let hello) = $0 { hello } else { nil } }
            cases.add(11, value: .acknowledged) { if case .acknowledged = $0 { true } else { false } }
        }
    }

    // swift-format-ignore
    enum Notice: DescribedEnum {
        case mail(Mail), other(AnyNotice)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("mail", make: Self.mail) { if case .mail(let mail) = $0 { mail } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let notice) = $0 { notice } else { nil } }
        }
    }
    struct AnyNotice: Model { var type = "", sender = "" }
}

extension DocumentationTests {
    // swift-format-ignore
    @Test func tagsAtPaths() throws {
        typealias Resource = TagDocs.Resource
        typealias Message = TagDocs.Message
        let resource = try ModelDecoder().decode(Resource.self, from: #"{"data": {"type": "circle", "attributes": {"radius": 1.5}}}"#)
        guard case .circle(let circle) = resource else { throw Unexpected(resource) }
        #expect(circle.radius == 1.5)
        let messages = try ModelDecoder().decode([Message].self, from: #"[{"type": "message", "subtype": "bot_message", "text": "hi"}]"#)
        guard case .bot(let text) = messages[0] else { throw Unexpected(messages) }
        #expect(text.text == "hi")
        #expect(try ModelEncoder().encodeToString([Message.plain(text)]) == #"[{"type":"message","text":"hi"}]"#)
    }

    // swift-format-ignore
    @Test func tagsThatNameKeysAndIntegers() throws {
        typealias Block = TagDocs.Block
        let blocks = try ModelDecoder().decode([Block].self, from: #"[{"type": "paragraph", "paragraph": {"text": "hi"}}, {"type": "divider"}]"#)
        guard case .paragraph(let text) = blocks[0], case .divider = blocks[1] else { throw Unexpected(blocks) }
        #expect(text.text == "hi")
        let packets = try ModelDecoder().decode([TagDocs.Packet].self, from: #"[{"op": 10, "interval": 3}, {"op": 11}]"#)
        guard case .hello(let hello) = packets[0], case .acknowledged = packets[1] else { throw Unexpected(packets) }
        #expect(hello.interval == 3)
    }

    @Test func modelsForAllOtherTags() throws {
        typealias Notice = TagDocs.Notice
        let notices = try ModelDecoder().decode([Notice].self, from: #"[{"type": "fax", "sender": "Ann"}]"#)
        guard case .other(let notice) = notices[0] else { throw Unexpected(notices) }
        #expect(notice.type == "fax" && notice.sender == "Ann")
    }
}

/// A value is not of the case that a test expects.
private struct Unexpected: Error {
    let value: String
    init(_ value: some Any) { self.value = "\(value)" }
}
