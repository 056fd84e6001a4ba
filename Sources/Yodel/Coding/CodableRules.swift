/// What a decoder's options say, taken once a decode.
struct CodableRules: Sendable {
    var dateStrategy = CodableDecoder.DateDecodingStrategy.deferredToDate
    var dataStrategy = CodableDecoder.DataDecodingStrategy.base64
    var floatStrategy = CodableDecoder.NonConformingFloatDecodingStrategy.throw
    var keyStrategy = CodableDecoder.KeyDecodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var assumesTopLevelDictionary = false
}

extension CodableDecoder.KeyDecodingStrategy {
    /// Whether keys are converted.
    var isConversion: Bool {
        switch self {
        case .useDefaultKeys: false
        case .convertFromSnakeCase, .custom: true
        }
    }
}
