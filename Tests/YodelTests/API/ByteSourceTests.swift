import Foundation
import Testing

@testable import Yodel

private struct Item: Model, Equatable {
    var id = 0
    var name = ""
}

/// The forms in which a document's bytes are given.
private enum ByteSource: String, CaseIterable, CustomTestStringConvertible {
    case data, bytes, string, span, pointer

    var testDescription: String { rawValue }

    func decode<T>(_ type: T.Type, _ text: String, by decoder: ModelDecoder) throws(ModelError) -> T {
        switch self {
        case .data: return try decoder.decode(type, from: Data(text.utf8))
        case .bytes: return try decoder.decode(type, from: Array(text.utf8))
        case .string: return try decoder.decode(type, from: text)
        case .span:
            let bytes = Array(text.utf8)
            return try decoder.decode(type, from: bytes.span.bytes)
        case .pointer:
            let bytes = Array(text.utf8)
            let result = unsafe bytes.withUnsafeBytes { buffer in
                Result { () throws(ModelError) in unsafe try decoder.decode(type, from: buffer) }
            }
            return try result.get()
        }
    }

    func update<T>(_ value: inout T, _ text: String, by decoder: ModelDecoder) throws(ModelError) {
        switch self {
        case .data: try decoder.update(&value, from: Data(text.utf8))
        case .bytes: try decoder.update(&value, from: Array(text.utf8))
        case .string: try decoder.update(&value, from: text)
        case .span:
            let bytes = Array(text.utf8)
            try decoder.update(&value, from: bytes.span.bytes)
        case .pointer:
            let bytes = Array(text.utf8)
            let result = unsafe bytes.withUnsafeBytes { buffer in
                Result { () throws(ModelError) in unsafe try decoder.update(&value, from: buffer) }
            }
            try result.get()
        }
    }
}

@Suite("Sources of bytes") struct ByteSourceTests {
    @Test(arguments: ByteSource.allCases)
    private func areAllAlike(_ source: ByteSource) throws {
        let decoder = ModelDecoder()
        #expect(
            try source.decode([Item].self, #"[{"id": 1, "name": "é"}, {"id": "2"}]"#, by: decoder) == [Item(id: 1, name: "é"), Item(id: 2)])
        #expect(try source.decode(Int.self, " 7 ", by: decoder) == 7)
        var item = Item(id: 1, name: "kept")
        try source.update(&item, #"{"id": 2}"#, by: decoder)
        #expect(item == Item(id: 2, name: "kept"))
    }

    /// What is no JSON is refused at its place, and the value that was to be updated is as it was.
    @Test(arguments: ByteSource.allCases, [("", 0), (#"{"id": 3, "name": }"#, 18), (#"{"id": 3} x"#, 10), (#"{"id": 3"#, 8)])
    private func areRefusedAlike(_ source: ByteSource, _ fault: (text: String, offset: Int)) {
        let decoder = ModelDecoder()
        let error = #expect(throws: ModelError.self) { try source.decode(Item.self, fault.text, by: decoder) }
        #expect(error?.category == .syntax && error?.offset == fault.offset)
        var item = Item(id: 1, name: "kept")
        let other = #expect(throws: ModelError.self) { try source.update(&item, fault.text, by: decoder) }
        #expect(other?.description == error?.description && item == Item(id: 1, name: "kept"))
    }
}
