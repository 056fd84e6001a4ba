import Foundation
import Yodel

@testable import YodelTestSupport

/// A model's hash. The seed is the process's own.
func hash<T: Model>(of model: T) -> Int {
    var hasher = Hasher()
    model.modelHash(into: &hasher)
    return hasher.finalize()
}

enum LifeColour: String, Codable { case red, blue }

/// Two bits, of which only one is in the raw value.
struct LifeRaw: RawRepresentable {
    var rawValue: Int
    var other = 0
    init(rawValue: Int) { self.rawValue = rawValue }
}

struct LifePoint: Model {
    var x = 0.0, y = 0.0
}

class LifeShape: Model {
    var name = ""
    required init() {}
}

final class LifeCircle: LifeShape {
    var radius = 0.0
}

/// A type that decodes itself and says when it is equal.
struct LifeOwn: Codable, Equatable {
    var text = ""
    var ignored = 0
    static func == (left: LifeOwn, right: LifeOwn) -> Bool { left.text == right.text }
}

/// A type that decodes and encodes itself, and does not say when it is equal.
struct LifeCoded: Codable {
    var numbers = [1]
    var names: [String: Int] = [:]
}

/// A type that can only be written.
struct LifeWritten: Encodable { var number = 0 }

/// A type that can only be read: there is nothing to compare.
struct LifeRead: Decodable { var number = 0 }

/// A class that is no model.
final class LifeObject: Decodable { var number = 0 }

/// A type that only a transform makes.
struct LifeOpaque: Hashable { var number = 0 }

/// An enum that lists its cases, and says nothing of when it is equal.
enum LifeCase: DescribedEnum {
    case empty, point(LifePoint), shape(LifeShape?)
    static func describe(_ cases: inout EnumCases<Self>) {
        cases.add("empty", value: .empty) { if case .empty = $0 { true } else { false } }
        cases.add("point", make: Self.point) { if case .point(let point) = $0 { point } else { nil } }
        cases.add("shape", make: Self.shape) { if case .shape(let shape) = $0 { .some(shape) } else { nil } }
    }
}

/// A class that is made of a struct of its values, and says nothing of when it is equal.
final class LifeBox: BaseModel {
    let number: Int
    let next: LifeBox?
    struct Stored: BaseModel {
        let number: Int
        let next: LifeBox?
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("number", \.number)
            properties.add("next", \.next)
            return ModelForm(properties)
        }
    }
    init(_ number: Int, _ next: LifeBox? = nil) {
        self.number = number
        self.next = next
    }
    static var modelForm: ModelForm {
        ModelForm { (stored: Stored) in
            LifeBox(stored.number, stored.next)
        } stored: {
            Stored(number: $0.number, next: $0.next)
        }
    }
}

/// A property of every kind.
struct LifeKinds: Model {
    var before: UInt8 = 0xA5
    var bool = false
    var int = 0, int8: Int8 = 0, int16: Int16 = 0, int32: Int32 = 0, int64: Int64 = 0, int128: Int128 = 0
    var uint: UInt = 0, uint8: UInt8 = 0, uint16: UInt16 = 0, uint32: UInt32 = 0, uint64: UInt64 = 0, uint128: UInt128 = 0
    var float16: Float16 = 0, float: Float = 0, double = 0.0
    var string = "", substring: Substring = "", character: Character = " "
    var date = Date(timeIntervalSince1970: 0), data = Data(), url = URL(string: "https://example.org/")!
    var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), decimal = Decimal(0)
    var json: JSONValue = .null, rawJSON = RawJSON.null
    var any: Any = 0, anyArray: [Any] = [], anyDictionary: [String: Any] = [:]
    var colour = LifeColour.red, raw = LifeRaw(rawValue: 0)
    var oneOf = LifeCase.empty, optionalOneOf: LifeCase?
    var point = LifePoint(), shape = LifeShape(), box = LifeBox(0), optionalBox: LifeBox?
    var list: [Int] = [], contiguous: ContiguousArray<String?> = [], set: Set<String> = [], points: [LifePoint] = []
    var table: [String: LifePoint?] = [:], byColour: [LifeColour: [Int]] = [:]
    var own = LifeOwn(), coded = LifeCoded(), written = LifeWritten(), read = LifeRead(), object: LifeObject?
    var opaque = LifeOpaque(), optionalOpaque: LifeOpaque?
    var optionalInt: Int?, optionalString: String?, nested: Int??, optionalPoint: LifePoint?, optionalShape: LifeShape?
    var optionalAny: Any?, optionalList: [Double]?, shapes: [LifeShape?] = []
    var after: UInt8 = 0x5A

    static func describe(_ model: inout ModelDescription) {
        let transform = PropertyTransform(from: { _ in LifeOpaque() }, to: { (_: LifeOpaque) in nil })
        model.transforms = ["opaque": transform, "optionalOpaque": transform]
    }

    typealias Change = @Sendable (inout LifeKinds) -> Void

    static func shape(_ name: String, radius: Double? = nil) -> LifeShape {
        let shape = radius == nil ? LifeShape() : LifeCircle()
        shape.name = name
        if let radius { (shape as? LifeCircle)?.radius = radius }
        return shape
    }

    /// Changes, each of which makes another value; no two make the same.
    static let changes = scalarChanges + otherChanges + optionalChanges

    private static let otherChanges: [Change] = [
        { $0.any = "x" }, { $0.any = 1 }, { $0.any = [0] }, { $0.any = [0, [1, "a"]] as [Any] }, { $0.any = ["k": 0] },
        { $0.any = LifePoint(x: 1) }, { $0.any = shape("a") }, { $0.any = Set([0, 1]) }, { $0.any = LifeCoded(numbers: [2]) },
        { $0.any = LifeOwn(text: "a") }, { $0.any = Optional<Int>.none as Any }, { $0.any = JSONValue.number(0) },
        { $0.rawJSON = RawJSON(0) }, { $0.rawJSON = RawJSON(JSONValue(floatLiteral: 0.5)) },
        { $0.anyArray = [1] }, { $0.anyArray = ["1"] }, { $0.anyArray = [[1] as [Any]] },
        { $0.anyDictionary = ["a": 1] }, { $0.anyDictionary = ["a": 2] }, { $0.anyDictionary = ["b": 1] },
        { $0.colour = .blue }, { $0.raw = LifeRaw(rawValue: 1) },
        { $0.oneOf = .point(LifePoint()) }, { $0.oneOf = .point(LifePoint(x: 1)) }, { $0.oneOf = .shape(nil) },
        { $0.oneOf = .shape(shape("a")) }, { $0.oneOf = .shape(shape("", radius: 0)) }, { $0.optionalOneOf = .empty },
        { $0.point.x = 1 }, { $0.point.y = 1 },
        { $0.box = LifeBox(1) }, { $0.box = LifeBox(0, LifeBox(0)) }, { $0.optionalBox = LifeBox(0) }, { $0.any = LifeBox(0) },
        { $0.shape = shape("a") }, { $0.shape = shape("", radius: 0) }, { $0.shape = shape("", radius: 1) },
        { $0.list = [0] }, { $0.list = [0, 1] }, { $0.list = [1, 0] },
        { $0.contiguous = [nil] }, { $0.contiguous = ["a"] }, { $0.contiguous = ["a", nil] },
        { $0.set = ["a"] }, { $0.set = ["a", "b"] }, { $0.points = [LifePoint()] }, { $0.points = [LifePoint(y: 2)] },
        { $0.table = ["a": LifePoint()] }, { $0.table = ["b": LifePoint()] }, { $0.table = ["a": LifePoint(x: 1)] },
        { $0.table = ["a": nil] }, { $0.table = ["a": LifePoint(), "b": LifePoint()] },
        { $0.byColour = [.red: []] }, { $0.byColour = [.red: [1]] }, { $0.byColour = [.blue: [1]] },
        { $0.own.text = "a" }, { $0.coded.numbers = [2] }, { $0.coded.names = ["a": 1, "b": 2] }, { $0.written.number = 1 },
        { $0.opaque.number = 1 }, { $0.optionalOpaque = LifeOpaque() }, { $0.optionalOpaque = LifeOpaque(number: 1) },
    ]

    private static let optionalChanges: [Change] = [
        { $0.optionalInt = 0 }, { $0.optionalInt = 1 }, { $0.optionalString = "" }, { $0.optionalString = "a" },
        { $0.nested = .some(nil) }, { $0.nested = 0 }, { $0.nested = 1 },
        { $0.optionalPoint = LifePoint() }, { $0.optionalPoint = LifePoint(x: 1) },
        { $0.optionalShape = LifeShape() }, { $0.optionalShape = LifeCircle() }, { $0.optionalShape = shape("a") },
        { $0.optionalAny = 0 }, { $0.optionalAny = "" }, { $0.optionalList = [] }, { $0.optionalList = [0] },
        { $0.shapes = [nil] }, { $0.shapes = [shape("a")] }, { $0.shapes = [shape("a"), nil] },
    ]

    private static let scalarChanges: [Change] = [
        { $0.before = 0 }, { $0.after = 0 }, { $0.bool = true },
        { $0.int = 1 }, { $0.int = .min }, { $0.int8 = 1 }, { $0.int16 = 256 }, { $0.int32 = 65_536 }, { $0.int64 = 1 << 32 },
        { $0.int128 = 1 << 64 }, { $0.uint = .max }, { $0.uint8 = 1 }, { $0.uint16 = 256 }, { $0.uint32 = 65_536 },
        { $0.uint64 = 1 << 63 }, { $0.uint128 = 1 << 64 }, { $0.float16 = 1 }, { $0.float = 1 },
        { $0.double = .leastNonzeroMagnitude }, { $0.double = .infinity },
        { $0.string = "a" }, { $0.string = "a string that is too long to be small" }, { $0.substring = "a" }, { $0.character = "a" },
        { $0.date = Date(timeIntervalSince1970: 0.5) }, { $0.data = Data([0]) }, { $0.data = Data(repeating: 1, count: 100) },
        { $0.url = URL(string: "https://example.org/a")! },
        { $0.uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }, { $0.decimal = Decimal(1) },
        { $0.json = false }, { $0.json = [1] }, { $0.json = ["a": nil] },
    ]
}
