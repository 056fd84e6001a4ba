// Swift's strings are equal if they are canonically equivalent: combining marks of different classes may stand in any order. To hash and to
// compare them it sorts each run of marks, one mark at a time, which is quadratic in the run unless the run is sorted already. A stranger may
// send a run of any length. So what the library hashes or compares of a document is put in order first, in one pass, where it has a long run:
//
//     "e" + acute (230) + dot below (220) + acute + dot below + ...   becomes   "e" + dots below + acutes
//
// The text is equal to what it was, in Swift's eyes and in Unicode's; its bytes are others. Real text has runs of a few marks (Unicode's
// stream-safe text of at most thirty), which stay as they are.
//
// A text is looked at only if it is long, and then only at places as far apart as a long run is: a run cannot stand between two of them.

/// Puts long runs of combining marks in canonical order.
enum MarkOrder {
    /// Bytes of a run that is long. What is shorter as a whole is not looked at.
    static let limit = 256
    /// Marks of the shortest run of so many bytes.
    private static let longRun = limit / 4

    /// A text with its long runs in order; nil if it has none.
    static func ordered(_ text: String) -> String? {
        var text = text
        guard unsafe text.withBorrowedBytes({ hasLongRun($0) }) else { return nil }
        var result = String.UnicodeScalarView()
        var run: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if isMark(scalar) {
                run.append(scalar)
                continue
            }
            end(&run, &result)
            result.append(scalar)
        }
        end(&run, &result)
        return String(result)
    }

    /// Appends a run of marks.
    private static func end(_ run: inout [Unicode.Scalar], _ result: inout String.UnicodeScalarView) {
        guard !run.isEmpty else { return }
        if run.count < longRun {
            result.append(contentsOf: run)
        } else {
            // A place for each class; within a class the order stays.
            var classes = [[Unicode.Scalar]](repeating: [], count: 256)
            for scalar in run { classes[Int(scalar.properties.canonicalCombiningClass.rawValue)].append(scalar) }
            for marks in classes { result.append(contentsOf: marks) }
        }
        run.removeAll(keepingCapacity: true)
    }

    /// Whether a scalar takes part in the order of marks. Three marks of Tibetan have no class though what they stand for has: to Swift, as to this,
    /// a run ends at each of them.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }

    // MARK: Looking for a run

    private static func hasLongRun(_ bytes: BorrowedBytes) -> Bool {
        var place = limit - 1
        while place < bytes.count {
            // Marks begin at U+0300, whose first byte is CC; a byte below 80 is a letter of its own.
            if bytes[place] >= 0x80 {
                let (start, end) = (edge(bytes, place, forwards: false), edge(bytes, place, forwards: true))
                if end - start >= limit { return true }
            }
            place += limit
        }
        return false
    }

    /// How far a run of marks reaches from a place, as far as it matters.
    private static func edge(_ bytes: BorrowedBytes, _ place: Int, forwards: Bool) -> Int {
        var edge = start(bytes, place)
        if forwards {
            while edge < bytes.count && edge < place + limit {
                let (scalar, count) = scalar(bytes, edge)
                guard isMark(scalar) else { break }
                edge += count
            }
        } else {
            while edge > 0 && edge > place - limit {
                let previous = start(bytes, edge - 1)
                guard isMark(scalar(bytes, previous).0) else { break }
                edge = previous
            }
        }
        return edge
    }

    /// Where the scalar begins of which a byte is.
    private static func start(_ bytes: BorrowedBytes, _ place: Int) -> Int {
        var place = place
        while place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }

    /// The scalar that begins at a place, and its bytes. The text is valid UTF-8.
    private static func scalar(_ bytes: BorrowedBytes, _ place: Int) -> (Unicode.Scalar, Int) {
        let first = bytes[place]
        let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = count == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(count))
        for index in 1..<max(count, 1) { value = value << 6 | UInt32(bytes[place + index]) & 0x3F }
        return (Unicode.Scalar(value) ?? " ", count)
    }
}

extension String {
    /// The text, equal to what it is, in a form that Swift hashes and compares in linear time.
    var marksInOrder: String {
        utf8.count <= MarkOrder.limit ? self : MarkOrder.ordered(self) ?? self
    }

    /// Whether two texts are equal, in linear time.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        if left.utf8.count <= MarkOrder.limit && right.utf8.count <= MarkOrder.limit { return left == right }
        return UTF8Key(left) == UTF8Key(right) || left.marksInOrder == right.marksInOrder
    }

    /// Feeds the text to a hasher as Swift does, in linear time.
    func hashInOrder(into hasher: inout Hasher) {
        utf8.count <= MarkOrder.limit ? hash(into: &hasher) : marksInOrder.hash(into: &hasher)
    }
}

/// A value of Swift's that holds text, and is hashed by it.
protocol TextHolder {
    /// The same value, in a form that Swift hashes and compares in linear time.
    var withMarksInOrder: Self { get }
}

extension String: TextHolder {
    var withMarksInOrder: String { marksInOrder }
}

extension Substring: TextHolder {
    var withMarksInOrder: Substring { utf8.count <= MarkOrder.limit ? self : Substring(String(self).marksInOrder) }
}

extension Character: TextHolder {
    var withMarksInOrder: Character { utf8.count <= MarkOrder.limit ? self : Character(String(self).marksInOrder) }
}

extension Optional: TextHolder where Wrapped: TextHolder {
    var withMarksInOrder: Wrapped? { map(\.withMarksInOrder) }
}

extension Array: TextHolder where Element: TextHolder {
    var withMarksInOrder: [Element] { map(\.withMarksInOrder) }
}

extension ContiguousArray: TextHolder where Element: TextHolder {
    var withMarksInOrder: ContiguousArray { ContiguousArray(lazy.map(\.withMarksInOrder)) }
}

extension Dictionary: TextHolder where Value: TextHolder {
    var withMarksInOrder: [Key: Value] { mapValues(\.withMarksInOrder) }
}

extension MarkOrder {
    /// Puts texts in order that are about to be hashed or compared; values of other types stay as they are.
    static func order<T>(_ values: UnsafeMutablePointer<T>, count: Int) {
        guard T.self == String.self else {
            if T.self == Substring.self || T.self == Character.self { unsafe orderHolders(values, count) }
            return
        }
        // SAFETY: `T` is `String`.
        let texts = unsafe ValueRow(UnsafeMutableRawPointer(values).assumingMemoryBound(to: String.self), count)
        for index in 0..<count where unsafe texts[index].utf8.count > limit { unsafe texts[index] = unsafe texts[index].marksInOrder }
    }

    /// The same for one value.
    static func order<T>(_ value: inout T) { unsafe withUnsafeMutablePointer(to: &value) { unsafe order($0, count: 1) } }

    /// The same for values that may hold texts further in.
    static func orderAll<T>(_ values: UnsafeMutablePointer<T>, count: Int) {
        // What is trivial holds no text.
        if _isPOD(T.self) { return }
        T.self == String.self ? unsafe order(values, count: count) : unsafe orderHolders(values, count)
    }

    private static func orderHolders<T>(_ values: UnsafeMutablePointer<T>, _ count: Int) {
        guard let type = T.self as? any TextHolder.Type else { return }
        func open<Text: TextHolder>(_ type: Text.Type) {
            // SAFETY: `Text` is `T`, seen as what it conforms to.
            let texts = unsafe ValueRow(UnsafeMutableRawPointer(values).assumingMemoryBound(to: Text.self), count)
            for index in 0..<count { unsafe texts[index] = unsafe texts[index].withMarksInOrder }
        }
        open(type)
    }
}
