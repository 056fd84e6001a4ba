#if Ingest
import Testing
import Yodel

@testable import YodelIngest

@Suite("Places in sources whose records have something around them")
struct WrappedPlaceTests {
    private typealias Form = WrappedRecordTests.Form
    private typealias Outcome = WrappedRecordTests.Outcome

    @Test(arguments: IngestFraming.Wrapping.allCases)
    func fromEachPlaceTheRestIsReadAndNothingTwice(wrapping: IngestFraming.Wrapping) throws {
        let text = Array(Form(wrapping).text(1...20).utf8)
        let framing = IngestFraming(.lines, wrapping)
        let options = WrappedRecordTests.options { $0.maximumRows = 1 }
        let batches = try makeBatches(Entry.self, framing, options)
        var (all, places): (Outcome, [(IngestPlace, Int)]) = (Outcome(), [])
        func note(_ batch: ColumnBatch) throws {
            all.add(batch)
            let place = IngestPlace(source: "s", generation: 0, position: batch.position, head: [], framing: framing, open: batches.open)
            // As a database stores it.
            let stored = try IngestPlace(source: "s", generation: 0, position: place.positionText(), head: [], checksum: nil)
            #expect(stored == place)
            places.append((stored, all.ids.count))
        }
        for byte in text.indices { try batches.read(text[byte...byte], each: note) }
        try batches.finish(each: note)
        #expect(all.ids.sorted() == Array(1...20) && all.rejects.isEmpty && places.count == 20, "\(all)")
        for (place, count) in places {
            let rest = try makeBatches(Entry.self, framing, options, from: place)
            var outcome = Outcome()
            try rest.read(text[place.resumption.offset...]) { outcome.add($0) }
            try rest.finish { outcome.add($0) }
            #expect(outcome.ids == Array(all.ids[count...]) && outcome.rejects.isEmpty, "from \(place.position): \(outcome)")
            // Where nothing more is written, as behind a file that was rotated, what is open is told, and nothing twice.
            let end = try makeBatches(Entry.self, framing, options, from: place)
            var last = Outcome()
            try end.read(text[place.resumption.offset..<place.position.offset]) { last.add($0) }
            try end.finish { last.add($0) }
            #expect(last.ids.isEmpty && last.rejects.count == (place.open == nil ? 0 : 1) && end.open == nil, "\(last)")
        }
        // Both streams are written in turn, so that a record is open at some places.
        #expect(places.contains { $0.0.open != nil } == (wrapping == .cri || wrapping == .docker))
    }

    @Test(arguments: IngestFraming.Wrapping.allCases)
    func fromEachPlaceInDamagedTextTheRestIsReadAndNothingTwice(wrapping: IngestFraming.Wrapping) throws {
        let framing = IngestFraming(.lines, wrapping)
        let options = WrappedRecordTests.options { ($0.maximumRows, $0.maximumBytes, $0.reading.maximumRecordBytes) = (1, 1, 60) }
        var chance = WrappedRecordTests.Chance()
        for _ in 0..<20 {
            let text = chance.damaged(Form(wrapping).text(1...8))
            let batches = try makeBatches(Entry.self, framing, options)
            var (all, places): (Outcome, [(place: IngestPlace, ids: Int, rejects: Int)]) = (Outcome(), [])
            func note(_ batch: ColumnBatch) {
                all.add(batch)
                let place = IngestPlace(source: "s", generation: 0, position: batch.position, head: [], open: batches.open)
                places.append((place, all.ids.count, all.rejects.count))
            }
            try batches.read(text[...], each: note)
            try batches.finish(each: note)
            for (place, ids, rejects) in places {
                let rest = try makeBatches(Entry.self, framing, options, from: place)
                var outcome = Outcome()
                try rest.read(text[place.resumption.offset...]) { outcome.add($0) }
                try rest.finish { outcome.add($0) }
                let expected = Outcome(ids: Array(all.ids[ids...]), rejects: Array(all.rejects[rejects...]))
                #expect(outcome == expected, "from \(place.position) of \(String(decoding: text, as: UTF8.self).debugDescription)")
            }
        }
    }

    @Test(arguments: IngestFraming.Wrapping.allCases, UnfinishedLineTests.Form.allCases)
    func aRunThatIsEndedGoesOn(wrapping: IngestFraming.Wrapping, storage: UnfinishedLineTests.Form) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", storage.bytes(Form(wrapping).text(1...9_000)))
        var options = IngestOptions()
        options.maximumRows = 100
        let summary = try await ingestBeginning(path, folder("db"), options)
        let framing = IngestFraming(.lines, wrapping)
        #expect(summary.rows > 0 && summary.rows < 9_000 && summary.wasStopped && summary.framings == [path: framing], "\(summary)")
        let second = try await ingest(Entry.self, [.file(path)], folder("db"), options)
        #expect(second.rows == 9_000 - summary.rows && second.rejects == 0 && second.framings == [path: framing], "\(second)")
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).records == 0)
        #expect(try Content(folder("db")).ids() == Array(1...9_000))
        options.framing = .values
        await expectError(.source, "with the framing \(framing)") { [options] in
            try await ingest(Entry.self, [.file(path)], folder("db"), options)
        }
    }

    @Test func whatIsOpenAtTheEndOfAFileIsLeftAndTheOthersAreNot() async throws {
        let folder = try TemporaryFolder()
        let open = "\(WrappedRecordTests.time) stdout P {\"id\"\n"
        let path = try folder.write("in", open + "\(WrappedRecordTests.time) stderr F {\"id\":2}\n")
        let first = try await ingest([.file(path)], folder("db"))
        #expect(first.rows == 1 && first.rejects == 0 && first.unfinishedLines == [path: open.utf8.count * 2 + 3], "\(first)")
        let second = try await ingest([.file(path)], folder("db"))
        #expect(second.records == 0 && second.unfinishedLines == first.unfinishedLines, "\(second)")
        try folder.append(
            "in",
            "\(WrappedRecordTests.time) stderr F {\"id\":3}\n\(WrappedRecordTests.time) stdout F :1}\n\(WrappedRecordTests.time) stdout F {\"id\""
        )
        let third = try await ingest([.file(path)], folder("db"))
        #expect(third.rows == 2 && third.rejects == 0 && third.unfinishedLines.count == 1, "\(third)")
        try folder.append("in", ":4}")
        #expect(try await ingest([.file(path)], folder("db")).rows == 1)
        #expect(try Content(folder("db")).ids() == [1, 2, 3, 4])
    }

    @Test(arguments: [
        ("data: {\"id\":1}\n", true), ("data: {\"id\":1}", true), ("data: {\ndata: \"id\":1}", true), ("data: 12\n", false),
        ("data: {\"id\":1\n", false),
        ("data: {\"id\":1}\n\nda", false), ("data: {\"id\":1}\n\n: com", false), ("data: {\"id\":1}\n ", true),
    ])
    func anEventIsLeftUnlessNothingCanBeAddedToIt(text: String, isComplete: Bool) throws {
        let batches = try makeBatches(Entry.self, .sse, WrappedRecordTests.options())
        try batches.read(Array(text.utf8)[...]) { _ in }
        #expect((batches.unfinishedLine == nil) == isComplete, "\(String(describing: batches.unfinishedLine))")
    }

    @Test func aRejectIsTakenInAgain() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "in",
            "\(WrappedRecordTests.time) stdout P {\"id\":\n\(WrappedRecordTests.time) stdout F \"x\"}\nbad\n\(WrappedRecordTests.time) stdout F {\"id\":2}\n"
        )
        let summary = try await ingest([.file(path)], folder("db"))
        #expect(summary.rows == 1 && summary.rejects == 2, "\(summary)")
        let content = try Content(folder("db"))
        #expect(try content.texts("SELECT raw FROM rejects ORDER BY line") == ["{\"id\":\"x\"}", "bad"])
        #expect(try content.ints("SELECT line FROM rejects ORDER BY line") == [1, 3])
        try content.run("UPDATE rejects SET raw = replace(raw, '\"x\"', '1') WHERE line = 1")
        let replayed = try await SQLiteSink(Entry.self, path: folder("db")).replay(Entry.self)
        #expect(replayed.rows == 1 && replayed.rejects == 1)
        #expect(try content.ids() == [1, 2])
    }

    @Test(arguments: [
        #"{"offset":9,"line":2,"column":1,"records":1,"form":"cri","open":{"offset":10,"line":1}}"#,
        #"{"offset":9,"line":2,"column":1,"records":1,"form":"cri","open":{"offset":-1,"line":1}}"#,
        #"{"offset":9,"line":2,"column":1,"records":1,"form":"cri","open":{"offset":0,"line":3}}"#,
        #"{"offset":9,"line":2,"column":1,"records":1,"form":"odd"}"#,
    ])
    func aPlaceThatNoReadingTellsIsAnError(position: String) {
        let error = #expect(throws: IngestError.self) {
            try IngestPlace(source: "s", generation: 0, position: position, head: [], checksum: nil)
        }
        #expect(error?.kind == .sink)
    }

    // MARK: - Files that are followed

    @Test(.timeLimit(.minutes(40)), arguments: [IngestFraming.Wrapping.cri, .docker], [IngestFraming.automatic, nil])
    func aLogIsFollowed(wrapping: IngestFraming.Wrapping, framing: IngestFraming?) async throws {
        let folder = try TemporaryFolder()
        // Nothing is known of an empty file.
        let path = try folder.write("log", "")
        var options = IngestOptions()
        options.framing = framing ?? IngestFraming(.lines, wrapping)
        // What a container says first is seldom JSON.
        let text = Form(wrapping).text("Listening.") + Form(wrapping).text(1...30)
        let half = text.prefix(text.count / 2)
        for (part, count) in [(String(half), 1), (String(text.dropFirst(half.count)), 30)] {
            let pipeline = IngestPipeline(
                Entry.self, from: [.follow(path)], into: SQLiteSink(Entry.self, path: folder("db")), options: options)
            let task = Task { let _: IngestSummary = try await pipeline.run() }
            try await Task.sleep(for: .milliseconds(20))
            try folder.append("log", part)
            for _ in 0..<2000 {
                if ((try? Content(folder("db")).ids().count) ?? 0) >= count { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            pipeline.stop()
            try await task.value
        }
        #expect(try Content(folder("db")).ids() == Array(1...30))
        #expect(try Content(folder("db")).texts("SELECT raw FROM rejects") == ["Listening."])
    }
}
#endif
