import Testing

@testable import Yodel

/// What coders have found out of types is kept by the addresses of types: types that share a place displace each other, and are looked up anew for each value.
@Suite("Places of types")
struct TypePlacesTests {
    /// Types of types, whose addresses are as far apart as those of a program's own.
    private static func types(_ count: Int) -> [Any.Type] {
        var types: [Any.Type] = []
        func add<T>(_ type: T.Type) {
            types.append(type)
            if types.count < count { add([T].self) }
        }
        add(Int.self)
        return types
    }

    @Test(arguments: [56, 128])
    func placesDifferAndAreBelowTheCount(count: Int) {
        let places = Self.types(40).map { TypePlaces.place(of: $0, below: count) }
        #expect(places.allSatisfy { (0..<count).contains($0) })
        // At random 28 of 56, and 34 of 128, would be expected.
        #expect(Set(places).count >= 18, "\(places)")
    }

    @Test func asManyTypesAsADocumentHasAreKept() {
        let types = Self.types(40)
        var table = TypeTable<Int>()
        for (index, type) in types.enumerated() { table.keep(index, of: type) }
        #expect(types.indices.count { table[types[$0]] == $0 } >= 36)
    }
}
