/// The keys of an object, in order and each once, with the place of each where there are many.
///
/// Objects of one text mostly have the same keys, and then share this.
struct ObjectKeys: Sendable {
    let all: [String]
    /// Nil of as few keys as are searched one by one.
    let places: [UTF8Key: Int]?

    /// The class of the storage of an array of keys; zero if it is not known.
    static let storageClass = ArrayLayout.storageClass(of: String.self)

    /// - Parameter all: Keys of which no two are equal.
    init(_ all: [String]) { self.init(all, all.count > JSONObject.linearLimit ? Self.places(of: all) : nil) }

    init(_ all: [String], _ places: [UTF8Key: Int]?) {
        assert((places?.count ?? all.count) == all.count && (places != nil) == (all.count > JSONObject.linearLimit))
        self.all = all
        self.places = places
    }

    /// The place of each key.
    static func places(of keys: some Collection<String>) -> [UTF8Key: Int] {
        var places = [UTF8Key: Int](minimumCapacity: keys.count)
        for (place, key) in keys.enumerated() { places[UTF8Key(key)] = place }
        return places
    }
}
