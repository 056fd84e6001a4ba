extension ModelDecoder {
    /// Decodes a value from a part of a document.
    ///
    /// Everything outside the part is only checked to be JSON. If a key on the path appears twice, the last value counts.
    ///
    /// ```swift
    /// let user = try decoder.decode(User.self, from: #"{"data": {"user": {"id": 7}}}"#, at: "data.user")
    /// let first = try decoder.decode(User.self, from: #"{"items": [{"id": 7}]}"#, at: "items[0]")
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    ///   - path: The path to the part. A key of digits also stands for an index: `items.0`.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says; with code `pathNotFound` if there is nothing at the path.
    /// - Complexity: Linear in the number of bytes.
    public func decode<T>(_ type: T.Type, from json: some JSONBytes, at path: JSONPath) throws(ModelError) -> T {
        try filled(type) { slot in fill(slot, type, json, at: path, request) }
    }

    /// Decodes a value and records where the document departs from the model.
    ///
    /// ```swift
    /// var report = DecodingReport()
    /// let users = try decoder.decode([User].self, from: data, report: &report)
    /// if !report.isEmpty { log(report.issues) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    ///   - path: The path to the wanted part of the document; empty for all of it.
    ///   - report: Issues are added here. Those recorded before an error stay.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says.
    /// - Complexity: Linear in the number of bytes.
    public func decode<T>(
        _ type: T.Type, from json: some JSONBytes, at path: JSONPath = JSONPath(), report: inout DecodingReport
    ) throws(ModelError) -> T {
        try filled(type) { slot in
            request.noting(in: &report) { fill(slot, type, json, at: path, $0) }
        }
    }

    /// Decodes a value from parsed JSON, and notes where it departs from the model.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - value: The JSON.
    ///   - report: Issues are added here.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONValue)`` says.
    public func decode<T>(_ type: T.Type, from value: JSONValue, report: inout DecodingReport) throws(ModelError) -> T {
        try filled(type) { slot in
            fill(slot, type, .json(value), &report)
        }
    }

    /// Decodes a value from a dictionary of Swift's own values, and notes where it departs from the model.
    ///
    /// - Parameters:
    ///   - type: A model, or a dictionary of supported types.
    ///   - object: The dictionary.
    ///   - report: Issues are added here.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,[String:Any])`` says.
    public func decode<T>(_ type: T.Type, from object: [String: Any], report: inout DecodingReport) throws(ModelError) -> T {
        try filled(type) { slot in
            fill(slot, type, .plain(object, .object), &report)
        }
    }

    /// Decodes a value from an array of Swift's own values, and notes where it departs from the model.
    ///
    /// - Parameters:
    ///   - type: An array, or a set, of supported types.
    ///   - array: The array.
    ///   - report: Issues are added here.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,[String:Any])`` says.
    @_disfavoredOverload
    public func decode<T>(_ type: T.Type, from array: [Any], report: inout DecodingReport) throws(ModelError) -> T {
        try filled(type) { slot in
            fill(slot, type, .plain(array, .array), &report)
        }
    }

    /// Merges a part of a document into an existing value.
    ///
    /// ```swift
    /// try decoder.update(&user, from: #"{"data": {"user": {"name": "Bea"}}}"#, at: "data.user")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The document in UTF-8.
    ///   - path: The path to the part. A key of digits also stands for an index: `items.0`.
    /// - Throws: `ModelError`, as ``decode(_:from:at:)`` says; `value` is then as it was.
    /// - Complexity: Linear in the number of bytes.
    public func update<T>(_ value: inout T, from json: some JSONBytes, at path: JSONPath) throws(ModelError) {
        let failure = json.withBorrowedJSON { bytes in request.seeking(path) { update(&value, bytes, $0) } }
        if let failure { throw failure }
    }

    private func fill(
        _ slot: MutableAddress, _ type: Any.Type, _ source: DynamicValue, _ report: inout DecodingReport
    ) -> ModelError? {
        request.noting(in: &report) { fill(slot, type, source, $0) }
    }

    private func fill(
        _ slot: MutableAddress, _ type: Any.Type, _ json: some JSONBytes, at path: JSONPath,
        _ request: DecodingRequest
    ) -> ModelError? {
        json.withBorrowedJSON { bytes in request.seeking(path) { fill(slot, type, bytes, $0) } }
    }
}

extension DecodingRequest {
    // SAFETY: the path stays where it is while the closure runs.

    /// The same for a part of the document.
    fileprivate func seeking(_ path: JSONPath, _ body: (DecodingRequest) -> ModelError?) -> ModelError? {
        unsafe path.components.withUnsafeBufferPointer { steps in
            var request = self
            request.seek = unsafe SoughtPath(steps)
            return body(request)
        }
    }

    /// The same, where issues are noted in a report.
    func noting(in report: inout DecodingReport, _ body: (DecodingRequest) -> ModelError?) -> ModelError? {
        unsafe Pinned.lend(&report) { report in
            var request = self
            request.report = report
            return body(request)
        }
    }
}
