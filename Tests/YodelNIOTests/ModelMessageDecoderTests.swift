#if NIO
import Foundation
import NIOCore
import NIOEmbedded
import Testing
import Yodel
import YodelNIO

@Suite("Models from a channel")
struct ModelMessageDecoderTests {
    /// Good records, a blank line, CRLF, bad syntax, a wrong type, one that is too long, bytes that are no text, and a last one without its
    /// end.
    private static let lines: [UInt8] =
        Array("{\"id\":1,\"name\":\"a\"}\n\n{\"id\":2}\r\n{\"id\":}\n{\"id\":\"x\"}\n{\"id\":3,\"name\":\"".utf8)
        + Array(repeating: UInt8(ascii: "z"), count: 60) + Array("\"}\n{\"name\":\"".utf8) + [0xFF] + Array("\"}\n{\"id\":4}".utf8)

    private static let expected = [
        "#1 line 1 byte 0+19 1 a", "#2 line 3 byte 21+8 2 ", "#3 line 4 byte 31+7 unexpectedByte", "#4 line 5 byte 39+10 typeMismatch",
        "#5 line 6 byte 50+78 recordLimit", "#6 line 7 byte 129+12 invalidUTF8", "#7 line 8 byte 142+8 4 ",
    ]

    private static var limited: ReadingOptions {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 32
        return reading
    }

    @Test(arguments: Array(1...16) + [1_000])
    func linesInPieces(_ size: Int) throws {
        #expect(try Decoding.lines(Self.lines, every: size, reading: Self.limited) == Self.expected)
        #expect(try Decoding.lines(Self.lines, every: size, .automatic, reading: Self.limited) == Self.expected)
        #expect(
            try Decoding.lines([0xEF, 0xBB, 0xBF] + Array("{\"id\":1}\n{\"id\":2}".utf8), every: size)
                == ["#1 line 1 byte 3+8 1 ", "#2 line 2 byte 12+8 2 "])
    }

    @Test(
        "Other framings in pieces",
        arguments: [
            ("{\"id\":1} {\"id\":2}\n\n{\"id\" 3}{\"id\":4}", Framing.values),
            ("\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n\u{1E}{\"id\" 3}\n\u{1E}{\"id\":4}", .sequence),
            ("[{\"id\":1}, {\"id\":2},{\"id\" 3},\n{\"id\":4}]", .array),
            ("{\"a\":[0,{\"b\":[{\"id\":1}, {\"id\":2},{\"id\" 3}, {\"id\":4}]}]}", .array(at: "a[1].b")),
        ])
    func otherFramings(_ text: String, _ framing: Framing) throws {
        let whole = try Decoding.lines(Array(text.utf8), every: text.utf8.count, framing)
        #expect(whole.count == 4 && whole[2].hasSuffix("unexpectedByte"), "\(whole)")
        #expect([0, 1, 3].map { whole[$0].split(separator: " ").last } == ["1", "2", "4"])
        for size in 1...16 {
            #expect(try Decoding.lines(Array(text.utf8), every: size, framing) == whole, "\(size)")
        }
    }

    @Test func randomPieces() throws {
        var random = SeededGenerator(1)
        for _ in 0..<200 {
            let decoding = try Decoding(reading: Self.limited)
            var rest = Self.lines[...]
            while !rest.isEmpty {
                let chunk = rest.prefix(Int.random(in: 0...40, using: &random))
                decoding.feed(chunk)
                rest = rest.dropFirst(chunk.count)
            }
            decoding.finish()
            #expect(decoding.lines == Self.expected)
        }
    }

    /// Messages come as soon as their records are complete.
    @Test func nothingIsHeldBack() throws {
        let decoding = try Decoding()
        decoding.feed("{\"id\":1}\n{\"id\":2}".utf8)
        #expect(decoding.lines.count == 1)
        decoding.feed("\n".utf8)
        #expect(decoding.lines.count == 2)
        decoding.finish()
        #expect(decoding.lines.count == 2 && decoding.decoder.records == 2 && decoding.decoder.framing == .lines)
    }

    @Test func emptyAndBlankInputsHaveNoRecords() throws {
        for text in ["", "\n", " \r\n\n  "] { #expect(try Decoding.lines(Array(text.utf8), every: 1) == []) }
    }

    @Test func failedRecordsComeWithTheirBytes() throws {
        let decoder = try ModelMessageDecoder(Item.self, options: .strict, reading: Self.limited)
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(decoder))
        for byte in Self.lines { try channel.writeInbound(ByteBuffer(integer: byte)) }
        var bytes: [String?] = []
        while let message = try channel.readInbound(as: ModelMessage<Item>.self) {
            bytes.append(message.rejectedBytes.map { String(buffer: $0) })
            if message.number == 3 {
                #expect(message.error?.offset == 37 && message.error?.line == 4 && message.model == nil)
                #expect(throws: ModelError.self) { try message.get() }
            }
            if message.number == 1 { #expect(try message.get() == Item(id: 1, name: "a") && message.error == nil) }
        }
        #expect(bytes == [nil, nil, #"{"id":}"#, #"{"id":"x"}"#, nil, "{\"name\":\"\u{FFFD}\"}"])
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    /// A record of 64 MiB passes a decoder that may hold 64 KiB, and the next one is read.
    @Test func whatIsTooLongIsNotHeld() throws {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 1 << 16
        let decoding = try Decoding(reading: reading)
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)
        decoding.feed("{\"id\":1}\n{".utf8)
        let before = residentBytes()
        for _ in 0..<1024 { decoding.feed(piece) }
        #expect(!isMeasured || residentBytes() - before < 16 << 20)
        decoding.feed("}\n{\"id\":2}\n".utf8)
        #expect(decoding.lines == ["#1 line 1 byte 0+8 1 ", "#2 line 2 byte 9+67108866 recordLimit", "#3 line 3 byte 67108876+8 2 "])
        decoding.finish()
    }

    // MARK: Policies

    private func lines(_ size: Int, _ change: (inout ReadingOptions) -> Void) throws -> [String] {
        var reading = Self.limited
        change(&reading)
        return try Decoding.lines(Self.lines, every: size, reading: reading)
    }

    /// What is fed after the error is refused by the handler, once for each piece.
    @Test(arguments: Array(1...16) + [1_000])
    func abort(_ size: Int) throws {
        let lines = try lines(size) { $0.onFailure = .abort }
        #expect(Array(lines.prefix(3)) == Array(Self.expected[..<2]) + ["! unexpectedByte"])
        #expect(lines.dropFirst(3).allSatisfy { $0.contains("dataReceivedInErrorState") })
    }

    @Test(arguments: Array(1...16) + [1_000])
    func tooManyFailures(_ size: Int) throws {
        let lines = try lines(size) { $0.maximumFailures = 1 }
        #expect(Array(lines.prefix(5)) == Array(Self.expected[..<4]) + ["! failureLimit"])
        #expect(lines.dropFirst(5).allSatisfy { $0.contains("dataReceivedInErrorState") })
    }

    /// The end of the input brings the last record and the error behind it.
    @Test(arguments: 1...8)
    func tooManyFailuresAtTheEnd(_ size: Int) throws {
        var reading = ReadingOptions()
        reading.maximumFailures = 0
        #expect(
            try Decoding.lines(Array("{}\n{".utf8), every: size, reading: reading)
                == ["#1 line 1 byte 0+2 0 ", "#2 line 2 byte 3+1 unexpectedEnd", "! failureLimit"])
    }

    @Test(arguments: Array(1...16) + [1_000])
    func skipAndCollect(_ size: Int) throws {
        let good = [0, 1, 6].map { Self.expected[$0] }
        #expect(try lines(size) { $0.onFailure = .skip } == good)
        var reading = Self.limited
        reading.onFailure = .collect
        let decoding = try Decoding(reading: reading)
        for start in stride(from: 0, to: Self.lines.count, by: size) { decoding.feed(Self.lines[start...].prefix(size)) }
        decoding.finish()
        #expect(decoding.lines == good && decoding.decoder.failedRecords == 4 && decoding.decoder.failures.map(\.number) == [3, 4, 5, 6])
    }

    @Test(arguments: 1...16)
    func badFramingEndsTheReading(_ size: Int) throws {
        let lines = try Decoding.lines(Array("[{\"id\":1},{\"id\":2} {\"id\":3}]".utf8), every: size, .array)
        #expect(Array(lines.prefix(3)) == ["#1 line 1 byte 1+8 1 ", "#2 line 1 byte 10+8 2 ", "! unexpectedByte"])
        #expect(try Decoding.lines(Array("[{\"id\":1},".utf8), every: size, .array) == ["#1 line 1 byte 1+8 1 ", "! unexpectedEnd"])
    }

    @Test func aTypeThatCannotBeMappedIsAnErrorAtOnce() {
        struct Foreign {}
        let error = #expect(throws: ModelError.self) { try ModelMessageDecoder(Foreign.self) }
        #expect(error?.category == .model)
    }

    @Test func errorsCloseTheChannelOnlyWhenAsked() throws {
        for policy in [ReadingOptions.FailurePolicy.deliver, .skip, .collect, .abort] {
            var reading = ReadingOptions()
            reading.onFailure = policy
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandlers(
                ByteToMessageHandler(try ModelMessageDecoder(Item.self, reading: reading)), NIOCloseOnErrorHandler())
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            _ = try? channel.writeInbound(ByteBuffer(string: "{\n"))
            #expect(channel.isActive == (policy != .abort))
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }

    // MARK: In a pipeline

    /// A handler that feeds the pipeline while it gets a message.
    private final class Feeder: ChannelInboundHandler {
        typealias InboundIn = ModelMessage<Item>
        var lines: [String] = []
        var more = ["{\"id\":8}\n{\"id\"", ":9}\n", "{\"id\":10}"]

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            lines.append(describe(Self.unwrapInboundIn(data)))
            if !more.isEmpty { context.pipeline.fireChannelRead(ByteBuffer(string: more.removeFirst())) }
        }
    }

    @Test func readsDuringAMessageComeBehindIt() throws {
        let feeder = Feeder()
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers(ByteToMessageHandler(try ModelMessageDecoder(Item.self)), feeder)
        try channel.writeInbound(ByteBuffer(string: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"))
        _ = try channel.finish()
        #expect(feeder.lines.map { $0.split(separator: " ").last } == ["1", "2", "3", "8", "9", "10"])
        #expect(feeder.lines.last == "#6 line 6 byte 45+9 10 ")
    }

    /// A handler that takes the decoder out of the pipeline at the first message.
    private final class Remover: ChannelInboundHandler {
        typealias InboundIn = ModelMessage<Item>
        var lines: [String] = []
        var isRemoved = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if lines.count == 3 { return context.fireChannelRead(data) }
            lines.append(describe(Self.unwrapInboundIn(data)))
            guard !isRemoved else { return }
            isRemoved = true
            let decoder = try! context.pipeline.syncOperations.context(handlerType: ByteToMessageHandler<ModelMessageDecoder<Item>>.self)
            context.pipeline.syncOperations.removeHandler(context: decoder, promise: nil)
        }
    }

    /// Messages that wait when the handler goes are handed out; what is left of the bytes is the last record.
    @Test func nothingIsLostWhenTheHandlerGoes() throws {
        let remover = Remover()
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers(ByteToMessageHandler(try ModelMessageDecoder(Item.self)), remover)
        try channel.writeInbound(ByteBuffer(string: "{\"id\":1}\n{\"id\":2}\n{\"id\":3"))
        channel.embeddedEventLoop.run()
        #expect(remover.lines.map { $0.split(separator: " ").last } == ["1", "2", "unexpectedEnd"])
        try channel.writeInbound(ByteBuffer(string: "raw"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "raw"))
        _ = try channel.finish()
    }

    /// The same outside of a pipeline.
    @Test(arguments: Array(1...16) + [1_000])
    func processor(_ size: Int) throws {
        let processor = NIOSingleStepByteToMessageProcessor(
            try ModelMessageDecoder(Item.self, options: .strict, reading: Self.limited), maximumBufferSize: 1)
        var lines: [String] = []
        for start in stride(from: 0, to: Self.lines.count, by: size) {
            try processor.process(buffer: ByteBuffer(bytes: Self.lines[start...].prefix(size))) { lines.append(describe($0)) }
            #expect(processor.unprocessedBytes == 0)
        }
        try processor.finishProcessing(seenEOF: true) { lines.append(describe($0)) }
        #expect(lines == Self.expected)
    }

    // MARK: Out

    @Test func modelsGoOutAsLines() throws {
        let channel = EmbeddedChannel(handler: MessageToByteHandler(ModelMessageEncoder(Item.self)))
        var text = ""
        for id in 1...3 {
            try channel.writeOutbound(Item(id: id, name: String(repeating: "n\n", count: id * 400)))
            text += String(buffer: try #require(try channel.readOutbound(as: ByteBuffer.self)))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines[3].isEmpty)
        #expect(try lines[..<3].map { try Item(json: String($0)).id } == [1, 2, 3])
        _ = try channel.finish()
    }

    @Test func aModelThatCannotBeWrittenFailsItsPromise() throws {
        var options = EncodingOptions()
        options.onNonFinite = .fail
        let channel = EmbeddedChannel(handler: MessageToByteHandler(ModelMessageEncoder([Double].self, options: options)))
        try channel.writeOutbound([1.5])
        #expect(throws: ModelError.self) { try channel.writeOutbound([Double.nan]) }
        #expect(try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) } == "[1.5]\n")
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        _ = try? channel.finish()
    }
}

/// Whether what the process holds is what its code asks for: AddressSanitizer keeps what has been freed.
private let isMeasured = dlsym(nil, "__asan_init") == nil

/// Memory that the process holds.
private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
}
#endif
