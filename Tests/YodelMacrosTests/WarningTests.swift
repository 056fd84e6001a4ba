#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @Model warns of")
struct WarningTests {
    /// What said something once, and what is a hook of other models, is a warning: nobody reads or calls it.
    @Test func whatSaysNothing() {
        func expectWarning(_ member: String, _ message: String, column: Int, fix: (String, String)? = nil) {
            expectExpansion(
                "@Model struct A {\n    let name: Int\n    \(member)\n}",
                """
                struct A {
                    let name: Int
                    \(member)
                }

                extension A: Yodel.BaseModel {
                    static var modelForm: Yodel.ModelForm {
                        var __yodelProperties = Yodel.StoredProperties<Self>()
                        __yodelProperties.add("name", \\.name)
                        __yodelProperties.check(Self.CodingKeys.self)
                        return Yodel.ModelForm(__yodelProperties)
                    }
                }
                """,
                diagnostics: [
                    DiagnosticSpec(
                        message: message, line: 3, column: column, severity: .warning, fixIts: fix.map { [FixItSpec(message: $0.0)] } ?? [])
                ], applyFixIts: fix.map { [$0.0] }, fixed: fix.map { "@Model struct A {\n    let name: Int\n    \($0.1)\n}" })
        }
        expectWarning(
            "static var keyMapping: KeyMapping { [\"name\": \"n\"] }",
            "nobody reads 'keyMapping': a model says it in describe(_:), by 'model.keys'", column: 16,
            fix: ("say it in describe(_:)", "static func describe(_ model: inout ModelDescription) { model.keys = [\"name\": \"n\"] }"))
        expectWarning(
            "static func modelPropertyBlacklist() -> [String] { [] }",
            "nobody reads 'modelPropertyBlacklist': a model says it in describe(_:), by 'model.ignored'", column: 17)
        expectWarning(
            "mutating func didDecode(from object: JSONObject) throws {}",
            "nobody calls 'didDecode(from:)': a hook belongs to a DidDecodeModel, which is made by its init() and has no @Model; a method of your own "
                + "with this name may be in an extension", column: 19)
    }
}
#endif
