import Foundation
import Testing
import Yodel

@testable import YodelTestSupport

// Foundation's encoder beside ours: the same text, or the same error, for types of every shape with drawn instances under drawn settings.

@Suite("Codable encoding: types")
struct EncodedTypesTests {
    static let types: [any (EncodedSample & SendableMetatype).Type] = [
        Int.self, Int8.self, Int64.self, Int128.self, UInt64.self, UInt128.self, Bool.self, Double.self, Float.self, String.self,
        Date.self, Data.self, URL.self, Decimal.self, UUID.self, Int?.self, Date?.self, [String: Int]?.self,
        [Int].self, [Int8].self, [Int16].self, [Int32].self, [Int64].self, [Int128].self, [UInt].self, [UInt8].self, [UInt16].self,
        [UInt32].self, [UInt64].self, [UInt128].self, [Bool].self, [Double].self, [Float].self, [String].self, [Date].self, [Data].self,
        [URL?].self, [Decimal].self, [[Double]].self, [[String?]].self, [Double?].self, ContiguousArray<Double>.self, Set<String>.self,
        [String: String].self, [String: Int].self, [String: Bool].self, [String: Double].self, [String: Date].self,
        [String: DrawnPoint].self,
        [String: [String: [Int]]].self, [String: [String: Double]?].self, [Int: String].self, [Int: DrawnPoint].self, [DrawnSize: Int].self,
        [DrawnSize: [String: DrawnWay]].self, [Double: String].self, [DrawnPoint: String].self,
        DrawnSize.self, [DrawnSize].self, [DrawnNumber].self, DrawnPoint.self, DrawnNothing.self, [DrawnNothing?].self, DrawnScalars.self,
        DrawnFoundation.self, [DrawnFoundation].self, DrawnKeys.self, DrawnBox<DrawnKeys>.self, DrawnBox<[Int: [DrawnScalars]]>.self,
        DrawnBox<[String: DrawnFoundation]>.self, DrawnPair<DrawnTree, [DrawnPayload]>.self, DrawnPair<Date, [Date?]>.self,
        DrawnPair<[String: Double], [String: [Double]]>.self, DrawnTree.self, DrawnPayload.self, [DrawnPayload].self, DrawnBase.self,
        DrawnDerived.self, [DrawnDerived?].self, DrawnFlat.self, DrawnList.self, DrawnNested.self, [String: DrawnNested].self,
        DrawnWrapped<Int>.self, DrawnWrapped<DrawnWrapped<Double>>.self, [DrawnWrapped<[String: Double]>].self, DrawnWrapped<Date>.self,
        DrawnWrapped<DrawnNothing>.self, [DrawnWrapped<DrawnNested>?].self, DrawnWay.self, [[String: DrawnWay]].self,
        [String: [DrawnWay]].self, [String: [String: DrawnWay]].self, [Int: [String: DrawnWrapped<DrawnWay>]].self,
        ShopOrder.self, Directory.self,
    ]

    /// Instances of each type.
    static let rounds = triesFewerCases ? 14 : 400

    @Test func thereAreMany() { #expect(Self.types.count >= 60) }

    @Test(arguments: 0..<types.count)
    func theTextIsFoundations(_ index: Int) {
        func check<T: EncodedSample>(_ type: T.Type) {
            var generator = SeededGenerator(seed: UInt64(index))
            for round in 0..<Self.rounds {
                let settings = Int(generator.next() & 0x3FF)
                let value = T.draw(&generator)
                let (theirs, ours) = EncoderPair(settings: settings).outcomes(of: value)
                guard theirs == ours else {
                    Issue.record("\(type), round \(round), settings \(String(settings, radix: 2))\n\(theirs)\n\(ours)")
                    return
                }
            }
        }
        check(Self.types[index])
    }

    /// One encoder for all, set anew between: nothing of one encoding stays for the next.
    @Test func anEncoderIsUsedAgain() throws {
        var generator = SeededGenerator(seed: 7)
        let pair = EncoderPair()
        func check<T: EncodedSample>(_ type: T.Type) {
            let (theirs, ours) = pair.outcomes(of: T.draw(&generator))
            #expect(theirs == ours, "\(type)")
        }
        for _ in 0..<20 { for type in Self.types { check(type) } }
    }

    @Test func keysInSnakeCaseAreFoundations() {
        var generator = SeededGenerator(seed: 11)
        let parts = [
            "a", "B", "bc", "DE", "_", "__", "1", "é", "É", "ǅ", "ß", "日", "e\u{301}", "E\u{301}", "İ", "😀", "ﬀ", "Σ", " ", "\u{301}",
        ]
        struct Keyed: Encodable {
            let key: String
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode(1, forKey: .init(key))
            }
        }
        let pair = EncoderPair(settings: 1 << 7)
        for _ in 0..<5_000 {
            let key = (0..<Int.random(in: 0...7, using: &generator)).map { _ in parts.randomElement(using: &generator)! }.joined()
            let (theirs, ours) = pair.outcomes(of: Keyed(key: key))
            #expect(theirs == ours, "\(key)")
        }
    }
}
