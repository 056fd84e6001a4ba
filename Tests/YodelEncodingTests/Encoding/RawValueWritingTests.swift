import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Enums whose raw values are remembered are written as those whose code is asked for every value.
@Suite("Raw values written")
struct RawValueWritingTests {
    private typealias Row = RawSamples.Row

    private static func randomOptions(_ generator: inout SeededGenerator) -> EncodingOptions {
        var options = EncodingOptions.default
        // So that dictionaries and sets of both types are written in one order.
        options.sortsKeys = true
        options.isPretty = generator.pick([true, false])
        options.escapesSlashes = generator.pick([true, false])
        options.escapesNonASCII = generator.pick([true, false])
        options.onNil = generator.pick([.omit, .null, .nullUnlessDefault])
        options.omitsDefaults = generator.pick([true, false, false])
        options.largeIntegers = generator.pick([.number, .string])
        return options
    }

    private func check<Value: RawSample>(_ values: [Value], seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<30 {
            var row = Row<AskedRaw<Value>>()
            let pick = { (generator: inout SeededGenerator) in AskedRaw(generator.pick(values)) }
            row.one = pick(&generator)
            row.maybe = generator.below(3) == 0 ? nil : pick(&generator)
            row.deep = generator.below(3) == 0 ? nil : .some(generator.below(3) == 0 ? nil : pick(&generator))
            row.many = (0..<generator.below(4)).map { _ in pick(&generator) }
            row.holes = (0..<generator.below(4)).map { _ in generator.below(3) == 0 ? nil : pick(&generator) }
            row.all = generator.below(2) == 0 ? [] : [pick(&generator)]
            for _ in 0..<generator.below(4) { row.keyed[pick(&generator)] = generator.below(9) }
            for key in 0..<generator.below(4) { row.named["k\(key)"] = pick(&generator) }
            let options = Self.randomOptions(&generator)
            let written = try ModelEncoder(options).encodeToString(Row<Value>.plain(row))
            let expected = try ModelEncoder(options).encodeToString(row)
            #expect(written == expected, "seed \(seed): \(row), \(options)")
            // In compact text of one order only what is in no dictionary is sure to be.
            (row.keyed, row.named) = ([:], [:])
            let compact = try ModelEncoder().encodeToString(Row<Value>.plain(row))
            #expect(try compact == ModelEncoder().encodeToString(row), "seed \(seed): \(row)")
        }
    }

    @Test(arguments: some(4, of: 0..<40))
    func enumsAreWrittenAsTheirCodeSays(_ seed: Int) throws {
        try check(RawSamples.Odd.allCases, seed: seed)
        try check(RawSamples.Number.allCases, seed: seed)
        try check(RawSamples.Byte.allCases, seed: seed)
        try check(RawSamples.Only.allCases, seed: seed)
        try check(RawSamples.Loose.allCases, seed: seed)
        try check(RawSamples.Crossed.allCases, seed: seed)
        try check([RawSamples.Loaded.none, .number(0), .number(255)], seed: seed)
    }
}
