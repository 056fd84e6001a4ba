import Foundation

/// The coders that archives are tested with.
enum Coder: String, CaseIterable, Sendable {
    case json, binary, xml

    func encode<T: Encodable>(_ value: T) throws -> Data {
        switch self {
        case .json: return try JSONEncoder().encode(value)
        case .binary, .xml:
            let encoder = PropertyListEncoder()
            encoder.outputFormat = self == .xml ? .xml : .binary
            return try encoder.encode(value)
        }
    }

    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        self == .json ? try JSONDecoder().decode(type, from: data) : try PropertyListDecoder().decode(type, from: data)
    }

    /// A value that has gone through an archive.
    func again<T: Codable>(_ value: T) throws -> T { try decode(T.self, from: encode(value)) }
}
