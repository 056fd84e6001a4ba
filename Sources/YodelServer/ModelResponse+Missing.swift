#if !Server
// Without the trait the names are unavailable, so that the compiler names the trait, and not a name that is not in scope. What the module adds to Hummingbird's
// types it cannot add without Hummingbird.

/// Needs the trait `Server`.
@available(*, unavailable, message: "YodelServer needs the package's trait Server: .package(…, traits: [\"Server\"])")
public struct ModelResponse<Value> {}

/// Needs the trait `Server`.
@available(*, unavailable, message: "YodelServer needs the package's trait Server: .package(…, traits: [\"Server\"])")
public struct ModelLines {}

/// Needs the trait `Server`.
@available(*, unavailable, message: "YodelServer needs the package's trait Server: .package(…, traits: [\"Server\"])")
public struct ProblemDetails {}

/// Needs the trait `Server`.
@available(*, unavailable, message: "YodelServer needs the package's trait Server: .package(…, traits: [\"Server\"])")
public struct ProblemMiddleware<Context> {}

/// Needs the trait `Server`.
@available(*, unavailable, message: "YodelServer needs the package's trait Server: .package(…, traits: [\"Server\"])")
public struct ConnectionLimits {}

/// Needs the trait `Server`.
@available(*, unavailable, message: "YodelServer needs the package's trait Server: .package(…, traits: [\"Server\"])")
public struct PrometheusMetrics {}
#endif
