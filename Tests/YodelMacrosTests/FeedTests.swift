#if Macros
import Foundation
import Testing
import YodelMacros

// What the article FeedsOfTheWild reads by types with the macro.

/// Notion.
private enum NotionFeed {
    @Model
    struct RichText {
        @Key("plain_text") let plain: String
    }

    @Model
    struct Span {
        let start: String
        let end: String?
    }

    @Model(keyedBy: "type")
    enum Property {
        case title([RichText])
        case number(Double?)
        case checkbox(Bool)
        case date(Span?)
        case other(JSONObject)
    }

    @Model
    struct Page {
        let id: String
        let properties: [String: Property]
    }

    static func run(_ sample: String, _ print: (Any...) -> Void) throws {
        let page = try Page(json: sample)
        for (name, property) in page.properties.sorted(by: { $0.key < $1.key }) {
            switch property {
            case .title(let texts): print(name, texts.map(\.plain).joined())
            case .number(let number): print(name, number as Any)
            case .checkbox(let isChecked): print(name, isChecked)
            case .date(let span): print(name, span?.start ?? "no date")
            case .other(let object): print(name, object["type"]!)
            }
        }
    }
}

/// GeoJSON.
private enum GeoJSONFeed {
    struct Position: Model {
        var longitude = 0.0
        var latitude = 0.0
        var altitude: Double?

        static func describe(_ model: inout ModelDescription) { model.isArray = true }
    }

    @Model(tag: "type")
    indirect enum Geometry {
        @Key("Point") case point(coordinates: Position)
        @Key("LineString") case line(coordinates: [Position])
        @Key("Polygon") case polygon(coordinates: [[Position]])
        @Key("GeometryCollection") case collection(geometries: [Geometry])
        case other(JSONObject)
    }

    @Model
    struct Feature {
        let id: String?
        let properties: [String: JSONValue]?
        let geometry: Geometry?
    }

    static func run(_ sample: String, _ print: (Any...) -> Void) throws {
        let decoder = ModelDecoder()
        for feature in try decoder.decode([Feature].self, from: sample, at: "features") {
            switch feature.geometry {
            case .point(let position): print(feature.id!, position.latitude, position.altitude!)
            case .collection(let geometries): print(feature.id!, geometries.count)
            case nil: print(feature.id!, "has no geometry")
            default: print(feature.id!)
            }
        }
    }
}

@Suite("Feeds of the wild by the macro")
struct FeedTests {
    @Test func notionIsReadAsTheArticleSays() throws { try check("Notion", NotionFeed.run) }

    @Test func geoJSONIsReadAsTheArticleSays() throws { try check("GeoJSON", GeoJSONFeed.run) }

    /// Reads the sample of a section, and compares what is printed.
    private func check(_ name: String, _ run: (String, (Any...) -> Void) throws -> Void) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appendingPathComponent("Sources/Yodel/Yodel.docc/Articles/FeedsOfTheWild.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("\(name)\n") })
        // Text, sample, text, models, text, what is printed.
        let parts = section.components(separatedBy: "```")
        try #require(parts.count > 5 && parts[1].hasPrefix("json\n") && parts[5].hasPrefix("\n"))
        var lines: [String] = []
        try run(String(parts[1].dropFirst(5))) { items in lines.append(items.map { "\($0)" }.joined(separator: " ")) }
        #expect(lines.joined(separator: "\n") == parts[5].trimmingCharacters(in: .newlines))
    }
}
#endif
