#if Ingest
import Testing
import Yodel
import YodelIngest

/// Events of several types as rows of one table: what all have in columns, the rest in one.
private struct Happening: Model, TableModel {
    static let table = IngestTable("happenings", key: ["id"])
    var id = 0
    var what: What?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["what": .flattened]
        model.required = ["id"]
    }
}

private enum What: DescribedEnum {
    case push(Push), other(JSONObject)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("push", make: Self.push) { if case .push(let one) = $0 { one } else { nil } }
        cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
    }
}

private struct Push: Model {
    var ref = ""
    var size = 0
}

@Suite("Tables of events")
struct FlattenedTableTests {
    @Test func anEnumThatIsFlattenedIsOneColumn() async throws {
        let folder = try TemporaryFolder()
        let lines = [
            #"{"type":"push","ref":"main","id":1,"size":"2"}"#, #"{"id":2,"type":"kite","height":[90]}"#, #"{"id":3}"#,
            #"{"id":4,"type":"push","size":[]}"#, #"{"type":"push"}"#,
        ]
        let text = lines.map { $0 + "\n" }.joined()
        let summary = try await ingest(Happening.self, [.file(folder.write("in", text))], folder("db"))
        #expect(summary.rows == 3 && summary.rejects == 2, "\(summary)")
        let content = try Content(folder("db"))
        #expect(
            try content.texts("SELECT what FROM happenings ORDER BY id")
                == [#"{"ref":"main","size":2,"type":"push"}"#, #"{"height":[90],"type":"kite"}"#, nil])
        #expect(try content.texts("SELECT what ->> '$.ref' FROM happenings WHERE id = 1") == ["main"])
        #expect(try content.texts("SELECT path FROM rejects ORDER BY offset") == ["size", "id"])
    }
}
#endif
