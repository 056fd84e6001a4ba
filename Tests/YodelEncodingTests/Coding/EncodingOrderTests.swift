import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Containers in any order: EncodingProgram does what it likes, and Foundation's encoder says what comes of it.

@Suite("Codable encoding: order")
struct EncodingOrderTests {
    @Test(arguments: 0..<20)
    func containersAreFilledInAnyOrder(_ part: Int) {
        for seed in some(13, of: 0..<150) {
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
        for seed in some(75, of: 0..<500) {
            var generator = SeededGenerator(seed: UInt64(seed))
            let program = EncodingProgram.random(&generator, shape: .keyed)
            let first = try JSONSerialization.jsonObject(with: try plain.encode(program)) as? NSDictionary
            let second = try JSONSerialization.jsonObject(with: try sorted.encode(program)) as? NSDictionary
            #expect(first == second, "seed \(seed)")
            #expect(try plain.encode(program).count == sorted.encode(program).count, "seed \(seed)")
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

    /// An encoder that is kept may be asked for anything, as often as one likes.
    @Test func aKeptEncoderTakesEverything() throws {
        final class Keeper {
            var encoder: (any Encoder)?
            func use() throws {
                for _ in 0..<2 {
                    var single = encoder?.singleValueContainer()
                    try single?.encode(1)
                    try single?.encode("two")
                    try single?.encode([3])
                    var keyed = encoder?.container(keyedBy: EncodingProgram.Key.self)
                    var nested = keyed?.nestedContainer(keyedBy: EncodingProgram.Key.self, forKey: .init("a"))
                    try keyed?.encode(["b": 4], forKey: .init("a"))
                    var unkeyed = keyed?.nestedUnkeyedContainer(forKey: .init("a"))
                    try nested?.encode(5, forKey: .init("a"))
                    try unkeyed?.encode(6)
                    var elements = encoder?.unkeyedContainer()
                    let late = elements?.superEncoder()
                    try elements?.encode([7])
                    var lateSingle = late?.singleValueContainer()
                    try lateSingle?.encode(8)
                }
            }
        }
        struct Kept: Encodable {
            let keeper: Keeper
            func encode(to encoder: any Encoder) throws {
                keeper.encoder = encoder
                var container = encoder.unkeyedContainer()
                try container.encode(1)
            }
        }
        struct Others: Encodable {
            let keeper: Keeper
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode(Kept(keeper: keeper), forKey: .init("kept"))
                try keeper.use()
                try container.encode([Kept(keeper: Keeper())], forKey: .init("other"))
                try keeper.use()
            }
        }
        let keeper = Keeper()
        let encoder = CodableEncoder()
        #expect(try encoder.encodeToString(Others(keeper: keeper)) == #"{"kept":[1],"other":[[1]]}"#)
        try keeper.use()
        #expect(try encoder.encodeToString([2]) == "[2]")
    }

    /// A container whose member is replaced while a value in it is being encoded.
    @Test func aContainerEndsAroundAValue() throws {
        struct Replacing: Encodable {
            let replace: () throws -> Void
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode(1, forKey: .init("x"))
                try replace()
                try container.encode([2], forKey: .init("y"))
            }
        }
        struct Outer: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                var middle = container.nestedContainer(keyedBy: EncodingProgram.Key.self, forKey: .init("m"))
                var inner = middle.nestedContainer(keyedBy: EncodingProgram.Key.self, forKey: .init("i"))
                try middle.encode(0, forKey: .init("before"))
                var (kept, outer) = (middle, container)
                let replacing = Replacing {
                    try kept.encode(7, forKey: .init("i"))
                    try outer.encode(8, forKey: .init("o"))
                }
                try inner.encode(replacing, forKey: .init("v"))
                try inner.encode("lost", forKey: .init("w"))
                try container.encode(9, forKey: .init("p"))
            }
        }
        for settings in 0..<4 {
            let (theirs, ours) = EncoderPair(settings: settings).outcomes(of: [Outer(), Outer()])
            #expect(theirs == ours)
        }
    }

    /// With Foundation a scalar after a container is lost, and the program ends at the next value; here it is an error.
    @Test func aScalarBehindAContainerIsAnError() throws {
        struct Both: Encodable {
            let encode: (inout any SingleValueEncodingContainer) throws -> Void
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: EncodingProgram.Key.self)
                try container.encode(1, forKey: .init("a"))
                var single = encoder.singleValueContainer()
                try encode(&single)
                try container.encode(2, forKey: .init("b"))
            }
        }
        func check(_ message: String, _ encode: @escaping (inout any SingleValueEncodingContainer) throws -> Void) {
            let encoder = CodableEncoder()
            for count in 1...2 {
                let values = Array(repeating: Both(encode: encode), count: count)
                let error = #expect(throws: EncodingError.self) { try encoder.encode(values) }
                guard case .invalidValue(_, let context) = error else { continue }
                #expect(context.debugDescription == message && EncoderPair.way(context.codingPath) == "Index 0|0")
            }
        }
        let twice = "Attempt to encode value through single value container when previously value already encoded."
        check(twice) { try $0.encode(1) }
        check(twice) { try $0.encode(UInt8(1)) }
        check(twice) { try $0.encode("text") }
        check(twice) { try $0.encode(1.5) }
        check(twice) { try $0.encode(Float(1.5)) }
        check("Unable to encode Double.nan directly in JSON.") { try $0.encode(Double.nan) }
        check(twice) { try $0.encodeNil() }
        check(twice) { try $0.encode(true) }
        check(twice) { try $0.encode(Decimal(5)) }
        check(twice) { try $0.encode(Data([1, 2])) }
        check(twice) { try $0.encode(RawJSON(1)) }
        check(twice) { try $0.encode(1 as Int?) }
        // A value with a container of its own goes on with that one.
        let members = Both { try $0.encode(EncodingProgram(shape: .keyed, steps: [.scalar(0, key: "c", 3)], number: 0)) }
        #expect(try CodableEncoder().encodeToString([members, members]) == #"[{"a":1,"c":3,"b":2},{"a":1,"c":3,"b":2}]"#)
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
        let count = triesFewerCases ? 15_000 : 100_000
        let once = try CodableEncoder().encode(Many(count: count, repeats: 1))
        #expect(try CodableEncoder().encode(Many(count: count, repeats: 2)) == once)
    }
}
