import Foundation
import Testing

/// Whether only quick tests are wanted: those that a developer runs between edits.
let isQuickTest = ProcessInfo.processInfo.environment["YODEL_QUICK_TESTS"] != nil

extension Trait where Self == ConditionTrait {
    /// A test that takes longer than a second or two; `.ci/run quick` leaves it out.
    static var slow: Self { .disabled(if: isQuickTest, "slow: YODEL_QUICK_TESTS leaves it out") }
}
