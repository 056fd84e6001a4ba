import Yodel
import YodelIngest
import YodelMacros
import YodelNIO
import YodelServer

// What people write without the trait of a product, and what the compiler says of it, at the line: Tests/Mistakes/run compiles the products without traits.

@Model  // is unavailable: @Model needs the package's trait Macros: .package(…, traits: ["Macros"])
struct User {
    @Key("n") let name: String  // is unavailable: @Key needs the package's trait Macros: .package(…, traits: ["Macros"])
    @Transform(.epochMilliseconds) let at: Int  // is unavailable: @Transform needs the package's trait Macros
}

@Model(tag: "type")  // is unavailable: @Model needs the package's trait Macros: .package(…, traits: ["Macros"])
enum Shape {
    case nothing
}

struct Event: Model {
    var id = 0
}

extension Event: TableModel {  // is unavailable: YodelIngest needs the package's trait Ingest: .package(…, traits: ["Ingest"])
    static let table = IngestTable("events", key: ["id"])  // is unavailable: YodelIngest needs the package's trait Ingest
}

func ingest() async throws {
    let sink = SQLiteSink(Event.self, path: "events.sqlite")  // is unavailable: YodelIngest needs the package's trait Ingest
    let pipeline = IngestPipeline(Event.self, from: [.file("in")], into: sink)  // YodelIngest needs the package's trait Ingest
    print(try await pipeline.run())
}

func postgres() {
    _ = PostgreSQLSink(Event.self, url: "postgresql://db")  // is unavailable: PostgreSQLSink needs the package's trait PostgreSQL
}

func messages() throws {
    _ = try ModelMessageDecoder(Event.self, framing: .values)  // is unavailable: YodelNIO needs the package's trait NIO
    _ = ModelMessageEncoder(Event.self)  // is unavailable: YodelNIO needs the package's trait NIO: .package(…, traits: ["NIO"])
}

func answer() -> ModelResponse<Event>? { nil }  // is unavailable: YodelServer needs the package's trait Server
func problem() -> ProblemDetails? { nil }  // is unavailable: YodelServer needs the package's trait Server: .package(…, traits: ["Server"])
func middleware() -> ProblemMiddleware<Event>? { nil }  // is unavailable: YodelServer needs the package's trait Server
func lines() -> ModelLines? { nil }  // is unavailable: YodelServer needs the package's trait Server: .package(…, traits: ["Server"])
func routes() -> IngestRoutes<Event>? { nil }  // is unavailable: IngestRoutes needs the package's traits Server and Ingest
