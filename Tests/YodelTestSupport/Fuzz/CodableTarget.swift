import FoundationEssentials

@testable import Yodel

/// `CodableDecoder` and `CodableEncoder` answer any bytes as Foundation's coders do, and nothing stays behind: neither in a coder nor in memory.
enum CodableTarget {
    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        let trial = trials[input.choice(16) % trials.count]
        let settings = input.choice(16)
        return trial(Array(input.rest), settings).map { "\($0)\n    \(Array(input.rest).shown), settings \(settings)" }
    }

    /// The place of a type in the list is what the inputs that are kept say: new ones go to the end, up to sixteen.
    private static let trials: [@Sendable ([UInt8], Int) -> String?] = [
        trial(of: [Shape].self), trial(of: Tree.self), trial(of: Free.self), trial(of: [Date?].self), trial(of: Flat.self),
        trial(of: [UInt64].self), trial(of: [Data].self), trial(of: [String: [Free]].self), trial(of: Account.self),
        trial(of: [Double].self), trial(of: [[Int]].self), trial(of: [String: String].self), trial(of: Trying.self),
        trial(of: [String: Trying].self), trial(of: [Trying?].self),
    ]

    // MARK: Types

    struct Account: Codable, Equatable, Sendable {
        var id: Int
        var userName: String
        var aB: Double?
        var c: [String]
        var d: [String: Int8]?
        var e: Inner?

        struct Inner: Codable, Equatable, Sendable {
            var a: Bool
            var b: UInt16?
            var c: Float?
        }
    }

    enum Shape: Codable, Equatable, Sendable {
        case point
        case circle(radius: Double)
        case box(Int, height: String?)
    }

    final class Tree: Codable, Equatable, Sendable {
        let a: Int
        let b: [Tree]
        let c: Tree?
        static func == (left: Tree, right: Tree) -> Bool { left.a == right.a && left.b == right.b && left.c == right.c }
    }

    /// Any JSON, one kind tried after the other.
    indirect enum Free: Codable, Equatable, Sendable {
        case null, bool(Bool), int(Int), double(Double), string(String), array([Free]), object([String: Free])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([Free].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: Free].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }
    }

    /// Containers in containers, by hand, with keys asked for in another order and twice; what it opens it keeps.
    struct Flat: Codable, Equatable, Sendable {
        var a: Int
        var b: [Int]
        var c: String
        enum Keys: String, CodingKey { case a, b, c, d }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .b)
            b = []
            while !list.isAtEnd { b.append(try list.decodeIfPresent(Int.self) ?? -1) }
            let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .d)
            c = try inner.decodeIfPresent(String.self, forKey: .c) ?? "\(inner.allKeys.map(\.stringValue).sorted())"
            a = try container.decode(Int.self, forKey: .a) &+ (inner.contains(.a) ? try inner.decode(Int.self, forKey: .a) : 0)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .d)
            try container.encode(a, forKey: .a)
            try inner.encode(c, forKey: .c)
            try container.encode(b, forKey: .b)
        }
    }

    /// What a type finds that tries what need not fit, and goes on where it failed.
    struct Trying: Codable, Equatable, Sendable {
        var log: [String]
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            log = []
            if let keyed = try? decoder.container(keyedBy: Key.self) {
                for key in keyed.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                    log.append(key.stringValue)
                    note(try? keyed.decode(Int8.self, forKey: key))
                    note(try? keyed.decodeIfPresent(Bool.self, forKey: key))
                    note((try? keyed.nestedUnkeyedContainer(forKey: key))?.count)
                    note((try? keyed.nestedContainer(keyedBy: Key.self, forKey: key))?.allKeys.count)
                    note(try? keyed.decode([Double].self, forKey: key))
                    note(try? keyed.decode(String.self, forKey: key))
                    note(try? keyed.superDecoder(forKey: key).singleValueContainer().decode(UInt16.self))
                    log += try keyed.decode(Trying.self, forKey: key).log
                }
                note(try? keyed.decode(Int.self, forKey: Key(stringValue: "is not there")))
                return
            }
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd {
                    log.append("\(list.currentIndex)")
                    if let value = try? list.decode(Int8.self) {
                        note(value)
                    } else if let value = try? list.decode(Bool.self) {
                        note(value)
                    } else if let value = try? list.decode([UInt8].self) {
                        note(value)
                    } else if (try? list.decodeNil()) == true {
                        log.append("nil")
                    } else {
                        log += try list.decode(Trying.self).log
                    }
                }
                note(try? list.decode(Int.self))
                return
            }
            let one = try decoder.singleValueContainer()
            note(one.decodeNil())
            note(try? one.decode(Bool.self))
            note(try? one.decode(Int32.self))
            note(try? one.decode(Double.self))
            note(try? one.decode(String.self))
            note(try? one.decode([String: Int].self))
        }

        private mutating func note<T>(_ value: T?) { log.append(value.map { "\($0)" } ?? "-") }
    }

    // MARK: Trials

    private static func trial<T: Codable & Equatable & Sendable>(of type: T.Type) -> @Sendable ([UInt8], Int) -> String? {
        { json, settings in
            let (decoder, reference) = (CodableDecoder(), JSONDecoder())
            if settings & 1 != 0 {
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                reference.keyDecodingStrategy = .convertFromSnakeCase
            }
            if settings & 2 != 0 {
                decoder.dateDecodingStrategy = .iso8601
                reference.dateDecodingStrategy = .iso8601
            }
            let ours = withCopy(json[...], .exact) { bytes in Result { try decoder.decode(type, from: bytes.raw) } }
            let again = Result { try decoder.decode(type, from: json) }
            if !areSame(ours, again) { return "\(words(again)) the second time, first \(words(ours))" }
            let isJSON = ReferenceGrammar.accepts(json)
            if case .success(let value) = ours {
                guard isJSON || json.contains(where: { $0 == 0 || $0 >= 0x80 }) else { return "is not JSON, but taken for \(value)" }
                if let fault = encodingFault(value, settings) { return fault }
            }
            // Keys that are canonically equal are one for Foundation, which refuses other numbers with exponents as well.
            guard isJSON, isComparable(json) else { return nil }
            let theirs = Result { try reference.decode(type, from: Data(json)) }
            switch (ours, theirs) {
            case (.success(let ours), .success(let theirs)): return ours == theirs ? nil : "\(ours)\n    Foundation: \(theirs)"
            case (.failure, .failure): return nil
            case (.success, .failure) where json.contains { $0 | 0x20 == 0x65 }: return nil
            default: return "\(words(ours))\n    Foundation: \(words(theirs))"
            }
        }
    }

    /// What has been decoded is written as Foundation writes it.
    private static func encodingFault<T: Codable & Equatable>(_ value: T, _ settings: Int) -> String? {
        let (encoder, reference) = (CodableEncoder(), JSONEncoder())
        encoder.outputFormatting = settings & 4 != 0 ? [.sortedKeys, .prettyPrinted] : .sortedKeys
        reference.outputFormatting = settings & 4 != 0 ? [.sortedKeys, .prettyPrinted] : .sortedKeys
        let ours = Result { try encoder.encode(value) }
        let theirs = Result { try reference.encode(value) }
        switch (ours, theirs) {
        case (.success(let ours), .success(let theirs)):
            return ours == theirs ? nil : "written as \(Array(ours).shown)\n    Foundation: \(Array(theirs).shown)"
        case (.failure, .failure): return nil
        default: return "written as \(ours)\n    Foundation: \(theirs)"
        }
    }

    /// Whether Foundation says the same of each value: not of long numbers, of texts beyond ASCII, and of a zero with an exponent, which it refuses as a
    /// `Double`, so that a type that tries several kinds finds another.
    private static func isComparable(_ json: [UInt8]) -> Bool {
        var digits = 0
        var isZero = true
        for (index, byte) in json.enumerated() {
            if digits > 0 && isZero && byte | 0x20 == 0x65 { return false }
            digits = byte &- 0x30 < 10 ? digits + 1 : byte == 0x2E ? digits : 0
            isZero = digits == 0 || isZero && (byte == 0x30 || byte == 0x2E)
            if digits > 17 || byte >= 0x80 || byte == 0x75 && index > 0 && json[index - 1] == 0x5C { return false }
        }
        return true
    }

    private static func areSame<T: Equatable>(_ left: Result<T, any Error>, _ right: Result<T, any Error>) -> Bool {
        if case .success(let left) = left, case .success(let right) = right { return left == right }
        return words(left) == words(right)
    }

    private static func words<T>(_ result: Result<T, any Error>) -> String {
        switch result {
        case .success(let value): "\(value)"
        case .failure(let error): "\(error)"
        }
    }
}
