#if Server && Ingest
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelIngest
import YodelServer

@Suite("Routes that ingest")
struct IngestRoutesTests {
    /// Runs a test against routes into a database, and closes it.
    private func withItems(
        _ options: IngestRoutes<Item>.Options = .init(), reading: IngestOptions = IngestOptions(),
        _ test: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws -> Content {
        let folder = try TemporaryFolder()
        let receiver = IngestReceiver(Item.self, into: SQLiteSink(Item.self, path: folder("db")), options: reading)
        try await receiver.open()
        try await application(receiver, options).test(.router, test)
        try await receiver.close()
        return try Content(folder("db"))
    }

    @Test(arguments: [nil, BodyCompression.gzip, .zstd])
    func aBodyIsIn(compression: BodyCompression?) async throws {
        let content = try await withItems { client async throws in
            let response = try await client.send(pack(lines(1...5_000), compression), encoding: compression?.rawValue)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(try response.json(ReceiptText.self) == ReceiptText(rows: 5_000, rejects: 0, problems: []))
        }
        #expect(try content.ids() == Array(1...5_000))
    }

    @Test func rejectsAreToldWithTheirPlaces() async throws {
        let body = "{\"id\":1}\n{\"id\":2,\n{\"id\":3,\"age\":\"old\"}\n\n{\"id\":4}\n"
        let content = try await withItems { client async throws in
            let response = try await client.send(body.utf8)
            #expect(response.status.code == 207)
            let receipt = try response.json(ReceiptText.self)
            #expect(receipt.rows == 2 && receipt.rejects == 2)
            #expect(receipt.problems.map(\.line) == [2, 3])
            #expect(receipt.problems.map(\.record) == [2, 3])
            let mismatch = try #require(receipt.problems.last)
            #expect(mismatch == .init(record: 3, line: 3, column: 15, offset: 32, path: "age", code: "invalidValue"))
        }
        #expect(try content.ids() == [1, 4])
        #expect(try content.ints("SELECT line FROM rejects ORDER BY line") == [2, 3])
        #expect(try content.texts("SELECT raw FROM rejects WHERE line = 3") == ["{\"id\":3,\"age\":\"old\"}"])
    }

    @Test func onlyTheFirstProblemsAreDescribed() async throws {
        var options = IngestRoutes<Item>.Options()
        options.limits.maximumProblems = 2
        let content = try await withItems(options) { client async throws in
            let receipt = try await client.send(String(repeating: "x\n", count: 5).utf8).json(ReceiptText.self)
            #expect(receipt.rejects == 5 && receipt.problems.map(\.line) == [1, 2])
        }
        #expect(try content.ints("SELECT count(*) FROM rejects") == [5])
    }

    @Test(arguments: [("", []), ("\n\n", []), ("{\"id\":1}", [1]), ("{\"id\":1}\n{\"id\":2}", [1, 2])])
    func anEmptyBodyAndALastLineWithoutLineFeed(body: String, ids: [Int]) async throws {
        let content = try await withItems { client async throws in
            let response = try await client.send(body.utf8)
            #expect(response.status == .ok)
            #expect(try response.json(ReceiptText.self).rows == ids.count)
        }
        #expect(try content.ids() == ids)
        #expect(try content.ints("SELECT count(*) FROM rejects") == [0])
    }

    @Test(arguments: BodyCompression.allCases, [false, true])
    func damagedCompressionIs400(compression: BodyCompression, isCut: Bool) async throws {
        var body = pack(lines(1...2_000), compression)
        if isCut { body.removeLast(body.count / 2) } else { body.replaceSubrange(0..<4, with: [1, 2, 3, 4]) }
        let bytes = body
        _ = try await withItems { client async throws in
            let response = try await client.send(bytes, encoding: compression.rawValue)
            #expect(response.status == .badRequest)
            #expect(try response.problem().title == "Bad Request")
        }
    }

    @Test(
        arguments: [
            (nil, "br"), (nil, "gzip, zstd"), ("image/png", nil), ("application/xml; charset=utf-8", nil),
        ] as [(String?, String?)])
    func whatIsNoTextOfLinesIs415(type: String?, encoding: String?) async throws {
        let content = try await withItems { client async throws in
            let response = try await client.send(lines([1]).utf8, type: type, encoding: encoding)
            #expect(response.status == .unsupportedMediaType)
            #expect(try response.problem().status == 415)
            #expect(response.headers[.acceptEncoding] == (encoding == nil ? nil : "gzip, zstd, identity"))
        }
        #expect(try content.ids().isEmpty)
    }

    @Test(
        arguments: [
            (nil, nil), ("application/json", "identity"), ("TEXT/PLAIN; charset=utf-8", nil), ("application/x-www-form-urlencoded", nil),
        ] as [(String?, String?)])
    func otherNamesOfLinesAreTaken(type: String?, encoding: String?) async throws {
        let content = try await withItems { client async throws in
            #expect(try await client.send(lines([1]).utf8, type: type, encoding: encoding).status == .ok)
        }
        #expect(try content.ids() == [1])
    }

    @Test func aLengthOverTheLimitIs413() async throws {
        var options = IngestRoutes<Item>.Options()
        options.limits.maximumBytes = 20
        let content = try await withItems(options) { client async throws in
            let response = try await client.send(lines(1...3).utf8)
            #expect(response.status == .contentTooLarge)
            #expect(try response.problem().detail == "the body has 27 bytes, and may have 20")
            #expect(try await client.send(lines(1...2).utf8).status == .ok)
        }
        #expect(try content.ids() == [1, 2])
    }

    @Test(arguments: BodyCompression.allCases)
    func aSmallBodyOfMuchContentIs413(compression: BodyCompression) async throws {
        var options = IngestRoutes<Item>.Options()
        options.limits.maximumBytes = 1 << 20
        let bomb = pack(String(repeating: " ", count: 64 << 20), compression)
        #expect(bomb.count < 1 << 20)
        _ = try await withItems(options) { client async throws in
            let response = try await client.send(bomb, encoding: compression.rawValue)
            #expect(response.status == .contentTooLarge)
            #expect(try response.problem().title == "Content Too Large")
        }
    }

    @Test func aRowWithoutItsKeyIs422AndOthersAreIn() async throws {
        let content = try await withItems { client async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for body in 0..<20 {
                    group.addTask {
                        let isBad = body % 5 == 0
                        let response = try await client.send((isBad ? "{\"name\":\"no id\"}\n" : lines([body])).utf8)
                        #expect(response.status == (isBad ? .unprocessableContent : .ok))
                        if isBad {
                            #expect(try response.problem().detail?.hasSuffix("0 rows and 0 rejects of the body are stored") == true)
                        }
                    }
                }
                try await group.waitForAll()
            }
            // The database is sound: it was the row.
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
        }
        #expect(try content.ids() == (0..<20).filter { $0 % 5 != 0 })
    }

    @Test func moreRejectsThanMayBeAre422() async throws {
        var reading = IngestOptions()
        reading.maximumRejects = 1
        _ = try await withItems(reading: reading) { client async throws in
            #expect(try await client.send("x\n{\"id\":1}\n".utf8).status.code == 207)
            #expect(try await client.send("x\nx\n{\"id\":2}\n".utf8).status == .unprocessableContent)
        }
    }

    @Test func moreRejectsThanTheServiceStoresAre503() async throws {
        let folder = try TemporaryFolder()
        let receiver = IngestReceiver(Item.self, into: SQLiteSink(Item.self, path: folder("db")), maximumRejects: 2)
        try await receiver.open()
        try await application(receiver).test(.router) { client async throws in
            #expect(try await client.send("x\n{\"id\":1}\n".utf8).status.code == 207)
            let response = try await client.send("x\n{\"id\":2}\nx\n".utf8)
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "1")
            let detail = "the rejects are as many as the service stores, 2; 0 rows and 0 rejects of the body are stored"
            #expect(try response.problem().detail == detail)
            // The sink is sound, and bodies without rejects are taken.
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
            #expect(try await client.send(lines([3]).utf8).status == .ok)
        }
        try await receiver.close()
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 3])
        #expect(try content.ints("SELECT count(*) FROM rejects") == [1])
    }

    @Test(arguments: ["//metrics", "/metrics/", "/metrics//", "//health", "/health/", "//events", "/events/", "/events//", "///events"])
    func aPathIsExact(path: String) async throws {
        var options = IngestRoutes<Item>.Options()
        options.metrics = processMetrics
        let content = try await withItems(options) { client async throws in
            let response =
                path.contains("events")
                ? try await client.send(lines([1]).utf8, to: path) : try await client.execute(uri: path, method: .get)
            #expect(response.status == .notFound)
            #expect(try response.problem().detail == "there is no such path")
        }
        #expect(try content.ids().isEmpty)
    }

    @Test func aSinkThatFailsIs503AndWorksAgain() async throws {
        let sink = TestSink(failures: 1)
        let receiver = IngestReceiver(Entry.self, into: sink)
        var options = IngestRoutes<Entry>.Options()
        options.retrySeconds = 7
        try await application(receiver, options).test(.router) { client async throws in
            #expect(try await client.execute(uri: "/health", method: .get).status == .serviceUnavailable)
            #expect(try await client.send(lines([1]).utf8).status == .serviceUnavailable)
            try await receiver.open()
            let healthy = try await client.execute(uri: "/health", method: .get)
            #expect(healthy.status == .ok && healthy.text == #"{"status":"ok"}"#)
            let response = try await client.send(lines([1]).utf8)
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "7")
            #expect(try response.problem().detail == "the disk is full; 0 rows and 0 rejects of the body are stored")
            // Whoever asks makes it try again: a balancer sends no bodies before.
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
            #expect(await sink.opened == 2)
            #expect(try await client.send(lines([1]).utf8).status == .ok)
        }
        #expect(await sink.ids == [1])
        #expect(await sink.opened == 2)
    }

    @Test func moreBodiesThanMayBeAre429() async throws {
        let sink = TestSink(isHeld: true)
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        var options = IngestRoutes<Entry>.Options()
        options.maximumBodies = 1
        try await application(receiver, options).test(.router) { client async throws in
            async let first = client.send(lines([1]).utf8)
            await sink.isEntered()
            let second = try await client.send(lines([2]).utf8)
            #expect(second.status == .tooManyRequests && second.headers[.retryAfter] == "1")
            #expect(try second.problem().detail == "1 bodies are being read")
            await sink.letGo()
            #expect(try await first.status == .ok)
            #expect(try await client.send(lines([3]).utf8).status == .ok)
        }
        #expect(await sink.ids == [1, 3])
    }

    @Test func aBodyThatTakesTooLongIs408() async throws {
        var options = IngestRoutes<Item>.Options()
        options.limits.maximumSeconds = 0
        _ = try await withItems(options) { client async throws in
            #expect(try await client.send(lines([1]).utf8).status == .requestTimeout)
        }
    }

    @Test func thePathIsAnOption() async throws {
        var options = IngestRoutes<Item>.Options()
        options.path = "/v1/items"
        let content = try await withItems(options) { client async throws in
            #expect(try await client.send(lines([1]).utf8, to: "/v1/items").status == .ok)
            #expect(try await client.send(lines([2]).utf8).status == .notFound)
            #expect(try await client.execute(uri: "/metrics", method: .get).status == .notFound)
        }
        #expect(try content.ids() == [1])
    }

    @Test func metricsCount() async throws {
        let metrics = processMetrics
        @Sendable func value(_ name: String, in text: String) -> Double {
            text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
        }
        var options = IngestRoutes<Item>.Options()
        options.metrics = metrics
        _ = try await withItems(options) { client async throws in
            let before = try await client.execute(uri: "/metrics", method: .get).text
            #expect(try await client.send("{\"id\":1}\n{\"id\":2,\"ne\\\"w\":3}\nx\n".utf8).status.code == 207)
            let response = try await client.execute(uri: "/metrics", method: .get)
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let after = response.text
            // Other tests of this process count, too.
            for (name, count) in [("yodel_ingest_rows", 2.0), ("yodel_ingest_batches", 1), ("yodel_body_duration_count", 1)] {
                #expect(value(name, in: after) - value(name, in: before) >= count, "\(name)")
            }
            #expect(after.contains("\nyodel_ingest_rejects{code=\""))
            #expect(value("yodel_ingest_drifted_rows", in: after) > value("yodel_ingest_drifted_rows", in: before))
            #expect(after.contains("\nyodel_ingest_unknown_keys{path=\"["), "\(after)")
            for line in after.split(separator: "\n") {
                #expect(line.wholeMatch(of: /# TYPE [a-zA-Z_]\w* (counter|gauge|histogram)|[a-zA-Z_]\w*(\{.*\})? \S+/) != nil, "\(line)")
            }
        }
    }
}
#endif
