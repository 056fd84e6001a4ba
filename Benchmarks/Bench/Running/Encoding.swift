/// Writes models as documents, each in place of the one before.
protocol DocumentWriter<Model>: ~Copyable {
    associatedtype Model

    /// Writes a document.
    ///
    /// - Returns: Its length in bytes, which also keeps the optimiser from leaving the work out.
    mutating func write(_ model: Model) throws -> Int

    /// The document written last.
    var bytes: [UInt8] { get throws }
}

/// One way to encode, and the loop that is timed.
struct Encoding<T> {
    /// The document of a model.
    let bytes: (T) throws -> [UInt8]
    /// Writes so many documents, of the models from the first on and again.
    let run: ([T], Int) throws -> Void

    /// Inlined, as a decoding's loop is, so that it is compiled for the type.
    @inline(__always)
    init<Writer: DocumentWriter & ~Copyable>(_ writer: consuming Writer) where Writer.Model == T {
        let kept = KeptWriter(writer)
        bytes = { model in
            _ = try kept.writer.write(model)
            return try kept.writer.bytes
        }
        run = { models, count in try kept.writer.write(count, of: models) }
    }
}

/// A writer that stays from round to round, and with it the memory that it writes to.
private final class KeptWriter<Writer: DocumentWriter & ~Copyable> {
    var writer: Writer

    init(_ writer: consuming Writer) {
        self.writer = writer
    }
}

extension DocumentWriter where Self: ~Copyable {
    @inline(__always)
    fileprivate mutating func write(_ count: Int, of models: [Model]) throws {
        guard models.count > 1 else {
            // A model at hand, as a program has it: one in an array is copied for each call, which counts a reference for each of its strings.
            guard let model = models.first else { return }
            for _ in 0..<count { blackHole(try write(model)) }
            return
        }
        var index = 0
        for _ in 0..<count {
            blackHole(try write(models[index]))
            index += 1
            if index == models.count { index = 0 }
        }
    }
}
