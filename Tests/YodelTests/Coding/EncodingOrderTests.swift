import Foundation
import Testing

@testable import Yodel

// Containers in any order: EncodingProgram does what it likes, and Foundation's encoder says what comes of it.

@Suite("Codable encoding: order")
struct EncodingOrderTests {
    @Test(arguments: 0..<20)
    func containersAreFilledInAnyOrder(_ part: Int) {
        for seed in 0..<150 {
            var generator = SeededGenerator(seed: UInt64(part * 1000 + seed))
            let program = EncodingProgram.random(&generator)
            let (theirs, ours) = EncoderPair(settings: seed % 4).outcomes(of: program)
            guard theirs == ours else {
                Issue.record("seed \(part * 1000 + seed)\n\(theirs)\n\(ours)\n\(program)")
                return
            }
        }
    }
}
