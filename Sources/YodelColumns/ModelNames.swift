import Yodel

/// Models by their names.
enum ModelNames {
    /// The model of a name: that of its module, and of the types that it stands in, with dots between them.
    ///
    /// - Returns: nil if the process has no such type, or it is none.
    static func model(_ name: String) -> (any BaseModel.Type)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.count <= 6, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        // The runtime finds types by their mangled names, which say of each whether it is a struct, a class or an enum.
        var candidates = [identifier(parts[0])]
        for part in parts.dropFirst() {
            candidates = candidates.flatMap { outer in ["V", "C", "O"].map { outer + identifier(part) + $0 } }
        }
        for candidate in candidates {
            if let model = _typeByName(candidate) as? any BaseModel.Type { return model }
        }
        return nil
    }

    private static func identifier(_ name: Substring) -> String { "\(name.utf8.count)\(name)" }
}
