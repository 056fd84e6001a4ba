import Foundation
import Yodel

// The same models into a binary property list and out of it: through Yodel's plan, and through the coding that the compiler writes.
extension Workloads {
    func archiving(_ id: WorkloadID, _ wanted: (ContenderID) -> Bool) throws -> PreparedWorkload? {
        switch id {
        case .githubUser:
            let corpus = Corpus(document: Array(GitHubUserText.text.utf8))
            return try archive(id, corpus.models(GitHubUser.self), documents: few(400, quick: 100), wanted)
        case .socialFeed:
            let corpus = Corpus(document: Array(SocialFeedText.text.utf8))
            return try archive(id, corpus.models(FeedStatus.self), documents: few(40, quick: 10), wanted)
        case .eventsNDJSON:
            let models = try EventText.corpus(byteCount: 60_000).models(Event.self)
            return try archive(id, models, documents: few(400, quick: 100), wanted)
        case .user:
            return try file(id).flatMap { try archive(id, $0.models(GitHubUser.self), documents: few(400, quick: 100), wanted) }
        case .weibo:
            return try file(id).flatMap { try archive(id, $0.models(FeedStatus.self), documents: few(40, quick: 10), wanted) }
        case .twitter:
            return try file(id).flatMap { try archive(id, $0.models(TwitterSearch.self), documents: few(2, quick: 1), wanted) }
        case .canada:
            return try file(id).flatMap { try archive(id, $0.models(GeoCollection.self), documents: 1, wanted) }
        // What these compare is the reading and writing of JSON.
        case .userLines, .shortLines, .mappedUser, .describedUser, .shapesPolymorphic, .dates, .catalog, .service, .directory,
            .directorySorted:
            return nil
        }
    }

    private func archive<T: Model & Codable & Equatable>(
        _ id: WorkloadID, _ models: [T], documents: Int, _ wanted: (ContenderID) -> Bool
    ) throws -> PreparedWorkload? {
        let yodel = Archiving<T>(
            write: { try $0.encode(Archived(model: $1)) }, read: { try $0.decode(Archived<T>.self, from: $1).model })
        let compiled = Archiving<T>(write: { try $0.encode($1) }, read: { try $0.decode(T.self, from: $1) })
        let sides = [(ContenderID.yodel, yodel), (.propertyList, compiled)].filter { wanted($0.0) }
        let bytes = try models.map { try yodel.data($0).count }
        return PreparedWorkload(
            id: id, operation: .archive,
            contenders: sides.map { side, archiving in
                Contender(
                    id: side, operation: .archive, documents: documents,
                    byteCount: { count in (0..<count).reduce(0) { $0 + bytes[$1 % bytes.count] } },
                    run: { count in
                        for index in 0..<count { blackHole(try archiving.again(models[index % models.count])) }
                    })
            },
            check: {
                sides.compactMap { side, archiving in
                    let wrong = models.firstIndex { (try? archiving.again($0)) != $0 }
                    return wrong.map { "\(id.rawValue)/\(side.rawValue): document \($0): what comes back differs from the model" }
                }
            })
    }
}

/// A way into a property list and back.
private struct Archiving<T> {
    let write: (PropertyListEncoder, T) throws -> Data
    let read: (PropertyListDecoder, Data) throws -> T
    private let encoder = PropertyListEncoder()
    private let decoder = PropertyListDecoder()

    init(write: @escaping (PropertyListEncoder, T) throws -> Data, read: @escaping (PropertyListDecoder, Data) throws -> T) {
        self.write = write
        self.read = read
        encoder.outputFormat = .binary
    }

    func data(_ model: T) throws -> Data { try write(encoder, model) }

    func again(_ model: T) throws -> T { try read(decoder, data(model)) }
}

/// A model that is coded by its plan, whatever coding of its own it has.
private struct Archived<T: Model>: Codable {
    let model: T

    init(model: T) {
        self.model = model
    }

    init(from decoder: any Decoder) throws {
        model = try T(modelFrom: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try model.modelEncode(to: encoder)
    }
}
