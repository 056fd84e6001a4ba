import Yodel

@testable import YodelTestSupport

// The models of the benchmark's workloads as samples.

extension ShopOrder: EncodedSample {
    private static let bodies = OrderText.bodies(20)

    // Made for each use: the leak check does not see that a constant holds `Data`, whose kind is in spare bits of its pointer.
    static func draw(_ generator: inout SeededGenerator) -> ShopOrder {
        let order = try? ModelDecoder().decode(ShopOrder.self, from: generator.pick(bodies))
        return order!
    }
}

extension Directory: EncodedSample {
    private static let directories = (1...3).compactMap { count in
        try? ModelDecoder().decode(Directory.self, from: DirectoryText.document(names: count, operations: 1))
    }

    static func draw(_ generator: inout SeededGenerator) -> Directory { generator.pick(directories) }
}
