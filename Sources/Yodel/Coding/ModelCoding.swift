import FoundationEssentials
import Synchronization

// Types that code themselves inside of models. The value is read as a document of its own (CodableDocument), but what the options of the model's decoder say
// holds here too: how dates, data and keys are written, and of equal keys the last counts. Types stay what the value is: a string is no number
// here, whatever the options convert elsewhere, since such a type says itself what it takes, often by trying one type after another.
//
//     {"user_name": "Ann", "at": 5}      container(keyedBy: CodingKeys.self) · decode(Date.self, forKey: .at)
//
// A key is looked up as the key style spells it, and as it stands if it does not come so; where the style converts keys, those of the document are
// converted, as `CodableDecoder` does it. The keys of a dictionary are data and stay as they are. A keyed container's `allKeys` are the other way
// round: snake case is undone, as Foundation's decoder does it, where that gives a key of the type.

/// What the options of a model's decoder say to types that decode themselves.
struct ModelCodingRules: Sendable {
    private(set) var scalars: ScalarRules
    /// Reads the models inside values of such types.
    let models: any ModelReading
    /// Containers that may be inside each other in the value.
    private(set) var depthLeft: Int
    /// Kept: a type's own code may keep its decoder.
    private var dateForms: DateForms?
    let keys: CodedKeys

    init(_ scalars: ScalarRules, _ keys: CodedKeys, _ models: any ModelReading, depthLeft: Int) {
        self.scalars = scalars
        self.models = models
        self.depthLeft = depthLeft
        dateForms = scalars.dateForms
        self.keys = keys
    }

    /// Takes what may differ from one value to the next.
    mutating func update(_ scalars: ScalarRules, depthLeft: Int) {
        self.scalars = scalars
        self.depthLeft = depthLeft
        if scalars.namesDateForms || dateForms != nil { dateForms = scalars.dateForms }
    }
}

/// Reads models inside of types that decode themselves.
protocol ModelReading: AnyObject, Sendable {
    /// Whether values of a type are read by its plan: it is a model, or holds models alone.
    func reads(_ type: Any.Type) -> Bool

    /// Reads a value by the plan of its type.
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - type: Its type.
    ///   - depthLeft: Containers that may be inside each other in it.
    ///   - slot: Fresh memory, which holds a value afterwards unless there is an error.
    /// - Returns: Why there is no value, and what has been noted; nil if nobody wants to know.
    func read(
        _ text: BorrowedBytes, as type: Any.Type, depthLeft: Int, into slot: MutableAddress
    ) -> (error: ModelError?, report: DecodingReport?)
}

/// Why a model inside of a type that codes itself has not been read or written. A type's own code may catch it.
struct ModelInside: Error, CustomStringConvertible {
    let error: ModelError

    var description: String { error.description }
}

/// The state of one value inside a model, while its type decodes it.
struct ModelCodingState {
    /// What models inside of it have noted, with the ways from it; nil if nothing.
    var report: DecodingReport?
    /// Where an error was met that a type's own code threw and that does not say where.
    var failure: (type: Any.Type, value: Int, container: Int, depth: Int)?
    /// What stood in the way of the last scalar that was refused, and how deep it was.
    var expected: (name: String, depth: Int)?

    var isInUse: Bool { report != nil || failure != nil || expected != nil }
}

extension CodableDocument {
    /// Makes a value of a type.
    @inline(never)
    func decode<T: Decodable>(inModel type: T.Type, _ value: Int, in container: Int) throws -> T {
        if let way = modelWays[type] { return try make(inModel: type, way, value, in: container) }
        return try ready(type, value, in: container) {
            try array(type, value, in: container) { try other(inModel: type, value, in: container) }
        }
    }

    /// The same for a type that has not been met before, or of which some values are made without a container.
    private func other<T: Decodable>(inModel type: T.Type, _ value: Int, in container: Int) throws -> T {
        if type == [String: String].self {
            guard hasDistinctKeys(value) else { return try make(inModel: type, .ofDictionary, value, in: container) }
            return try unsafe same(dictionary(value, in: container) { try $0.string($1, in: $2) }, as: type)
        }
        if type == [String: Int].self {
            guard hasDistinctKeys(value) else { return try make(inModel: type, .ofDictionary, value, in: container) }
            return try unsafe same(dictionary(value, in: container) { try $0.integer(Int.self, $1, in: $2) }, as: type)
        }
        let way = ModelWay(type, isByPlan: model.models.reads(type))
        // Values of these are made by a rule of their own, if they are what such a type takes.
        if type != JSONObject.self, type != JSONNumber.self { modelWays.keep(way, of: type) }
        return try make(inModel: type, way, value, in: container)
    }

    /// Makes a value of a type that has no rules of its own.
    @inline(__always)
    private func make<T: Decodable>(inModel type: T.Type, _ way: ModelWay, _ value: Int, in container: Int) throws -> T {
        if way.isByPlan { return try planned(type, value, in: container) }
        if changesKeys || convertsKeys, self[value].isObject { keepKeys(of: value, way.isDictionary) }
        // What is so short is not deep.
        if count > 2 * CodableTokens.maximumDepth, depth(of: container) > CodableTokens.maximumDepth {
            let text = "expected \(type), found containers nested deeper than \(CodableTokens.maximumDepth)"
            throw refused(text, type, value, in: container)
        }
        switch way.way {
        case .ofText: return try unsafe same(uuid(value, in: container), as: type)
        case .asCollection(let collection) where !way.isDictionary || hasDistinctKeys(value):
            return try make(type, collection, value, in: container)
        case .byIntegers(let collection): return try make(type, collection, value, in: container)
        case .ofDecoder, .ofJSON, .asCollection: break
        }
        do {
            return try type.init(from: CodableReader(document: self, value: value, container: container))
        } catch let error as DecodingError {
            throw error
        } catch {
            // On its way up an error meets every level: the first one is where it came from.
            let depth = depth(of: container)
            if modelState.failure.map({ $0.type == Swift.type(of: error) && $0.depth > depth }) != true {
                modelState.failure = (Swift.type(of: error), value, container, depth)
            }
            throw error
        }
    }

    // MARK: Models inside

    /// What a step to a model inside counts as, in containers: each has its text read once more, so there are to be few.
    private static var depthOfModel: Int { 8 }

    /// Makes a value by its type's plan.
    @inline(never)
    private func planned<T>(_ type: T.Type, _ value: Int, in container: Int) throws -> T {
        let depth = depth(of: container)
        // SAFETY: without an error the room holds a value.
        return try unsafe MutableAddress.value(of: type) { slot in
            let (error, report) = withText(of: value) {
                model.models.read($0, as: type, depthLeft: model.depthLeft - depth - Self.depthOfModel, into: slot)
            }
            if let report, !report.isEmpty {
                var all = modelState.report ?? report.emptied
                modelState.report = nil  // held once: it is changed where it is
                all.add(report, behind: way(to: value, in: container))
                modelState.report = all
            }
            guard let error else { return }
            modelState.failure = (ModelInside.self, value, container, depth)
            throw ModelInside(error: error)
        }
    }

    /// Lends the text of a value.
    private func withText<R>(of value: Int, _ body: (BorrowedBytes) -> R) -> R {
        if self[value].isObject || self[value].isArray { return body(written(container: self[value])) }
        return unsafe raw(value).bytes.withBorrowedBytes(body)
    }

    /// The way to where an error came from that does not say so itself.
    func path(to error: any Error) -> [any CodingKey] {
        modelState.failure.flatMap { $0.type == type(of: error) ? path(of: $0.value, in: $0.container) : nil } ?? []
    }

    /// What the last scalar that was refused was expected to be, and how deep it is.
    var refused: (name: String, depth: Int)? { modelState.expected }

    /// Whether a value is an object whose keys are known to differ.
    func hasDistinctKeys(_ value: Int) -> Bool {
        // Others are resolved when a container is made.
        guard self[value].isObject, self[value].head & CodableToken.hasUnresolvedKeys == 0 else { return false }
        rewind(value)
        return self[value].head & CodableToken.isDistinct != 0
    }

    /// How many containers are around what a container holds.
    private func depth(of container: Int) -> Int {
        // What is not there is as deep as its way is long.
        if let path = path(missing: container) { return path.count }
        var (depth, container) = (0, container)
        while container != Self.nothing {
            depth += 1
            container = self[container + 1].parent
        }
        return depth
    }

    // MARK: Types with rules of their own

    /// A value of a type that does not decode itself here, as it has rules of its own.
    ///
    /// - Parameter other: Makes a value of every other type.
    @inline(__always)
    private func ready<T: Decodable>(_ type: T.Type, _ value: Int, in container: Int, other: () throws -> T) throws -> T {
        if type == Date.self { return try scalar(type, .date, model.scalars, value, in: container) }
        if type == Data.self {
            // Empty text is no bytes.
            if self[value].isString, self[value].length == 0 { return unsafe same(Data(), as: type) }
            return try scalar(type, .data, model.scalars.subtracting(.converts), value, in: container)
        }
        if type == URL.self { return try scalar(type, .url, model.scalars.subtracting(.converts), value, in: container) }
        if type == Decimal.self { return try scalar(type, .decimal, model.scalars.subtracting(.converts), value, in: container) }
        if type == JSONValue.self { return unsafe same(json(value), as: type) }
        if type == RawJSON.self { return unsafe same(raw(value), as: type) }
        if type == JSONObject.self, let object = json(value).objectValue { return unsafe same(object, as: type) }
        if type == JSONNumber.self, let number = json(value).numberValue { return unsafe same(number, as: type) }
        return try other()
    }

    /// A scalar by the conversion table.
    private func scalar<T>(_ type: T.Type, _ kind: ScalarKind, _ rules: ScalarRules, _ value: Int, in container: Int) throws -> T {
        let token = self[value]
        // SAFETY: the target has room for a `T`, which the caller pairs with its kind, and the verdict says whether there is one.
        return try unsafe MutableAddress.value(of: type) { slot in
            let target = unsafe ScalarTarget(slot: Slot(slot, of: type), kind: kind, isOptional: false, fresh: true, rules: rules)
            let verdict: Verdict =
                switch token.kind {
                case .string where token.length == 0: .invalidValue
                case .string where token.head & CodableToken.escaped != 0: target.store(string: unescaped(token))
                case .string: target.store(string: written(token))
                case .number: target.store(number: written(number: token))
                case .null: .unexpectedNull
                case .true, .false, .key, .array, .object: .typeMismatch
                }
            switch verdict {
            case .stored: return
            case .unexpectedNull, .typeMismatch: throw mismatch(type, value, in: container)
            case .outOfRange, .invalidValue, .lossy, .undecodable, .kept, .passed, .null, .failed:
                let texts = texts(of: type)
                throw refused(token.isNumber ? texts.invalidNumber : texts.invalidString, type, value, in: container)
            }
        }
    }

    /// A value as JSON.
    func json(_ value: Int) -> JSONValue {
        let token = self[value]
        switch token.kind {
        case .null: return .null
        case .false: return .bool(false)
        case .true: return .bool(true)
        case .string, .key: return .string(string(token))
        case .number: return .number(JSONNumber(unchecked: String(known: written(number: token), isASCII: true)))
        case .array, .object: return json(container: token)
        }
    }

    /// A value has the right kind, but cannot be converted to the type that is asked for.
    @inline(never)
    func refused(_ text: String, _ type: Any.Type, _ value: Int, in container: Int) -> DecodingError {
        modelState.expected = (texts(of: type).name, depth(of: container))
        return corrupted(path(of: value, in: container), text)
    }

    // MARK: Keys

    /// The value of a key as the style spells it, or else as it stands; 0 if it comes neither way.
    func value(spelt name: String, in object: Int) -> Int {
        guard self[object].head & CodableToken.keepsKeys == 0 else { return value(verbatim: name, in: object) }
        let keys = model.keys
        let key = keys.wanted(name)
        let value = value(verbatim: key, in: object)
        if value != 0 { return value }
        if keys.respells {
            let value = self.value(verbatim: name, in: object)
            if value != 0 { return value }
        }
        guard keys.ignoresCase else { return 0 }
        let folded = UTF8Key(KeyText.folded(key))
        if self[object].count > Self.mostFoldedAnew { return (foldedKeys[object] ?? makeFoldedKeys(of: object))[folded] ?? 0 }
        let found = names(in: object).first { $0.utf8.count == folded.text.utf8.count && UTF8Key(KeyText.folded($0)) == folded }
        return found.map { self.value(verbatim: $0, in: object) } ?? 0
    }

    /// As long as an object has no more keys, they are lowercased for each key that is looked up. Those of larger objects are lowercased once and stored.
    private static var mostFoldedAnew: Int { 16 }

    /// Of keys that are one in lower case the first counts.
    private func makeFoldedKeys(of object: Int) -> [UTF8Key: Int] {
        var values: [UTF8Key: Int] = [:]
        for name in names(in: object) {
            let folded = UTF8Key(KeyText.folded(name))
            if values[folded] == nil { values[folded] = value(verbatim: name, in: object) }
        }
        foldedKeys[object] = values
        return values
    }

    /// A key of a type by one of an object; nil if the type has none of that name.
    func key<Key: CodingKey>(_ name: String, in object: Int) -> Key? {
        if changesKeys, self[object].head & CodableToken.keepsKeys == 0 { return model.keys.key(name) }
        return Key(stringValue: name)
    }
}

/// Documents for values of models. They are used again, as is their memory.
enum ModelDocuments {
    private static let idle = Mutex<[CodableDocument]>([])
    /// As many as threads that may well decode at once.
    private static let most = 16

    /// A document that nobody else has, for values that are read by some rules.
    static func take(_ rules: ModelCodingRules) -> CodableDocument {
        KeptDocuments.sweep()
        let document = idle.withLock { $0.popLast() } ?? CodableDocument(CodableRules())
        document.use(rules)
        return document
    }

    /// Ends the decode of a value.
    static func end(_ document: inout CodableDocument) {
        // Who has kept a part of it goes on by the same rules.
        guard CodableDocument.end(&document) else { return }
        document.use(nil)
        idle.withLock { if $0.count < most { $0.append(document) } }
    }
}
