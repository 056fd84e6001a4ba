import Testing
@testable import Yodel
@testable import YodelTestSupport

// Objects that the model's own code has changed, and bytes that could be taken for something that only the library writes.

/// Puts values of every kind into its object, each where a property, a path, an alternative or several properties wait for it.
private struct Changed: WillDecodeModel, Equatable {
    var name = ""
    var numbers: [Int] = []
    var table: [String: [Double]] = [:]
    var inner: [Changed] = []
    var value = JSONValue.null
    var below = "", first = 0, second = 0.0, choice = ""

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["below": "way.to[1].it", "first": "shared", "second": "shared", "choice": ["best", "way.choice"]]
    }

    mutating func willDecode(_ object: inout JSONObject) {
        guard let depth = object["depth"]?.numberValue?.integer(as: Int.self), depth > 0 else { return }
        object["name"] = .string("\u{1}\u{2}\"\\\u{1F}é")
        object["numbers"] = [1, 2, 3]
        object["table"] = ["a": [0.5, 1], "\u{2}": []]
        object["value"] = ["any": [true, .null, ["\u{2}": 7]]]
        object["way"] = ["to": [0, ["it": "found"]], "choice": "lesser"]
        object["shared"] = 4
        object["inner"] = [["depth": JSONValue(integerLiteral: depth - 1)], 5]
    }
}

@Suite("Objects that hooks have changed")
struct ChangedObjectTests {
    @Test(arguments: [0, 1, 3, 40])
    func whatHooksPutThereIsReadAsIfItHadCome(depth: Int) throws {
        for json in ["{\"depth\":\(depth)}", "[{\"depth\":\(depth)},{}]"] {
            var results: [[Changed]] = []
            for tokenizer in [DecodingOptions.Tokenizer.scanner, .yajl] {
                let decoder = ModelDecoder(.lenient.with(\.tokenizer, tokenizer))
                results.append(
                    json.hasPrefix("[") ? try decoder.decode([Changed].self, from: json) : [try decoder.decode(Changed.self, from: json)])
            }
            #expect(results[0] == results[1])
            var (level, value) = (depth, results[0].first)
            while level > 0, let changed = value {
                #expect(changed.name == "\u{1}\u{2}\"\\\u{1F}é" && changed.numbers == [1, 2, 3])
                #expect(changed.table == ["a": [0.5, 1], "\u{2}": []] && changed.value == ["any": [true, .null, ["\u{2}": 7]]])
                #expect(changed.below == "found" && changed.first == 4 && changed.second == 4 && changed.choice == "lesser")
                #expect(changed.inner.count == 1)
                (level, value) = (level - 1, changed.inner.first)
            }
            #expect(level == 0 && value?.name == "")
        }
    }

    @Test func anErrorInAChangedObjectStandsWhereTheObjectBegins() throws {
        for tokenizer in [DecodingOptions.Tokenizer.scanner, .yajl] {
            do {
                _ = try ModelDecoder(.strict.with(\.tokenizer, tokenizer)).decode([Changed].self, from: #"[{}, {"depth":2}]"#)
                Issue.record("no error")
            } catch {
                #expect(error.offset == 5 && error.path.description == "[1].inner[0].inner[1]" && error.code == .typeMismatch)
            }
        }
    }

    /// Bytes that begin no value are a fault, wherever they stand and whatever follows them.
    @Test(arguments: 0..<0x20)
    func bytesThatBeginNoValueAreAFault(byte: Int) {
        let memory = GuardedMemory(capacity: 4096)
        var wrong: [String?] = []
        let tails: [[UInt8]] = [[], [0], Array(repeating: 0, count: 8), Array("1234567".utf8)]
        let surroundings = [
            ("", ""), ("[", "]"), ("{\"name\":", "}"), ("{\"way\":", ",\"x\":1}"), ("{\"inner\":[{\"depth\":1},", "]}"),
        ]
        // Nine have all tails and all surroundings.
        for (tail, (before, after)) in some(9, of: tails.flatMap { tail in surroundings.map { (tail, $0) } }) {
            let text = Array(before.utf8) + [UInt8(byte)] + tail + Array(after.utf8)
            wrong.append(scannerDifference(Changed.self, text, memory))
            wrong.append(scannerDifference([Int].self, text, memory))
            wrong.append(scannerDifference(JSONValue.self, text, memory))
            wrong.append(scannerDifference([String: Changed].self, text, memory))
        }
        #expect(wrong.compactMap { $0 }.isEmpty, "\(wrong.compactMap { $0 }.prefix(3))")
    }
}
