import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Long runs of combining marks are put in order before Swift hashes and compares them. The text stays equal to itself, and is hashed in linear time.

@Suite("Runs of combining marks")
struct MarkOrderTests {
    @Test(.slow) func aTextStaysEqual() {
        var random = SeededGenerator(seed: 21)
        // Marks of many classes, those that stand for two, letters that hold marks, and letters.
        let scalars =
            (Array(0x300...0x36F) + Array(0x591...0x5C7) + Array(0xF71...0xF84) + [0xE9, 0x1EAD, 0x61, 0x1100, 0x1161, 0x1D165, 0x20])
            .compactMap { Unicode.Scalar($0) }
        var changed = 0
        for _ in 0..<300 {
            var text = String.UnicodeScalarView()
            // Few letters between the marks, so that runs are long.
            let marks = scalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
            for _ in 0..<Int.random(in: 1...600, using: &random) {
                let source = Int.random(in: 0..<100, using: &random) == 0 ? scalars : marks
                if let scalar = source.randomElement(using: &random) { text.append(scalar) }
            }
            let string = String(text)
            let ordered = string.marksInOrder
            #expect(ordered == string && ordered.hashValue == string.hashValue && String.areEqual(ordered, string))
            if Array(ordered.utf8) != Array(string.utf8) { changed += 1 }
        }
        #expect(changed > 50)
    }

    /// Both sides of the limit: what is not longer than it, and a run that is not, stays byte for byte.
    @Test(arguments: [0, 1, 100, 127])
    func aShortRunStays(count: Int) {
        let run = String(repeating: "\u{301}\u{323}", count: count / 2)
        for text in [run, "e" + run, run + String(repeating: "a", count: 1000), String(repeating: "a\u{301}\u{323}", count: 1000)] {
            #expect(Array(text.marksInOrder.utf8) == Array(text.utf8))
        }
    }

    /// Wherever it stands.
    @Test func aLongRunIsFound() {
        for before in [0, 1, 100, 255, 256, 257, 1000] {
            for after in [0, 1, 300] {
                let run = String(repeating: "\u{301}\u{323}", count: 65)
                let ordered = String(repeating: "\u{323}", count: 65) + String(repeating: "\u{301}", count: 65)
                let (start, end) = (String(repeating: "é", count: before / 2) + "e", String(repeating: "x", count: after))
                #expect(Array((start + run + end).marksInOrder.utf8) == Array((start + ordered + end).utf8), "\(before) \(after)")
            }
        }
    }

    /// A scalar without a class may begin with a mark when it is taken apart: it stays, and what is around it is put in order without it.
    @Test(.slow) func allScalars() {
        var found = 0
        // Blocks of 256. The three that do so are in those that every run looks at.
        let blocks: [Int] = Array(0x03...0x1F) + some(1_000, of: 0x20...0x10FF)
        for value in blocks.lazy.flatMap({ ($0 << 8)...($0 << 8 | 0xFF) }) {
            guard let scalar = Unicode.Scalar(value), scalar.properties.canonicalCombiningClass == .notReordered else { continue }
            guard let first = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first, first != scalar,
                first.properties.canonicalCombiningClass != .notReordered
            else { continue }
            found += 1
            let run = String(repeating: String(scalar), count: 200)
            #expect(Array(run.marksInOrder.utf8) == Array(run.utf8), "\(String(value, radix: 16))")
            for text in [marks(300) + String(scalar) + marks(300), run + marks(300) + run, String(scalar) + String(marks(300).dropFirst())]
            {
                #expect(text.marksInOrder == text && text.marksInOrder.hashValue == text.hashValue, "\(String(value, radix: 16))")
            }
        }
        #expect(found == 3)
    }

    @Test func equalityIsSwifts() {
        let texts = [marks(400), marks(400, reversed: true), marks(402), marks(400) + "x", "e", "", marks(100), marks(100, reversed: true)]
        for left in texts {
            for right in texts {
                #expect(String.areEqual(left, right) == (left == right))
                #expect((JSONValue.string(left) == .string(right)) == (left == right))
                if left == right { #expect(JSONValue.string(left).hashValue == JSONValue.string(right).hashValue) }
            }
        }
    }

    /// A key of a dictionary is equal to what stands in the document; keys of objects are their bytes.
    @Test(arguments: [DecodingOptions.lenient(.yajl), .lenient(.scanner)])
    func keysAreFound(options: DecodingOptions) throws {
        let (one, other) = (marks(600), marks(600, reversed: true))
        let json = "{\"\(one)\":1,\"\(other)\":2}"
        let decoder = ModelDecoder(options)
        let table = try decoder.decode([String: Int].self, from: json)
        #expect(table.count == 1 && table[one] == 2 && table[other] == 2)
        let any = try decoder.decode([String: Any].self, from: json)
        #expect(any.count == 1 && any[one] as? Int == 2)
        let object = try decoder.decode(JSONValue.self, from: json)
        #expect(object[one] == 1 && object[other] == 2 && object.text == json)
        // A text that is not hashed stays as it is written.
        let list = try decoder.decode([String].self, from: "[\"\(one)\"]")
        #expect(Array(list[0].utf8) == Array(one.utf8))
        let set = try decoder.decode(Set<String>.self, from: "[\"\(one)\",\"\(other)\"]")
        #expect(set == [one])
    }

    @Test func pathsAreBytes() {
        let (one, other) = (JSONPath([.key("\u{E9}"), .index(1)]), JSONPath([.key("e\u{301}"), .index(1)]))
        #expect(one != other && one == JSONPath([.key("\u{E9}"), .index(1)]) && Set([one, other, one]).count == 2)
        #expect(JSONPath([.key("a\"b"), .key(""), .key("c"), .key("\"")]).description == #"["a\"b"][""].c["\""]"#)
        #expect(JSONPath([.key("a.\u{301}")]).description == "[\"a.\u{301}\"]")
    }
}
