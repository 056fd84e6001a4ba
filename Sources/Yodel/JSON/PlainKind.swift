import FoundationEssentials
import Synchronization

// What a value of Swift's own is to JSON follows from its type, but to find that out takes a dozen casts, each of which may have the runtime look for a
// conformance. So it is found out once per type, and remembered.
//
// Not of every type: a cast sees through `AnyHashable`, and through the class that Swift's values have as `AnyObject`. Of these, and of all classes
// that do not convert themselves, each value is asked.

/// What the values of a type are to JSON.
enum PlainKind: UInt8 {
    /// The type does not tell.
    case untold
    /// `PlainValueConvertible`.
    case convertible
    case optional
    case bool
    case int
    /// An integer of another type.
    case integer
    case double
    /// `Float`, `Decimal`.
    case fraction
    /// A number with a fraction of a rarer type.
    case rareFraction
    case string
    /// A text of another type.
    case text
    case character
    /// `JSONValue`, `JSONObject` and `JSONNumber`.
    case parsed, parsedObject, parsedNumber
    /// `[Any]` and `[String: Any]`.
    case array, dictionary
    /// `[Int]` and `[String]`.
    case integers, strings
    /// Another array, another dictionary, a set.
    case list, pairs, set
    /// Another container of the standard library.
    case container
    /// None that JSON has.
    case other

    /// The kind of a type.
    ///
    /// It stays what it is when it is first asked for, whatever conformances a library adds that is loaded later.
    @inline(__always)
    static func of(_ type: Any.Type) -> PlainKind { PlainKinds.shared.kind(of: type) }

    /// Finds out by casts, in the order in which a value would be asked.
    fileprivate init(asking type: Any.Type) {
        self =
            if type is any PlainValueConvertible.Type {
                .convertible
            } else if type is AnyClass || type == AnyHashable.self {
                .untold
            } else if type is any PlainOptional.Type {
                .optional
            } else if let exact = Self.exact(type) {
                exact
            } else if type is any BinaryInteger.Type {
                .integer
            } else if type is any StringProtocol.Type {
                .text
            } else if let container = type as? any PlainContainer.Type {
                container.plainKind
            } else if type is any BinaryFloatingPoint.Type {
                .rareFraction
            } else {
                .other
            }
    }

    private static func exact(_ type: Any.Type) -> PlainKind? {
        if type == String.self { return .string }
        if type == Int.self { return .int }
        if type == Bool.self { return .bool }
        if type == Double.self { return .double }
        if type == Float.self || type == Decimal.self { return .fraction }
        if type == Character.self { return .character }
        if type == JSONValue.self { return .parsed }
        if type == JSONObject.self { return .parsedObject }
        if type == JSONNumber.self { return .parsedNumber }
        if type == [Any].self { return .array }
        // Unless their elements convert themselves.
        if type == [Int].self { return PlainKind(asking: Int.self) == .int ? .integers : .list }
        if type == [String].self { return PlainKind(asking: String.self) == .string ? .strings : .list }
        return type == [String: Any].self ? .dictionary : nil
    }
}

/// The kinds of the types that have been asked for. One that finds no place takes that of another, which is found out again.
@safe private final class PlainKinds: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: a place is one word, which is loaded and stored as a whole. SAFETY of the rest: whatever is masked is the index of a
    // place, and the places stay, since nobody gives up the only object.

    static let shared = PlainKinds()

    private static let mask = 255
    /// As many places as are looked at for a type.
    private static let steps = 4
    private let places: Pinned<Place>

    /// The address of a type, and below it its kind; zero for none. No address of a process has its upper byte.
    private struct Place: ~Copyable {
        let word = Atomic<UInt>(0)
    }

    private init() {
        places = unsafe .allocate(Self.mask + 1)
        for index in 0...Self.mask { unsafe (places + index).initialize(to: Place()) }
    }

    func kind(of type: Any.Type) -> PlainKind {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        for step in 0..<Self.steps {
            let word = word(address, step)
            if word >> 8 == address, let kind = PlainKind(rawValue: UInt8(truncatingIfNeeded: word)) { return kind }
            if word == 0 { break }
        }
        return find(type, address)
    }

    @inline(never)
    private func find(_ type: Any.Type, _ address: UInt) -> PlainKind {
        let kind = PlainKind(asking: type)
        guard address >> 56 == 0 else { return kind }
        let step = (0..<Self.steps).first { word(address, $0) == 0 } ?? 0
        unsafe (places + index(address, step)).pointee.word.store(address << 8 | UInt(kind.rawValue), ordering: .relaxed)
        return kind
    }

    @inline(__always)
    private func word(_ address: UInt, _ step: Int) -> UInt {
        unsafe (places + index(address, step)).pointee.word.load(ordering: .relaxed)
    }

    /// Metadata addresses share their low bits; the product's upper bits are mixed.
    @inline(__always)
    private func index(_ address: UInt, _ step: Int) -> Int {
        (Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) &+ step) & Self.mask  // &*, &+: a hash wraps by design
    }
}
