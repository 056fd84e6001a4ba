import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Models in optionals are made where they stand, whether the optional says by bits of its own that there is one or by those of the model.
@Suite("Models in optionals")
struct OptionalModelTests {
    /// Two words, of which every bit is a value's.
    private struct Words: Model, Equatable {
        var x = -1
        var y = -1
    }

    private struct Byte: Model, Equatable { var b: UInt8 = 0xFF }

    private struct Named: Model, Equatable {
        var id: UInt8 = 9
        var name = "a name that is longer than fifteen bytes"
    }

    private final class Node: Model {
        var n = 0
        var next: Node?
        required init() {}
    }

    private struct Holder: Model, Equatable {
        var words: Words?
        var words2: Words??
        var words3: Words???
        var byte: Byte?
        var byte2: Byte??
        var named: Named?
        var named2: Named??
        var list: [Words?] = []
        var last: UInt64 = .max
    }

    private static let texts = [
        #""words":{"x":1,"y":2}"#, #""words2":{"x":3}"#, #""words3":{"y":4}"#, #""byte":{"b":5}"#, #""byte2":{"b":0}"#,
        #""named":{"name":"another name that is longer than fifteen bytes"}"#, #""named2":{"id":0}"#, #""list":[null,{"x":6},null,{}]"#,
    ]

    private static let full = Holder(
        words: Words(x: 1, y: 2), words2: Words(x: 3), words3: Words(y: 4), byte: Byte(b: 5), byte2: Byte(b: 0),
        named: Named(name: "another name that is longer than fifteen bytes"), named2: Named(id: 0), list: [nil, Words(x: 6), nil, Words()])

    @Test func areMade() throws {
        let json = "{" + Self.texts.joined(separator: ",") + "}"
        for _ in 0..<2 { #expect(try decodeWhole(Holder.self, Array(json.utf8)).get() == Self.full) }
        #expect(try decodeInChunks(Holder.self, Array(json.utf8), size: 7).get() == Self.full)
        let several = try ModelDecoder().decode([Holder?].self, from: "[\(json),null,{},\(json)]")
        #expect(several == [Self.full, nil, Holder(), Self.full])
    }

    /// Over nil, over a model, and over nil that was put in a model's place.
    @Test func arePutOverWhatIsThere() throws {
        let decoder = ModelDecoder()
        var holder = Holder()
        for text in Self.texts { try decoder.update(&holder, from: "{\(text)}") }
        #expect(holder == Self.full)
        for text in Self.texts { try decoder.update(&holder, from: "{\(text)}") }
        #expect(holder == Self.full)
        let nulls = Self.texts.map { $0.prefix { $0 != ":" } + ":null" }.joined(separator: ",")
        try decoder.update(&holder, from: "{\(nulls)}")
        #expect(holder.words == nil && holder.byte == nil && holder.named == nil)
        for text in Self.texts { try decoder.update(&holder, from: "{\(text)}") }
        #expect(holder == Self.full)
    }

    /// What is left of a document that ends in a fault is destroyed once.
    @Test func faultsInside() {
        for text in Self.texts {
            for cut in 1..<text.utf8.count {
                let json = "{" + String(decoding: text.utf8.prefix(cut), as: UTF8.self)
                #expect(throws: ModelError.self) { try ModelDecoder().decode(Holder.self, from: json) }
                #expect(throws: ModelError.self) { try ModelDecoder().decode([Holder?].self, from: "[{},\(json)") }
            }
        }
    }

    @Test func instances() throws {
        let decoder = ModelDecoder()
        let node = try decoder.decode(Node?.self, from: #"{"n":1,"next":{"n":2,"next":{"n":3}}}"#)
        #expect(node?.n == 1 && node?.next?.n == 2 && node?.next?.next?.n == 3 && node?.next?.next?.next == nil)
        weak var dropped: Node?
        do {
            let node = try decoder.decode(Node.self, from: #"{"next":{"n":2}}"#)
            dropped = node.next
            #expect(dropped != nil)
        }
        #expect(dropped == nil)
    }
}
