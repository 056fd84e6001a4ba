import Foundation

@testable import Yodel
@testable import YodelTestSupport

/// Enums that list their cases.
enum Enums {
    struct Circle: BaseModel, Hashable {
        let radius: Double
        var name: String?
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("radius", \.radius)
            properties.add("name", \.name)
            return ModelForm(properties)
        }
    }

    struct Box: ModelHashable {
        var width = 0
        var height = 0
        var tags: [String] = []
    }

    /// A payload with a class in it.
    final class Node: ModelHashable {
        var title = "a title in more bytes than are stored in place"
        var child: Tagged?
        required init() {}
    }

    /// By one key.
    indirect enum Keyed: DescribedEnum, Hashable {
        case circle(Circle), box(Box), number(Int), text(String), list([Keyed]), maybe(Int?), pair(Keyed?), nothing
        case other(JSONValue)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.add("circle", "disc", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let value) = $0 { value } else { nil } }
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("text", make: Self.text) { if case .text(let value) = $0 { value } else { nil } }
            cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
            cases.add("maybe", make: Self.maybe) { if case .maybe(let value) = $0 { .some(value) } else { nil } }
            cases.add("pair", make: Self.pair) { if case .pair(let value) = $0 { .some(value) } else { nil } }
            cases.add("nothing", "none", value: .nothing) { $0 == .nothing }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// By a tag among the payload's keys.
    enum Tagged: DescribedEnum, Hashable {
        case circle(Circle), box(Box), node(Node), nothing
        case other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("circle", "disc", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let value) = $0 { value } else { nil } }
            cases.add("node", make: Self.node) { if case .node(let value) = $0 { value } else { nil } }
            cases.add("nothing", value: .nothing) { $0 == .nothing }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// By a tag beside the payload, and without a case for others.
    enum Adjacent: DescribedEnum, Hashable {
        case circle(Circle), number(Int), maybe(String?), nothing

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type", content: "data")
            cases.add("circle", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("maybe", make: Self.maybe) { if case .maybe(let value) = $0 { .some(value) } else { nil } }
            cases.add("nothing", value: .nothing) { $0 == .nothing }
        }
    }

    /// By a tag among the payload's keys, and without a case for others.
    enum Closed: DescribedEnum, Hashable {
        case circle(Circle), box(Box), nothing

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("circle", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let value) = $0 { value } else { nil } }
            cases.add("nothing", value: .nothing) { $0 == .nothing }
        }
    }

    /// Texts, of which some are known.
    enum Status: DescribedEnum, Hashable {
        case active, closed, unknown(String)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.add("active", "on", value: .active) { $0 == .active }
            cases.add("closed", value: .closed) { $0 == .closed }
            cases.addOther(make: Self.unknown) { if case .unknown(let text) = $0 { text } else { nil } }
        }
    }

    /// Every place that a value may stand at.
    struct Places: Model, Equatable {
        var keyed = Keyed.nothing
        var tagged: Tagged?
        var many: [Tagged] = []
        var set: Set<Closed> = []
        var byName: [String: Adjacent] = [:]
        var status: Status? = .active
        var path = Status.closed
        static func describe(_ model: inout ModelDescription) { model.keys = ["path": "deep.status"] }
    }

    struct Drawn: BaseModel, Hashable {
        let shape: Closed
        let status: Status
        let rest: [Keyed?]
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("shape", \.shape)
            properties.add("status", \.status, default: .closed)
            properties.add("rest", \.rest, default: [])
            return ModelForm(properties)
        }
    }

    static let sorted: EncodingOptions = {
        var options = EncodingOptions.default
        options.sortsKeys = true
        return options
    }()
}
