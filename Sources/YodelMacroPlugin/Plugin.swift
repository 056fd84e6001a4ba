#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [ModelMacro.self, PropertyMacro.self]
}
#else
/// Without the trait there is nothing to expand, and nothing of SwiftSyntax to do it with.
@main
enum Plugin {
    static func main() {}
}
#endif
