import Foundation
import Yodel

/// Makes the strings of a model, and nothing else, from slices that are known beforehand: the floor for whoever makes the model.
///
/// The slices are copies of the strings' UTF-8, laid one after the other. A document's strings live together, as in the model, and die
/// before the next document's are made.
final class StringsOnly {
    /// A log's slices are kept for its first lines only; memory is not to grow with the log.
    private static let keptDocuments = 5_000

    private var text: [UInt8] = []
    /// Where each slice ends in `text`.
    private var ends: [Int] = [0]
    /// Where each document's slices end in `ends`.
    private var documentEnds: [Int] = [0]
    private let made: UnsafeMutablePointer<String>

    /// The number of documents whose slices are kept.
    var documents: Int { documentEnds.count - 1 }

    init<T>(_ corpus: Corpus, reference: (Document) throws -> T) throws {
        var most = 0
        var text: [UInt8] = []
        var ends = [0]
        var documentEnds = [0]
        try corpus.forEach(first: corpus.framing == .lines ? Self.keptDocuments : 1) { document in
            let strings = allStrings(of: try reference(document))
            for string in strings {
                text += string.utf8
                ends.append(text.count)
            }
            documentEnds.append(ends.count - 1)
            most = max(most, strings.count)
        }
        (self.text, self.ends, self.documentEnds) = (text, ends, documentEnds)
        made = .allocate(capacity: max(most, 1))
    }

    deinit {
        made.deallocate()
    }

    func run(_ count: Int) {
        text.withUnsafeBufferPointer { text in
            var index = 0
            for _ in 0..<count {
                let strings = make(index, from: text)
                blackHole(made)
                made.deinitialize(count: strings)
                index = index + 1 == documents ? 0 : index + 1
            }
        }
    }

    /// The strings of one document, as `run` makes them.
    func strings(of index: Int) -> [String] {
        text.withUnsafeBufferPointer { text in
            let count = make(index, from: text)
            defer { made.deinitialize(count: count) }
            return Array(UnsafeBufferPointer(start: made, count: count))
        }
    }

    private func make(_ index: Int, from text: UnsafeBufferPointer<UInt8>) -> Int {
        let first = documentEnds[index]
        let last = documentEnds[index + 1]
        for slice in first..<last {
            let bytes = UnsafeBufferPointer(rebasing: text[ends[slice]..<ends[slice + 1]])
            (made + (slice - first)).initialize(to: String(decoding: bytes, as: UTF8.self))
        }
        return last - first
    }
}

/// The strings in a value, keys of dictionaries among them, in order of the properties; dictionaries in order of their keys.
func allStrings(of value: Any) -> [String] {
    var strings: [String] = []
    gather(value, into: &strings)
    return strings
}

private func gather(_ value: Any, into strings: inout [String]) {
    if let string = value as? String {
        strings.append(string)
        return
    }
    if let url = value as? URL {
        strings.append(url.absoluteString)
        return
    }
    // Its members are in the order in which a decoder told them.
    if let object = value as? JSONObject {
        let members = object.map { [$0.key] + allStrings(of: $0.value) }
        for member in members.sorted(by: { $0.lexicographicallyPrecedes($1) }) { strings += member }
        return
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .dictionary else {
        for child in mirror.children { gather(child.value, into: &strings) }
        return
    }
    // The order of a dictionary differs from one instance to the next. Keys may be no strings.
    let entries = mirror.children.map { allStrings(of: $0.value) }
    for entry in entries.sorted(by: { $0.lexicographicallyPrecedes($1) }) { strings += entry }
}
