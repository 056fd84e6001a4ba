@testable import Yodel
@testable import YodelTestSupport

/// Enums whose tags are no strings, stand elsewhere, or are several.
enum Tags {
    struct Hello: Model, Hashable { var interval = 0 }
    struct Text: Model, Hashable { var text = "" }
    struct Named: BaseModel, Hashable {
        let name: String
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("name", \.name)
            return ModelForm(properties)
        }
    }

    /// By integers.
    enum Packet: DescribedEnum, Hashable {
        case hello(Hello), acknowledged, negative

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("op")
            cases.add(10, make: Self.hello) { if case .hello(let value) = $0 { value } else { nil } }
            cases.add(11, 12, value: .acknowledged) { $0 == .acknowledged }
            cases.add(-1, "minus", value: .negative) { $0 == .negative }
        }
    }

    /// By a truth, beside the payload.
    enum Answer: DescribedEnum, Hashable {
        case right(Text), wrong(String)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("ok", content: "value")
            cases.add(true, make: Self.right) { if case .right(let value) = $0 { value } else { nil } }
            cases.add(false, make: Self.wrong) { if case .wrong(let value) = $0 { value } else { nil } }
        }
    }

    /// By strings that look like numbers.
    enum Numeral: DescribedEnum, Hashable {
        case ten, other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("op")
            cases.add("10", value: .ten) { $0 == .ten }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// By the key of the payload.
    indirect enum Block: DescribedEnum, Hashable {
        case paragraph(Text), count(Int), maybe(Int?), list([Block]), divider

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "type")
            cases.add("paragraph", "text", make: Self.paragraph) { if case .paragraph(let value) = $0 { value } else { nil } }
            cases.add("count", make: Self.count) { if case .count(let value) = $0 { value } else { nil } }
            cases.add("maybe", make: Self.maybe) { if case .maybe(let value) = $0 { .some(value) } else { nil } }
            cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
            cases.add("divider", value: .divider) { $0 == .divider }
        }
    }

    /// The same below a key, with a case for others.
    enum Deep: DescribedEnum, Hashable {
        case card(Text), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "method.type")
            cases.add("card", make: Self.card) { if case .card(let value) = $0 { value } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// With the tag and the payload at paths.
    enum Resource: DescribedEnum, Hashable {
        case person(Named), number(Int), nothing

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "data.type", content: "data.attributes")
            cases.add("person", make: Self.person) { if case .person(let value) = $0 { value } else { nil } }
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("nothing", value: .nothing) { $0 == .nothing }
        }
    }

    /// With the tag at a path, and the payload's keys in the object.
    enum Record: DescribedEnum, Hashable {
        case person(Named), hello(Hello), nothing

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "meta.kind")
            cases.add("person", make: Self.person) { if case .person(let value) = $0 { value } else { nil } }
            cases.add(7, make: Self.hello) { if case .hello(let value) = $0 { value } else { nil } }
            cases.add("nothing", value: .nothing) { $0 == .nothing }
        }
    }

    /// With two tags.
    enum Message: DescribedEnum, Hashable {
        case plain(Text), bot(Named), left, other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "type", "subtype")
            cases.add(["message", nil], make: Self.plain) { if case .plain(let value) = $0 { value } else { nil } }
            cases.add(["message", "bot"], ["message", 1], make: Self.bot) { if case .bot(let value) = $0 { value } else { nil } }
            cases.add(["leave", nil], value: .left) { $0 == .left }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// The same without a case for others, beside the payload.
    enum Closed: DescribedEnum, Hashable {
        case plain(Text), bot(Int)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "type", "subtype", content: "body")
            cases.add(["message", nil], make: Self.plain) { if case .plain(let value) = $0 { value } else { nil } }
            cases.add(["message", "bot"], make: Self.bot) { if case .bot(let value) = $0 { value } else { nil } }
        }
    }

    struct AnyNotice: Model, Hashable {
        var type: String?
        var sender = ""
    }

    struct Everything: BaseModel, Hashable {
        let sender: String
        let rest: JSONObject
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("sender", \.sender)
            properties.add("rest", \.rest, keys: .rest)
            return ModelForm(properties)
        }
    }

    /// With a model for all others.
    enum Notice: DescribedEnum, Hashable {
        case mail(Text), other(AnyNotice)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("mail", make: Self.mail) { if case .mail(let value) = $0 { value } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// The same beside the payload, with a model that keeps all keys.
    enum Open: DescribedEnum, Hashable {
        case mail(Text), other(Everything)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "type")
            cases.add("mail", make: Self.mail) { if case .mail(let value) = $0 { value } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }
}
