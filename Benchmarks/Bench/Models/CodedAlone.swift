/// A value by the coding that the compiler writes, though its type is a model.
struct CodedAlone<T> {
    let value: T
}

extension CodedAlone: Decodable where T: Decodable {
    init(from decoder: any Decoder) throws {
        value = try T(from: decoder)
    }
}

extension CodedAlone: Encodable where T: Encodable {
    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
