import CPeers
import Yodel

/// Who takes part.
enum Library: String, CaseIterable {
    case yodel = "Yodel"
    case simdjson
    case rapidjson = "RapidJSON"
}

/// One of them with what it does with the first so many documents.
struct Side {
    let library: Library
    /// Bytes that are read or written.
    let run: (_ documents: Int) throws -> Int
}

/// Documents of a model, and those who read and write them.
struct Workload {
    let name: String
    let operation: Operation
    /// Documents of a round.
    let documents: Int
    let sides: [Side]
}

/// Makes the workloads of a model, and holds the sides' values against each other.
struct Documents<T: Model> {
    let name: String
    let corpus: Corpus
    /// Documents of a round.
    let documents: Int
    /// Called for this very model, as a user would.
    let decode: (Document) throws -> T

    /// Documents whose values are compared, and whose models are written.
    private var compared: Int { min(corpus.count, 2_000) }

    private func checksum(_ models: [T]) -> UInt64 {
        var checksum = Checksum()
        for model in models { checksum.add(model) }
        return checksum.state
    }

    private func models(_ count: Int) throws -> [T] {
        var models: [T] = []
        try corpus.forEach(first: count) { models.append(try decode($0)) }
        return models
    }

    /// - Throws: `BenchError` if the values of any two differ.
    func decoding() throws -> Workload {
        let simdjson = try Peer("\(T.self)", PEER_SIMDJSON, corpus)
        let rapidjson = try Peer("\(T.self)", PEER_RAPIDJSON, corpus)
        let expected = checksum(try models(compared))
        for (library, peer) in [(Library.simdjson, simdjson), (.rapidjson, rapidjson)] {
            let found = try peer.checksum(compared)
            guard found == expected else {
                throw BenchError("\(name): \(library.rawValue) reads other values than Yodel: \(found), not \(expected)")
            }
        }
        let (corpus, decode) = (corpus, decode)
        let bytes = corpus.byteCount(first: documents)
        return Workload(
            name: name, operation: .decode, documents: documents,
            sides: [
                Side(library: .yodel) { count in
                    try corpus.forEach(first: count) { blackHole(try decode($0)) }
                    return bytes
                },
                Side(library: .simdjson) { count in
                    try simdjson.decode(count)
                    return bytes
                },
                Side(library: .rapidjson) { count in
                    try rapidjson.decode(count)
                    return bytes
                },
            ])
    }

    /// - Throws: `BenchError` if the values in what they write differ.
    func encoding() throws -> Workload {
        let simdjson = try Peer("\(T.self)", PEER_SIMDJSON, corpus)
        let rapidjson = try Peer("\(T.self)", PEER_RAPIDJSON, corpus)
        let models = try models(compared)
        let decoder = ModelDecoder()
        for (library, peer) in [(Library.simdjson, simdjson), (.rapidjson, rapidjson)] {
            try peer.keep(compared)
            let written = try models.indices.map { try decoder.decode(T.self, from: peer.text($0)) }
            guard checksum(written) == checksum(models) else {
                throw BenchError("\(name): \(library.rawValue) writes other values than Yodel reads")
            }
        }
        let encoder = ModelEncoder()
        let output = Output()
        return Workload(
            name: name, operation: .encode, documents: documents,
            sides: [
                Side(library: .yodel) { count in
                    var bytes = 0
                    for index in 0..<count {
                        output.bytes.removeAll(keepingCapacity: true)
                        try encoder.encode(models[index % models.count], into: &output.bytes)
                        bytes += output.bytes.count
                    }
                    return bytes
                },
                Side(library: .simdjson) { simdjson.encode($0) },
                Side(library: .rapidjson) { rapidjson.encode($0) },
            ])
    }

    /// A buffer that is used again.
    private final class Output {
        var bytes: [UInt8] = []
    }
}
