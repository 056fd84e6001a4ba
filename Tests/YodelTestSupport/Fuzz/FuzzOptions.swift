@testable import Yodel

extension DecodingOptions {
    /// Options that a byte chooses; none for `@`.
    static func fuzzed(_ input: inout FuzzInput) -> DecodingOptions {
        let bits = input.choice(256)
        var options = bits & 1 == 0 ? DecodingOptions.lenient : .strict
        if bits & 2 != 0 { options.onDuplicateKey = .fail }
        if bits & 4 != 0 { options.onUnknownKey = .fail }
        if bits & 8 != 0 { options.onMissing = .fail }
        if bits & 16 != 0 { (options.onNull, options.numericDates) = (.keep, .epochSeconds) }
        if bits & 32 != 0 {
            (options.onInvalidElement, options.dataFormat, options.numericDates) = (.omit, .utf8, .epochMilliseconds)
            options.acceptsLoss = false
        }
        if bits & 128 != 0 { (options.keyStyle, options.ignoresKeyCase) = (.snakeCase, true) }
        return options
    }
}

extension EncodingOptions {
    /// Options that a byte chooses; the plainest for `@`.
    static func fuzzed(_ input: inout FuzzInput) -> EncodingOptions {
        let bits = input.choice(256)
        var options = EncodingOptions.default
        // What is nil has to stay nil where `init()` says otherwise.
        options.onNil = .null
        options.isPretty = bits & 1 != 0
        options.sortsKeys = bits & 2 != 0
        options.escapesSlashes = bits & 4 != 0
        options.escapesNonASCII = bits & 8 != 0
        options.dateFormat = bits & 16 != 0 ? .epochSeconds : .iso8601(fractionDigits: 6, secondsFromGMT: bits & 32 != 0 ? 3600 : 0)
        options.keyStyle = bits & 128 != 0 ? .snakeCase : .verbatim
        return options
    }
}
