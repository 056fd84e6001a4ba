import Foundation
import Yodel

/// One way to read a whole log as a stream.
struct StreamReading<T> {
    let id: ContenderID
    /// Reads the log and returns how many records it has had.
    let run: (Corpus) throws -> Int
    /// Reads the log up to so many records.
    let models: (Corpus, Int) throws -> [T]
}

extension StreamReading where T: Sendable {
    /// The chunks that a socket or a file gives.
    private static var chunkBytes: Int { 64 << 10 }

    /// `ModelReader`, chunk by chunk. Inlined, so that the loop is compiled for the type.
    @inline(__always)
    static func chunks(_ type: T.Type) -> StreamReading {
        @inline(__always)
        func read(_ corpus: Corpus, _ each: (consuming ModelRecord<T>) throws -> Void) throws {
            var reader = try ModelReader(T.self, framing: .lines)
            var offset = 0
            while offset < corpus.bytes.count {
                let end = min(offset + Self.chunkBytes, corpus.bytes.count)
                try reader.read(UnsafeRawBufferPointer(rebasing: corpus.bytes[offset..<end]), each: each)
                offset = end
            }
            try reader.finish(each: each)
        }
        return StreamReading(
            id: .yodelChunks,
            run: { corpus in
                var count = 0
                try read(corpus) { record in
                    blackHole(try record.take())
                    count += 1
                }
                return count
            },
            models: { corpus, limit in
                var models: [T] = []
                try read(corpus) { record in
                    if models.count < limit { models.append(try record.get()) }
                }
                return models
            })
    }

    /// `ModelFile.decodeLines` on every core, from a file.
    static func cores(_ type: T.Type) -> StreamReading {
        let log = LogFile()
        return StreamReading(
            id: .yodelCores,
            run: { corpus in
                let path = try log.path(of: corpus)
                return try waiting {
                    var count = 0
                    try await ModelFile(path).decodeLines(T.self) { batch in count += batch.count }
                    return count
                }
            },
            models: { corpus, limit in
                let path = try log.path(of: corpus)
                return try waiting {
                    var models: [T] = []
                    try await ModelFile(path).decodeLines(T.self) { models += $0.prefix(max(limit - models.count, 0)) }
                    return models
                }
            })
    }
}

/// A log as a file, for as long as somebody reads it.
private final class LogFile {
    private var path: String?

    func path(of corpus: Corpus) throws -> String {
        if let path { return path }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yodel-bench-\(UUID().uuidString)").path
        try corpus.data.write(to: URL(fileURLWithPath: path))
        self.path = path
        return path
    }

    deinit {
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// Waits for what is done elsewhere.
private func waiting<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) throws -> R {
    let box = Box<R>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
        done.signal()
    }
    done.wait()
    guard let result = box.result else { throw BenchError("nothing has come") }
    return try result.get()
}

private final class Box<R>: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: written before the signal, read behind it.
    var result: Result<R, any Error>?
}
