// The lists of conformances in the images of the process, and their records, as the ABI lays them out: `MetadataSections` (the toolchain has it as a C
// header), `ProtocolConformanceDescriptor` and `ConformanceFlags`. Nothing but ConformanceIndex.swift uses them, which holds what they say against what the
// compiler knows.

internal import YodelSystem

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
        forEach { start, count in
            current.starts.append(start)
            current.counts.append(count)
            return true
        }
        return current
    }

    /// Whether the images that are there now are those that these are of. Asked before each answer, so that it makes no lists.
    var areCurrent: Bool {
        var (index, areEqual) = (0, true)
        Self.forEach { start, count in
            areEqual = index < starts.count && starts[index] == start && counts[index] == count
            index += 1
            return areEqual
        }
        return areEqual && index == starts.count
    }

    /// Calls a function with the start of the list of each image and with its count, until the answer is false.
    private static func forEach(_ body: (_ start: Int, _ count: Int) -> Bool) {
        typealias Body = (_ start: Int, _ count: Int) -> Bool
        withoutActuallyEscaping(body) { body in
            var body: Body = body
            unsafe withUnsafeMutablePointer(to: &body) { body in
                unsafe enumerateMetadataSections(
                    { sections, context in
                        // SAFETY: a version, three words of an image, and a start and a length for its protocols; then those of its conformances. What
                        // later versions add comes after them. The context is the function that is passed below, which outlives the call.
                        let (start, length) = unsafe (
                            sections.load(fromByteOffset: 48, as: Int.self), sections.load(fromByteOffset: 56, as: Int.self)
                        )
                        return unsafe context.assumingMemoryBound(to: Body.self).pointee(start, length / MemoryLayout<Int32>.size)
                    }, body)
            }
        }
    }

    /// The addresses of the records for a few protocols. The images of the toolchain are passed over: they conform to no protocol of a package, have most of
    /// the records, and would be read from their files for that.
    ///
    /// - Parameters:
    ///   - protocols: The addresses of their descriptors.
    ///   - coded: Gets what is said of keys of coding.
    func records(of protocols: [Int], _ coded: inout CodedTypes) -> [Int] {
        var records: [Int] = []
        let (keys, decodable) = coded.protocols
        let (low, high) = (protocols.min() ?? .max, protocols.max() ?? .min)
        for (start, count) in zip(starts, counts) {
            // SAFETY: a list has as many references as it says, each to a record.
            guard var reference = unsafe ImageConstant(UInt(bitPattern: start)),
                count < Self.many || !isOfToolchain(UInt(bitPattern: start))
            else { continue }
            for _ in 0..<count {
                let record = ConformanceRecord(reference.target)
                reference += MemoryLayout<Int32>.size
                let address = record.protocolAddress
                // Descriptors of one module are near each other: nearly all records end here.
                if low <= address && address <= high {
                    if protocols.contains(address) { records.append(record.address) }
                } else if address == keys {
                    coded.addKeys(record)
                } else if address == decodable {
                    coded.addDecodable(record)
                }
            }
        }
        return records
    }
}

/// What the lists say of keys of coding.
struct CodedTypes: Sendable {
    /// The addresses of the descriptors of `CodingKey` and `Decodable`.
    fileprivate let protocols: (keys: Int, decodable: Int)
    /// Types in which an enum `CodingKeys` is declared, by the addresses of their descriptors.
    private var typesWithKeys: [Int] = []
    /// The addresses of the records of `Decodable` types.
    private var decodables: [Int] = []

    /// - Parameters:
    ///   - keys: A type that conforms to `CodingKey`.
    ///   - decodable: One that is `Decodable`.
    init(_ keys: any CodingKey.Type, _ decodable: any Decodable.Type) {
        let records = (ConformanceRecord(of: keys as any CodingKey.Type), ConformanceRecord(of: decodable as any Decodable.Type))
        protocols = (records.0?.protocolAddress ?? 0, records.1?.protocolAddress ?? 0)
    }

    /// Whether an enum `CodingKeys` is declared in a type that is not `Decodable` itself. One in an extension is not always found.
    ///
    /// - Parameter type: The address of its descriptor.
    func haveIdleKeys(_ type: UInt) -> Bool {
        typesWithKeys.contains(Int(bitPattern: type)) && !decodables.contains { ConformanceRecord($0)?.type == type }
    }

    fileprivate mutating func addKeys(_ record: ConformanceRecord) {
        guard let keys = record.type, let type = typeOfCodingKeys(keys) else { return }
        typesWithKeys.append(Int(bitPattern: type))
    }

    fileprivate mutating func addDecodable(_ record: ConformanceRecord) { decodables.append(record.address) }

    /// Forgets all types.
    mutating func removeAll() { (typesWithKeys, decodables) = ([], []) }
}

/// A type's conformance to a protocol: a record of four words, which are references to the protocol, the type and the witnesses, and flags.
@safe struct ConformanceRecord {
    // SAFETY: records are constants of images, and no image with Swift in it is ever unloaded.
    private let start: ImageConstant

    /// - Parameter start: That of a record.
    fileprivate init(_ start: ImageConstant) { self.start = start }

    /// - Parameter address: That of a record; nil for 0.
    init?(_ address: Int) {
        guard let start = unsafe ImageConstant(UInt(bitPattern: address)) else { return nil }
        self.init(start)
    }

    /// - Parameter metatype: The metatype of an existential of one protocol.
    fileprivate init?<Metatype>(of metatype: Metatype) {
        // SAFETY: the compiler has made the witnesses, which begin with the address of the record.
        guard let start = unsafe ImageConstant(MetatypeWords(metatype).witnesses)?.load(as: ImageConstant?.self) else { return nil }
        self.init(start)
    }

    /// The address of the record of a conformance that the compiler knows; 0 if the record says something else.
    ///
    /// - Parameter metatype: The metatype of an existential of one protocol, of a type with a declaration.
    static func example<Metatype>(_ metatype: Metatype) -> Int {
        let words = MetatypeWords(metatype)
        guard let record = ConformanceRecord(of: metatype), let type = TypeDescriptor(of: words.type),
            record.type == type.address && record.witnesses == words.witnesses
        else { return 0 }
        return record.address
    }

    var address: Int { Int(bitPattern: start.bits) }

    /// The address of the protocol's descriptor.
    var protocolAddress: Int { Int(bitPattern: start.indirectTarget?.bits ?? 0) }

    /// The address of the type's descriptor; nil for a type that is referred to in another way, by a name of Objective-C.
    var type: UInt? {
        let type = (start + 4).target
        switch flags >> 3 & 7 {
        case 0: return type.bits
        case 1: return type.load(as: UInt.self)
        default: return nil
        }
    }

    /// The type's witnesses; nil where they depend on more than the type's declaration: on what it is generic over, on conditions, on another module's version,
    /// on an actor.
    var witnesses: UInt? {
        // In the flags: how many conditions; resilient witnesses; generic ones; an actor's.
        let isPlain = flags & (0xFF << 8 | 1 << 16 | 1 << 17 | 1 << 19) == 0
        return isPlain ? (start + 8).target.bits : nil
    }

    private var flags: UInt32 { (start + 12).load(as: UInt32.self) }
}

/// The address of the descriptor of the type in which another one is declared, if that is named `CodingKeys`.
///
/// - Parameter keys: The address of the other one's descriptor.
private func typeOfCodingKeys(_ keys: UInt) -> UInt? {
    // SAFETY: a descriptor is a constant of the program. After a word of flags, of which five bits are its kind, it refers to what is around it, and to its
    // name, which ends with a zero.
    guard let keys = unsafe ImageConstant(keys) else { return nil }
    let name = keys + 8 + Int((keys + 8).load(as: Int32.self))
    guard unsafe strcmp(name.address.assumingMemoryBound(to: CChar.self), "CodingKeys") == 0 else { return nil }
    let around = (keys + 4).indirectTarget
    // What is private is declared in something without a name, in the type.
    guard let around, around.load(as: UInt32.self) & 0x1F == 2 else { return around?.bits ?? 0 }
    return (around + 4).indirectTarget?.bits ?? 0
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

/// A place in the constants of an image.
@safe private struct ImageConstant {
    // SAFETY: whoever makes one, or asks for one after it, says that a constant is there that the ABI lays out as it is read. No image with Swift in it
    // is ever unloaded.
    let address: ValueAddress

    /// - Parameter bits: The address; nil for 0.
    @unsafe
    init?(_ bits: UInt) {
        guard let address = unsafe ValueAddress(bits: bits) else { return nil }
        self.address = address
    }

    private init(_ address: ValueAddress) { self.address = address }

    static func + (constant: ImageConstant, offset: Int) -> ImageConstant { unsafe ImageConstant(constant.address + offset) }

    static func += (constant: inout ImageConstant, offset: Int) { constant = constant + offset }

    var bits: UInt { address.bits }

    func load<T>(as type: T.Type) -> T { unsafe address.load(as: type) }

    /// What a reference of four bytes refers to, its lowest bit aside: so many bytes from where it is.
    var target: ImageConstant { self + Int(load(as: Int32.self) & ~1) }

    /// What a reference refers to whose lowest bit says that the address is there.
    var indirectTarget: ImageConstant? { load(as: Int32.self) & 1 != 0 ? target.load(as: ImageConstant?.self) : target }
}
