#if PostgreSQL
import Foundation
import Synchronization
import Testing
import Yodel

@testable import YodelIngest

@Suite("Sessions of PostgreSQL", .enabled(if: TemporarySchema.server != nil, "YODEL_POSTGRESQL_URL names no server"))
struct PostgreSQLSessionTests {
    struct Mended: Model, TableModel {
        static let table = IngestTable("entries")
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["id": ["id", "key"]]
            model.required = ["id"]
        }
        var id = 0
    }

    @Test func replayTakesInWhatIsMended() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try await schema.ingest(Entry.self, folder.write("in", "{\"id\": 1}\n{\"key\": 2}\n{\"key\": 3}\nbad\nworse\n"))
        try schema.run("UPDATE rejects SET raw = 'no JSON' WHERE line = 3")
        try schema.run(#"UPDATE rejects SET raw = E'{\n"id": 5\n}' WHERE line = 4"#)
        try schema.run("UPDATE rejects SET raw = NULL WHERE line = 5")
        let summary = try await PostgreSQLSink(Mended.self, url: schema.url).replay(Mended.self)
        #expect(summary.rows == 2 && summary.rejects == 1 && summary.withoutBytes == 1)
        #expect(try schema.ids() == [1, 2, 5])
        #expect(try schema.rows("SELECT line, attempts FROM rejects ORDER BY line") == [["3", "2"], ["5", "1"]])
        // Nothing comes in twice.
        _ = try await PostgreSQLSink(Mended.self, url: schema.url).replay(Mended.self)
        #expect(try schema.ids() == [1, 2, 5])
    }

    @Test func aRejectWhoseRowIsRefusedStays() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try await schema.ingest(Item.self, folder.write("in", "bad\nworse\n"))
        try schema.run(#"UPDATE rejects SET raw = convert_to('{"id": 1, "name": "a\u0000"}', 'UTF8') WHERE line = 1"#)
        try schema.run(#"UPDATE rejects SET raw = convert_to('{"id": 2, "name": "b"}', 'UTF8') WHERE line = 2"#)
        let summary = try await PostgreSQLSink(Item.self, url: schema.url).replay(Item.self)
        #expect(summary.rows == 1 && summary.rejects == 1)
        #expect(try schema.ids("items") == [2])
        #expect(try schema.rows("SELECT line, code, path, attempts FROM rejects") == [["1", "unstorableValue", "name", "2"]])
    }

    @Test func rowsLongerThanWhatIsSentAtATimeComeIn() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let lengths = [0, 1, 262_100, 262_144, 262_145, 1_000_000, 3, 5_000_000]
        let text = lengths.enumerated().map { #"{"id": \#($0), "name": "\#(String(repeating: "x", count: $1))"}"# + "\n" }.joined()
        try await schema.ingest(Item.self, folder.write("in", text))
        #expect(try schema.texts("SELECT length(name) FROM items ORDER BY id") == lengths.map { "\($0)" })
        #expect(try schema.texts("SELECT bool_and(name = repeat('x', length(name))) FROM items") == ["true"])
    }

    @Test func oneIngestionReadsAFile() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let path = try folder.write("in", lines(1...1_000))
        // Both know nothing of the file before the first of them writes.
        let second = Mutex<Bool>(false)
        let schemaURL = schema.url
        struct Late: IngestSink {
            let base: PostgreSQLSink
            let before: @Sendable () async throws -> Void
            func open(_ fields: [ColumnField]) async throws { try await base.open(fields) }
            func places() async throws -> [IngestPlace] { try await base.places() }
            func write(_ batch: IngestBatch) async throws {
                try await before()
                try await base.write(batch)
            }
            func close() async throws { await base.close() }
        }
        let late = Late(base: PostgreSQLSink(Entry.self, url: schemaURL)) {
            guard second.withLock({ !$0 }) else { return }
            second.withLock { $0 = true }
            let _: IngestSummary = try await IngestPipeline(
                Entry.self, from: [.file(path)], into: PostgreSQLSink(Entry.self, url: schemaURL)
            ).run()
        }
        await expectError(.sink, "another ingestion is reading") {
            let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: late).run()
        }
        #expect(try schema.ids() == Array(1...1_000))
    }

    @Test func aConnectionThatGoesAwayEndsTheRunAndTheNextGoesOn() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let path = try folder.write("in", lines(1...5_000))
        // The third row kills its own session.
        try schema.run("CREATE TABLE entries (id bigint)")
        try schema.run(
            """
            CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN new; END $$
            """)
        try schema.run("CREATE TRIGGER t BEFORE INSERT ON entries FOR EACH ROW WHEN (new.id = 4000) EXECUTE FUNCTION die()")
        var options = IngestOptions()
        options.maximumRows = 1_000
        let run = { [schema, options] in
            let _: IngestSummary = try await IngestPipeline(
                Entry.self, from: [.file(path)], into: PostgreSQLSink(Entry.self, url: schema.url), options: options
            ).run()
        }
        await expectError(.sink, "is shutting down") { try await run() }
        let before = try schema.ids().count
        #expect(before <= 3_999)
        try schema.run("DROP TRIGGER t ON entries")
        try await run()
        #expect(try schema.ids() == Array(1...5_000))
    }

    @Test func aConstraintThatIsBrokenEndsTheRun() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try schema.run("CREATE TABLE entries (id bigint CHECK (id < 3))")
        let path = try folder.write("in", lines(1...4))
        await expectError(.row, "23514") { try await schema.ingest(Entry.self, path) }
        #expect(try schema.ids().isEmpty)
        #expect(try schema.texts("SELECT count(*) FROM ingest_places") == ["0"])
    }

    @Test func aLockThatIsWaitedForEndsByTheTimeLimit() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let path = try folder.write("in", lines(1...4))
        try await schema.ingest(Entry.self, path)
        try folder.append("in", lines([5]))
        try schema.run("BEGIN")
        try schema.run("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
        var options = PostgreSQLSink.Options()
        options.lockSeconds = 0.2
        let sink = PostgreSQLSink(Entry.self, url: schema.url, options: options)
        await expectError(.sink, "locked by another session") {
            let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: sink).run()
        }
        try schema.run("ROLLBACK")
        try await schema.ingest(Entry.self, path)
        #expect(try schema.ids() == [1, 2, 3, 4, 5])
    }

    @Test func anIngestionThatIsToEndWaitsForNoLock() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let path = try folder.write("in", lines(1...4))
        try await schema.ingest(Entry.self, path)
        try folder.append("in", lines([5]))
        try schema.run("BEGIN")
        try schema.run("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
        var options = PostgreSQLSink.Options()
        options.lockSeconds = 86_400
        let pipeline = IngestPipeline(Entry.self, from: [.file(path)], into: PostgreSQLSink(Entry.self, url: schema.url, options: options))
        async let run: Void = expectError(.sink, "was waiting for a lock") { let _: IngestSummary = try await pipeline.run() }
        // It waits: this connection's transaction is seen to keep another one from going on.
        let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'entries'::regclass"
        let end = ContinuousClock.now + .seconds(60)
        while try schema.texts(waiting) == ["0"], .now < end { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try schema.texts(waiting) == ["1"])
        pipeline.stop()
        await run
        try schema.run("ROLLBACK")
        try await schema.ingest(Entry.self, path)
        #expect(try schema.ids() == [1, 2, 3, 4, 5])
    }

    @Test(arguments: ["lockSeconds", "connectSeconds"])
    func aTimeThatIsNoneIsRefused(_ name: String) async throws {
        for seconds in [-1, .nan, .infinity, 1e300] {
            var options = PostgreSQLSink.Options()
            if name == "lockSeconds" { options.lockSeconds = seconds } else { options.connectSeconds = seconds }
            let sink = PostgreSQLSink(Entry.self, url: "postgresql://127.0.0.1:1/x", options: options)
            await expectError(.declaration, name) { try await sink.open([]) }
        }
    }
}

@Suite("Addresses and limits of PostgreSQL")
struct PostgreSQLLimitsTests {
    @Test(arguments: [
        ("postgresql://u:secret@h:5433/d", "the PostgreSQL database d at h port 5433"),
        ("postgres:///d", "the PostgreSQL database d at this machine"),
        ("host=h dbname=d password=secret", "the PostgreSQL database d at h"),
        ("postgresql://u:sec%40ret@h/d", "the PostgreSQL database d at h"),
    ])
    func namesHaveNoPassword(_ url: String, _ name: String) throws {
        #expect(try PostgreSQLAddress(url).name.hasPrefix(name))
        #expect(PostgreSQLSink(Entry.self, url: url).databaseName.hasPrefix(name))
    }

    @Test(arguments: [
        "postgresql://u:sec@ret@h/d", "postgresql://u:sec/ret@h/d", "postgresql://u:sec%zzret@h/d", "postgresql://u:sec?ret@h/d",
        "password=sec ret",
        "postgresql://u:secret@h/d?no_such_setting=1",
    ])
    func anAddressThatIsNoneIsNotRepeated(_ url: String) async throws {
        let sink = PostgreSQLSink(Entry.self, url: url)
        await expectError(.declaration, "the database's URL") { try await sink.open([]) }
        do { _ = try PostgreSQLAddress(url) } catch { #expect(!error.message.contains("sec") && !error.message.contains("ret@")) }
    }

    @Test func aServerThatIsNotThereIsNamed() async throws {
        let sink = PostgreSQLSink(Entry.self, url: "postgresql://u:secret@127.0.0.1:1/d")
        do {
            try await sink.open(try ColumnReader(Entry.self).fields)
            Issue.record("no error")
        } catch let error as IngestError {
            #expect(error.kind == .sink && error.message.contains("cannot connect to") && error.message.contains("port 1"))
            #expect(!error.message.contains("secret") && !"\(error.underlying.debugDescription)".contains("secret"))
        }
    }

    @Test(arguments: [
        ("[]", true), (#""\\u0000""#, true), (#""\u0000""#, false), (#"{"\u0000":1}"#, false), (#"["\\\u0000"]"#, false),
        (#"["\"\u0001"]"#, true),
        (#"["a", 1e131071, 1e-16383, -0.5e-16382]"#, true), ("1e131072", false), ("[1e-16384]", false), ("[-0.5e-16383]", false),
        ("1e99999999999999999999", false),
        ("1E+131071", true), ("12e131071", false),
    ])
    func limitsOfJSON(_ json: String, _ fits: Bool) {
        let fault = Array(json.utf8).withUnsafeBufferPointer { JSONLimits.fault(in: $0) }
        #expect((fault == nil) == fits, "\(fault ?? "no fault")")
    }

    @Test func longNumbersOfJSON() {
        for (digits, fits) in [(131_072, true), (131_073, false)] {
            #expect((Array(String(repeating: "9", count: digits).utf8).withUnsafeBufferPointer { JSONLimits.fault(in: $0) } == nil) == fits)
        }
        for (digits, fits) in [(16_383, true), (16_384, false)] {
            #expect(
                (Array("-0.\(String(repeating: "9", count: digits))".utf8).withUnsafeBufferPointer { JSONLimits.fault(in: $0) } == nil)
                    == fits)
        }
    }
}
#endif
