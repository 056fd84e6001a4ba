// The lists of conformances in the images of the process, and their records, as the ABI lays them out: `MetadataSections` (the toolchain has it as a C
// header), `ProtocolConformanceDescriptor` and `ConformanceFlags`. Nothing but ConformanceIndex.swift uses them, which holds what they say against what the
// compiler knows.

import Glibc

@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateSections(
    _ body: @convention(c) (_ sections: UnsafeRawPointer, _ context: UnsafeMutableRawPointer) -> Bool, _ context: UnsafeMutableRawPointer)

/// The list of each image.
@safe struct ConformanceLists: Equatable, @unchecked Sendable {
    // SAFETY of `@safe` and `@unchecked Sendable`: lists and records are constants of images, and no image with Swift in it is ever unloaded.

    // References to records, four bytes each: where they begin and how many there are. Two arrays of `Int`, since the runtime has their class of storage, and
    // makes one for most other types of elements.
    private var starts: [Int] = []
    private var counts: [Int] = []
    /// From how many records on it is worth asking whose they are.
    private static let many = 300

    /// Those of the images that are there now.
    static func current() -> ConformanceLists {
        var current = ConformanceLists()
        unsafe withUnsafeMutablePointer(to: &current) { current in
            unsafe enumerateSections(
                { sections, context in
                    // SAFETY: a version, three words of an image, and a start and a length for its protocols; then those of its conformances. What later
                    // versions add stands behind them. The context is the structure that is passed below, which outlives the call.
                    let (start, length) = unsafe (
                        sections.load(fromByteOffset: 48, as: Int.self), sections.load(fromByteOffset: 56, as: Int.self)
                    )
                    unsafe context.assumingMemoryBound(to: ConformanceLists.self).pointee.append(start, length / MemoryLayout<Int32>.size)
                    return true
                }, current)
        }
        return current
    }

    private mutating func append(_ start: Int, _ count: Int) {
        starts.append(start)
        counts.append(count)
    }

    /// The records for a few protocols. The images of the toolchain are passed over: they conform to no protocol of a package, have most of the records, and
    /// would be read from their files for that.
    ///
    /// - Parameters:
    ///   - examples: A conformance to each of them.
    ///   - coded: Gets what is said of keys of coding.
    func records(of examples: [ConformanceRecord], _ coded: inout CodedTypes) -> [ConformanceRecord] {
        var records: [ConformanceRecord] = []
        let (keys, decodable) = coded.protocols
        var (low, high) = (UInt.max, UInt.min)
        for example in examples {
            let address = example.protocolAddress
            (low, high) = (min(low, address), max(high, address))
        }
        for (start, count) in zip(starts, counts) {
            // SAFETY: a list has as many references as it says, each to a record of four words, whose first refers to its protocol.
            guard var reference = unsafe UnsafeRawPointer(bitPattern: start), count < Self.many || !isOfToolchain(UInt(bitPattern: start))
            else { continue }
            for _ in 0..<count {
                let record = unsafe target(of: reference)
                unsafe reference += MemoryLayout<Int32>.size
                let address = unsafe UInt(bitPattern: indirectTarget(of: record))
                // Descriptors of one module stand near each other: nearly all records end here.
                if low <= address && address <= high {
                    guard let example = examples.first(where: { $0.protocolAddress == address }) else { continue }
                    if let record = unsafe ConformanceRecord(record, example.number) { records.append(record) }
                } else if address == keys {
                    unsafe coded.addKeys(record)
                } else if address == decodable {
                    unsafe coded.addDecodable(record)
                }
            }
        }
        return records
    }
}

/// What the lists say of keys of coding.
struct CodedTypes: Sendable {
    /// The addresses of the descriptors of `CodingKey` and `Decodable`.
    fileprivate let protocols: (keys: UInt, decodable: UInt)
    /// Types in which an enum `CodingKeys` is declared, by the addresses of their descriptors.
    private var typesWithKeys: [Int] = []
    /// The addresses of the records of `Decodable` types.
    private var decodables: [Int] = []

    /// - Parameters:
    ///   - keys: A type that conforms to `CodingKey`.
    ///   - decodable: One that is `Decodable`.
    init(_ keys: any CodingKey.Type, _ decodable: any Decodable.Type) {
        protocols = (
            protocolAddress(witnesses: MetatypeWords(keys as any CodingKey.Type).witnesses),
            protocolAddress(witnesses: MetatypeWords(decodable as any Decodable.Type).witnesses)
        )
    }

    /// Whether an enum `CodingKeys` is declared in a type that is not `Decodable` itself. One in an extension is not always found.
    ///
    /// - Parameter type: The address of its descriptor.
    func haveIdleKeys(_ type: UInt) -> Bool {
        typesWithKeys.contains(Int(bitPattern: type))
            // SAFETY: the addresses are those of records.
            && !decodables.contains { unsafe UnsafeRawPointer(bitPattern: $0).flatMap { unsafe conformingType(of: $0) } == type }
    }

    fileprivate mutating func addKeys(_ record: UnsafeRawPointer) {
        guard let keys = unsafe conformingType(of: record), let type = typeOfCodingKeys(keys) else { return }
        typesWithKeys.append(Int(bitPattern: type))
    }

    fileprivate mutating func addDecodable(_ record: UnsafeRawPointer) { decodables.append(Int(bitPattern: record)) }

    /// Forgets all types.
    mutating func removeAll() { (typesWithKeys, decodables) = ([], []) }
}

/// A type's conformance to a protocol.
struct ConformanceRecord: Hashable, Sendable {
    /// The address of the type's descriptor.
    let type: UInt
    /// The protocol's number.
    let number: Int
    /// The type's witnesses; nil where they depend on more than the type's declaration: on what it is generic over, on conditions, on another module's version,
    /// on an actor.
    let witnesses: UInt?

    /// A conformance that the compiler knows.
    ///
    /// - Parameter metatype: The metatype of an existential of one protocol, of a type with a declaration.
    init<Metatype>(_ metatype: Metatype, _ number: Int) {
        let words = MetatypeWords(metatype)
        (type, self.number, witnesses) = (TypeDescriptor(of: words.type)?.address ?? 0, number, words.witnesses)
    }

    /// - Returns: Nil for a type that is referred to in another way, by a name of Objective-C.
    fileprivate init?(_ address: UnsafeRawPointer, _ number: Int) {
        guard let type = unsafe conformingType(of: address) else { return nil }
        (self.type, self.number) = (type, number)
        // SAFETY: as below. In the flags: how many conditions; resilient witnesses; generic ones; an actor's.
        let flags = unsafe address.load(fromByteOffset: 12, as: UInt32.self)
        let isPlain = flags & (0xFF << 8 | 1 << 16 | 1 << 17 | 1 << 19) == 0
        witnesses = unsafe isPlain ? UInt(bitPattern: target(of: address + 8)) : nil
    }
}

extension ConformanceRecord {
    fileprivate var protocolAddress: UInt { witnesses.map { Yodel.protocolAddress(witnesses: $0) } ?? 0 }
}

/// The address of a protocol's descriptor, to which the record of a conformance refers; witnesses begin with the address of that.
///
/// - Parameter witnesses: Those of an example.
private func protocolAddress(witnesses: UInt) -> UInt {
    // SAFETY: the compiler has made them.
    guard let record = unsafe UnsafePointer<UnsafeRawPointer>(bitPattern: witnesses)?.pointee else { return 0 }
    return unsafe UInt(bitPattern: indirectTarget(of: record))
}

/// The address of the descriptor of a record's type.
///
/// - Returns: Nil for a type that is referred to in another way, by a name of Objective-C.
private func conformingType(of record: UnsafeRawPointer) -> UInt? {
    // SAFETY: the words of a record are its protocol, its type, its witnesses and its flags. The flags say how it refers to the type.
    let type = unsafe target(of: record + 4)
    switch unsafe record.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 7 {
    case 0: return UInt(bitPattern: type)
    case 1: return unsafe type.load(as: UInt.self)
    default: return nil
    }
}

/// The address of the descriptor of the type in which another one is declared, if that is named `CodingKeys`.
///
/// - Parameter keys: The address of the other one's descriptor.
private func typeOfCodingKeys(_ keys: UInt) -> UInt? {
    // SAFETY: a descriptor is a constant of the program. Behind a word of flags, of which five bits are its kind, it refers to what is around it, and to its
    // name, which ends with a zero.
    guard let keys = unsafe UnsafeRawPointer(bitPattern: keys) else { return nil }
    let name = unsafe (keys + 8) + Int((keys + 8).load(as: Int32.self))
    guard unsafe strcmp(name.assumingMemoryBound(to: CChar.self), "CodingKeys") == 0 else { return nil }
    let around = unsafe indirectTarget(of: keys + 4)
    // What is private is declared in something without a name, in the type.
    guard let around = unsafe around, unsafe around.load(as: UInt32.self) & 0x1F == 2 else { return UInt(bitPattern: around) }
    return unsafe UInt(bitPattern: indirectTarget(of: around + 4))
}

/// Whether an address lies in one of the toolchain's images that have many conformances, by the name of the file.
private func isOfToolchain(_ address: UInt) -> Bool {
    // SAFETY: the loader keeps the name, which ends with a zero, as long as the image.
    guard let path = unsafe imageFile(of: address) else { return false }
    let name = unsafe strrchr(path, Int32(UInt8(ascii: "/"))).map { unsafe UnsafePointer($0 + 1) } ?? path
    return unsafe strcmp(name, "libswiftCore.so") == 0 || strcmp(name, "libFoundationEssentials.so") == 0
        || strcmp(name, "libFoundationInternationalization.so") == 0 || strcmp(name, "libFoundation.so") == 0
        || strcmp(name, "libswift_RegexParser.so") == 0
}

/// What a reference of four bytes refers to, its lowest bit aside: so many bytes from where it stands.
private func target(of reference: UnsafeRawPointer) -> UnsafeRawPointer {
    unsafe reference + Int(reference.load(as: Int32.self) & ~1)
}

/// What a reference refers to whose lowest bit says that the address stands there.
private func indirectTarget(of reference: UnsafeRawPointer) -> UnsafeRawPointer? {
    let isIndirect = unsafe reference.load(as: Int32.self) & 1 != 0
    let target = unsafe target(of: reference)
    return unsafe isIndirect ? target.load(as: UnsafeRawPointer?.self) : target
}
