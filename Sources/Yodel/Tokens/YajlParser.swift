internal import CScan
internal import CYajl

// yajl behind four checks that make it accept exactly RFC 8259 in UTF-8.
//
// yajl lets some bytes pass that JSON does not have: VT and FF as white space, UTF-8 that is none, escaped surrogates without a partner,
// and an unterminated string after the root. The prevalidator (CScan) looks at the raw bytes first and says how many of them are sound; only those
// reach yajl, so whichever fault comes first in the input is the one reported. After the root, the rest is checked here to be white space.
//
// Chunks. yajl lexes a token that is split over chunks again from its start with every chunk: quadratic. So bytes that came since the last
// event are kept in `pending`, and further input is held back there until it is as long as what yajl has of the token already; then it is
// fed in one call. Each byte is lexed again a bounded number of times. `pending` serves the error positions too: a fault always stands in
// it or in the chunk at hand.
//
//     chunk 1  {"name":"abcd      events: {, "name"     pending: "abcd         fed 5
//     chunk 2  ef                 held back             pending: "abcdef       fed 5
//     chunk 3  ghijk"}            fed: efghijk"}        events: string, }      pending: (empty)

/// One yajl handle: one document, whole or in chunks.
///
/// The handle belongs to the memory that the parser is made with. It, the sink's context and the position must stay where they are for as long as
/// the parser is used.
@safe struct YajlParser: ~Copyable {
    // SAFETY: bytes are lent for a call of yajl.
    private let memory: Pinned<YajlMemory>
    private let position: Pinned<TokenPosition>
    private let limits: ParserLimits
    private var prevalidator = yodel_prevalidator()

    /// Bytes since the last event.
    private var pending: [UInt8] = []
    /// How many bytes of `pending` yajl has been given.
    private var fed = 0
    /// Offset of the first byte of `pending` from the start of the input.
    private(set) var pendingOffset = 0
    /// The lines of input in chunks; nil for whole input.
    private var lines: LineHistory?
    /// The byte before `pending`.
    private var byteBefore: UInt8 = 0
    /// The last byte before `pending` that is not white space.
    private var signBefore: UInt8 = 0
    /// Bytes of the input seen so far.
    private var received = 0
    private var rootEnded = false
    /// Bytes of a byte order mark that have been stepped over.
    private var markLength = 0
    /// Whether it is known if there is a byte order mark.
    private var isMarkSettled = false

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let space = [ASCII.space]

    /// - Parameters:
    ///   - sink: Gets the events. Its context stays in place while the parser lives.
    ///   - position: Where the parser keeps its place for the sink; usually a part of the context.
    ///   - memory: Where yajl takes its memory.
    init(
        _ sink: YajlSink, position: Pinned<TokenPosition>, memory: Pinned<YajlMemory>, limits: ParserLimits
    ) {
        // The prevalidator checks UTF-8 more strictly than yajl would, and what follows the root is checked here.
        memory.prepare(for: sink)
        self.memory = memory
        self.position = position
        self.limits = limits
        position.pointee.attach(memory)
    }

    /// How many of the next bytes are sound, from the first on.
    private mutating func prevalidate(_ bytes: BorrowedBytes) -> Int {
        unsafe yodel_prevalidate(&prevalidator, bytes.baseAddress, bytes.count)
    }

    // MARK: Whole input

    /// Parses a whole document.
    ///
    /// - Parameter bytes: The document; it stays in place during the call.
    mutating func parseWhole(_ bytes: BorrowedBytes) -> ParseOutcome {
        let outcome = parseAll(bytes)
        guard memory.pointee.isExhausted else { return outcome }
        return .outOfMemory(offset: min(markLength + memory.consumed, bytes.count))
    }

    private mutating func parseAll(_ bytes: BorrowedBytes) -> ParseOutcome {
        guard bytes.count <= limits.maximumDocumentBytes else { return .tooLong }
        guard bytes.start != nil else { return .fault(.emptyInput(offset: 0)) }
        markLength = limits.startOfText(bytes)
        let text = bytes.part(markLength...)
        let sound = prevalidate(text)
        let passed = text.part(..<sound)
        position.pointee.feed = passed
        position.pointee.feedOffset = markLength
        position.pointee.isPlain = prevalidator.special == 0
        let status = memory.parse(passed)
        guard status == yajl_status_ok else {
            if memory.pointee.isOverBudget { return overBudget(in: text, offset: markLength) }
            let events = status == yajl_status_error ? EventCount.of(passed) : 0
            return failure(status, in: text, offset: markLength, carried: 0, events: events)
        }
        let consumed = memory.consumed
        if consumed < sound || (sound < text.count && isComplete(passed, end: markLength + sound)) {
            return checkRest(text.part(min(consumed, sound)...), offset: markLength + consumed)
        }
        if sound < text.count {
            return .fault(prevalidatorFault(in: text, offset: markLength, detected: sound))
        }
        return position.pointee.hasRootEnded ? .proceed : complete(text, offset: markLength)
    }

    // MARK: Input in chunks

    /// Parses the next bytes of a document.
    ///
    /// - Parameter chunk: Any number of bytes; they need to stay only during the call.
    mutating func feed(_ chunk: BorrowedBytes) -> ParseOutcome {
        let outcome = feedNext(chunk)
        return memory.pointee.isExhausted ? .outOfMemory(offset: pendingOffset) : outcome
    }

    private mutating func feedNext(_ chunk: BorrowedBytes) -> ParseOutcome {
        position.pointee.recordsEnds = true
        if lines == nil {
            lines = LineHistory()
            position.pointee.lines = lines
        }
        if !isMarkSettled {
            return feedStart(chunk)
        }
        return feedText(chunk)
    }

    private mutating func feedText(_ text: BorrowedBytes) -> ParseOutcome {
        guard text.count > 0 else { return .proceed }
        guard received + text.count <= limits.maximumDocumentBytes else {
            // Up to the limit the bytes are kept: the lines in them count.
            pending.append(contentsOf: text.prefix(max(0, limits.maximumDocumentBytes - received)))
            return .tooLong
        }
        if rootEnded {
            return checkRest(text, offset: received)
        }
        let offset = received
        let sound = prevalidate(text)
        let outcome = advance(text.part(..<sound))
        guard case .proceed = outcome, !rootEnded else {
            guard case .proceed = outcome, sound < text.count else { return outcome }
            return checkRest(text.part(sound...), offset: offset + sound)
        }
        guard sound < text.count else { return .proceed }
        let flushed = deliverPending()
        guard case .proceed = flushed else { return flushed }
        if unsafe rootEnded || pending.withBorrowedBytes({ isComplete($0, end: offset + sound) }) {
            return checkRest(text.part(sound...), offset: offset + sound)
        }
        pending.append(contentsOf: text[sound...])
        return unsafe pending.withBorrowedBytes {
            .fault(prevalidatorFault(in: $0, offset: pendingOffset, detected: offset + sound - pendingOffset))
        }
    }

    /// Ends a document that came in chunks.
    mutating func finish() -> ParseOutcome {
        let outcome = finishAll()
        return memory.pointee.isExhausted ? .outOfMemory(offset: pendingOffset) : outcome
    }

    private mutating func finishAll() -> ParseOutcome {
        if !isMarkSettled {
            let started = settleMark(.none)
            guard case .proceed = started else { return started }
        }
        if rootEnded { return .proceed }
        let flushed = deliverPending()
        guard case .proceed = flushed, !rootEnded else { return flushed }
        let rest = pending
        return unsafe rest.withBorrowedBytes { complete($0, offset: pendingOffset) }
    }

    /// The line and column of an offset at or after the last event before the failure, or of a place that has been noted.
    ///
    /// Valid after a call that did not end with `proceed`.
    func location(ofPendingOffset offset: Int) -> SourceLocation {
        unsafe pending.withBorrowedBytes { (lines ?? LineHistory()).location(of: offset, in: $0, from: pendingOffset) }
    }

    /// Takes bytes that may still belong to a byte order mark, whatever the chunks cut it into.
    private mutating func feedStart(_ chunk: BorrowedBytes) -> ParseOutcome {
        var index = 0
        while limits.acceptsByteOrderMark, markLength < 3, index < chunk.count, chunk[index] == Self.mark[markLength] {
            index += 1
            markLength += 1
        }
        if index == chunk.count, markLength < 3, limits.acceptsByteOrderMark { return .proceed }
        return settleMark(chunk.part(index...))
    }

    /// Decides that there is a mark, or that there is none; then what looked like the start of one is input like any other.
    private mutating func settleMark(_ rest: BorrowedBytes) -> ParseOutcome {
        isMarkSettled = true
        if markLength == 3 {
            received = 3
            pendingOffset = 3
            return feedText(rest)
        }
        let bytes = Array(Self.mark[..<markLength]) + rest
        markLength = 0
        return unsafe bytes.withBorrowedBytes { feedText($0) }
    }

    private mutating func advance(_ bytes: BorrowedBytes) -> ParseOutcome {
        received += bytes.count
        if fed == pending.count, bytes.count >= pending.count {
            return deliver(bytes)
        }
        pending.append(contentsOf: bytes)
        if pending.count - fed >= fed {
            return deliverPending()
        }
        // What is held back may reach beyond the token: whether that is too long is seen when it has been fed.
        return .proceed
    }

    /// Feeds what is held back.
    private mutating func deliverPending() -> ParseOutcome {
        guard fed < pending.count else { return .proceed }
        // Taken out, so that no array is read and changed at once; `deliver` puts back what is still pending.
        let held = pending
        pending = Array(held[..<fed])
        return unsafe held.withBorrowedBytes { deliver($0.part(fed...)) }
    }

    /// Feeds bytes that follow all of `pending`, and keeps what comes after the last event.
    private mutating func deliver(_ bytes: BorrowedBytes) -> ParseOutcome {
        guard bytes.start != nil else { return .proceed }
        let eventsBefore = position.pointee.events
        let start = pendingOffset + pending.count
        position.pointee.feed = bytes
        position.pointee.feedOffset = start
        let memory = self.memory
        let position = self.position
        let status = unsafe pending.withBorrowedBytes { carried in
            position.pointee.carried = carried
            let status = memory.parse(bytes)
            position.pointee.keepFeed()
            return status
        }
        // Over its budget yajl is dead; that the token at hand is too long comes out at the end.
        guard status == yajl_status_ok || memory.pointee.isOverBudget else {
            let carried = pending.count
            let events = position.pointee.events - eventsBefore
            pending.append(contentsOf: bytes)
            return unsafe pending.withBorrowedBytes {
                failure(status, in: $0, offset: pendingOffset, carried: carried, events: events)
            }
        }
        let consumed = memory.consumed
        if position.pointee.events != eventsBefore {
            let end = position.pointee.lastEnd
            unsafe pending.withBorrowedBytes { lines?.pass($0, from: pendingOffset) }
            lines?.pass(bytes.part(..<end), from: start)
            byteBefore = end > 0 ? bytes[end - 1] : pending.last ?? byteBefore
            signBefore = byteBefore
            pendingOffset = start + end
            pending = Array(bytes[end...])
        } else {
            pending.append(contentsOf: bytes)
        }
        if status == yajl_status_ok, consumed < bytes.count {
            rootEnded = true
            return checkRest(bytes.part(consumed...), offset: start + consumed)
        }
        dropSeparators()
        fed = pending.count
        return checkPendingToken()
    }

    /// Forgets white space, commas and colons that yajl has accepted: what is left of `pending` is the start of one token.
    private mutating func dropSeparators() {
        var index = 0
        while index < pending.count {
            let byte = pending[index]
            guard ASCII.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { break }
            index += 1
        }
        guard index > 0 else { return }
        unsafe pending.withBorrowedBytes { lines?.pass($0.part(..<index), from: pendingOffset) }
        byteBefore = pending[index - 1]
        signBefore = pending[..<index].last { !ASCII.isSpace($0) } ?? signBefore
        pending.removeFirst(index)
        pendingOffset += index
    }

    /// A byte of a token's content takes at most six bytes of input (`\u0041`): more than that is over the limit whatever follows.
    private func checkPendingToken() -> ParseOutcome {
        let (most, overflow) = limits.maximumTokenBytes.multipliedReportingOverflow(by: 6)
        return !overflow && pending.count > most &+ 16 ? .tokenTooLong(offset: pendingOffset) : .proceed
    }

    // MARK: Ends

    /// Whether the root has ended exactly where the input stands. Only asked when a fault is certain: it feeds a space, which ends a number.
    ///
    /// - Parameters:
    ///   - text: Bytes from a token boundary on that have been fed.
    ///   - end: Offset of what comes after them.
    private func isComplete(_ text: BorrowedBytes, end: Int) -> Bool {
        position.pointee.keepFeed()
        position.pointee.feed = .none
        position.pointee.carried = text
        position.pointee.feedOffset = end
        let isScalar = position.pointee.events == 0 && text.first { !ASCII.isSpace($0) }.map { $0 | 0x20 } != UInt8(ascii: "{")
        let status = unsafe Self.space.withBorrowedBytes { memory.parse($0) }
        // A number that is the root has ended, too, if the sink has refused it.
        if status == yajl_status_client_canceled { return isScalar }
        return status == yajl_status_ok && memory.consumed == 0
    }

    /// Everything after the root must be white space.
    private mutating func checkRest(_ bytes: BorrowedBytes, offset: Int) -> ParseOutcome {
        rootEnded = true
        guard let start = bytes.start else { return .proceed }
        let blank = unsafe start.whitespace(of: bytes.count)
        if position.pointee.recordsEnds {
            // What is pending ends where the rest begins; from here on only the rest can hold a fault.
            unsafe pending.withBorrowedBytes {
                lines?.pass($0.part(..<min($0.count, offset - pendingOffset)), from: pendingOffset)
            }
            pending = Array(bytes)
            pendingOffset = offset
            received = max(received, offset + bytes.count)
        }
        guard blank < bytes.count else { return .proceed }
        return .fault(.trailingContent(SyntaxFault.name(bytes[blank]), offset: offset + blank))
    }

    /// Ends the input.
    ///
    /// - Parameters:
    ///   - text: Bytes from a token boundary to the end of the input.
    ///   - offset: Offset of the first of them.
    private func complete(_ text: BorrowedBytes, offset: Int) -> ParseOutcome {
        let end = offset + text.count
        position.pointee.keepFeed()
        position.pointee.feed = .none
        position.pointee.carried = text
        position.pointee.feedOffset = end
        // A space ends a number at the root. Of a root that has ended before, yajl does not take it.
        let status = unsafe Self.space.withBorrowedBytes { memory.parse($0) }
        if status == yajl_status_ok && memory.consumed == 0 { return .proceed }
        if status == yajl_status_client_canceled { return .stopped }
        if position.pointee.events == 0, text.allSatisfy(ASCII.isSpace) { return .fault(.emptyInput(offset: end)) }
        return .fault(FaultFinder(bytes: Array(text), offset: offset).find(afterEvents: .max, stoppedAt: .max, complaint: ""))
    }

    /// What a status other than ok means.
    ///
    /// - Parameters:
    ///   - text: Bytes from a token boundary on.
    ///   - offset: Offset of the first of them.
    ///   - carried: How many of them were fed before the last call.
    ///   - events: How many tokens of them have been delivered.
    private func failure(
        _ status: yajl_status, in text: BorrowedBytes, offset: Int, carried: Int, events: Int
    ) -> ParseOutcome {
        guard status == yajl_status_error else { return .stopped }
        var end = carried + memory.consumed
        let complaint = memory.complaint
        // A fault within a token: the finder meets it there. For a comment yajl stops before the token.
        if complaint.contains("lexical error") { end = .max }
        return .fault(
            FaultFinder(bytes: Array(text), offset: offset, byteBefore: byteBefore, signBefore: signBefore).find(
                afterEvents: events, stoppedAt: end, complaint: complaint))
    }

    /// What it means that yajl asked for more memory than the longest token needs: the token at hand is longer, unless it has no end.
    private func overBudget(in text: BorrowedBytes, offset: Int) -> ParseOutcome {
        let end = memory.consumed
        let found = FaultFinder(bytes: Array(text), offset: offset).find(
            afterEvents: position.pointee.events, stoppedAt: end, complaint: "")
        return found.code == .unexpectedByte ? .tokenTooLong(offset: found.offset) : .fault(found)
    }

    /// The fault that the prevalidator has found.
    ///
    /// - Parameters:
    ///   - text: Bytes from a token boundary to the one that showed the fault, or further.
    ///   - offset: Offset of the first of them.
    ///   - detected: Index in `text` of the byte that showed the fault.
    private func prevalidatorFault(in text: BorrowedBytes, offset: Int, detected: Int) -> SyntaxFault {
        let start = offset + detected - Int(prevalidator.fault_back)
        switch Int(prevalidator.fault) {
        case Int(YODEL_PREVALIDATOR_UTF8): return .invalidUTF8(offset: start)
        case Int(YODEL_PREVALIDATOR_SURROGATE): return .loneSurrogate(offset: start)
        default:
            // VT or FF: a control character inside a string, a byte that begins no token outside of one.
            return FaultFinder(bytes: Array(text[...detected]), offset: offset).find(
                afterEvents: .max, stoppedAt: .max, complaint: "")
        }
    }
}
