internal import CScan
internal import YodelSystem

/// How the standard library lays out its strings, learnt from some that it has made.
///
/// Half of what a decode costs is the making and the releasing of strings, and a third of that are the steps of the standard library from known UTF-8
/// to storage. Here are the same results without the steps: up to 15 bytes stand in the string's own two words; more in an object of the standard
/// library's own class, which it destroys as any other. That of 64 bytes and more has a word behind its text for what the standard library knows of
/// positions in it. The longest are made by the standard library.
///
/// What is relied on is checked when the first string is made (`learn`), for long ones when the first of those is (`longFlags`): on the lengths at
/// which something changes, ASCII and not, word for word. Every other length is the tests' to check. A standard library of another layout makes all
/// strings by itself.
@safe struct StringLayout: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: what has been learnt is written once and stays as long as the process.
    private let facts: Pinned<Facts>

    /// What is known of the storage of strings.
    fileprivate struct Facts {
        /// The class of the storage; zero if the layout is another.
        var storageClass: UInt = 0
        /// What a storage says of its capacity, for each sixteen bytes of it.
        var capacities: (UInt64, UInt64, UInt64) = (0, 0, 0)
        /// What stands above the count, in the first word and in the storage.
        var asciiFlags: UInt64 = 0
        var otherFlags: UInt64 = 0
    }

    /// The layout of this process's standard library.
    static let current = learn() ?? StringLayout(Facts())

    private init(_ facts: Facts) { self.facts = Pinned(holding: facts) }

    /// Whether strings are made here.
    @inline(__always) var isKnown: Bool { storageClass != 0 }
    @inline(__always) private var storageClass: UInt { facts.pointee.storageClass }
    @inline(__always) private var asciiFlags: UInt64 { facts.pointee.asciiFlags }
    @inline(__always) private var otherFlags: UInt64 { facts.pointee.otherFlags }

    /// Lengths of text that stands in a storage made here.
    static let stored = 16...4095
    /// Those of text with nothing behind it.
    private static let short = 16...63

    // The first word of a large string has its count below its flags; the second is its storage's address, which has none of the top bits.
    private static let countBits: UInt64 = (1 << 48) - 1
    private static let discriminatorBits: UInt64 = 0xF000_0000_0000_0000
    // The top byte of a small string has its count below one of these.
    private static let isSmallASCII: UInt64 = 0xE0
    private static let isSmall: UInt64 = 0xA0
    /// Bytes of a storage before its text: class, reference counts, capacity, count and flags.
    fileprivate static let header = 32

    typealias Words = (first: UInt64, second: UInt64)

    /// The words of a string of at most fifteen bytes.
    ///
    /// - Parameter bytes: At most fifteen.
    @inline(__always)
    static func small(_ bytes: BorrowedBytes) -> Words {
        // SAFETY: reads exactly the bytes.
        let packed = unsafe yodel_pack_small(bytes.baseAddress, bytes.count)
        let isASCII = (packed.first | packed.second) & 0x8080_8080_8080_8080 == 0
        let top = (isASCII ? isSmallASCII : isSmall) | UInt64(truncatingIfNeeded: bytes.count)
        return (packed.first, packed.second | top &<< 56)  // &<<: the top byte
    }

    /// The words of a string in a storage with nothing behind its text.
    ///
    /// - Parameter bytes: As many as `short` says.
    @inline(__always)
    fileprivate func large(_ bytes: BorrowedBytes, isASCII: Bool) -> Words {
        let count = bytes.count
        let capacity = count < 32 ? facts.pointee.capacities.0 : count < 48 ? facts.pointee.capacities.1 : facts.pointee.capacities.2
        let first = UInt64(truncatingIfNeeded: count) | (isASCII ? asciiFlags : otherFlags)
        // SAFETY: header, text and the zero behind it fit the size, which is that of the standard library's own storage for as many bytes.
        let storage = unsafe yodel_make_storage(storageClass, Self.size(of: count), capacity, first, bytes.baseAddress, count)
        return (first, UInt64(UInt(bitPattern: storage)))
    }

    /// The words of a string of at least sixty-four bytes, in a storage with a word behind its text.
    ///
    /// - Parameter flags: What stands above the capacity.
    @inline(__always)
    fileprivate func long(_ bytes: BorrowedBytes, isASCII: Bool, _ flags: UInt64) -> Words {
        let count = bytes.count
        let first = UInt64(truncatingIfNeeded: count) | (isASCII ? asciiFlags : otherFlags)
        // Text, the zero behind it and a word, in steps of sixteen: the text may grow to that word.
        let size = Self.size(of: count &+ Self.word)  // &+: small
        let room = size &- Self.header &- Self.word  // &-: less than the size
        let capacity = UInt64(truncatingIfNeeded: room) | flags
        let storage = unsafe yodel_make_long_storage(storageClass, size, capacity, first, bytes.baseAddress, count)
        return (first, UInt64(UInt(bitPattern: storage)))
    }

    /// Bytes of the word behind a long text.
    private static var word: Int { 8 }

    /// Bytes of a storage: header, text and the zero behind it, in steps of sixteen.
    @inline(__always)
    private static func size(of count: Int) -> Int { (header &+ 16 &+ count) & ~15 }  // &+: small

    /// A string with these words, which owns what they refer to.
    @inline(__always)
    fileprivate static func string(_ words: Words) -> String {
        var words = words
        // SAFETY: a string is two words (checked by `learn`), and these are those of one. Moved, not cast, which would retain the storage once more.
        return unsafe withUnsafeMutableBytes(of: &words) {
            unsafe $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: String.self).move()
        }
    }
}

/// The address of a string, which is read where it stands: a copy of it would be counted.
@safe struct StringAddress {
    // SAFETY: whoever makes an address says that a string stands there, unchanged, while the address is used. A string is two words, of sixteen bytes;
    // what they say is looked at only where that has been checked (`StringLayout.isReadable`).
    private let string: UnsafePointer<String>

    /// The string.
    @inline(__always)
    var pointee: String {
        @_transparent unsafeAddress { unsafe string }
    }

    /// Its two words.
    @inline(__always)
    fileprivate var words: StringLayout.Words { unsafe UnsafeRawPointer(string).load(as: StringLayout.Words.self) }

    /// Its sixteen bytes, which begin with its text if that is a small one.
    @inline(__always)
    var block: TextPlace { unsafe TextPlace(UnsafeRawPointer(string).assumingMemoryBound(to: UInt8.self)) }
}

extension StringAddress {
    @inline(__always)
    init(_ string: UnsafePointer<String>) { unsafe self.string = string }
}

extension StringLayout {
    /// Whether the bytes of strings are read where they stand.
    static let isReadable = readsAsExpected()

    // A small string has this bit. Of a large one, none of the others is set if its text stands behind a storage's header, as that of literals does; and the
    // first word says whether it is part of the storage.
    private static let smallBit: UInt64 = 1 << 61
    private static let elsewhereBits: UInt64 = 0x7000_0000_0000_0000
    private static let addressBits: UInt64 = 0x0FFF_FFFF_FFFF_FFFF
    private static let isInStorage: UInt64 = 1 << 60

    /// The bytes of a string, where they stand; as long as it stays where it is and what it is. To be asked only if `isReadable`.
    ///
    /// - Returns: nil if only the standard library knows where.
    @inline(__always)
    static func bytes(at address: StringAddress) -> BorrowedBytes? {
        if let count = smallCount(at: address) { return unsafe BorrowedBytes(from: address.block, count: count) }
        let words = address.words
        guard words.second & elsewhereBits == 0 && words.first & isInStorage != 0 else { return nil }
        // SAFETY: so a string says where its storage is (checked by `readsAsExpected`).
        return unsafe BorrowedBytes(
            start: UnsafePointer(bitPattern: UInt(words.second & addressBits)).unsafelyUnwrapped + header,
            count: Int(words.first & countBits))
    }

    /// How many bytes a string has that stands in its own two words, at most fifteen; nil for any other. To be asked only if `isReadable`.
    @inline(__always)
    static func smallCount(at address: StringAddress) -> Int? {
        let second = address.words.second
        return second & smallBit != 0 ? Int(second &>> 56 & 0x0F) : nil
    }

    /// Whether two strings are equal, as far as their words say; nil if these do not. To be asked only if `isReadable`.
    @inline(__always)
    static func areEqualAtSight(_ left: StringAddress, _ right: StringAddress) -> Bool? {
        let (left, right) = (left.words, right.words)
        if left == right { return true }
        // Other small strings may be equal if one of them is not ASCII.
        if left.second &>> 56 & right.second &>> 56 & isSmallASCII == isSmallASCII { return false }
        return isEmpty(right) && !isEmpty(left) ? false : nil
    }

    /// Whether the text is empty, which is equal to no other. A large string may be: it has had a text, or room has been asked for.
    @inline(__always)
    private static func isEmpty(_ words: Words) -> Bool {
        words.second & smallBit != 0 ? words.second == isSmallASCII &<< 56 : words.first & countBits == 0  // &<<: the top byte
    }

    /// Whether the bytes of strings of all origins are where they are read.
    private static func readsAsExpected() -> Bool {
        guard MemoryLayout<Words>.size == MemoryLayout<String>.size && MemoryLayout<Int>.size == 8 else { return false }
        var texts: [String] = []
        _ = allSamples([0, 1, 2, 7, 14, 15, 16, 17, 63, 64, 100, 5_000]) { bytes, _ in
            texts.append(String(decoding: bytes, as: UTF8.self))
            return true
        }
        texts += ["", "a literal", "a literal that is longer than fifteen bytes", "ein längeres Literal, nicht ganz ASCII"]
        texts += texts.map { $0 + "and appended to" } + [String("a part of a text, which is one by itself".dropFirst(2))]
        return texts.allSatisfy { text in
            var text = text
            return unsafe withUnsafeMutablePointer(to: &text) { address in
                unsafe bytes(at: StringAddress(address))?.elementsEqual(address.pointee.utf8) == true
            }
        }
    }

    /// Makes a string of well-formed UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8; only lent.
    ///   - isASCII: Whether all of them are ASCII.
    /// - Returns: nil if the standard library has to make it.
    @inline(__always)
    func make(_ bytes: BorrowedBytes, isASCII: @autoclosure () -> Bool) -> String? {
        guard bytes.count <= Self.stored.upperBound && isKnown else { return nil }
        if bytes.count > Self.short.upperBound { return makeLong(bytes, isASCII: isASCII()) }
        return Self.string(bytes.count < Self.stored.lowerBound ? Self.small(bytes) : large(bytes, isASCII: isASCII()))
    }

    @inline(never)
    private func makeLong(_ bytes: BorrowedBytes, isASCII: Bool) -> String? {
        guard let flags = Self.longFlags else { return nil }
        return Self.string(long(bytes, isASCII: isASCII, flags))
    }

    /// Lengths of text that is compared: where its words, the steps that copy it and the sizes of storages begin and end.
    private static let smallLengths = [0, 1, 2, 3, 4, 7, 8, 9, 15]
    private static let shortLengths = [16, 17, 31, 32, 33, 47, 48, 63]
    /// Behind 64, a storage may have more room than was asked for.
    private static let longLengths = [64, 87, 200]

    /// Learns the layout from strings of the standard library's.
    ///
    /// - Returns: nil unless strings of all samples that would be made here, but for long ones, are what the standard library makes.
    private static func learn() -> StringLayout? {
        guard MemoryLayout<String>.size == 16 && MemoryLayout<String>.stride == 16 && MemoryLayout<Int>.size == 8 else { return nil }
        let isSmallAsExpected = allSamples(smallLengths) { bytes, _ in
            words(of: String(decoding: bytes, as: UTF8.self)) == small(bytes)
        }
        var facts = Facts()
        let areStored = allSamples([16, 32, 48]) { bytes, isASCII in
            guard let storage = Storage(bytes) else { return false }
            facts.storageClass = storage.storageClass
            switch bytes.count {
            case 16:
                facts.capacities.0 = storage.capacity
                if isASCII {
                    facts.asciiFlags = storage.countAndFlags & ~countBits
                } else {
                    facts.otherFlags = storage.countAndFlags & ~countBits
                }
            case 32: facts.capacities.1 = storage.capacity
            default: facts.capacities.2 = storage.capacity
            }
            return true
        }
        guard isSmallAsExpected && areStored else { return nil }
        let layout = StringLayout(facts)
        let isShortAsExpected = allSamples(shortLengths) { bytes, isASCII in
            let made = string(layout.large(bytes, isASCII: isASCII))
            // The capacity is that of the very size that is asked for: nothing is ever appended beyond it.
            guard let expected = Storage(bytes), Storage(made, bytes) == expected else { return false }
            return expected.capacity & countBits == UInt64(size(of: bytes.count) - header)
        }
        return isShortAsExpected ? layout : nil
    }

    /// What stands above the capacity in a storage with a word behind the text. Nil unless long strings are made as the standard library makes them, but for
    /// the room behind the text: it may have more there.
    private static let longFlags = learnLongFlags()

    private static func learnLongFlags() -> UInt64? {
        var flags: UInt64?
        let areMade = allSamples(longLengths) { bytes, isASCII in
            guard let expected = Storage(bytes) else { return false }
            let learnt = flags ?? expected.capacity & ~countBits
            flags = learnt
            return makesLong(bytes, isASCII: isASCII, learnt, expected)
        }
        return areMade ? flags : nil
    }

    private static func makesLong(_ bytes: BorrowedBytes, isASCII: Bool, _ flags: UInt64, _ expected: Storage) -> Bool {
        var made = string(current.long(bytes, isASCII: isASCII, flags))
        guard let storage = Storage(made, bytes), storage.isLike(expected, countBits: countBits) else { return false }
        // The word behind the text is written by a look at a position in what is not ASCII, and read by the next one.
        let text = String(decoding: bytes, as: UTF8.self)
        guard made == text, made.utf16.count == text.utf16.count, made.utf16.dropFirst(60).first == text.utf16.dropFirst(60).first
        else { return false }
        made += made
        return made == text + text
    }

    /// Whether something holds of texts of these lengths, of ASCII and with a sequence of two bytes at their start.
    private static func allSamples(_ lengths: [Int], _ holds: (_ bytes: BorrowedBytes, _ isASCII: Bool) -> Bool) -> Bool {
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: max(lengths.last ?? 0, 2))
        for index in text.indices { text[index] &+= UInt8(truncatingIfNeeded: index) & 3 }  // &+=: up to `{`
        for isASCII in [true, false] {
            if !isASCII { (text[0], text[1]) = (0xC3, 0xA9) }
            // One byte of the sequence is no text.
            for count in lengths where isASCII || count != 1 {
                let isSame = unsafe text.withBorrowedBytes { holds($0.part(..<count), isASCII) }
                if !isSame { return false }
            }
        }
        return true
    }

    private static func words(of text: String) -> Words { unsafe unsafeBitCast(text, to: Words.self) }

    /// What the storage of a string says.
    private struct Storage: Equatable {
        let storageClass: UInt
        let capacity: UInt64
        let countAndFlags: UInt64

        init?(_ bytes: BorrowedBytes) { self.init(String(decoding: bytes, as: UTF8.self), bytes) }

        /// - Returns: nil unless the string has a storage, which begins as expected and has the bytes and a zero behind them.
        init?(_ text: String, _ bytes: BorrowedBytes) {
            // To the end: what is read below belongs to the string, and the optimiser sees no use of it any more.
            defer { withExtendedLifetime(text) {} }
            let words = StringLayout.words(of: text)
            guard words.second & discriminatorBits == 0, words.first & countBits == UInt64(bytes.count),
                let start = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe $0.baseAddress.map { unsafe TextPlace($0) } }) ?? nil
            else { return nil }
            // The text stands where the storage's header ends: what comes before it is read only then.
            let storage = unsafe start - header
            guard UInt64(storage.bits) == words.second else { return nil }
            storageClass = unsafe storage.load(as: UInt.self)
            capacity = unsafe storage.load(16, as: UInt64.self)
            countAndFlags = unsafe storage.load(24, as: UInt64.self)
            guard let expected = bytes.start, unsafe memcmp(start.address, expected.address, bytes.count) == 0 else { return nil }
            guard countAndFlags == words.first, unsafe start[bytes.count] == 0 else { return nil }
        }

        /// Whether it is the same but for the capacity, which is at most the other's.
        func isLike(_ other: Storage, countBits: UInt64) -> Bool {
            storageClass == other.storageClass && countAndFlags == other.countAndFlags
                && capacity & ~countBits == other.capacity & ~countBits && capacity & countBits <= other.capacity & countBits
        }
    }
}
