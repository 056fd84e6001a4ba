#if Macros
import SwiftSyntax

// Property wrappers. A wrapper is made as the compiler makes one in an initialiser:
//
//     @Clamped(0...9) var level = 5      Clamped(wrappedValue: 5, 0...9)
//     @A @B(1) var level: Int            A(wrappedValue: B(wrappedValue: …, 1))
//     @Stored("level") var level: Int    Stored("level"), and then its value is set: arguments without a default make the whole wrapper
//     @Wrapped var level: Int            .init(wrappedValue: …): if the wrapper has no such initialiser, and is Codable, the compiler finds a stand-in

/// The wrappers of a property.
struct PropertyWrapper {
    /// The outermost first.
    let attributes: [AttributeSyntax]
    /// Whether the arguments of the wrapper make it without a value.
    let isMadeByArguments: Bool

    /// Whether the compiler is to find out if the wrapper is made of a value, or by decoding alone.
    let isFound: Bool

    /// The way from the storage to the value.
    var path: String { String(repeating: ".wrappedValue", count: attributes.count) }

    /// An expression that makes the storage: of a value, if the arguments do not make it.
    func storage(_ value: String) -> String {
        if isMadeByArguments { return made }
        return attributes.reversed().reduce(value) { inner, attribute in
            let arguments = Self.arguments(attribute)
            return "\(Self.name(attribute))(wrappedValue: \(inner)\(arguments.isEmpty ? "" : ", \(arguments)"))"
        }
    }

    /// The storage as the arguments make it.
    private var made: String { attributes.first.map { "\(Self.name($0))(\(Self.arguments($0)))" } ?? "" }

    /// The value of a property that has no default, where the arguments make one.
    var valueByArguments: String? { isMadeByArguments ? made + path : nil }

    /// A closure that makes the storage of a value.
    var closure: String {
        // Only the value has no name: arguments of the wrapper stand beside it, and closures among them have their own.
        if isMadeByArguments { return "{ var \(OwnName.wrapper) = \(made); \(OwnName.wrapper)\(path) = $0; return \(OwnName.wrapper) }" }
        return isFound ? "{ .init(wrappedValue: $0) }" : "{ \(storage("$0")) }"
    }

    private static func name(_ attribute: AttributeSyntax) -> String { attribute.attributeName.trimmedDescription }

    static func arguments(_ attribute: AttributeSyntax) -> String { attribute.arguments?.trimmedDescription ?? "" }
}

extension StructReader.Property {
    /// Its wrappers; nil if it has none.
    var wrapper: PropertyWrapper? {
        guard let outermost = marks.wrappers.first else { return nil }
        let hasArguments = !PropertyWrapper.arguments(outermost).isEmpty
        let isAlone = binding.initializer == nil && marks.wrappers.count == 1
        return PropertyWrapper(
            attributes: marks.wrappers, isMadeByArguments: isAlone && hasArguments,
            isFound: isAlone && outermost.arguments == nil && !marks.isIgnored)
    }

    /// The type of the wrapper that a class stores, as the program says it: it has its generic arguments, and no value of its own; nil for any other.
    var statedWrapperType: String? {
        guard let wrapper, wrapper.isFound, let attribute = wrapper.attributes.first else { return nil }
        let name = attribute.attributeName
        let arguments = name.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? name.as(MemberTypeSyntax.self)?.genericArgumentClause
        return arguments == nil ? nil : name.trimmedDescription
    }

    /// The name of what a class has of it, and the struct of the class's values: that of the wrapper if its type is stated.
    var storage: String { statedWrapperType == nil ? node.text : Identifier.source("_\(name)") }

    /// What it is where it does not come, as it stands in the program; nil: nothing says so.
    var defaultValue: String? { binding.initializer?.value.trimmedDescription ?? wrapper?.valueByArguments }

    /// Whether its wrapper has a value from the start: it is set, where any other is made.
    var isWrappedFromTheStart: Bool { wrapper != nil && defaultValue != nil }
}
#endif
