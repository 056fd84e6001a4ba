@testable import Yodel
@testable import YodelTestSupport

/// One way of reading a document: into which type, by which options.
struct ConformanceReading: Sendable {
    /// How the bytes are handed over.
    enum Pieces: CustomStringConvertible {
        case whole
        /// Pieces of one size, the last one shorter.
        case chunks(Int)
        /// Two pieces.
        case cut(Int)

        var description: String {
            switch self {
            case .whole: "whole"
            case .chunks(let size): "in chunks of \(size)"
            case .cut(let place): "cut at \(place)"
            }
        }
    }

    /// What has come of it.
    struct Outcome: Equatable, CustomStringConvertible {
        var value: String?
        var error: ErrorFields?

        var description: String { error.map(\.description) ?? value ?? "" }
        /// The error without its path, which depends on the type.
        var place: [String] { error.map { ["\($0.code)", "\($0.offset)", "\($0.line)", "\($0.column)", $0.message] } ?? [] }
    }

    let name: String
    let isStrict: Bool
    /// The first byte that the type can be read from; nil for any.
    private let root: UInt8?
    let read: @Sendable ([UInt8], Pieces) -> Outcome

    private init<T>(
        _ name: String, _ type: T.Type, _ options: DecodingOptions, from root: UInt8? = nil, text: @escaping @Sendable (T) -> String
    ) {
        self.name = name
        self.root = root
        isStrict = !options.convertsTypes
        read = { bytes, pieces in
            let result =
                switch pieces {
                case .whole: decodeWhole(type, bytes, options)
                case .chunks(let size): decodeInChunks(type, bytes, size: size, options)
                case .cut(let place):
                    {
                        var sizes = [place]
                        return decodeInChunks(type, bytes, options) { sizes.popLast() ?? bytes.count }
                    }()
                }
            return Outcome(value: (try? result.get()).map(text), error: result.errorFields)
        }
    }

    /// Whether the type can be read from a document: a root that does not fit its type is an error of its own.
    func isFor(_ bytes: [UInt8]) -> Bool {
        guard let root else { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == root
    }
}

extension ConformanceReading {
    /// All ways of reading.
    static let all: [ConformanceReading] = ways("yajl, ", .lenient(.yajl)) + ways("scanner, ", .lenient(.scanner))

    private static func ways(_ name: String, _ options: DecodingOptions) -> [ConformanceReading] {
        // The strict rules, and what else the options say.
        var strict = options
        (strict.convertsTypes, strict.onMismatch, strict.onNull, strict.acceptsByteOrderMark) = (false, .fail, .fail, false)
        let (object, array) = (UInt8(ascii: "{"), UInt8(ascii: "["))
        return [
            ConformanceReading("\(name)JSONValue", JSONValue.self, options) { $0.text },
            ConformanceReading("\(name)strict JSONValue", JSONValue.self, strict) { $0.text },
            ConformanceReading("\(name)Any?", Any?.self, options) { _ in "read" },
            ConformanceReading("\(name)model", Tree.self, options, from: object) { "\($0)" },
            ConformanceReading("\(name)models", [Tree].self, options, from: array) { "\($0)" },
            ConformanceReading("\(name)kept tokens", Watched.self, options, from: object) { $0.seen },
            ConformanceReading("\(name)skipped object", Nothing.self, options, from: object) { "\($0)" },
            ConformanceReading("\(name)skipped array", [Nothing].self, options, from: array) { "\($0.count)" },
        ]
    }

    /// Its properties have the keys of the files, one of them a key that also leads to others.
    private struct Tree: Model {
        var a = 0
        var below = 0
        var b: [Tree] = []
        var c: String?
        var s = ""
        var n = 0.5
        var t: Bool?
        var z = JSONValue.null

        static func describe(_ model: inout ModelDescription) { model.keys = ["below": "a.b", "c": ["c", "k1", ""]] }
    }

    private struct Watched: DidDecodeModel {
        var a: JSONValue?
        var seen = ""
        static func describe(_ model: inout ModelDescription) { model.ignored = ["seen"] }
        mutating func didDecode(from object: JSONObject) { seen = "\(object)" }
    }

    private struct Nothing: Model {}
}
