internal import CScan

/// A stack for what goes deeper than the caller's may be deep.
enum DeepStack {
    /// Containers inside each other that are read or written on the caller's stack, of which each takes some.
    static let callersDepth = 512

    /// Room for as many containers as rules may allow, each of which takes some kilobytes in a debug build. Memory that is not touched is not taken.
    private static let bytes = 256 << 20

    /// Calls a function, on a thread of its own if it goes deep; the caller waits for it.
    ///
    /// - Returns: nil if there is no memory for a stack.
    static func run<R>(if isDeep: Bool, _ body: () -> R) -> R? {
        guard isDeep else { return body() }
        var result: R?
        withoutActuallyEscaping({ result = body() }) { call in
            var call = call
            // SAFETY: the call stays in place until the thread has ended, and nobody else uses it meanwhile.
            unsafe withUnsafeMutablePointer(to: &call) { call in
                _ = unsafe yodel_call_on_stack(
                    bytes, { unsafe $0.unsafelyUnwrapped.assumingMemoryBound(to: (() -> Void).self).pointee() }, call)
            }
        }
        return result
    }
}
