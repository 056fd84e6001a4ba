#if !(Server && Ingest)
/// Needs the traits `Server` and `Ingest`.
@available(
    *, unavailable, message: "IngestRoutes needs the package's traits Server and Ingest: .package(…, traits: [\"Server\", \"Ingest\"])"
)
public struct IngestRoutes<T> {}
#endif
