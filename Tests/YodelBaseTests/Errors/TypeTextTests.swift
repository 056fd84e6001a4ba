import Testing

@testable import Yodel

@Suite("Types in words")
struct TypeTextTests {
    private struct Pair<A, B> {}

    @Test func aTypeIsWrittenAsAProgramWritesIt() {
        let all: [(Any.Type, String)] = [
            (Int.self, "Int"), ([Int].self, "[Int]"), ([String: [Int?]].self, "[String: [Int?]]"), (Int??.self, "Int??"),
            (Pair<[Int], Int?>.self, "Pair<[Int], Int?>"), (Set<[Int]>.self, "Set<[Int]>"), (ArraySlice<Int?>.self, "ArraySlice<Int?>"),
            ((Int?, [Int]).self, "(Int?, [Int])"), (((Int) -> [Int])?.self, "((Int) -> [Int])?"),
            ([[String: Pair<Int, [Int]>]].self, "[[String: Pair<Int, [Int]>]]"), (ContiguousArray<Int>.self, "ContiguousArray<Int>"),
        ]
        for (type, text) in all { #expect(TypeText.name(of: type) == text) }
    }

    @Test func namesThatAreNoneAreReadToTheirEnd() {
        for name in ["", "<", "Array<", "Array<Int", "Optional<>", "Dictionary<Int>", "a>b", "Array<(>", "Dictionary<,", "->", "(("] {
            _ = TypeText.spelled(name)
        }
    }
}
