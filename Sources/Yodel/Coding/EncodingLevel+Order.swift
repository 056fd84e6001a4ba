// What happens when containers are not filled one after the other; EncodingLevel.swift says what and why. None of it is fast.

extension EncodingLevel {
    /// Makes this level the innermost of its text.
    @inline(never)
    func activate() {
        switch place {
        case .dead: return revive()
        case .sealed: return reopen()
        case .open: break
        }
        detachInside()
        while !isInnermost { sealInnermost() }
    }

    /// The innermost level of the text.
    private var innermost: EncodingLevel { innermostReference.level }

    private var innermostReference: EncodingLevelRef {
        // SAFETY: a text has an innermost level as long as one of its levels goes on.
        unsafe text.pointee.top.unsafelyUnwrapped
    }

    /// What it stands in. Only for a level that stands in another one of its text.
    var around: EncodingLevelRef { unsafe below.unsafelyUnwrapped }

    /// Leaves the levels that are open. The text belongs to what is around.
    private func leave() {
        text.pointee.top = below
        below = nil
    }

    /// Goes on without effect.
    private func revive() {
        text = session.makeText()
        text.pointee.top = reference
        below = nil
        place = .open
        isRevived = true
        start = 0
        keys.pointee.removeAll()
    }

    /// Becomes a container, of whatever kind it has been, since nothing of it counts.
    func restart(as wanted: Content) {
        content = wanted
        isSingle = false
        keys.pointee.removeAll()
        places = [:]
        placesCount = 0
    }

    /// Forgets what it has been, since the encoding is going to end with an error, and becomes a container.
    ///
    /// Its type may go on with the container that it had: from here on members and elements may stand side by side in its text, which nobody reads.
    func beginAnew(as wanted: Content) {
        if !isInnermost { activate() }
        text.dropPending(from: start)
        text.pointee.output.truncate(to: start)
        restart(as: wanted)
        (count, recordsKeys, leavesOut) = (0, true, false)
        (isSpoilt, endsSlowly, isAltered) = (true, true, true)
        text.pointee.output.append(UInt8(ascii: wanted == .object ? "{" : "["))
    }

    /// Ends a spoilt level, which is the innermost of its text: null is written for it, so that the text around it is complete.
    private func endSpoilt() {
        text.dropPending(from: start)
        text.pointee.output.truncate(to: start)
        text.pointee.output.append("null")
        contentEnd = text.pointee.output.count
        leavesOut = false
    }

    // MARK: Nested containers

    /// Closes the innermost level, a nested container, as if it were complete.
    private func sealInnermost() {
        let reference = innermostReference
        reference.with { level in
            assert(level.role == .nested)
            if level.isSpoilt { level.endSpoilt() } else { level.close() }
            level.closedEnd = level.text.pointee.output.count
            level.holdsPending = level.text.pointee.pendingEnd >= level.start
            level.leave()
        }
        if session.isFree(reference) { return session.giveBack(reference) }
        let level = reference.takeLevel()
        level.place = .sealed
        level.text.addPending(level)
    }

    /// Goes on in a text of its own.
    private func reopen() {
        let around = text
        let own = session.makeText()
        own.pointee.output.append(start..<contentEnd, of: around.pointee.output)
        hole = start..<closedEnd
        if holdsPending { around.move(pendingIn: start..<closedEnd, to: own, except: self) }
        text = own
        own.pointee.top = reference
        start = 0
        place = .open
    }

    /// Where it begins in the text around.
    var position: Int { hole?.lowerBound ?? start }

    /// Moves it with the text around.
    func move(by offset: Int, to newText: SegmentRef) {
        if let hole {
            self.hole = (hole.lowerBound + offset)..<(hole.upperBound + offset)
            return
        }
        start += offset
        memberStart += offset
        contentEnd += offset
        closedEnd += offset
        text = newText
    }

    // MARK: Values that are still being encoded

    /// Has values inside that are still being encoded leave, with all that is in them.
    func detachInside() {
        var value: EncodingLevelRef?
        var level = innermost
        while level !== self {
            if level.role == .value { value = level.reference }
            level = level.around.level
        }
        if let value { value.level.detach() }
    }

    /// Leaves the text around, with what is inside.
    private func detach() {
        guard let parent = below?.level else { return }
        let around = text
        let own = session.makeText()
        let base = memberStart
        own.pointee.output.append(base..<around.pointee.output.count, of: around.pointee.output)
        around.pointee.output.truncate(to: base)
        around.move(pendingIn: base..<Int.max, to: own, except: nil)
        own.pointee.top = around.pointee.top
        var level = innermost
        while true {
            level.move(by: -base, to: own)
            if level === self { break }
            level = level.around.level
        }
        around.pointee.top = parent.reference
        // It goes on with its parent when it ends, but not in its text.
        (isDetached, endsSlowly) = (true, true)
        isAltered = true
        // In a text that goes nowhere the last member need not be the one with the last key.
        if parent.content == .object, !parent.isSpoilt, !parent.isRevived, parent.keys.pointee.count > 0 {
            detachedKey = parent.lastKeyText(movedTo: own, from: base)
        }
        parent.takeBackMember()
    }

    /// Forgets the last member, whose text is gone.
    func takeBackMember() {
        count -= 1
        guard content == .object, keys.pointee.count > 0 else { return }
        keys.pointee.removeLast()
        guard placesCount > keys.pointee.count else { return }
        places = [:]
        placesCount = 0
    }

    /// The last key, of which the text stands elsewhere by now.
    private func lastKeyText(movedTo text: SegmentRef, from base: Int) -> [UInt8] {
        let record = unsafe keys.pointee[keys.pointee.count - 1]
        let first = start + record.start + 1 - base
        return text.pointee.output.copy(of: first..<first + record.length)
    }

    // MARK: Ends

    /// Ends a value inside that has pending containers, or is detached.
    @inline(never)
    func endSlowly(_ reference: EncodingLevelRef) {
        let child = reference.level
        child.finish()
        let text = child.text
        take(leftOut: child)
        if child.isDetached {
            let start = child.start
            let key = child.detachedKey
            activate()
            if content == .object { _ = appendKey(key) } else { _ = element() }
            self.text.pointee.output.append(start..<text.pointee.output.count, of: text.pointee.output)
            session.recycle(text)
            child.below = nil
        } else {
            child.leave()
        }
        session.giveBack(reference)
    }

    /// Has a complete value that is left out stand for null in this array, or be taken out of this object when it closes.
    func take(leftOut child: EncodingLevel) {
        guard child.leavesOut else { return }
        guard content == .array else { return omit() }
        child.text.pointee.output.truncate(to: child.start)
        child.text.pointee.output.append("null")
    }

    /// Closes all that is in it, and puts the texts of containers into their holes.
    func finish() {
        while !isInnermost { sealInnermost() }
        if isSpoilt { return endSpoilt() }
        close()
        fillHoles()
    }

    /// Drops a value inside whose encoding failed: as in Foundation it leaves nothing behind.
    @inline(never)
    func drop(_ reference: EncodingLevelRef) {
        let child = reference.level
        child.leaveInside()
        let text = child.text
        if child.isDetached {
            session.recycle(text)
            child.below = nil
        } else {
            text.dropPending(from: child.memberStart)
            child.leave()
            text.pointee.output.truncate(to: child.memberStart)
            takeBackMember()
        }
        session.giveBack(reference)
    }

    /// Lets go of the containers inside.
    func leaveInside() {
        while !isInnermost {
            let level = innermostReference
            level.with { $0.leave() }
            session.giveBack(level)
        }
    }

    /// Puts the texts of containers that have their own into their holes. No pending container is left.
    private func fillHoles() {
        guard text.pointee.pendingEnd >= start else { return }
        let pending = text.takePending(from: start)
        let filled = pending.filter { $0.hole != nil }.sorted { $0.position < $1.position }
        if !filled.isEmpty {
            var whole = OutputBuffer(capacity: 256)
            var place = start
            for level in filled {
                guard let hole = level.hole else { continue }
                whole.append(place..<hole.lowerBound, of: text.pointee.output)
                level.finish()
                whole.append(level.text.pointee.output)
                session.recycle(level.text)
                level.hole = nil
                place = hole.upperBound
            }
            whole.append(place..<text.pointee.output.count, of: text.pointee.output)
            text.pointee.output.truncate(to: start)
            text.pointee.output.append(whole)
        }
        for level in pending { level.die() }
    }
}

extension SegmentRef {
    /// Takes the pending containers out that begin in a place or behind it.
    func takePending(from start: Int) -> [EncodingLevel] {
        let taken = pointee.pending.filter { $0.position >= start }
        pointee.pending.removeAll { $0.position >= start }
        pointee.pendingEnd = pointee.pending.map(\.position).max() ?? -1
        return taken
    }

    /// Adds a container that may be gone on with.
    func addPending(_ level: EncodingLevel) {
        pointee.pending.append(level)
        pointee.pendingEnd = max(pointee.pendingEnd, level.position)
    }

    fileprivate func dropPending(from start: Int) {
        guard pointee.pendingEnd >= start else { return }
        for level in takePending(from: start) { level.die() }
    }

    /// Moves pending containers to another text, with their part of this one.
    func move(pendingIn range: Range<Int>, to other: SegmentRef, except level: EncodingLevel?) {
        guard pointee.pendingEnd >= range.lowerBound else { return }
        let moved = pointee.pending.filter { range.contains($0.position) && $0 !== level }
        guard !moved.isEmpty else { return }
        pointee.pending.removeAll { range.contains($0.position) && $0 !== level }
        pointee.pendingEnd = pointee.pending.map(\.position).max() ?? -1
        for level in moved { level.move(by: -range.lowerBound, to: other) }
        for level in moved { other.addPending(level) }
    }
}
