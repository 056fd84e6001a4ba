import Yodel

@testable import YodelTestSupport

// The models of the benchmark's workloads as samples.

extension ShopOrder: EncodedSample {
    private static let orders = OrderText.bodies(20).compactMap { try? ModelDecoder().decode(ShopOrder.self, from: $0) }

    static func draw(_ generator: inout SeededGenerator) -> ShopOrder { generator.pick(orders) }
}

extension Directory: EncodedSample {
    private static let directories = (1...3).compactMap { count in
        try? ModelDecoder().decode(Directory.self, from: DirectoryText.document(names: count, operations: 1))
    }

    static func draw(_ generator: inout SeededGenerator) -> Directory { generator.pick(directories) }
}
