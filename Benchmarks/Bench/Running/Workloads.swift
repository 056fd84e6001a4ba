import Foundation
import Yodel

/// All workloads, each made when its turn comes and given back after it: memory holds one corpus at a time.
struct Workloads {
    let options: Options
    let yodel = ModelDecoder()
    let encoder = ModelEncoder()

    init(options: Options) {
        self.options = options
    }

    /// Nil if the workload's document is not there or no contender is wanted.
    func prepare(_ id: WorkloadID, _ operation: Operation) throws -> PreparedWorkload? {
        let wanted = { options.wants($0, in: id) }
        guard ContenderID.allCases.contains(where: wanted) else { return nil }
        return switch operation {
        case .decode: try decoding(id, wanted)
        case .encode: try encoding(id, wanted)
        case .archive: try archiving(id, wanted)
        }
    }

    private func decoding(_ id: WorkloadID, _ wanted: (ContenderID) -> Bool) throws -> PreparedWorkload? {
        switch id {
        case .githubUser:
            return try github(id, Corpus(document: Array(GitHubUserText.text.utf8))).prepared(wanted: wanted)
        case .socialFeed:
            return try feed(id, Corpus(document: Array(SocialFeedText.text.utf8))).prepared(wanted: wanted)
        case .eventsNDJSON:
            let corpus = EventText.corpus(byteCount: few(64_000_000, quick: 8_000_000))
            return try Workload(
                id: id, corpus: corpus, documents: corpus.count, slowShare: 4,
                yodel: { yodel in Decoding { try yodel.decode(Event.self, from: $0.bytes) } },
                handWritten: Decoding { try EventProgram.decode($0) },
                fromObject: Event.init(object:), streams: [.chunks(Event.self), .cores(Event.self)]
            ).prepared(wanted: wanted)
        case .userLines:
            let corpus = GitHubUserText.lines(few(10_000, quick: 3_000))
            return try Workload(
                id: id, corpus: corpus, documents: corpus.count, slowShare: 2,
                yodel: { yodel in Decoding { try yodel.decode(UserSummary.self, from: $0.bytes) } }, streams: [.chunks(UserSummary.self)]
            ).prepared(wanted: wanted)
        case .shortLines:
            let corpus = ShortLine.corpus(lines: few(200_000, quick: 20_000))
            return try Workload(
                id: id, corpus: corpus, documents: corpus.count, slowShare: 10,
                yodel: { yodel in Decoding { try yodel.decode(ShortLine.self, from: $0.bytes) } }, streams: [.chunks(ShortLine.self)]
            ).prepared(wanted: wanted)
        case .mappedUser:
            return try mappedUser(id).prepared(wanted: wanted)
        case .describedUser:
            return try describedUser(id).prepared(wanted: wanted)
        case .shapesPolymorphic:
            return shapes(id).prepared(wanted: wanted)
        case .dates:
            return try dates(id).prepared(wanted: wanted)
        case .catalog:
            return try Workload<Catalog>(
                id: id, corpus: CatalogText.corpus(), documents: few(10, quick: 2), slowShare: few(10, quick: 2),
                yodel: { yodel in Decoding { try yodel.decode(Catalog.self, from: $0.bytes) } }, readsValues: true
            ).prepared(wanted: wanted)
        case .service:
            let corpus = OrderText.corpus(lines: few(10_000, quick: 2_000))
            return try Workload(
                id: id, corpus: corpus, documents: corpus.count, slowShare: 10,
                yodel: { yodel in Decoding { try yodel.decode(ShopOrder.self, from: $0.bytes) } },
                plain: .init(Decoding { [yodel] in try yodel.decode(PlainOrder.self, from: $0.bytes) }, isSame: { $0.isSame(as: $1) }),
                streams: [.chunks(ShopOrder.self)]
            ).prepared(wanted: wanted)
        case .directory:
            return try Workload<Directory>(
                id: id, corpus: Corpus(document: Array(DirectoryText.text.utf8)), documents: few(100, quick: 20), slowShare: 5,
                yodel: { yodel in Decoding { try yodel.decode(Directory.self, from: $0.bytes) } }
            ).prepared(wanted: wanted)
        case .directorySorted:
            return nil
        case .user:
            guard let corpus = try file(id) else { return nil }
            return try github(id, corpus).prepared(wanted: wanted)
        case .weibo:
            guard let corpus = try file(id) else { return nil }
            return try feed(id, corpus).prepared(wanted: wanted)
        case .twitter:
            guard let corpus = try file(id) else { return nil }
            return try Workload<TwitterSearch>(
                id: id, corpus: corpus, documents: few(20, quick: 4),
                yodel: { yodel in Decoding { try yodel.decode(TwitterSearch.self, from: $0.bytes) } }, readsValues: true
            ).prepared(wanted: wanted)
        case .canada:
            guard let corpus = try file(id) else { return nil }
            return try Workload<GeoCollection>(
                id: id, corpus: corpus, documents: few(5, quick: 1),
                yodel: { yodel in Decoding { try yodel.decode(GeoCollection.self, from: $0.bytes) } }, readsValues: true
            ).prepared(wanted: wanted)
        }
    }

    private func github(_ id: WorkloadID, _ corpus: Corpus) -> Workload<GitHubUser> {
        Workload(
            id: id, corpus: corpus, documents: few(10_000, quick: 3_000), slowShare: options.isQuick ? 3 : 1,
            yodel: { yodel in Decoding { try yodel.decode(GitHubUser.self, from: $0.bytes) } },
            handWritten: Decoding { try GitHubUserProgram.decode($0) },
            fromObject: GitHubUser.init(object:))
    }

    private func feed(_ id: WorkloadID, _ corpus: Corpus) -> Workload<FeedStatus> {
        Workload(
            id: id, corpus: corpus, documents: few(1_000, quick: 200), slowShare: 2,
            yodel: { yodel in Decoding { try yodel.decode(FeedStatus.self, from: $0.bytes) } },
            handWritten: Decoding { try FeedStatusProgram.decode($0) })
    }

    func few(_ count: Int, quick: Int) -> Int {
        // Instructions are counted exactly, and fifty times as slowly.
        if options.counted != nil { return max(1, quick / 10) }
        return options.isQuick ? quick : count
    }

    func file(_ id: WorkloadID) throws -> Corpus? {
        guard let folder = options.dataFolder else { return nil }
        let path = "\(folder)/\(id.rawValue).json"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { throw BenchError("\(path) cannot be read") }
        return Corpus(document: data)
    }
}
