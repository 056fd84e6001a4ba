#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Where types are declared, and what stands before them.
@Suite("Expansions of @Model by place")
struct PlaceExpansionTests {
    /// What @Model writes for a struct of an `id`.
    private func form(_ name: String = "A", _ access: String = "", before: String = "") -> String {
        """
        \(before)nonisolated extension \(name): Yodel.BaseModel {
            \(access)static var modelForm: Yodel.ModelForm {
                var __yodelProperties = Yodel.StoredProperties<Self>()
                __yodelProperties.add("id", \\.id)
                __yodelProperties.check(Self.CodingKeys.self)
                return Yodel.ModelForm(__yodelProperties)
            }
        }
        """
    }

    @Test func insideOfAFunction() {
        let message =
            "@Model cannot make a type inside of a function, which no extension can name: declare it outside, as fileprivate if need be"
        let types = [
            "struct A {\n        let id: Int\n    }", "final class A {\n        let id: Int\n    }", "enum A {\n        case a\n    }",
        ]
        for type in types {
            expectError("func f() {\n    @Model \(type)\n}", message, line: 2, column: 5)
        }
        expectError("struct B {\n    init() {\n        @Model struct A {}\n    }\n}", message, line: 3, column: 9)
        expectError("let f = {\n    @Model struct A {}\n}", message, line: 2, column: 5)
    }

    @Test func insideOfWhatIsPrivate() {
        let message = "@Model works outside of all types, and cannot see the private 'B' around this one: make that fileprivate"
        expectError("enum C {\n    private enum B {\n        @Model struct A {}\n    }\n}", message, line: 3, column: 9)
        expectError(
            "extension C {\n    private struct B {\n        @Model enum A {\n            case a\n        }\n    }\n}", message, line: 3,
            column: 9)
        expectError(
            "enum C {\n    private enum B {\n        struct D {\n            @Model final class A {}\n        }\n    }\n}", message,
            line: 4,
            column: 13)
        // The file sees what is private in it.
        let source = "private enum B {\n    @Model struct A {\n        let id: Int\n    }\n}"
        expectExpansion(source, source.replacing("@Model ", with: "") + "\n\n" + form("B.A", "fileprivate "))
    }

    /// An extension has the access of its members, whatever it is of.
    @Test(arguments: [
        ("extension B", ""), ("public extension B", "public "), ("package extension B.C", "package "),
        ("private extension B", "fileprivate "), ("extension Array where Element: Hashable", ""),
    ])
    func insideOfAnExtension(_ place: String, _ access: String) {
        let source = "\(place) {\n    @Model struct A {\n        let id: Int\n    }\n}"
        let name = place.split(separator: " where ")[0].split(separator: " ").last.map { "\($0).A" } ?? ""
        expectExpansion(source, source.replacing("@Model ", with: "") + "\n\n" + form(name, access))
    }

    /// Where a type is available, and who may see it, holds for what is written as well; also of types around it.
    @Test(arguments: ["@available(macOS 15, *)", "@available(*, deprecated, message: \"old\")", "@_spi(Internal)"])
    func attributesOfTheType(_ attribute: String) {
        let own = "\(attribute)\n@Model struct A {\n    let id: Int\n}"
        expectExpansion(own, own.replacing("@Model ", with: "") + "\n\n" + form(before: "\(attribute)\n"))
        let around = "\(attribute)\nenum B {\n    @Model struct A {\n        let id: Int\n    }\n}"
        expectExpansion(around, around.replacing("@Model ", with: "") + "\n\n" + form("B.A", before: "\(attribute)\n"))
        let listed = "\(attribute)\n@Model enum A {\n    case a(Int)\n}"
        expectExpansion(
            listed,
            """
            \(attribute)
            enum A {
                case a(Int)
            }

            \(attribute)
            nonisolated extension A: Yodel.DescribedEnum {
                static func describe(_ cases: inout Yodel.EnumCases<Self>) {
                    cases.add("a", make: Self.a) {
                        if case .a(let payload) = $0 { .some(payload) } else { nil }
                    }
                    cases.check(Self.CodingKeys.self, "a")
                }
            }
            """)
    }

    /// Nobody is warned of code that nobody has written.
    @Test func deprecatedMembers() {
        let source = "@Model struct A {\n    @available(*, deprecated) let old: Int?\n}"
        expectExpansion(
            source,
            """
            struct A {
                @available(*, deprecated) let old: Int?
            }

            nonisolated extension A: Yodel.BaseModel {
                @available(*, deprecated) static var modelForm: Yodel.ModelForm {
                    var __yodelProperties = Yodel.StoredProperties<Self>()
                    __yodelProperties.add("old", \\.old)
                    __yodelProperties.check(Self.CodingKeys.self)
                    return Yodel.ModelForm(__yodelProperties)
                }
            }
            """)
    }

    /// An actor of the type's own would isolate what is written, whatever the extension says.
    @Test(arguments: ["@MainActor", "@DatabaseActor"])
    func isolatedTypes(_ attribute: String) {
        let source = "\(attribute)\n@Model struct A {\n    let id: Int\n}"
        expectExpansion(source, source.replacing("@Model ", with: "") + "\n\n" + form("A", "nonisolated "))
    }

    @Test func nothingToName() {
        expectExpansion(
            "@Model struct A: Codable {\n}",
            """
            struct A: Codable {
            }

            nonisolated extension A: Yodel.BaseModel {
                static var modelForm: Yodel.ModelForm {
                    Yodel.ModelForm(Yodel.StoredProperties<Self>())
                }
            }
            """)
    }

    @Test func typesThatAreNone() {
        expectError(
            "@Model struct A: ~Copyable {\n    let id: Int\n}",
            "@Model cannot make a type that is ~Copyable: values are copied while they are read; hold it in a class, or leave the word out",
            line: 1, column: 18)
        expectError(
            "@Model struct A: RawRepresentable {\n    let rawValue: String\n}",
            "what is RawRepresentable is read and written by its raw value, without @Model", line: 1, column: 18, fix: "remove @Model",
            to: "struct A: RawRepresentable {\n    let rawValue: String\n}")
        expectError(
            "@Model struct A: ModelCodable {\n    var id = 0\n}",
            "ModelCodable is for a Model, which is made by its init(), and whose coding it writes: with @Model state Codable, whose coding the "
                + "compiler writes, or one of your own that calls init(modelFrom:) and modelEncode(to:)", line: 1, column: 18)
    }
}
#endif
