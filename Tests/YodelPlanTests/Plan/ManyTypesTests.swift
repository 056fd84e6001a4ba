import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Ten thousand types, or some hundreds by default, none of which stands in the source: nested forms of a few generic ones.

private struct One<Name>: Model {
    var number = 0
    var text = ""
}

private struct Two<Name>: Model {
    var list: [Int] = []
    var number = 0
}

private final class Three<Name>: Model {
    var text: String?
    var number = 0
}

@Suite("Ten thousand types")
struct ManyTypesTests {
    private static func one<T>(_ type: T.Type) -> any Model.Type { One<T>.self }
    private static func two<T>(_ type: T.Type) -> any Model.Type { Two<T>.self }
    private static func three<T>(_ type: T.Type) -> any Model.Type { Three<T>.self }
    private static func opened(_ type: any Model.Type, _ make: Int) -> any Model.Type {
        func open<T: Model>(_ type: T.Type) -> any Model.Type {
            switch make {
            case 0: one(type)
            case 1: two(type)
            default: three(type)
            }
        }
        return open(type)
    }

    /// Level by level, so that no type nests more than nine others.
    private static func types(_ count: Int) -> [any Model.Type] {
        var types: [any Model.Type] = [One<ManyTypesTests>.self, Two<ManyTypesTests>.self, Three<ManyTypesTests>.self]
        var next = 0
        while types.count < count {
            for make in 0..<3 { types.append(opened(types[next], make)) }
            next += 1
        }
        return Array(types.prefix(count))
    }

    private static func number(_ model: any Model) -> Int? {
        Mirror(reflecting: model).children.first { $0.label == "number" }?.value as? Int
    }

    /// Pages of memory that the process holds.
    private static func residentPages() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    private static func wrong(_ types: [any Model.Type]) throws -> [Int] {
        try types.indices.filter { index in
            number(try types[index].init(json: #"{"number":\#(index),"text":"a","list":[1]}"#)) != index
        }
    }

    @Test(.slow) func eachIsPlannedOnce() throws {
        let count = triesFewerCases ? 600 : 10_000
        let types = Self.types(count)
        #expect(Set(types.map { ObjectIdentifier($0) }).count == count)
        for index in stride(from: 0, to: types.count, by: 7) {
            let info = try #require(TypeInfo(types[index]))
            #expect(info.properties.count == 2 && info.properties.contains { $0.name == "number" && $0.isStorable })
            #expect((info.kind == .class) == (types[index] is AnyClass) && info.name == String(describing: types[index]))
        }
        #expect(PlanCache.shared.published(types[count - 1]) == nil)
        #expect(try Self.wrong(types) == [])
        let plans = try types.map { type throws(ModelError) in try UInt(bitPattern: PlanCache.shared.plan(for: type).unpublished.address) }
        #expect(Set(plans).count == count)

        // A second set of all plans would take some thirty megabytes. Other suites run beside this one and take pages too, so that one round of several is
        // enough; what some hundred plans take would not stand out. AddressSanitizer keeps what has been freed, so there it says nothing.
        let isMeasured = LongStream.isMeasured && !triesFewerCases
        var pages: [Int] = []
        repeat {
            let before = try Self.residentPages()
            #expect(try Self.wrong(types) == [])
            let again = try types.map { type throws(ModelError) in
                try UInt(bitPattern: PlanCache.shared.plan(for: type).unpublished.address)
            }
            #expect(again == plans)
            pages.append(try Self.residentPages() - before)
        } while isMeasured && pages.count < 20 && pages[pages.count - 1] * 4096 >= 16 << 20
        #expect(!isMeasured || pages[pages.count - 1] * 4096 < 16 << 20, "pages of each round: \(pages)")
    }
}
