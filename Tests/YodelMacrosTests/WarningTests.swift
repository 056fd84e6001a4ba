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
                "struct A {\n    let name: Int\n    \(member)\n}\n\n\(form())",
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

    /// All that was said once is said in one function, which others see as far as the type; what may have another type has no fix.
    @Test func whatWasSaidIsSaidAtOnce() {
        func expectWarnings(_ members: String, fixed: String?, _ former: (name: String, meant: String, line: Int, column: Int)...) {
            let fix = "say it in describe(_:)"
            let diagnostics = former.enumerated().map { index, former in
                DiagnosticSpec(
                    message: "nobody reads '\(former.name)': a model says it in describe(_:), by 'model.\(former.meant)'",
                    line: former.line, column: former.column, severity: .warning,
                    fixIts: index == 0 && fixed != nil ? [FixItSpec(message: fix)] : [])
            }
            let head = "public struct A {\n    let name: Int\n"
            expectExpansion(
                "@Model \(head)\(members)\n}", "\(head)\(members)\n}\n\n\(form("public "))", diagnostics: diagnostics,
                applyFixIts: fixed.map { _ in [fix] }, fixed: fixed.map { "@Model \(head)\($0)\n}" })
        }
        expectWarnings(
            """
                static let keyMapping = ["name": "n"]
                public static var requiredProperties: Set<String> { return names }
                static let ignoredProperties = names
            """,
            fixed: """
                    public static func describe(_ model: inout ModelDescription) {
                        model.keys = ["name": "n"]
                        model.required = PropertyNames(names)
                    }
                    static let ignoredProperties = names
                """, ("keyMapping", "keys", 3, 16), ("requiredProperties", "required", 4, 23), ("ignoredProperties", "ignored", 5, 16))
        // One that is there stays as it is.
        expectWarnings(
            """
                static let keyMapping = ["name": "n"]
                public static func describe(_ model: inout ModelDescription) {}
            """, fixed: nil, ("keyMapping", "keys", 3, 16))
        expectWarnings(
            "    static let propertyAccessors = [PropertyAccessor(\"name\", \\.name)]", fixed: nil, ("propertyAccessors", "access", 3, 16))
    }

    /// A method of one's own that no hook could be says nothing.
    @Test(arguments: [
        "static func validate() throws {}", "private func validate() throws {}", "func validate() {}",
        "func validate() throws -> Bool { true }",
        "func validate() async throws {}", "func validate(_ text: String) throws {}", "func didDecode(from text: String) {}",
        "func didDecode() {}", "func willDecode(_ object: JSONObject) {}", "func modelType(for object: JSONObject) {}",
        "let keyMapping = [1]", "var requiredProperties: [String] { [] }", "func describe() -> String { \"\" }",
        "static func describe(_ text: inout String) {}",
    ])
    func methodsOfOnesOwn(_ member: String) {
        // One that is stored is a property as any other.
        let line = member.hasPrefix("let") ? "\n        __yodelProperties.addConstant(\"keyMapping\", \\.keyMapping, value: [1])" : ""
        expectExpansion(
            "@Model struct A {\n    let name: Int\n    \(member)\n}",
            "struct A {\n    let name: Int\n    \(member)\n}\n\n\(form(more: line))")
    }

    /// What @Model writes for a struct of a name.
    ///
    /// - Parameter more: What follows the name in its list.
    private func form(_ access: String = "", more: String = "") -> String {
        """
        nonisolated extension A: Yodel.BaseModel {
            \(access)static var modelForm: Yodel.ModelForm {
                var __yodelProperties = Yodel.StoredProperties<Self>()
                __yodelProperties.add("name", \\.name)\(more)
                __yodelProperties.check(Self.CodingKeys.self)
                return Yodel.ModelForm(__yodelProperties)
            }
        }
        """
    }
}
#endif
