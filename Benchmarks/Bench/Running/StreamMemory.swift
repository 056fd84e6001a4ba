import Foundation
import Yodel

/// What long input takes of memory, in chunks: event lines, the same events as elements of one document's array, and that document decoded into a
/// model that wants none of them. The input is made as it is read, so that the process holds neither a file nor the stream.
///
/// The kernel tells a process's peak from its start on: this has to be the first that is measured.
struct StreamMemory {
    enum Workload: String, CaseIterable {
        case lines = "event_stream"
        case array = "event_array"
        case document = "event_document"
    }

    static let contender = ContenderID.yodelChunks
    private static let chunkBytes = 64 << 10
    /// The process must stay below it, however long the input is.
    private static let limit = 64 << 20

    let workload: Workload
    let byteCount: Int

    private var name: String { "\(workload.rawValue)/\(Self.contender.rawValue)" }

    /// Reads the input, and checks what it makes.
    ///
    /// - Returns: A line of the report.
    /// - Throws: `BenchError` if a record or the model differs from what the input was made of, if a record is missing or too many, or if the peak
    ///   reaches the limit.
    func measure() throws -> String {
        let input: (bytes: Int, records: Int, time: Duration)
        switch workload {
        case .lines: input = try readRecords(stream(.lines), .lines)
        case .array: input = try readRecords(stream(.document), .array(at: "events"))
        case .document: input = try readDocument()
        }
        guard input.bytes >= byteCount else { throw BenchError("\(name): \(input.bytes) bytes of at least \(byteCount)") }
        let text =
            "\(name): \(formatted(Double(input.bytes) / 1e6)) MB in chunks of \(Self.chunkBytes >> 10) KiB, "
            + "\(formatted(Double(input.records))) events, \(formatted(Double(input.bytes) / 1e6 / (input.time / .seconds(1)))) MB/s"
        guard let peak = peakMemory() else { return text }
        guard peak < Self.limit else { throw BenchError("\(name): the peak of memory is \(peak) bytes, not below \(Self.limit)") }
        return text + "; peak memory of the process \(formatted(Double(peak) / 1e6, digits: 1)) MB"
    }

    private func stream(_ form: EventStream.Form) -> EventStream {
        EventStream(form, byteCount: byteCount, chunkBytes: Self.chunkBytes)
    }

    private func readRecords(
        _ source: consuming EventStream, _ framing: Framing
    ) throws -> (bytes: Int, records: Int, time: Duration) {
        var stream = source
        var reader = try ModelReader(Event.self, framing: framing)
        let each = { (record: consuming ModelRecord<Event>) in
            let number = record.number
            guard EventText.serial(ofTime: try record.take().time) == number - 1 else {
                throw BenchError("\(name): record \(number) differs from its line")
            }
        }
        var time = Duration.zero
        var bytes = 0
        while let chunk = stream.next() {
            time += try ContinuousClock().measure { try reader.read(chunk, each: each) }
            bytes += chunk.count
        }
        try reader.finish(each: each)
        guard reader.records == stream.lines, reader.position.offset == bytes else {
            throw BenchError("\(name): \(reader.records) records of \(stream.lines), \(reader.position.offset) bytes of \(bytes)")
        }
        return (bytes, stream.lines, time)
    }

    private func readDocument() throws -> (bytes: Int, records: Int, time: Duration) {
        let chunks = EventChunks(stream(.document))
        let start = ContinuousClock.now
        let ends = try ModelDecoder().decode(EventEnds.self, fromChunks: chunks)
        let time = ContinuousClock.now - start - chunks.making
        guard ends == EventEnds(before: 1, after: 2) else { throw BenchError("\(name): the model differs from the document") }
        return (chunks.bytes, chunks.lines, time)
    }
}

/// What stands at both ends of a document of events.
private struct EventEnds: Model, Equatable {
    var before = 0
    var after = 0
}

/// The chunks of a stream, in turn.
private final class EventChunks: Sequence, IteratorProtocol {
    private var stream: EventStream
    private(set) var bytes = 0
    /// What it took to make them.
    private(set) var making = Duration.zero

    init(_ stream: consuming EventStream) { self.stream = stream }

    var lines: Int { stream.lines }

    func next() -> UnsafeRawBufferPointer? {
        var chunk: UnsafeRawBufferPointer?
        making += ContinuousClock().measure { chunk = stream.next() }
        bytes += chunk?.count ?? 0
        return chunk
    }
}
