/// How values are made of types that have no rule of their own, as a document found it when it met them first.
///
/// A type is found by its address, in one of two places. The last types stay.
struct CodableTypes {
    /// How a value is made.
    enum Way {
        /// It makes itself of a decoder.
        case ofDecoder
        /// It is made here, without a decoder and a container.
        case asCollection(any CodableCollection.Type)
    }

    private struct Entry {
        var type: ObjectIdentifier?
        var way = Way.ofDecoder
    }

    private var entries: [Entry] = []

    private static var count: Int { 64 }

    /// How a value of a type is made; nil if the type has not been met, or has a rule of its own.
    @inline(__always)
    func way(of type: Any.Type) -> Way? {
        guard !entries.isEmpty else { return nil }
        let (type, place) = (ObjectIdentifier(type), Self.place(of: type))
        if entries[place].type == type { return entries[place].way }
        return entries[place ^ 1].type == type ? entries[place ^ 1].way : nil
    }

    /// Finds out how a value of a type is made that has no rule of its own.
    mutating func find(_ type: any Decodable.Type) -> Way {
        let isCollection = StandardTypes.sequence(type) != nil || StandardTypes.dictionary(type) != nil
        let way = (isCollection ? type as? any CodableCollection.Type : nil).map { Way.asCollection($0) } ?? .ofDecoder
        if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.count) }
        let place = Self.place(of: type)
        // What was here goes to the other place.
        entries[place ^ 1] = entries[place]
        entries[place] = Entry(type: ObjectIdentifier(type), way: way)
        return way
    }

    @inline(__always)
    private static func place(of type: Any.Type) -> Int {
        // &*: a hash wraps by design. Its six upper bits are below the count.
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
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
