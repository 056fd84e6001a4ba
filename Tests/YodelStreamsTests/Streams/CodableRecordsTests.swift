import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Records of a stream may be types that decode themselves: in every framing, however the stream is cut.
@Suite("Codable records")
struct CodableRecordsTests {
    enum Kind: Codable, Equatable, Sendable {
        case opened
        case paid(amount: Double, currency: String?)
    }

    /// What no model can be: constants, an enumeration with payloads, no default anywhere.
    struct Booking: Codable, Equatable, Sendable {
        let id: Int
        let customerName: String
        let kind: Kind
        let at: Date?
        let tags: [String: [Int]]
    }

    static let bookings = (0..<9).map { number in
        Booking(
            id: number, customerName: "customer \"\(number)\" é", kind: number % 2 == 0 ? .opened : .paid(amount: 1.5, currency: nil),
            at: number % 3 == 0 ? Date(timeIntervalSince1970: Double(number)) : nil, tags: ["a": [number], "b_c": []])
    }

    /// Each booking as a document, in snake case, with dates in words.
    static let texts = bookings.map { booking in
        let encoder = CodableEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return (try? encoder.encodeToString(booking)) ?? ""
    }

    static var options: DecodingOptions {
        var options = DecodingOptions.strict
        options.keyStyle = .snakeCase
        return options
    }

    static func stream(_ framing: Framing, _ texts: [String]) -> String {
        switch framing {
        case .lines: texts.joined(separator: "\n")
        case .values, .automatic: texts.joined(separator: " ")
        case .sequence: texts.map { "\u{1E}\($0)\n" }.joined()
        case .array(let path):
            path.components.isEmpty
                ? "[" + texts.joined(separator: ", ") + "]" : #"{"n":1,"a":{"b":["# + texts.joined(separator: ",") + #"]},"z":[]}"#
        case .document: texts[0]
        }
    }

    static let framings: [Framing] = [.lines, .values, .sequence, .array(at: ""), .array(at: "a.b"), .automatic, .document]

    @Test(.slow, arguments: framings)
    func everyFraming(_ framing: Framing) throws {
        let bytes = Array(Self.stream(framing, Self.texts).utf8)
        for size in Array(1...31) + [bytes.count] {
            let outcome = try readStream(Booking.self, bytes, framing, Self.options, size: size)
            let expected: [Booking] = if case .document = framing { [Self.bookings[0]] } else { Self.bookings }
            #expect(outcome.records.map(\.model) == expected && outcome.end == nil, "\(size)")
        }
    }

    /// A record that does not fit is refused with its place and the way inside of it, and those behind it are read.
    @Test(arguments: framings.filter { if case .document = $0 { false } else { true } })
    func aRecordThatDoesNotFit(_ framing: Framing) throws {
        var texts = Self.texts
        texts[4] = texts[4].replacing(#""b_c":[]"#, with: #""b_c":[1,"x"]"#)
        let bytes = Array(Self.stream(framing, texts).utf8)
        for size in [1, 7, bytes.count] {
            let outcome = try readStream(Booking.self, bytes, framing, Self.options, size: size)
            #expect(outcome.records.compactMap(\.model) == Self.bookings.filter { $0.id != 4 })
            let error = try #require(outcome.records.first { $0.error != nil }?.error)
            #expect("\(error)".contains("tags.b_c[1]"), "\(error)")
        }
    }

    /// Collections of such types are records, too, and a property of a model that is one.
    @Test func whatHoldsThem() throws {
        struct Line: Model, Equatable {
            var name = ""
            var booking: Booking?
            var others: [Booking] = []
        }
        let text = #"{"name":"n","booking":"# + Self.texts[1] + #","others":["# + Self.texts[2] + "," + Self.texts[3] + "]}"
        let bytes = Array("\(text)\n\(text)".utf8)
        let line = Line(name: "n", booking: Self.bookings[1], others: [Self.bookings[2], Self.bookings[3]])
        for size in 1...31 {
            #expect(try readStream(Line.self, bytes, .lines, Self.options, size: size).records.map(\.model) == [line, line])
            let lists = try readStream([Booking].self, Array("[\(Self.texts[5])]".utf8), .document, Self.options, size: size)
            #expect(lists.records.map(\.model) == [[Self.bookings[5]]])
        }
    }
}
