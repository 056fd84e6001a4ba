/// A contender of one workload, ready to run.
struct Contender {
    let id: ContenderID
    let operation: Operation
    /// Documents of a round. Slow contenders do fewer: times are given per document.
    let documents: Int
    /// The bytes of the first so many documents, without what separates them.
    let byteCount: (_ documents: Int) throws -> Int
    /// Works through that many documents from the first on.
    let run: (_ documents: Int) throws -> Void
    /// Whether it works on this thread and on so many documents as it is told: only then its allocations can be counted.
    var countsAllocations = true
}

/// A workload of any model, ready to be checked and measured.
struct PreparedWorkload {
    let id: WorkloadID
    let operation: Operation
    /// The bytes of a log that is decoded line by line: the memory that takes is told.
    var logBytes: Int?
    let contenders: [Contender]
    /// Compares each contender's result with the reference. Returns a sentence for each that differs.
    let check: () -> [String]
}

/// One way to decode, and the loop that is timed.
struct Decoding<T> {
    let decode: (Document) throws -> T
    let run: (Corpus, Int) throws -> Void

    /// Inlined, so that where the type is known the loop is compiled for it, as a program's own would be: through a closure of unknown
    /// result, handing the model on costs 3% of the fastest contenders' time.
    @inline(__always)
    init(_ decode: @escaping (Document) throws -> T) {
        self.decode = decode
        run = { corpus, count in try corpus.forEach(first: count) { blackHole(try decode($0)) } }
    }
}

/// What goes wrong while a contender runs.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Takes a value, so that the optimiser must make it. `@inline(never)` alone is not enough: a call of a function known to do nothing
/// is removed.
@inline(never)
@_optimize(none)
func blackHole<T>(_ value: borrowing T) {}
