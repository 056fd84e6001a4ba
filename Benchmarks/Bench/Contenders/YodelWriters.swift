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
