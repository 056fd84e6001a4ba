import Foundation
import Yodel

/// What `ReaderCheck` reads: properties of plain types, which documents in pieces store as they come.
struct PlainRecord: Model, Equatable {
    enum Kind: String {
        case one, two
        case other = "o\u{308}ther"
    }

    var id = 0
    var size: Int32 = 0
    var small: UInt8?
    var large: UInt64 = 0
    var price = 0.0
    var rate: Float?
    var name = ""
    var note: String?
    var isOn = false
    var isSet: Bool?
    var at: Date?
    var kind = Kind.one
    var numbers: [Int] = []
    var measures: [Double] = []
    var words: [String] = []
    var grid: [[Double]] = []
    var counts: [String: Int] = [:]
    var byNumber: [Int: String] = [:]
    var inner = RecordPart()
    var part: RecordPart?
    var parts: [RecordPart] = []
    var partsByKey: [String: RecordPart?] = [:]
}

/// A part of a record, with records of its own kind in it.
struct RecordPart: Model, Equatable {
    var x = 0
    var y: Double?
    var text = ""
    var parts: [RecordPart] = []
}

/// What `ReaderCheck` reads as well: properties whose values documents in pieces keep until they end.
struct FeaturedRecord: Model, Equatable {
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["name": ["name", "note"], "deep": "inner.text", "x": "parts[1].x"]
    }

    var id = 0
    var name = ""
    var deep: String?
    var x: Int?
    var price = 0.0
    var words: Set<String> = []
    var grid: JSONValue?
    var part: CodedPart?
    var partsByKey: [String: HookedPart] = [:]
    var counts: [String: Int] = [:]
}

/// A part that decodes itself.
struct CodedPart: Codable, Equatable {
    var x: Int
    var text: String?
}

/// A part that has a look at what has been read, and rejects some of it.
struct HookedPart: DidDecodeModel, Equatable {
    var x = 0
    var text = ""

    mutating func didDecode(from object: JSONObject) throws {
        text += "/\(object.count)"
        if x == 7 { throw BenchError("a part of 7") }
    }
}
