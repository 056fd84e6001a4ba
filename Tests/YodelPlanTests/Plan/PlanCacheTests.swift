import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The cache under threads: types that nobody has seen before, decoded by all threads at once. Run under ThreadSanitizer as well.

private struct Tag<Name>: Model {
    var number = 0
    var text = ""
    var next: [Tag<Name>] = []
}

private struct Pair<First: Model, Second: Model>: Model {
    var first = First()
    var second: Second?
}

private final class Leaf<Name>: Model {
    var number = 0
    required init() {}
}

private enum N0 {}
private enum N1 {}
private enum N2 {}
private enum N3 {}
private enum N4 {}

@Suite("Plan cache")
struct PlanCacheTests {
    /// Twenty types, each new to the process at the first call with a tag that no other test uses.
    private static func decodings<Name>(_ name: Name.Type) -> [@Sendable () throws -> Bool] {
        let decoder = ModelDecoder()
        let pair = #"{"first": {"number": 1, "next": [{"number": 2}]}, "second": {"number": 3}}"#
        return [
            { try decoder.decode(Tag<Name>.self, from: #"{"number": 5, "next": [{"text": "a"}]}"#).next[0].text == "a" },
            { try decoder.decode([Tag<Name>].self, from: #"[{"number": 5}]"#)[0].number == 5 },
            { try decoder.decode([String: Tag<Name>].self, from: #"{"a": {"number": 5}}"#)["a"]?.number == 5 },
            { try decoder.decode(Tag<Name>?.self, from: "null") == nil },
            { try decoder.decode(Leaf<Name>.self, from: #"{"number": 6}"#).number == 6 },
            { try decoder.decode([Leaf<Name>].self, from: #"[{}, {"number": 6}]"#)[1].number == 6 },
            { try decoder.decode(Pair<Tag<Name>, Leaf<Name>>.self, from: pair).second?.number == 3 },
            { try decoder.decode(Pair<Tag<Name>, Tag<Name>>.self, from: pair).first.next[0].number == 2 },
            { try decoder.decode(Pair<Leaf<Name>, Tag<Name>>.self, from: pair).first.number == 1 },
            { try decoder.decode(Tag<[Name]>.self, from: #"{"text": "b"}"#).text == "b" },
            { try decoder.decode(Tag<Name?>.self, from: #"{"text": "b"}"#).text == "b" },
            { try decoder.decode(Tag<Tag<Name>>.self, from: #"{"text": "b"}"#).text == "b" },
            { try decoder.decode(Leaf<[Name]>.self, from: #"{"number": 7}"#).number == 7 },
            { try decoder.decode(Leaf<Name?>.self, from: #"{"number": 7}"#).number == 7 },
            { try decoder.decode(Leaf<Leaf<Name>>.self, from: #"{"number": 7}"#).number == 7 },
            { try decoder.decode([[Tag<Name>]].self, from: #"[[], [{"number": 8}]]"#)[1][0].number == 8 },
            { try decoder.decode([String: [Leaf<Name>]].self, from: #"{"a": [{"number": 8}]}"#)["a"]?[0].number == 8 },
            { try decoder.decode(ContiguousArray<Tag<Name>>.self, from: #"[{"number": 8}]"#)[0].number == 8 },
            { try decoder.decode([Tag<Name>?].self, from: #"[null, {"number": 8}]"#)[1]?.number == 8 },
            {
                try decoder.decode(Pair<Pair<Tag<Name>, Leaf<Name>>, Leaf<Name>>.self, from: #"{"second": {"number": 9}}"#).second?.number
                    == 9
            },
        ]
    }

    @Test(arguments: 0..<5)
    func eightThreadsMeetTwentyNewTypesAtOnce(_ round: Int) {
        let decodings =
            switch round {
            case 0: Self.decodings(N0.self)
            case 1: Self.decodings(N1.self)
            case 2: Self.decodings(N2.self)
            case 3: Self.decodings(N3.self)
            default: Self.decodings(N4.self)
            }
        let failures = Locked<[String]>([])
        onEightThreads { thread in
            // Every thread begins with another type, and all of them meet all types.
            for index in 0..<decodings.count {
                let place = (index + thread * 5) % decodings.count
                if (try? decodings[place]()) != true { failures.add("thread \(thread), type \(place)") }
            }
        }
        #expect(failures.current.isEmpty, "\(failures.current)")
    }

    @Test func theFirstPlanOfATypeIsKept() throws {
        let first = try PlanCache.shared.plan(for: Tag<PlanCacheTests>.self)
        let second = try PlanCache.shared.plan(for: Tag<PlanCacheTests>.self)
        #expect(first == second)
    }

    /// The table grows several times on the way; what was in it before is found afterwards.
    @Test func thousandsOfTypesArePlanned() throws {
        var type: any Model.Type = Tag<Int>.self
        var types: [any Model.Type] = []
        for depth in 0..<600 {
            types.append(type)
            type = depth % 3 == 0 ? leaf(type) : tag(type)
        }
        for type in types {
            let model = try type.init(json: #"{"number": 4}"#)
            #expect(Mirror(reflecting: model).children.first?.value as? Int == 4)
        }
        for type in types {
            #expect(PlanCache.shared.published(type) != nil)
        }
    }

    private func tag<T: Model>(_ type: T.Type) -> any Model.Type { Tag<T>.self }
    private func leaf<T: Model>(_ type: T.Type) -> any Model.Type { Leaf<T>.self }
}
