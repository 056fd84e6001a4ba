import Foundation

@testable import Yodel

/// What a writer puts into a block of memory of the room it asks for, and whether it has left the bytes around alone.
struct Written: Equatable {
    var text: String?
    var keptItsRoom = true

    init(_ text: String?) { self.text = text }

    /// - Parameter body: Writes, and returns the number of bytes; nil for nothing.
    init(room: Int, _ body: (OutputPlace) -> Int?) {
        let bytes = Self.bytes(room: room, body)
        text = bytes.written.map { String(decoding: $0, as: UTF8.self) }
        keptItsRoom = bytes.keptItsRoom
    }

    static func bytes(room: Int, _ body: (OutputPlace) -> Int?) -> (written: [UInt8]?, keptItsRoom: Bool) {
        let guarded = 32
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: room + 2 * guarded)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0xA5, count: room + 2 * guarded)
        let count = body(OutputPlace(memory + guarded, to: memory + room + 2 * guarded))
        let before = UnsafeBufferPointer(start: memory, count: guarded)
        let behind = UnsafeBufferPointer(start: memory + guarded + room, count: guarded)
        let isKept = memcmp(before.baseAddress!, behind.baseAddress!, guarded) == 0 && before.allSatisfy { $0 == 0xA5 }
        let written = count.map { Array(UnsafeBufferPointer(start: memory + guarded, count: $0)) }
        return (written, isKept && (count ?? 0) <= room)
    }
}
