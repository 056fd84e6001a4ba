extension ModelDecoder {
    /// Decodes a value from a part of a document.
    ///
    /// Everything beside the part is only checked to be JSON. If a key on the way comes twice, the last value counts.
    ///
    /// ```swift
    /// let user = try decoder.decode(User.self, from: #"{"data": {"user": {"id": 7}}}"#, at: "data.user")
    /// let first = try decoder.decode(User.self, from: #"{"items": [{"id": 7}]}"#, at: "items[0]")
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    ///   - path: The way to the part. A key of digits also stands for an index: `items.0`.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says; with code `pathNotFound` if there is nothing at the path.
    /// - Complexity: Linear in the number of bytes.
    public func decode<T>(_ type: T.Type, from json: some JSONBytes, at path: JSONPath) throws(ModelError) -> T {
        var request = unsafe request
        unsafe request.seek = path.components
        return try unsafe decode(type, json, request)
    }

    /// Decodes a value and notes where the document departs from the model.
    ///
    /// ```swift
    /// var report = DecodingReport()
    /// let users = try decoder.decode([User].self, from: data, report: &report)
    /// if !report.isEmpty { log(report.departures) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    ///   - path: The way to the part of the document that is wanted; empty for all of it.
    ///   - report: Where departures are added. What was noted before an error stays.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    /// - Complexity: Linear in the number of bytes.
    public func decode<T>(
        _ type: T.Type, from json: some JSONBytes, at path: JSONPath = JSONPath(), report: inout DecodingReport
    ) throws(ModelError) -> T {
        let outcome: Result<T, ModelError> = unsafe withUnsafeMutablePointer(to: &report) { report in
            var request = unsafe request
            unsafe request.seek = path.components
            unsafe request.report = unsafe report
            do throws(ModelError) {
                return .success(try unsafe decode(type, json, request))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Decodes a value from JSON that has been parsed, and notes where it departs from the model.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - value: The JSON.
    ///   - report: Where departures are added.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONValue)`` says.
    public func decode<T>(_ type: T.Type, from value: JSONValue, report: inout DecodingReport) throws(ModelError) -> T {
        try unsafe decode(type, .value(value), &report)
    }

    /// Decodes a value from a dictionary of Swift's own values, and notes where it departs from the model.
    ///
    /// - Parameters:
    ///   - type: A model, or a dictionary of supported types.
    ///   - object: The dictionary.
    ///   - report: Where departures are added.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,[String:Any])`` says.
    public func decode<T>(_ type: T.Type, from object: [String: Any], report: inout DecodingReport) throws(ModelError) -> T {
        try unsafe decode(type, .object(object), &report)
    }

    private func decode<T>(_ type: T.Type, _ source: MappingSource, _ report: inout DecodingReport) throws(ModelError) -> T {
        let outcome: Result<T, ModelError> = unsafe withUnsafeMutablePointer(to: &report) { report in
            var request = unsafe request
            unsafe request.report = unsafe report
            do throws(ModelError) {
                return .success(try unsafe decode(type, source, request))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func decode<T>(_ type: T.Type, _ json: some JSONBytes, _ request: MappingRequest) throws(ModelError) -> T {
        let plan = unsafe try options.cache.plan(for: type)
        return unsafe try value(of: type) { slot in
            unsafe json.withJSONBytes { bytes in
                unsafe fill(slot, plan, .bytes(bytes.bindMemory(to: UInt8.self)), request)
            }
        }
    }
}
