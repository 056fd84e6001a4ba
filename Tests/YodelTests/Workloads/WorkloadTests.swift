import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The documents of the benchmark's workloads `service` and `directory`, in every way in and out.

@Suite("Workloads")
struct WorkloadTests {
    private static let orders = OrderText.bodies(60)
    /// Like that of the benchmark, which has some 240 KB.
    private static let directories = [DirectoryText.document(names: 1, operations: 1), DirectoryText.document(names: 2, operations: 2)]

    @Test func ordersAreReadAndWrittenAsByFoundation() throws { try areFoundations(ShopOrder.self, some(12, of: Self.orders)) }

    @Test func directoriesAreReadAndWrittenAsByFoundation() throws { try areFoundations(Directory.self, Self.directories) }

    private func areFoundations<T: Codable & Equatable>(_ type: T.Type, _ documents: [String]) throws {
        let (theirs, ours, encoder) = (JSONDecoder(), CodableDecoder(), CodableEncoder())
        theirs.dateDecodingStrategy = .iso8601
        ours.dateDecodingStrategy = .iso8601
        encoder.dateEncodingStrategy = .iso8601
        for document in documents {
            let expected = try theirs.decode(type, from: Data(document.utf8))
            #expect(try ours.decode(type, from: Data(document.utf8)) == expected, "\(document)")
            for outcome in EveryWay.outcomes(type, document) { #expect(try outcome.get() == expected, "\(document)") }
            #expect(try theirs.decode(type, from: ModelEncoder().encode(expected)) == expected, "\(document)")
            #expect(try theirs.decode(type, from: encoder.encode(expected)) == expected, "\(document)")
        }
    }

    @Test func damagedOrdersHaveOneResultInEveryWay() { haveOneResult(ShopOrder.self, Self.orders, seed: 0x6F72) }

    @Test func damagedDirectoriesHaveOneResultInEveryWay() { haveOneResult(Directory.self, [Self.directories[0]], seed: 0x6469) }

    private func haveOneResult<T: Equatable>(_ type: T.Type, _ documents: [String], seed: UInt64) {
        let rules: [DecodingOptions] = [
            .lenient, .strict, .with(\.onMissing, .fail), .with(\.onUnknownKey, .fail), .with(\.onNull, .keep), .with(\.onMismatch, .fail),
        ]
        var random = SeededGenerator(seed: seed)
        for round in 0..<(triesFewerCases ? 18 : 2_400) {
            EveryWay.expectSame(type, random.damaged(documents[round % documents.count]), rules[round % rules.count])
        }
    }

    @Test func ordersAreOfEveryKind() throws {
        let orders = try Self.orders.map { try ModelDecoder(.strict).decode(ShopOrder.self, from: $0) }
        #expect(Set(orders.map(\.status)).count == 5 && Set(orders.map(\.channel)).count == 3)
        #expect(orders.contains { if case .card = $0.payment { true } else { false } })
        #expect(orders.contains { if case .transfer = $0.payment { true } else { false } })
        #expect(orders.contains { $0.payment == .invoice })
        let bytes = Self.orders.reduce(0) { $0 + $1.utf8.count } / Self.orders.count
        #expect((900...1_300).contains(bytes))
    }

    @Test func anOrderToNoCountryIsRejected() throws {
        let order = Self.orders[0].replacing(/"country":"[A-Z]{2}"/, with: #""country":"here""#)
        #expect(throws: ModelError.self) { try ModelDecoder().decode(ShopOrder.self, from: order) }
    }
}
