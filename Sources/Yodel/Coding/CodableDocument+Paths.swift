// The way to a value is made when somebody asks for it, from the containers around: each entry of a container names the one around it. In an object the
// key stands before the value, and the type that has read the object says what the key is in its terms. In an array the elements before are counted,
// on from where they were counted last: asking at every element stays linear. Who asks in another order has the places of all of them noted.

/// The ways that were asked for last.
struct LastPath {
    /// The container that a way leads to; -1: there is none.
    var container = -1
    var keys: [any CodingKey] = []
    /// The value in that container that a way leads to; -1: there is none.
    var value = -1
    var keysOfValue: [any CodingKey] = []
}

extension CodableDocument {
    /// The way to a value.
    ///
    /// - Parameters:
    ///   - value: Its entry.
    ///   - container: The entry of the container it is in.
    func path(of value: Int, in container: Int) -> [any CodingKey] {
        if let path = path(missing: container) { return path }
        if container == Self.nothing { return [] }
        // Types that try one kind of value after another ask for the same way again and again.
        if lastPath.value == value && lastPath.container == container { return lastPath.keysOfValue }
        let outer = path(to: container)
        var keys: [any CodingKey] = []
        keys.reserveCapacity(outer.count + 1)
        keys += outer
        keys.append(step(to: value, in: container))
        (lastPath.value, lastPath.keysOfValue) = (value, keys)
        return keys
    }

    /// The way to a container.
    func path(to container: Int) -> [any CodingKey] {
        if container == lastPath.container { return lastPath.keys }
        // They ask for the way to a container as they do for the way to any value, before they ask for those to what is in it.
        if container == lastPath.value && self[container + 1].parent == lastPath.container {
            lastPath = LastPath(container: container, keys: lastPath.keysOfValue)
            return lastPath.keys
        }
        var keys: [any CodingKey] = []
        var value = container
        while value != Self.nothing {
            let container = self[value + 1].parent
            if container != Self.nothing { keys.append(step(to: value, in: container)) }
            value = container
        }
        lastPath = LastPath(container: container, keys: keys.reversed())
        return lastPath.keys
    }

    private func step(to value: Int, in container: Int) -> any CodingKey {
        if self[container].isArray { return PlaceKey(index: index(of: value, in: container)) }
        let name = name(of: value - 1)
        guard let type = keyType(in: container) else { return PlaceKey(name) }
        func open<Key: CodingKey>(_ type: Key.Type) -> (any CodingKey)? { key(name, in: container) as Key? }
        return open(type) ?? PlaceKey(name)
    }

    /// The way to a value by the document's own keys, whatever the types call them that have read it.
    func way(to value: Int, in container: Int) -> [JSONPath.Component] {
        // What is not there has the way on which it was looked for.
        if let path = path(missing: container) {
            return path.map { key in key.intValue.map { .index($0) } ?? .key(model.keys.written(key.stringValue)) }
        }
        var way: [JSONPath.Component] = []
        var (value, container) = (value, container)
        while container != Self.nothing {
            way.append(self[container].isArray ? .index(index(of: value, in: container)) : .key(originalName(of: value - 1)))
            (value, container) = (container, self[container + 1].parent)
        }
        return way.reversed()
    }

    /// A key as the document has it. Of a long one, which may be on many ways, there is one text.
    private func originalName(of key: Int) -> String {
        let token = original(self[key])
        guard token.length > JSONPath.patternKeyLimit else { return string(token) }
        if let name = longNames[key] { return name }
        let name = string(token)
        longNames[key] = name
        return name
    }

    /// How many elements stand before one.
    private func index(of element: Int, in array: Int) -> Int {
        var (next, index) = (Int(self[array + 1].place), Int(self[array + 1].word))
        if next > element {
            if self[array].count > Self.mostCountedAnew { return self.index(ofEarlier: element, in: array) }
            (next, index) = (first(in: array), 0)
        }
        while next < element {
            next = after(next)
            index += 1
        }
        self[array + 1].place = UInt32(truncatingIfNeeded: next)
        self[array + 1].word = UInt64(index)
        return index
    }

    /// The elements of longer arrays are not counted anew.
    private static var mostCountedAnew: Int { 64 }

    /// The same for an element before the one that was counted last: types that keep decoders may ask in any order.
    private func index(ofEarlier element: Int, in array: Int) -> Int {
        let places = elementPlaces[array] ?? makeElementPlaces(of: array)
        return max(places.partitioningIndex { Int($0) <= element } - 1, 0)
    }

    private func makeElementPlaces(of array: Int) -> [UInt32] {
        var places: [UInt32] = []
        places.reserveCapacity(self[array].count)
        var element = first(in: array)
        while element < self[array].end {
            places.append(UInt32(truncatingIfNeeded: element))
            element = after(element)
        }
        elementPlaces[array] = places
        return places
    }
}
