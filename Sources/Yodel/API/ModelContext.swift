/// Values of the caller that the model's own code can read while it decodes or encodes: hooks, transforms, accessors, and types that code themselves.
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
/// A value holds for what is called inside of the closure, in the tasks that it starts as child tasks too, whatever decodes or encodes there: whole documents,
/// chunks, records, lines on several threads. Of each type there is one value; another one inside stands for it until its own closure ends. A decode that
/// has none costs nothing more.
public enum ModelContext {
    /// Values by their types.
    @TaskLocal private static var current: [ObjectIdentifier: any Sendable] = [:]

    /// Runs work that may read a value.
    ///
    /// - Parameters:
    ///   - value: Any value; it is found by its type.
    ///   - work: Decodes or encodes.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public static func with<Value: Sendable, R>(_ value: Value, _ work: () throws -> R) rethrows -> R {
        try $current.withValue(adding(value), operation: work)
    }

    /// Runs work that may read a value, and waits for it.
    ///
    /// - Parameters:
    ///   - value: Any value; it is found by its type.
    ///   - isolation: Where the work runs; as the caller.
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
    /// - Parameter type: The very type that the value was given as.
    /// - Returns: nil if there is none.
    public static func value<Value: Sendable>(of type: Value.Type) -> Value? { current[ObjectIdentifier(type)] as? Value }

    private static func adding<Value: Sendable>(_ value: Value) -> [ObjectIdentifier: any Sendable] {
        var values = current
        values[ObjectIdentifier(Value.self)] = value
        return values
    }
}
