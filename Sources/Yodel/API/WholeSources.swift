import FoundationEssentials

// Types that have no `init()` are made by Decoding, of a text that lies whole. So what is to become one, and is no such text, is made into one first: pieces
// are put together, and values that have been parsed are written out. Their errors have a path, and no place.

extension MappingSource {
    /// Fills memory from a source, as a plan's values are made.
    ///
    /// - Parameters:
    ///   - plan: The type in the slot.
    ///   - isFilled: Whether a value is there, which is changed; otherwise one is made.
    /// - Returns: As `Mapping.map` does.
    func map(
        _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        guard unsafe plan.pointee.reachesDrafts else { return unsafe Mapping.map(self, plan, into: slot, isFilled: &isFilled, request) }
        var request = unsafe request.forDrafts
        if case .bytes = unsafe self { return unsafe Mapping.map(self, plan, into: slot, isFilled: &isFilled, request) }
        unsafe request.limits = ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: .max, acceptsByteOrderMark: false)
        var output = OutputBuffer()
        if let error = unsafe write(to: &output, request.rules) { return error }
        return unsafe output.withBytes { text in
            let source = unsafe MappingSource.bytes(text.bindMemory(to: UInt8.self))
            return unsafe Mapping.map(source, plan, into: slot, isFilled: &isFilled, request)?.withoutPlace
        }
    }

    /// Fills memory that holds no value yet.
    ///
    /// - Returns: As `Mapping.fill` does.
    func fill(_ slot: UnsafeMutableRawPointer, _ plan: UnsafePointer<ValuePlan>, _ request: DecodingRequest) -> ModelError? {
        guard unsafe plan.pointee.reachesDrafts else { return unsafe Mapping.fill(slot, plan, self, request) }
        var isFilled = false
        let failure = unsafe map(plan, into: slot, isFilled: &isFilled, request)
        if failure != nil && isFilled { unsafe plan.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
        return failure
    }

    private func write(to output: inout OutputBuffer, _ rules: DecodingRules) -> ModelError? {
        var writer = PlainText(rules: rules)
        let value: JSONValue
        switch unsafe self {
        case .bytes: return nil
        case .value(let json): value = unsafe json.pointee
        case .object(let object):
            guard let json = unsafe writer.json(object.pointee, within: rules.maximumDepth) else { return writer.error }
            value = json
        case .array(let array):
            guard let json = unsafe writer.json(array.pointee, within: rules.maximumDepth) else { return writer.error }
            value = json
        }
        if value.isDeeper(than: rules.maximumDepth) { return .depthLimit(rules.maximumDepth, at: .none, path: JSONPath()) }
        value.appendText(to: &output)
        return nil
    }
}

/// Makes JSON of Swift's own values, in which the values that JSON does not have are what the rules read again.
private struct PlainText {
    let rules: DecodingRules
    var path: [JSONPath.Component] = []
    var error: ModelError?

    /// - Returns: nil for an error.
    mutating func json(_ value: Any, within limit: Int) -> JSONValue? {
        switch PlainValue(value) {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let text): return .number(JSONNumber(unchecked: text))
        case .string(let text): return .string(text)
        case .json(let value): return value
        case .array(let elements):
            guard goesDeeper(limit) else { return nil }
            var result: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                path.append(.index(index))
                guard let value = json(element, within: limit - 1) else { return nil }
                result.append(value)
                path.removeLast()
            }
            return .array(result)
        case .object(let pairs):
            guard goesDeeper(limit) else { return nil }
            var result = JSONObject()
            for (key, element) in pairs {
                path.append(.key(key))
                guard let value = json(element, within: limit - 1) else { return nil }
                result[key] = value
                path.removeLast()
            }
            return .object(result)
        case .other(let value):
            if let text = text(value) { return text }
            error = .mismatch(
                Mismatch(code: .typeMismatch, expected: "a value that JSON has", found: "a value of type \(type(of: value))"), at: .none,
                path: JSONPath(path))
            return nil
        }
    }

    private mutating func goesDeeper(_ limit: Int) -> Bool {
        if limit > 0 { return true }
        error = .depthLimit(rules.maximumDepth, at: .none, path: JSONPath(path))
        return false
    }

    /// What stands for a value that JSON does not have; nil for nothing.
    private func text(_ value: Any) -> JSONValue? {
        switch value {
        case let date as Date where rules.scalars.takesEpoch:
            let isMilliseconds = rules.scalars.contains(.epochMilliseconds)
            return JSONNumber(date.timeIntervalSince1970 * (isMilliseconds ? 1000 : 1)).map { .number($0) }
        case let date as Date:
            return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DateWriter.maximumBytes) { room in
                let text = unsafe room.baseAddress.unsafelyUnwrapped
                // SAFETY: there is room for the longest date.
                let count = unsafe DateWriter.write(
                    secondsSince1970: date.timeIntervalSince1970, fractionDigits: 6, secondsFromGMT: 0, to: text)
                return count.map { unsafe .string(String(decoding: UnsafeBufferPointer(start: text, count: $0), as: UTF8.self)) }
            }
        case let data as Data:
            return rules.scalars.contains(.utf8Data)
                ? PlainValue.text(data).map { .string($0) } : .string(data.base64EncodedString())
        default:
            return PlainValue.text(value).map { .string($0) }
        }
    }
}

extension ModelError {
    /// The error without a place in an input.
    fileprivate var withoutPlace: ModelError {
        ModelError(category, code, at: .none, path: path, message, underlying: underlying, missing: missingPaths)
    }
}
