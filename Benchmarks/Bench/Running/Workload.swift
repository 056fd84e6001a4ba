import Foundation
import Yodel
import YodelFoundation

extension ModelDecoder {
    /// Reads by the scanner.
    static let scanning = ModelDecoder(.lenient(.scanner))
    /// Reads by yajl.
    static let parsing = ModelDecoder(.lenient(.yajl))
}

extension DecodingOptions {
    fileprivate static func lenient(_ tokenizer: Tokenizer) -> DecodingOptions {
        var options = lenient
        options.tokenizer = tokenizer
        return options
    }
}

/// A workload of a model `T`: its documents and those who decode them.
struct Workload<T: BaseModel & Decodable & Equatable> {
    typealias Decode = (Document) throws -> T

    let id: WorkloadID
    let corpus: Corpus
    /// Documents of a round.
    let documents: Int
    /// Foundation's contenders do one document where the others do `slowShare`, so that a round stays short.
    var slowShare = 1
    /// Yodel, called for this very model as a user would: where the type is known, decoding is specialised for it.
    let yodel: (ModelDecoder) -> Decoding<T>
    /// A program on yajl's callbacks for this very model.
    var handWritten: Decoding<T>?
    /// Assignment out of `JSONSerialization`'s dictionary, for this very model.
    var fromObject: (([String: Any]) throws -> T)?
    /// Whether documents are read without a model as well.
    var readsValues = false
    /// Yodel, into a model of plain types.
    var plain: Plain?
    /// Those who read a log as a stream.
    var streams: [StreamReading<T>] = []

    /// - Parameter wanted: Which contenders are to be measured.
    func prepared(wanted: (ContenderID) -> Bool) throws -> PreparedWorkload {
        let reference = decoding(by: .reference)
        var entries: [Entry] = []
        if wanted(.memcpy) { entries.append(copying()) }
        if wanted(.stringsOnly) { entries.append(try makingStrings(reference)) }
        if wanted(.yajlEmpty) { entries.append(parsing()) }
        for (id, decode) in decoders(reference) where wanted(id) { entries.append(decoding(id, decode)) }
        if let plain, wanted(.yodelPlain) { entries.append(reading(plain)) }
        for entry in readsValues ? valueReaders : [] where wanted(entry.contender.id) { entries.append(entry) }
        for stream in streams where wanted(stream.id) { entries.append(try reading(stream)) }
        return PreparedWorkload(
            id: id, operation: .decode, logBytes: corpus.framing == .lines ? corpus.bytes.count : nil, contenders: entries.map(\.contender),
            check: { [entries] in differences(of: entries, from: reference) })
    }

    /// What an interface makes that takes Foundation's decoder, or a subclass of it.
    private func decoding(by decoder: JSONDecoder) -> Decode { { try decoder.decode(T.self, from: $0.data) } }

    /// Those who make models.
    private func decoders(_ reference: @escaping Decode) -> [(ContenderID, Decoding<T>)] {
        var decoders: [(ContenderID, Decoding<T>)] = []
        if let handWritten { decoders.append((.handWritten, handWritten)) }
        decoders.append((.yodelScanner, yodel(.scanning)))
        decoders.append((.yodelYajl, yodel(.parsing)))
        let codable = CodableDecoder()
        codable.dateDecodingStrategy = .iso8601
        let yodelCodable = ModelDecoder()
        decoders.append((.codableDecoder, Decoding { try codable.decode(T.self, from: $0.data) }))
        let fast = FastJSONDecoder()
        fast.dateDecodingStrategy = .iso8601
        decoders.append((.fastDecoder, Decoding(decoding(by: fast))))
        decoders.append((.yodelCodable, Decoding { try yodelCodable.decode(CodedAlone<T>.self, from: $0.data).value }))
        decoders.append((.jsonDecoder, Decoding(reference)))
        if let fromObject {
            decoders.append(
                (
                    .jsonSerialization,
                    Decoding { document in
                        guard let object = try JSONSerialization.jsonObject(with: document.data) as? [String: Any] else {
                            throw BenchError("the root is not an object")
                        }
                        return try fromObject(object)
                    }
                ))
        }
        return decoders
    }
}

extension Workload {
    /// The same documents into another model, and whether its values are those of `T`.
    struct Plain {
        let run: (Corpus, Int) throws -> Void
        let agrees: (Document, T) throws -> Bool

        init<Other>(_ decoding: Decoding<Other>, isSame: @escaping (Other, T) -> Bool) {
            run = decoding.run
            agrees = { document, expected in isSame(try decoding.decode(document), expected) }
        }
    }

    /// A contender and how its result is compared with the reference's for the document of that index.
    struct Entry {
        let contender: Contender
        let agrees: (_ index: Int, _ document: Document, _ expected: T) throws -> Bool
    }

    func contender(_ id: ContenderID, documents: Int, run: @escaping (Int) throws -> Void) -> Contender {
        Contender(id: id, operation: .decode, documents: documents, byteCount: corpus.byteCount, run: run)
    }

    private func decoding(_ id: ContenderID, _ decoding: Decoding<T>) -> Entry {
        Entry(
            contender: contender(
                id, documents: id.family == .foundation ? max(1, documents / slowShare) : documents,
                run: { [corpus] count in try decoding.run(corpus, count) }),
            agrees: { _, document, expected in try decoding.decode(document) == expected })
    }

    private func reading(_ plain: Plain) -> Entry {
        Entry(
            contender: contender(.yodelPlain, documents: documents, run: { [corpus] count in try plain.run(corpus, count) }),
            agrees: { _, document, expected in try plain.agrees(document, expected) })
    }

    /// Records that are compared: those of a whole log would fill the memory.
    private static var comparedRecords: Int { 2_000 }

    private func reading(_ stream: StreamReading<T>) throws -> Entry {
        let models = try stream.models(corpus, Self.comparedRecords)
        let all = corpus.count
        var reader = contender(
            stream.id, documents: documents,
            run: { [corpus] _ in
                let read = try stream.run(corpus)
                guard read == all else { throw BenchError("\(read) records of \(all)") }
            })
        reader.countsAllocations = false
        return Entry(
            contender: reader,
            agrees: { index, _, expected in index >= Self.comparedRecords || models[index] == expected })
    }

    private func copying() -> Entry {
        let copy = MemoryCopy(capacity: corpus.bytes.count)
        return Entry(
            contender: contender(
                .memcpy, documents: documents, run: { [corpus] count in corpus.forEach(first: count) { copy.copy($0) } }),
            agrees: { _, document, _ in copy.agrees(document) })
    }

    private func makingStrings(_ reference: Decode) throws -> Entry {
        let strings = try StringsOnly(corpus, reference: reference)
        return Entry(
            contender: contender(
                .stringsOnly, documents: corpus.framing == .lines ? min(documents, strings.documents) : documents, run: strings.run),
            agrees: { index, _, expected in index >= strings.documents || strings.strings(of: index) == allStrings(of: expected) })
    }

    private func parsing() -> Entry {
        Entry(
            contender: contender(
                .yajlEmpty, documents: documents, run: { [corpus] count in try corpus.forEach(first: count, YajlEmpty.parse) }),
            agrees: { _, document, _ in
                try YajlEmpty.parse(document)
                return true
            })
    }

    /// Decodes every document of the corpus with the reference and with each contender. A contender is named once, with the first document
    /// that differs.
    private func differences(of entries: [Entry], from reference: Decode) -> [String] {
        var faults: [ContenderID: String] = [:]
        var index = 0
        corpus.forEach(first: corpus.framing == .lines ? .max : 1) { document in
            defer { index += 1 }
            let expected: T
            do {
                expected = try reference(document)
            } catch {
                faults[.jsonDecoder] = faults[.jsonDecoder] ?? "document \(index): the reference fails: \(error)"
                return
            }
            for entry in entries where faults[entry.contender.id] == nil {
                do {
                    if try entry.agrees(index, document, expected) { continue }
                    faults[entry.contender.id] = "document \(index): the result differs from json_decoder's"
                } catch {
                    faults[entry.contender.id] = "document \(index): \(error)"
                }
            }
        }
        return faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\(id.rawValue)/\($0.key.rawValue): \($0.value)" }
    }
}
