// The part of a document that is asked for: everything beside the way to it is passed over.

extension Decoding where Features == AllFeatures {
    /// Steps into a container on the way to the part of the document that is asked for. Everything beside the way is passed over.
    ///
    /// - Parameter step: The place in the path of the step from this container.
    mutating func seek(
        _ next: TextPlace, step: Int, _ plan: PlanRef, _ slot: Slot, isFilled: inout Bool, merges: Bool
    ) -> TextPlace? {
        guard found(at: next).isContainer else { return skip(next) }
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: next)
            return nil
        }
        let isArray = unsafe next.byte == UInt8(ascii: "[")
        let closing = unsafe next.byte + 2
        let component = features.seek[step]
        depthLeft -= 1
        features.open(isArray ? .index(0) : .none)
        var index = 0
        var follower = unsafe Optional(text.first(next + 1, closing: closing))
        while case .next(var place) = follower {
            let isSought: Bool
            if isArray {
                isSought = component.arrayIndex == index
            } else {
                guard unsafe place.byte == UInt8(ascii: "\""), let key = unsafe content(place + 1) else {
                    Features.isMissing(&self, at: place)
                    return nil
                }
                isSought = component.keyText.utf8.elementsEqual(key.bytes)
                features.step(isSought ? .sought(step) : .none)
                guard let start = text.colon(key.end) else { return nil }
                place = start
            }
            let end: TextPlace?
            if !isSought {
                if isArray && self.found(at: place).isContainer { features.step(.none) }
                end = skip(place)
            } else {
                // Of what stands there twice the last counts, even if it has nothing at the end of the path.
                features.isFound = false
                end =
                    step + 1 < features.seek.count
                    ? seek(place, step: step + 1, plan, slot, isFilled: &isFilled, merges: merges)
                    : found(place, plan, slot, isFilled: &isFilled, merges: merges)
            }
            guard let end else { return nil }
            index += 1
            if isArray { features.step(.index(index)) }
            follower = text.follower(end, closing: closing)
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft += 1
        features.close()
        return end
    }

    /// Reads the value at the end of the path.
    private mutating func found(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, isFilled: inout Bool, merges: Bool) -> TextPlace? {
        var state: SlotState = isFilled ? .whole : [.whole, .fresh]
        if merges { state.insert(.merges) }
        if features.hasBeenFound { state.insert(.restarts) }
        let read = value(next, plan, slot, state)
        if read.isStored {
            isFilled = true
            features.isFound = true
            features.hasBeenFound = true
        }
        return read.end
    }
}
