import Dispatch
import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A decode reads all its values of types that decode themselves by one document, one after another.

private enum Coded {
    /// One scalar, whatever it is.
    struct Scalar: Decodable, Equatable {
        var text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                text = "bool \(value)"
            } else if let value = try? container.decode(Int.self) {
                text = "int \(value)"
            } else if let value = try? container.decode(Double.self) {
                text = "double \(value)"
            } else {
                text = "string \(try container.decode(String.self))"
            }
        }
        init(_ text: String) { self.text = text }
    }

    /// What stands in the document.
    struct Raw: Decodable, Equatable {
        var raw: RawJSON
        init(from decoder: any Decoder) throws { raw = try decoder.singleValueContainer().decode(RawJSON.self) }
    }

    struct Scalars: Model, Equatable {
        var one: Scalar?
        var list: [Scalar] = []
        var raws: [Raw] = []
        var after = 0
    }

    struct Number: Decodable {
        var number: Int8
        init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int8.self) }
    }

    struct Numbers: Model { var all: [Number] = [] }

    /// Some keep their decoder.
    struct Keeper: Decodable {
        var kept: (any Decoder)?
        var id: Int
        private enum Keys: CodingKey { case id, keeps, text }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            id = try container.decode(Int.self, forKey: .id)
            if try container.decodeIfPresent(Bool.self, forKey: .keeps) == true { kept = decoder }
        }
        func text() throws -> String? { try kept?.container(keyedBy: Keys.self).decode(String.self, forKey: .text) }
    }

    struct Keepers: Model { var all: [Keeper] = [] }

    /// Throws after some of it has been read.
    struct Throwing: Decodable, Equatable {
        struct Thrown: Error {}
        var id: Int
        private enum Keys: CodingKey { case id, list, fails }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { _ = try list.decode(String.self) }
            if try container.decodeIfPresent(Bool.self, forKey: .fails) == true { throw Thrown() }
            id = try container.decode(Int.self, forKey: .id)
        }
        init(id: Int) { self.id = id }
    }

    struct Throwings: Model, Equatable { var all: [Throwing] = [] }

    /// A model in a type that decodes itself, in a model, and so on.
    struct Level: Model, Codable, Equatable {
        var id = 0
        var link: Link?
    }

    struct Link: Codable, Equatable {
        var levels: [Level]
        var byName: [String: Level]
        var more: [[Link]]?
    }

    /// Collections of types that decode themselves.
    struct Collections: Decodable, Equatable {
        struct Item: Codable, Equatable { var someId: Int }
        var items: [Item]
        var byName: [String: Item]
        var byNumber: [Int: [Item]]
        var ids: [UUID]?
        var maybe: [Item?]?
    }

    struct CollectionHolder: Model, Equatable { var all: [Collections] = [] }

    /// Decodes by another decoder while it is decoded.
    struct Outer: Decodable, Equatable {
        var inner: [Int]
        var model: Level
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            inner = try CodableDecoder().decode([Int].self, from: text)
            model = try ModelDecoder().decode(Level.self, from: #"{"link":{"levels":[{"id":\#(inner.count)}],"byName":{}}}"#)
        }
    }

    struct Outers: Model { var all: [Outer] = [] }
}

@Suite("Values of Codable types in one decode")
struct CodedValuesTests {
    /// Scalars are read where they stand; those with escapes, and those of values at hand, are not.
    @Test func scalarsAreWhatTheyAre() throws {
        let long = String(repeating: "long text ", count: 100)
        let json = #"""
            {"one":"é","list":["", "a", "ünïcode", "\u0041\n\"", "\#(long)", 1, -0, 1.50, 1e3, 123456789012345678901, true, false,
            "/", "\/"],"raws":["a", "é", "\u0041", 1.50, -0, true, false, [ 1 ], {"a": "\u0041"}],"after":7}
            """#
        var expected = Coded.Scalars()
        expected.one = Coded.Scalar("string é")
        expected.list = [
            "string ", "string a", "string ünïcode", "string A\n\"", "string " + long, "int 1", "int 0", "double 1.5", "int 1000",
            "double 1.2345678901234568e+20", "bool true", "bool false", "string /", "string /",
        ].map { Coded.Scalar($0) }
        expected.after = 7
        let raws = [#""a""#, #""é""#, #""A""#, "1.50", "-0", "true", "false", "[ 1 ]", #"{"a": "\u0041"}"#]
        for size in [nil, 1, 7] {
            let result =
                size.map { decodeInChunks(Coded.Scalars.self, Array(json.utf8), size: $0, .strict) }
                ?? decodeWhole(Coded.Scalars.self, Array(json.utf8), .strict)
            var made = try result.get()
            #expect(made.raws.map(\.raw.text) == raws)
            made.raws = []
            #expect(made == expected)
        }
        let value = try ModelDecoder(.strict).decode(JSONValue.self, from: json)
        #expect(try ModelDecoder(.strict).decode(Coded.Scalars.self, from: value).list == expected.list)
        // At the end of a document, and as one.
        #expect(try ModelDecoder().decode([Coded.Scalar].self, from: "[1]") == [Coded.Scalar("int 1")])
        #expect(try ModelDecoder().decode(Coded.Scalar.self, from: "12") == Coded.Scalar("int 12"))
        #expect(try ModelDecoder().decode(Coded.Scalar.self, from: #""x""#) == Coded.Scalar("string x"))
    }

    /// A scalar that does not fit has the error of its value.
    @Test func scalarsThatDoNotFit() throws {
        for bad in ["300", #""x""#, #""\u0041""#, "true"] {
            let result = decodeWhole(Coded.Numbers.self, Array(#"{"all":[1, \#(bad), 2]}"#.utf8), .strict)
            guard case .failure(let error) = result else {
                Issue.record("\(bad): \(result)")
                continue
            }
            #expect(error.category == .mismatch && "\(error.path)" == "all[1]" && error.offset == 11, "\(bad): \(error)")
            #expect(error.underlying is DecodingError)
        }
        #expect(try ModelDecoder().decode(Coded.Numbers.self, from: #"{"all":[1,300,"x",true,2]}"#).all.map(\.number) == [1, 2])
    }

    /// What is kept of some values is theirs alone: the others go on by other memory.
    @Test func someAreKept() throws {
        let count = 60
        let objects = (0..<count).map { number in
            #"{"id":\#(number),"keeps":\#(number % 3 == 1),"text":"text of number \#(number), which is longer than a word"}"#
        }
        var bytes = Array(#"{"all":[\#(objects.joined(separator: ", "))]}"#.utf8)
        let all = try ModelDecoder().decode(Coded.Keepers.self, from: bytes).all
        for index in bytes.indices { bytes[index] = 0 }
        for _ in 0..<20 { _ = try ModelDecoder().decode(Coded.Keepers.self, from: #"{"all":[{"id":0,"text":"another"}]}"#) }
        #expect(all.map(\.id) == Array(0..<count))
        for keeper in all {
            let text = try keeper.text()
            #expect(text == (keeper.id % 3 == 1 ? "text of number \(keeper.id), which is longer than a word" : nil))
        }
    }

    /// A value that throws leaves nothing behind for the next one: neither what was read of it nor where it failed.
    @Test func throwingMidway() throws {
        let json = #"""
            {"all":[{"list":[],"id":1},{"list":["a",["b"],"c"],"id":2},{"list":["a"],"id":3},{"list":["a"],"fails":true,"id":4},
            {"list":["a"],"fails":false,"id":5},7,{"list":{},"id":8},{"list":["x"],"id":9}]}
            """#
        var options = DecodingOptions()
        options.onInvalidElement = .omit
        var report = DecodingReport()
        let fitting = json.replacing(#","fails":true"#, with: "")
        let made = try ModelDecoder(options).decode(Coded.Throwings.self, from: fitting, report: &report)
        #expect(made.all.map(\.id) == [1, 3, 4, 5, 9])
        #expect(report.issues.map { "\($0.path)" } == ["all[1].list[1]", "all[5]", "all[6].list"])
        // What is thrown besides `DecodingError` ends the decode, and is named with its place.
        let result = decodeWhole(Coded.Throwings.self, Array(json.utf8), options)
        guard case .failure(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.category == .custom && error.underlying is Coded.Throwing.Thrown && "\(error.path)" == "all[3]")
        let after = decodeWhole(Coded.Throwings.self, Array(#"{"all":[{"list":[],"id":1}]}"#.utf8), options)
        #expect(try after.get() == Coded.Throwings(all: [Coded.Throwing(id: 1)]))
    }

    @Test func modelsInValuesInModels() throws {
        var level = Coded.Level(id: 0)
        for id in 1...6 {
            level = Coded.Level(id: id, link: Coded.Link(levels: [level, Coded.Level(id: -id)], byName: ["a b": level], more: [[], []]))
        }
        let text = try ModelEncoder().encodeToString(level)
        for _ in 0..<2 { #expect(try ModelDecoder(.strict).decode(Coded.Level.self, from: text) == level) }
        let list = try ModelDecoder(.strict).decode([Coded.Level].self, from: "[\(text),\(text)]")
        #expect(list == [level, level])
    }

    @Test func issuesHaveTheirWays() throws {
        let json = #"""
            [{"link":{"levels":[{"id":1},{"id":[]}],"byName":{}}}, {"link":{"levels":[],"byName":{}}},
            {"link":{"levels":[],"byName":{"x":{"id":{}}}}}]
            """#
        var report = DecodingReport()
        _ = try ModelDecoder().decode([Coded.Level].self, from: json, report: &report)
        #expect(report.issues.map { "\($0.path)" } == ["[0].link.levels[1].id", "[2].link.byName.x.id"])
    }

    /// Keys of dictionaries are data, those of types are spelt as the style says; of equal keys the last counts.
    @Test func collections() throws {
        typealias Item = Coded.Collections.Item
        let uuid = UUID()
        let json = #"""
            {"all":[{"items":[{"some_id":1},{"some_id":2}],"by_name":{"a_b":{"some_id":3},"c":{"some_id":4}},
            "by_number":{"1":[{"some_id":5}],"-2":[]},"ids":["\#(uuid)"],"maybe":[null,{"some_id":6}]},
            {"items":[],"by_name":{"a_b":{},"a_b":{"some_id":7}},"by_number":{"1":5,"1":[]}}]}
            """#
        var options = DecodingOptions.strict
        options.keyStyle = .snakeCase
        let expected = Coded.CollectionHolder(all: [
            Coded.Collections(
                items: [Item(someId: 1), Item(someId: 2)], byName: ["a_b": Item(someId: 3), "c": Item(someId: 4)],
                byNumber: [1: [Item(someId: 5)], -2: []], ids: [uuid], maybe: [nil, Item(someId: 6)]),
            Coded.Collections(items: [], byName: ["a_b": Item(someId: 7)], byNumber: [1: []]),
        ])
        for _ in 0..<2 { #expect(try ModelDecoder(options).decode(Coded.CollectionHolder.self, from: json) == expected) }
        let faults = [
            (#""items":[{"some_id":1},{"some_id":"x"}]"#, "all[0].items[1].some_id"), (#""items":{}"#, "all[0].items"),
            (#""items":[],"by_name":{"a_b":{"some_id":[]}}"#, "all[0].by_name.a_b.some_id"),
            (#""items":[],"by_name":{},"by_number":{"7":[{"some_id":null}]}"#, "all[0].by_number.7[0].some_id"),
            (#""items":[],"by_name":{},"by_number":{"x":[]}"#, "all[0].by_number.x"),
        ]
        for (members, path) in faults {
            let result = decodeWhole(Coded.CollectionHolder.self, Array("{\"all\":[{\(members)}]}".utf8), options)
            let error: ModelError? = if case .failure(let error) = result { error } else { nil }
            #expect(error?.path.description == path, "\(members)")
        }
    }

    @Test func decodersInside() throws {
        let long = String(repeating: "7,", count: 300)
        let all = try ModelDecoder().decode(Coded.Outers.self, from: #"{"all":["[1,2]","[]","[\#(long)7]"]}"#).all
        #expect(all.map(\.inner.count) == [2, 0, 301])
        #expect(all.map { $0.model.link?.levels.first?.id } == [2, 0, 301])
    }

    @Test func threadsHaveTheirOwn() {
        DispatchQueue.concurrentPerform(iterations: 32) { thread in
            let objects = (0..<40).map { #"{"id":\#(thread * 100 + $0),"keeps":\#($0 % 16 == 5),"text":"t\#(thread)"}"# }
            let all = (try? ModelDecoder().decode(Coded.Keepers.self, from: #"{"all":[\#(objects.joined(separator: ","))]}"#).all) ?? []
            #expect(all.map(\.id) == (0..<40).map { thread * 100 + $0 })
            #expect(all.compactMap { try? $0.text() } == Array(repeating: "t\(thread)", count: 3))
        }
    }
}
