// A document's text as the pull reader sees it: places in it, and what stands there.
//
// The bounds are the scanner's (Scanner.swift): the text begins with a bracket that opens and ends with one that closes, so a byte that is no
// closing bracket is not the last one, and the byte behind it may be looked at. Behind a closing bracket `isInside` has to be asked first.

/// A text that lies whole in memory: one container, without the white space around it.
@safe struct DocumentText {
    // SAFETY: the text stays in place while it is read; `last` is the place of its last byte.
    let last: TextPlace
    private(set) var first: TextPlace
    /// Longest content of a string, key or number, in bytes.
    let maximumTokenBytes: Int

    /// The text of a document; nil if it does not begin and end as a container does.
    ///
    /// - Parameter start: Where its value begins, or white space before it.
    init?(_ bytes: BorrowedBytes, from start: Int, maximumTokenBytes: Int) {
        guard let (first, last) = Scanner.container(in: bytes, from: start) else { return nil }
        self.first = first
        self.last = last
        self.maximumTokenBytes = maximumTokenBytes
    }

    /// The text of one container in another text, which has been read before.
    ///
    /// - Parameter end: Behind its closing bracket.
    init(_ first: TextPlace, to end: TextPlace) {
        self.first = first
        last = unsafe end - 1
        maximumTokenBytes = .max
    }

    /// What is inside of the text's brackets.
    func inside() -> DocumentText {
        var inside = self
        inside.first = unsafe space(first + 1)
        return inside
    }

    /// Whether a place is one of the text's.
    @inline(__always)
    func isInside(_ place: TextPlace) -> Bool { place <= last }

    /// Whether another text is a part of this one, in the same memory.
    func contains(_ other: DocumentText) -> Bool { first <= other.first && other.last <= last }

    /// Whether a place is that behind the text.
    func isEnd(_ place: TextPlace) -> Bool { unsafe place == last + 1 }

    /// The first place from one on that is not white space.
    @inline(__always)
    func space(_ place: TextPlace) -> TextPlace { Scanner.space(place, last) }

    /// Behind the colon that stands at a place, and the white space behind it; nil if none does.
    @inline(__always)
    func colon(_ place: TextPlace) -> TextPlace? {
        var next = place
        if unsafe next.byte != UInt8(ascii: ":") {
            next = space(next)
            guard unsafe next.byte == UInt8(ascii: ":") else { return nil }
        }
        return unsafe space(next + 1)
    }

    /// What follows the bracket of a container, or a value in it.
    enum Follower {
        /// The next value or key.
        case next(TextPlace)
        /// The end of the container: behind its closing bracket.
        case end(TextPlace)
    }

    /// What follows an opening bracket.
    @inline(__always)
    func first(_ start: TextPlace, closing: UInt8) -> Follower {
        let next = space(start)
        return unsafe next.byte == closing ? .end(next + 1) : .next(next)
    }

    /// What follows a value.
    ///
    /// - Parameter end: Behind the value; nil if there is none.
    /// - Returns: nil if there is none, or neither a comma nor the closing bracket follows.
    @inline(__always)
    func follower(_ end: TextPlace?, closing: UInt8) -> Follower? {
        guard let end, isInside(end) else { return nil }
        let separator = space(end)
        if unsafe separator.byte == UInt8(ascii: ",") { return unsafe .next(space(separator + 1)) }
        return unsafe separator.byte == closing ? .end(separator + 1) : nil
    }

    /// Bytes from a place to the last one, which is not counted.
    @inline(__always)
    func count(from place: TextPlace) -> Int { last - place }

    /// The bytes from one place to another, copied.
    func bytes(from start: TextPlace, to end: TextPlace) -> [UInt8] { Array(text(from: start, to: end)) }

    /// The bytes from one place to another, as long as the text stays.
    func text(from start: TextPlace, to end: TextPlace) -> BorrowedBytes {
        unsafe BorrowedBytes(from: start, count: end - start)
    }

    /// Reads a number; nil if there is none, or it is too long.
    @inline(__always)
    func number(_ place: TextPlace) -> NumberToken? {
        guard let number = unsafe NumberParser.token(place, last - place), number.length <= maximumTokenBytes else {
            return nil
        }
        return number
    }

    /// Reads an array that is nothing but short numbers; see `Scanner.numbers`.
    @inline(__always)
    func numbers(
        _ start: TextPlace, areDoubles: Bool, into elements: UnsafeMutableBufferPointer<UInt64>
    ) -> (count: Int, end: TextPlace)? {
        guard let (count, end) = unsafe Scanner.numbers(start, last, maximumTokenBytes, areDoubles: areDoubles, into: elements)
        else { return nil }
        return (count, end)
    }

    /// Behind the word that stands at a place, whose first letter has been seen; nil if it is none of JSON's.
    @inline(__always)
    func word(_ place: TextPlace) -> TextPlace? { Scanner.word(place, last) }

    /// A string's content.
    @safe struct Content {
        // SAFETY: the bytes stay until the next string is read.

        /// Of the text, or of the scratch memory until the next string.
        var bytes: BorrowedBytes
        var isASCII: Bool
        /// Behind the closing quote.
        var end: TextPlace
    }

    /// The content of a string of plain ASCII without escapes; nil for every other one.
    ///
    /// - Parameters:
    ///   - start: Behind its first quote.
    ///   - end: The first byte that is none of plain ASCII, or the quote.
    @inline(__always)
    func plainContent(_ start: TextPlace, _ end: inout TextPlace) -> Content? {
        let length = unsafe start.asciiRun(of: last - start)
        end = unsafe start + length
        guard unsafe end.byte == UInt8(ascii: "\"") && length <= maximumTokenBytes else { return nil }
        return unsafe Content(bytes: BorrowedBytes(from: start, count: length), isASCII: true, end: end + 1)
    }

    /// The content of a string that is not plain; nil if it is none, or too long.
    ///
    /// - Parameters:
    ///   - start: Behind its first quote.
    ///   - stop: The first byte that is not plain ASCII.
    ///   - isWanted: Whether its content is; otherwise it is only checked.
    func otherContent(_ start: TextPlace, _ stop: TextPlace, _ scratch: inout StringScratch, isWanted: Bool) -> Content? {
        guard let string = Scanner.otherContent(start, stop, last, &scratch, isWanted: isWanted),
            string.bytes.count <= maximumTokenBytes
        else { return nil }
        return Content(bytes: string.bytes, isASCII: string.isASCII, end: string.end)
    }

    /// Whether what stands at a place is a string or a number that is whole, but longer than a token may be.
    func isTooLong(_ place: TextPlace) -> Bool {
        if unsafe place.byte != UInt8(ascii: "\"") {
            return unsafe NumberParser.token(place, last - place).map { $0.length > maximumTokenBytes } ?? false
        }
        // SAFETY: the scratch memory is not asked for: the content is not wanted.
        var scratch = StringScratch()
        let start = unsafe place + 1
        let stop = unsafe start + start.asciiRun(of: last - start)
        guard let string = Scanner.otherContent(start, stop, last, &scratch, isWanted: false) else { return false }
        return string.bytes.count > maximumTokenBytes
    }

    /// Behind the number that stands at a place, however long it is; nil if there is none.
    func endOfNumber(_ place: TextPlace) -> TextPlace? {
        unsafe NumberParser.token(place, last - place).map { unsafe place + $0.length }
    }

    /// Reads a container that nobody wants; nil for a fault, or what is beyond a limit.
    func skip(_ place: TextPlace, depthLeft: Int) -> TextPlace? {
        Scanner.skip(place, last, depthLeft, maximumTokenBytes)
    }
}
