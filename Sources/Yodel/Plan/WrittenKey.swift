/// One key that a model is written with, as its schema looks at it.
struct WrittenKey {
    let text: String
    /// The properties that may be written there.
    let properties: [PropertyRef]
    /// The keys of the object there.
    let below: [WrittenKey]

    /// The indexes of the properties that may be written there or below.
    var indexes: [Int] { properties.map(\.pointee.index) + below.flatMap(\.indexes) }

    /// The keys of a level.
    ///
    /// - Parameter count: The properties of the model. Those after them are written besides, such as the name of a class.
    static func all(of level: WriteLevelRef, properties count: Int) -> [WrittenKey] {
        (0..<level.pointee.count).map { index in
            let entry = level.entry(index)
            return WrittenKey(
                text: String(valid: entry.pointee.key),
                properties: (0..<entry.pointee.choiceCount).map { entry.property($0) }.filter { $0.pointee.index < count },
                below: entry.pointee.child.map { all(of: $0, properties: count) } ?? [])
        }
    }
}
