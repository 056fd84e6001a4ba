// All that is wrong with a document, not only the first of it.

extension ModelDecoder {
    /// Decodes a value if nothing at all is wrong with the document, and otherwise reports everything that is.
    ///
    /// Nothing is converted. Every value must fit; every key must belong to a property and appear once. A required property must have a value: one of a
    /// struct with a ``ModelForm`` without a default, or one of ``ModelDescription/required``. With `onMissing = .fail` every property must that is not optional; without it a
    /// missing property has its default. The decoder's options also decide how keys, dates and data are written, and set all limits.
    ///
    /// ```swift
    /// var problems: [ModelProblem] = []
    /// guard let user = try decoder.decode(User.self, from: data, problems: &problems) else { return answer(problems) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    ///   - limit: How many problems to report, not counting one that ended the reading, such as a syntax fault or an unusable root.
    ///   - maximumBytes: About how many bytes of problems to report: a problem has all keys on the way to it, and the document decides how long these are. If
    ///     there are more, the last problem says so; it has the code `failureLimit` and no place.
    ///   - problems: Problems are added here, in the order of the document.
    /// - Returns: The value; nil if there is a problem, in which case at least one was added.
    /// - Throws: `ModelError` of category `model`: the type cannot be mapped, which is not a fault of the document.
    /// - Complexity: Linear in the number of bytes.
    public func decode<T>(
        _ type: T.Type, from json: some JSONBytes, limit: Int = 100, maximumBytes: Int = 1 << 20, problems: inout [ModelProblem]
    ) throws(ModelError) -> T? {
        _ = try plan(for: type)
        // What is noted here has its place in two texts there.
        var report = Self.problemReport(limit, maximumBytes)
        let (result, found) = json.withBorrowedJSON { bytes in
            let result = Result { () throws(ModelError) in try strictly(type, bytes, &report) }
            return (result, Self.problems(report, in: bytes))
        }
        switch result {
        case .success(let value):
            if report.isEmpty { return value }
            try Self.add(nil, report, found, maximumBytes, to: &problems)
        case .failure(let error): try Self.add(error, report, found, maximumBytes, to: &problems)
        }
        return nil
    }

    /// Merges a document into an existing value if nothing at all is wrong with the document, and otherwise reports everything that is.
    ///
    /// The rules are those of ``decode(_:from:limit:maximumBytes:problems:)``, but a property that the value has need not be present. If there is a problem, the value
    /// and the instances that it refers to are as they were, as with ``update(_:from:)-(_,JSONBytes)``.
    ///
    /// ```swift
    /// var problems: [ModelProblem] = []
    /// guard try decoder.update(&user, from: data, problems: &problems) else { return answer(problems) }
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The document in UTF-8.
    ///   - limit: How many problems to report, not counting one that ended the reading.
    ///   - maximumBytes: About how many bytes of problems to report.
    ///   - problems: Problems are added here, in the order of the document.
    /// - Returns: Whether the value has been changed; if not, at least one problem was added.
    /// - Throws: `ModelError` of category `model`: the type cannot be mapped, which is not a fault of the document.
    /// - Complexity: Linear in the number of bytes.
    public func update<T>(
        _ value: inout T, from json: some JSONBytes, limit: Int = 100, maximumBytes: Int = 1 << 20, problems: inout [ModelProblem]
    ) throws(ModelError) -> Bool {
        _ = try plan(for: T.self)
        var report = Self.problemReport(limit, maximumBytes)
        var request = strictRequest
        request.undoesWhatIsNoted = true
        var changed = value
        let (failure, found) = json.withBorrowedJSON { bytes in
            let failure = request.noting(in: &report) { update(&changed, bytes, $0) }
            return (failure, Self.problems(report, in: bytes))
        }
        if failure == nil && report.isEmpty {
            value = changed
            return true
        }
        try Self.add(failure, report, found, maximumBytes, to: &problems)
        return false
    }

    /// Adds what is wrong with a document.
    ///
    /// - Parameters:
    ///   - failure: What has ended the reading.
    ///   - found: What the report has noted.
    private static func add(
        _ failure: ModelError?, _ report: DecodingReport, _ found: [ModelProblem], _ maximumBytes: Int, to problems: inout [ModelProblem]
    ) throws(ModelError) {
        if let failure {
            if failure.category == .model { throw failure }
            // Without anything that has been noted, the error itself is what is wrong.
            let all = report.namesFailure && !found.isEmpty ? found : found + ModelProblem.all(of: failure, within: maximumBytes)
            let order = all.indices.sorted { (all[$0].offset, $0) < (all[$1].offset, $1) }
            problems += order.map { all[$0] }
        } else {
            problems += found
        }
        if report.isCut && report.issues.count < report.limit {
            problems.append(.left(out: report.count - report.issues.count))
        }
    }

    private func strictly<T>(
        _ type: T.Type, _ bytes: BorrowedBytes, _ report: inout DecodingReport
    ) throws(ModelError) -> T {
        let request = strictRequest
        return try filled(type) { slot in
            request.noting(in: &report) { fill(slot, type, bytes, $0) }
        }
    }

    /// What the options ask for, where all that is wrong is noted.
    private var strictRequest: DecodingRequest {
        var request = self.request
        request.parser = nil
        request.rules.collect()
        return request
    }

    /// What notes all that is wrong with a document. The places of problems have half of the bytes.
    private static func problemReport(_ limit: Int, _ maximumBytes: Int) -> DecodingReport {
        var report = DecodingReport(limit: max(limit, 1), maximumBytes: maximumBytes / 2)
        report.notesConstants = false
        return report
    }

    /// The issues with their lines, in the order of the document.
    private static func problems(_ report: DecodingReport, in bytes: BorrowedBytes) -> [ModelProblem] {
        var lines = LineCounter()
        var counted = 0
        // A stable order: of those at one place the first stays first.
        let order = report.issues.indices.sorted { (report.issues[$0].offset, $0) < (report.issues[$1].offset, $1) }
        return order.map { index in
            let issue = report.issues[index]
            let offset = min(issue.offset, bytes.count)
            lines.pass(bytes.part(counted..<offset), from: counted)
            counted = offset
            return ModelProblem(issue, at: lines.place(of: offset))
        }
    }
}
