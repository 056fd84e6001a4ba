/// The caller's values for the model's own code: hooks, transforms, accessors and types that code themselves can read them while they decode or encode.
///
/// ```swift
/// struct Tenant { let currency: String }
/// struct Price: DidDecodeModel {
///     var amount = 0.0
///     var currency = ""
///     mutating func didDecode(from object: JSONObject) throws {
///         if currency.isEmpty { currency = ModelContext.value(of: Tenant.self)?.currency ?? "EUR" }
///     }
/// }
/// let price = try ModelContext.with(Tenant(currency: "CHF")) {
///     try ModelDecoder().decode(Price.self, from: #"{"amount": 9.5}"#)
/// }
/// price.currency   // "CHF"
/// ```
///
/// A value is visible to everything that is called inside the closure, including its child tasks and the threads that decode lines. There is one value for
/// each type; a nested call with the same type replaces it until its closure ends. A decode without a context costs nothing extra.
public enum ModelContext {
    /// Values by their types.
    @TaskLocal private static var current: [ObjectIdentifier: any Sendable] = [:]

    /// Runs work that may read a value.
    ///
    /// - Parameters:
    ///   - value: Any value; code finds it by its type.
    ///   - work: Decodes or encodes.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public static func with<Value: Sendable, R>(_ value: Value, _ work: () throws -> R) rethrows -> R {
        try $current.withValue(adding(value), operation: work)
    }

    /// Runs work that may read a value, and waits for it.
    ///
    /// - Parameters:
    ///   - value: Any value; code finds it by its type.
    ///   - isolation: The caller's actor, where the work runs.
    ///   - work: Decodes or encodes.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public static func with<Value: Sendable, R>(
        _ value: Value, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> R
    ) async rethrows -> R {
        try await $current.withValue(adding(value), operation: work)
    }

    /// The value of a type.
    ///
    /// - Parameter type: The exact type under which the value was passed.
    /// - Returns: The value; nil if there is none.
    public static func value<Value: Sendable>(of type: Value.Type) -> Value? { current[ObjectIdentifier(type)] as? Value }

    private static func adding<Value: Sendable>(_ value: Value) -> [ObjectIdentifier: any Sendable] {
        var values = current
        values[ObjectIdentifier(Value.self)] = value
        return values
    }
}
