#if Ingest
import ArgumentParser
import YodelIngest

extension RunCommand {
    /// Whether the rows go to a server.
    var isServer: Bool { into.map { $0.hasPrefix("postgresql://") || $0.hasPrefix("postgres://") } ?? false }

    /// Looks whether a server can be written to, as the options have it.
    func checkServer() throws {
        guard isServer else { return }
        #if PostgreSQL
        if rejects != nil { throw ValidationError("A PostgreSQL database has its rejects in the table rejects: no --rejects.") }
        #else
        throw ValidationError("This program was built without PostgreSQL: build it with --traits PostgreSQL, and libpq-dev.")
        #endif
    }

    /// Writes to a server.
    func runServer() async throws {
        #if PostgreSQL
        var settings = PostgreSQLSink.Options()
        (settings.lockSeconds, settings.isDurable) = (busyTimeout, durable)
        let sink = PostgreSQLSink(Event.self, url: into ?? "", options: settings)
        if replay { return try report(try await sink.replay(Event.self, options: options)) }
        try await ingest(into: sink, name: sink.databaseName) { sink.refusedRows }
        #endif
    }
}
#endif
