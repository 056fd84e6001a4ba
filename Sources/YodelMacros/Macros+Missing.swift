#if !Macros
@_exported import Yodel

// Without the trait the macros are unavailable, so that the compiler names the trait, and not an unknown attribute. Nothing is expanded: the implementation is one of
// the toolchain's that makes nothing, since without one the compiler would warn here.

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Model needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Model() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Model needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Model(subclasses: Bool) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Model needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Model(tag: String, content: String? = nil) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Model needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Model(tagAt path: String, _ others: String..., contentAt: String? = nil) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Model needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Model(keyedBy: String) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Model needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Model(untagged: Bool) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Key needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Key(_ paths: String..., writing: String? = nil) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Key needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Key(_ tag: JSONValue, _ aliases: JSONValue...) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Key needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Key(tags first: JSONValue, _ others: JSONValue...) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Other needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Other() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Ignored needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Ignored() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Required needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Required() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Transform needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Transform(_ transform: PropertyTransform) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Flatten needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Flatten() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Flatten needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Flatten(prefix: String) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Needs the trait `Macros`.
@available(*, unavailable, message: "@Rest needs the package's trait Macros: .package(…, traits: [\"Macros\"])")
@attached(peer)
public macro Rest() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")
#endif
