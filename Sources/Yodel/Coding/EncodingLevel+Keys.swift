// Keys in order, keys that come twice, and values that are gone on with. An object's text is cut into its members, which are put together anew.

extension EncodingLevel {
    /// Brings the members in order, if the settings say so, and leaves of a key that comes more than once the last value, as Foundation does.
    ///
    /// The object is the innermost of its text, and its bracket is still to come.
    @inline(never)
    func arrange() {
        if sortsKeys, sortMembers() { return }
        let count = keys.pointee.count
        guard count > 1 || leavesOut else { return }
        let keyTexts = sortsKeys || keys.pointee.hasWideKeys ? (0..<count).map { keyBytes($0) } : []
        // For each member that stays: where its key stands, and whose value it has.
        var members = (0..<count).map { (key: $0, value: $0) }
        if keys.pointee.lastMayRepeat { members = withoutRepetition() }
        if leavesOut {
            members.removeAll { text.pointee.output.byte(at: value(of: $0.value).lowerBound) == Self.leftOut }
            leavesOut = false
        }
        if sortsKeys { members.sort { keyTexts[$0.key].lexicographicallyPrecedes(keyTexts[$1.key]) } }
        guard members.count < count || zip(members, members.dropFirst()).contains(where: { $0.key > $1.key }) else { return }
        rebuild(members)
    }

    /// The bytes of a key, without escapes.
    private func keyBytes(_ index: Int) -> [UInt8] {
        let record = unsafe keys.pointee[index]
        let first = start + record.start + 1
        let end = first + record.length
        let bytes = text.pointee.output.copy(of: first..<end)
        guard keys.pointee.hasEscapes else { return bytes }
        let content = Scanner.content(ofString: text.pointee.output.copy(of: first..<end + 1))
        assert(content != nil, "a key is no string")
        return content ?? bytes
    }

    /// A key as text that is hashed in linear time.
    private func keyText(_ index: Int) -> String { String(decoding: keyBytes(index), as: UTF8.self).marksInOrder }

    private func withoutRepetition() -> [(key: Int, value: Int)] {
        var members: [(key: Int, value: Int)] = []
        var places: [String: Int] = [:]
        for index in 0..<(keys.pointee.count) {
            // Strings are equal as they are in Foundation's dictionaries: by canonical equivalence.
            let key = keyText(index)
            if let place = places[key] {
                members[place].value = index
            } else {
                places[key] = members.count
                members.append((index, index))
            }
        }
        return members
    }

    /// Where a member's value begins and ends, and where the next one's separator does.
    private func value(of index: Int) -> Range<Int> {
        let record = unsafe keys.pointee[index]
        let first = start + record.start + record.length + 2 + (isPretty ? 3 : 1)
        let isLast = index + 1 == keys.pointee.count
        return unsafe first..<(isLast ? text.pointee.output.count : start + keys.pointee[index + 1].start - separatorBytes)
    }

    /// Writes the members that stay, in their order.
    private func rebuild(_ members: [(key: Int, value: Int)]) {
        let values = (0..<keys.pointee.count).map { value(of: $0) }
        let old = text.pointee.output.copy(of: start..<text.pointee.output.count)
        let colon = isPretty ? 3 : 1
        var records: [KeyRecord] = []
        var moves: [Int: Int] = [:]
        text.pointee.output.truncate(to: start + 1)
        count = 0
        for member in members {
            separate()
            let key = unsafe keys.pointee[member.key]
            records.append(KeyRecord(start: text.pointee.output.count - start, length: key.length))
            append(old[key.start..<key.start + key.length + 2 + colon])
            let value = values[member.value]
            moves[member.value] = text.pointee.output.count - value.lowerBound
            append(old[(value.lowerBound - start)..<(value.upperBound - start)])
        }
        if text.pointee.pendingEnd >= start {
            // Containers go where their members go.
            let ends = values.map(\.upperBound)
            for level in text.takePending(from: start) {
                guard let move = moves[ends.partitioningIndex { $0 <= level.position }] else {
                    level.die()
                    continue
                }
                level.move(by: move, to: text)
                text.addPending(level)
            }
        }
        keys.pointee.replace(by: records)
        places = [:]
        placesCount = 0
    }

    private func append(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe text.pointee.output.append(BorrowedBytes($0)) }
    }

    // MARK: Values to go on with

    /// A container in this object for a key, which goes on with what the key has already.
    func nestedContainer(_ key: String, _ step: some CodingKey, _ content: Content) -> EncodingLevel {
        let before = member(key)
        if keys.pointee.lastMayRepeat, !isRevived, !isSpoilt, let index = earlierMember() {
            text.pointee.output.truncate(to: before)
            takeBackMember()
            return container(in: index, step, content, key)
        }
        return pushNested(step, content, memberStart: before)
    }

    /// A container in this array.
    func nestedContainer(_ content: Content) -> EncodingLevel {
        let step = PlaceKey(index: count)
        return pushNested(step, content, memberStart: element())
    }

    private func pushNested(_ step: any CodingKey, _ content: Content, memberStart: Int) -> EncodingLevel {
        let level = push(.none, memberStart: memberStart).level
        level.becomeNested(in: self, step)
        if content == .object { level.openObject() } else { level.openArray() }
        return level
    }

    private func becomeNested(in outer: EncodingLevel, _ step: any CodingKey) {
        // SAFETY: a value's nested containers end with it.
        owner = outer.scope
        nestedSteps = CodingSteps(step, behind: outer.nestedSteps)
        role = .nested
        isAltered = true
    }

    /// The member before the last one that has the last one's key.
    private func earlierMember() -> Int? {
        let last = keys.pointee.count - 1
        while placesCount < last {
            places[keyText(placesCount)] = placesCount
            placesCount += 1
            isAltered = true
        }
        return places[keyText(last)]
    }

    /// The container that a member is, or goes on with.
    private func container(in index: Int, _ step: any CodingKey, _ content: Content, _ key: String) -> EncodingLevel {
        let value = value(of: index)
        let level: EncodingLevel
        if let pending = text.pointee.pending.first(where: { $0.position == value.lowerBound }) {
            level = pending
        } else {
            let own = session.makeText()
            own.pointee.output.append(value, of: text.pointee.output)
            text.move(pendingIn: value, to: own, except: nil)
            level = session.takeLevel().takeLevel()
            level.becomeNested(in: self, step)
            level.text = own
            own.pointee.top = level.reference
            level.below = nil
            level.depth = depth + 1
            level.start = 0
            level.place = .open
            level.hole = value
            level.content = .single
            level.reopenValue(as: content)
            text.addPending(level)
        }
        if level.content != content {
            misused(
                "Attempt to re-encode into nested container for key \"\(key)\" is invalid: another container already encoded for this key")
            level.beginAnew(as: content)
        }
        return level
    }

    /// Makes a container of a complete value, if it is one of that kind.
    func reopenValue(as wanted: Content) {
        if !isInnermost { activate() }
        let written = text.pointee.output.copy(of: start..<text.pointee.output.count)
        guard written.first == UInt8(ascii: wanted == .object ? "{" : "["),
            let members = unsafe written.withBorrowedBytes({ WrittenText($0).members() })
        else { return }
        content = wanted
        isAltered = true
        recordsKeys = true
        // Members are found by the layout of this encoder, and a value that was given as text may have another.
        count = 0
        text.pointee.output.truncate(to: start + 1)
        for member in members {
            separate()
            if let key = member.key {
                let place = text.pointee.output.count
                append(written[key])
                text.pointee.output.append(isPretty ? " : " : ":")
                record(place, key.count - 2, isEscaped: true)
            }
            append(written[member.value])
        }
    }

    /// Writes an element that has been encoded elsewhere between others.
    func insert(_ element: BorrowedBytes, at index: Int) {
        if !isInnermost { activate() }
        guard index < count, let members = unsafe WrittenText(text.pointee.output.part(start..<text.pointee.output.count)).members(),
            index <= members.count
        else {
            _ = self.element()
            text.pointee.output.append(element)
            return
        }
        // Behind the element before, or behind the bracket.
        let place = start + (index == 0 ? 1 : members[index - 1].value.upperBound)
        let rest = text.pointee.output.copy(of: place..<text.pointee.output.count)
        let behind = text.takePending(from: place)
        text.pointee.output.truncate(to: place)
        let all = count
        count = index
        separate()
        text.pointee.output.append(element)
        if index == 0 { text.pointee.output.append(UInt8(ascii: ",")) }
        let shift = text.pointee.output.count - place
        unsafe rest.withBorrowedBytes { text.pointee.output.append($0) }
        for level in behind {
            level.move(by: shift, to: text)
            text.addPending(level)
        }
        count = all + 1
    }

    // MARK: Super encoders

    /// An encoder for a part of this object, or array if the key is nil.
    ///
    /// - Parameter keeper: The super encoder that this container belongs to, if it belongs to one.
    func makeSuperEncoder(_ key: String?, _ step: some CodingKey, keeper: EncodingLevel?) -> EncodingLevel {
        let level = EncodingLevel(session)
        level.role = .superEncoder
        level.keepsContainers = false
        level.isAltered = true
        level.parent = self
        level.keeper = keeper
        level.wholePath = path(to: step)
        level.depth = depth + 1
        level.text = session.makeText()
        level.text.pointee.top = level.reference
        level.depositKey = key
        level.depositIndex = count
        level.retainSession()
        return level
    }

    /// The super encoder that containers inside belong to.
    func keeper(_ keeper: EncodingLevel?) -> EncodingLevel? { role == .superEncoder ? self : keeper }

    /// Gives what a super encoder has encoded to the container that made it, unless that is complete.
    func deposit() {
        defer { session.recycle(text) }
        guard let parent, parent.place != .dead, !parent.isRevived, !parent.isSpoilt else { return leaveInside() }
        finish()
        parent.take(leftOut: self)
        let whole = unsafe text.pointee.output.part(start..<text.pointee.output.count)
        if let depositKey {
            _ = parent.member(depositKey)
            parent.text.pointee.output.append(whole)
        } else {
            parent.insert(whole, at: depositIndex)
        }
    }
}

/// The text of a container that has been written here, or that was given as it is.
private struct WrittenText {
    /// A member, or an element, by its places in the text.
    struct Member {
        /// Its key, with the quotes; nil for an element.
        var key: Range<Int>?
        var value: Range<Int>
    }

    private let bytes: BorrowedBytes

    init(_ bytes: BorrowedBytes) { self.bytes = bytes }

    /// The members of an object or an array, whose closing bracket may be missing.
    ///
    /// - Returns: nil if the text is none of a container.
    func members() -> [Member]? {
        let isObject = bytes.first == UInt8(ascii: "{")
        var members: [Member] = []
        var place = 1
        while var next = token(place) {
            var key: Range<Int>?
            if isObject {
                guard bytes[next] == UInt8(ascii: "\""), let end = bytes.endOfString(next), let value = token(end) else { return nil }
                key = next..<end
                next = value
            }
            guard let end = endOfValue(next) else { return nil }
            members.append(Member(key: key, value: next..<end))
            place = end
        }
        return members
    }

    /// Where the next value or key begins; nil at the end.
    private func token(_ start: Int) -> Int? {
        var place = start
        while place < bytes.count, isBetween(bytes[place]) || bytes[place] == UInt8(ascii: ":") { place += 1 }
        return place < bytes.count && bytes[place] != UInt8(ascii: "}") && bytes[place] != UInt8(ascii: "]") ? place : nil
    }

    /// Whether a byte stands between values.
    private func isBetween(_ byte: UInt8) -> Bool { ASCII.isSpace(byte) || byte == UInt8(ascii: ",") }

    /// Behind a value; nil if it does not end.
    private func endOfValue(_ start: Int) -> Int? {
        var place = start
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                guard let end = bytes.endOfString(place) else { return nil }
                place = end
                if depth == 0 { return place }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
                if depth == 0 { return place + 1 }
            case let byte where depth == 0 && isBetween(byte): return place
            case LargeIntegers.mark:
                place += 1
                while place < bytes.count, bytes[place] != LargeIntegers.mark { place += 1 }
                if depth == 0 { return min(place + 1, bytes.count) }
            default: break
            }
            place += 1
        }
        return depth == 0 ? place : nil
    }
}
