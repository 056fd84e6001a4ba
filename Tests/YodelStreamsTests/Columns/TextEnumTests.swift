import Testing

@testable import Yodel

@Suite("Enums of text in columns")
struct TextEnumTests {
    enum Closed: String {
        case push, fork
    }

    /// An enum with as many values as there are texts.
    enum Open: RawRepresentable, Hashable {
        case push
        case other(String)

        init?(rawValue: String) { self = rawValue == "push" ? .push : .other(rawValue) }

        var rawValue: String {
            switch self {
            case .push: "push"
            case .other(let text): text
            }
        }
    }

    struct Row: Model {
        var closed = Closed.push
        var open = Open.push
        var maybe: Open?
    }

    @Test func onlyAnEnumOfAFewTextsHasADictionary() throws {
        let fields = try ColumnReader(Row.self).fields
        #expect(fields.map(\.type) == [.dictionaryOfText, .text, .text] && fields.map(\.isNullable) == [false, false, true])
    }

    @Test func textsOfAnOpenEnumStayInTheirBatch() throws {
        var options = ColumnOptions()
        options.maximumRows = 100
        let text = (0..<1_000).map { "{\"closed\": \"fork\", \"open\": \"kind \($0)\", \"maybe\": \"push\"}\n" }.joined()
        var (row, batches) = (0, 0)
        func take(_ batch: ColumnBatch) {
            batches += 1
            #expect(batch["open"]?.dictionary == [] && batch["closed"]?.text(0) == "fork" && batch["maybe"]?.text(0) == "push")
            for index in 0..<batch.rowCount {
                if batch["open"]?.text(index) != "kind \(row)" { Issue.record("row \(row)") }
                row += 1
            }
        }
        var reader = try ColumnReader(Row.self, options: options)
        try reader.read(Array(text.utf8)) { take($0) }
        try reader.finish { take($0) }
        #expect(row == 1_000 && batches == 10)
    }
}
