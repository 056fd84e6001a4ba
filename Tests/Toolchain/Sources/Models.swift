import Foundation
import Yodel

// Models of every kind. They are also `Equatable` by what the compiler writes, where it can, so that no comparison rests on the library.

enum Colour: String {
    case red, blue
}

struct Inner: Model, Equatable {
    var text = ""
    var number: Int16?
}

struct Everything: Model, Equatable {
    var flag = false
    var byte: UInt8 = 0
    var large: UInt64 = 0
    var huge: Int128 = 0
    var half: Float = 0
    var double = 0.0
    var text = ""
    var letter: Character = "-"
    var date: Date?
    var data: Data?
    var link: URL?
    var id: UUID?
    var price: Decimal = 0
    var colour = Colour.red
    var maybe: Colour?
    var twice: Int??
    var inner = Inner()
    var maybeInner: Inner?
    var list: [Int] = []
    var inners: [Inner] = []
    var set: Set<String> = []
    var names: [String: Int] = [:]
    var byNumber: [Int: Inner] = [:]
    var json = JSONValue.null
    let constant = 5
}

struct Keyed: Model, Equatable {
    var userName = ""
    var city = ""
    var number = 0
    var tags: [String] = []

    static func describe(_ model: inout ModelDescription) {
        model.keys = KeyMapping(["city": "home.city", "number": ["no", "n"]], style: .snakeCase)
        model.transforms = ["tags": .separated(by: ",")]
    }
}

struct Watched: Model {
    var changes = 0
    var value = 0 {
        didSet { changes += 1 }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.value, named: "value")
        model.ignored = ["changes"]
    }
}

class Shape: PolymorphicModel, ValidatedModel {
    var name = ""
    weak var owner: Shape?
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { object["radius"] != nil ? Circle<Double>.self : nil }
    func validate() throws { if name.isEmpty { throw Nameless() } }
}

final class Circle<Number: Sendable>: Shape {
    var radius: Number?
    var tail: UInt16 = 0
}

struct Nameless: Error {}

final class Node: Model {
    var value = 0
    var children: [Node] = []
    var next: Node?
}

struct Place: ModelHashable, ModelDescribed, ModelCodable {
    var city = ""
    var zip: Int?
}
