import Foundation
import Yodel

/// Those who read a document without a model: into a value that takes whatever is there. Each is checked by making the model of what it has read.
extension Workload {
    var valueReaders: [Entry] {
        let yodel = ModelDecoder.scanning
        return [
            reading(.jsonValue, { try yodel.decode(JSONValue.self, from: $0.bytes) }, model: { try yodel.decode(T.self, from: $0) }),
            reading(.jsonObject, { try yodel.decode([String: Any].self, from: $0.bytes) }, model: { try yodel.decode(T.self, from: $0) }),
            reading(
                .jsonSerialization, { try JSONSerialization.jsonObject(with: $0.data) },
                model: { try JSONDecoder.reference.decode(T.self, from: JSONSerialization.data(withJSONObject: $0)) }),
        ]
    }

    private func reading<Value>(
        _ id: ContenderID, _ read: @escaping (Document) throws -> Value, model: @escaping (Value) throws -> T
    ) -> Entry {
        Entry(
            contender: contender(
                id, documents: id.family == .foundation ? max(1, documents / slowShare) : documents,
                run: { [corpus] count in try corpus.forEach(first: count) { blackHole(try read($0)) } }),
            agrees: { _, document, expected in try model(try read(document)) == expected })
    }
}
