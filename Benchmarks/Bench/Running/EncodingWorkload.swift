import Foundation
import Yodel
import YodelFoundation

/// A workload of a model `T`: its values and those who encode them.
struct EncodingWorkload<T: BaseModel & Codable & Equatable> {
    let id: WorkloadID
    /// Decoded beforehand, by `JSONDecoder`.
    let models: [T]
    /// Documents of a round.
    let documents: Int
    /// Foundation's contenders do one document where the others do `slowShare`, so that a round stays short.
    var slowShare = 1
    /// Yodel, called for this very model as a user would, into a buffer that is used again.
    let yodel: Encoding<T>
    /// The same into `Data`.
    let yodelData: Encoding<T>
    /// A program that appends to a buffer, for this very model.
    var handWritten: Encoding<T>?
    /// Calls of yajl's generator, for this very model.
    var yajlGen: Encoding<T>?
    /// A dictionary for `JSONSerialization`, for this very model.
    var object: ((T) -> [String: Any])?
    /// Whether those who write `Codable` types sort keys. Yodel's encoders of models are given as options say.
    var sortsKeys = false

    /// - Parameter wanted: Which contenders are to be measured.
    func prepared(wanted: (ContenderID) -> Bool) -> PreparedWorkload {
        let encoders = encoders().filter { wanted($0.id) }
        return PreparedWorkload(
            id: id, operation: .encode, contenders: encoders.map { contender($0.id, $0.encoding) }, check: { differences(of: encoders) })
    }

    private func encoders() -> [(id: ContenderID, encoding: Encoding<T>)] {
        let encoders: [(ContenderID, Encoding<T>?)] = [
            (.codableEmpty, Encoding(EmptyWriter())),
            (.handWritten, handWritten),
            (.yajlGen, yajlGen),
            (.yodel, yodel),
            (.yodelData, yodelData),
            (.codableEncoder, Encoding(DataWriter<T>.codableEncoder(sortsKeys: sortsKeys))),
            (.fastEncoder, Encoding(DataWriter<T>.jsonEncoder(FastJSONEncoder(), sortsKeys: sortsKeys))),
            (.yodelCodable, Encoding(DataWriter<T>.yodelCodable(sortsKeys: sortsKeys))),
            (.jsonEncoder, Encoding(DataWriter<T>.jsonEncoder(sortsKeys: sortsKeys))),
            (.jsonSerialization, object.map { Encoding(JSONSerializationWriter($0)) }),
        ]
        return encoders.compactMap { id, encoding in encoding.map { (id, $0) } }
    }

    private func contender(_ id: ContenderID, _ encoding: Encoding<T>) -> Contender {
        Contender(
            id: id, operation: .encode, documents: id.family == .foundation ? max(1, documents / slowShare) : documents,
            byteCount: byteCount, run: { [models] count in try encoding.run(models, count) })
    }

    /// The bytes of the first `count` documents as Yodel writes them: speeds of all are of the same text.
    private func byteCount(first count: Int) throws -> Int {
        let lengths = try models.map { try yodel.bytes($0).count }
        return lengths.reduce(0, +) * (count / models.count) + lengths.prefix(count % models.count).reduce(0, +)
    }
}

extension EncodingWorkload {
    /// Encodes every model with each contender. A contender is named once, with the first document that is wrong.
    private func differences(of encoders: [(id: ContenderID, encoding: Encoding<T>)]) -> [String] {
        var faults: [ContenderID: String] = [:]
        for (index, model) in models.enumerated() {
            for (id, encoding) in encoders where faults[id] == nil && id.family != .floor {
                do {
                    if let fault = try fault(in: encoding.bytes(model), of: id, model) { faults[id] = "document \(index): \(fault)" }
                } catch {
                    faults[id] = "document \(index): \(error)"
                }
            }
        }
        return faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\(self.id.rawValue)/\($0.key.rawValue): \($0.value)" }
    }

    /// What is read back must be the model; who writes keys in the order of declaration and fractions as Yodel does must also write its very bytes.
    private func fault(in bytes: [UInt8], of id: ContenderID, _ model: T) throws -> String? {
        if ![.yodel, .codableEncoder, .fastEncoder, .yodelCodable].contains(id), id.family != .foundation {
            let expected = try yodel.bytes(model)
            guard bytes == expected else {
                let place = zip(bytes, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
                return "the bytes differ from yodel's from byte \(place ?? min(bytes.count, expected.count)) on"
            }
            return nil
        }
        return try JSONDecoder.reference.decode(T.self, from: Data(bytes)) == model
            ? nil : "what JSONDecoder reads back differs from the model"
    }
}

extension Corpus {
    /// The models of its documents, which are few.
    func models<T: Decodable>(_ type: T.Type) throws -> [T] {
        let decoder = JSONDecoder.reference
        var models: [T] = []
        try forEach(first: framing == .lines ? .max : 1) { models.append(try decoder.decode(T.self, from: $0.data)) }
        guard !models.isEmpty else { throw BenchError("there is no document") }
        return models
    }
}
