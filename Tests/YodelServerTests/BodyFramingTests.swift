#if Server && Ingest
import Testing
import Yodel
import YodelIngest

@Suite("Framings of bodies")
struct BodyFramingTests {
    @Test(arguments: [nil, BodyCompression.gzip])
    func whatIsAroundRecordsIsTakenOffInPiecesOfAnySize(compression: BodyCompression?) async throws {
        let time = "2016-10-06T00:17:09.669794202Z"
        let bodies: [(IngestFraming, [UInt8])] = [
            (.sse, Array("event: x\ndata: {\"id\":1}\n\ndata: {\ndata: \"id\":2}\n\ndata: {\"id\":3}".utf8)),
            (.cri, Array("\(time) stdout F {\"id\":1}\n\(time) stdout P {\"id\":\n\(time) stdout F 2}\n\(time) stdout P {\"id\":3}".utf8)),
            (.bulk, Array("{\"index\":{}}\n{\"id\":1}\n{\"index\":{}}\n{\"id\":2}\n{\"create\":{}}\n{\"id\":3}\n".utf8)),
            (
                .array.encoded(as: .utf16LittleEndian),
                "\u{FEFF}[{\"id\":1},{\"id\":2},{\"id\":3}]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            ),
        ]
        let sink = TestSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        for (framing, body) in bodies {
            for size in [1, 7, 1000] {
                let receipt = try await receiver.receive(chunks(pack(body, compression), of: size), named: "body", compression: compression)
                #expect(receipt.rows == 3 && receipt.rejects == 0, "\(framing) in pieces of \(size): \(receipt)")
                #expect(await sink.ids.suffix(3) == [1, 2, 3])
            }
        }
        try await receiver.close()
        let counts = Dictionary(uniqueKeysWithValues: bodies.map { ($0.0, 3) })
        #expect(receiver.summary.bodies == counts && receiver.summary.framings.isEmpty)
    }
}
#endif
