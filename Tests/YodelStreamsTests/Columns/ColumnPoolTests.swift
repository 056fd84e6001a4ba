import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Sets of columns that are used again")
struct ColumnPoolTests {
    struct Row: Model {
        var id = 0
        var text = ""
    }

    /// Sets with a row each, of which the first ones are large; all have been given back.
    private static func given(_ count: Int, large: Int, keepingSmall small: Int) throws -> (pool: ColumnPool, sets: [ColumnSet]) {
        let task = try ColumnTask(of: Row.self, ColumnOptions(), workers: 1, keepingSmall: small)
        let sets = (0..<count).map { index in
            let gatherer = ColumnGatherer(task)
            let record = Array("{\"id\":1,\"text\":\"\(String(repeating: "x", count: index < large ? 100_000 : 10))\"}".utf8)
            _ = record.withBorrowedBytes { gatherer.add($0, line: 1) }
            return gatherer.take()
        }
        for set in sets { task.pool.give(set) }
        return (task.pool, sets)
    }

    @Test(arguments: [(0, 0, 3), (0, 5, 5), (6, 5, 4), (4, 20, 6), (0, 20, 7)])
    func asManyAreKeptAsMayBe(large: Int, small: Int, kept: Int) throws {
        let (pool, sets) = try Self.given(7, large: large, keepingSmall: small)
        let taken = (0..<7).map { _ in pool.take() }
        #expect(taken.filter { set in sets.contains { $0 === set } }.count == kept)
        #expect(taken.allSatisfy { $0.rows == 0 })
    }

    @Test func aRowTakesLittleMemory() throws {
        let (_, sets) = try Self.given(1, large: 0, keepingSmall: 0)
        #expect(sets[0].capacity <= 4 * 256)
    }
}
