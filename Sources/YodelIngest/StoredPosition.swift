#if Ingest
import FoundationEssentials
import Yodel

/// A position, as a table of places has it: with the file of the place, beside the position's own keys.
private struct StoredPosition: Codable {
    let position: ReadingPosition
    let path: String?

    private enum CodingKeys: CodingKey {
        case path
    }

    init(_ place: IngestPlace) {
        (position, path) = (place.position, place.file)
    }

    init(from decoder: any Decoder) throws {
        position = try ReadingPosition(from: decoder)
        path = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .path)
    }

    func encode(to encoder: any Encoder) throws {
        try position.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(path, forKey: .path)
    }
}

/// What every table of places has.
extension IngestPlace {
    /// Makes a place as a database has stored it.
    init(source: String, generation: Int, position: String, head: [UInt8], checksum: UInt32?) throws(IngestError) {
        do {
            let stored = try CodableDecoder().decode(StoredPosition.self, from: Data(position.utf8))
            self.init(source: source, generation: generation, position: stored.position, head: head, checksum: checksum, file: stored.path)
        } catch {
            throw IngestError(.sink, "ingest_places holds an invalid position: \(error)", underlying: error)
        }
    }

    /// The position as a database stores it.
    func positionText() throws -> String { String(decoding: try CodableEncoder().encode(StoredPosition(self)), as: UTF8.self) }

    /// That the file's place is not where this ingestion has left it.
    var isMoved: IngestError {
        IngestError(.sink, "another ingestion is reading \(source) into this database: it has moved the file's place")
    }
}
#endif
