#if !NIO
public import Yodel

// Without the trait the names are unavailable, so that the compiler names the trait, and not a name that is not in scope.

/// Needs the trait `NIO`.
@available(*, unavailable, message: "YodelNIO needs the package's trait NIO: .package(…, traits: [\"NIO\"])")
public struct ModelMessageDecoder<T> {
    /// Needs the trait `NIO`.
    public init(
        _ type: T.Type = T.self, framing: Framing = .lines, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions()
    ) throws(ModelError) {}
}

/// Needs the trait `NIO`.
@available(*, unavailable, message: "YodelNIO needs the package's trait NIO: .package(…, traits: [\"NIO\"])")
public struct ModelMessageEncoder<T> {
    /// Needs the trait `NIO`.
    public init(_ type: T.Type = T.self, options: EncodingOptions = .default) {}
}

/// Needs the trait `NIO`.
@available(*, unavailable, message: "YodelNIO needs the package's trait NIO: .package(…, traits: [\"NIO\"])")
public struct ModelMessage<T> {}
#endif
