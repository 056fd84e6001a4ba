/// SplitMix64: the same numbers from the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // &+, &*: the arithmetic of the generator is modulo 2^64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension SeededGenerator {
    /// A number from zero on.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// One of some values.
    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }

    /// A text that has been cut, or of which one byte is another or gone.
    mutating func damaged(_ text: String) -> String {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return text }
        let place = Int.random(in: 0..<bytes.count, using: &self)
        switch pick([0, 1, 2]) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes[place] = pick(Array("{}[]:,\"0n ".utf8))
        default: bytes.remove(at: place)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
