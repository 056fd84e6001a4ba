import Foundation
import Yodel

// The same workloads the other way: the models of their documents are encoded.
extension Workloads {
    /// A log's models are those of its first lines only, over and over; memory is not to grow with the log.
    private static let logBytes = 3_000_000

    func encoding(_ id: WorkloadID, _ wanted: (ContenderID) -> Bool) throws -> PreparedWorkload? {
        switch id {
        case .githubUser:
            return try githubEncoding(id, Corpus(document: Array(GitHubUserText.text.utf8))).prepared(wanted: wanted)
        case .socialFeed:
            return try feedEncoding(id, Corpus(document: Array(SocialFeedText.text.utf8))).prepared(wanted: wanted)
        case .eventsNDJSON:
            let corpus = EventText.corpus(byteCount: few(Self.logBytes, quick: Self.logBytes / 5))
            return EncodingWorkload(
                id: id, models: try corpus.models(Event.self), documents: few(20_000, quick: 4_000), slowShare: 4,
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) }),
                handWritten: Encoding(HandWrittenWriter()),
                yajlGen: Encoding(YajlGeneratorWriter()),
                object: \.object
            ).prepared(wanted: wanted)
        case .mappedUser:
            return try mappedUserEncoding(id).prepared(wanted: wanted)
        // It is written as the record with defaults is.
        case .describedUser:
            return nil
        case .shapesPolymorphic:
            return try shapesEncoding(id).prepared(wanted: wanted)
        case .dates:
            return try datesEncoding(id).prepared(wanted: wanted)
        case .userLines:
            return EncodingWorkload(
                id: id, models: try GitHubUserText.lines(few(10_000, quick: 3_000)).models(UserSummary.self),
                documents: few(10_000, quick: 3_000), slowShare: 10,
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) })
            ).prepared(wanted: wanted)
        case .shortLines:
            return EncodingWorkload(
                id: id, models: try ShortLine.corpus(lines: few(20_000, quick: 5_000)).models(ShortLine.self),
                documents: few(20_000, quick: 5_000), slowShare: 10,
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) })
            ).prepared(wanted: wanted)
        case .catalog:
            return EncodingWorkload(
                id: id, models: try CatalogText.corpus().models(Catalog.self), documents: few(10, quick: 2), slowShare: few(10, quick: 2),
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) })
            ).prepared(wanted: wanted)
        case .service:
            return EncodingWorkload(
                id: id, models: try OrderText.corpus(lines: few(2_000, quick: 500)).models(ShopOrder.self),
                documents: few(10_000, quick: 2_000), slowShare: 10,
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) })
            ).prepared(wanted: wanted)
        case .directory:
            return try directoryEncoding(id, encoder).prepared(wanted: wanted)
        case .directorySorted:
            var options = EncodingOptions.default
            options.sortsKeys = true
            var sorting = try directoryEncoding(id, ModelEncoder(options))
            sorting.sortsKeys = true
            return sorting.prepared(wanted: wanted)
        case .user:
            guard let corpus = try file(id) else { return nil }
            return try githubEncoding(id, corpus).prepared(wanted: wanted)
        case .weibo:
            guard let corpus = try file(id) else { return nil }
            return try feedEncoding(id, corpus).prepared(wanted: wanted)
        case .twitter:
            guard let corpus = try file(id) else { return nil }
            return EncodingWorkload(
                id: id, models: try corpus.models(TwitterSearch.self), documents: few(20, quick: 4), slowShare: 4,
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) })
            ).prepared(wanted: wanted)
        case .canada:
            guard let corpus = try file(id) else { return nil }
            return EncodingWorkload(
                id: id, models: try corpus.models(GeoCollection.self), documents: few(5, quick: 1), slowShare: 5,
                yodel: Encoding(YodelWriter(encoder)),
                yodelData: Encoding(DataWriter { try encoder.encode($0) })
            ).prepared(wanted: wanted)
        }
    }

    private func githubEncoding(_ id: WorkloadID, _ corpus: Corpus) throws -> EncodingWorkload<GitHubUser> {
        EncodingWorkload(
            id: id, models: try corpus.models(GitHubUser.self), documents: few(10_000, quick: 3_000), slowShare: options.isQuick ? 6 : 10,
            yodel: Encoding(YodelWriter(encoder)),
            yodelData: Encoding(DataWriter { try encoder.encode($0) }),
            handWritten: Encoding(HandWrittenWriter()),
            yajlGen: Encoding(YajlGeneratorWriter()),
            object: \.object)
    }

    private func directoryEncoding(_ id: WorkloadID, _ encoder: ModelEncoder) throws -> EncodingWorkload<Directory> {
        EncodingWorkload(
            id: id, models: try Corpus(document: Array(DirectoryText.text.utf8)).models(Directory.self),
            documents: few(100, quick: 20), slowShare: 5,
            yodel: Encoding(YodelWriter(encoder)),
            yodelData: Encoding(DataWriter { try encoder.encode($0) }))
    }

    private func feedEncoding(_ id: WorkloadID, _ corpus: Corpus) throws -> EncodingWorkload<FeedStatus> {
        EncodingWorkload(
            id: id, models: try corpus.models(FeedStatus.self), documents: few(1_000, quick: 200), slowShare: 4,
            yodel: Encoding(YodelWriter(encoder)),
            yodelData: Encoding(DataWriter { try encoder.encode($0) }),
            handWritten: Encoding(HandWrittenWriter()),
            yajlGen: Encoding(YajlGeneratorWriter()))
    }
}

// Where one way of encoding is set against another.
extension Workloads {
    /// What mapped keys and paths cost.
    private func mappedUserEncoding(_ id: WorkloadID) throws -> Comparison<NSDictionary> {
        let plain = try JSONDecoder().decode(GitHubUser.self, from: Data(GitHubUserText.text.utf8))
        let mapped = try yodel.decode(MappedUser.self, from: Data(GitHubUserText.mapped.utf8))
        let documents = few(10_000, quick: 3_000)
        return Comparison(
            id: id, operation: .encode,
            sides: [
                .init(.yodel, mapped, documents: documents, Encoding(YodelWriter(encoder))) { try Self.plain(Self.object(in: $0)) },
                .init(.yodelPlain, plain, documents: documents, Encoding(YodelWriter(encoder))) {
                    NSDictionary(dictionary: try Self.object(in: $0))
                },
            ],
            expected: NSDictionary(dictionary: plain.object))
    }

    /// A mapped record with the plain one's keys.
    private static func plain(_ mapped: [String: Any]) throws -> NSDictionary {
        var object = mapped
        guard let home = object.removeValue(forKey: "ext") as? [String: Any] else { throw BenchError("\"ext\" is not there") }
        object["bio"] = object.removeValue(forKey: "description")
        return NSDictionary(dictionary: object.merging(home) { first, _ in first })
    }

    private static func object(in data: Data) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw BenchError("no object") }
        return object
    }

    /// What instances cost whose class is known only when they are written. The plain class writes all properties, so its text is longer.
    private func shapesEncoding(_ id: WorkloadID) throws -> Comparison<[ShapeValues]> {
        let text = Data(ShapeText.text.utf8)
        let documents = few(1_000, quick: 200)
        let values: (Data) throws -> [ShapeValues] = { data in
            (try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []).map { ShapeValues(object: $0) }
        }
        return Comparison(
            id: id, operation: .encode,
            sides: [
                .init(
                    .yodel, try yodel.decode([Shape].self, from: text), documents: documents, Encoding(YodelWriter(encoder)),
                    values: values),
                .init(
                    .yodelPlain, try yodel.decode([PlainShape].self, from: text), documents: documents, Encoding(YodelWriter(encoder)),
                    values: values),
            ],
            expected: ShapeText.shapes)
    }

    /// What a writer for one format gains on `DateFormatter` and on `JSONEncoder`.
    private func datesEncoding(_ id: WorkloadID) throws -> Comparison<[Int]> {
        let dates = DateText.entries.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000) }
        let values: (Data) throws -> [Int] = { data in
            let strings = try JSONDecoder().decode([String].self, from: data)
            return try DateFormatters(strings).dates().map { Int($0.timeIntervalSince1970) }
        }
        return Comparison(
            id: id, operation: .encode,
            sides: [
                .init(.yodel, dates, documents: few(200, quick: 50), Encoding(YodelWriter(encoder)), values: values),
                .init(.jsonEncoder, dates, documents: few(20, quick: 5), Encoding(DataWriter.jsonEncoder()), values: values),
                .init(.dateFormatter, dates, documents: few(5, quick: 1), Encoding(DateFormatterWriter()), values: values),
            ],
            // The default format cuts off what is less than a second.
            expected: DateText.entries.map { $0.milliseconds / 1_000 })
    }
}
