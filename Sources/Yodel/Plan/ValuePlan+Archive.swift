extension ValuePlan {
    /// Whether values of the type can be encoded and decoded again: all but those of a type that only a transform makes, or that is only one of
    /// `Encodable` and `Decodable`.
    ///
    /// Models are: what of a model cannot be archived is left out there.
    var isArchivable: Bool {
        if let wrapped { return wrapped.pointee.isArchivable }
        return switch kind {
        case .custom, .encodable: false
        case .decodable: record.with { $0.decodable is any Encodable.Type }
        case .sequence, .dictionary: element?.pointee.isArchivable ?? false
        case .scalar, .json, .rawJSON, .any, .anyArray, .anyDictionary, .rawValue, .cases, .object, .instance, .boxed: true
        }
    }
}
