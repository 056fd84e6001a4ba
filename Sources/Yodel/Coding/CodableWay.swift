import FoundationEssentials

/// How values are made of types that have no rule of their own.
enum CodableWay {
    /// They make themselves of a decoder.
    case ofDecoder
    /// It is `UUID`, which is made of its text.
    case ofText
    /// It is `JSONValue`, `JSONObject` or `JSONNumber`, of which any value, an object, or a number is one as it stands.
    case ofJSON
    /// They are made here, without a decoder and a container.
    case asCollection(any CodableCollection.Type)
    /// So are they, where the keys of an object are numbers of which none is repeated.
    case byIntegers(any CodableIntegerDictionary.Type)

    /// Finds out how values of a type are made.
    init(_ type: any Decodable.Type) {
        if type == UUID.self {
            self = .ofText
            return
        }
        if type == JSONValue.self || type == JSONObject.self || type == JSONNumber.self {
            self = .ofJSON
            return
        }
        let isDictionary = StandardTypes.dictionary(type) != nil
        if isDictionary || StandardTypes.sequence(type) != nil, let collection = type as? any CodableCollection.Type {
            self = .asCollection(collection)
        } else if isDictionary, let dictionary = type as? any CodableIntegerDictionary.Type {
            self = .byIntegers(dictionary)
        } else {
            self = .ofDecoder
        }
    }
}

/// How values of a type that has no rule of its own are made in models.
struct ModelWay {
    /// By the plan of the type: it is a model, or holds models alone.
    let isByPlan: Bool
    /// Whether the keys of its objects are data.
    let isDictionary: Bool
    let way: CodableWay

    /// A dictionary that is made by its own coding.
    static var ofDictionary: ModelWay { ModelWay(isByPlan: false, isDictionary: true, way: .ofDecoder) }

    private init(isByPlan: Bool, isDictionary: Bool, way: CodableWay) {
        self.isByPlan = isByPlan
        self.isDictionary = isDictionary
        self.way = way
    }

    /// Finds out how values of a type are made.
    init(_ type: any Decodable.Type, isByPlan: Bool) {
        self.init(
            isByPlan: isByPlan, isDictionary: StandardTypes.dictionary(type) != nil, way: isByPlan ? .ofDecoder : CodableWay(type))
    }
}

/// An array, or a dictionary whose keys are text. Its own coding would make it element by element, of a container in a box, and look its type up each time.
protocol CodableCollection {
    /// Makes one of a value.
    static func decode(_ document: CodableDocument, _ value: Int, in container: Int) throws -> Self
}

extension Array: CodableCollection where Element: Decodable {
    static func decode(_ document: CodableDocument, _ value: Int, in container: Int) throws -> Self {
        try document.elements(value, in: container) { try $0.decode(Element.self, $1, in: $2) }
    }
}

extension Dictionary: CodableCollection where Key == String, Value: Decodable {
    static func decode(_ document: CodableDocument, _ value: Int, in container: Int) throws -> Self {
        try document.dictionary(value, in: container) { try $0.decode(Value.self, $1, in: $2) }
    }
}

/// A dictionary by integers, which are text in a document.
protocol CodableIntegerDictionary {
    /// Makes one of a value.
    static func decode(byIntegers document: CodableDocument, _ value: Int, in container: Int) throws -> Self
}

extension Dictionary: CodableIntegerDictionary where Key == Int, Value: Decodable {
    static func decode(byIntegers document: CodableDocument, _ value: Int, in container: Int) throws -> Self {
        try document.dictionary(byIntegers: value, in: container) {
            try $0.decode(Value.self, $1, in: $2)
        } other: {
            try Self(from: CodableReader(document: document, value: value, container: container))
        }
    }
}
