/// A document that lies whole in memory: it is read by the scanner, and what is wrong with its text is said by yajl, as of every other one.
enum WholeDocument {
    /// Decodes a plain document.
    ///
    /// - Parameters:
    ///   - plan: A plain plan.
    ///   - slot: Fresh memory for a value of the plan's type.
    /// - Returns: Whether the slot holds the document's value. If not, nothing has happened.
    static func decodePlain(
        _ bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanRef, into slot: UnsafeMutableRawPointer, _ request: DecodingRequest
    ) -> Bool {
        let limits = unsafe request.limits
        guard bytes.count <= limits.maximumDocumentBytes,
            let text = unsafe DocumentText(bytes, from: limits.startOfText(bytes), maximumTokenBytes: limits.maximumTokenBytes)
        else { return false }
        // A block of the size that always comes from the stack: short arrays of moderate depth need no other memory.
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
            var decoding = unsafe Decoding(text, request.rules, ScratchArena(block), NoFeatures())
            let slot = unsafe Slot(slot, of: plan.type)
            let read = decoding.value(text.first, plan, slot, [.fresh, .whole])
            guard read.isStored, let end = read.end else { return false }
            if text.isEnd(end) { return true }
            plan.destroy(slot)
            return false
        }
    }

    /// Whether a document can be read here: what is inside of more containers than that would take too much of the stack.
    static func isSuited(_ bytes: UnsafeBufferPointer<UInt8>, _ request: DecodingRequest) -> Bool {
        let limit = Decoding<AllFeatures>.maximumDepth
        guard unsafe request.rules.maximumDepth > limit else { return true }
        // Without a text nothing is inside of anything, and what is no JSON is refused anyway.
        guard
            let text = unsafe DocumentText(
                bytes, from: request.limits.startOfText(bytes), maximumTokenBytes: request.limits.maximumTokenBytes)
        else { return true }
        return text.skip(text.first, depthLeft: limit) != nil
    }

    /// Makes a value in fresh memory, which holds nothing if there is an error.
    static func make(_ bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanRef, _ slot: Slot, _ request: DecodingRequest) -> ModelError? {
        if unsafe plan.isPlain && request.isPlain, unsafe decodePlain(bytes, plan, into: slot.address, request) { return nil }
        var isFilled = false
        let error = unsafe decode(bytes, plan, into: slot.address, isFilled: &isFilled, request)
        if error != nil && isFilled { plan.destroy(slot) }
        return error
    }

    /// Decodes a document into a slot.
    ///
    /// - Parameters:
    ///   - plan: The type in the slot.
    ///   - isFilled: Whether a value is there, which is changed; otherwise one is made.
    /// - Returns: The error, if there was one. The slot then holds a value only if `isFilled` is true, or was on entry; instances that it refers to
    ///   are as they were before.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanRef, into slot: UnsafeMutableRawPointer, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        let limits = unsafe request.limits
        guard bytes.count <= limits.maximumDocumentBytes else {
            let location = unsafe LineCounter().location(of: limits.maximumDocumentBytes, in: bytes, from: 0)
            return .documentLimit(limits.maximumDocumentBytes, at: location)
        }
        let start = unsafe limits.startOfText(bytes)
        guard let text = unsafe DocumentText(bytes, from: start, maximumTokenBytes: limits.maximumTokenBytes) else {
            return unsafe decodeScalar(bytes, from: start, plan, into: slot, isFilled: &isFilled, request)
        }
        let origin = Int(bitPattern: bytes.baseAddress)
        return unsafe decode(text, of: bytes, origin: origin, plan, into: slot, isFilled: &isFilled, request) { $0.isEnd($1) }
    }

    /// Decodes a text that is no container, or none that ends: between brackets, so that it too begins and ends with one. A byte that stands nowhere in a
    /// text comes before the second, so that nothing is taken for its end that is none.
    private static func decodeScalar(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ plan: PlanRef, into slot: UnsafeMutableRawPointer, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        var array: [UInt8] = []
        array.reserveCapacity(bytes.count - start + 3)
        array.append(UInt8(ascii: "["))
        unsafe array.append(contentsOf: bytes[start...])
        array.append(contentsOf: [endOfText, UInt8(ascii: "]")])
        return unsafe array.withUnsafeBufferPointer { array in
            let origin = Int(bitPattern: array.baseAddress) + 1 - start
            let text = unsafe DocumentText(array, from: 0, maximumTokenBytes: request.limits.maximumTokenBytes).unsafelyUnwrapped
            return unsafe decode(
                text.inside(), of: bytes, origin: origin, plan, into: slot, isFilled: &isFilled, request
            ) { text, end in
                let end = text.space(end)
                return end.byte == endOfText && text.isEnd(end + 2)
            }
        }
    }

    private static let endOfText: UInt8 = 1

    /// Decodes a text with all features.
    ///
    /// - Parameters:
    ///   - bytes: The whole input.
    ///   - origin: The address that offset zero would have.
    ///   - isEnd: Whether a place is the text's end.
    private static func decode(
        _ text: DocumentText, of bytes: UnsafeBufferPointer<UInt8>, origin: Int, _ plan: PlanRef, into slot: UnsafeMutableRawPointer,
        isFilled: inout Bool, _ request: DecodingRequest, isEnd: (DocumentText, TextPlace) -> Bool
    ) -> ModelError? {
        // Memory of the stack, for short arrays and moderate depth: the first of it for steps.
        unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
            let count = 16
            let steps = unsafe UnsafeMutableRawBufferPointer(rebasing: block[..<(count * MemoryLayout<DecodingStep>.stride)])
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: block[steps.count...])
            let features = unsafe AllFeatures(origin: origin, request, steps: DecodingSteps(steps.bindMemory(to: DecodingStep.self)))
            var decoding = unsafe Decoding(text, request.rules, ScratchArena(rest), features)
            let slot = unsafe Slot(slot, of: plan.type)
            if isFilled && plan.reachesInstances { decoding.features.journaling = 1 }
            let end = decoding.root(plan, slot, isFilled: &isFilled)
            let locate = { offset in unsafe LineCounter().location(of: offset, in: bytes, from: 0) }
            if let end, isEnd(text, end) {
                return unsafe isFound(decoding) ? nil : .pathNotFound(JSONPath(Array(request.seek)), at: locate(bytes.count))
            }
            decoding.features.willDestroy()
            if let failure = decoding.features.failure { return failure.error(at: locate(failure.offset)) }
            let path = decoding.features.pathOfFault
            switch unsafe SyntaxCheck.outcome(of: bytes, request.limits) {
            case .fault(let fault): return .syntax(fault, at: locate(fault.offset), path: path)
            case .tokenTooLong(let offset): return unsafe .tokenLimit(request.limits.maximumTokenBytes, at: locate(offset), path: path)
            case .outOfMemory(let offset): return .outOfMemory(at: locate(offset), path: path)
            case .proceed, .stopped, .tooLong:
                assertionFailure("the scanner has refused what yajl takes: \(path)")
                return .syntax(.unexpectedEnd(offset: bytes.count), at: locate(bytes.count), path: path)
            }
        }
    }

    private static func isFound(_ decoding: borrowing Decoding<AllFeatures>) -> Bool { decoding.features.isFound }
}

extension Decoding where Features == AllFeatures {
    /// Reads the document's value, or the part of it that is asked for.
    ///
    /// - Returns: Behind the document's value; nil after a failure.
    fileprivate mutating func root(_ plan: PlanRef, _ slot: Slot, isFilled: inout Bool) -> TextPlace? {
        if unsafe !features.seek.isEmpty { return seek(text.first, step: 0, plan, slot, isFilled: &isFilled, merges: isFilled) }
        let read = value(text.first, plan, slot, isFilled ? [.whole, .merges] : [.whole, .fresh])
        if read.isStored {
            isFilled = true
            features.isFound = true
        }
        return read.end
    }

    /// Steps into a container on the way to the part of the document that is asked for. Everything beside the way is passed over.
    ///
    /// - Parameter step: The place in the path of the step from this container.
    private mutating func seek(
        _ next: TextPlace, step: Int, _ plan: PlanRef, _ slot: Slot, isFilled: inout Bool, merges: Bool
    ) -> TextPlace? {
        guard found(at: next).isContainer else { return skip(next) }
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: next)
            return nil
        }
        let isArray = next.byte == UInt8(ascii: "[")
        let closing = next.byte + 2
        let component = unsafe features.seek[step]
        depthLeft -= 1
        features.open(isArray ? .index(0) : .none)
        var index = 0
        var follower = Optional(text.first(next + 1, closing: closing))
        while case .next(var place) = follower {
            let isSought: Bool
            if isArray {
                isSought = component.arrayIndex == index
            } else {
                guard place.byte == UInt8(ascii: "\""), let key = unsafe content(place + 1) else {
                    Features.isMissing(&self, at: place)
                    return nil
                }
                isSought = unsafe component.keyText.utf8.elementsEqual(key.bytes)
                features.step(isSought ? .sought(step) : .none)
                guard let start = unsafe text.colon(key.end) else { return nil }
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
                    unsafe step + 1 < features.seek.count
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
