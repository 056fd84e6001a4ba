import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Arrays whose storage is made here are those of the standard library, in all that can be done with them.
@Suite("Arrays made by hand", .serialized)
struct ArrayLayoutTests {
    /// Used here only, and the tests run one after the other, so that its count is one test's own.
    private final class Token: Model, Equatable {
        static let living = Locked(0)
        var id = 0
        init() { Self.living.withLock { $0 += 1 } }
        deinit { Self.living.withLock { $0 -= 1 } }
        static func == (left: Token, right: Token) -> Bool { left.id == right.id }
    }

    private struct Place: Model, Equatable {
        var name = ""
        var tag: UInt8?
        weak var owner: Token?
        static func describe(_ model: inout ModelDescription) { model.ignored = ["owner"] }
    }

    private struct Wide: Model, Equatable {
        var vector = SIMD8<Double>()
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.ignored = ["vector"] }
    }

    @Test func theLayoutOfThisToolchainIsKnown() {
        #expect(ArrayLayout.isKnown)
        #expect([Place].storageClass != 0 && [[Int?]].storageClass != 0 && ContiguousArray<Token>.storageClass != 0)
        #expect([Wide].storageClass != 0 && Set<Int>.storageClass == 0)
        #expect(JSONValueMaker.storageClass == [JSONValue].storageClass && ObjectKeys.storageClass == [String].storageClass)
        #expect(SwiftValueMaker.storageClass == [Any].storageClass && JSONValueMaker.storageClass != 0)
    }

    @Test func thoseOfJSONValuesCanBeChangedAsAnyOther() throws {
        for count in [1, 2, 3, 16, 17, 200] {
            let text = "[" + (0..<count).map { #"{"key \#($0)":["element number \#($0)",[],{}]}"# }.joined(separator: ",") + "]"
            var value = try ModelDecoder().decode(JSONValue.self, from: text)
            let copy = value
            guard case .array(var elements) = value else {
                Issue.record("no array")
                return
            }
            #expect(elements.count == count && elements.capacity >= count)
            elements.append(true)
            elements.removeFirst()
            value = .array(elements)
            #expect(value != copy && copy.text == text && value[count - 1] == true)
            guard case .object(var object)? = copy[0] else {
                Issue.record("no object")
                return
            }
            object["more"] = [1]
            object["key 0"] = nil
            #expect(object == ["more": [1]] && copy.text == text)
        }
    }

    @Test(arguments: [DecodingOptions.Tokenizer.scanner, .yajl])
    func theyCanBeChangedAsAnyOther(_ tokenizer: DecodingOptions.Tokenizer) throws {
        let decoder = ModelDecoder(.lenient(tokenizer))
        for count in [1, 2, 3, 8, 9, 64, 1000] {
            let json = "[" + (0..<count).map { #"{"name":"place number \#($0) of many","tag":\#($0 % 256)}"# }.joined(separator: ",") + "]"
            var places = try decoder.decode([Place].self, from: json)
            let expected = (0..<count).map { Place(name: "place number \($0) of many", tag: UInt8($0 % 256)) }
            #expect(places == expected && places.capacity >= count)
            let copy = places
            places.append(Place(name: "more"))
            places.insert(Place(), at: 0)
            places.removeSubrange(1..<places.count - 1)
            places.sort { $0.name < $1.name }
            #expect(places == [Place(), Place(name: "more")] && copy == expected)
            places = copy
            places.reserveCapacity(3 * count)
            places.reverse()
            #expect(places == expected.reversed())
            #expect(Array(try decoder.decode(ContiguousArray<Place>.self, from: json)) == expected)
            #expect(try decoder.decode([Place?]?.self, from: json) == expected)
            #expect(try decoder.decode([Wide].self, from: #"[{"id":1},{"id":2}]"#).map(\.id) == [1, 2])
        }
    }

    @Test(arguments: [DecodingOptions.Tokenizer.scanner, .yajl])
    func theyOwnTheirElements(_ tokenizer: DecodingOptions.Tokenizer) throws {
        struct Holder: Model {
            var tokens: [[Token]] = []
            var more: [Token]?
            var table: [String: [Token]] = [:]
        }
        let decoder = ModelDecoder(.lenient(tokenizer))
        let json = #"{"tokens":[[{"id":1},{"id":2}],[],[{"id":3}]],"more":[{"id":4}],"table":{"a":[{"id":5}],"b":[{"id":6},"x"]}}"#
        for _ in 0..<3 {
            var holder = try decoder.decode(Holder.self, from: json)
            #expect(Token.living.current == 6 && holder.tokens[0].map(\.id) == [1, 2])
            var tokens = holder.tokens
            tokens[0].removeFirst()
            #expect(Token.living.current == 6 && isKnownUniquelyReferenced(&holder.more![0]))
            // Those that are there are released when others take their place.
            try decoder.update(&holder, from: #"{"tokens":[[{"id":7}]],"more":[{"id":8},{"id":9}],"table":null}"#)
            tokens = []
            #expect(holder.tokens.map { $0.map(\.id) } == [[7]] && holder.more?.map(\.id) == [8, 9])
        }
        #expect(Token.living.current == 0)
    }
}
