import Foundation
import Yodel

/// Who reads and writes.
enum KindCoder: String, CaseIterable {
    /// `ModelDecoder` and `ModelEncoder`.
    case model
    /// `CodableDecoder` and `CodableEncoder`, by the type's coding.
    case codable
    /// `JSONDecoder` and `JSONEncoder`, by the same.
    case foundation
}

/// Which way.
enum KindWay: String, CaseIterable {
    case reads = "in"
    case writes = "out"
}

/// One figure of a kind.
struct KindCell: Hashable {
    let coder: KindCoder
    let way: KindWay

    /// All of them, as a row of the table has them.
    static var all: [KindCell] { KindCoder.allCases.flatMap { coder in KindWay.allCases.map { KindCell(coder: coder, way: $0) } } }
}

/// Objects of a kind, and what is done with them.
struct KindTrial {
    /// Objects of a pass.
    let count: Int
    /// Reads or writes all objects once. Returns a number that follows from the result.
    var passes: [KindCell: () throws -> Int] = [:]
    /// A sentence for each coder that comes to another result than it has to.
    var faults: [String] = []

    init(count: Int) {
        self.count = count
    }
}

/// What a trial writes to, again and again.
private final class KindOutput {
    var bytes: [UInt8] = []
}

/// A coder at work on an array of objects.
private struct KindWork<T> {
    let coder: KindCoder
    let read: ([UInt8]) throws -> [T]
    /// The document of the objects.
    let bytes: () throws -> [UInt8]
    /// What is timed.
    let readPass: () throws -> Int
    let writePass: () throws -> Int
}

extension KindWork {
    /// That of one of Yodel's coders, which writes into the same memory again and again.
    fileprivate init(
        _ coder: KindCoder, _ document: [UInt8], read: @escaping ([UInt8]) throws -> [T], bytes: @escaping () throws -> [UInt8],
        write: @escaping (inout [UInt8]) throws -> Void
    ) {
        let output = KindOutput()
        self.init(
            coder: coder, read: read, bytes: bytes,
            readPass: { try read(document).count },
            writePass: {
                output.bytes.removeAll(keepingCapacity: true)
                try write(&output.bytes)
                return output.bytes.count
            })
    }
}

// Not compiled for each type: a pass is one call of a coder, of which there is one for all types anyway.

extension KindTrial {
    /// Adds the coders of models.
    ///
    /// - Parameters:
    ///   - objects: What the document has to come to.
    ///   - document: The objects in one array, written without any of the coders.
    ///   - areEqual: Whether a value that was read is the one expected.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func addModels<T: BaseModel>(
        _ objects: [T], _ document: [UInt8], _ settings: KindSettings, areEqual: (T, T) -> Bool
    ) {
        let (decoder, encoder) = (settings.modelDecoder, settings.modelEncoder)
        add(
            KindWork(
                .model, document,
                read: { try decoder.decode([T].self, from: $0) },
                bytes: { try encoder.encodeToBytes(objects) },
                write: { try encoder.encode(objects, into: &$0) }),
            objects, document, settings, areEqual)
    }

    /// Adds the coders of `Codable` types, Yodel's and Foundation's.
    ///
    /// - Parameters:
    ///   - objects: What the document has to come to.
    ///   - document: The objects in one array, written without any of the coders.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func addCodable<T: Codable & Equatable>(_ objects: [T], _ document: [UInt8], _ settings: KindSettings) {
        let (decoder, encoder) = (settings.codableDecoder, settings.codableEncoder)
        add(
            KindWork(
                .codable, document,
                read: { try decoder.decode([T].self, from: $0) },
                bytes: { try encoder.encodeToBytes(objects) },
                write: { try encoder.encode(objects, into: &$0) }),
            objects, document, settings, ==)

        let (reference, writer, data) = (settings.jsonDecoder, settings.jsonEncoder, Data(document))
        add(
            KindWork(
                coder: .foundation,
                read: { try reference.decode([T].self, from: Data($0)) },
                bytes: { Array(try writer.encode(objects)) },
                readPass: { try reference.decode([T].self, from: data).count },
                writePass: { try writer.encode(objects).count }),
            objects, document, settings, ==)
    }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private mutating func add<T>(
        _ work: KindWork<T>, _ objects: [T], _ document: [UInt8], _ settings: KindSettings, _ areEqual: (T, T) -> Bool
    ) {
        if !settings.isWrittenOnly {
            check(work.coder, .reads) { firstDifference(try work.read(document), objects, areEqual) }
            passes[KindCell(coder: work.coder, way: .reads)] = work.readPass
        }
        check(work.coder, .writes) {
            let written = try work.bytes()
            guard written != document else { return nil }
            // The same in another order. Foundation's order of keys is another in each process.
            guard settings.isUnordered || work.coder == .foundation, counts(written) == counts(document) else {
                return "another text: \(beginning(of: written, beside: document))"
            }
            return firstDifference(try work.read(written), objects, areEqual)
        }
        passes[KindCell(coder: work.coder, way: .writes)] = work.writePass
    }

    private mutating func check(_ coder: KindCoder, _ way: KindWay, _ difference: () throws -> String?) {
        do {
            if let difference = try difference() { faults.append("\(coder.rawValue)/\(way.rawValue): \(difference)") }
        } catch {
            faults.append("\(coder.rawValue)/\(way.rawValue): \(error)")
        }
    }
}

/// What differs first; nil if nothing does.
private func firstDifference<T>(_ values: [T], _ expected: [T], _ areEqual: (T, T) -> Bool) -> String? {
    guard values.count == expected.count else { return "\(values.count) objects of \(expected.count)" }
    guard let index = values.indices.first(where: { !areEqual(values[$0], expected[$0]) }) else { return nil }
    return "object \(index) is \(values[index]), not \(expected[index])"
}

/// How often each byte occurs.
private func counts(_ text: [UInt8]) -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for byte in text { counts[Int(byte)] += 1 }
    return counts
}

/// A piece of two texts, from a little before the place where they differ.
private func beginning(of text: [UInt8], beside other: [UInt8]) -> String {
    let place = zip(text, other).prefix { $0 == $1 }.count
    func piece(_ bytes: [UInt8]) -> String { String(decoding: bytes[min(max(place - 30, 0), bytes.count)...].prefix(60), as: UTF8.self) }
    return "\(piece(text)), not \(piece(other))"
}
