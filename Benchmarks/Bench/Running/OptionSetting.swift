import Yodel

/// A setting of an option that is measured: how a document is read, and how it is written.
///
/// Where documents depend on the setting, as with the spelling of keys, both sides have it: a document is written by `writing` and read by `reading`, and
/// comes to the model that it was made of.
struct OptionSetting {
    /// The property of the options that is set; nil for several at once.
    let option: String?
    /// In words, as the table has it.
    let name: String
    var reading: (inout DecodingOptions) -> Void = { _ in }
    var writing: (inout EncodingOptions) -> Void = { _ in }

    /// Documents are written with it.
    var encoder: ModelEncoder {
        var options = EncodingOptions.default
        writing(&options)
        return ModelEncoder(options)
    }

    /// Documents are read with it.
    var decoder: ModelDecoder {
        var options = DecodingOptions.lenient
        reading(&options)
        return ModelDecoder(options)
    }

    /// The default options.
    static var none: OptionSetting { OptionSetting(option: nil, name: "default") }
}

// Each option has a row, and each of its values that is not a matter of size. A test fails where an option has none.

extension OptionSetting {
    /// Those of `DecodingOptions`.
    static var decoding: [OptionSetting] {
        func with(
            _ option: String?, _ name: String, _ reading: @escaping (inout DecodingOptions) -> Void,
            writing: @escaping (inout EncodingOptions) -> Void = { _ in }
        ) -> OptionSetting {
            OptionSetting(option: option, name: name, reading: reading, writing: writing)
        }
        return [
            with(nil, ".strict") { $0 = .strict },
            with(nil, ".convert") { $0 = .convert },
            with(nil, ".codable") { $0 = .codable },
            with("convertsTypes", "convertsTypes = false") { $0.convertsTypes = false },
            with("acceptsLoss", "acceptsLoss = false") { $0.acceptsLoss = false },
            with("onMismatch", "onMismatch = .fail") { $0.onMismatch = .fail },
            with("onMissing", "onMissing = .fail") { $0.onMissing = .fail },
            with("onMissing", "onMissing = .failUnlessDefault") { $0.onMissing = .failUnlessDefault },
            with("onNull", "onNull = .keep") { $0.onNull = .keep },
            with("onNull", "onNull = .fail") { $0.onNull = .fail },
            with("emptyAsNull", "emptyAsNull = .all") { $0.emptyAsNull = .all },
            with("onUnknownKey", "onUnknownKey = .fail") { $0.onUnknownKey = .fail },
            with("onDuplicateKey", "onDuplicateKey = .fail") { $0.onDuplicateKey = .fail },
            with("onInvalidElement", "onInvalidElement = .omit") { $0.onInvalidElement = .omit },
            with("onInvalidElement", "onInvalidElement = .fail") { $0.onInvalidElement = .fail },
            with("dataFormat", "dataFormat = .utf8", { $0.dataFormat = .utf8 }, writing: { $0.dataFormat = .utf8 }),
            with("dateFormats", "dateFormats = [.iso8601]") { $0.dateFormats = [.iso8601] },
            with(
                "dateFormats", "dateFormats = [.pattern]", { $0.dateFormats = [.pattern(pattern)] },
                writing: { $0.dateFormat = .pattern(pattern) }),
            with("dateFormats", "dateFormats = [.http, .pattern, .iso8601]") { $0.dateFormats = [.http, .pattern(pattern), .iso8601] },
            with(
                "dateFormats", "dateFormats = [.epochMicroseconds]", { $0.dateFormats = [.epochMicroseconds] },
                writing: { $0.dateFormat = .epochMicroseconds }),
            with(
                "numericDates", "numericDates = .epochSeconds", { $0.numericDates = .epochSeconds },
                writing: { $0.dateFormat = .epochSeconds }),
            with(
                "numericDates", "numericDates = .epochMilliseconds", { $0.numericDates = .epochMilliseconds },
                writing: { $0.dateFormat = .epochMilliseconds }),
            with("decimalPrecision", "decimalPrecision = .round") { $0.decimalPrecision = .round },
            with("keyStyle", "keyStyle = .snakeCase", { $0.keyStyle = .snakeCase }, writing: { $0.keyStyle = .snakeCase }),
            with(
                "keyStyle", "keyStyle = .foundationSnakeCase", { $0.keyStyle = .foundationSnakeCase },
                writing: { $0.keyStyle = .foundationSnakeCase }),
            with("keyStyle", "keyStyle = .kebabCase", { $0.keyStyle = .kebabCase }, writing: { $0.keyStyle = .kebabCase }),
            with("keyStyle", "keyStyle = .snakeCase.orName", { $0.keyStyle = .snakeCase.orName }, writing: { $0.keyStyle = .snakeCase }),
            with("ignoresKeyCase", "ignoresKeyCase = true") { $0.ignoresKeyCase = true },
            // Words change nothing, but the types have plans of their own.
            with("mixins", "describe(_:_:)") {
                $0.describe(DirectoryShape.self) { $0.descriptions = ["documentation": "In HTML."] }
                $0.describe(ShopDelivery.self) { $0.descriptions = ["country": "By two letters."] }
            },
            with("maximumDepth", "maximumDepth = 64") { $0.maximumDepth = 64 },
            with("maximumTokenBytes", "maximumTokenBytes = 65,536") { $0.maximumTokenBytes = 1 << 16 },
            with("maximumDocumentBytes", "maximumDocumentBytes = 1,048,576") { $0.maximumDocumentBytes = 1 << 20 },
            with("nonFiniteNumbers", "nonFiniteNumbers = .value") { $0.nonFiniteNumbers = .value },
            with("nonFiniteNumbers", "nonFiniteNumbers = .null") { $0.nonFiniteNumbers = .null },
            with("invalidText", "invalidText = .replace") { $0.invalidText = .replace },
            with("acceptsControlCharacters", "acceptsControlCharacters = true") { $0.acceptsControlCharacters = true },
            with("acceptsByteOrderMark", "acceptsByteOrderMark = false") { $0.acceptsByteOrderMark = false },
            with("tokenizer", "tokenizer = .scanner") { $0.tokenizer = .scanner },
            with("tokenizer", "tokenizer = .yajl") { $0.tokenizer = .yajl },
        ]
    }

    /// Those of `EncodingOptions`.
    static var encoding: [OptionSetting] {
        func with(
            _ option: String, _ name: String, _ writing: @escaping (inout EncodingOptions) -> Void,
            reading: @escaping (inout DecodingOptions) -> Void = { _ in }
        ) -> OptionSetting {
            OptionSetting(option: option, name: name, reading: reading, writing: writing)
        }
        return [
            with("onNil", "onNil = .null") { $0.onNil = .null },
            with("onNil", "onNil = .nullUnlessDefault") { $0.onNil = .nullUnlessDefault },
            with("omitsDefaults", "omitsDefaults = true") { $0.omitsDefaults = true },
            with("largeIntegers", "largeIntegers = .string") { $0.largeIntegers = .string },
            with("decimals", "decimals = .string") { $0.decimals = .string },
            with("onNonFinite", "onNonFinite = .null") { $0.onNonFinite = .null },
            with("onNonFinite", "onNonFinite = .fail") { $0.onNonFinite = .fail },
            with("isPretty", "isPretty = true") { $0.isPretty = true },
            with("sortsKeys", "sortsKeys = true") { $0.sortsKeys = true },
            with("escapesSlashes", "escapesSlashes = true") { $0.escapesSlashes = true },
            with("escapesNonASCII", "escapesNonASCII = true") { $0.escapesNonASCII = true },
            with("writesConstants", "writesConstants = false") { $0.writesConstants = false },
            with("keyStyle", "keyStyle = .snakeCase", { $0.keyStyle = .snakeCase }, reading: { $0.keyStyle = .snakeCase }),
            with(
                "keyStyle", "keyStyle = .foundationSnakeCase", { $0.keyStyle = .foundationSnakeCase },
                reading: { $0.keyStyle = .foundationSnakeCase }),
            with("keyStyle", "keyStyle = .kebabCase", { $0.keyStyle = .kebabCase }, reading: { $0.keyStyle = .kebabCase }),
            // Words change nothing, but the types have plans of their own.
            with("mixins", "describe(_:_:)") {
                $0.describe(DirectoryShape.self) { $0.descriptions = ["documentation": "In HTML."] }
                $0.describe(ShopDelivery.self) { $0.descriptions = ["country": "By two letters."] }
            },
            with("dateFormat", "dateFormat = .iso8601(fractionDigits: 3)") { $0.dateFormat = .iso8601(fractionDigits: 3) },
            with(
                "dateFormat", "dateFormat = .epochSeconds", { $0.dateFormat = .epochSeconds }, reading: { $0.numericDates = .epochSeconds }),
            with(
                "dateFormat", "dateFormat = .pattern", { $0.dateFormat = .pattern(pattern) },
                reading: { $0.dateFormats = [.pattern(pattern)] }),
            with("dateFormat", "dateFormat = .http", { $0.dateFormat = .http }, reading: { $0.dateFormats = [.http] }),
            with(
                "dateFormat", "dateFormat = .epochMicroseconds", { $0.dateFormat = .epochMicroseconds },
                reading: { $0.dateFormats = [.epochMicroseconds] }),
            with("dataFormat", "dataFormat = .utf8", { $0.dataFormat = .utf8 }, reading: { $0.dataFormat = .utf8 }),
            with("maximumDepth", "maximumDepth = 64") { $0.maximumDepth = 64 },
        ]
    }

    private static var pattern: String { "yyyy-MM-dd HH:mm:ss" }
}
