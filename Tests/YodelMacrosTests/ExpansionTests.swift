#if Macros
import Testing

@Suite("Expansions of @Model")
struct ExpansionTests {
    @Test func everyStoredPropertyIsListed() {
        expectExpansion(
            """
            @Model
            public struct User {
                public let id: Int
                let a, b: String
                var tags: [String] = [], `class`: Bool?
                private var secret = "s"
                static let shared = 1
                let version = 3
                var twice: Int { 2 * id }
                var changing: Int { get { id } set {} }
                init(x: Int) {}
            }
            """,
            #"""
            public struct User {
                public let id: Int
                let a, b: String
                var tags: [String] = [], `class`: Bool?
                private var secret = "s"
                static let shared = 1
                let version = 3
                var twice: Int { 2 * id }
                var changing: Int { get { id } set {} }
                init(x: Int) {}
            }

            nonisolated extension User: Yodel.BaseModel {
                public static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("id", \.id)
                    __yodelProperties.add("a", \.a)
                    __yodelProperties.add("b", \.b)
                    __yodelProperties.add("tags", \.tags, default: [])
                    __yodelProperties.add("class", \.`class`)
                    __yodelProperties.add("secret", \.secret, default: "s")
                    __yodelProperties.addConstant("version", \.version, value: 3)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#)
    }

    @Test func marksBecomeArguments() {
        expectExpansion(
            #"""
            @Model struct Post {
                @Key("n") let name: String
                @Key("id", "ID") @Required let id: Int?
                @Key("a", writing: "b") @Transform(.epochMilliseconds) var at: Date = Date()
                @Ignored var isSelected = false
                @Ignored var note: String?
            }
            """#,
            #"""
            struct Post {
                let name: String
                let id: Int?
                var at: Date = Date()
                var isSelected = false
                var note: String?
            }

            nonisolated extension Post: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("name", \.name, keys: "n")
                    __yodelProperties.add("id", \.id, keys: ["id", "ID"], isRequired: true)
                    __yodelProperties.add("at", \.at, keys: .keys("a", writing: "b"), transform: .epochMilliseconds, default: Date())
                    __yodelProperties.addIgnored("isSelected", \.isSelected, default: false)
                    __yodelProperties.addIgnored("note", \.note, default: nil)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#)
    }

    @Test func codingKeysAreHonoured() {
        expectExpansion(
            ##"""
            @Model struct Post<Item> {
                let name: Item
                let text: String
                var note = 1
                var other: String?
                private enum CodingKeys: String, CodingKey {
                    case name, text = "a.b[c]"
                }
            }
            """##,
            ##"""
            struct Post<Item> {
                let name: Item
                let text: String
                var note = 1
                var other: String?
                private enum CodingKeys: String, CodingKey {
                    case name, text = "a.b[c]"
                }
            }

            nonisolated extension Post: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("name", \.name, keys: .coded(Self.CodingKeys.name))
                    __yodelProperties.add("text", \.text, keys: .coded(Self.CodingKeys.text))
                    __yodelProperties.addIgnored("note", \.note, default: 1)
                    __yodelProperties.addIgnored("other", \.other, default: nil)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """##)
    }

    @Test func codingKeysThatAreNotSeen() {
        let list = #"""
            nonisolated extension A: Yodel.BaseModel {
                fileprivate nonisolated enum ModelNames {
                    case id, `class`, `a b`, __yodelNone(Yodel.NoCodingKeys)
                }
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("id", \.id)
                    __yodelProperties.add("class", \.`class`)
                    __yodelProperties.addIgnored("note", \.note, default: nil)
                    __yodelProperties.add("a b", \.`a b`)
                    var __yodelKeys = Yodel.CodedNames<Self.CodingKeys, ModelNames>()
                    __yodelKeys.add("id", .id)
                    __yodelKeys.add("class", .`class`)
                    __yodelKeys.add("a b", .`a b`)
                    __yodelProperties.take(__yodelKeys)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#
        let properties = "    let id: Int\n    let `class`: Int\n    @Ignored var note: Int?\n    let `a b`: Int\n"
        let sources = [
            "struct A: Codable {\n\(properties)}", "struct A: B, Swift.Encodable {\n\(properties)}",
            "struct A {\n\(properties)    private typealias CodingKeys = Keys\n}",
            "struct A {\n\(properties)    struct CodingKeys: CodingKey {\n    }\n}",
            "struct A {\n\(properties)    #if B\n    enum CodingKeys: CodingKey {\n        case id\n    }\n    #endif\n}",
            "struct A {\n\(properties)    enum CodingKeys: CodingKey {\n        case id\n        #if B\n        case `class`\n        #endif\n    }\n}",
        ]
        for source in sources {
            expectExpansion("@Model \(source)", "\(source.replacing("@Ignored ", with: ""))\n\n\(list)")
        }
    }

    // MARK: Errors

    @Test func onlyStructs() {
        expectError(
            "@Model actor A {}", "@Model cannot make an actor, which keeps its values to itself: put them into a struct with @Model",
            line: 1,
            column: 1)
        expectError(
            "@Model enum A {}", "an enum without cases has no values: remove @Model, and give it to the types inside", line: 1, column: 1,
            fix: "remove @Model", to: "enum A {}")
        expectError(
            "@Model protocol A {}", "@Model is for structs, classes and enums, and this is a protocol: give it to the types that conform",
            line: 1, column: 1, fix: "remove @Model", to: "protocol A {}")
        expectError(
            "@Model struct A: Model {}",
            "a Model is made by its init(), a struct with @Model from the values that come: a type is one or the other", line: 1,
            column: 18)
        expectError(
            "@Model struct A: Yodel.ValidatedModel {}",
            "a Model is made by its init(), a struct with @Model from the values that come: a type is one or the other", line: 1,
            column: 18)
    }

    @Test func whatIsPrivateInAType() {
        expectError(
            "struct B {\n    @Model private struct A {\n        let a: Int\n    }\n}",
            "@Model works outside the type in which this one is private, and cannot see it", line: 2, column: 12,
            fix: "make it fileprivate", to: "struct B {\n    @Model fileprivate struct A {\n        let a: Int\n    }\n}")
    }

    @Test func wrappers() {
        expectExpansion(
            #"""
            @Model struct A {
                @Kept var a: Int
                @Clamped(0...9) @Key("n") var b = 5
                @Kept @Clamped(0...9) var c = 1
                @Stored("d") private var d: Int?
                @Ignored @Kept var e = 2
                @Required @Kept<Int?> var f: Int?
                @Ignored @Stored("g") var g: Int
            }
            """#,
            #"""
            struct A {
                @Kept var a: Int
                @Clamped(0...9) var b = 5
                @Kept @Clamped(0...9) var c = 1
                @Stored("d") private var d: Int?
                @Kept var e = 2
                @Kept<Int?> var f: Int?
                @Stored("g") var g: Int
            }

            nonisolated extension A: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.noteMissing("a", \._a) { try $0.decode($2, forKey: $1) }
                    __yodelProperties.addWrapped("a", \._a, value: \.wrappedValue, wrap: { .init(wrappedValue: $0) })
                    __yodelProperties.addWrapped("b", \._b, value: \.wrappedValue, keys: "n", default: 5, wrap: { Clamped(wrappedValue: $0, 0...9) })
                    __yodelProperties.addWrapped("c", \._c, value: \.wrappedValue.wrappedValue, default: 1, wrap: { Kept(wrappedValue: Clamped(wrappedValue: $0, 0...9)) })
                    __yodelProperties.addWrapped("d", \._d, value: \.wrappedValue, default: Stored("d").wrappedValue, wrap: { var __yodelWrapper = Stored("d"); __yodelWrapper.wrappedValue = $0; return __yodelWrapper })
                    __yodelProperties.addIgnored("e", \._e, default: Kept(wrappedValue: 2))
                    __yodelProperties.noteMissing("f", \._f) { try $0.decode($2, forKey: $1) }
                    __yodelProperties.addWrapped("f", \._f, value: \.wrappedValue, isRequired: true, wrap: { .init(wrappedValue: $0) })
                    __yodelProperties.addIgnored("g", \._g, default: Stored("g"))
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#)
    }

    @Test func namesInBackticks() {
        expectExpansion(
            #"""
            @Model struct A {
                let `it's "x"`: Int
                @Kept var `a b` = 1
            }
            """#,
            ##"""
            struct A {
                let `it's "x"`: Int
                @Kept var `a b` = 1
            }

            nonisolated extension A: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add(#"it's "x""#, \.`it's "x"`)
                    __yodelProperties.addWrapped("a b", \.`_a b`, value: \.wrappedValue, default: 1, wrap: { Kept(wrappedValue: $0) })
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """##)
    }

    @Test func membersOfExtensionsThatSayTheirAccess() {
        expectExpansion(
            "public extension B {\n    @Model struct A {\n        let a: Int\n    }\n    @Model internal struct C {\n        let c: Int\n    }\n}",
            #"""
            public extension B {
                struct A {
                    let a: Int
                }
                internal struct C {
                    let c: Int
                }
            }

            nonisolated extension B.A: Yodel.BaseModel {
                public static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("a", \.a)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }

            nonisolated extension B.C: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("c", \.c)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """#)
    }

    @Test func parameterPacks() {
        let message = "@Model cannot make a type with a parameter pack: the runtime has no key paths to what it stores"
        expectError("@Model struct A<B, each C> {\n    let a: (repeat each C)\n}", message, line: 1, column: 20)
        expectError("@Model final class A<each B> {\n    let a: Int\n}", message, line: 1, column: 22)
        expectError("@Model enum A<each B> {\n    case a(Int)\n}", message, line: 1, column: 15)
        expectError("struct B<each C> {\n    @Model struct A {\n        let a: Int\n    }\n}", message, line: 1, column: 10)
    }

    @Test func optionSets() {
        expectError(
            "@Model struct A: OptionSet {\n    let rawValue: Int\n}", "an OptionSet is read and written by its raw value, without @Model",
            line: 1, column: 18, fix: "remove @Model", to: "struct A: OptionSet {\n    let rawValue: Int\n}")
    }

    @Test func namesOfTypes() {
        expectError(
            "@Model struct A {\n    let `Type`: Int\n}",
            "@Model cannot make 'Type': a key path cannot have its name; call it otherwise, and give it @Key(\"Type\")", line: 2, column: 9)
    }

    @Test func whatCannotBeMade() {
        expectError(
            "@Model struct A {\n    lazy var a = 1\n}",
            "@Model cannot make 'a': it is lazy; make it computed, or make the struct a final class, whose lazy properties take no part",
            line: 2, column: 14)
        expectError(
            "@Model struct A {\n    var a = 1 { didSet {} }\n}",
            "@Model cannot make 'a': it is observed, and a value that is being made has no observers to tell; observe it where it is set, "
                + "or make the struct a final class",
            line: 2, column: 9)
        expectError(
            "@Model struct A {\n    @MainActor var a = 1\n}",
            "@Model cannot make 'a': it is isolated to the main actor, and values are made on whichever thread reads", line: 2, column: 20)
        expectError(
            "@Model struct A {\n    @Flatten @Kept var a: B\n}",
            "'a' has a property wrapper, and cannot be a property that is flattened", line: 2, column: 5, fix: "remove @Flatten",
            to: "@Model struct A {\n    @Kept var a: B\n}")
        expectError(
            "@Model struct A {\n    let a: (@Sendable (Int) -> Void)?\n}",
            "@Model cannot make 'a': it is a function, which is stored in a form of its own; let a struct hold it", line: 2, column: 9)
        expectError(
            "@Model struct A {\n    let (a, b) = (1, 2)\n}", "@Model needs a name for each property: declare them one by one", line: 2,
            column: 9)
    }

    @Test func whatTakesNoPartNeedsADefault() {
        expectError(
            "@Model struct A {\n    @Ignored var a: Int\n}", "'a' takes no part, and needs a default", line: 2, column: 19,
            fix: "add a default",
            to: "@Model struct A {\n    @Ignored var a: Int = <#default#>\n}")
        expectError(
            "@Model struct A {\n    let a: Int\n    let b: Int\n    enum CodingKeys: CodingKey {\n        case a\n    }\n}",
            "'b' has no case in CodingKeys, and needs a default", line: 3, column: 10, fix: "add a default",
            to:
                "@Model struct A {\n    let a: Int\n    let b: Int = <#default#>\n    enum CodingKeys: CodingKey {\n        case a\n    }\n}"
        )
    }

    @Test func keysThatStandTwice() {
        expectError("@Model struct A {\n    @Key(\"a\", \"a\") let a: Int\n}", "the key \"a\" is there twice", line: 2, column: 5)
        expectError(
            "@Model struct A {\n    @Key(\"x\") let a: Int\n    @Key(\"x\") let b: Int\n}", "'a' and 'b' are both written to the key \"x\"",
            line: 3,
            column: 5)
        expectError(
            "@Model struct A {\n    @Key(\"x\") @Key(\"y\") let a: Int\n}", "@Key is there twice", line: 2, column: 15)
        expectError(
            "@Model struct A {\n    @Key() let a: Int\n}", "@Key needs one key or more, each a string literal without interpolations",
            line: 2,
            column: 5)
    }

    @Test func misspeltNames() {
        expectError(
            "@Model struct A {\n    let name: Int\n    enum CodingKeys: CodingKey {\n        case nme\n    }\n    let n: Int?\n}",
            "CodingKeys names 'nme', which is not a stored property; did you mean 'name'?", line: 4, column: 14,
            fix: "replace it by 'name'",
            to: "@Model struct A {\n    let name: Int\n    enum CodingKeys: CodingKey {\n        case name\n    }\n    let n: Int?\n}")
        expectError(
            "@Model struct A {\n    let name: Int\n    static func describe(_ model: inout ModelDescription) {\n        model.keys = [\"nmae\": \"n\"]\n    }\n}",
            "model.keys names 'nmae', which is not a stored property; did you mean 'name'?", line: 4, column: 23,
            fix: "replace it by 'name'",
            to:
                "@Model struct A {\n    let name: Int\n    static func describe(_ model: inout ModelDescription) {\n        model.keys = [\"name\": \"n\"]\n    }\n}"
        )
        expectError(
            "@Model struct A {\n    let name: Int\n    func describe(_ model: inout ModelDescription) {}\n}",
            "'describe' says something of the model only if it is static", line: 3, column: 10, fix: "make it static",
            to: "@Model struct A {\n    let name: Int\n    static func describe(_ model: inout ModelDescription) {}\n}")
        expectError(
            "@Model public struct A {\n    let name: Int\n    mutating func describe(_ model: inout ModelDescription) {}\n}",
            "'describe' says something of the model only if it is static", line: 3, column: 19, fix: "make it static",
            to: "@Model public struct A {\n    let name: Int\n    public static func describe(_ model: inout ModelDescription) {}\n}")
    }

    @Test func marksWithoutEffect() {
        expectError(
            "@Model struct A {\n    @Key(\"x\") static let a = 1\n}", "@Key has no effect on a static property", line: 2, column: 5,
            fix: "remove @Key",
            to: "@Model struct A {\n    static let a = 1\n}")
        expectError("struct A {\n    @Key(\"x\") let a: Int\n}", "@Key is read by @Model, which the type does not have", line: 2, column: 5)
        expectError(
            "@Model struct A {\n    @Ignored @Required var a = 1\n}", "@Required has no effect on a property that takes no part", line: 2,
            column: 14,
            fix: "remove @Required", to: "@Model struct A {\n    @Ignored var a = 1\n}")
    }
}
#endif
