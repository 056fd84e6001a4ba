import Testing

@testable import Yodel

/// A stream with one long record, of 64 MiB if no other number of chunks is asked for, or 7 MiB by default, made as it is read.
enum LongStream {
    static let reading: ReadingOptions = {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 1 << 20
        return reading
    }()

    /// Whether what a process takes is what its code asks for: AddressSanitizer keeps what has been freed.
    static let isMeasured = !isAddressSanitized

    static func read(
        _ framing: Framing, _ before: String, _ quote: String, _ behind: String, fails: Bool = true, filler: UInt8 = 0x61,
        chunks: Int = triesFewerCases ? 112 : 1024
    )
        throws
    {
        var reader = try ModelReader(JSONValue.self, framing: framing, reading: reading)
        var codes: [ModelError.Code?] = []
        var longest = 0
        let chunk = [UInt8](repeating: filler, count: 64 << 10)
        try reader.read(Array((before + quote).utf8)) { codes.append($0.error?.code) }
        for _ in 0..<chunks {
            try reader.read(chunk) { codes.append($0.error?.code) }
            PeakMemory.look()
        }
        for piece in [Array((quote + behind).utf8), nil] {
            func take(_ record: borrowing ModelRecord<JSONValue>) {
                codes.append(record.error?.code)
                longest = max(longest, record.length)
            }
            if let piece { try reader.read(piece) { take($0) } } else { try reader.finish { take($0) } }
        }
        #expect(codes == [nil, fails ? .recordLimit : nil, nil], "\(framing)")
        #expect(!fails || longest >= chunks * chunk.count)
    }
}
