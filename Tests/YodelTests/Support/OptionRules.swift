@testable import Yodel

extension DecodingOptions {
    /// The rules of options that name no form of dates.
    var rules: DecodingRules { rules(nil) }
}
