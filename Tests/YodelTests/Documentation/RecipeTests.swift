import Foundation
import Testing
import Yodel

@testable import YodelTestSupport

// The short pages that answer one question each, and the topics of the types whose members are many.

private struct Photo: Model {
    var title = ""
    var width = 0
    var author = ""

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "title": "caption",
            "width": "size.width",
            "author": ["user", "taken_by"],
        ]
    }
}

private struct Concert: Model {
    var day: Date?
    var doors: Date?

    static func describe(_ model: inout ModelDescription) {
        model.transforms = [
            "day": .date(.pattern("dd.MM.yyyy"), .iso8601),
            "doors": .date(.epochSeconds),
        ]
    }
}

private struct User: Model {
    var id = 0
    var name = ""
}

@Suite("Documentation: recipes")
struct RecipeTests {
    @Test func aKeyIsRenamed() throws {
        let photo = try Photo(json: #"{"caption": "Lake", "size": {"width": 640}, "taken_by": "Ann"}"#)
        print(photo.title, photo.width, photo.author)
        #expect(photo.title == "Lake" && photo.width == 640 && photo.author == "Ann")
        #expect(try photo.jsonString() == #"{"caption":"Lake","size":{"width":640},"user":"Ann"}"#)
    }

    @Test func aDateOfItsOwn() throws {
        let concert = try Concert(json: #"{"day": "2026-12-24", "doors": 1798135200}"#)
        print(try concert.jsonString())
        #expect(try concert.jsonString() == #"{"day":"24.12.2026","doors":1798135200}"#)
    }

    @Test func allDates() throws {
        var reading = DecodingOptions.lenient
        reading.dateFormats = [.pattern("dd/MM/yyyy HH:mm"), .iso8601]
        var writing = EncodingOptions.default
        writing.dateFormat = .iso8601(fractionDigits: 3)
        let (decoder, encoder) = (ModelDecoder(reading), ModelEncoder(writing))
        let dates = try decoder.decode([Date].self, from: #"["24/12/2026 18:00", "2026-12-24T18:00:00Z"]"#)
        #expect(dates == [Date(timeIntervalSince1970: 1_798_135_200), Date(timeIntervalSince1970: 1_798_135_200)])
        #expect(try encoder.encodeToString([dates[0]]) == #"["2026-12-24T18:00:00.000+0000"]"#)
        var strictWriting = EncodingOptions.default
        #expect(try ModelEncoder(strictWriting).encodeToString([dates[0]]) == #"["2026-12-24T18:00:00+0000"]"#)
        strictWriting.dateFormat = .pattern("yyyy-MM-dd'T'HH:mm:ssXXX")
        #expect(try ModelEncoder(strictWriting).encodeToString([dates[0]]) == #"["2026-12-24T18:00:00Z"]"#)
    }

    @Test func linesWithBadRecords() async throws {
        let file = try TemporaryFile("{\"id\":1}\nno JSON\n{\"id\":\"2\"}\n{\"id\":3}\n")
        let path = file.path
        var output: [String] = []
        func print(_ item: Any) { output.append("\(item)") }

        var users: [User] = []
        try await ModelFile(path).decodeLines(User.self, options: .strict) { batch in
            users += batch.models
            for failure in batch.failures { print(failure.error) }
        }
        #expect(users.map(\.id) == [1, 3])
        try #require(output.count == 2)
        #expect(output[0].hasPrefix("syntax error at line 2, column ") && output[1].hasPrefix("mismatch error at line 3, column 7 "))

        var reading = ReadingOptions()
        reading.maximumFailures = 100
        output = []
        try await ModelFile(path).decodeLines(User.self, reading: reading) { batch in print(batch.count) }
        // The one that is not JSON is none of the models, and a number in a string is one.
        #expect(output == ["3"])
        withExtendedLifetime(file) {}
    }

    @Test func chunks() throws {
        let chunks = ["{\"id\": 1}\n{\"id\"", ": 2}\n"].map { Array($0.utf8) }
        var reader = try ModelReader(User.self, framing: .lines)
        for chunk in chunks {
            try reader.read(chunk) { record in
                print(record.number, record.line, record.offset, record.error ?? "ok")
            }
        }
        #expect(reader.records == 2 && reader.failedRecords == 0)
    }

    /// Each member that is added goes to a topic: what has none stands at the end, by the alphabet. What its protocols ask for may stand there.
    @Test(arguments: ["ModelDecoder", "CodableDecoder", "ModelError", "DateFormat"])
    func everyMemberHasATopic(_ type: String) throws {
        let page = try Catalogue.text("Sources/Yodel/Yodel.docc/Extensions/\(type).md")
        let listed = page.split(separator: "\n").filter { $0.hasPrefix("- ``\(type)/") }
        let members = try Catalogue.text(".ci/Yodel.interface").split(separator: "\n").filter { line in
            line.hasPrefix("\(type): ")
                && ![": func hash(into", ": static func == ", ": var errorDescription"].contains { line.contains($0) }
        }
        #expect(Set(listed).count == listed.count)
        #expect(listed.count == members.count, "\(members.joined(separator: "\n"))")
    }
}
