import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Suit: String, CaseIterable { case hearts, spades, clubs }

/// A model with a bit of everything, filled by chance.
private struct Random: ModelCodable, Equatable {
    var flag = true
    var small: Int8 = 1
    var big: UInt64 = 2
    var huge: Int128?
    var double: Double? = 0.5
    var float: Float = 0
    var text = ""
    var texts: [String?] = []
    var date: Date? = Date(timeIntervalSinceReferenceDate: 0)
    var data = Data()
    var id: UUID?
    var decimal: Decimal? = 1
    var suit: Suit? = .hearts
    var suits: Set<Suit> = []
    var counts: [Suit: [Int]] = [:]
    var numbers: [Int: Double?] = [:]
    var json: JSONValue = [:]
    var children: [Random] = []
    var named: [String: Random] = [:]
    var object: RandomObject?

    init() {}

    init(_ generator: inout SeededGenerator, depth: Int) {
        self.init()
        func maybe<T>(_ value: @autoclosure () -> T) -> T? { Bool.random(using: &generator) ? value() : nil }
        func few() -> Range<Int> { 0..<Int.random(in: 0..<(depth > 0 ? 4 : 1), using: &generator) }
        flag = .random(using: &generator)
        small = .random(in: .min ... .max, using: &generator)
        big = .random(in: .min ... .max, using: &generator)
        huge = maybe(Int128(truncatingIfNeeded: generator.next()) << 60)
        double = maybe(Double(bitPattern: generator.next()))
        if double?.isFinite == false { double = -0.0 }
        float = Float(Int32(truncatingIfNeeded: generator.next())) / 1024
        text = Self.text(&generator)
        texts = few().map { _ in maybe(Self.text(&generator)) }
        date = maybe(Date(timeIntervalSinceReferenceDate: Double(Int32(truncatingIfNeeded: generator.next()))))
        data = Data((0..<Int.random(in: 0..<20, using: &generator)).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        id = maybe(UUID())
        decimal = maybe(Decimal(Int64(truncatingIfNeeded: generator.next())) / 1000)
        suit = maybe(Suit.allCases.randomElement(using: &generator)!)
        suits = Set(few().map { Suit.allCases[$0 % 3] })
        for index in few() { counts[Suit.allCases[index % 3]] = few().map { $0 * 7 } }
        for _ in few() {
            numbers[Int(truncatingIfNeeded: generator.next())] = .some(maybe(Double(Int16(truncatingIfNeeded: generator.next()))))
        }
        json = ["k": .array(few().map { .string(String($0)) }), "n": .number(JSONNumber(Int(truncatingIfNeeded: generator.next())))]
        guard depth > 0 else { return }
        for _ in few() { children.append(Random(&generator, depth: depth - 1)) }
        for _ in few() { named[Self.text(&generator)] = Random(&generator, depth: depth - 1) }
        object = maybe(RandomObject(Random(&generator, depth: depth - 1)))
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        // Characters that XML has; its line ends are one.
        String((0..<Int.random(in: 0..<24, using: &generator)).map { _ in "aZ09 .:/\"\\<>&'é日😀\n\t".randomElement(using: &generator)! })
    }
}

private class RandomObject: ModelCodable, Equatable {
    var inner: [Random] = []
    var count = 0
    required init() {}

    init(_ inner: Random) {
        self.inner = [inner]
        count = inner.text.count
    }

    static func == (left: RandomObject, right: RandomObject) -> Bool { left.inner == right.inner && left.count == right.count }
}

@Suite("Archives: random models")
struct RandomArchiveTests {
    @Test(arguments: some(1, of: 0..<10 as Range<UInt64>))
    func aThousandModels(_ part: UInt64) throws {
        for seed in some(45, of: part * 100..<part * 100 + 100) {
            var generator = SeededGenerator(seed: seed)
            let model = Random(&generator, depth: Int(seed % 3))
            let coder = Coder.allCases[Int(seed % 7 % 3)]
            #expect(try coder.again(model) == model, "seed \(seed), \(coder)")
        }
    }
}
