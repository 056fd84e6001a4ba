// Which types conform to a few protocols, by the lists of conformances that the images of the process have.
//
// `type as? any P.Type` has the runtime look through these lists, some 6,000 records, for each type and protocol anew, and a "no" is found last. A plan asks
// for several protocols of each type. So the lists are looked through once for all of them, and again when an image has been loaded.
//
// A protocol is given by a type that conforms to it, with the witnesses that the compiler has for that. Such a type is the canary too: if it is not found, with
// the same witnesses, the runtime is asked of every type. Which types have `CodingKeys` the lists alone say.

/// The conformances of the process to a few protocols.
final class ConformanceIndex: Sendable {
    private let examples: [ConformanceRecord]
    private let found: Guarded<Found>

    /// What the lists have.
    private struct Found: Sendable {
        var lists = ConformanceLists()
        /// In the order of their types' addresses.
        var records: [ConformanceRecord] = []
        var coded: CodedTypes
        var isSound = false

        /// The records of a type's own conformances to a protocol.
        ///
        /// - Parameter type: The address of its descriptor.
        func records(of type: UInt, _ number: Int) -> [ConformanceRecord] {
            var (low, high) = (0, records.count)
            while low < high {
                let middle = (low + high) / 2
                if records[middle].type < type { low = middle + 1 } else { high = middle }
            }
            return records[low...].prefix { $0.type == type }.filter { $0.number == number }
        }

        /// Looks through the lists if there are others than before.
        mutating func refresh(_ examples: [ConformanceRecord]) {
            let lists = ConformanceLists.current()
            if self.lists == lists { return }
            self.lists = lists
            coded.removeAll()
            records = lists.records(of: examples, &coded).sorted { $0.type < $1.type }
            isSound = examples.allSatisfy { self.records(of: $0.type, $0.number) == [$0] }
        }
    }

    private enum Answer: Sendable {
        case no
        /// It conforms itself.
        case own(witnesses: UInt)
        /// The runtime knows.
        case unclear
    }

    /// - Parameters:
    ///   - examples: A conformance to each protocol.
    ///   - coded: Without types.
    init(_ examples: [ConformanceRecord], _ coded: CodedTypes) {
        self.examples = examples
        found = Guarded(Found(coded: coded))
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
            let records = found.records(of: descriptor.address, number)
            if let record = records.first {
                return record.witnesses.flatMap { records.count == 1 ? .own(witnesses: $0) : nil } ?? .unclear
            }
            // What a superclass conforms to, its subclasses do.
            var parent: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
            while let superclass = parent {
                guard let descriptor = TypeDescriptor(of: superclass), found.records(of: descriptor.address, number).isEmpty else {
                    return .unclear
                }
                parent = _getSuperclass(superclass)
            }
            return .no
        }
    }
}
