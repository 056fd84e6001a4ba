// Arrays and dictionaries. Errors are those of their own coding: an element that does not fit is named by its index, a member by its key.

extension CodableDocument {
    func strings(_ value: Int, in container: Int) throws -> [String] {
        try elements(value, in: container) { document, element, array in try document.string(element, in: array) }
    }

    func integers(_ value: Int, in container: Int) throws -> [Int] {
        try elements(value, in: container) { document, element, array in try document.integer(Int.self, element, in: array) }
    }

    func doubles(_ value: Int, in container: Int) throws -> [Double] {
        try elements(value, in: container) { document, element, array in try document.double(element, in: array) }
    }

    /// Arrays of numbers in an array: points of a line.
    func points(_ value: Int, in container: Int) throws -> [[Double]] {
        try elements(value, in: container) { document, element, array in try document.doubles(element, in: array) }
    }

    @inline(__always)
    func elements<T>(_ value: Int, in container: Int, _ make: (CodableDocument, Int, Int) throws -> T) throws -> [T] {
        let token = self[value]
        guard token.isArray else { throw noContainer([Any].self, "unkeyed", value, in: container) }
        return unsafe try [T](unsafeUninitializedCapacity: token.count) { room, count in
            // SAFETY: there are as many elements as the entry says. What has been made is counted, and destroyed by the array if an error is thrown.
            var element = value &+ 2  // &+: an index
            while element < token.end {
                unsafe (room.baseAddress.unsafelyUnwrapped + count).initialize(to: try make(self, element, value))
                count &+= 1
                element = after(element)
            }
        }
    }

    /// A dictionary whose keys are the text's own. Of equal keys the first counts.
    func dictionary<T>(_ value: Int, in container: Int, _ make: (CodableDocument, Int, Int) throws -> T) throws -> [String: T] {
        let token = self[value]
        guard token.isObject else {
            if token.isNull, convertsKeys, !isInModel { throw mismatch([String: Any].self, value, in: container) }
            throw noContainer([String: Any].self, "keyed", value, in: container)
        }
        // In a model keys are known to differ here.
        let converts = convertsKeys && !isInModel
        var result: [String: T] = [:]
        result.reserveCapacity(token.count)
        // Where keys are converted, Foundation makes the members itself, by keys that are no numbers.
        if converts { note(PlaceKey.self, in: value) } else { note(DictionaryKey.self, in: value) }
        var member = value + 3
        while member < token.end {
            let key = comparable(original(self[member]))
            let element: T
            do {
                element = try make(self, member + 1, value)
            } catch {
                // Foundation does not look at what comes second, unless keys are converted.
                if !converts, result[key] != nil { return try firstWins(token, value, make) }
                throw error
            }
            guard unsafe result.putNew(element, of: key) else { return try firstWins(token, value, make) }
            member = after(member + 1)
        }
        return result
    }

    /// The same where keys are equal.
    @inline(never)
    private func firstWins<T>(
        _ token: CodableToken, _ value: Int, _ make: (CodableDocument, Int, Int) throws -> T
    ) throws -> [String: T] {
        var result: [String: T] = [:]
        var member = value + 3
        while member < token.end {
            let key = comparable(original(self[member]))
            let isFirst = result[key] == nil
            if isFirst || convertsKeys {
                let element = try make(self, member + 1, value)
                if isFirst { result[key] = element }
            }
            member = after(member + 1)
        }
        return result
    }
}

extension CodableDocument {
    /// A dictionary whose keys are integers.
    ///
    /// - Parameter other: Makes it by its own coding: of what is no object, or where keys are converted or come twice. Of keys that are the same text the
    ///   first counts, or the last in a model; of those that are the same number (`1`, `01`) the last.
    func dictionary<T>(
        byIntegers value: Int, in container: Int, _ make: (CodableDocument, Int, Int) throws -> T, other: () throws -> [Int: T]
    ) throws -> [Int: T] {
        let token = self[value]
        guard token.isObject, isInModel ? hasDistinctKeys(value) : !convertsKeys else { return try other() }
        note(DictionaryKey.self, in: value)
        var result: [Int: T] = [:]
        result.reserveCapacity(token.count)
        var member = value + 3
        while member < token.end {
            let key = comparable(original(self[member]))
            guard let number = Int(key) else {
                let path = path(of: value, in: container) + [DictionaryKey(stringValue: key)]
                let text = "Expected Int key but found String key instead."
                throw DecodingError.typeMismatch(Int.self, .init(codingPath: path, debugDescription: text))
            }
            let element: T
            do {
                element = try make(self, member + 1, value)
            } catch {
                if result[number] != nil { return try other() }
                throw error
            }
            guard unsafe result.putNew(element, of: number) else { return try other() }
            member = after(member + 1)
        }
        return result
    }
}

/// A dictionary's key on the way to a value, as the dictionary's own coding has it: a number where it is written as one.
private struct DictionaryKey: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
    }
}
