/// The protocols that a plan asks of every type for.
enum ModelProtocols {
    static func baseModel(_ type: Any.Type) -> (any BaseModel.Type)? {
        index.metatype(of: type, 0) { $0 as? any BaseModel.Type }
    }

    /// The model with any of the hooks.
    static func hookedModel(_ type: Any.Type) -> (any HookedModel.Type)? {
        index.metatype(of: type, 1) { $0 as? any HookedModel.Type }
    }

    static func describedEnum(_ type: Any.Type) -> (any DescribedEnum.Type)? {
        index.metatype(of: type, 2) { $0 as? any DescribedEnum.Type }
    }

    /// Whether a type has `CodingKeys` that nobody reads: those of a type that is `Codable` as well are left to that, and the compiler may have made them.
    static func hasIdleKeys(_ type: Any.Type) -> Bool {
        // A superclass may be `Decodable`, and what is written only has keys too.
        index.hasIdleKeys(type) && !(type is any Decodable.Type) && !(type is any Encodable.Type)
    }

    /// With the numbers above.
    static let index = ConformanceIndex(
        [
            ConformanceRecord.example(MadeExample.self as any BaseModel.Type),
            ConformanceRecord.example(MadeExample.self as any HookedModel.Type),
            ConformanceRecord.example(EnumExample.self as any DescribedEnum.Type),
        ],
        CodedTypes(CodedExample.CodingKeys.self, CodedExample.self))
}

private struct MadeExample: HookedModel {}

private enum EnumExample: DescribedEnum {
    static func describe(_ cases: inout EnumCases<EnumExample>) {}
}

private struct CodedExample: Codable {
    enum CodingKeys: CodingKey {}
}
