import FoundationEssentials

@testable import Yodel

// The models that the acceptance cases share. A case is a fact about YYModel: an input and what becomes of it; where Yodel decided
// otherwise the test says what holds here.

/// One property of every kind, all of them on the key `v`.
///
/// Left out: Class, SEL, blocks, C pointers, C structs and NSValue, which JSON never fills, long double, and the mutable twins of strings,
/// data and collections: in Swift a `var` is the mutable one.
struct AcceptanceAuto: Model {
    var bool = false
    var objcBool = false
    var int8: Int8 = 0
    var uint8: UInt8 = 0
    var int16: Int16 = 0
    var uint16: UInt16 = 0
    var int32: Int32 = 0
    var uint32: UInt32 = 0
    var long = 0
    var ulong: UInt = 0
    var int64: Int64 = 0
    var uint64: UInt64 = 0
    var float: Float = 0
    var double = 0.0
    var any: Any?
    var object: JSONValue?
    var number: Double?
    var decimal: Decimal?
    var string: String?
    var data: Data?
    var date: Date?
    var url: URL?
    var array: [Any]?
    var dictionary: [String: Any]?
    var set: Set<JSONValue>?

    static func describe(_ model: inout ModelDescription) {
        let names = TypeInfo(Self.self)?.properties.map(\.name) ?? []
        model.keys = KeyMapping(Dictionary(uniqueKeysWithValues: names.map { ($0, KeyMapping.Keys(["v"])) }))
    }

    /// A model that holds something everywhere, so that what is kept and what is cleared can be told apart.
    static var held: AcceptanceAuto {
        var auto = AcceptanceAuto()
        auto.bool = true
        auto.objcBool = true
        auto.int8 = 7
        auto.uint8 = 7
        auto.int16 = 7
        auto.uint16 = 7
        auto.int32 = 7
        auto.uint32 = 7
        auto.long = 7
        auto.ulong = 7
        auto.int64 = 7
        auto.uint64 = 7
        auto.float = 7
        auto.double = 7
        auto.number = 7
        auto.decimal = 7
        auto.string = "x"
        auto.data = Data([7])
        auto.date = Date(timeIntervalSince1970: 7)
        auto.url = URL(string: "https://example.com/x")
        return auto
    }

    var bools: [Bool] { [bool, objcBool] }
    var signed: [Int64] { [Int64(int8), Int64(int16), Int64(int32), Int64(long), int64] }
    var unsigned: [UInt64] { [UInt64(uint8), UInt64(uint16), UInt64(uint32), UInt64(ulong), uint64] }

    /// Whether every integer holds one value.
    func integersAre(_ value: Int64) -> Bool {
        signed.allSatisfy { $0 == value } && unsigned.allSatisfy { Int64(exactly: $0) == value }
    }
}

/// A model under its properties' own names. A class, so that a ready instance can be told from a copy.
final class AcceptanceItem: Model, Hashable {
    var name: String?
    var count: Int?

    static func == (left: AcceptanceItem, right: AcceptanceItem) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func holds(_ name: String, _ count: Int) -> Bool { self.name == name && self.count == count }
}

/// Collections of anything.
class AcceptanceContainer: Model {
    var array: [Any]?
    var dict: [String: Any]?
    var set: Set<JSONValue>?
    var mArray: [Any]?

    required init() {}

    class func describe(_ model: inout ModelDescription) {}
}

/// Collections of models, on the same keys as the superclass's collections of anything: Swift lets no subclass narrow a property's type.
///
/// Left out: names of protocols that stand for the element's class, which Swift's own generics make needless.
final class AcceptanceGeneric: AcceptanceContainer {
    var items: [AcceptanceItem]?
    var pArray1: [AcceptanceItem] = []
    var pArray2: ContiguousArray<AcceptanceItem> = []
    var pArray3: [AcceptanceItem?]?
    var mDict: [String: AcceptanceItem] = [:]
    var mSet: Set<AcceptanceItem> = []

    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.keys += [
            "mArray": "array", "items": "array", "pArray1": "array", "pArray2": "array", "pArray3": "array", "mDict": "dict", "mSet": "set",
        ]
    }
}

/// A user whose type follows from the keys that are there.
class AcceptanceUser: PolymorphicModel, Hashable {
    var uid: UInt64 = 0
    var name: String?

    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        if object["localName"] != nil { return AcceptanceLocalUser.self }
        if object["remoteName"] != nil { return AcceptanceRemoteUser.self }
        return AcceptanceUser.self
    }

    static func == (left: AcceptanceUser, right: AcceptanceUser) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class AcceptanceLocalUser: AcceptanceUser {
    var localName: String?
}

final class AcceptanceRemoteUser: AcceptanceUser {
    var remoteName: String?
}

/// A model that reads one key for another and rejects an object without a time.
struct AcceptanceTransformed: WillDecodeModel, DidDecodeModel {
    var id: UInt64 = 0
    var content: String?
    var time: Date?

    mutating func willDecode(_ object: inout JSONObject) throws {
        if let date = object["date"] { object["time"] = date }
    }

    mutating func didDecode(from object: JSONObject) throws {
        guard let milliseconds = object["time"]?.numberValue?.doubleValue, milliseconds != 0 else { throw AcceptanceRejection() }
        time = Date(timeIntervalSince1970: milliseconds / 1000)
    }
}

/// What a model's own code throws in these tests.
struct AcceptanceRejection: Error {}

/// Decodes Swift's own values: a dictionary literal could be a `JSONValue` as well.
func acceptanceDecode<T>(_ type: T.Type, _ dictionary: [String: Any]) throws(ModelError) -> T {
    try ModelDecoder().decode(type, from: dictionary)
}

/// Decodes text.
func acceptanceDecode<T>(_ type: T.Type, json: String) throws(ModelError) -> T {
    try ModelDecoder().decode(type, from: json)
}

/// What a model that holds something everywhere is after a document is merged into it.
func acceptanceMerge(_ json: String) throws(ModelError) -> AcceptanceAuto {
    var auto = AcceptanceAuto.held
    try ModelDecoder().update(&auto, from: json)
    return auto
}

/// Whether a value of type `Any` is an empty optional, which is how null stands in an untyped collection.
func acceptanceIsNull(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
}
