extension PlanRef {
    /// Whether values of the type can be encoded and decoded again: all but those of a type that only a transform makes, or that is only one of
    /// `Encodable` and `Decodable`.
    ///
    /// Models are: what of a model cannot be archived is left out there.
    var isArchivable: Bool {
        if let wrapped = pointee.wrapped { return wrapped.isArchivable }
        return switch pointee.kind {
        case .custom, .encodable: false
        case .decodable: pointee.record.with { $0.decodable is any Encodable.Type }
        case .sequence, .dictionary: pointee.element?.isArchivable ?? false
        case .scalar, .json, .rawJSON, .any, .anyArray, .anyDictionary, .rawValue, .cases, .object, .instance, .boxed: true
        }
    }
}
