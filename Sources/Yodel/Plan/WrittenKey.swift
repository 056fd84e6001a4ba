/// One key that a model is written with, as its schema looks at it.
struct WrittenKey {
    let text: String
    /// The properties that may be written there.
    let properties: [PropertyRef]
    /// The keys of the object there.
    let below: [WrittenKey]

    /// The indexes of the properties that may be written there or below.
    var indexes: [Int] { properties.map(\.index) + below.flatMap(\.indexes) }

    /// The keys of a level.
    ///
    /// - Parameter count: The properties of the model; behind them stands what else is written, such as a class's name.
    static func all(of level: PlanPart<WriteLevel>, properties count: Int) -> [WrittenKey] {
        // SAFETY: the indexes are those of the level's entries and of the entry's choices.
        (0..<level.pointee.count).map { index in
            let entry = unsafe level.pointee.entries[index]
            let choices = (0..<entry.choiceCount).map { unsafe PropertyRef(entry.choices[$0]) }
            return WrittenKey(
                text: String(valid: entry.key), properties: choices.filter { $0.index < count },
                below: entry.child.map { all(of: $0, properties: count) } ?? [])
        }
    }
}
