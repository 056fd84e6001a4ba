// Values of a text as a whole: as `JSONValue`, as objects that are looked into where they stand, and what can be said of one before it is read.

extension DocumentText {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - next: Its first byte; behind it afterwards.
    ///   - depthLeft: Containers that may be inside each other.
    ///   - hasRepeats: Set to true if a key comes twice in an object.
    /// - Returns: nil if there is none, or it is beyond a limit.
    func value(_ next: inout TextPlace, depthLeft: Int, _ scratch: inout StringScratch, _ hasRepeats: inout Bool) -> JSONValue? {
        value(&next, by: JSONValueMaker.self, depthLeft: depthLeft, &scratch, &hasRepeats)
    }

    /// Reads a value; of which kind, its maker says.
    func value<Maker: ValueMaker>(
        _ next: inout TextPlace, by maker: Maker.Type, depthLeft: Int, _ scratch: inout StringScratch, _ hasRepeats: inout Bool
    ) -> Maker.Value? {
        guard unsafe next.byte | 0x20 == UInt8(ascii: "{") else { return ValueReader<Maker>.scalar(&next, of: self, &scratch) }
        return container(&next, by: maker, depthLeft: depthLeft, &scratch, &hasRepeats)
    }

    /// Reads a container. Apart, since what it takes of the stack is not to stand in functions that are below themselves.
    @inline(never)
    private func container<Maker: ValueMaker>(
        _ next: inout TextPlace, by maker: Maker.Type, depthLeft: Int, _ scratch: inout StringScratch, _ hasRepeats: inout Bool
    ) -> Maker.Value? {
        ValueReader<Maker>.lend(self, depthLeft: depthLeft) { reader in
            swap(&reader.scratch, &scratch)
            let value = reader.container(&next)
            swap(&reader.scratch, &scratch)
            if reader.hasRepeats { hasRepeats = true }
            return value
        }
    }

    /// Reads an object. Of equal keys the last value stays, at the place of the first.
    ///
    /// - Parameter next: Its opening bracket; behind it afterwards.
    func object(
        _ next: inout TextPlace, depthLeft: Int, _ scratch: inout StringScratch, _ hasRepeats: inout Bool
    ) -> JSONObject? {
        value(&next, depthLeft: depthLeft, &scratch, &hasRepeats)?.objectValue
    }

    /// The content of a string; nil if it is none, or too long.
    ///
    /// - Parameter start: Behind its first quote.
    @inline(__always)
    func content(_ start: TextPlace, _ scratch: inout StringScratch) -> Content? {
        var end = start
        if let content = plainContent(start, &end) { return content }
        return otherContent(start, end, &scratch, isWanted: true)
    }

    /// The first object in a value, itself included, in which a key comes twice: where it begins, and the way there.
    ///
    /// - Parameter next: The value's first byte, which has been read before; behind it afterwards, if nothing is found.
    func firstRepeat(_ next: inout TextPlace) -> (place: TextPlace, path: [JSONPath.Component])? {
        let isObject = unsafe next.byte == UInt8(ascii: "{")
        guard unsafe isObject || next.byte == UInt8(ascii: "[") else {
            var scratch = StringScratch()
            var hasRepeats = false
            _ = value(&next, depthLeft: 0, &scratch, &hasRepeats)
            return nil
        }
        let closing = unsafe next.byte + 2
        var scratch = StringScratch()
        var keys: Set<UTF8Key> = []
        var index = 0
        var follower = unsafe Optional(first(next + 1, closing: closing))
        while case .next(var place) = follower {
            var step = JSONPath.Component.index(index)
            if isObject {
                guard let content = unsafe content(place + 1, &scratch), let start = colon(content.end) else { return nil }
                let key = String(known: content.bytes, isASCII: content.isASCII)
                guard keys.insert(UTF8Key(key)).inserted else { return (next, []) }
                step = .key(key)
                place = start
            }
            if let found = firstRepeat(&place) { return (found.place, [step] + found.path) }
            index += 1
            follower = self.follower(place, closing: closing)
        }
        if case .end(let end) = follower { next = end }
        return nil
    }

    /// The value of a key in the object that the text is; of equal keys the last.
    ///
    /// - Parameter index: Where containers in the object end, if that is known.
    fileprivate func find(_ key: BorrowedBytes, _ index: ContainerIndex?) -> JSONValue? {
        var scratch = StringScratch()
        var found: TextPlace?
        var follower = unsafe Optional(first(first + 1, closing: UInt8(ascii: "}")))
        while case .next(let quote) = follower {
            guard let content = unsafe content(quote + 1, &scratch), let start = colon(content.end) else { return nil }
            if content.bytes.elementsEqual(key) { found = start }
            follower = self.follower(passed(start, &scratch, index: index), closing: UInt8(ascii: "}"))
        }
        var hasRepeats = false
        guard var place = found else { return nil }
        return value(&place, depthLeft: .max, &scratch, &hasRepeats)
    }

    /// The place after a value; nil for a fault, or what is beyond a limit.
    ///
    /// - Parameters:
    ///   - depthLeft: Containers that may be inside each other.
    ///   - index: Where containers in the text end, if that is known.
    func passed(
        _ next: TextPlace, _ scratch: inout StringScratch, depthLeft: Int = .max, index: ContainerIndex? = nil
    ) -> TextPlace? {
        switch unsafe next.byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return index?.end(of: next) ?? skip(next, depthLeft: depthLeft)
        case UInt8(ascii: "\""): return unsafe content(next + 1, &scratch)?.end
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return word(next)
        default: return number(next).map { unsafe next + $0.length }
        }
    }
}

extension KeptObject {
    /// Begins to stand for an object in a text. Nobody else has it yet.
    ///
    /// - Parameters:
    ///   - first: Its opening bracket; the text stays until `letGo` or `clear`.
    ///   - end: Behind its closing one.
    ///   - index: Where containers in it end, if that is known. Stays as long as the text.
    func hold(_ first: TextPlace, to end: TextPlace, _ index: ContainerIndex?) {
        unsafe hold(
            Source(
                start: UnsafeRawPointer(first.address), end: UnsafeRawPointer(end.address),
                index: index.map { unsafe Unmanaged<AnyObject>.passUnretained($0) }, isASCII: false, reader: KeptObject.textReader),
            keeping: index)
    }

    /// Reads objects in texts. Never changed.
    private nonisolated(unsafe) static let textReader = unsafe UnsafePointer(
        Pinned(
            holding: Reader(
                object: { source in
                    let text = DocumentText(source)
                    var (next, hasRepeats) = (text.first, false)
                    var scratch = StringScratch()
                    return text.object(&next, depthLeft: .max, &scratch, &hasRepeats) ?? JSONObject()
                },
                value: { key, source in
                    let index = unsafe source.index.flatMap { unsafe $0.takeUnretainedValue() as? ContainerIndex }
                    return DocumentText(source).find(key, index)
                })
        ).address)
}

extension DocumentText {
    fileprivate init(_ source: KeptObject.Source) {
        // SAFETY: a source of this reader is the text of an object.
        unsafe self.init(
            TextPlace(source.start.assumingMemoryBound(to: UInt8.self)), to: TextPlace(source.end.assumingMemoryBound(to: UInt8.self)))
    }
}
