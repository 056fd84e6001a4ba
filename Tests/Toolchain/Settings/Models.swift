import Yodel

#if MACROS
import YodelMacros
#endif

// Models as a program has them that knows nothing of how it is built. Only what a main actor by default asks for is said: `nonisolated`.

enum Size: String {
    case small, large
}

struct Part: Model, Equatable {
    var text = ""
    var number: Int?
}

struct Order: Model, Equatable {
    var id = 0
    var text = ""
    var size = Size.small
    var first = Part()
    var parts: [Part] = []

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["text": "t"]
        model.required = [\Self.id]
    }
}

class Shape: Model {
    var name = ""

    required init() {}
}

nonisolated final class Circle: Shape {
    var radius = 0.0
}

nonisolated struct Note: Codable, Equatable {
    var text: String
}

#if MACROS
@Model
struct Line: Equatable {
    let id: Int
    var count = 1
    @Key("c") let code: String?
    let state: State
    let notes: [Note]
    @Flatten let page: Page
    @Rest let rest: [String: JSONValue]
}

@Model
struct Page: Codable, Hashable {
    let limit: Int
    var offset = 0
}

@Model
enum State: Hashable {
    case open
    @Key("done", "closed") case closed
    case unknown(String)
}

@Model(tag: "type")
enum Figure {
    case circle(radius: Double)
    case line(Page)
    case box(width: Int, height: Int = 1)
    case nothing
}

@Model
nonisolated final class Node {
    let value: Int
    var next: Node?
}
#endif
