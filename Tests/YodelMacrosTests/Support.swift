#if Macros
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing
import Yodel

@testable import YodelMacroPlugin

/// Expands the macros in a source, and compares what comes out.
func expectExpansion(
    _ source: String, _ expected: String,
    conformances: [TypeSyntax] = ["BaseModel", "BoxedModel", "DescribedEnum", "RawRepresentable"],
    diagnostics: [DiagnosticSpec] = [], applyFixIts: [String]? = nil, fixed: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation
) {
    let marks: [String: any Macro.Type] = [
        "Key": PropertyMacro.self, "Ignored": PropertyMacro.self, "Required": PropertyMacro.self, "Transform": PropertyMacro.self,
        "Flatten": PropertyMacro.self, "Rest": PropertyMacro.self, "Other": PropertyMacro.self,
    ]
    var specs = marks.mapValues { MacroSpec(type: $0) }
    specs["Model"] = MacroSpec(type: ModelMacro.self, conformances: conformances)
    assertMacroExpansion(
        source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: specs, applyFixIts: applyFixIts, fixedSource: fixed,
        failureHandler: { Issue.record(Comment(rawValue: $0.message), sourceLocation: location) })
}

/// Expects an error, and nothing to come out.
func expectError(
    _ source: String, _ message: String, line: Int, column: Int, fix: String? = nil, to fixed: String? = nil,
    conformances: [TypeSyntax] = ["BaseModel", "BoxedModel", "DescribedEnum", "RawRepresentable"],
    location: Testing.SourceLocation = #_sourceLocation
) {
    var plain = source
    for mark in ["@Model ", "@Model\n"] { plain = plain.replacing(mark, with: "") }
    plain = plain.replacing(#/@Model(\([^)]*\)) /#, with: "")
    plain = plain.replacing(#/@(Key|Ignored|Required|Transform|Flatten|Rest|Other)(\([^)]*\))? /#, with: "")
    let fixIts = fix.map { [FixItSpec(message: $0)] } ?? []
    expectExpansion(
        source, plain, conformances: conformances,
        diagnostics: [DiagnosticSpec(message: message, line: line, column: column, fixIts: fixIts)],
        applyFixIts: fix.map { [$0] }, fixed: fixed, location: location)
}
extension DecodingOptions {
    /// The lenient options but for one.
    static func with<Value>(_ option: WritableKeyPath<DecodingOptions, Value>, _ value: Value) -> DecodingOptions {
        var options = DecodingOptions.lenient
        options[keyPath: option] = value
        return options
    }
}
#endif
