#if NIO
import NIOCore
import NIOEmbedded
import Yodel
import YodelNIO

struct Item: Model, Equatable {
    var id = 0
    var name = ""
}

/// What a message says, in a line.
func describe(_ message: ModelMessage<Item>) -> String {
    let place = "#\(message.number) line \(message.line) byte \(message.offset)+\(message.length)"
    switch message.result {
    case .success(let item): return "\(place) \(item.id) \(item.name)"
    case .failure(let error): return "\(place) \(error.code)"
    }
}

/// A channel that decodes, and what came out of it.
final class Decoding {
    let decoder: ModelMessageDecoder<Item>
    let channel: EmbeddedChannel
    private(set) var lines: [String] = []

    init(_ framing: Framing = .lines, options: DecodingOptions = .strict, reading: ReadingOptions = ReadingOptions()) throws {
        decoder = try ModelMessageDecoder(Item.self, framing: framing, options: options, reading: reading)
        channel = EmbeddedChannel(handler: ByteToMessageHandler(decoder))
    }

    /// Feeds a chunk. An error is the last line.
    func feed(_ chunk: some Sequence<UInt8>) { run { try channel.writeInbound(ByteBuffer(bytes: chunk)) } }

    func finish() { run { _ = try channel.finish(acceptAlreadyClosed: true) } }

    private func run(_ body: () throws -> Void) {
        var fault: String?
        do { try body() } catch { fault = "! \((error as? ModelError)?.code.rawValue ?? "\(error)")" }
        while let message = try? channel.readInbound(as: ModelMessage<Item>.self) { lines.append(describe(message)) }
        if let fault { lines.append(fault) }
    }

    /// All that comes of an input cut into pieces of one size.
    static func lines(
        _ bytes: [UInt8], every size: Int, _ framing: Framing = .lines, reading: ReadingOptions = ReadingOptions()
    ) throws -> [String] {
        let decoding = try Decoding(framing, reading: reading)
        for start in stride(from: 0, to: bytes.count, by: size) { decoding.feed(bytes[start..<min(start + size, bytes.count)]) }
        decoding.finish()
        return decoding.lines
    }
}

/// SplitMix64: the same numbers from the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // &+, &*: the arithmetic of the generator is modulo 2^64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
#endif
