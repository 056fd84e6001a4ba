#if Ingest
import FoundationEssentials
import Yodel

/// A position, as a table of places has it: with the file of the place, its framing and the record that has not ended, beside the position's own keys.
private struct StoredPosition: Codable {
    let position: ReadingPosition
    let path: String?
    let form: IngestFraming?
    let open: IngestPlace.LineStart?

    private enum CodingKeys: CodingKey {
        case path, form, open
    }

    init(_ place: IngestPlace) {
        (position, path, form, open) = (place.position, place.file, place.framing, place.open)
    }

    init(from decoder: any Decoder) throws {
        position = try ReadingPosition(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decodeIfPresent(String.self, forKey: .path)
        open = try container.decodeIfPresent(IngestPlace.LineStart.self, forKey: .open)
        let name = try container.decodeIfPresent(String.self, forKey: .form)
        form = name.flatMap { IngestFraming(named: $0) }
        let isLine = open.map { 0...position.offset ~= $0.offset && 1...position.line ~= $0.line } ?? true
        guard isLine, (form == nil) == (name == nil) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no framing, or a line after the position"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        try position.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encodeIfPresent(form?.description, forKey: .form)
        try container.encodeIfPresent(open, forKey: .open)
    }
}

/// What every table of places has.
extension IngestPlace {
    /// Makes a place as a database has stored it.
    init(source: String, generation: Int, position: String, head: [UInt8], checksum: UInt32?) throws(IngestError) {
        do {
            let stored = try CodableDecoder().decode(StoredPosition.self, from: Data(position.utf8))
            self.init(
                source: source, generation: generation, position: stored.position, head: head, checksum: checksum, file: stored.path,
                framing: stored.form, open: stored.open)
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
