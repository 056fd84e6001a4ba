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

    // The hooks, of a model that has any.

    static func polymorphicModel(_ type: Any.Type) -> (any PolymorphicModel.Type)? {
        index.metatype(of: type, 3) { $0 as? any PolymorphicModel.Type }
    }

    static func willDecodeModel(_ type: Any.Type) -> (any WillDecodeModel.Type)? {
        index.metatype(of: type, 4) { $0 as? any WillDecodeModel.Type }
    }

    static func didDecodeModel(_ type: Any.Type) -> (any DidDecodeModel.Type)? {
        index.metatype(of: type, 5) { $0 as? any DidDecodeModel.Type }
    }

    static func validatedModel(_ type: Any.Type) -> (any ValidatedModel.Type)? {
        index.metatype(of: type, 6) { $0 as? any ValidatedModel.Type }
    }

    static func willEncodeModel(_ type: Any.Type) -> (any WillEncodeModel.Type)? {
        index.metatype(of: type, 7) { $0 as? any WillEncodeModel.Type }
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
            ConformanceRecord.example(MadeExample.self as any PolymorphicModel.Type),
            ConformanceRecord.example(MadeExample.self as any WillDecodeModel.Type),
            ConformanceRecord.example(MadeExample.self as any DidDecodeModel.Type),
            ConformanceRecord.example(MadeExample.self as any ValidatedModel.Type),
            ConformanceRecord.example(MadeExample.self as any WillEncodeModel.Type),
        ],
        CodedTypes(CodedExample.CodingKeys.self, CodedExample.self))
}

private struct MadeExample: PolymorphicModel, WillDecodeModel, DidDecodeModel, ValidatedModel, WillEncodeModel {
    static func modelType(for object: JSONObject) -> (any Model.Type)? { nil }
    func willDecode(_ object: inout JSONObject) {}
    func didDecode(from object: JSONObject) {}
    func validate() {}
    func willEncode(into object: inout JSONObject) {}
}

private enum EnumExample: DescribedEnum {
    static func describe(_ cases: inout EnumCases<EnumExample>) {}
}

private struct CodedExample: Codable {
    enum CodingKeys: CodingKey {}
}
