import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// The bytes of a value: on every way in and out, and what they are refused for.

private struct Envelope: Model, Equatable {
    var kind = ""
    var payload = RawJSON.null
    var maybe: RawJSON?
    var list: [RawJSON] = []
    var table: [String: RawJSON] = [:]
}

private struct Routed: Model {
    var first = RawJSON.null, again = RawJSON.null, deep = RawJSON.null, other: RawJSON?, either = RawJSON(1)
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["first": "k", "again": "k", "deep": "ext.deep", "other": ["x", "y"], "either": ["p", "q"]]
    }
}

private struct Accessed: Model {
    private var stored = RawJSON.null
    var seen: RawJSON {
        get { stored }
        set { stored = newValue }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.seen, named: "seen")
        model.ignored = ["stored"]
    }
}

private struct Hooked: DidDecodeModel, WillEncodeModel {
    var raw = RawJSON.null
    var isSeen = false
    static func describe(_ model: inout ModelDescription) { model.ignored = ["isSeen"] }
    mutating func didDecode(from object: JSONObject) { isSeen = object["raw"] != nil }
    func willEncode(into object: inout JSONObject) { object["more"] = 1 }
}

private struct Coded: Codable, Equatable {
    var id = 0
    var raw = RawJSON.null
    var maybe: RawJSON?
    var list: [RawJSON] = []
}

private func raw(_ text: String) -> RawJSON { RawJSON(unchecked: Array(text.utf8)) }

@Suite("Raw JSON")
struct RawJSONTests {
    /// Values as odd as they are written.
    private static let texts = [
        "null", "true", "false", "0", "-0.0e-7", "1.50", "123456789012345678901234567890", #""""#, #""a\u0041\/\n\ud83d\ude00""#,
        "\"\u{e9}\u{1F600}\"",
        "[]", "[ ]", "{ }", "{\"a\" : [1 ,2\t],\n \"a\":\"}\"}", "[[[[\"]\\\"\"]]]]", #"{"\u0061":null}"#,
    ]

    @Test func theBytesAreKept() throws {
        for text in Self.texts {
            #expect(try RawJSON(json: " \n\(text)\t ").text == text)
            #expect(try RawJSON(json: Data(text.utf8)).bytes == Array(text.utf8))
            #expect(try RawJSON(json: Array(text.utf8)) == raw(text))
            let document = #"{"payload":\#(text) ,"list": [ \#(text), \#(text) ],"kind":"k","table":{"t":\#(text)},"maybe":\#(text)}"#
            for options in [DecodingOptions.lenient(.scanner), .strict] {
                let envelope = try ModelDecoder(options).decode(Envelope.self, from: document)
                #expect(envelope.payload == raw(text) && envelope.list == [raw(text), raw(text)] && envelope.table == ["t": raw(text)])
                #expect(envelope.maybe == (text == "null" ? nil : raw(text)))
                let again = try ModelDecoder(options).decode(Envelope.self, from: try ModelEncoder().encode(envelope))
                #expect(again == envelope)
            }
            let options = DecodingOptions.lenient(.scanner)
            #expect(try ModelDecoder(options).decode([RawJSON].self, from: "[\(text) , \(text)]") == [raw(text), raw(text)])
            let part = try ModelDecoder(options).decode(RawJSON.self, from: #"{"a":[0, \#(text) ]}"#, at: "a[1]")
            #expect(part == raw(text))
            let routed = try ModelDecoder(options).decode(
                Routed.self, from: #"{"k":\#(text),"ext":{"deep":\#(text)},"y":[1, 2],"x": null}"#)
            #expect(routed.first == raw(text) && routed.again == raw(text) && routed.deep == raw(text) && routed.other == raw("[1, 2]"))
            #expect(try ModelDecoder(options).decode(Accessed.self, from: #"{"seen":\#(text)}"#).seen == raw(text))
            #expect(RawJSON(raw(text).value).value == raw(text).value)
        }
    }

    /// Whatever the way is, the value is the same.
    @Test func everyWayIn() throws {
        for text in Self.texts {
            let value = raw(text).value
            let document = #"{"payload":\#(text),"list":[\#(text)],"table":{"t":\#(text)}}"#
            for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
                for size in [1, 2, 7, 1000] {
                    let envelope = try decodeInChunks(Envelope.self, Array(document.utf8), size: size, .lenient(tokenizer)).get()
                    #expect(envelope.payload.value == value && envelope.list.map(\.value) == [value], "\(text)")
                    #expect(envelope.table.mapValues(\.value) == ["t": value])
                }
                let whole = try decodeOnce(Envelope.self, Array(document.utf8), .lenient(tokenizer)).get()
                #expect(whole.payload.value == value)
                #expect(try ModelDecoder(.lenient(tokenizer)).decode(RawJSON.self, from: text).value == value)
            }
            let parsed: JSONValue = ["payload": value, "list": [value]]
            #expect(try ModelDecoder().decode(Envelope.self, from: parsed).payload.value == value)
            let plain: [String: Any] = ["payload": raw(text), "list": [value, raw(text)]]
            let envelope = try Envelope(json: plain)
            #expect(envelope.payload.value == value && envelope.list.map(\.value) == [value, value])
            var updated = Envelope(kind: "k", payload: raw("7"))
            try updated.update(json: #"{"payload":\#(text)}"#)
            #expect(updated.payload.value == value && updated.kind == "k")
        }
        #expect(try Envelope(json: ["payload": ["n": NSNumber(value: 1), "z": NSNull()]]).payload.value == ["n": 1, "z": nil])
    }

    @Test func records() throws {
        let lines = "{\"a\":1}\n[ 2 ]\n\"x\"\n"
        var found: [RawJSON] = []
        var reader = try ModelReader(RawJSON.self, framing: .lines)
        for byte in lines.utf8 { try reader.read([byte]) { found.append(try $0.get()) } }
        try reader.finish { found.append(try $0.get()) }
        #expect(found == [raw(#"{"a":1}"#), raw("[ 2 ]"), raw(#""x""#)] || found.map(\.value) == [["a": 1], [2], "x"])
    }

    @Test func whatIsWritten() throws {
        for text in Self.texts {
            let envelope = Envelope(kind: "k", payload: raw(text), maybe: raw(text), list: [raw(text)], table: ["t": raw(text)])
            let expected = #"{"kind":"k","payload":\#(text),"maybe":\#(text),"list":[\#(text)],"table":{"t":\#(text)}}"#
            #expect(try ModelEncoder().encodeToString(envelope) == expected)
            #expect(try ModelEncoder().encodeToString(["a": raw(text)]) == #"{"a":\#(text)}"#)
            #expect(try ModelEncoder().encodeToString(raw(text)) == text)
            #expect(try ModelEncoder().encodeToString(["any": raw(text)] as [String: Any]) == #"{"any":\#(text)}"#)
            #expect(try ModelEncoder().encodeValue(envelope)["payload"] == raw(text).value)
            #expect(try RawJSON(encoding: envelope).text == expected)
            #expect(try RawJSON(encoding: envelope).decode(Envelope.self).payload.value == raw(text).value)
        }
        #expect(try ModelEncoder().encodeToString(Envelope()) == #"{"kind":"","payload":null,"list":[],"table":{}}"#)
        #expect(try ModelEncoder().encodeToString(Accessed()) == #"{"seen":null}"#)
    }

    /// No option changes the bytes, but a line is a line.
    @Test func layout() throws {
        var options = EncodingOptions()
        options.isPretty = true
        options.sortsKeys = true
        let text = "{\"b\" :1,\r\n\"a\":\"/\u{e9}\"}"
        #expect(try ModelEncoder(options).encodeToString(["k": raw(text)]) == "{\n  \"k\" : \(text)\n}")
        let lines = try ModelEncoder().encodeLines([raw(text), raw("1")])
        #expect(String(decoding: lines, as: UTF8.self) == "{\"b\" :1,  \"a\":\"/\u{e9}\"}\n1\n")
    }

    @Test func alternativesThatAreNull() throws {
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            let decoder = ModelDecoder(.lenient(tokenizer))
            #expect(try decoder.decode(Routed.self, from: #"{"p": null, "q": null}"#).either == .null)
            #expect(try decoder.decode(Routed.self, from: #"{"q": [2], "p": null}"#).either == raw("[2]"))
            #expect(try decoder.decode(Routed.self, from: #"{"q": [2], "p": "p"}"#).either == raw(#""p""#))
            #expect(try decoder.decode(Routed.self, from: "{}").either == raw("1"))
        }
    }

    @Test func hooks() throws {
        let hooked = try Hooked(json: #"{"raw": [1.50, {"a":"\u0041"}]}"#)
        #expect(hooked.isSeen && hooked.raw.value == [.number(JSONNumber("1.50")!), ["a": "A"]])
        #expect(try hooked.jsonString() == #"{"raw":[1.50,{"a":"A"}],"more":1}"#)
    }

    @Test func codable() throws {
        for text in Self.texts {
            let coded = Coded(id: 1, raw: raw(text), maybe: raw(text), list: [raw(text), raw("1")])
            let expected = #"{"id":1,"raw":\#(text),"maybe":\#(text),"list":[\#(text),1]}"#
            let written = try CodableEncoder().encode(coded)
            #expect(String(decoding: written, as: UTF8.self) == expected)
            let read = try CodableDecoder().decode(Coded.self, from: written)
            #expect(read.raw == coded.raw && read.list == coded.list && read.maybe == (text == "null" ? nil : raw(text)))
            #expect(try CodableDecoder().decode([String: RawJSON].self, from: #"{"k":\#(text) }"#) == ["k": raw(text)])
            #expect(try CodableDecoder().decode(RawJSON.self, from: " \(text) ") == raw(text))
            // By another coder, and inside of a model: as the value.
            let foreign = try JSONDecoder().decode(Coded.self, from: JSONEncoder().encode(coded))
            let ours = try ModelDecoder().decode(Coded.self, from: try ModelEncoder().encode(coded))
            for other in [foreign, ours] {
                let (left, right) = (other.raw.value, raw(text).value)
                #expect(
                    left == right || left.numberValue?.isSameNumber(as: right.numberValue!) == true || left.numberValue?.doubleValue == 0)
            }
        }
        // The keys of types are converted, those of raw JSON are data.
        let encoder = CodableEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        #expect(String(decoding: try encoder.encode(["aB": raw(#"{"cD":1 }"#)]), as: UTF8.self) == "{\n  \"aB\" : {\"cD\":1 }\n}")
        #expect(throws: EncodingError.self) {
            try CodableEncoder().encode([raw(String(repeating: "[", count: 512) + String(repeating: "]", count: 512))])
        }
    }

    @Test func archives() throws {
        let envelope = Envelope(kind: "k", payload: raw(#"{"a":[1,"b"]}"#), list: [raw("1")], table: ["t": raw("[]")])
        struct Archived: Codable {
            var model: Envelope
            init(_ model: Envelope) { self.model = model }
            init(from decoder: any Decoder) throws { model = try Envelope(modelFrom: decoder) }
            func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
        }
        #expect(try JSONDecoder().decode(Archived.self, from: JSONEncoder().encode(Archived(envelope))).model == envelope)
        #expect(try PropertyListDecoder().decode(Archived.self, from: PropertyListEncoder().encode(Archived(envelope))).model == envelope)
    }

    @Test func life() {
        let one = Envelope(payload: raw("[1]"))
        #expect(one.modelIsEqual(one.modelCopy()) && !one.modelIsEqual(Envelope(payload: raw("[1 ]"))))
        #expect(one.modelDescription.contains("payload = [1];"))
        #expect(Set([raw("1"), raw("1"), raw("1.0")]).count == 2)
        #expect(RawJSON.null.isNull && !raw(#""null""#).isNull && "\(raw("[ ]"))" == "[ ]")
    }

    /// What is no JSON is no raw JSON, and the error is that of every other type.
    @Test func whatIsRefused() throws {
        let wrong = [
            "", " ", "nul", "01", "1.", "[1,]", "{\"a\"}", "{\"a\":1,}", "\"\u{1}\"", #""\x""#, #""\ud800""#, "[1] 2", "truefalse", "[",
            "{\"a\":[}",
        ]
        for text in wrong {
            for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
                func error<T>(_ type: T.Type) -> ModelError? {
                    guard case .failure(let error) = decodeOnce(type, Array(text.utf8), .lenient(tokenizer)) else { return nil }
                    return error
                }
                let expected = error(JSONValue.self)
                let found = error(RawJSON.self)
                #expect(found != nil && found?.code == expected?.code && found?.offset == expected?.offset, "\(text)")
            }
        }
        let invalid = Array(#"{"payload":"a"}"#.utf8).map { $0 == UInt8(ascii: "a") ? 0xFF : $0 }
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Envelope.self, from: invalid) }
    }

    @Test func limits() throws {
        let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            let options = DecodingOptions.lenient(tokenizer)
            #expect(try decodeOnce([RawJSON].self, Array("[\(deep)]".utf8), options).get() == [raw(deep)])
            guard case .failure(let error) = decodeOnce([RawJSON].self, Array("[[\(deep)]]".utf8), options) else {
                Issue.record("too deep, and taken")
                continue
            }
            #expect(error.code == .depthLimit && error.offset == 512)
            var failing = options
            failing.onDuplicateKey = .fail
            guard case .failure(let error) = decodeOnce([RawJSON].self, Array(#"[{"a":1,"a":2}]"#.utf8), failing) else {
                Issue.record("a key comes twice, and is taken")
                continue
            }
            #expect(error.code == .duplicateKey)
        }
        #expect(try ModelEncoder().encodeToString([raw(deep)]) == "[\(deep)]")
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encodeToString([[raw(deep)]]) }
        #expect(error?.code == .depthLimit)
        #expect(!raw(#"["[[[[\"[[["]"#).isDeeper(than: 1) && raw("[[1]]").isDeeper(than: 1) && !raw("[[1]]").isDeeper(than: 2))
    }

    @Test func errorsOfLaterDecodingHaveTheirPlaceInTheBytes() throws {
        let envelope = try Envelope(json: #"{"payload": {"kind": 1 , "list": 7}}"#)
        let error = #expect(throws: ModelError.self) { try envelope.payload.decode(Envelope.self, by: ModelDecoder(.strict)) }
        #expect(error?.offset == 9 && error?.path == "kind")
    }
}
