// What every text of a form of dates has in common. Where several forms are tried in order, one that cannot have a text is passed over at the price of a few
// instructions, wherever it stands in the list. A form is left out only if reading would have said no: the shape is no guess, and what has been read before
// does not matter.
//
//     dd.MM.yyyy HH:mm      16 bytes      ##.##.####·##:##      the first eight, and the next eight, as words under masks
//
// A digit has 3 in its upper four bits, a letter the bit 0x40, any other byte of a pattern is itself. What follows a field of no certain length is unknown.

/// What the texts of a form have in common. Trivial.
struct DateShape: Sendable {
    /// The fewest and the most bytes.
    private(set) var minimum = 0
    private(set) var maximum = 0
    /// What the first eight bytes are, and the next eight, the first in the lowest byte.
    private var masks = (UInt64(0), UInt64(0))
    private var bytes = (UInt64(0), UInt64(0))
    /// Whether all fields so far have a certain length.
    private var isFixed: Bool { minimum == maximum }

    /// A shape of no bytes, to which some are added.
    init() {}

    /// Any text.
    static let any: DateShape = {
        var shape = DateShape()
        shape.maximum = .max
        return shape
    }()

    /// What a byte is known to be.
    enum Class {
        case digit, letter, any
        case byte(UInt8)
    }

    /// Adds bytes of a kind.
    ///
    /// - Parameter counts: How many there may be.
    mutating func add(_ kind: Class, _ counts: ClosedRange<Int>) {
        let isKnown = isFixed
        for offset in 0..<counts.lowerBound where isKnown { note(kind, at: minimum + offset) }
        minimum += counts.lowerBound
        maximum = counts.upperBound == .max || maximum == .max ? .max : maximum + counts.upperBound
    }

    private mutating func note(_ kind: Class, at place: Int) {
        let (mask, byte): (UInt8, UInt8) =
            switch kind {
            case .digit: (0xF0, 0x30)
            case .letter: (0x40, 0x40)
            case .any: (0, 0)
            case .byte(let byte): (0xFF, byte)
            }
        let shift = UInt64(place % 8 * 8)
        switch place / 8 {
        case 0:
            masks.0 |= UInt64(mask) << shift
            bytes.0 |= UInt64(byte) << shift
        case 1:
            masks.1 |= UInt64(mask) << shift
            bytes.1 |= UInt64(byte) << shift
        default: break
        }
    }

    /// Whether a text may have the shape: false only if it has not.
    @inline(__always)
    func mayHave(_ text: BorrowedBytes) -> Bool {
        guard text.count >= minimum && text.count <= maximum else { return false }
        // Of a form that may be shorter than a word nothing is looked at.
        if minimum >= 8, unsafe (text.place(0).word ^ bytes.0) & masks.0 != 0 { return false }
        return unsafe minimum < 16 || (text.place(8).word ^ bytes.1) & masks.1 == 0
    }
}

extension DateShape {
    /// ISO 8601: at least `20140506`, which begins with four digits.
    static let iso8601: DateShape = {
        var shape = DateShape()
        shape.add(.digit, 4...4)
        shape.add(.any, 4...Int.max)
        return shape
    }()

    /// HTTP: from `Tue May  6 07:08:09 2014` to `Wednesday, 07-May-14 07:08:09 GMT`.
    static let http: DateShape = {
        var shape = DateShape()
        shape.add(.letter, 3...3)
        shape.add(.any, 21...30)
        return shape
    }()

    /// Mail: at least `6 May 14 07:08 Z`.
    static let mail: DateShape = {
        var shape = DateShape()
        shape.add(.any, 16...Int.max)
        return shape
    }()
}
