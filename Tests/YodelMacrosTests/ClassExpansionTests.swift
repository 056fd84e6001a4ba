#if Macros
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of @Model of classes")
struct ClassExpansionTests {
    @Test func aFinalClass() {
        expectExpansion(
            #"""
            @Model
            public final class User: Codable {
                public let id: Int
                @Key("mail") var email: String?
                private var tags = ["new"] { didSet { print(tags) } }
                let version: Int = 3
                @Ignored var `class` = 1
                lazy var label = "\(id)"
                var twice: Int { id * 2 }
                static let shared = 1
            }
            """#,
            #"""
            public final class User: Codable {
                public let id: Int
                var email: String?
                private var tags = ["new"] { didSet { print(tags) } }
                let version: Int = 3
                var `class` = 1
                lazy var label = "\(id)"
                var twice: Int { id * 2 }
                static let shared = 1

                private nonisolated struct ModelStored: Yodel.BaseModel {
                    var id: Int
                    var email: String?
                    var tags = ["new"]
                    var version: Int
                    var `class` = 1
                    static func of(_ instance: User) -> Self {
                        Self(id: instance.id, email: instance.email, tags: instance.tags, version: instance.version, class: instance.`class`)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.add("id", \.id)
                        __yodelProperties.add("email", \.email, keys: "mail")
                        __yodelProperties.add("tags", \.tags, default: ["new"])
                        __yodelProperties.addConstant("version", \.version, value: 3)
                        __yodelProperties.addIgnored("class", \.`class`, default: 1)
                        var __yodelKeys = Yodel.CodedNames<User.CodingKeys, ModelNames>()
                        __yodelKeys.add("id", .id)
                        __yodelKeys.add("email", .email)
                        __yodelKeys.add("tags", .tags)
                        __yodelKeys.add("version", .version)
                        __yodelProperties.take(__yodelKeys, of: User.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                    fileprivate nonisolated enum ModelNames {
                        case id, email, tags, version, __yodelNone(Yodel.NoCodingKeys)
                    }
                }

                private nonisolated init(stored: ModelStored) {
                    self.id = stored.id
                    self.email = stored.email
                    self.tags = stored.tags
                    self.`class` = stored.`class`
                }

                public nonisolated static var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: true) { (stored: ModelStored) in
                        User(stored: stored)
                    } stored: { (instance: User) in
                        ModelStored.of(instance)
                    }
                }
            }

            nonisolated extension User: Yodel.BoxedModel, Yodel.BaseModel {
            }
            """#)
    }

    @Test func aClassThatIsMadeOfNothing() {
        expectExpansion(
            "@Model(subclasses: true) open class A {\n    private var a = 1\n    public var b: Int?\n}",
            #"""
            open class A {
                private var a = 1
                public var b: Int?

                public nonisolated struct ModelStored: Yodel.BaseModel {
                    fileprivate var a = 1
                    var b: Int?
                    public static func of(_ instance: A) -> Self {
                        Self(a: instance.a, b: instance.b)
                    }
                    public static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.add("a", \.a, default: 1)
                        __yodelProperties.add("b", \.b)
                        __yodelProperties.check(A.CodingKeys.self, of: A.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }

                public nonisolated init(stored: ModelStored) {
                    self.a = stored.a
                    self.b = stored.b
                }

                init() {
                }

                open nonisolated class var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: true) { (stored: ModelStored) in
                        A(stored: stored)
                    } stored: { (instance: A) in
                        ModelStored.of(instance)
                    }
                }
            }

            nonisolated extension A: Yodel.BoxedModel, Yodel.BaseModel {
            }
            """#)
    }

    @Test func subclasses() {
        expectExpansion(
            "@Model(subclasses: true) class B: A<Int>, Codable {\n    let b: Int\n    override var a: Int { didSet {} }\n}",
            #"""
            class B: A<Int>, Codable {
                let b: Int
                override var a: Int { didSet {} }

                nonisolated struct ModelStored: Yodel.BaseModel {
                    var modelInherited: A<Int>.ModelStored
                    var b: Int
                    static func of(_ instance: B) -> Self {
                        Self(modelInherited: A<Int>.ModelStored.of(instance), b: instance.b)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.addInherited("modelInherited", \.modelInherited)
                        __yodelProperties.add("b", \.b)
                        var __yodelKeys = Yodel.CodedNames<B.CodingKeys, ModelNames>()
                        __yodelKeys.add("b", .b)
                        __yodelProperties.take(__yodelKeys, of: B.self, inherited: A<Int>.CodingKeys.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                    fileprivate nonisolated enum ModelNames {
                        case b, __yodelNone(Yodel.NoCodingKeys)
                    }
                }

                nonisolated init(stored: ModelStored) {
                    self.b = stored.b
                    super.init(stored: stored.modelInherited)
                }

                nonisolated override class var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: false) { (stored: ModelStored) in
                        B(stored: stored)
                    } stored: { (instance: B) in
                        ModelStored.of(instance)
                    }
                }
            }
            """#, conformances: [])
        // One without initialisers of its own keeps its superclass's.
        expectExpansion(
            "@Model final class B: A {\n    var b = 1\n}",
            #"""
            final class B: A {
                var b = 1

                private nonisolated struct ModelStored: Yodel.BaseModel {
                    var modelInherited: A.ModelStored
                    var b = 1
                    static func of(_ instance: B) -> Self {
                        Self(modelInherited: A.ModelStored.of(instance), b: instance.b)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.addInherited("modelInherited", \.modelInherited)
                        __yodelProperties.add("b", \.b, default: 1)
                        __yodelProperties.check(B.CodingKeys.self, of: B.self, inherited: A.CodingKeys.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }

                private nonisolated convenience init(stored: ModelStored) {
                    self.init(stored: stored.modelInherited)
                    self.b = stored.b
                }

                nonisolated override class var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: false) { (stored: ModelStored) in
                        B(stored: stored)
                    } stored: { (instance: B) in
                        ModelStored.of(instance)
                    }
                }
            }
            """#, conformances: [])
    }

    @Test func wrappers() {
        expectExpansion(
            #"""
            @Model
            final class A: B {
                @Kept var a: Int
                @Clamped(0...9) var b = 5
                let c: Int
            }
            """#,
            #"""
            final class A: B {
                @Kept var a: Int
                @Clamped(0...9) var b = 5
                let c: Int

                private nonisolated struct ModelStored: Yodel.BaseModel {
                    var modelInherited: B.ModelStored
                    var a: Int
                    var b = 5
                    var c: Int
                    static func of(_ instance: A) -> Self {
                        Self(modelInherited: B.ModelStored.of(instance), a: instance.a, b: instance.b, c: instance.c)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.addInherited("modelInherited", \.modelInherited)
                        __yodelProperties.add("a", \.a)
                        __yodelProperties.add("b", \.b, default: 5)
                        __yodelProperties.add("c", \.c)
                        __yodelProperties.check(A.CodingKeys.self, of: A.self, inherited: B.CodingKeys.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }

                private nonisolated init(stored: ModelStored) {
                    self.a = stored.a
                    self.c = stored.c
                    super.init(stored: stored.modelInherited)
                    self.b = stored.b
                }

                nonisolated override class var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: false) { (stored: ModelStored) in
                        A(stored: stored)
                    } stored: { (instance: A) in
                        ModelStored.of(instance)
                    }
                }
            }
            """#, conformances: [])
    }

    /// A protocol may be a BaseModel, too, and is no superclass.
    @Test func aProtocolOfModels() {
        expectExpansion(
            "@Model final class A: Entity {\n    let a: Int\n}",
            #"""
            final class A: Entity {
                let a: Int

                private nonisolated struct ModelStored: Yodel.BaseModel {
                    var a: Int
                    static func of(_ instance: A) -> Self {
                        Self(a: instance.a)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.add("a", \.a)
                        __yodelProperties.check(A.CodingKeys.self, of: A.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }

                private nonisolated init(stored: ModelStored) {
                    self.a = stored.a
                }

                nonisolated static var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: true) { (stored: ModelStored) in
                        A(stored: stored)
                    } stored: { (instance: A) in
                        ModelStored.of(instance)
                    }
                }
            }

            nonisolated extension A: Yodel.BoxedModel {
            }
            """#, conformances: ["BoxedModel", "DescribedEnum", "RawRepresentable"])
    }

    @Test func superclassesAreInitialisedInWords() {
        let message =
            "the superclass has the initialiser that @Model has written besides its own, and of two the compiler calls none by itself: call super.init"
        expectError(
            "@Model final class B: A {\n    let b: Int\n    init(b: Int) {\n        self.b = b\n    }\n}", message, line: 3, column: 5,
            fix: "call super.init()",
            to: "@Model final class B: A {\n    let b: Int\n    init(b: Int) {\n        self.b = b\n        super.init()\n    }\n}",
            conformances: [])
        expectExpansion(
            "@Model final class B: A {\n    let b: Int\n    init(b: Int) { self.b = b; super.init() }\n    required init(c: Int) { fatalError() }\n}",
            #"""
            final class B: A {
                let b: Int
                init(b: Int) { self.b = b; super.init() }
                required init(c: Int) { fatalError() }

                private nonisolated struct ModelStored: Yodel.BaseModel {
                    var modelInherited: A.ModelStored
                    var b: Int
                    static func of(_ instance: B) -> Self {
                        Self(modelInherited: A.ModelStored.of(instance), b: instance.b)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.addInherited("modelInherited", \.modelInherited)
                        __yodelProperties.add("b", \.b)
                        __yodelProperties.check(B.CodingKeys.self, of: B.self, inherited: A.CodingKeys.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }

                private nonisolated init(stored: ModelStored) {
                    self.b = stored.b
                    super.init(stored: stored.modelInherited)
                }

                nonisolated override class var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: false) { (stored: ModelStored) in
                        B(stored: stored)
                    } stored: { (instance: B) in
                        ModelStored.of(instance)
                    }
                }
            }
            """#, conformances: [])
    }

    @Test func descriptions() {
        expectError(
            "@Model final class A {\n    var name = 1\n    static func describe(_ model: inout ModelDescription) { model.required = [\"nama\"] }\n}",
            "model.required names 'nama', which is not a stored property; did you mean 'name'?", line: 3, column: 79,
            fix: "replace it by 'name'",
            to:
                "@Model final class A {\n    var name = 1\n    static func describe(_ model: inout ModelDescription) { model.required = [\"name\"] }\n}"
        )
        expectError(
            "@Model final class B: A {\n    static func describe(_ model: inout ModelDescription) {}\n}",
            "'describe' of a subclass is called only if it overrides the superclass's: let that declare 'class func describe', and write 'override' "
                + "here", line: 2, column: 17, conformances: [])
    }
}
#endif
