import Foundation
import Yodel

/// Holds Yodel's Doubles against those of the C library's `strtod`, bit for bit, by both tokenizers.
///
/// The texts are the same in every run. They are decoded as documents of a thousand, so that numbers of all kinds are each other's
/// neighbours. What `strtod` finds infinite must be refused, and is tried by itself.
struct DoubleCheck {
    private static let batch = 1_000
    private static let progressStep = 10_000_000

    /// How many texts.
    let count: Int

    private var texts = DoubleText(seed: 0x0D0B1E)
    private let decoders = [DecodingOptions.Tokenizer.scanner, .yajl].map { tokenizer in
        var options = DecodingOptions.strict
        options.tokenizer = tokenizer
        return ModelDecoder(options)
    }
    private var counts: [DoubleText.Kind: Int] = [:]
    private var differences: [DoubleText.Kind: Int] = [:]
    private var refused = 0
    private var shown = 0

    init(count: Int) {
        self.count = count
    }

    /// Checks them all, and prints what has been found.
    ///
    /// - Returns: Whether there is no difference.
    mutating func run() throws -> Bool {
        var done = 0
        let time = try ContinuousClock().measure {
            while done < count {
                let size = min(Self.batch, count - done)
                try check(size)
                done += size
                if done % Self.progressStep == 0, done < count { complain("\(formatted(Double(done))) doubles, \(total) differences") }
            }
        }
        print("\ndoubles against strtod: \(formatted(Double(count))) texts, \(formatted(time / .seconds(1), digits: 1)) s")
        for kind in DoubleText.Kind.allCases {
            let found = padded("\(differences[kind, default: 0])", 6)
            print(
                "  " + padded(kind.rawValue, 28, left: true) + padded(formatted(Double(counts[kind, default: 0])), 12) + found + " differ")
        }
        print("  of these out of range, and refused: \(formatted(Double(refused)))")
        return total == 0
    }

    private var total: Int { differences.values.reduce(0, +) }

    /// A document of that many numbers.
    private mutating func check(_ size: Int) throws {
        var document = [UInt8(ascii: "[")]
        var (starts, kinds, expected) = ([Int](), [DoubleText.Kind](), [Double]())
        for _ in 0..<size {
            let (kind, start) = (texts.nextKind(), document.count)
            counts[kind, default: 0] += 1
            texts.write(kind, to: &document)
            document.append(UInt8(ascii: ","))
            let value = try Self.reference(document, start)
            if value.isInfinite {
                checkRefused(document[start..<(document.count - 1)], kind)
                document.removeSubrange(start...)
            } else {
                starts.append(start)
                kinds.append(kind)
                expected.append(value)
            }
        }
        if !starts.isEmpty { document.removeLast() }
        starts.append(document.count + 1)
        document.append(UInt8(ascii: "]"))
        for decoder in decoders {
            let values: [Double]
            do { values = try decoder.decode([Double].self, from: document) } catch {
                differ(kinds.first ?? .decimal, "a document of \(size) numbers: \(error)")
                continue
            }
            guard values.count == expected.count else {
                differ(kinds.first ?? .decimal, "\(values.count) values of \(expected.count)")
                continue
            }
            for index in values.indices where values[index].bitPattern != expected[index].bitPattern {
                let text = String(decoding: document[starts[index]..<(starts[index + 1] - 1)], as: UTF8.self)
                differ(kinds[index], "\(text) by \(decoder.options.tokenizer): \(values[index]), not \(expected[index])")
            }
        }
    }

    /// What `strtod` makes of a number that a comma follows at the end of a text.
    private static func reference(_ text: [UInt8], _ start: Int) throws -> Double {
        try text.withUnsafeBytes { bytes in
            let number = bytes.baseAddress!.advanced(by: start).assumingMemoryBound(to: CChar.self)
            var end: UnsafeMutablePointer<CChar>?
            let value = strtod(number, &end)
            guard let end, UnsafePointer(end) - number == text.count - 1 - start else {
                throw BenchError("strtod does not take \(String(decoding: text[start...], as: UTF8.self)) as a whole")
            }
            return value
        }
    }

    private mutating func checkRefused(_ text: ArraySlice<UInt8>, _ kind: DoubleText.Kind) {
        let document = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
        refused += 1
        for decoder in decoders {
            do {
                let values = try decoder.decode([Double].self, from: document)
                differ(kind, "\(String(decoding: text, as: UTF8.self)) is out of range, but \(values) by \(decoder.options.tokenizer)")
            } catch {
                if error.code != .numberOutOfRange {
                    differ(kind, "\(String(decoding: text, as: UTF8.self)) is out of range, but \(error)")
                }
            }
        }
    }

    private mutating func differ(_ kind: DoubleText.Kind, _ message: String) {
        differences[kind, default: 0] += 1
        shown += 1
        if shown <= 20 { complain(message) }
    }
}
