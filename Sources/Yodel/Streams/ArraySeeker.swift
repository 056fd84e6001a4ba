// Finds the array whose elements are records, by the keys and indexes on the way to it. What stands beside the way is stepped over by its
// brackets and strings.

/// Looks for the start of an array at a path. It can stop between any two bytes.
struct ArraySeeker {
    enum Verdict: Equatable {
        /// The array begins: its first element may stand at this index.
        case found(Int)
        /// A value that is no array begins at this index, where the path leads.
        case other(Int)
        case goesOn
        /// This byte does not belong here.
        case unexpected(Int, expected: String)
        /// The root has ended before this index, and the path has not been found.
        case missing(Int)
    }

    private enum Mode {
        /// A value begins; whether it is on the way is known.
        case value(isWanted: Bool)
        /// A value that is not on the way.
        case skipping
        /// Behind `{`, or behind a comma in an object.
        case key
        case inKey, escapeInKey
        case colon
        /// Behind a value.
        case comma
    }

    private let path: [JSONPath.Component]
    private var mode = Mode.value(isWanted: true)
    private var scanner = ValueScanner()
    /// Containers on the way that are open: whether it is an object, and how many elements have begun.
    private var levels: [(isObject: Bool, elements: Int)] = []
    /// The key at hand.
    private var key: PathKey
    /// Whether the innermost container on the way has just been opened: only then may it end at once.
    private var isJustOpened = false

    init(_ path: JSONPath) {
        self.path = path.components
        key = PathKey(path.components)
    }

    /// The containers on the way that are open, the root first.
    var containers: [DocumentRest.Container] { levels.map { $0.isObject ? .object : .array } }

    mutating func scan(_ bytes: BorrowedBytes, from start: Int) -> Verdict {
        guard let base = bytes.start else { return .goesOn }
        var index = start
        while true {
            switch mode {
            case .skipping:
                switch scanner.scan(bytes, from: index) {
                case .goesOn: return .goesOn
                case .undecidable(let place): return .unexpected(place, expected: "a value")
                case .ends(let end):
                    index = end
                    mode = .comma
                }
                continue
            case .inKey:
                let end = unsafe index + (base + index).findQuote(in: bytes.count - index)
                key.append(bytes[index..<end])
                index = end
                guard index < bytes.count else { return .goesOn }
                key.append(bytes[index..<index + 1])
                mode = bytes[index] == UInt8(ascii: "\"") ? .colon : .escapeInKey
                index += 1
                continue
            case .escapeInKey:
                guard index < bytes.count else { return .goesOn }
                key.append(bytes[index..<index + 1])
                mode = .inKey
                index += 1
                continue
            default: break
            }
            if levels.isEmpty && isAtEnd { return .missing(index) }
            unsafe index += (base + index).whitespace(of: bytes.count - index)
            guard index < bytes.count else { return levels.isEmpty && isAtEnd ? .missing(index) : .goesOn }
            let byte = bytes[index]
            switch mode {
            case .value(let isWanted):
                if byte == UInt8(ascii: "]"), isJustOpened, let level = levels.last, !level.isObject {
                    mode = .comma
                    continue
                }
                isJustOpened = false
                if isWanted && levels.count == path.count {
                    if byte == UInt8(ascii: "[") { return .found(index + 1) }
                    return FoundKind(ofValueWith: byte) == nil ? .unexpected(index, expected: "an array") : .other(index)
                }
                guard isWanted, opens(byte) else {
                    scanner.reset()
                    mode = .skipping
                    continue
                }
                index += 1
            case .key:
                if byte == UInt8(ascii: "}"), isJustOpened {
                    mode = .comma
                    continue
                }
                isJustOpened = false
                guard byte == UInt8(ascii: "\"") else { return .unexpected(index, expected: "a key") }
                key.begin()
                mode = .inKey
                index += 1
            case .colon:
                guard byte == UInt8(ascii: ":") else { return .unexpected(index, expected: "':'") }
                mode = .value(isWanted: key.leads(along: path[levels.count - 1]))
                index += 1
            case .comma:
                guard let level = levels.last else { return .missing(index) }
                if byte == UInt8(ascii: ",") {
                    mode = level.isObject ? .key : .value(isWanted: nextElementIsWanted())
                } else if byte == (level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    levels.removeLast()
                } else {
                    return .unexpected(index, expected: level.isObject ? "',' or '}'" : "',' or ']'")
                }
                index += 1
            case .skipping, .inKey, .escapeInKey: break
            }
        }
    }

    /// Whether the root is a number or a word that the end of the input ends.
    var isScalarRoot: Bool {
        if case .skipping = mode { levels.isEmpty && scanner.isScalar } else { false }
    }

    /// Whether the root has ended.
    private var isAtEnd: Bool {
        if case .comma = mode { true } else { false }
    }

    /// Opens the container that begins with a byte, if one does.
    private mutating func opens(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"):
            levels.append((true, 0))
            mode = .key
        case UInt8(ascii: "["):
            levels.append((false, 0))
            mode = .value(isWanted: nextElementIsWanted())
        default: return false
        }
        isJustOpened = true
        return true
    }

    private mutating func nextElementIsWanted() -> Bool {
        let level = levels.count - 1
        defer { levels[level].elements += 1 }
        return path[level].arrayIndex == levels[level].elements
    }
}
