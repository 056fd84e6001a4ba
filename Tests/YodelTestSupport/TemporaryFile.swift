import Foundation

/// A file that goes with the value.
final class TemporaryFile: Sendable {
    let path = NSTemporaryDirectory() + "yodel-" + UUID().uuidString

    init(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

    deinit { unlink(path) }

    func append(_ text: String) {
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        handle.seekToEndOfFile()
        handle.write(Data(text.utf8))
        try? handle.close()
    }
}
