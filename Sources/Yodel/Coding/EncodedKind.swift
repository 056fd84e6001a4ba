import FoundationEssentials

/// How values of a type are written, other than by their own `encode(to:)`.
enum EncodedKind: UInt8 {
    /// By `encode(to:)`.
    case other
    case string, int, bool, double, float
    case date, data, url, uuid, decimal, rawJSON
    /// By its plan: inside of models a model, what holds models alone, or JSON as it is.
    case planned
    case jsonObject, jsonNumber
    case strings, bools, doubles, floats, ints, int32s, int64s, uints, uint8s, uint32s, uint64s
    case stringsByString, intsByString, boolsByString
    /// Another array, or dictionary whose keys are strings: element by element.
    case collection
    /// Another dictionary whose keys stay, or an optional one, where the keys of types change.
    case dictionary

    /// - Parameter session: Says what is done to the keys of types, and whether these are inside of models.
    init<T: Encodable>(_ type: T.Type, _ session: EncodingSession) {
        let isInModel = session.model != nil
        if let kind = Self.known[ObjectIdentifier(type)] ?? (isInModel ? Self.knownInModels[ObjectIdentifier(type)] : nil) {
            self = kind
        } else if let model = session.model, model.models.writes(type) {
            self = .planned
        } else if session.collection(of: type) != nil {
            self = .collection
        } else {
            self = session.keyForm != .asGiven && Self.keepsKeys(type, isInModel) ? .dictionary : .other
        }
    }

    /// Whether it is a dictionary whose keys are data: in models any one, with Foundation those by strings.
    private static func keepsKeys(_ type: Any.Type, _ isInModel: Bool) -> Bool {
        if let optional = StandardTypes.optional(type) { return keepsKeys(optional.wrappedType, isInModel) }
        guard let dictionary = StandardTypes.dictionary(type) else { return false }
        return isInModel || dictionary.keyType == String.self
    }

    private static let knownInModels: [ObjectIdentifier: EncodedKind] = [
        ObjectIdentifier(JSONValue.self): .planned, ObjectIdentifier(JSONObject.self): .jsonObject,
        ObjectIdentifier(JSONNumber.self): .jsonNumber,
    ]

    private static let known: [ObjectIdentifier: EncodedKind] = [
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float,
        ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url,
        ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(Decimal.self): .decimal, ObjectIdentifier(RawJSON.self): .rawJSON,
        ObjectIdentifier([String].self): .strings, ObjectIdentifier([Bool].self): .bools, ObjectIdentifier([Double].self): .doubles,
        ObjectIdentifier([Float].self): .floats, ObjectIdentifier([Int].self): .ints, ObjectIdentifier([Int32].self): .int32s,
        ObjectIdentifier([Int64].self): .int64s, ObjectIdentifier([UInt].self): .uints, ObjectIdentifier([UInt8].self): .uint8s,
        ObjectIdentifier([UInt32].self): .uint32s, ObjectIdentifier([UInt64].self): .uint64s,
        ObjectIdentifier([String: String].self): .stringsByString, ObjectIdentifier([String: Int].self): .intsByString,
        ObjectIdentifier([String: Bool].self): .boolsByString,
    ]
}
