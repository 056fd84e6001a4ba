import Foundation
import Testing

@testable import Yodel

private typealias Key = EncodingProgram.Key
private typealias Own = EncodedByClosure.Own

/// Types that encode two things in one place: that is an error, whatever containers and super encoders they hold meanwhile.
@Suite("Codable encoding: misuse")
struct MisusedContainersTests {
    private static let twoKinds: [(String, @Sendable (any Encoder) throws -> Void)] = [
        (
            "an object where super encoders of an array are held",
            { @Sendable encoder in
                var list = encoder.unkeyedContainer()
                var supers = [list.superEncoder(), list.superEncoder(), list.superEncoder()]
                var keyed = encoder.container(keyedBy: Key.self)
                for encoder in supers {
                    var single = encoder.singleValueContainer()
                    try single.encode(12345)
                }
                supers.removeAll()
                try keyed.encode("text", forKey: Key("a"))
            }
        ),
        (
            "an array where super encoders of an object are held",
            { @Sendable encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                var supers = [keyed.superEncoder(), keyed.superEncoder(forKey: Key("a")), keyed.superEncoder(forKey: Key("b"))]
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                supers.removeAll()
                try list.encode(2)
                supers = [list.superEncoder(), list.superEncoder()]
                try keyed.encode(3, forKey: Key("c"))
                supers.removeAll()
            }
        ),
        (
            "an element among members that writes a member",
            { @Sendable encoder in
                var list = encoder.unkeyedContainer()
                var keyed = encoder.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: Key("a"))
                let outer = keyed
                let element = Own {
                    var outer = outer
                    var container = $0.unkeyedContainer()
                    try container.encode(2)
                    try outer.encode(3, forKey: Key("b"))
                    try container.encode(4)
                }
                try list.encode(element)
                try keyed.encode(5, forKey: Key("c"))
            }
        ),
        (
            "a container among members that is gone on with",
            { @Sendable encoder in
                var list = encoder.unkeyedContainer()
                var keyed = encoder.container(keyedBy: Key.self)
                var nested = list.nestedUnkeyedContainer()
                try keyed.encode(1, forKey: Key("b"))
                try keyed.encode(2, forKey: Key("a"))
                try nested.encode(3)
                try keyed.encode(4, forKey: Key("c"))
                try nested.encode(5)
            }
        ),
        (
            "members among elements, with one key",
            { @Sendable encoder in
                struct Refusal: Error {}
                var keyed = encoder.container(keyedBy: Key.self)
                var list = encoder.unkeyedContainer()
                try keyed.encode([1], forKey: Key("a"))
                var nested = keyed.nestedUnkeyedContainer(forKey: Key("a"))
                try nested.encode(2)
                try list.encode(3)
                try? keyed.encode(Own { _ in throw Refusal() }, forKey: Key("a"))
                var again = keyed.nestedContainer(keyedBy: Key.self, forKey: Key("a"))
                try again.encode(4, forKey: Key("b"))
            }
        ),
        (
            "a member of two kinds that is gone on with",
            { @Sendable encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                let member = Own {
                    var list = $0.unkeyedContainer()
                    _ = $0.container(keyedBy: Key.self)
                    try list.encode(12345)
                }
                try keyed.encode(member, forKey: Key("n"))
                var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: Key("n"))
                try nested.encode(1, forKey: Key("a"))
                try keyed.encode(2, forKey: Key("a"))
            }
        ),
        (
            "a member of one kind that is gone on with as another, and held",
            { @Sendable encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                var list = keyed.nestedUnkeyedContainer(forKey: Key("n"))
                var supers = [list.superEncoder(), list.superEncoder()]
                var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: Key("n"))
                supers.removeAll()
                try list.encode(12345)
                try nested.encode(1, forKey: Key("a"))
                try keyed.encode(2, forKey: Key("a"))
                try list.encode(3)
            }
        ),
    ]

    private static var encoders: [CodableEncoder] { [CodableEncoder(), EncoderPair(settings: 0).ours, EncoderPair(settings: 1).ours] }

    /// Expects the error of a type that encodes two things in one place, at the root and in containers, and that nothing is left of it.
    private static func expectMisuse(_ write: @escaping (any Encoder) throws -> Void, _ what: String) throws {
        let nested = Own.keyed {
            try $0.encode([Own(write), Own(write)], forKey: Key("list"))
            try $0.encode(1, forKey: Key("after"))
        }
        for encoder in encoders {
            for value in [Own(write), nested] {
                let error = #expect(throws: EncodingError.self, "\(what)") { try encoder.encode(value) }
                guard case .invalidValue(_, let context) = error else { continue }
                #expect(context.debugDescription.hasPrefix("Attempt to "), "\(what)")
            }
            #expect(try encoder.encodeToString("/\(what)").hasSuffix("\(what)\""))
        }
        for isSorted in [false, true] {
            let error = EncodedByClosure.failure(EncodedByClosure.options { ($0.sortsKeys, $0.isPretty) = (isSorted, isSorted) }, write)
            #expect(error?.code == .modelCodeFailed && error?.underlying is EncodingError, "\(what)")
        }
    }

    @Test(arguments: twoKinds)
    func twoKindsOfContainersAreAnError(what: String, write: @escaping @Sendable (any Encoder) throws -> Void) throws {
        try Self.expectMisuse(write, what)
    }

    // MARK: Scalars

    @Test func aScalarBehindSuperEncodersIsAnError() throws {
        let behindElement: (any Encoder) throws -> Void = {
            var list = $0.unkeyedContainer()
            var supers = [list.superEncoder()]
            var single = $0.singleValueContainer()
            try single.encode("abc")
            supers.removeAll()
        }
        try Self.expectMisuse(behindElement, "an element")
        let behindMember: (any Encoder) throws -> Void = {
            var keyed = $0.container(keyedBy: Key.self)
            try keyed.encode(0, forKey: Key("a"))
            var member = keyed.superEncoder(forKey: Key("b")).singleValueContainer()
            try member.encode(12345)
            var single = $0.singleValueContainer()
            try single.encode("abc")
        }
        try Self.expectMisuse(behindMember, "a member")
        let inSuperEncoder: (any Encoder) throws -> Void = {
            var list = $0.unkeyedContainer()
            let encoder = list.superEncoder()
            _ = encoder.container(keyedBy: Key.self)
            var single = encoder.singleValueContainer()
            try single.encode(true)
        }
        try Self.expectMisuse(inSuperEncoder, "a super encoder")
    }

    /// Of what a kept super encoder is asked for, nothing counts, not even that it is misused.
    @Test func aKeptSuperEncoderIsWithoutEffect() throws {
        final class Keeper { var encoder: (any Encoder)? }
        let keeper = Keeper()
        let keeping = Own {
            var list = $0.unkeyedContainer()
            keeper.encoder = list.superEncoder()
            try list.encode(1)
        }
        let using = Own {
            var list = $0.unkeyedContainer()
            var inner = keeper.encoder?.unkeyedContainer()
            var supers = [inner?.superEncoder(), inner?.superEncoder()]
            var keyed = keeper.encoder?.container(keyedBy: Key.self)
            supers.removeAll()
            try inner?.encode(12345)
            try keyed?.encode([3], forKey: Key("a"))
            var single = keeper.encoder?.singleValueContainer()
            try single?.encode("abc")
            try list.encode(2)
        }
        for encoder in Self.encoders.prefix(2) { #expect(try encoder.encodeToString([keeping, using]) == "[[1],[2]]") }
    }

    // MARK: Text that is given

    /// A type may go on in a container that it has given as text, which need not be laid out as this encoder writes it.
    @Test func aGivenTextIsGoneOnWith() throws {
        let object = try RawJSON(json: "{\t\"b\":1\r\n,  \"a\" : [2 ]\t}")
        let list = try RawJSON(json: "[\t1 ,\r{\"a\" : 2}\t]")
        let whole = Own {
            var single = $0.singleValueContainer()
            try single.encode(object)
            var keyed = $0.container(keyedBy: Key.self)
            try keyed.encode(3, forKey: Key("c"))
            try keyed.encode(4, forKey: Key("b"))
        }
        #expect(try CodableEncoder().encodeToString(whole) == #"{"b":4,"a":[2 ],"c":3}"#)
        #expect(try EncoderPair().ours.encodeToString(whole) == #"{"a":[2 ],"b":4,"c":3}"#)
        let member = Own.keyed {
            try $0.encode(object, forKey: Key("n"))
            try $0.encode(list, forKey: Key("l"))
            var nested = $0.nestedContainer(keyedBy: Key.self, forKey: Key("n"))
            try nested.encode(3, forKey: Key("c"))
            var elements = $0.nestedUnkeyedContainer(forKey: Key("l"))
            try elements.encode("x")
        }
        #expect(try CodableEncoder().encodeToString(member) == #"{"n":{"b":1,"a":[2 ],"c":3},"l":[1,{"a" : 2},"x"]}"#)
        #expect(try EncoderPair().ours.encodeToString(member) == #"{"l":[1,{"a" : 2},"x"],"n":{"a":[2 ],"b":1,"c":3}}"#)
    }

    /// The keys of a given text may have escapes that this encoder never writes; they are the keys that they stand for all the same.
    @Test(arguments: [#"\u20ac"#, "€"], [#"\u00e9\ud83d\ude00"#, "é😀"])
    func escapedKeysOfAGivenTextAreTheirCharacters(first: String, second: String) throws {
        let object = try RawJSON(json: #"{"\#(second)":1,"\#(first)":2,"z":3}"#)
        let value = Own {
            var single = $0.singleValueContainer()
            try single.encode(object)
            var keyed = $0.container(keyedBy: Key.self)
            try keyed.encode(4, forKey: Key("€"))
        }
        #expect(try CodableEncoder().encodeToString(value) == #"{"\#(second)":1,"\#(first)":4,"z":3}"#)
        #expect(try EncoderPair().ours.encodeToString(value) == #"{"z":3,"\#(second)":1,"\#(first)":4}"#)
    }
}
