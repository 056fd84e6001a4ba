import FoundationEssentials

// Values of any type. Those that have a rule of their own (dates, data, URLs, decimals) are made here, and so are arrays and dictionaries by text or by
// integers, without a container, a decoder or a box per element. All others make themselves of a decoder.

extension CodableDocument {
    /// Makes a value of a type.
    ///
    /// - Parameters:
    ///   - value: Its entry.
    ///   - container: The entry of the container it is in.
    func decode<T: Decodable>(_ type: T.Type, _ value: Int, in container: Int) throws -> T {
        if isInModel { return try decode(inModel: type, value, in: container) }
        if let way = ways[type] { return try make(type, way, value, in: container) }
        return try array(type, value, in: container) { try other(type, value, in: container) }
    }

    /// The same for a type that is none of those arrays, and has not been met before or has a rule of its own.
    private func other<T: Decodable>(_ type: T.Type, _ value: Int, in container: Int) throws -> T {
        if type == Date.self { return try unsafe same(date(value, in: container), as: type) }
        if type == URL.self { return try unsafe same(url(value, in: container), as: type) }
        if type == Data.self { return try unsafe same(data(value, in: container), as: type) }
        if type == Decimal.self { return try unsafe same(decimal(value, in: container), as: type) }
        if type == RawJSON.self { return unsafe same(raw(value), as: type) }
        if type == [String: String].self {
            return try unsafe same(dictionary(value, in: container) { try $0.string($1, in: $2) }, as: type)
        }
        if type == [String: Int].self {
            return try unsafe same(dictionary(value, in: container) { try $0.integer(Int.self, $1, in: $2) }, as: type)
        }
        let way = CodableWay(type)
        ways.keep(way, of: type)
        return try make(type, way, value, in: container)
    }

    @inline(__always)
    private func make<T: Decodable>(_ type: T.Type, _ way: CodableWay, _ value: Int, in container: Int) throws -> T {
        switch way {
        // Of the type itself: of a class it may be a subclass of `T`.
        case .ofDecoder: try type.init(from: CodableReader(document: self, value: value, container: container))
        case .ofText: try unsafe same(uuid(value, in: container), as: type)
        case .ofJSON: try makeJSON(type, value, in: container)
        case .asCollection(let collection): try make(type, collection, value, in: container)
        case .byIntegers(let collection): try make(type, collection, value, in: container)
        }
    }

    /// A value of one of the library's own types for any JSON; what is none of the type says so itself.
    private func makeJSON<T: Decodable>(_ type: T.Type, _ value: Int, in container: Int) throws -> T {
        if type == JSONValue.self { return unsafe same(json(value), as: type) }
        if type == JSONObject.self, let object = json(value).objectValue { return unsafe same(object, as: type) }
        if type == JSONNumber.self, let number = json(value).numberValue { return unsafe same(number, as: type) }
        return try type.init(from: CodableReader(document: self, value: value, container: container))
    }

    /// - Parameter collection: The type itself.
    func make<T, Collection: CodableCollection>(
        _ type: T.Type, _ collection: Collection.Type, _ value: Int, in container: Int
    ) throws -> T {
        try unsafe same(collection.decode(self, value, in: container), as: type)
    }

    /// - Parameter collection: The type itself.
    func make<T, Collection: CodableIntegerDictionary>(
        _ type: T.Type, _ collection: Collection.Type, _ value: Int, in container: Int
    ) throws -> T {
        try unsafe same(collection.decode(byIntegers: self, value, in: container), as: type)
    }

    /// An array of one of the types that are made without a container.
    ///
    /// - Parameter other: Makes a value of every other type. (With an optional for an answer, the runtime would look up its type each time.)
    @inline(__always)
    func array<T>(_ type: T.Type, _ value: Int, in container: Int, other: () throws -> T) throws -> T {
        if type == [String].self { return try unsafe same(strings(value, in: container), as: type) }
        if type == [Double].self { return try unsafe same(doubles(value, in: container), as: type) }
        if type == [Int].self { return try unsafe same(integers(value, in: container), as: type) }
        if type == [[Double]].self { return try unsafe same(points(value, in: container), as: type) }
        return try other()
    }

    // MARK: Types with rules of their own

    /// - Parameter isWhole: Whether it is asked for as the whole of a decoder's value.
    func date(_ value: Int, in container: Int, isWhole: Bool = false) throws -> Date {
        let token = self[value]
        guard !token.isNull else { throw mismatch(Date.self, value, in: container) }
        switch rules.dateStrategy {
        case .deferredToDate:
            return Date(timeIntervalSinceReferenceDate: try double(value, in: container))
        case .secondsSince1970:
            return Date(timeIntervalSince1970: try double(value, in: container))
        case .millisecondsSince1970:
            return Date(timeIntervalSince1970: try double(value, in: container) / 1000)
        case .iso8601:
            guard token.isString else { throw mismatch(String.self, value, in: container) }
            if token.isPlain, let date = Self.plainDate(written(token)) { return date }
            guard let date = try? Date.ISO8601FormatStyle().parse(string(token)) else {
                // Foundation's error has the way to the decoder that is asked.
                let path = isWhole || container == Self.nothing ? path(of: value, in: container) : path(to: container)
                throw corrupted(path, "Expected date string to be ISO8601-formatted.")
            }
            return date
        case .custom(let make):
            return try make(CodableReader(document: self, value: value, container: container))
        }
    }

    /// A date in the form that nearly all have, `2014-05-06T07:08:09Z`; nil for every other, and for what the calendar does not have.
    private static func plainDate(_ text: BorrowedBytes) -> Date? {
        // Before 1600 Foundation's calendars differ.
        guard text.count == 20, text[10] == ASCII.upperT && text[19] == ASCII.upperZ, text[0] == UInt8(ascii: "2") else {
            return nil
        }
        return DateParser.date(text)
    }

    private func data(_ value: Int, in container: Int) throws -> Data {
        let token = self[value]
        guard !token.isNull else { throw mismatch(Data.self, value, in: container) }
        switch rules.dataStrategy {
        case .deferredToData:
            return try Data(from: CodableReader(document: self, value: value, container: container))
        case .base64:
            if token.isPlain, token.isString, let data = Base64.data(written(token)) { return data }
            // With escapes, as many writers have it for slashes.
            var text = try string(value, in: container)
            guard let data = unsafe text.withBorrowedBytes({ Base64.data($0) }) ?? Data(base64Encoded: text) else {
                throw corrupted(path(of: value, in: container), "Encountered Data is not valid Base64.")
            }
            return data
        case .custom(let make):
            return try make(CodableReader(document: self, value: value, container: container))
        }
    }

    /// A value's bytes as they are written.
    func raw(_ value: Int) -> RawJSON {
        let token = self[value]
        return switch token.kind {
        case .null: .null
        case .false: RawJSON(.bool(false))
        case .true: RawJSON(.bool(true))
        case .number: RawJSON(unchecked: Array(written(number: token)))
        case .string, .key: RawJSON(unchecked: Array(bytes(Int(token.place) - 1, token.length + 2)))
        case .array, .object: RawJSON(unchecked: Array(written(container: token)))
        }
    }

    private func url(_ value: Int, in container: Int) throws -> URL {
        guard !self[value].isNull else { throw mismatch(URL.self, value, in: container) }
        guard let url = URL(string: try string(value, in: container)) else {
            throw corrupted(path(of: value, in: container), "Invalid URL string.")
        }
        return url
    }

    /// A UUID by its text. Whatever else stands there is read by the type itself, whose errors they are.
    func uuid(_ value: Int, in container: Int) throws -> UUID {
        let token = self[value]
        if token.isString, token.isPlain, let uuid = UUIDText.uuid(written(token)) { return uuid }
        return try UUID(from: CodableReader(document: self, value: value, container: container))
    }

    private func decimal(_ value: Int, in container: Int) throws -> Decimal {
        let token = self[value]
        guard !token.isNull else { throw mismatch(Decimal.self, value, in: container) }
        guard token.isNumber else {
            throw DecodingError.typeMismatch(Decimal.self, .init(codingPath: path(of: value, in: container), debugDescription: ""))
        }
        let text = written(number: token)
        let hasExponent = token.word != 0 || token.exponent.magnitude < 128
        if token.head & CodableToken.exact != 0, hasExponent, let decimal = NumberParser.decimal(text) { return decimal }
        guard let decimal = Decimal(string: String(valid: text)), decimal.isFinite else {
            throw unfit(Decimal.self, value, in: container)
        }
        return decimal
    }
}
