import Yodel

/// An element of `shapes_polymorphic`. The key `kind` says which subclass it is.
class Shape: PolymorphicModel {
    var kind = ""
    var id = 0
    var name = ""

    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        switch object["kind"]?.stringValue {
        case "circle": Circle.self
        case "rectangle": Rectangle.self
        case "polygon": Polygon.self
        default: nil
        }
    }

    /// What the shape holds, to compare it. An element of the wrong class would lack its kind's own numbers, none of which is zero.
    var values: ShapeValues { ShapeValues(kind: kind, id: id, name: name) }
}

final class Circle: Shape {
    var radius = 0.0

    override var values: ShapeValues { ShapeValues(kind: kind, id: id, name: name, radius: radius) }
}

final class Rectangle: Shape {
    var width = 0.0
    var height = 0.0

    override var values: ShapeValues { ShapeValues(kind: kind, id: id, name: name, width: width, height: height) }
}

final class Polygon: Shape {
    var sides = 0
    var length = 0.0

    override var values: ShapeValues { ShapeValues(kind: kind, id: id, name: name, sides: sides, length: length) }
}

/// All of a shape's properties in one class, as they are declared where types do not follow from the content.
final class PlainShape: Model {
    var kind = ""
    var id = 0
    var name = ""
    var radius = 0.0
    var width = 0.0
    var height = 0.0
    var sides = 0
    var length = 0.0
}

/// What a shape holds: what the document is written from and the results are compared with.
struct ShapeValues: Equatable {
    var kind: String
    var id: Int
    var name: String
    var radius = 0.0
    var width = 0.0
    var height = 0.0
    var sides = 0
    var length = 0.0
}

extension ShapeValues {
    init(_ shape: PlainShape) {
        kind = shape.kind
        id = shape.id
        name = shape.name
        radius = shape.radius
        width = shape.width
        height = shape.height
        sides = shape.sides
        length = shape.length
    }
}
