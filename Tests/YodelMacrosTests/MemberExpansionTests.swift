#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What types have besides plain properties: coding of their own, conditions, tuples, wrappers that only `Codable` makes.
@Suite("Expansions of @Model by members")
struct MemberExpansionTests {
    private static let both =
        "ModelDecoder and ModelEncoder do not call init(from:) and encode(to:): with @Model they go by the properties, and other coders call these as "
        + "before. If JSON is not as the properties say, remove @Model: a type that is Codable alone is read and written by its own code"

    /// A struct of an `id`, with further members, and what is written for it.
    private func expectNote(_ members: String, _ note: String?, line: Int, column: Int, lines: String = "") {
        let type = "struct A: Codable {\n    let id: Int\n\(members)\n}"
        let diagnostics = note.map {
            [DiagnosticSpec(message: $0, line: line, column: column, severity: .note, fixIts: [FixItSpec(message: "remove @Model")])]
        }
        expectExpansion(
            "@Model \(type)", "\(type)\n\n" + lines, diagnostics: diagnostics ?? [])
    }

    private static let list = """
        nonisolated extension A: Yodel.BaseModel {
            fileprivate nonisolated enum ModelNames {
                case id, __yodelNone(Yodel.NoCodingKeys)
            }
            static var modelForm: Yodel.ModelForm {
                var __yodelProperties = Yodel.StoredProperties<Self>()
                __yodelProperties.add("id", \\.id)
                var __yodelKeys = Yodel.CodedNames<Self.CodingKeys, ModelNames>()
                __yodelKeys.add("id", .id)
                __yodelProperties.take(__yodelKeys)
                return Yodel.ModelForm(__yodelProperties)
            }
        }
        """

    /// Coding of the type's own is not called by the coders of models: a note says so, once for each type.
    @Test func ownCoding() {
        let (reads, writes) = ("    init(from decoder: any Decoder) throws { id = 1 }", "    func encode(to encoder: Encoder) throws {}")
        expectNote("\(reads)\n\(writes)", Self.both, line: 3, column: 5, lines: Self.list)
        expectNote(
            reads,
            "ModelDecoder does not call init(from:): with @Model it goes by the properties, and other coders call this as before. If JSON is not as the "
                + "properties say, remove @Model: a type that is Codable alone is read and written by its own code", line: 3, column: 5,
            lines: Self.list)
        expectNote(
            writes,
            "ModelEncoder does not call encode(to:): with @Model it goes by the properties, and other coders call this as before. If JSON is not as the "
                + "properties say, remove @Model: a type that is Codable alone is read and written by its own code", line: 3, column: 10,
            lines: Self.list)
    }

    /// What hands all over to the model reads and writes what the model's coders do; what only looks alike is none.
    @Test(arguments: [
        "    init(from decoder: any Decoder) throws { try self.init(modelFrom: decoder) }\n"
            + "    func encode(to encoder: any Encoder) throws { try modelEncode(to: encoder) }",
        "    init(from text: String) { id = text.count }\n    func encode(to text: inout String) {}",
        "    func encode(to encoder: any Encoder, as text: String) throws {}",
        "    static func encode(to encoder: any Encoder) throws {}",
    ])
    func codingThatHandsOver(_ members: String) { expectNote(members, nil, line: 0, column: 0, lines: Self.list) }

    /// `CodingKeys` that serve the type's own coding need not be those of properties; a misspelt one is an error still.
    @Test func keysOfOwnCoding() {
        let reads = "    init(from decoder: any Decoder) throws { id = 1 }\n    func encode(to encoder: any Encoder) throws {}"
        let head = """
            nonisolated extension A: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
            """
        expectNote(
            "    enum CodingKeys: String, CodingKey {\n        case id, attributes\n    }\n\(reads)", Self.both, line: 6, column: 5,
            lines: """
                \(head)
                        __yodelProperties.add("id", \\.id, keys: .coded(Self.CodingKeys.id))
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }
                """)
        expectNote(
            "    struct CodingKeys: CodingKey {\n        var stringValue: String\n    }\n\(reads)", Self.both, line: 6, column: 5,
            lines: """
                \(head)
                        __yodelProperties.add("id", \\.id)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }
                """)
        func misspelt(_ name: String) -> String {
            let head = "@Model struct A: Codable {\n    let userID: Int\n    enum CodingKeys: String, CodingKey {\n        case "
            return head + name + "\n    }\n\(reads.replacing("id", with: "userID"))\n}"
        }
        expectError(
            misspelt("userId"), "CodingKeys names 'userId', which is not a stored property; did you mean 'userID'?", line: 4, column: 14,
            fix: "replace it by 'userID'", to: misspelt("userID"))
    }

    @Test func ownCodingOfAnEnum() {
        let type = """
            enum A: Codable {
                case a(B)
                enum CodingKeys: String, CodingKey {
                    case kind
                }
                init(from decoder: any Decoder) throws { self = .a(B()) }
            }
            """
        expectExpansion(
            "@Model(tag: \"kind\") \(type)",
            """
            \(type)

            nonisolated extension A: Yodel.DescribedEnum {
                static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                    cases.form = .tagged("kind")
                    cases.add("a", make: Self.a) {
                        if case .a(let payload) = $0 { .some(payload) } else { nil }
                    }
                }
            }
            """,
            diagnostics: [
                DiagnosticSpec(
                    message:
                        "ModelDecoder does not call init(from:): with @Model it goes by the cases, and other coders call this as before. "
                        + "If JSON is not as the cases say, remove @Model: a type that is Codable alone is read and written by its own code",
                    line: 6, column: 5, severity: .note, fixIts: [FixItSpec(message: "remove @Model")])
            ])
    }

    /// What is there under a condition is listed under it.
    @Test func conditions() {
        let type = """
            struct A {
                let id: Int
                #if DEBUG
                let a: Int
                #elseif os(Linux) || X
                @Key("n") let b: Int
                #else
                #if Y
                let a: String
                #endif
                #endif
            }
            """
        expectExpansion(
            "@Model \(type)",
            """
            \(type.replacing("@Key(\"n\") ", with: ""))

            nonisolated extension A: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("id", \\.id)
                    #if (DEBUG)
                    __yodelProperties.add("a", \\.a)
                    #endif
                    #if !(DEBUG) && (os(Linux) || X)
                    __yodelProperties.add("b", \\.b, keys: "n")
                    #endif
                    #if (!(DEBUG) && !(os(Linux) || X)) && (Y)
                    __yodelProperties.add("a", \\.a)
                    #endif
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """)
    }

    @Test func theNameOfTheModule() {
        expectError(
            "@Model struct A {\n    let Yodel: Int\n}",
            "@Model cannot make 'Yodel': what @Model writes means the module by its name; call it otherwise, and give it @Key(\"Yodel\")",
            line: 2,
            column: 9)
    }

    @Test(arguments: ["(Int, String)", "[(x: Int, y: Int)]", "(Int, Int)?", "[String: (Int, Int)]", "((Int, Int))"])
    func tuples(_ type: String) {
        expectError(
            "@Model struct A {\n    let a: \(type)\n}",
            "@Model cannot make 'a': it is a tuple, for which JSON has nothing; give it a struct, or @Transform, or @Ignored and a default",
            line: 2, column: 9)
    }

    /// One that takes no part, or that something else may say more of.
    @Test func tuplesThatAreNotRead() {
        let type = "struct A {\n    @Ignored var a: (Int, Int) = (1, 2)\n    @Transform(.pair) var b: (Int, Int)\n}"
        expectExpansion(
            "@Model \(type)",
            """
            struct A {
                var a: (Int, Int) = (1, 2)
                var b: (Int, Int)
            }

            nonisolated extension A: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.addIgnored("a", \\.a, default: (1, 2))
                    __yodelProperties.add("b", \\.b, transform: .pair)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """)
    }

    /// A class stores a wrapper whose type is stated as a whole, since there may be no way to it from a value.
    @Test func wrappersOfAClass() {
        let type = "final class A {\n    @Expandable<Customer> var customer: String?\n    init(_ customer: String) {}"
        expectExpansion(
            "@Model \(type)\n}",
            """
            \(type)

                private nonisolated struct ModelStored: Yodel.BaseModel {
                    var _customer: Expandable<Customer>
                    static func of(_ instance: A) -> Self {
                        Self(_customer: instance._customer)
                    }
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.noteMissing("customer", \\._customer) { try $0.decode($2, forKey: $1) }
                        __yodelProperties.addWrapped("customer", \\._customer, value: \\.wrappedValue, wrap: { .init(wrappedValue: $0) })
                        __yodelProperties.check(A.CodingKeys.self, of: A.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }

                private nonisolated init(stored: ModelStored) {
                    self._customer = stored._customer
                }

                nonisolated static var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(isRoot: true) { (stored: ModelStored) in
                        A(stored: stored)
                    } stored: { (instance: A) in
                        ModelStored.of(instance)
                    }
                }
            }

            nonisolated extension A: Yodel.BoxedModel, Yodel.BaseModel {
            }
            """)
    }
}
#endif
