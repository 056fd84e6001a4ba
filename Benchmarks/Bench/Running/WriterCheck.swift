import Yodel

/// Compares the ways to write: records at once, as a line, and as a `JSONValue` that is then written. Records of plain types are also read back.
///
/// The records are the same in every run. All ways have to give the same text, or the same error, and a record that is read back has to be the same.
struct WriterCheck {
    private static let progressStep = 1_000_000
    private static let mixCount = 500

    /// How many documents the records are made from; those that are broken make none.
    let count: Int

    private var texts = RecordText(seed: 0x57_72_69_74_65)
    private let decoder = ModelDecoder(.lenient)
    private let ways = OptionMix.encoding(Self.mixCount).map(Way.init)
    private var (written, errors, differences) = (0, 0, 0)

    init(count: Int) { self.count = count }

    /// One set of options.
    private struct Way {
        let encoder: ModelEncoder
        /// Writes a `JSONValue` as the encoder would, whose own rules it has been made by.
        let tree: ModelEncoder
        let decoder: ModelDecoder
        let isPretty: Bool

        init(_ writing: EncodingOptions, _ reading: DecodingOptions) {
            var tree = EncodingOptions.default
            (tree.isPretty, tree.sortsKeys) = (writing.isPretty, writing.sortsKeys)
            (tree.escapesSlashes, tree.escapesNonASCII) = (writing.escapesSlashes, writing.escapesNonASCII)
            (encoder, self.tree, decoder) = (ModelEncoder(writing), ModelEncoder(tree), ModelDecoder(reading))
            isPretty = writing.isPretty
        }
    }

    /// Checks them all, and prints what has been found.
    ///
    /// - Returns: Whether there is no difference.
    mutating func run() -> Bool {
        let time = ContinuousClock().measure {
            for done in 0..<count {
                let document = texts.next()
                if done % 2 == 0 { check(document, PlainRecord.self, isReadBack: true) } else { check(document, FeaturedRecord.self) }
                if done % Self.progressStep == 0, done > 0 { complain("\(formatted(Double(done))) documents, \(differences) differences") }
            }
        }
        print(
            "writers: \(formatted(Double(count))) documents, \(formatted(time / .seconds(1), digits: 1)) s: \(formatted(Double(written))) written "
                + "at once, as a line and as a value, \(formatted(Double(errors))) errors, \(differences) differences")
        return differences == 0
    }

    /// - Parameter isReadBack: Whether reading changes nothing, as hooks do.
    private mutating func check<Record: Model & Equatable>(_ document: [UInt8], _ type: Record.Type, isReadBack: Bool = false) {
        guard let record = try? decoder.decode(type, from: document) else { return }
        let way = ways[texts.below(ways.count)]
        let whole = Outcome { () throws(ModelError) in try way.encoder.encodeToBytes(record) }
        var others = [
            ("value", Outcome { () throws(ModelError) in try way.tree.encodeToBytes(try way.encoder.encodeValue(record)) })
        ]
        if !way.isPretty {
            others.append(("line", Outcome { () throws(ModelError) in [UInt8](try way.encoder.encodeLines([record]).dropLast()) }))
        }
        switch whole {
        case .text(let text):
            written += 1
            let readBack = isReadBack ? try? way.decoder.decode(type, from: text) : record
            if readBack != record { found("another record is read back", record, way, whole) }
        case .error: errors += 1
        }
        for (name, other) in others where other != whole { found("as a \(name) \(other)", record, way, whole) }
    }

    private mutating func found(_ fault: String, _ record: some Model, _ way: Way, _ whole: Outcome) {
        differences += 1
        if differences <= 20 { complain("\(type(of: record)), \(way.encoder.options):\n  at once \(whole)\n  \(fault)") }
    }

    /// How writing ended.
    private enum Outcome: Equatable, CustomStringConvertible {
        case text([UInt8])
        case error(code: ModelError.Code, path: String)

        init(_ encode: () throws(ModelError) -> [UInt8]) {
            do throws(ModelError) {
                self = .text(try encode())
            } catch {
                self = .error(code: error.code, path: error.path.description)
            }
        }

        var description: String {
            switch self {
            case .text(let bytes): String(decoding: bytes, as: UTF8.self)
            case .error(let code, let path): "\(code) at \(path)"
            }
        }
    }
}
