import Yodel

/// Compares the readers: documents read whole by the scanner, whole by yajl, and in pieces, into records of plain types and into others.
///
/// The documents are the same in every run. All three have to give the same value, or the same error in the same place.
struct ReaderCheck {
    private static let progressStep = 1_000_000
    /// So many sets of options are drawn, beside those that are named.
    private static let mixCount = 500

    /// How many documents.
    let count: Int

    private var texts = RecordText(seed: 0x59_6F_64_65_6C)
    private let decoders = (Self.rules + OptionMix.decoding(Self.mixCount)).map { rules in
        var yajl = rules
        yajl.tokenizer = .yajl
        return (whole: ModelDecoder(rules), yajl: ModelDecoder(yajl))
    }
    private var (values, errors, differences) = (0, 0, 0)

    init(count: Int) { self.count = count }

    private static var rules: [DecodingOptions] {
        func lenient(_ change: (inout DecodingOptions) -> Void) -> DecodingOptions {
            var options = DecodingOptions.lenient
            change(&options)
            return options
        }
        return [
            .lenient, .convert, .strict,
            lenient { $0.onNull = .keep },
            lenient { ($0.onNull, $0.onMismatch) = (.fail, .fail) },
            lenient { ($0.onUnknownKey, $0.onDuplicateKey) = (.fail, .fail) },
            lenient { $0.onInvalidElement = .omit },
            lenient { $0.maximumTokenBytes = 20 },
            lenient { $0.maximumDepth = 3 },
        ]
    }

    /// Checks them all, and prints what has been found.
    ///
    /// - Returns: Whether there is no difference.
    mutating func run() -> Bool {
        let time = ContinuousClock().measure {
            for done in 0..<count {
                let document = texts.next()
                if done % 2 == 0 { check(document, PlainRecord.self) } else { check(document, FeaturedRecord.self) }
                if done % Self.progressStep == 0, done > 0 { complain("\(formatted(Double(done))) documents, \(differences) differences") }
            }
        }
        print(
            "readers: \(formatted(Double(count))) documents by scanner, yajl and in pieces, \(formatted(time / .seconds(1), digits: 1)) s: "
                + "\(formatted(Double(values))) values, \(formatted(Double(errors))) errors, \(differences) differences")
        return differences == 0
    }

    private mutating func check<Record: Model & Equatable>(_ document: [UInt8], _ type: Record.Type) {
        let decoder = decoders[texts.below(decoders.count)]
        let whole = Outcome { () throws(ModelError) in try decoder.whole.decode(type, from: document) }
        let yajl = Outcome { () throws(ModelError) in try decoder.yajl.decode(type, from: document) }
        let pieces = cut(document)
        let inPieces = Outcome { () throws(ModelError) in try decoder.whole.decode(type, fromChunks: pieces) }
        switch whole {
        case .value: values += 1
        case .error: errors += 1
        }
        for (name, other) in [("yajl", yajl), ("pieces", inPieces)] where other != whole {
            differences += 1
            guard differences <= 20 else { continue }
            let text = String(decoding: document, as: UTF8.self)
            complain("\(type), \(decoder.whole.options), from \(text):\n  scanner \(whole)\n  \(name) \(other)")
        }
    }

    private mutating func cut(_ document: [UInt8]) -> [ArraySlice<UInt8>] {
        let longest = 1 + texts.below(40)
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < document.count {
            let end = min(document.count, start + 1 + texts.below(longest))
            pieces.append(document[start..<end])
            start = end
        }
        return pieces
    }

    /// How a decode ended.
    private enum Outcome<Record: Equatable>: Equatable {
        case value(Record)
        case error(code: ModelError.Code, offset: Int, line: Int, column: Int, path: String, message: String)

        init(_ decode: () throws(ModelError) -> Record) {
            do throws(ModelError) {
                self = .value(try decode())
            } catch {
                self = .error(
                    code: error.code, offset: error.offset, line: error.line, column: error.column, path: error.path.description,
                    message: error.message)
            }
        }
    }
}
