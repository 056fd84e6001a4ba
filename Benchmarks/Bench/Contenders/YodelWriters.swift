import Foundation
import Yodel

/// Yodel, into an array that is emptied and used again.
struct YodelWriter<T>: DocumentWriter {
    let encoder: ModelEncoder
    private(set) var bytes: [UInt8] = []

    init(_ encoder: ModelEncoder) {
        self.encoder = encoder
    }

    mutating func write(_ model: T) throws -> Int {
        bytes.removeAll(keepingCapacity: true)
        try encoder.encode(model, into: &bytes)
        return bytes.count
    }
}

/// Yodel, into data of its own for each document.
struct YodelDataWriter<T>: DocumentWriter {
    let encoder: ModelEncoder
    private var data = Data()

    init(_ encoder: ModelEncoder) {
        self.encoder = encoder
    }

    mutating func write(_ model: T) throws -> Int {
        data = try encoder.encode(model)
        return data.count
    }

    var bytes: [UInt8] { Array(data) }
}

/// Yodel's encoder of `Codable` types, made once, set as `JSONEncoder` is.
struct CodableEncoderWriter<T: Encodable>: DocumentWriter {
    private let encoder = CodableEncoder()
    private var data = Data()

    init() {
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
    }

    mutating func write(_ model: T) throws -> Int {
        data = try encoder.encode(model)
        return data.count
    }

    var bytes: [UInt8] { Array(data) }
}
