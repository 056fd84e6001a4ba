/// The protocols that a plan asks of every type for.
enum ModelProtocols {
    static func model(_ type: Any.Type) -> (any Model.Type)? {
        index.metatype(of: type, 0) { $0 as? any Model.Type }
    }

    /// The model with any of the hooks.
    static func hookedModel(_ type: Any.Type) -> (any HookedModel.Type)? {
        index.metatype(of: type, 1) { $0 as? any HookedModel.Type }
    }

    static func describedModel(_ type: Any.Type) -> (any DescribedModel.Type)? {
        index.metatype(of: type, 2) { $0 as? any DescribedModel.Type }
    }

    static func describedClass(_ type: Any.Type) -> (any DescribedClass.Type)? {
        index.metatype(of: type, 3) { $0 as? any DescribedClass.Type }
    }

    static func describedEnum(_ type: Any.Type) -> (any DescribedEnum.Type)? {
        index.metatype(of: type, 4) { $0 as? any DescribedEnum.Type }
    }

    /// Whether a type has `CodingKeys` that nobody reads: those of a type that is `Codable` as well are left to that, and the compiler may have made them.
    static func hasIdleKeys(_ type: Any.Type) -> Bool {
        // A superclass may be `Decodable`, and what is written only has keys too.
        index.hasIdleKeys(type) && !(type is any Decodable.Type) && !(type is any Encodable.Type)
    }

    /// With the numbers above.
    static let index = ConformanceIndex(
        [
            ConformanceRecord.example(MadeExample.self as any Model.Type),
            ConformanceRecord.example(MadeExample.self as any HookedModel.Type),
            ConformanceRecord.example(ListedExample.self as any DescribedModel.Type),
            ConformanceRecord.example(ClassExample.self as any DescribedClass.Type),
            ConformanceRecord.example(EnumExample.self as any DescribedEnum.Type),
        ],
        CodedTypes(CodedExample.CodingKeys.self, CodedExample.self))
}

private struct MadeExample: HookedModel {}

private struct ListedExample: DescribedModel {
    static func describe(_ properties: inout StoredProperties<ListedExample>) {}
}

private final class ClassExample: DescribedClass {
    static var classForm: ClassForm { ClassForm(make: { (_: ListedExample) in ClassExample() }, stored: { _ in ListedExample() }) }
}

private enum EnumExample: DescribedEnum {
    static func describe(_ cases: inout EnumCases<EnumExample>) {}
}

private struct CodedExample: Codable {
    enum CodingKeys: CodingKey {}
}
