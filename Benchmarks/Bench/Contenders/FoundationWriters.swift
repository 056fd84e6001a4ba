import Foundation
import Yodel

/// An encoder that is made once, into data of its own for each document.
struct DataWriter<T>: DocumentWriter {
    private let encode: (T) throws -> Data
    private var data = Data()

    init(_ encode: @escaping (T) throws -> Data) {
        self.encode = encode
    }

    mutating func write(_ model: T) throws -> Int {
        data = try encode(model)
        return data.count
    }

    var bytes: [UInt8] { Array(data) }
}

extension DataWriter where T: Encodable {
    /// Foundation's encoder, or a subclass of it, set to write what Yodel writes.
    static func jsonEncoder(_ encoder: JSONEncoder = JSONEncoder(), sortsKeys: Bool = false) -> Self {
        encoder.outputFormatting = sortsKeys ? [.withoutEscapingSlashes, .sortedKeys] : .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
        return Self { try encoder.encode($0) }
    }

    /// Yodel's encoder of `Codable` types, set to the same.
    static func codableEncoder(sortsKeys: Bool) -> Self {
        let encoder = CodableEncoder()
        encoder.outputFormatting = sortsKeys ? [.withoutEscapingSlashes, .sortedKeys] : .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
        return Self { try encoder.encode($0) }
    }

    /// Yodel's encoder of models, of a type that is none: by the coding that the compiler writes.
    static func yodelCodable(sortsKeys: Bool) -> Self {
        var options = EncodingOptions.default
        options.sortsKeys = sortsKeys
        let encoder = ModelEncoder(options)
        return Self { try encoder.encode(CodedAlone(value: $0)) }
    }
}

/// `JSONSerialization`, from a dictionary that is made for each document.
struct JSONSerializationWriter<T>: DocumentWriter {
    private let object: (T) -> [String: Any]
    private var data = Data()

    init(_ object: @escaping (T) -> [String: Any]) {
        self.object = object
    }

    mutating func write(_ model: T) throws -> Int {
        data = try JSONSerialization.data(withJSONObject: object(model), options: .withoutEscapingSlashes)
        return data.count
    }

    var bytes: [UInt8] { Array(data) }
}

/// `DateFormatter` in Yodel's default format, made once. It makes the strings only; the JSON around them is left out, in its favour.
struct DateFormatterWriter: DocumentWriter {
    private let formatter = DateFormatter()
    private var strings: [String] = []

    init() {
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssZ"
    }

    mutating func write(_ dates: [Date]) -> Int {
        strings = dates.map { formatter.string(from: $0) }
        return strings.count
    }

    var bytes: [UInt8] {
        get throws { Array(try JSONSerialization.data(withJSONObject: strings)) }
    }
}
