import Foundation
import YodelFoundation

// What the tests of the subclasses of Foundation's coders share.

extension FastJSONDecoder {
    /// A decoder that is set as another one is, property by property, as libraries copy decoders.
    convenience init(copying other: JSONDecoder) {
        self.init()
        other.copyOptions(to: self)
    }
}

extension FastJSONEncoder {
    /// An encoder that is set as another one is, property by property.
    convenience init(copying other: JSONEncoder) {
        self.init()
        other.copyOptions(to: self)
    }
}

extension JSONDecoder {
    func copyOptions(to other: JSONDecoder) {
        other.dateDecodingStrategy = dateDecodingStrategy
        other.dataDecodingStrategy = dataDecodingStrategy
        other.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        other.keyDecodingStrategy = keyDecodingStrategy
        other.userInfo = userInfo
        other.allowsJSON5 = allowsJSON5
        other.assumesTopLevelDictionary = assumesTopLevelDictionary
    }
}

extension JSONEncoder {
    func copyOptions(to other: JSONEncoder) {
        other.outputFormatting = outputFormatting
        other.dateEncodingStrategy = dateEncodingStrategy
        other.dataEncodingStrategy = dataEncodingStrategy
        other.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
        other.keyEncodingStrategy = keyEncodingStrategy
        other.userInfo = userInfo
    }
}

/// The module whose decoder decodes it, or whose encoder encodes it.
struct CodedBy: Codable, Equatable, DecodableWithConfiguration, EncodableWithConfiguration {
    let module: String

    init() { module = "" }

    init(from decoder: any Decoder) { module = Self.module(of: decoder) }

    init(from decoder: any Decoder, configuration: String) { module = Self.module(of: decoder) + configuration }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.module(of: encoder))
    }

    func encode(to encoder: any Encoder, configuration: String) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.module(of: encoder) + configuration)
    }

    private static func module(of coder: Any) -> String {
        String(String(reflecting: Swift.type(of: coder)).prefix { $0 != "." })
    }

    /// Provides a configuration for both.
    enum Mark: DecodingConfigurationProviding, EncodingConfigurationProviding {
        static var decodingConfiguration: String { "!" }
        static var encodingConfiguration: String { "!" }
    }
}

extension CodingUserInfoKey {
    static let note = CodingUserInfoKey(rawValue: "note")!
}
