import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

/// The subclasses of Foundation's coders beside Foundation's own, through functions that take Foundation's: types and documents are those that `CodableDecoder`
/// and `CodableEncoder` are compared on.
@Suite("Subclasses of Foundation's coders: differential")
struct FastCoderDifferentialTests {
    @Test(arguments: CodedCase.all)
    func whatIsDecodedIsFoundations(_ type: CodedCase) throws {
        try type.compare(rounds: CodableDecoderDifferentialTests.rounds, type.outcomesOfFoundationsClass)
    }

    @Test(arguments: 0..<EncodedTypesTests.types.count)
    func theTextIsFoundations(_ index: Int) {
        func outcome(_ encoder: JSONEncoder, _ value: some Encodable) -> String { EncoderPair.outcome { try encoder.encode(value) } }
        func check<T: EncodedSample>(_ type: T.Type) {
            var generator = SeededGenerator(seed: UInt64(index))
            for round in 0..<EncodedTypesTests.rounds {
                let settings = Int(generator.next() & 0x3FF)
                let value = T.draw(&generator)
                let encoder = EncoderPair(settings: settings).theirs
                let (theirs, ours) = (outcome(encoder, value), outcome(FastJSONEncoder(copying: encoder), value))
                guard theirs == ours else {
                    Issue.record("\(type), round \(round), settings \(String(settings, radix: 2))\n\(theirs)\n\(ours)")
                    return
                }
            }
        }
        check(EncodedTypesTests.types[index])
    }

    /// One instance of each, set anew for each value, so that nothing of former options may stay.
    @Test func instancesAreSetAnew() throws {
        let (decoder, encoder): (JSONDecoder, JSONEncoder) = (FastJSONDecoder(), FastJSONEncoder())
        struct Values: Codable, Equatable {
            var firstDate = Date(timeIntervalSince1970: 1_700_000_000)
            var someData = Data([1, 2, 3])
            var aNumber = 1.5
        }
        for settings in 0..<1_024 {
            let theirs = EncoderPair(settings: settings).theirs
            theirs.copyOptions(to: encoder)
            let data = try theirs.encode(Values())
            #expect(try encoder.encode(Values()) == data, "settings \(settings)")
            let reference = DecoderPair(settings: settings % 8).theirs
            reference.copyOptions(to: decoder)
            let ours = CodedCase.result { try decoder.decode(Values.self, from: data) }
            #expect(ours == CodedCase.result { try reference.decode(Values.self, from: data) }, "settings \(settings)")
        }
    }
}
