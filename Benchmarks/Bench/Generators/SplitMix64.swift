/// A small generator of random numbers whose sequence is fixed by the seed, the same on every machine and in every version.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 up to, but not including, `bound`. Slightly uneven, which does not matter here.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    mutating func pick<T>(_ values: [T]) -> T {
        values[below(values.count)]
    }

    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool {
        below(count) == 0
    }

    /// That many hexadecimal digits.
    mutating func hex(_ digits: Int) -> String {
        var text = ""
        while text.utf8.count < digits { text += String(next() | 1 << 63, radix: 16) }
        return String(text.prefix(digits))
    }
}
