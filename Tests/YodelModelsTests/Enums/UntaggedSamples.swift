import Foundation
import Synchronization

@testable import Yodel
@testable import YodelTestSupport

/// Enums without a tag.
enum Untagged {
    struct Box: BaseModel, Hashable {
        let width: Int
        let height: Int
        var tags: [String] = []
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("width", \.width)
            properties.add("height", \.height)
            properties.add("tags", \.tags, default: [])
            return ModelForm(properties)
        }
    }

    /// One of each kind.
    enum Mixed: DescribedEnum, Hashable, Sendable {
        case circle(Enums.Circle), box(Box), number(Int), ratio(Double), flag(Bool), text(String), list([Mixed]), table([String: Int]), none

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("circle", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let value) = $0 { value } else { nil } }
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("ratio", make: Self.ratio) { if case .ratio(let value) = $0 { value } else { nil } }
            cases.add("flag", make: Self.flag) { if case .flag(let value) = $0 { value } else { nil } }
            cases.add("text", make: Self.text) { if case .text(let value) = $0 { value } else { nil } }
            cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
            cases.add("table", make: Self.table) { if case .table(let value) = $0 { value } else { nil } }
            cases.add("none", value: .none) { $0 == .none }
        }
    }

    /// Without a place for texts, null and fractions.
    enum ID: DescribedEnum, Hashable {
        case number(UInt8), many([Int]), pairs([[Int]])

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("many", make: Self.many) { if case .many(let value) = $0 { value } else { nil } }
            cases.add("pairs", make: Self.pairs) { if case .pairs(let value) = $0 { value } else { nil } }
        }
    }

    /// With a case for all others.
    enum Open: DescribedEnum, Hashable {
        case number(Int), circle(Enums.Circle), other(JSONValue)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("circle", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// A property's values are counted: how often one is read.
    struct Counted: RawRepresentable, Hashable {
        private static let count = Atomic<Int>(0)
        static var reads: Int { count.load(ordering: .relaxed) }
        let rawValue: Int
        init(rawValue: Int) {
            self.rawValue = rawValue
            Self.count.add(1, ordering: .relaxed)
        }
    }

    /// The two payloads are told apart by what stands behind all that they hold.
    indirect enum Deep<Mark: Hashable>: DescribedEnum, Hashable {
        case first(First), second(Second), list([Deep])

        struct First: BaseModel, Hashable {
            let child: Deep?
            let children: [Deep]
            let mark: Mark
            let last: Int
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("child", \.child)
                properties.add("children", \.children, default: [])
                properties.add("mark", \.mark)
                properties.add("last", \.last)
                return ModelForm(properties)
            }
        }

        struct Second: BaseModel, Hashable {
            let child: Deep?
            let children: [Deep]
            let mark: Mark
            let last: String
            static var modelForm: ModelForm {
                var properties = StoredProperties<Self>()
                properties.add("child", \.child)
                properties.add("children", \.children, default: [])
                properties.add("mark", \.mark)
                properties.add("last", \.last)
                return ModelForm(properties)
            }
        }

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("first", make: Self.first) { if case .first(let value) = $0 { value } else { nil } }
            cases.add("second", make: Self.second) { if case .second(let value) = $0 { value } else { nil } }
            cases.add("list", make: Self.list) { if case .list(let value) = $0 { value } else { nil } }
        }

        /// As many objects inside each other.
        ///
        /// - Parameter last: What ends each, and what the innermost.
        static func text(_ size: Int, _ last: String, innermost: String = "\"s\"", padding: String = "") -> String {
            String(repeating: "{\"mark\":1,\"child\":", count: size) + "{\"mark\":1,\(padding)\"last\":\(innermost)}"
                + String(repeating: ",\"last\":\(last)}", count: size)
        }

        /// How many are inside each other.
        var depth: Int {
            var (value, depth) = (Optional(self), 0)
            while let next = value {
                depth += 1
                value =
                    switch next {
                    case .first(let model): model.child
                    case .second(let model): model.child
                    case .list: nil
                    }
            }
            return depth
        }
    }

    /// Every place that a value may stand at.
    struct Places: Model, Equatable {
        var one = Mixed.text("default")
        var maybe: Mixed?
        var many: [Mixed] = []
        var set: Set<ID> = []
        var byName: [String: Open] = [:]
        var path = ID.number(0)
        var either = Mixed.none
        static func describe(_ model: inout ModelDescription) { model.keys = ["path": "deep.id", "either": ["either", "or"]] }
    }

    struct Drawn: BaseModel, Hashable {
        let shape: Mixed
        let id: ID
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("shape", \.shape)
            properties.add("id", \.id, default: .number(1))
            return ModelForm(properties)
        }
    }
}
