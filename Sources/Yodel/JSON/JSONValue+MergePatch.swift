extension JSONValue {
    /// Changes the value as a merge patch says (RFC 7396): members of an object are set, those that are null removed, objects merged member by member;
    /// whatever else the patch is takes the value's place, arrays too.
    ///
    /// ```swift
    /// var user: JSONValue = ["name": "Ann", "home": ["city": "Bern", "zip": 3000], "tags": ["a"]]
    /// user.mergePatch(["name": nil, "home": ["zip": 3001], "tags": ["b"]])
    /// user.text   // {"home":{"city":"Bern","zip":3001},"tags":["b"]}
    /// ```
    ///
    /// - Parameter patch: The patch. In an array null is null.
    /// - Complexity: Linear in the size of the patch, on average, where the value is held by nobody else. Goes down the call stack by the patch's depth.
    public mutating func mergePatch(_ patch: JSONValue) {
        guard case .object(let changes) = patch else {
            self = patch
            return
        }
        var object = objectValue ?? JSONObject()
        // Frees this value's hold on the object, so that it is changed in place.
        self = .null
        for (key, change) in changes {
            switch change {
            case .null: object.removeValue(forKey: key)
            case .object:
                var member = object.updateValue(.null, forKey: key) ?? .null
                member.mergePatch(change)
                object.updateValue(member, forKey: key)
            case .bool, .number, .string, .array: object.updateValue(change, forKey: key)
            }
        }
        self = .object(object)
    }

    /// The value as a merge patch changes it; see ``mergePatch(_:)``.
    ///
    /// - Parameter patch: The patch.
    /// - Returns: The changed value.
    public func mergePatched(_ patch: JSONValue) -> JSONValue {
        var value = self
        value.mergePatch(patch)
        return value
    }
}
