import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Strings that are laid out by hand are those of the standard library, in all that can be asked of them.
@Suite("Strings made by hand")
struct StringLayoutTests {
    private static let texts: [String] = {
        let pieces = ["a", "Z", "é", "€", "😀", "e\u{301}", " ", "\u{0}", "한"]
        var texts: [String] = [""]
        for count in Array(1...90) + [100, 255, 256, 1_000, 4_094, 4_095, 4_096, 5_000] {
            texts.append(String(repeating: "x", count: count))
            for (index, piece) in pieces.enumerated() {
                // As many bytes as `count`, as far as the piece goes, with letters around it.
                let rest = count - piece.utf8.count
                guard rest >= 0 else { continue }
                let before = (index * 7 + count) % (rest + 1)
                texts.append(String(repeating: "b", count: before) + piece + String(repeating: "c", count: rest - before))
            }
        }
        return texts
    }()

    private func made(_ text: String, isASCII: Bool = false) -> String {
        // A block of exactly the bytes, so that AddressSanitizer sees what is read beyond them.
        let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        defer { block.deallocate() }
        _ = block.initialize(fromContentsOf: Array(text.utf8))
        return String(valid: BorrowedBytes(block), isASCII: isASCII)
    }

    /// The address of a large string's storage.
    private static func storage(of text: String) -> UInt64 {
        unsafeBitCast(text, to: (first: UInt64, second: UInt64).self).second & 0x0FFF_FFFF_FFFF_FFFF
    }

    @Test func theLayoutOfThisToolchainIsKnown() {
        #expect(StringLayout.current.isKnown)
    }

    @Test func stringsOfThisToolchainAreReadWhereTheyStand() {
        #expect(StringLayout.isReadable)
    }

    /// Strings of all origins: laid out by hand, with more room than bytes, parts of others, of C, of Foundation, literals.
    @Test func theyAreReadAsTheStandardLibraryReadsThem() throws {
        let literals = ["", "short", "a literal that has more than fifteen bytes", "ein Literal, länger als fünfzehn Bytes", "😀"]
        for text in some(300, of: Self.texts) + literals + [String(repeating: "long ", count: 2_000), "a \"quote\" and a \\ and \u{1}"] {
            var roomy = text
            roomy.reserveCapacity(text.utf8.count + 100)
            let part = String(("<" + text + ">").dropFirst().dropLast())
            let origins = [
                text, made(text), roomy, part, String(decoding: Data(text.utf8), as: UTF8.self), NSString(string: text) as String,
                text.uppercased(), text + text, "\(text)\(text.count)", String(text.reversed()),
            ]
            let escaped = String(decoding: try ModelEncoder().encode(origins), as: UTF8.self)
            #expect(try JSONDecoder().decode([String].self, from: Data(escaped.utf8)) == origins)
            for var origin in origins {
                withUnsafePointer(to: &origin) { address in
                    let bytes = StringLayout.bytes(at: StringAddress(address))
                    #expect(bytes.map { $0.elementsEqual(address.pointee.utf8) } ?? !address.pointee.utf8.isEmpty, "\(text)")
                }
                let member = String(decoding: try ModelEncoder().encode(Named(name: origin, nick: origin)), as: UTF8.self)
                let alone = String(decoding: try ModelEncoder().encode([origin]), as: UTF8.self).dropFirst().dropLast()
                #expect(member == #"{"name":\#(alone),"nick":\#(alone)}"#)
            }
        }
    }

    private struct Named: Model {
        var name = ""
        var nick: String?

        init() {}

        init(name: String, nick: String?) {
            (self.name, self.nick) = (name, nick)
        }
    }

    @Test func theyAreEqualToTheOriginal() {
        for text in Self.texts {
            let made = made(text)
            #expect(made == text && made.hashValue == text.hashValue && Array(made.utf8) == Array(text.utf8), "\(text)")
            #expect(made.count == text.count && made.utf16.count == text.utf16.count, "\(text)")
            #expect(made.unicodeScalars.elementsEqual(text.unicodeScalars) && made.isContiguousUTF8, "\(text)")
            if text.utf8.allSatisfy({ $0 < 0x80 }) { #expect(self.made(text, isASCII: true) == text) }
        }
    }

    /// Word for word what the standard library makes of the bytes, but for the address.
    @Test func theirWordsAreTheStandardLibrarys() {
        typealias Words = (first: UInt64, second: UInt64)
        for text in Self.texts {
            let own = String(decoding: Array(text.utf8), as: UTF8.self)
            let made = made(text)
            let (expected, found) = (unsafeBitCast(own, to: Words.self), unsafeBitCast(made, to: Words.self))
            #expect(expected.first == found.first, "\(text)")
            if text.utf8.count < 16 { #expect(expected.second == found.second, "\(text)") }
            withExtendedLifetime((own, made)) {}
        }
    }

    /// Appending in place, copies that are changed, bridging to C and slices see no difference.
    @Test func theyCanBeChanged() {
        for text in Self.texts {
            var made = made(text)
            let copy = made
            for count in 1...40 { made.append(Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(count % 26)))) }
            var expected = text
            for count in 1...40 { expected.append(Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(count % 26)))) }
            #expect(made == expected && copy == text)
            made.reserveCapacity(10)
            made.removeFirst(min(3, made.count))
            expected.removeFirst(min(3, expected.count))
            #expect(made == expected)
            var other = self.made(text)
            other.insert("é", at: other.startIndex)
            #expect(other == "é" + text)
            #expect(other.withCString { String(cString: $0) } == String(other.prefix { $0 != "\0" }) || text.contains("\0"))
            #expect(self.made(text).dropFirst(2).uppercased() == text.dropFirst(2).uppercased())
        }
    }

    /// Nothing else refers to a storage that has just been made: what appends to it finds its room, and does not copy it.
    @Test(.slow) func theyAreTheOnlyReference() {
        for count in StringLayout.stored {
            var text = made(String(repeating: "x", count: count), isASCII: true)
            let before = Self.storage(of: text)
            text.append("y")
            // Behind a long text stands one more word.
            #expect((Self.storage(of: text) == before) == ((count + (count < 64 ? 1 : 9)) % 16 != 0), "\(count)")
        }
    }

    /// Of a long text that is not ASCII the standard library notes positions, in the word behind it, and frees the notes with it.
    @Test func longOnesKnowTheirPositions() {
        for count in [64, 71, 87, 300, 4_090] {
            let text = "é" + String(repeating: "日本😀x", count: count / 11 + 1)
            var made = made(text)
            let length = text.utf16.count
            for offset in [0, 1, 63, 64, 65, length / 2, length - 1] where offset < length {
                let place = made.utf16.index(made.startIndex, offsetBy: offset)
                #expect(made.utf16[place] == text.utf16[text.utf16.index(text.startIndex, offsetBy: offset)], "\(count), \(offset)")
                #expect(made.utf16.distance(from: made.startIndex, to: place) == offset)
            }
            made.append("ß😀")
            #expect(made.utf16.count == text.utf16.count + 3 && NSString(string: made).length == made.utf16.count)
        }
    }

    @Test func manyComeAndGo() async {
        await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var kept: [String] = []
                    for round in 0..<2_000 {
                        let text = String(repeating: "k", count: (task + round) % 200)
                        kept.append(made(text))
                        if kept.count > 50 { kept.removeAll { $0.utf8.count % 3 == round % 3 } }
                    }
                    return kept.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "k") } - $1.count }
                }
            }
            for await difference in group { #expect(difference == 0) }
        }
    }
}
