@testable import Yodel

extension DecodingOptions {
    /// The rules of options that name no form of dates.
    var rules: DecodingRules { rules(nil) }

    /// These options with one changed.
    func with<Value>(_ path: WritableKeyPath<DecodingOptions, Value>, _ value: Value) -> DecodingOptions {
        var options = self
        options[keyPath: path] = value
        return options
    }

    /// The lenient options but for one.
    static func with<Value>(_ option: WritableKeyPath<DecodingOptions, Value>, _ value: Value) -> DecodingOptions {
        var options = DecodingOptions.lenient
        options[keyPath: option] = value
        return options
    }
}

/// Options with some of them set.
func options(_ set: (inout EncodingOptions) -> Void) -> EncodingOptions {
    var options = EncodingOptions.default
    set(&options)
    return options
}
