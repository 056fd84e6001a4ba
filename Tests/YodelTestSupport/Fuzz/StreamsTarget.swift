@testable import Yodel

/// A stream has the same records, at the same places and with the same failures, however it is cut into chunks, and when it is read in two goes.
enum StreamsTarget {
    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        switch input.choice(3) {
        case 0: return fault(of: StreamItem.self, &input)
        case 1: return fault(of: JSONValue.self, &input)
        default: return fault(of: [Int].self, &input)
        }
    }

    private static let framings: [Framing] = [
        .lines, .values, .array, .sequence, .document, .automatic, .array(at: "data.items"), .array(at: "[1].a"), .array(at: "a[0]"),
    ]

    private static func fault<T: Equatable>(of type: T.Type, _ input: inout FuzzInput) -> String? {
        let framing = framings[input.choice(framings.count)]
        let bits = input.choice(256)
        let options = bits & 1 == 0 ? DecodingOptions.lenient : .strict
        var reading = ReadingOptions()
        if bits & 2 != 0 { reading.maximumRecordBytes = 40 }
        if bits & 4 != 0 { reading.onFailure = .abort }
        if bits & 8 != 0 { reading.maximumFailures = 2 }
        let bytes = Array(input.rest)
        func read(_ nextSize: () -> Int) -> StreamOutcome<T> {
            do { return try readStream(type, bytes, framing, options, reading, nextSize: nextSize) } catch { fatalError("\(error)") }
        }
        let whole = read { bytes.count }
        // What ends the reading after a record that has been handed on stands in that record, and the position behind it.
        if whole.end?.code != .failureLimit, let complaint = whole.complaints.first {
            return "\(framing): \(complaint)\n    \(bytes.shown)"
        }
        for way in 0..<3 {
            let other = read { way == 0 ? 1 : Int.random(in: 1...(way == 1 ? 8 : 80), using: &input.generator) }
            if let difference = other.difference(from: whole) {
                return "\(framing) \(reading) in chunks: \(difference)\n    \(bytes.shown)"
            }
        }
        return recordFault(whole, options, reading).map { "\(framing): \($0)\n    \(bytes.shown)" }
            ?? resumeFault(type, whole, bytes, framing, options, reading, &input)
    }

    /// A record is what its own bytes make.
    private static func recordFault<T: Equatable>(
        _ outcome: StreamOutcome<T>, _ options: DecodingOptions, _ reading: ReadingOptions
    ) -> String? {
        var last = 0
        var options = options
        options.acceptsByteOrderMark = false
        for record in outcome.records {
            guard record.offset >= last else { return "record \(record) begins before the last one ends" }
            last = record.offset + record.length
            guard record.length <= reading.maximumRecordBytes else {
                if record.error?.code != .recordLimit || !record.bytes.isEmpty { return "record \(record) is too long" }
                continue
            }
            guard record.bytes.count == record.length else { return "record \(record) has not its own length" }
            switch decodeOnce(T.self, record.bytes, options) {
            case .success(let model):
                // What is cut off at its end may be a whole number.
                if record.model != model && record.error?.code != .unexpectedEnd { return "record \(record) makes \(model)" }
            case .failure(let error):
                guard let own = record.error else { return "record \(record) makes \(error)" }
                if own.code != .unexpectedEnd && (own.code != error.code || own.offset != record.offset + error.offset) {
                    return "record \(record) makes \(error)"
                }
            }
        }
        return nil
    }

    /// What is read up to anywhere, and from there by another reader, is all of it.
    private static func resumeFault<T: Equatable>(
        _ type: T.Type, _ whole: StreamOutcome<T>, _ bytes: [UInt8], _ framing: Framing, _ options: DecodingOptions,
        _ reading: ReadingOptions, _ input: inout FuzzInput
    ) -> String? {
        guard reading.maximumFailures == .max else { return nil }
        let cut = Int.random(in: 0...bytes.count, using: &input.generator)
        do {
            var reader = try ModelReader(type, framing: framing, options: options, reading: reading)
            var joined = StreamOutcome<T>()
            do {
                try reader.read(Array(bytes[..<cut])) { record in joined.records.append(ReadRecord(record)) }
            } catch {
                return nil
            }
            let position = reader.position
            let rest = try readStream(type, Array(bytes[position.offset...]), framing, options, reading, from: position) { bytes.count }
            joined.records += rest.records
            joined.end = rest.end
            return joined.difference(from: whole).map { difference in
                "\(framing) read on from \(position) after \(cut) bytes: \(difference)\n    \(bytes.shown)"
            }
        } catch {
            return "\(framing) cannot be read on: \(error)\n    \(bytes.shown)"
        }
    }
}
