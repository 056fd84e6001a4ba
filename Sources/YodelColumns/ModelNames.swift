import Yodel

/// Models by their names.
enum ModelNames {
    /// The model of a name: that of its module, and of the types that it stands in, with dots between them.
    ///
    /// - Throws: `ScanError` if the process has no such type, or it is not a model of this library.
    static func model(_ name: String) throws(ScanError) -> any BaseModel.Type {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.count <= 6, parts.allSatisfy({ !$0.isEmpty }) else { throw .unknownModel(name) }
        // The runtime finds types by their mangled names, which say of each whether it is a struct, a class or an enum.
        var candidates = [identifier(parts[0])]
        for part in parts.dropFirst() {
            candidates = candidates.flatMap { outer in ["V", "C", "O"].map { outer + identifier(part) + $0 } }
        }
        let types = candidates.compactMap { _typeByName($0) }
        for type in types {
            if let model = type as? any BaseModel.Type { return model }
        }
        throw types.isEmpty ? .unknownModel(name) : .foreignType(name)
    }

    private static func identifier(_ name: Substring) -> String { "\(name.utf8.count)\(name)" }
}
