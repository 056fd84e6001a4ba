// Values that are not read token by token: one that nobody wants is skipped, and one that has to be seen as a whole is kept as bytes until it ends.

extension ChunkMachine {
    /// Passes over the container that begins.
    mutating func skip() -> Bool {
        passed = 1
        target = .unwanted
        return true
    }

    /// Keeps the container that begins.
    ///
    /// - Parameter fits: Whether its place takes such a container; if not, it may be null, being empty.
    mutating func keep(_ place: ValuePlace, fits: Bool = true) -> Bool {
        kept = (place, fits, rules.maximumDepth - depth + 1)
        position.keep()
        return skip()
    }

    /// A container ends that is skipped or kept, or one in it.
    mutating func endPassed() -> Bool {
        passed &-= 1  // &-=: above zero
        guard passed == 0 else { return true }
        target = .other
        guard let (ending, bytes) = readKept(isWhole: true) else {
            if frame.pointee.kind == .sequence { frame.pointee.omit() }
            return true
        }
        return take(ending, bytes)
    }

    /// Reads the value that is being kept; nil if none is.
    ///
    /// - Parameters:
    ///   - isWhole: Whether it ends with the token at hand; otherwise there is no more of it.
    ///   - fault: Where the document has a fault, if it has.
    private mutating func readKept(isWhole: Bool, upTo fault: Int? = nil) -> (ending: DecodingEnding?, bytes: BufferedBytes)? {
        guard let (place, _, depthLeft) = kept, let bytes = position.takeKept(isWhole: isWhole) else { return nil }
        kept = nil
        let ending = bytes.withBytes {
            WholeDocument.decode(
                part: $0, at: bytes.offset, place.plan, place.slot, place.state, depthLeft: depthLeft, upTo: fault, request, &lender)
        }
        return (ending, bytes)
    }

    /// Reads the scalar at hand, whose type takes values as a whole.
    mutating func whole(_ place: ValuePlace) -> Bool {
        let bytes = position.token()
        let ending = bytes.withBytes {
            WholeDocument.decode(
                part: $0, at: bytes.offset, place.plan, place.slot, place.state, depthLeft: rules.maximumDepth - depth, request,
                &lender)
        }
        return take(ending, bytes)
    }

    /// What follows from how a value ended.
    ///
    /// - Returns: Whether the decode goes on.
    private mutating func take(_ ending: DecodingEnding?, _ bytes: BufferedBytes?) -> Bool {
        switch ending {
        case .stored: takeValue()
        case .leftOut: frame.pointee.omit()
        case .failed(let part):
            failure = (part.below(path), bytes?.location(of: part.offset))
            return false
        case .faulty, nil:
            if case .faulty(let path) = ending { assertionFailure("the scanner has refused what yajl takes: \(path)") }
            return false
        }
        return true
    }

    /// What the value that is being kept says when the input ends in it: what is wrong in it comes before what ended the input.
    ///
    /// - Parameter fault: Where the document has a fault, if it has.
    /// - Returns: Its failure, or else the way in it to where it ends; nil if none is kept.
    mutating func endKept(upTo fault: Int?) -> DecodingEnding? {
        let fits = kept?.fits ?? true
        guard let (ending, bytes) = readKept(isWhole: false, upTo: fault) else { return nil }
        switch ending {
        // It is not empty, and is refused: a dictionary loses its key, as where that is known at once.
        case .faulty where !fits: frame.pointee.dropKey()
        case .failed(let part): failure = (part.below(path), bytes.location(of: part.offset))
        // All of it had come when the input ended: it is the place's, and goes with the rest.
        case .stored: takeValue()
        case .leftOut, .faulty, nil: break
        }
        return ending
    }
}
