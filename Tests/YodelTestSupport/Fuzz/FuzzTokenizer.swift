@testable import Yodel

/// A way for a document to be read. On every input all ways must agree.
struct FuzzTokenizer: Sendable {
    /// Where the document is cut.
    enum Cuts: Sendable { case none, everyByte, anywhere, once }

    let name: String
    let cuts: Cuts
    let choose: @Sendable (inout DecodingOptions) -> Void

    init(_ name: String, _ cuts: Cuts = .none, _ choose: @escaping @Sendable (inout DecodingOptions) -> Void = { _ in }) {
        self.name = name
        self.cuts = cuts
        self.choose = choose
    }

    /// The first is what the others are compared with.
    static let all = [
        FuzzTokenizer("yajl") { $0.tokenizer = .yajl },
        FuzzTokenizer("scanner") { $0.tokenizer = .scanner },
        FuzzTokenizer("yajl, byte by byte", .everyByte),
        FuzzTokenizer("yajl, in chunks", .anywhere),
        FuzzTokenizer("yajl, in two pieces", .once),
    ]

    /// Those that read a document that lies whole in memory.
    static let whole = all.filter { $0.cuts == .none }

    /// Decodes a document that lies in memory of its own.
    func decode<T>(
        _ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions, _ generator: inout SeededGenerator
    ) -> Result<T, ModelError> {
        var options = options
        choose(&options)
        var random = generator
        defer { generator = random }
        switch cuts {
        case .none: return decodeOnce(type, bytes, options)
        case .everyByte: return decodeInChunks(type, bytes, size: 1, options)
        case .anywhere:
            return decodeInChunks(type, bytes, options) { Int.random(in: 1...(Bool.random(using: &random) ? 4 : 40), using: &random) }
        case .once:
            var next = Int.random(in: 0...bytes.count, using: &random)
            return decodeInChunks(type, bytes, options) {
                defer { next = .max }
                return next == 0 ? bytes.count : min(next, bytes.count)
            }
        }
    }

    /// Decodes a document in every way.
    ///
    /// - Parameter difference: How a value differs from the expected one; nil if it does not.
    /// - Returns: The first way's result, and what another one makes of the document if it does not agree.
    static func decode<T>(
        _ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions, _ generator: inout SeededGenerator,
        difference: (_ actual: T, _ expected: T) -> String?
    ) -> (result: Result<T, ModelError>, fault: String?) {
        let expected = all[0].decode(type, bytes, options, &generator)
        for tokenizer in all.dropFirst() {
            let actual = tokenizer.decode(type, bytes, options, &generator)
            let fault: String?
            switch (actual, expected) {
            case (.success(let actual), .success(let expected)): fault = difference(actual, expected)
            case (.failure(let actual), .failure(let expected)):
                let isAllowed = tokenizer.cuts != .none && mayComeFirst(actual, before: expected, options, bytes.count)
                fault =
                    isAllowed || ErrorFields(actual) == ErrorFields(expected)
                    ? nil : "\(ErrorFields(actual))\n    expected \(ErrorFields(expected))"
            case (.success(let actual), .failure(let expected)): fault = "\(actual)\n    expected \(ErrorFields(expected))"
            case (.failure(let actual), .success(let expected)): fault = "\(ErrorFields(actual))\n    expected \(expected)"
            }
            if let fault {
                return (expected, "\(T.self) by \(tokenizer.name): \(fault)\n    expected by \(all[0].name)\n    \(bytes.shown)")
            }
        }
        return (expected, nil)
    }

    /// Whether a document in chunks may be refused for another reason than it is as a whole.
    private static func mayComeFirst(_ error: ModelError, before expected: ModelError, _ options: DecodingOptions, _ count: Int) -> Bool {
        switch (error.code, expected.code) {
        // Of a document that lies whole in memory the length is known before anything that is wrong with it.
        case (_, .documentLimit): error.offset <= expected.offset
        // A token that does not end is refused when it is six times too long, so that it need not be kept: what is wrong further on in it, or
        // is known at its end only, is not met.
        case (.tokenLimit, _): expected.category == .syntax && count > error.offset + 6 * options.maximumTokenBytes + 16
        default: false
        }
    }
}
