import Foundation
import Yodel

/// Foundation's encoder and ours, set to the same.
struct EncoderPair {
    let theirs = JSONEncoder()
    let ours = CodableEncoder()

    /// What a value becomes: its text, or the error's case, way, description and value.
    static func outcome(_ encode: () throws -> Data) -> String {
        do {
            return String(decoding: try encode(), as: UTF8.self)
        } catch let EncodingError.invalidValue(value, context) {
            return "invalid: \(value) at \(way(context.codingPath)): \(context.debugDescription)"
        } catch {
            return "error: \(error)"
        }
    }

    static func way(_ path: [any CodingKey]) -> String {
        path.map { "\($0.stringValue)|\($0.intValue.map(String.init) ?? "")" }.joined(separator: " > ")
    }

    /// Two texts that should be one: Foundation's and ours.
    func outcomes<T: Encodable>(of value: T) -> (theirs: String, ours: String) {
        (Self.outcome { try theirs.encode(value) }, Self.outcome { try ours.encode(value) })
    }

    /// Sets both by bits of a number: every setting comes, in any company. Keys are always sorted, since Foundation's order is no order.
    init(settings: Int = 0) {
        theirs.outputFormatting = .sortedKeys
        ours.outputFormatting = .sortedKeys
        if settings & 1 != 0 {
            theirs.outputFormatting.insert(.prettyPrinted)
            ours.outputFormatting.insert(.prettyPrinted)
        }
        if settings & 2 != 0 {
            theirs.outputFormatting.insert(.withoutEscapingSlashes)
            ours.outputFormatting.insert(.withoutEscapingSlashes)
        }
        set(dates: settings >> 2 & 7, data: settings >> 5 & 3)
        set(keys: settings >> 7 & 3, floats: settings >> 9 & 1)
    }

    private func set(dates: Int, data: Int) {
        switch dates {
        case 1:
            theirs.dateEncodingStrategy = .secondsSince1970
            ours.dateEncodingStrategy = .secondsSince1970
        case 2:
            theirs.dateEncodingStrategy = .millisecondsSince1970
            ours.dateEncodingStrategy = .millisecondsSince1970
        case 3, 4:
            theirs.dateEncodingStrategy = .iso8601
            ours.dateEncodingStrategy = .iso8601
        case 5:
            theirs.dateEncodingStrategy = .custom(Self.encodeDate)
            ours.dateEncodingStrategy = .custom(Self.encodeDate)
        case 6:
            theirs.dateEncodingStrategy = .custom { _, _ in }
            ours.dateEncodingStrategy = .custom { _, _ in }
        default: break
        }
        switch data {
        case 1:
            theirs.dataEncodingStrategy = .deferredToData
            ours.dataEncodingStrategy = .deferredToData
        case 2:
            theirs.dataEncodingStrategy = .custom(Self.encodeData)
            ours.dataEncodingStrategy = .custom(Self.encodeData)
        default: break
        }
    }

    private func set(keys: Int, floats: Int) {
        switch keys {
        case 1:
            theirs.keyEncodingStrategy = .convertToSnakeCase
            ours.keyEncodingStrategy = .convertToSnakeCase
        case 2:
            theirs.keyEncodingStrategy = .custom(Self.key)
            ours.keyEncodingStrategy = .custom(Self.key)
        default: break
        }
        if floats == 1 {
            theirs.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+\u{221E}", negativeInfinity: "-/", nan: "N/A")
            ours.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+\u{221E}", negativeInfinity: "-/", nan: "N/A")
        }
    }

    /// A date as an object of its parts, with the way to it.
    @Sendable private static func encodeDate(_ date: Date, _ encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EncodingProgram.Key.self)
        try container.encode(date.timeIntervalSince1970, forKey: .init("secondsSince"))
        try container.encode(way(encoder.codingPath), forKey: .init("way"))
    }

    @Sendable private static func encodeData(_ data: Data, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data.map { String($0, radix: 16) })
    }

    /// The whole way as a key; every third becomes one with others.
    @Sendable private static func key(_ path: [any CodingKey]) -> any CodingKey {
        let text = path.map(\.stringValue).joined(separator: ".")
        return EncodingProgram.Key(text.utf8.count % 3 == 0 ? "same" : text)
    }
}
