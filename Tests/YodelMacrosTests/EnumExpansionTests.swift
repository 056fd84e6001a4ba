#if Macros
import Testing

@Suite("Expansions of @Model on enums")
struct EnumExpansionTests {
    @Test func casesAreListed() {
        expectExpansion(
            #"""
            @Model(tag: "type")
            public enum Shape {
                case circle(Circle)
                @Key("rect", "rectangle") case box(width: Double, _ height: Double = 1)
                case nothing
                case other(JSONObject)
            }
            """#,
            #"""
            public enum Shape {
                case circle(Circle)
                case box(width: Double, _ height: Double = 1)
                case nothing
                case other(JSONObject)

                fileprivate nonisolated enum ModelPayloads {
                    nonisolated struct Shape_box: Yodel.BaseModel {
                        let width: Double
                        let _1: Double
                        static var modelForm: Yodel.ModelForm {
                            var __yodelProperties = Yodel.StoredProperties<Self>()
                            __yodelProperties.add("width", \.width)
                            __yodelProperties.add("_1", \._1, default: 1)
                            return Yodel.ModelForm(__yodelProperties)
                        }
                    }
                }
            }

            nonisolated extension Shape: Yodel.DescribedEnum {
                public static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                    cases.form = .tagged("type")
                    cases.add("circle", make: Self.circle) {
                        if case .circle(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.add("rect", "rectangle", make: { (payload: ModelPayloads.Shape_box) in .box(width: payload.width, payload._1) }) {
                        if case .box(let value0, let value1) = $0 { ModelPayloads.Shape_box(width: value0, _1: value1) } else { nil }
                    }
                    cases.add("nothing", value: .nothing, where: { if case .nothing = $0 { true } else { false } })
                    cases.addOther(make: Self.other) {
                        if case .other(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.check(Self.CodingKeys.self, "circle", "nothing")
                }
            }
            """#)
    }

    @Test func defaultsStandOutsideOfThePayload() {
        expectExpansion(
            #"""
            @Model enum A {
                case a(x: Int = x, y: Int = -1), `Type`, `b c`(Int), `Protocol`(Int)
            }
            """#,
            #"""
            enum A {
                case a(x: Int = x, y: Int = -1), `Type`, `b c`(Int), `Protocol`(Int)

                fileprivate nonisolated enum ModelPayloads {
                    static func A_a_default0() -> Int {
                        x
                    }
                    static func A_a_default1() -> Int {
                        -1
                    }
                    nonisolated struct A_a: Yodel.BaseModel {
                        let x: Int
                        let y: Int
                        static var modelForm: Yodel.ModelForm {
                            var __yodelProperties = Yodel.StoredProperties<Self>()
                            __yodelProperties.add("x", \.x, default: ModelPayloads.A_a_default0())
                            __yodelProperties.add("y", \.y, default: ModelPayloads.A_a_default1())
                            return Yodel.ModelForm(__yodelProperties)
                        }
                    }
                }
            }

            nonisolated extension A: Yodel.DescribedEnum {
                static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                    cases.add("a", make: { (payload: ModelPayloads.A_a) in .a(x: payload.x, y: payload.y) }) {
                        if case .a(let value0, let value1) = $0 { ModelPayloads.A_a(x: value0, y: value1) } else { nil }
                    }
                    cases.add("Type", value: .`Type`, where: { if case .`Type` = $0 { true } else { false } })
                    cases.add("b c", make: Self.`b c`) {
                        if case .`b c`(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.add("Protocol", make: { .`Protocol`($0) }) {
                        if case .`Protocol`(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.check(Self.CodingKeys.self, "a", "Type", "b c", "Protocol")
                }
            }
            """#)
    }

    @Test func rawValuesAreOpen() {
        expectExpansion(
            #"""
            @Model enum Status {
                case active, `default`
                @Key("closed", "done") case closed
                case unknown(String)
            }
            """#,
            #"""
            enum Status {
                case active, `default`
                case closed
                case unknown(String)
            }

            nonisolated extension Status: Swift.RawRepresentable {
                init(rawValue: Swift.String) {
                    switch rawValue {
                    case "active": self = .active
                    case "default": self = .`default`
                    case "closed", "done": self = .closed
                    default: self = .unknown(rawValue)
                    }
                }
                var rawValue: Swift.String {
                    switch self {
                    case .active: "active"
                    case .`default`: "default"
                    case .closed: "closed"
                    case .unknown(let value): value
                    }
                }
            }
            """#)
    }

    // MARK: Errors

    @Test(arguments: [
        ("@Model(tag: \"t\") struct A {}", "a tag says which case an enum is; a struct has none", 1, 8),
        (
            "@Model(tag: t) enum A {\n    case a(B)\n}", "tag needs a key: a string literal that is not empty and has no interpolations", 1,
            8
        ),
        (
            "@Model(tag: \"t\", content: \"\") enum A {\n    case a(B)\n}",
            "content needs a key: a string literal that is not empty and has no interpolations", 1, 18
        ),
        (
            "@Model(tag: \"t\", content: \"t\") enum A {\n    case a(B)\n}",
            #"the key "t" cannot have both the case's name and its payload"#, 1, 1
        ),
        ("@Model(untagged: false) enum A {\n    case a(B)\n}", "untagged is true, or is left out", 1, 8),
        ("@Model(tag: \"t\", untagged: true) enum A {\n    case a(B)\n}", "an enum has a tag, or is untagged: not both", 1, 1),
    ])
    func forms(_ source: String, _ message: String, _ line: Int, _ column: Int) {
        let fix = source.contains("struct") ? "remove it" : nil
        expectError(source, message, line: line, column: column, fix: fix, to: fix.map { _ in "@Model struct A {}" })
    }

    @Test(arguments: [
        ("case a, b(B)\n    @Key(\"a\") case c", "'a' and 'c' both have the name \"a\"", 3, 5),
        ("@Key(\"x\", \"x\") case a(B)", "the key \"x\" is there twice", 2, 5),
        ("@Key(\"x\") case a(B), b", "@Key belongs to one case: declare the cases one by one", 2, 5),
        ("@Key(\"x\", writing: \"y\") case a(B)", "@Key(writing:) has no effect on a case, of which the first name is written", 2, 15),
        ("case other(JSONObject), unknown(JSONValue), c(B)", "'other' and 'unknown' are both the case for all others", 2, 29),
        (
            "@Other case a(Int, Int)",
            "'a' cannot keep unknown names: it needs one value, without a label, that is a JSONObject, JSONValue or RawJSON; "
                + "if no other case has a payload, a String or an integer", 2, 5
        ),
        ("case a\n    case unknown(Int)", "'a' stands for a value of type Int, and needs @Key(\"…\") with one", 2, 10),
        ("case a(B), unknown(Int)", "'unknown' keeps an object, so it needs a JSONObject, JSONValue or RawJSON", 2, 16),
        ("case a(B)\n    enum ACodingKeys {}", "ACodingKeys is not read: give the payload a struct of its own", 3, 10),
        (
            "case a(B), b\n    enum CodingKeys: String, CodingKey {\n        case a\n    }", "'b' has no case in CodingKeys, and needs one",
            2, 16
        ),
    ])
    func cases(_ body: String, _ message: String, _ line: Int, _ column: Int) {
        expectError("@Model enum A {\n    \(body)\n}", message, line: line, column: column)
    }

    @Test(arguments: [
        ("case a, b(B), c", "'a' and 'c' have no payload, and would both be null: without a tag 'c' would never be read", 2, 19),
        ("case a(B)\n    case b(B)", "'a' and 'b' have payloads of one type: without a tag 'b' would never be read", 3, 10),
        (
            "case a(x: Int, Int), b(x: Int, Int)",
            "'a' and 'b' have payloads of one type: without a tag 'b' would never be read", 2, 26
        ),
        ("@Key(\"x\") case a(B)", "@Key has no effect on a case of which no name is read", 2, 5),
        (
            "case a(B)\n    enum CodingKeys: String, CodingKey {\n        case a\n    }",
            "CodingKeys has no effect on an enum whose names are never read", 3, 10
        ),
    ])
    func untagged(_ body: String, _ message: String, _ line: Int, _ column: Int) {
        expectError("@Model(untagged: true) enum A {\n    \(body)\n}", message, line: line, column: column)
    }

    @Test func casesWithoutATag() {
        expectExpansion(
            #"""
            @Model(untagged: true)
            enum Setting {
                case flag(Bool)
                case nothing
                case unknown(String)
            }
            """#,
            #"""
            enum Setting {
                case flag(Bool)
                case nothing
                case unknown(String)
            }

            nonisolated extension Setting: Yodel.DescribedEnum {
                static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                    cases.form = .untagged
                    cases.add("flag", make: Self.flag) {
                        if case .flag(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.add("nothing", value: .nothing, where: { if case .nothing = $0 { true } else { false } })
                    cases.addOther(make: Self.unknown) {
                        if case .unknown(let payload) = $0 { .some(payload) } else { nil }
                    }
                }
            }
            """#)
    }

    @Test func codingKeys() {
        expectExpansion(
            #"""
            @Model enum A: Codable {
                case a(B), b
                case other(JSONObject)
            }
            """#,
            #"""
            enum A: Codable {
                case a(B), b
                case other(JSONObject)
            }

            nonisolated extension A: Yodel.DescribedEnum {
                fileprivate nonisolated enum ModelNames {
                    case a, b, __yodelNone(Yodel.NoCodingKeys)
                }
                static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                    cases.add("a", make: Self.a) {
                        if case .a(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.add("b", value: .b, where: { if case .b = $0 { true } else { false } })
                    cases.addOther(make: Self.other) {
                        if case .other(let payload) = $0 { .some(payload) } else { nil }
                    }
                    var __yodelKeys = Yodel.CodedNames<Self.CodingKeys, ModelNames>()
                    __yodelKeys.add("a", .a)
                    __yodelKeys.add("b", .b)
                    cases.take(__yodelKeys)
                }
            }
            """#)
        expectError(
            "@Model enum A {\n    case a, b\n    typealias CodingKeys = B\n}",
            "@Model does not see the cases of these CodingKeys: make them an enum in the type itself", line: 3,
            column: 15)
        expectError(
            "@Model(untagged: true) enum A {\n    case a(B), b\n    typealias CodingKeys = B\n}",
            "CodingKeys has no effect on an enum whose names are never read", line: 3, column: 15)
    }

    @Test func casesUnderConditions() {
        expectError(
            "@Model enum A {\n    case a(B)\n    #if DEBUG\n    case c\n    #endif\n}",
            "@Model does not know whether cases under #if are there: write the list, describe(_:), by hand", line: 3, column: 5)
    }

    @Test func tagsAmongThePayload() {
        expectError(
            "@Model(tag: \"type\") enum A {\n    case a(type: Int)\n}", "the tag \"type\" is also a value's label of 'a'", line: 2,
            column: 12)
        expectError(
            "@Model(tag: \"type\") enum A {\n    case a([Int])\n}",
            "the payload of 'a' is of type [Int], which is not a model: the tag \"type\" cannot stand among its keys; add content:",
            line: 2,
            column: 12)
        expectError(
            "@Model(tag: \"type\") enum A {\n    case a(B), unknown(String)\n}",
            "'unknown' keeps an object, so it needs a JSONObject, JSONValue or RawJSON", line: 2, column: 16)
    }

    @Test func fixes() {
        expectError(
            "@Model enum A: String {\n    case a\n}", "an enum with raw values is read and written by them, without @Model", line: 1,
            column: 16,
            fix: "remove @Model", to: "enum A: String {\n    case a\n}")
        expectError(
            "@Model enum A {\n    case first(B)\n    enum CodingKeys: String, CodingKey {\n        case frist\n    }\n}",
            "CodingKeys names 'frist', which is not a case; did you mean 'first'?", line: 4, column: 14, fix: "replace it by 'first'",
            to: "@Model enum A {\n    case first(B)\n    enum CodingKeys: String, CodingKey {\n        case first\n    }\n}")
        expectError(
            "struct B {\n    @Other let a: Int\n}", "@Other is for a case of an enum", line: 2, column: 5)
        expectError(
            "enum B {\n    @Other case a(JSONValue)\n}", "@Other is read by @Model, which the type does not have", line: 2, column: 5)
    }
}
#endif
