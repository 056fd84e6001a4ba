/// The document of `shapes_polymorphic`: an array of 200 objects of 60 to 90 bytes, from a seed. Every second one has `kind` as its last key:
/// where the type is known only at the end, the object has to be kept until then.
enum ShapeText {
    /// The shapes in order.
    static let shapes: [ShapeValues] = {
        var random = SplitMix64(seed: 0x73_68_61_70_65)
        return (0..<200).map { _ in shape(&random) }
    }()

    static var text: String {
        "[" + shapes.enumerated().map { object($1, endsWithKind: $0 % 2 == 1) }.joined(separator: ",") + "]"
    }

    private static func shape(_ random: inout SplitMix64) -> ShapeValues {
        let id = 10_000 + random.below(90_000)
        let name = random.pick(names)
        return switch random.below(3) {
        case 0: ShapeValues(kind: "circle", id: id, name: name, radius: length(&random))
        case 1: ShapeValues(kind: "rectangle", id: id, name: name, width: length(&random), height: length(&random))
        default: ShapeValues(kind: "polygon", id: id, name: name, sides: 3 + random.below(10), length: length(&random))
        }
    }

    /// A length of three decimals, never zero.
    private static func length(_ random: inout SplitMix64) -> Double {
        Double(1 + random.below(900_000)) / 1_000
    }

    private static func object(_ shape: ShapeValues, endsWithKind: Bool) -> String {
        let kind = "\"kind\":\"\(shape.kind)\""
        let others = "\"id\":\(shape.id),\"name\":\"\(shape.name)\",\(measures(shape))"
        return endsWithKind ? "{\(others),\(kind)}" : "{\(kind),\(others)}"
    }

    private static func measures(_ shape: ShapeValues) -> String {
        switch shape.kind {
        case "circle": "\"radius\":\(shape.radius)"
        case "rectangle": "\"width\":\(shape.width),\"height\":\(shape.height)"
        default: "\"sides\":\(shape.sides),\"length\":\(shape.length)"
        }
    }

    private static let names = [
        "north jetty", "harbour master", "fuelling pontoon", "outer breakwater", "boathouse no. 12", "Leuchtturm Süd",
    ]
}
