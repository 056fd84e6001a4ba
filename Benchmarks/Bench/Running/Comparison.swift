import Foundation

/// A workload that shows what one thing costs: contenders that come to the same values, each from documents and by types of its own.
struct Comparison<Value: Equatable> {
    let id: WorkloadID
    var operation = Operation.decode
    let sides: [Side]
    /// What each side has to come to, known without any of them.
    let expected: Value

    /// One contender.
    struct Side {
        let contender: Contender
        let values: () throws -> Value

        /// - Parameters:
        ///   - corpus: A document that stands alone.
        ///   - documents: Documents of a round.
        ///   - values: Makes what is decoded comparable. Not timed.
        init<T>(_ id: ContenderID, _ corpus: Corpus, documents: Int, _ decoding: Decoding<T>, values: @escaping (T) -> Value) {
            contender = Contender(
                id: id, operation: .decode, documents: documents, byteCount: corpus.byteCount,
                run: { count in try decoding.run(corpus, count) })
            self.values = {
                var result: Value?
                try corpus.forEach(first: 1) { result = values(try decoding.decode($0)) }
                guard let result else { throw BenchError("there is no document") }
                return result
            }
        }

        /// - Parameters:
        ///   - model: What is encoded over and over.
        ///   - documents: Documents of a round.
        ///   - values: Makes what is written comparable. Not timed.
        init<T>(_ id: ContenderID, _ model: T, documents: Int, _ encoding: Encoding<T>, values: @escaping (Data) throws -> Value) {
            contender = Contender(
                id: id, operation: .encode, documents: documents, byteCount: { count in try encoding.bytes(model).count * count },
                run: { count in try encoding.run([model], count) })
            self.values = { try values(Data(try encoding.bytes(model))) }
        }
    }

    /// Nil if no contender is wanted.
    ///
    /// - Parameter wanted: Which contenders are to be measured.
    func prepared(wanted: (ContenderID) -> Bool) -> PreparedWorkload? {
        let sides = sides.filter { wanted($0.contender.id) }
        guard !sides.isEmpty else { return nil }
        return PreparedWorkload(
            id: id, operation: operation, contenders: sides.map(\.contender), check: { sides.compactMap { fault(of: $0) } })
    }

    private func fault(of side: Side) -> String? {
        let name = "\(id.rawValue)/\(side.contender.id.rawValue)"
        do {
            return try side.values() == expected ? nil : "\(name): the result differs from what the document was made of"
        } catch {
            return "\(name): \(error)"
        }
    }
}
