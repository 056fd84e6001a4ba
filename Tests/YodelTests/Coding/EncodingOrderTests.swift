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

    /// Without sorting the order is the types', and the members are the same.
    @Test func unsortedTextHoldsTheSame() throws {
        let plain = CodableEncoder()
        let sorted = CodableEncoder()
        sorted.outputFormatting = .sortedKeys
        for seed in 0..<500 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let program = EncodingProgram.random(&generator, shape: .keyed)
            let first = try JSONSerialization.jsonObject(with: try plain.encode(program)) as? NSDictionary
            let second = try JSONSerialization.jsonObject(with: try sorted.encode(program)) as? NSDictionary
            #expect(first == second)
            #expect(try plain.encode(program).count == sorted.encode(program).count)
        }
    }

    @Test func keysAreInTheOrderOfTheType() throws {
        struct Type: Encodable {
            let zeta = 1, alpha = 2, midway = 3
        }
        #expect(try CodableEncoder().encodeToString(Type()) == #"{"zeta":1,"alpha":2,"midway":3}"#)
    }

    /// Columns: two arrays that are filled by turns.
    @Test func containersSideBySideAreLinear() throws {
        struct Columns: Encodable {
            let count: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                var first = container.nestedUnkeyedContainer(forKey: .init("x"))
                var second = container.nestedUnkeyedContainer(forKey: .init("y"))
                for index in 0..<count {
                    try first.encode(index)
                    try second.encode(-index)
                }
            }
        }
        #expect(try CodableEncoder().encodeToString(Columns(count: 3)) == #"{"x":[0,1,2],"y":[0,-1,-2]}"#)
        #expect(try CodableEncoder().encode(Columns(count: 200_000)).count == 2_777_792)
    }

    @Test func aValueWhoseErrorIsCaughtLeavesNothing() throws {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode(1, forKey: .init("left"))
                var nested = container.nestedUnkeyedContainer(forKey: .init("nested"))
                try nested.encode(Double.nan)
            }
        }
        struct Catching: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode("first", forKey: .init("a"))
                try? container.encode(Failing(), forKey: .init("a"))
                try? container.encode(Failing(), forKey: .init("b"))
                var elements = container.nestedUnkeyedContainer(forKey: .init("c"))
                try? elements.encode(Failing())
                try elements.encode(2)
                try? elements.encode(Double.infinity)
                #expect(elements.count == 1)
            }
        }
        #expect(try CodableEncoder().encodeToString(Catching()) == #"{"a":"first","c":[2]}"#)
    }

    /// A container, an encoder and a super encoder that their type keeps are without effect on what comes later.
    @Test func whatIsKeptIsWithoutEffect() throws {
        final class Keeper {
            var keyed: KeyedEncodingContainer<EncodingProgram.Key>?
            var nested: (any UnkeyedEncodingContainer)?
            var encoder: (any Encoder)?
            var superEncoder: (any Encoder)?
        }
        struct Kept: Encodable {
            let keeper: Keeper
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode(1, forKey: .init("a"))
                keeper.nested = container.nestedUnkeyedContainer(forKey: .init("n"))
                keeper.superEncoder = container.superEncoder()
                keeper.keyed = container
                keeper.encoder = encoder
            }
        }
        struct Others: Encodable {
            let keeper: Keeper
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for round in 0..<3 {
                    try container.encode(Kept(keeper: keeper))
                    try keeper.keyed?.encode(round, forKey: .init("late"))
                    try keeper.nested?.encode(round)
                    var again = keeper.encoder?.container(keyedBy: EncodingProgram.Key.self)
                    try again?.encode([round], forKey: .init("later"))
                    var single = keeper.superEncoder?.singleValueContainer()
                    try single?.encode(round)
                    #expect(EncoderPair.way(keeper.encoder?.codingPath ?? []) == "Index \(round)|\(round)")
                    #expect(EncoderPair.way(keeper.nested?.codingPath ?? []) == "Index \(round)|\(round) > n|")
                }
                try container.encode("end")
            }
        }
        let keeper = Keeper()
        let encoder = CodableEncoder()
        let expected = #"[{"a":1,"n":[]},{"a":1,"n":[]},{"a":1,"n":[]},"end"]"#
        #expect(try encoder.encodeToString(Others(keeper: keeper)) == expected)
        // Behind the whole encoding too.
        try keeper.keyed?.encode("late", forKey: .init("late"))
        try keeper.nested?.encode(["late"])
        keeper.superEncoder = nil
        #expect(try encoder.encodeToString(Others(keeper: Keeper())) == expected)
        var container = keeper.encoder?.unkeyedContainer()
        try container?.encode(1)
    }

    @Test func containersAreLimitedInDepth() throws {
        struct Deep: Encodable {
            let depth: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if depth > 1 { try container.encode(Deep(depth: depth - 1)) }
            }
        }
        for depth in [1, 510, 511, 512, 513, 2000] {
            let (theirs, ours) = EncoderPair(settings: 2).outcomes(of: Deep(depth: depth))
            #expect(theirs == ours)
        }
        // Foundation's does not come back from here.
        let encoder = CodableEncoder()
        #expect(throws: EncodingError.self) { try encoder.encode(Deep(depth: 10_000_000)) }
        #expect(try encoder.encodeToString(Deep(depth: 2)) == "[[]]")
    }

    @Test func anEncoderIsUsedFromManyThreads() async throws {
        let encoder = CodableEncoder()
        encoder.outputFormatting = .sortedKeys
        let programs = (0..<40).map { seed in
            var generator = SeededGenerator(seed: UInt64(seed))
            return EncodingProgram.random(&generator)
        }
        let expected = try programs.map { try encoder.encodeToString($0) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { (try? programs.map { try encoder.encodeToString($0) }) == expected }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    /// An object of many keys, each of them new, takes time in proportion.
    @Test func manyKeysAreLinear() throws {
        struct Many: Encodable {
            let count: Int
            let repeats: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                for _ in 0..<repeats {
                    for index in 0..<count { try container.encode(index, forKey: .init("aaaaaaaaaaaaaaaaaaaa\(index)bbbbbbbbbbbbbbb")) }
                }
            }
        }
        let once = try CodableEncoder().encode(Many(count: 100_000, repeats: 1))
        #expect(try CodableEncoder().encode(Many(count: 100_000, repeats: 2)) == once)
    }
}
