import Yodel

/// Sets of options drawn from the rows of the table of options, up to four rows in a set. The sets are the same in every run.
enum OptionMix {
    /// Ways to read; the tokenizer is left as it is.
    static func decoding(_ count: Int) -> [DecodingOptions] {
        sets(count, of: OptionSetting.decoding.filter { $0.option != "tokenizer" }).map { settings in
            var options = DecodingOptions.lenient
            for setting in settings { setting.reading(&options) }
            return options
        }
    }

    /// Ways to write, each with the way to read what it writes.
    static func encoding(_ count: Int) -> [(writing: EncodingOptions, reading: DecodingOptions)] {
        sets(count, of: OptionSetting.encoding).map { settings in
            var options = (writing: EncodingOptions.default, reading: DecodingOptions.lenient)
            for setting in settings {
                setting.writing(&options.writing)
                setting.reading(&options.reading)
            }
            return options
        }
    }

    private static func sets(_ count: Int, of settings: [OptionSetting]) -> [[OptionSetting]] {
        var random = SplitMix64(seed: 0x4D_69_78)
        return (0..<count).map { _ in
            let drawn = (0...random.below(4)).map { _ in random.pick(settings) }
            // Of two rows of one option, the first.
            return drawn.indices.filter { index in !drawn[..<index].contains { $0.option == drawn[index].option } }.map { drawn[$0] }
        }
    }
}
