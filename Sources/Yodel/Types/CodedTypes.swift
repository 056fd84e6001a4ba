// `CodingKeys` that nobody reads, by the lists of conformances: those of a type that is not `Decodable`, whose keys would be others than the ones that it
// declares.
//
// The macro `@Model` finds them by the language: its code names `Self.CodingKeys` (API/CodedNames.swift), which finds all but those that are private to
// another file. The code of a protocol has no such name for what a conforming type declares. An associated type `CodingKeys` would be one, but the compiler
// refuses a type whose `CodingKeys` are private, and takes those that it has made itself of a `Codable` type for declared ones. So of a plain `Model`, and of
// what is private in another file, the lists alone tell.

internal import YodelSystem

/// What the lists say of keys of coding.
struct CodedTypes: Sendable {
    /// The addresses of the descriptors of `CodingKey` and `Decodable`.
    let protocols: (keys: Int, decodable: Int)
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

    mutating func addKeys(_ record: ConformanceRecord) {
        guard let keys = record.type, let type = typeOfCodingKeys(keys) else { return }
        typesWithKeys.append(Int(bitPattern: type))
    }

    mutating func addDecodable(_ record: ConformanceRecord) { decodables.append(record.address) }

    /// Forgets all types.
    mutating func removeAll() { (typesWithKeys, decodables) = ([], []) }
}

/// The address of the descriptor of the type in which another one is declared, if that is named `CodingKeys`.
///
/// - Parameter keys: The address of the other one's descriptor.
private func typeOfCodingKeys(_ keys: UInt) -> UInt? {
    // SAFETY: a descriptor is a constant of the program. Behind a word of flags, of which five bits are its kind, it refers to what is around it, and to its
    // name, which ends with a zero.
    guard let keys = unsafe ImageConstant(keys) else { return nil }
    let name = keys + 8 + Int((keys + 8).load(as: Int32.self))
    guard unsafe strcmp(name.address.assumingMemoryBound(to: CChar.self), "CodingKeys") == 0 else { return nil }
    let around = (keys + 4).indirectTarget
    // What is private is declared in something without a name, in the type.
    guard let around, around.load(as: UInt32.self) & 0x1F == 2 else { return around?.bits ?? 0 }
    return (around + 4).indirectTarget?.bits ?? 0
}
