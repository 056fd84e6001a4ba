#if NIO
public import NIOCore
public import Yodel

// A chunk is read as a whole, in place, by a `ModelReader`; the messages that it makes wait here until the handler asks for them, one at a
// time. The handler asks again as long as the buffer has bytes, so one byte, which has been read already, stays in the buffer while
// messages wait.
//
//     buffer {"id":1}\n{"id":2}\n{"i    messages 1, 2; the reader holds `{"i`; the buffer is left with its last byte
//     decode -> 1, decode -> 2          and with the last message it gives that byte up

/// Makes models of the bytes that come over a channel: a message for each record, whatever pieces the network cuts them into.
///
/// ```swift
/// let decoder = try ModelMessageDecoder(User.self, framing: .lines)
/// try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
/// ```
///
/// A record that is no model is a message with its error, and costs nothing but itself; one that is longer than
/// `ReadingOptions.maximumRecordBytes` is passed over without being held. So the handler needs no `maximumBufferSize`. What is left when
/// the input ends, or when the handler is removed, is the last record.
///
/// The handler fires an error down the pipeline and reads nothing more if the input is not framed as it should be, if a record fails and
/// `ReadingOptions.onFailure` is `abort`, or if more have failed than the options allow. All messages before it come first. A handler
/// behind this one closes the channel then, in its `errorCaught`, as with any other decoder.
///
/// A decoder belongs to one channel and its event loop.
public final class ModelMessageDecoder<T>: NIOSingleStepByteToMessageDecoder {
    /// A record: the model or the error.
    public typealias InboundOut = ModelMessage<T>

    private var reader: ModelReader<T>
    /// What has been read and not been handed out.
    private var messages = CircularBuffer<ModelMessage<T>>()
    /// What ends the reading, behind the messages.
    private var ending: (any Error)?
    /// Bytes that have been read and are still in the buffer: 1 while something waits, if there was one.
    private var held = 0
    private var isFinished = false

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - framing: How records follow each other.
    ///   - options: How each record is decoded.
    ///   - reading: What happens to records that fail, and limits. With `skip` and `collect` there are no messages of those that fail.
    /// - Throws: `ModelError` of category `model` if the type cannot be mapped.
    public init(
        _ type: T.Type = T.self, framing: Framing = .lines, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions()
    ) throws(ModelError) {
        reader = try ModelReader(type, framing: framing, options: options, reading: reading)
    }

    /// How records follow each other; nil with `Framing.automatic` until that has been found out.
    public var framing: Framing? { reader.framing }
    /// Records read so far, those that failed included.
    public var records: Int { reader.records }
    /// Records that failed so far.
    public var failedRecords: Int { reader.failedRecords }
    /// The failures that have been kept, with `ReadingOptions.FailurePolicy.collect`.
    public var failures: [RecordFailure] { reader.failures }

    // MARK: Decoding

    /// Makes the next message. The handler calls this.
    ///
    /// - Parameter buffer: What has come. All of it is consumed, but for one byte while there are more messages.
    /// - Returns: The next message; nil if more bytes are needed.
    /// - Throws: `ModelError`, as the type says.
    public func decode(buffer: inout ByteBuffer) throws -> ModelMessage<T>? {
        if !isWaiting { take(&buffer, isLast: false) }
        return try next(&buffer)
    }

    /// Makes the next message when no more bytes come. The handler calls this.
    ///
    /// - Parameters:
    ///   - buffer: The last bytes. All of it is consumed, but for one byte while there are more messages.
    ///   - seenEOF: Whether the input has ended, and not only the handler been removed. Either ends the last record.
    /// - Returns: The next message; nil if there are no more.
    /// - Throws: `ModelError`, as the type says.
    public func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ModelMessage<T>? {
        if !isFinished {
            isFinished = true
            release(&buffer)
            take(&buffer, isLast: true)
        }
        return try next(&buffer)
    }

    /// Fires all messages that are left. The handler calls this.
    ///
    /// The end of the input can bring a message and an error behind it, and nothing of the buffer is left then to be asked again by.
    ///
    /// - Parameters:
    ///   - context: Where the messages go.
    ///   - buffer: The last bytes.
    ///   - seenEOF: Whether the input has ended.
    /// - Returns: That there are no more messages.
    /// - Throws: `ModelError`, as the type says.
    public func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        while let message = try decodeLast(buffer: &buffer, seenEOF: seenEOF) {
            context.fireChannelRead(Self.wrapInboundOut(message))
        }
        return .needMoreData
    }

    /// Whether something has been read and not been handed out.
    private var isWaiting: Bool { !messages.isEmpty || ending != nil }

    /// Reads the buffer, all of it or all but a byte.
    private func take(_ buffer: inout ByteBuffer, isLast: Bool) {
        if ending == nil {
            do {
                try reader.read(buffer) { record in messages.append(ModelMessage(record)) }
                if isLast { try reader.finish { record in messages.append(ModelMessage(record)) } }
            } catch {
                ending = error
            }
        }
        let count = buffer.readableBytes
        held = isWaiting ? min(count, 1) : 0
        buffer.moveReaderIndex(forwardBy: count - held)
    }

    /// Gives up the byte that has been left in the buffer.
    private func release(_ buffer: inout ByteBuffer) {
        buffer.moveReaderIndex(forwardBy: held)
        held = 0
    }

    private func next(_ buffer: inout ByteBuffer) throws -> ModelMessage<T>? {
        if let message = messages.popFirst() {
            if !isWaiting { release(&buffer) }
            return message
        }
        guard let error = ending else { return nil }
        ending = nil
        isFinished = true
        release(&buffer)
        throw error
    }
}

@available(*, unavailable)
extension ModelMessageDecoder: Sendable {}
#endif
