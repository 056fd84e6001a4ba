import Foundation
import Yodel

/// What a long stream takes of memory. Its event lines are made as they are read, so that the process holds neither a file nor the stream.
///
/// The kernel tells a process's peak from its start on: this has to be the first that is measured.
struct StreamMemory {
    static let contender = ContenderID.yodelChunks
    static let workload = "event_stream"
    private static let chunkBytes = 64 << 10
    /// The process must stay below it, however long the stream is.
    private static let limit = 64 << 20

    let byteCount: Int

    /// Reads the stream, and checks each record.
    ///
    /// - Returns: A line of the report.
    /// - Throws: `BenchError` if a record differs from what the line was made of, is missing or too many, or if the peak reaches the limit.
    func measure() throws -> String {
        let name = "\(Self.workload)/\(Self.contender.rawValue)"
        var stream = EventStream(byteCount: byteCount, chunkBytes: Self.chunkBytes)
        var reader = try ModelReader(Event.self, framing: .lines)
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
        guard reader.records == stream.lines, reader.position.offset == bytes, bytes >= byteCount else {
            throw BenchError("\(name): \(reader.records) records of \(stream.lines), \(reader.position.offset) bytes of \(bytes)")
        }
        let text =
            "\(name): \(formatted(Double(bytes) / 1e6)) MB in chunks of \(Self.chunkBytes >> 10) KiB, \(formatted(Double(stream.lines))) "
            + "records, \(formatted(Double(bytes) / 1e6 / (time / .seconds(1)))) MB/s"
        guard let peak = peakMemory() else { return text }
        guard peak < Self.limit else { throw BenchError("\(name): the peak of memory is \(peak) bytes, not below \(Self.limit)") }
        return text + "; peak memory of the process \(formatted(Double(peak) / 1e6, digits: 1)) MB"
    }
}
