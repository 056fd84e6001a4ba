import FoundationEssentials

/// How values are made of types that have no rule of their own.
enum CodableWay {
    /// They make themselves of a decoder.
    case ofDecoder
    /// It is `UUID`, which is made of its text.
    case ofText
    /// They are made here, without a decoder and a container.
    case asCollection(any CodableCollection.Type)

    /// Finds out how values of a type are made.
    init(_ type: any Decodable.Type) {
        if type == UUID.self {
            self = .ofText
            return
        }
        let isCollection = StandardTypes.sequence(type) != nil || StandardTypes.dictionary(type) != nil
        self = (isCollection ? type as? any CodableCollection.Type : nil).map { .asCollection($0) } ?? .ofDecoder
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
