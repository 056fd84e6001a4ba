#if NIO
import NIOCore
import Testing
import Yodel
import YodelNIO

@Suite("ByteBuffer")
struct ByteBufferTests {
    private let decoder = ModelDecoder(.strict)
    private let encoder = ModelEncoder()

    /// A buffer whose readable bytes stand between others.
    private func buffer(_ text: String) -> ByteBuffer {
        var buffer = ByteBuffer(string: "[7,{" + text + "}]")
        buffer.moveReaderIndex(forwardBy: 4)
        buffer.moveWriterIndex(to: buffer.writerIndex - 2)
        return buffer
    }

    @Test func theReadableBytesAreTheDocument() throws {
        let buffer = buffer(#"{"id":1,"name":"a"}"#)
        #expect(try decoder.decode(Item.self, from: buffer) == Item(id: 1, name: "a"))
        #expect(buffer.readerIndex == 4 && buffer.readableBytes == 19)
        #expect(try decoder.decode(Item.self, from: ByteBuffer(buffer.readableBytesView)) == Item(id: 1, name: "a"))
    }

    @Test func errorsCountFromTheReaderIndex() {
        let error = #expect(throws: ModelError.self) { try decoder.decode(Item.self, from: buffer(#"{"id":}"#)) }
        #expect(error?.offset == 6 && error?.column == 7)
        #expect(throws: ModelError.self) { try decoder.decode(Item.self, from: ByteBuffer()) }
    }

    @Test func buffersAreJSONBytes() throws {
        let buffer = buffer(#"{"id":1,"in":{"id":2}}"#)
        var item = Item(id: 0, name: "kept")
        try ModelDecoder().update(&item, from: buffer)
        #expect(item == Item(id: 1, name: "kept"))
        #expect(throws: ModelError.self) { try decoder.update(&item, from: self.buffer(#"{"id":2,"name":[]}"#)) }
        #expect(item.id == 1)
        var report = DecodingReport()
        #expect(try ModelDecoder().decode(Item.self, from: buffer, report: &report) == Item(id: 1))
        #expect(try ModelDecoder().decode(Item.self, from: buffer, at: "in").id == 2)
    }

    /// The bytes that are lent are those of the buffer itself.
    @Test func nothingIsCopied() {
        let buffer = buffer("{}")
        let place = buffer.withUnsafeReadableBytes { Int(bitPattern: $0.baseAddress) }
        #expect(buffer.withJSONBytes { Int(bitPattern: $0.baseAddress) } == place)
        #expect(buffer.withJSONBytes { $0.count } == 2)
    }

    @Test func aReaderTakesBuffers() throws {
        var reader = try ModelReader(Item.self, framing: .lines)
        var ids: [Int] = []
        try reader.read(buffer("{\"id\":1}\n{\"id\"")) { ids.append($0.model?.id ?? -1) }
        try reader.read(ByteBuffer()) { _ in ids.append(-2) }
        try reader.read(buffer(":2}\n{\"id\":3}")) { ids.append($0.model?.id ?? -1) }
        try reader.finish { ids.append($0.model?.id ?? -1) }
        #expect(ids == [1, 2, 3])
    }

    @Test func anErrorOfTheConsumerComesThrough() throws {
        struct Stop: Error {}
        var reader = try ModelReader(Item.self, framing: .lines)
        #expect(throws: Stop.self) { try reader.read(buffer("{}\n{}\n")) { _ in throw Stop() } }
    }

    /// Every capacity from none to more than enough: the text stands behind what was there, whether it fitted or not.
    @Test(arguments: 0...160)
    func encodesBehindWhatIsThere(_ capacity: Int) throws {
        let item = Item(id: 12, name: "a\"b\u{1}ü")
        let text = try encoder.encodeToString(item)
        var buffer = ByteBufferAllocator().buffer(capacity: capacity)
        buffer.writeString("x ")
        buffer.moveReaderIndex(forwardBy: 1)
        try encoder.encode(item, into: &buffer)
        try encoder.encodeLine(item, into: &buffer)
        #expect(String(buffer: buffer) == " \(text)\(text)\n" && buffer.readerIndex == 1)
    }

    @Test func aBufferThatIsUsedAgainDoesNotGrow() throws {
        let items = (0..<100).map { Item(id: $0, name: String(repeating: "é\n", count: 50)) }
        var buffer = ByteBuffer()
        try encoder.encode(items, into: &buffer)
        let (capacity, bytes) = (buffer.capacity, [UInt8](buffer.readableBytesView))
        for _ in 0..<3 {
            buffer.clear()
            try encoder.encode(items, into: &buffer)
            #expect(buffer.capacity == capacity && [UInt8](buffer.readableBytesView) == bytes)
        }
    }

    @Test func aSharedBufferIsLeftAlone() throws {
        var buffer = ByteBufferAllocator().buffer(capacity: 1024)
        buffer.writeString("[")
        let shared = buffer
        try encoder.encode(Item(id: 1), into: &buffer)
        #expect(String(buffer: shared) == "[" && String(buffer: buffer) == #"[{"id":1,"name":""}"#)
    }

    @Test(arguments: [0, 1024])
    func afterAnErrorNothingIsWritten(_ capacity: Int) throws {
        var options = EncodingOptions()
        options.onNonFinite = .fail
        let encoder = ModelEncoder(options)
        var buffer = ByteBufferAllocator().buffer(capacity: capacity)
        buffer.writeString("x")
        #expect(throws: ModelError.self) { try encoder.encode([1, Double.nan], into: &buffer) }
        #expect(throws: ModelError.self) { try encoder.encodeLine([1, Double.nan], into: &buffer) }
        #expect(String(buffer: buffer) == "x")
        try encoder.encode([1.5], into: &buffer)
        #expect(String(buffer: buffer) == "x[1.5]")
    }

    @Test func aLineIsCompact() throws {
        var options = EncodingOptions()
        options.isPretty = true
        var buffer = ByteBuffer()
        try ModelEncoder(options).encodeLine(Item(id: 1), into: &buffer)
        try ModelEncoder(options).encode([1], into: &buffer)
        #expect(String(buffer: buffer) == "{\"id\":1,\"name\":\"\"}\n[\n  1\n]")
    }

    // MARK: Codable

    private struct Coded: Codable, Equatable {
        var id: Int
        var name: String?
    }

    @Test func codableTypesAreDecoded() throws {
        let decoder = CodableDecoder()
        let buffer = buffer(#"{"id":1,"name":"a"}"#)
        #expect(try decoder.decode(Coded.self, from: buffer) == Coded(id: 1, name: "a"))
        #expect(buffer.readerIndex == 4 && buffer.readableBytes == 19)
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Coded.self, from: self.buffer(#"{"id":}"#)) }
        let cause: (any Error)? = if case .dataCorrupted(let context)? = error { context.underlyingError } else { nil }
        #expect((cause as? ModelError)?.offset == 6)
    }

    /// Every capacity from none to more than enough; after an error the buffer is as it was.
    @Test(arguments: 0...80)
    func codableTypesAreEncoded(_ capacity: Int) throws {
        let encoder = CodableEncoder()
        let value = Coded(id: 12, name: "a\"b\u{1}ü")
        let text = try encoder.encodeToString(value)
        var buffer = ByteBufferAllocator().buffer(capacity: capacity)
        buffer.writeString("x ")
        buffer.moveReaderIndex(forwardBy: 1)
        try encoder.encode(value, into: &buffer)
        #expect(throws: EncodingError.self) { try encoder.encode([1, Double.nan], into: &buffer) }
        try encoder.encode(7, into: &buffer)
        #expect(String(buffer: buffer) == " \(text)7" && buffer.readerIndex == 1)
    }

    @Test func aBufferOfCodableTypesThatIsUsedAgainDoesNotGrow() throws {
        let values = (0..<100).map { Coded(id: $0, name: String(repeating: "é\n", count: 50)) }
        var buffer = ByteBuffer()
        try CodableEncoder().encode(values, into: &buffer)
        let capacity = buffer.capacity
        for _ in 0..<3 {
            buffer.clear()
            try CodableEncoder().encode(values, into: &buffer)
            #expect(buffer.capacity == capacity)
        }
    }
}
#endif
