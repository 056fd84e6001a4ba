#if Macros
import Testing

@Suite("Expansions of @Flatten and @Rest")
struct FlattenExpansionTests {
    @Test func theyBecomeKeys() {
        expectExpansion(
            #"""
            @Model struct Search {
                @Flatten let page: Page
                @Flatten(prefix: "o_") var other = Other()
                @Rest let extra: [String: JSONValue]
            }
            """#,
            #"""
            struct Search {
                let page: Page
                var other = Other()
                let extra: [String: JSONValue]
            }

            nonisolated extension Search: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("page", \.page, keys: .flattened)
                    __yodelProperties.add("other", \.other, keys: .flattened(prefix: "o_"), default: Other())
                    __yodelProperties.add("extra", \.extra, keys: .rest)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#)
    }

    @Test func codingKeysNeedNotNameThem() {
        expectExpansion(
            #"""
            @Model struct Search {
                let id: Int
                @Rest let extra: JSONObject?
                enum CodingKeys: String, CodingKey {
                    case id = "ID"
                }
            }
            """#,
            #"""
            struct Search {
                let id: Int
                let extra: JSONObject?
                enum CodingKeys: String, CodingKey {
                    case id = "ID"
                }
            }

            nonisolated extension Search: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("id", \.id, keys: .coded(Self.CodingKeys.id))
                    __yodelProperties.add("extra", \.extra, keys: .rest)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#)
        expectError(
            "@Model struct A {\n    @Rest var a: JSONObject\n    enum CodingKeys: String, CodingKey {\n        case a\n    }\n}",
            "'a' has a key in CodingKeys, and is a property that takes all remaining keys", line: 2, column: 5, fix: "remove @Rest",
            to: "@Model struct A {\n    var a: JSONObject\n    enum CodingKeys: String, CodingKey {\n        case a\n    }\n}")
    }

    @Test func otherMarksHaveNoEffect() {
        expectError(
            "@Model struct A {\n    @Key(\"x\") @Flatten let a: B\n}", "@Key has no effect on a property that is flattened", line: 2,
            column: 5,
            fix: "remove @Key", to: "@Model struct A {\n    @Flatten let a: B\n}")
        expectError(
            "@Model struct A {\n    @Rest @Required let a: JSONObject\n}",
            "@Required has no effect on a property that takes all remaining keys", line: 2, column: 11, fix: "remove @Required",
            to: "@Model struct A {\n    @Rest let a: JSONObject\n}")
        expectError(
            "@Model struct A {\n    @Rest let a: JSONObject = [:]\n}", "@Rest has no effect on a constant, which is never read", line: 2,
            column: 5, fix: "remove @Rest", to: "@Model struct A {\n    let a: JSONObject = [:]\n}")
        expectError(
            "@Model struct A {\n    @Rest static let a = 1\n}", "@Rest has no effect on a static property", line: 2, column: 5,
            fix: "remove @Rest", to: "@Model struct A {\n    static let a = 1\n}")
    }

    @Test(arguments: ["[String: Any]", "[Int: String]", "[JSONValue]", "String?", "JSONValue"])
    func aRestOfAnotherType(type: String) {
        expectError(
            "@Model struct A {\n    @Rest var a: \(type)\n}",
            "'a' takes all remaining keys, and is \(type): it must be a [String: JSONValue] or another dictionary by String, a JSONObject or an "
                + "Optional", line: 2, column: 18, fix: "make it a [String: JSONValue]",
            to: "@Model struct A {\n    @Rest var a: [String: JSONValue]\n}")
    }

    @Test func twoRests() {
        expectError(
            "@Model struct A {\n    @Rest var a: JSONObject\n    @Rest var b: [String: JSONValue]?\n}",
            "'a' and 'b' both take all remaining keys", line: 3, column: 5, fix: "remove @Rest",
            to: "@Model struct A {\n    @Rest var a: JSONObject\n    var b: [String: JSONValue]?\n}")
    }

    @Test(arguments: ["[B]?", "[B]", "String", "Optional<Int>"])
    func whatCannotBeFlattened(type: String) {
        expectError(
            "@Model struct A {\n    @Flatten var a: \(type)\n}",
            "'a' is flattened, and \(type) is neither a struct that is a model nor an enum with a tag", line: 2,
            column: 21, fix: "remove @Flatten", to: "@Model struct A {\n    var a: \(type)\n}")
    }
}
#endif
