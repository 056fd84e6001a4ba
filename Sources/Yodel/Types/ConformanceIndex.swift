// Which types conform to a few protocols, by the lists of conformances that the images of the process have.
//
// `type as? any P.Type` has the runtime look through these lists, some 6,000 records, for each type and protocol anew, and a "no" is found last. A plan asks
// for several protocols of each type. So the lists are looked through once for all of them, and again when an image has been loaded.
//
// A protocol is given by a type that conforms to it, with the witnesses that the compiler has for that. Such a type is the canary too: if it is not found, with
// the same witnesses, the runtime is asked of every type. Which types have `CodingKeys` the lists alone say.

/// The conformances of the process to a few protocols.
final class ConformanceIndex: Sendable {
    /// The addresses of records.
    private let examples: [Int]
    private let found: Guarded<Found>

    /// What the lists have.
    private struct Found: Sendable {
        /// The addresses of the protocols' descriptors.
        let protocols: [Int]
        var lists = ConformanceLists()
        /// The addresses of the records, in the order of their types' addresses. Not the records, since the runtime has arrays of numbers, and would make others.
        var records: [Int] = []
        var coded: CodedTypes
        var isSound = false

        /// The record of a type's own conformance to a protocol, and whether it is the only one.
        ///
        /// - Parameter type: The address of its descriptor.
        func record(of type: UInt, _ number: Int) -> (first: ConformanceRecord?, isOnly: Bool) {
            var index = records.partitioningIndex { Self.type(of: $0) < type }
            var first: ConformanceRecord?
            while index < records.count, let record = ConformanceRecord(records[index]), record.type == type {
                if record.protocolAddress == protocols[number] {
                    if first != nil { return (first, false) }
                    first = record
                }
                index += 1
            }
            return (first, true)
        }

        /// Looks through the lists if there are others than before.
        mutating func refresh(_ examples: [Int]) {
            if lists.areCurrent { return }
            lists = .current()
            coded.removeAll()
            records = lists.records(of: protocols, &coded)
            Self.sortByType(&records)
            isSound = examples.indices.allSatisfy { number in
                let (record, isOnly) = record(of: Self.type(of: examples[number]), number)
                return isOnly && record?.address == examples[number]
            }
        }

        /// Sorts by a heap. The sort of the standard library has metadata made at its first use in a process, if there are many records: that takes as long
        /// as the plan that waits for it.
        private static func sortByType(_ records: inout [Int]) {
            var start = records.count / 2
            while start > 0 {
                start -= 1
                sink(start, in: &records, to: records.count)
            }
            var end = records.count
            while end > 1 {
                end -= 1
                records.swapAt(0, end)
                sink(0, in: &records, to: end)
            }
        }

        /// Moves a record below all of later types.
        private static func sink(_ index: Int, in records: inout [Int], to end: Int) {
            var index = index
            while 2 * index + 1 < end {
                var child = 2 * index + 1
                if child + 1 < end && type(of: records[child]) < type(of: records[child + 1]) { child += 1 }
                guard type(of: records[index]) < type(of: records[child]) else { return }
                records.swapAt(index, child)
                index = child
            }
        }

        /// The address of the descriptor of a record's type; 0 for one that nobody asks for.
        private static func type(of record: Int) -> UInt { ConformanceRecord(record)?.type ?? 0 }
    }

    private enum Answer: Sendable {
        case no
        /// It conforms itself.
        case own(witnesses: UInt)
        /// The runtime knows.
        case unclear
    }

    /// - Parameters:
    ///   - examples: The address of the record of a conformance to each protocol.
    ///   - coded: Without types.
    init(_ examples: [Int], _ coded: CodedTypes) {
        self.examples = examples
        found = Guarded(Found(protocols: examples.map { ConformanceRecord($0)?.protocolAddress ?? 0 }, coded: coded))
    }

    /// A type as one that conforms to a protocol; nil for every other.
    ///
    /// - Parameters:
    ///   - number: The protocol's.
    ///   - ask: Asks the runtime.
    func metatype<Metatype>(of type: Any.Type, _ number: Int, or ask: (Any.Type) -> Metatype?) -> Metatype? {
        switch answer(type, number) {
        case .no: nil
        case .own(let witnesses): MetatypeWords(type, witnesses).metatype()
        case .unclear: ask(type)
        }
    }

    /// Whether the lists are what they are taken for. If they are not, the runtime is asked of every type.
    var isSound: Bool {
        found.withLock {
            $0.refresh(examples)
            return $0.isSound
        }
    }

    /// Whether an enum `CodingKeys` is declared in a type that is not `Decodable` itself. Where the lists are not what they are taken for, none is.
    func hasIdleKeys(_ type: Any.Type) -> Bool {
        guard let descriptor = TypeDescriptor(of: type) else { return false }
        return found.withLock {
            $0.refresh(examples)
            return $0.isSound && $0.coded.haveIdleKeys(descriptor.address)
        }
    }

    private func answer(_ type: Any.Type, _ number: Int) -> Answer {
        // Tuples, functions and existentials conform to no protocol of a package.
        guard let descriptor = TypeDescriptor(of: type) else { return .no }
        return found.withLock { found in
            found.refresh(examples)
            guard found.isSound && descriptor.isUnique else { return .unclear }
            let (record, isOnly) = found.record(of: descriptor.address, number)
            if let record {
                return record.witnesses.flatMap { isOnly ? .own(witnesses: $0) : nil } ?? .unclear
            }
            // What a superclass conforms to, its subclasses do.
            var parent: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
            while let superclass = parent {
                guard let descriptor = TypeDescriptor(of: superclass), found.record(of: descriptor.address, number).first == nil else {
                    return .unclear
                }
                parent = _getSuperclass(superclass)
            }
            return .no
        }
    }
}
