import Foundation

// Types that encode as no type should: containers side by side and inside each other, kept and written to in any order, keys twice, super
// encoders that end late. What each does is drawn once, so that any encoder is told the same.

/// What is done to a container that has been opened, by its number.
indirect enum EncodingStep: Sendable {
    case scalar(Int, key: String, Int)
    case text(Int, key: String, String)
    case value(Int, key: String, EncodingProgram)
    case nestedKeyed(Int, key: String)
    case nestedUnkeyed(Int, key: String)
    case superEncoder(Int, key: String?)
    /// A super encoder gets its content.
    case fill(Int, EncodingProgram)
    /// A super encoder is let go.
    case release(Int)
    /// The container of the encoder once more.
    case again
    /// A value that, while it is encoded, writes into another container around it.
    case intruder(Int, key: String, into: Int, otherKey: String)
}

/// A value that encodes itself by steps.
struct EncodingProgram: Encodable, Sendable {
    enum Shape: Sendable {
        case keyed, unkeyed, single, singleProgram, nothing
    }

    let shape: Shape
    let steps: [EncodingStep]
    let number: Int

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ key: String) { stringValue = key }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    fileprivate enum Container {
        case keyed(KeyedEncodingContainer<Key>)
        case unkeyed(any UnkeyedEncodingContainer)
    }

    func encode(to encoder: any Encoder) throws {
        var containers: [Container] = []
        switch shape {
        case .keyed: containers.append(.keyed(encoder.container(keyedBy: Key.self)))
        case .unkeyed: containers.append(.unkeyed(encoder.unkeyedContainer()))
        case .single:
            var container = encoder.singleValueContainer()
            return try container.encode(number)
        case .singleProgram:
            // Its content, then more in the same object.
            var container = encoder.singleValueContainer()
            try container.encode(EncodingProgram(shape: .keyed, steps: [.scalar(0, key: "v0", number)], number: 0))
            containers.append(.keyed(encoder.container(keyedBy: Key.self)))
        case .nothing: return
        }
        var supers: [(any Encoder)?] = []
        for step in steps { try run(step, &containers, &supers, encoder) }
    }

    private func run(
        _ step: EncodingStep, _ containers: inout [Container], _ supers: inout [(any Encoder)?], _ encoder: any Encoder
    ) throws {
        switch step {
        case .again:
            containers.append(
                shape == .unkeyed ? .unkeyed(encoder.unkeyedContainer()) : .keyed(encoder.container(keyedBy: Key.self)))
        case .fill(let index, let program):
            guard index < supers.count, let encoder = supers[index] else { return }
            try program.encode(to: encoder)
        case .intruder(let index, let key, let other, let otherKey):
            let copy = containers[other % containers.count]
            let intruder = Intruder {
                var copy = copy
                try copy.encode(7, otherKey)
            }
            try change(&containers, index) { try $0.encode(intruder, key) }
        case .release(let index):
            if index < supers.count { supers[index] = nil }
        case .scalar(let index, let key, let value): try change(&containers, index) { try $0.encode(value, key) }
        case .text(let index, let key, let value): try change(&containers, index) { try $0.encode(value, key) }
        case .value(let index, let key, let value): try change(&containers, index) { try $0.encode(value, key) }
        case .nestedKeyed(let index, let key):
            var new: Container?
            change(&containers, index) { container in
                switch container {
                case .keyed(var keyed): new = .keyed(keyed.nestedContainer(keyedBy: Key.self, forKey: Key(key)))
                case .unkeyed(var unkeyed):
                    new = .keyed(unkeyed.nestedContainer(keyedBy: Key.self))
                    container = .unkeyed(unkeyed)
                }
            }
            if let new { containers.append(new) }
        case .nestedUnkeyed(let index, let key):
            var new: Container?
            change(&containers, index) { container in
                switch container {
                case .keyed(var keyed): new = .unkeyed(keyed.nestedUnkeyedContainer(forKey: Key(key)))
                case .unkeyed(var unkeyed):
                    new = .unkeyed(unkeyed.nestedUnkeyedContainer())
                    container = .unkeyed(unkeyed)
                }
            }
            if let new { containers.append(new) }
        case .superEncoder(let index, let key):
            var new: (any Encoder)?
            change(&containers, index) { container in
                switch container {
                case .keyed(var keyed): new = key.map { keyed.superEncoder(forKey: Key($0)) } ?? keyed.superEncoder()
                case .unkeyed(var unkeyed): new = unkeyed.superEncoder()
                }
            }
            supers.append(new)
        }
    }

    private struct Intruder: Encodable {
        let write: () throws -> Void

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: Key("v0"))
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("o0"))
            try nested.encode(2, forKey: Key("v1"))
            try write()
            try nested.encode(3, forKey: Key("v2"))
            try container.encode([["v": 4]], forKey: Key("v3"))
            try write()
        }
    }

    private func change(_ containers: inout [Container], _ index: Int, _ body: (inout Container) throws -> Void) rethrows {
        try body(&containers[index % containers.count])
    }
}

extension EncodingProgram.Container {
    fileprivate mutating func encode<T: Encodable>(_ value: T, _ key: String) throws {
        switch self {
        case .keyed(var keyed): try keyed.encode(value, forKey: EncodingProgram.Key(key))
        case .unkeyed(var unkeyed):
            try unkeyed.encode(value)
            self = .unkeyed(unkeyed)
        }
    }
}

extension EncodingProgram {
    /// A program that no encoder refuses: which kind of value a key has follows from its first letter.
    static func random(_ generator: inout some RandomNumberGenerator, depth: Int = 0, shape: Shape? = nil) -> EncodingProgram {
        let shapes: [Shape] =
            depth > 2 ? [.single, .keyed, .nothing] : [.keyed, .keyed, .keyed, .unkeyed, .unkeyed, .single, .singleProgram]
        let shape = shape ?? shapes.randomElement(using: &generator)!
        var steps: [EncodingStep] = []
        var containers = 1
        var supers: [Bool] = []
        func key(_ kind: String, _ generator: inout some RandomNumberGenerator) -> String {
            let names = [kind + "0", kind + "1", kind + "2", kind + "e\u{301}", kind + "\u{e9}", kind + "/\"\n"]
            return names.randomElement(using: &generator)!
        }
        for _ in 0..<Int.random(in: 0...(depth == 0 ? 24 : 8), using: &generator) {
            let container = Int.random(in: 0..<containers, using: &generator)
            switch Int.random(in: 0..<13, using: &generator) {
            case 0, 1, 2: steps.append(.scalar(container, key: key("v", &generator), Int.random(in: -5...5000, using: &generator)))
            case 3: steps.append(.text(container, key: key("v", &generator), ["", "a/b", "\u{1}é"].randomElement(using: &generator)!))
            case 4, 5:
                let kind = ["v", "o", "a"].randomElement(using: &generator)!
                let shape: Shape? = kind == "o" ? .keyed : kind == "a" ? .unkeyed : nil
                steps.append(.value(container, key: key(kind, &generator), random(&generator, depth: depth + 1, shape: shape)))
            case 6, 7:
                steps.append(.nestedKeyed(container, key: key("o", &generator)))
                containers += 1
            case 8:
                steps.append(.nestedUnkeyed(container, key: key("a", &generator)))
                containers += 1
            case 9:
                steps.append(.superEncoder(container, key: Bool.random(using: &generator) ? key("v", &generator) : nil))
                supers.append(false)
            case 10:
                guard let index = supers.indices.randomElement(using: &generator), !supers[index] else { continue }
                supers[index] = true
                steps.append(.fill(index, random(&generator, depth: depth + 1)))
            case 11:
                let other = Int.random(in: 0..<containers, using: &generator)
                let (first, second) = (key("v", &generator), key("v", &generator))
                steps.append(.intruder(container, key: first, into: other, otherKey: second))
            default:
                if let index = supers.indices.randomElement(using: &generator), Bool.random(using: &generator) {
                    supers[index] = true
                    steps.append(.release(index))
                } else {
                    steps.append(.again)
                    containers += 1
                }
            }
        }
        return EncodingProgram(shape: shape, steps: steps, number: Int.random(in: 0...9, using: &generator))
    }
}
