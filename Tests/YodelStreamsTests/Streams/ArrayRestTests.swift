import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What follows an array whose elements are records: its document must be JSON to its end, and nothing may follow that.

@Suite struct ArrayRestTests {
    /// What follows `{"a":{"b":[1]`, and what the reading ends with.
    private static let rests: [(String, String?)] = [
        ("}}", nil), (" } \r\n}\n", nil), (",\"c\":{\"a\":{\"b\":[]},\"b\":0},\"bb\":1},\"b\":[{},[[]],\"\"]}", nil),
        (",\"c\":[-0.5E+7,0,10,-1e2,true,false,null,\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\u{E9}\\ud83d\\ude00\"]}}", nil),
        // The document ends too early, or something follows it.
        ("", "unexpectedEnd 13 1:14"), ("}", "unexpectedEnd 14 1:15"), ("},\n", "unexpectedEnd 16 2:1"), (",\"c", "unexpectedEnd 16 1:17"),
        (",\"c\":tr", "unexpectedEnd 20 1:21"), ("}}{\"a\":{\"b\":[2]}}", "trailingContent 15 1:16"), ("}}\n\nx", "trailingContent 17 3:1"),
        ("}}]", "trailingContent 15 1:16"),
        // No JSON.
        ("]}", "unexpectedByte 13 1:14"), (" 2}}", "unexpectedByte 14 1:15"), ("}]", "unexpectedByte 14 1:15"),
        (",}}", "unexpectedByte 14 1:15"),
        (",\"c\"}}", "unexpectedByte 17 1:18"), (",\"c\":}}", "unexpectedByte 18 1:19"), (",\"c\":[1,]}}", "unexpectedByte 21 1:22"),
        (",\"c\":[1 2]}}", "unexpectedByte 21 1:22"), (",\"c\":{\"d\":1,}}}", "unexpectedByte 25 1:26"),
        (",c:1}}", "unexpectedByte 14 1:15"),
        (",\"c\":[{]}}", "unexpectedByte 20 1:21"), (",\"c\":'x'}}", "unexpectedByte 18 1:19"), ("\u{B}}}", "unexpectedByte 13 1:14"),
        (",\"c\":nul}}", "invalidLiteral 21 1:22"), (",\"c\":truE}}", "invalidLiteral 21 1:22"), (",\"c\":01}}", "invalidNumber 18 1:19"),
        (",\"c\":-}}", "invalidNumber 19 1:20"), (",\"c\":1.}}", "invalidNumber 20 1:21"), (",\"c\":1e+}}", "invalidNumber 21 1:22"),
        (",\"c\":\"\\x\"}}", "invalidEscape 19 1:20"), (",\"c\":\"\\u00g0\"}}", "invalidEscape 19 1:20"),
        (",\"c\":\"a\n\"}}", "controlCharacter 20 1:21"), (",\"c\":\"\\ud800\"}}", "loneSurrogate 19 1:20"),
        // A key on the way again, as it is written or by escapes; not one that stands elsewhere.
        (",\"b\":[2]}}", "duplicateKey 14 1:15"), ("},\n \"a\":{}}", "duplicateKey 17 2:2"), (",\"\\u0062\":0}}", "duplicateKey 14 1:15"),
        (",\"a\":0},\"b\":0}", nil), (",\"c\":{\"b\":0}},\"c\":[\"a\",{\"a\":0}]}", nil), (",\"b\\u0000\":0,\"\":0}}", nil),
    ]

    @Test(arguments: rests)
    func theRestIsReadToItsEnd(rest: String, end: String?) throws {
        let bytes = Array("{\"a\":{\"b\":[1]\(rest)".utf8)
        for size in 1...bytes.count {
            let got = try readStream(Int.self, bytes, .array(at: "a.b"), size: size)
            // Whatever follows, the element has been delivered.
            #expect(got.records.map(\.model) == [1] && got.complaints == [], "chunks of \(size)")
            let fault = got.end.map { "\($0.code) \($0.offset) \($0.line):\($0.column)" }
            #expect(fault == end, "chunks of \(size)")
            if fault != end { return }
        }
    }

    @Test func bytesThatAreNoTextAreAFault() throws {
        let bytes = Array("{\"a\":{\"b\":[1],\"c\":\"x".utf8) + [0xC3, 0x28] + Array("\"}}".utf8)
        for size in 1...bytes.count {
            let end = try readStream(Int.self, bytes, .array(at: "a.b"), size: size).end
            #expect(end?.code == .invalidUTF8 && end?.offset == 20 && end?.column == 21)
        }
    }

    @Test func theErrorsSayWhatIsWrong() throws {
        func end(_ text: String, _ path: JSONPath) throws -> ErrorFields? {
            try readStream(Int.self, Array(text.utf8), .array(at: path), size: 5).end
        }
        let again = try end("{\"a\":[1],\"a\":[2]}", "a")
        #expect(again?.category == .mismatch && again?.code == .duplicateKey && again?.path == "a")
        #expect(again?.message.hasPrefix("a key on the way to the array appears again after the array") == true)
        for (value, found) in [("null", "null"), ("false", "a boolean"), ("{}", "an object"), ("\"x\"", "a string"), ("-1", "a number")] {
            let other = try end("{\"Records\":\(value)}", "Records")
            #expect(other?.category == .mismatch && other?.path == "Records" && other?.offset == 11)
            #expect(other?.code == (value == "null" ? .unexpectedNull : .typeMismatch))
            #expect(other?.message == "expected an array at 'Records', found \(found)")
        }
    }

    /// In an array on the way, too, and wherever a reading stops in its elements or in the rest.
    @Test(
        arguments: [
            ("{\"x\":[0,{\"1\":[1, 2]}, {\"1\":[]}],\"y\":1}\n", "x[1].1", nil), ("[[1,2],[3]] \n", "[0]", nil),
            ("{\"0\":[1,2],\"1\":[3]}", "[0]", nil),
            ("[[1,2]}", "[0]", .unexpectedByte), ("{\"0\":[1,2]]", "[0]", .unexpectedByte), ("{\"0\":[1,2],\"0\":3}", "[0]", .duplicateKey),
            ("[[1,2],\"0\":3]", "[0]", .unexpectedByte), ("[[1,2]]]", "[0]", .trailingContent),
            ("{\"a\":[1,2],\"b\":\"\n\"}", "a", .controlCharacter),
        ] as [(String, JSONPath, ModelError.Code?)])
    func aReadingGoesOnAnywhere(text: String, path: JSONPath, code: ModelError.Code?) throws {
        let bytes = Array(text.utf8)
        let whole = try readStream(Int.self, bytes, .array(at: path), size: bytes.count)
        #expect(whole.end?.code == code && whole.records.count == 2)
        for end in 0...bytes.count {
            var reader = try ModelReader(Int.self, framing: .array(at: path))
            var joined = StreamOutcome<Int>()
            do { try reader.read(Array(bytes[..<end])) { joined.records.append(ReadRecord($0)) } } catch { continue }
            let position = try JSONDecoder().decode(ReadingPosition.self, from: JSONEncoder().encode(reader.position))
            #expect(position == reader.position)
            let rest = try readStream(Int.self, Array(bytes[position.offset...]), .array(at: path), from: position, size: 3)
            joined.records += rest.records
            joined.end = rest.end
            joined.complaints = rest.complaints
            #expect(joined.difference(from: whole) == nil, "after \(end) bytes: \(joined.difference(from: whole) ?? "")")
        }
    }

    /// A position of an earlier version does not say what is around its array.
    @Test func aPositionMayLackTheContainers() throws {
        let bytes = Array("{\"a\":[0,{\"b\":[1,2]}]} x".utf8)
        let json = #"{"offset":15,"line":1,"column":16,"records":1,"framing":{"array":{"at":["a",1,"b"]}},"arrayState":2}"#
        let position = try JSONDecoder().decode(ReadingPosition.self, from: Data(json.utf8))
        let got = try readStream(Int.self, Array(bytes[15...]), .array(at: "a[1].b"), from: position, size: 2)
        #expect(got.records.map(\.model) == [2] && got.end?.code == .trailingContent && got.end?.offset == 22)
    }

    @Test(arguments: [
        #""arrayState":2,"containers":["object"]"#, #""arrayState":2,"containers":["array","array","object"]"#,
        #""arrayState":2,"containers":["object","array","array"]"#, #""arrayState":2,"containers":["object","list","object"]"#,
        #""arrayState":2,"containers":[0,1,0]"#, #""arrayState":2,"containers":{}"#, #""arrayState":5"#,
    ])
    func containersThatCannotBeAreNotDecoded(fields: String) {
        let json = #"{"offset":15,"line":1,"column":16,"records":1,"framing":{"array":{"at":["a",1,"b"]}},"# + fields + "}"
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ReadingPosition.self, from: Data(json.utf8)) }
    }

    @Test func containersBelongToAnArray() throws {
        for framing in [nil, .lines, .values, .document] as [Framing?] {
            var position = ReadingPosition()
            (position.offset, position.framing, position.containers) = (10, framing, [])
            let error = #expect(throws: ModelError.self) { _ = try ModelReader(Int.self, framing: framing ?? .lines, from: position) }
            #expect(error?.code == .invalidPosition)
        }
    }
}
