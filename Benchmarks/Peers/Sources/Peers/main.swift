import CPeers
import Foundation
import Yodel

func file(_ name: String, _ options: Options) -> Corpus? {
    options.dataFolder.flatMap { FileManager.default.contents(atPath: "\($0)/\(name).json") }.map { Corpus(document: $0) }
}

/// Documents of one model, named and decoded as a user would.
func documents<T: Model>(
    _ name: String, _ corpus: Corpus?, _ documents: Int, _ options: Options, _ decode: @escaping (Document) throws -> T
) throws -> [Figure] {
    guard let corpus else { return [] }
    let all = Documents(name: name, corpus: corpus, documents: documents, decode: decode)
    var figures: [Figure] = []
    if options.wants(name, .decode) { figures += try all.decoding().measure(rounds: options.rounds) }
    if options.wants(name, .encode) { figures += try all.encoding().measure(rounds: options.rounds) }
    for figure in figures { print(figure.line) }
    fflush(nil)
    return figures
}

func run(_ options: Options) throws {
    print("\(String(cString: peer_versions())); medians of \(options.rounds) rounds, processor time\n")
    let decoder = ModelDecoder()
    let user = { (document: Document) in try decoder.decode(GitHubUser.self, from: document.bytes) }
    let status = { (document: Document) in try decoder.decode(FeedStatus.self, from: document.bytes) }
    let event = { (document: Document) in try decoder.decode(Event.self, from: document.bytes) }
    let catalog = { (document: Document) in try decoder.decode(Catalog.self, from: document.bytes) }
    let search = { (document: Document) in try decoder.decode(TwitterSearch.self, from: document.bytes) }
    let geometry = { (document: Document) in try decoder.decode(GeoCollection.self, from: document.bytes) }
    let events = EventText.corpus(byteCount: options.few(16_000_000, quick: 2_000_000))
    var figures: [Figure] = []
    figures += try documents("github_user", Corpus(document: GitHubUserText.text.utf8), options.few(20_000, quick: 2_000), options, user)
    figures += try documents("social_feed", Corpus(document: SocialFeedText.text.utf8), options.few(2_000, quick: 200), options, status)
    figures += try documents("events_ndjson", events, events.count, options, event)
    figures += try documents("catalog", CatalogText.corpus(), options.few(20, quick: 2), options, catalog)
    figures += try documents("weibo", file("weibo", options), options.few(2_000, quick: 200), options, status)
    figures += try documents("twitter", file("twitter", options), options.few(40, quick: 4), options, search)
    figures += try documents("canada", file("canada", options), options.few(10, quick: 2), options, geometry)
    guard !figures.isEmpty else { throw BenchError("no workload holds --filter") }
    if let file = options.jsonFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(figures).write(to: URL(fileURLWithPath: file))
    }
}

do {
    try run(Options(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("Peers: \(error)\n".utf8))
    exit(1)
}
