import CScan
import CScanPortable
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// The helpers of the scanner, each against a loop over bytes: the code for this processor, and the portable code.
@Suite(.sameOnYajl) struct PlainRunTests {
    struct Helpers: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let plainRun: @Sendable (UnsafePointer<UInt8>, Int) -> Run
        let whitespace: @Sendable (UnsafePointer<UInt8>, Int) -> Int
        let copyPlain: @Sendable (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int, UInt32) -> Int
        let copyBlock: @Sendable (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int, UInt32) -> Int
        let prevalidator: @Sendable (UnsafePointer<UInt8>, Int) -> (passed: Int, fault: UInt8)
        let notDigits: @Sendable (UnsafePointer<UInt8>) -> UInt64
        let leadingSpaces: @Sendable (UnsafePointer<UInt8>) -> Int

        static let all = [
            Helpers(
                testDescription: "this processor's",
                plainRun: {
                    let run = yodel_plain_run($0, $1)
                    return Run(length: run.length, isASCII: run.high == 0, asciiLength: yodel_ascii_run($0, $1))
                }, whitespace: { yodel_skip_whitespace($0, $1) }, copyPlain: { yodel_copy_plain($0, $1, $2, $3) },
                copyBlock: { yodel_copy_plain_block($0, $1, $2, $3) },
                prevalidator: {
                    var prevalidator = yodel_prevalidator()
                    let passed = yodel_prevalidate(&prevalidator, $0, $1)
                    return (passed, passed < $1 ? prevalidator.fault : yodel_prevalidator_finish(&prevalidator))
                }, notDigits: { yodel_not_digits($0) }, leadingSpaces: { yodel_leading_spaces($0) }),
            Helpers(
                testDescription: "portable",
                plainRun: {
                    var high: UInt32 = 0
                    let length = yodel_portable_plain_run($0, $1, &high)
                    return Run(length: length, isASCII: high == 0, asciiLength: yodel_portable_ascii_run($0, $1))
                }, whitespace: { yodel_portable_skip_whitespace($0, $1) }, copyPlain: { yodel_portable_copy_plain($0, $1, $2, $3) },
                copyBlock: { yodel_portable_copy_plain_block($0, $1, $2, $3) },
                prevalidator: {
                    var fault: UInt8 = 0
                    let passed = yodel_portable_prevalidate($0, $1, &fault)
                    return (passed, fault)
                }, notDigits: { yodel_portable_not_digits($0) }, leadingSpaces: { yodel_portable_leading_spaces($0) }),
        ]
    }

    struct Run: Equatable {
        var length = 0
        var isASCII = true
        /// How many of its bytes come before the first that is not ASCII.
        var asciiLength = 0

        init(length: Int, isASCII: Bool, asciiLength: Int) {
            self.length = length
            self.isASCII = isASCII
            self.asciiLength = asciiLength
        }

        /// The run by a loop over the bytes.
        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            for byte in bytes {
                if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
                length += 1
                if byte >= 0x80 { isASCII = false }
                if isASCII { asciiLength += 1 }
            }
        }
    }

    /// The same bytes twice: at the start of a page, before which nothing can be read, and at the end of one, behind which nothing can be.
    private static func places(_ memory: borrowing GuardedMemory, _ count: Int) -> [UnsafeMutableBufferPointer<UInt8>] {
        [memory.first(count), memory.last(count)]
    }

    // MARK: Plain runs

    /// Each length, something that ends the run at each place of it and another one behind, and a byte that is not ASCII at each place.
    @Test(arguments: Helpers.all)
    func everyPlace(helpers: Helpers) {
        let memory = GuardedMemory(capacity: 4096)
        let ends: [UInt8] = [0x22, 0x5C, 0x00, 0x1F, 0x0A]
        let highs: [UInt8] = [0x80, 0xFF, 0xC3, 0xA2, 0xDC]
        var wrong: [String] = []
        for length in 0...70 {
            for bytes in Self.places(memory, length) {
                for index in 0..<length { bytes[index] = UInt8(0x41 + index % 26) }
                // A place at the length stands for none.
                for place in 0...length {
                    let kept = place < length ? bytes[place] : 0
                    if place < length { bytes[place] = ends[place % ends.count] }
                    if place + 5 < length { bytes[place + 5] = 0x22 }
                    for high in 0...length where high != place || high == length {
                        let plain = high < length ? bytes[high] : 0
                        if high < length { bytes[high] = highs[(high + place) % highs.count] }
                        let expected = Run(length: place, isASCII: high >= place, asciiLength: min(place, high))
                        if helpers.plainRun(bytes.baseAddress!, length) != expected {
                            wrong.append("\(length) bytes, end at \(place), not ASCII at \(high)")
                        }
                        if high < length { bytes[high] = plain }
                    }
                    if place + 5 < length { bytes[place + 5] = UInt8(0x41 + (place + 5) % 26) }
                    if place < length { bytes[place] = kept }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// Each byte there is, in texts of each way to be read: two words, two halves, single bytes, blocks.
    @Test(arguments: Helpers.all)
    func everyByte(helpers: Helpers) {
        let memory = GuardedMemory(capacity: 64)
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            for (length, place) in [(1, 0), (3, 2), (4, 0), (7, 3), (7, 4), (8, 7), (13, 6), (15, 14), (16, 8), (31, 30), (33, 32)] {
                for bytes in Self.places(memory, length) {
                    bytes.update(repeating: 0x61)
                    bytes[place] = byte
                    let expected = Run(UnsafeBufferPointer(bytes))
                    if helpers.plainRun(bytes.baseAddress!, length) != expected { wrong.append("\(byte) at \(place) of \(length)") }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test(.slow, arguments: Helpers.all)
    func randomRuns(helpers: Helpers) {
        let memory = GuardedMemory(capacity: 300)
        var generator = SeededGenerator(seed: 71)
        var wrong: [[UInt8]] = []
        var lengths = 0
        let rounds = triesFewerCases ? 1_500 : 20_000
        for _ in 0..<rounds {
            let count = Int.random(in: 0...(Bool.random(using: &generator) ? 40 : 300), using: &generator)
            // The rarer what ends a run is, the longer are the runs.
            let rarity = Int.random(in: 1...200, using: &generator)
            let content = (0..<count).map { _ -> UInt8 in
                switch Int.random(in: 0..<rarity, using: &generator) {
                case 0: [0x22, 0x5C, 0x00, 0x1F, 0x0D].randomElement(using: &generator)!
                case 1: UInt8.random(in: 0x80...0xFF, using: &generator)
                case 2: [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F].randomElement(using: &generator)!
                default: UInt8.random(in: 0x61...0x7A, using: &generator)
                }
            }
            for bytes in Self.places(memory, count) {
                _ = bytes.update(fromContentsOf: content)
                let expected = Run(UnsafeBufferPointer(bytes))
                lengths += expected.length
                if helpers.plainRun(bytes.baseAddress!, count) != expected { wrong.append(content) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(2))")
        // Runs that are long enough for several blocks are among them.
        #expect(lengths > rounds * 30)
    }

    // MARK: White space

    private static func whitespace(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } ?? bytes.count
    }

    @Test(arguments: Helpers.all)
    func everyPlaceBehindWhitespace(helpers: Helpers) {
        let memory = GuardedMemory(capacity: 4096)
        let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
        let others: [UInt8] = [0x00, 0x08, 0x0B, 0x0C, 0x0E, 0x1F, 0x21, 0x2C, 0x7D, 0x89, 0xA0, 0xFF]
        var wrong: [String] = []
        for length in 0...70 {
            for bytes in Self.places(memory, length) {
                for place in 0...length {
                    for other in others {
                        for index in 0..<length { bytes[index] = blanks[(index * 7 + place) % 4] }
                        if place < length { bytes[place] = other }
                        if helpers.whitespace(bytes.baseAddress!, length) != place { wrong.append("\(other) at \(place) of \(length)") }
                        if place == length { break }
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test(arguments: Helpers.all)
    func everyByteAfterWhitespace(helpers: Helpers) {
        let memory = GuardedMemory(capacity: 64)
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            for (length, place) in [(1, 0), (5, 4), (16, 0), (16, 15), (17, 16), (40, 20)] {
                for bytes in Self.places(memory, length) {
                    bytes.update(repeating: 0x20)
                    bytes[place] = byte
                    let expected = Self.whitespace(UnsafeBufferPointer(bytes))
                    if helpers.whitespace(bytes.baseAddress!, length) != expected { wrong.append("\(byte) at \(place) of \(length)") }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    // MARK: Blocks

    /// Each byte there is at each place of a block, alone among digits, or spaces, and alone among others.
    @Test(.slow, arguments: Helpers.all)
    func digitsAndSpacesOfABlock(helpers: Helpers) {
        let memory = GuardedMemory(capacity: 32)
        var wrong: [String] = []
        // Those around digits and spaces are at each place in every run, the others at some.
        let edges: [UInt8] = [0x1F, 0x20, 0x21, 0x2F, 0x30, 0x39, 0x3A, 0xB0, 0xFF]
        let rest = (UInt8.min...UInt8.max).filter { !edges.contains($0) }
        func everywhere(_ bytes: [UInt8]) -> [(UInt8, Int)] { bytes.flatMap { byte in (0..<32).map { (byte, $0) } } }
        for (byte, place) in everywhere(edges) + some(1_201, of: everywhere(rest)) {
            for bytes in Self.places(memory, 32) {
                let address = UnsafePointer(bytes.baseAddress!)
                for other in [0x30, 0x39, 0x20, 0x2F, 0x3A, 0xB5] as [UInt8] {
                    bytes.update(repeating: other)
                    bytes[place] = byte
                    let others = bytes.enumerated().reduce(0 as UInt64) {
                        $0 | ((0x30...0x39).contains($1.element) ? 0 : 1 << $1.offset)
                    }
                    if helpers.notDigits(address) != others { wrong.append("\(byte) at \(place), others \(other)") }
                }
                guard place < 16 else { continue }
                bytes.update(repeating: 0x20)
                bytes[place] = byte
                let spaces = byte == 0x20 ? 16 : place
                if helpers.leadingSpaces(address) != spaces { wrong.append("\(byte) at \(place), spaces before it") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    // MARK: The other helpers

    /// The copy of plain bytes and the prevalidator have tests of their own, for this processor; here the portable code is held against it.
    @Test(.slow) func bothAgree() {
        let (here, portable) = (Helpers.all[0], Helpers.all[1])
        let memory = GuardedMemory(capacity: 120)
        let copies = GuardedMemory(capacity: 120)
        let portableCopies = GuardedMemory(capacity: 120)
        var generator = SeededGenerator(seed: 72)
        let pieces = [
            "a", "bcdefghi", "0123456789abcdef", "é", "日", "😀", "\\n", "\\u0041", "\\ud83d\\ude00", "/", "\"", "\\", "\u{B}", "\n",
            "\\udc00",
        ]
        var wrong: [String] = []
        for round in 0..<20_000 {
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                content += Array(pieces[Int.random(in: 0..<pieces.count, using: &generator)].utf8)
            }
            if round % 3 == 0, let place = content.indices.randomElement(using: &generator) {
                content[place] = UInt8(truncatingIfNeeded: generator.next())
            }
            content = Array(content.prefix(120))
            memory.withLast(content) { bytes in
                let start = bytes.baseAddress!
                if here.prevalidator(start, bytes.count) != portable.prevalidator(start, bytes.count) {
                    wrong.append("prevalidator: \(content)")
                }
                let (copy, portableCopy) = (copies.last(bytes.count), portableCopies.last(bytes.count))
                let length = here.copyPlain(copy.baseAddress!, start, bytes.count, UInt32(round % 4))
                let portableLength = portable.copyPlain(portableCopy.baseAddress!, start, bytes.count, UInt32(round % 4))
                if length != portableLength || !copy[..<length].elementsEqual(portableCopy[..<length]) { wrong.append("copy: \(content)") }
            }
            // The start of a block, behind which there is anything.
            let count = min(content.count, 15)
            let block = Array((content + [0x22, 0x5C, 0x01, 0xFF] + [UInt8](repeating: 0x2F, count: 16)).prefix(16))
            memory.withLast(block) { bytes in
                let exact = copies.last(count)
                let length = here.copyPlain(exact.baseAddress!, bytes.baseAddress!, count, UInt32(round % 4))
                for helper in [here, portable] {
                    let copy = portableCopies.last(16)
                    let found = helper.copyBlock(copy.baseAddress!, bytes.baseAddress!, count, UInt32(round % 4))
                    if found != length || !copy[..<length].elementsEqual(exact[..<length]) { wrong.append("block: \(block)") }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
    }
}
