extension CodedKeys {
    /// The value of a key in an object.
    ///
    /// - Parameter name: The key as the type has it.
    /// - Returns: The key as the document has it, and its value; nil if the key comes neither as the style spells it nor as it stands.
    /// - Complexity: Without regard to case, or where keys are converted, linear in the number of the object's keys, if the key does not come as it is written.
    func find(_ name: String, in object: JSONObject) -> (key: String, value: JSONValue)? {
        let key = written(name)
        if let value = object[key] { return (key, value) }
        if style != nil, let value = object[name] { return (name, value) }
        if converts {
            let found = object.first { SnakeCase.convert($0.key.marksInOrder).utf8.elementsEqual(name.utf8) }
            if let found { return found }
        }
        guard ignoresCase else { return nil }
        let folded = KeyText.folded(key)
        return object.first { $0.key.utf8.count == folded.utf8.count && KeyText.folded($0.key) == folded }
    }
}
