#if Ingest
import Yodel

/// What is known of the values at one path.
struct InspectionNode: Sendable {
    /// A key of the objects at a path, and where its values are.
    struct Field: Sendable {
        let key: UTF8Text
        let place: Int
    }

    var kinds = InspectionKinds()
    var numbers = InspectionNumbers()
    var texts = InspectionTexts()
    /// Elements of the arrays.
    var elements = InspectionRange()
    /// Keys of the objects.
    var keys = InspectionRange()
    /// Keys of all objects together.
    var totalKeys = 0
    /// The objects' keys as names; none where keys are data.
    private(set) var fields: [Field] = []
    /// Where the fields stand, by key, once there are more than `linearLimit`.
    private var fieldIndexes: [UTF8Text: Int] = [:]
    /// Whether the objects' keys are data.
    private(set) var isDictionary = false
    /// The place of all values of the objects, where keys are data.
    var value: Int?
    /// The place of the arrays' elements.
    var element: Int?
    /// Values that have no place, since there are as many as may be. No field is added behind the first of them: it would not know of those before.
    var unplaced = 0
    /// Whether some of the values at fields had no place.
    var isPartial = false
    /// Arrays and objects that were not looked into, since they lie too deep.
    var unopened = 0

    /// As many fields are searched one by one.
    static let linearLimit = 8

    /// The index of a field.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - guess: Where it stands if the object has its keys in the order of the one before.
    func fieldIndex(_ key: UTF8Text, _ guess: Int) -> Int? {
        if guess < fields.count, fields[guess].key == key { return guess }
        return fieldIndexes.isEmpty ? fields.firstIndex { $0.key == key } : fieldIndexes[key]
    }

    /// Adds a field that is new.
    mutating func append(_ field: Field) {
        assert(!isDictionary, "a field where keys are data")
        fields.append(field)
        if !fieldIndexes.isEmpty {
            fieldIndexes[field.key] = fields.count - 1
        } else if fields.count > Self.linearLimit {
            for (index, field) in fields.enumerated() { fieldIndexes[field.key] = index }
        }
    }

    /// Takes the keys as data.
    ///
    /// - Returns: The fields that there were.
    mutating func becomeDictionary() -> [Field] {
        defer {
            fields = []
            fieldIndexes = [:]
            isDictionary = true
        }
        return fields
    }

    /// Adds what another place has seen, but for what lies below it.
    mutating func addFacts(_ other: InspectionNode, _ limits: RecordInspection.Limits) {
        kinds.add(other.kinds)
        numbers.add(other.numbers)
        texts.add(other.texts, limits)
        elements.add(other.elements)
        keys.add(other.keys)
        totalKeys += other.totalKeys
        isPartial = isPartial || other.isPartial || (unplaced > 0 && !other.fields.isEmpty) || (other.unplaced > 0 && !fields.isEmpty)
        unplaced += other.unplaced
        unopened += other.unopened
    }
}

/// How many values of each kind there are.
struct InspectionKinds: Sendable, Equatable {
    var null = 0
    var bool = 0
    /// Numbers without a fraction and an exponent.
    var integer = 0
    /// Other numbers.
    var fraction = 0
    var string = 0
    var array = 0
    var object = 0

    /// The kinds with their names, in the order of reports.
    var named: [(name: String, count: Int)] {
        [
            ("object", object), ("array", array), ("string", string), ("integer", integer), ("fraction", fraction), ("bool", bool),
            ("null", null),
        ].filter { $0.count > 0 }
    }

    /// Values of all kinds.
    var total: Int { null + bool + integer + fraction + string + array + object }

    mutating func add(_ other: InspectionKinds) {
        null += other.null
        bool += other.bool
        integer += other.integer
        fraction += other.fraction
        string += other.string
        array += other.array
        object += other.object
    }
}

/// The least and the greatest of some counts.
struct InspectionRange: Sendable, Equatable {
    var low = Int.max
    var high = Int.min

    mutating func add(_ value: Int) {
        low = min(low, value)
        high = max(high, value)
    }

    mutating func add(_ other: InspectionRange) {
        low = min(low, other.low)
        high = max(high, other.high)
    }
}

/// What is known of the numbers at one path.
struct InspectionNumbers: Sendable {
    /// A number that was the least or the greatest.
    enum Extreme: Sendable {
        case integer(Int)
        case double(Double)

        var text: String {
            switch self {
            case .integer(let value): String(value)
            case .double(let value): value.description
            }
        }

        /// Whether this number is the less one.
        func isLess(than other: Extreme) -> Bool {
            switch (self, other) {
            case (.integer(let left), .integer(let right)): left < right
            case (.integer(let left), .double(let right)): Double(left) < right
            case (.double(let left), .integer(let right)): left < Double(right)
            case (.double(let left), .double(let right)): left < right
            }
        }
    }

    var low: Extreme?
    var high: Extreme?
    /// Whether all integers have room in an Int.
    var fitsInt = true
    /// Whether all integers have room in a UInt64.
    var fitsUInt64 = true
    /// Numbers beyond the range of Double.
    var beyondDouble = 0

    /// Adds a number.
    ///
    /// - Returns: Whether it is written without a fraction and an exponent.
    mutating func add(_ number: JSONNumber) -> Bool {
        let isInteger = !number.text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        if isInteger, let value = Int(number.text) {
            if value < 0 { fitsUInt64 = false }
            add(.integer(value))
            return true
        }
        if isInteger {
            fitsInt = false
            if UInt64(number.text) == nil { fitsUInt64 = false }
        }
        let value = number.doubleValue
        if value.isFinite { add(.double(value)) } else { beyondDouble += 1 }
        return isInteger
    }

    mutating func add(_ other: InspectionNumbers) {
        if let low = other.low { add(low) }
        if let high = other.high { add(high) }
        fitsInt = fitsInt && other.fitsInt
        fitsUInt64 = fitsUInt64 && other.fitsUInt64
        beyondDouble += other.beyondDouble
    }

    private mutating func add(_ value: Extreme) {
        if low.map({ value.isLess(than: $0) }) ?? true { low = value }
        if high.map({ $0.isLess(than: value) }) ?? true { high = value }
    }
}

/// A text that equals another if their UTF-8 bytes are the same, as JSON has it.
///
/// Swift's own equality takes time quadratic in a run of combining marks, and takes two keys of an object for one.
struct UTF8Text: Sendable, Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: UTF8Text, right: UTF8Text) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        // SAFETY: the bytes are read within the closure, from a string that lives as long.
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
#endif
