import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Archives a model that has no coding of its own.
private struct Archived<T: Model>: Codable {
    var model: T
    init(_ model: T) { self.model = model }
    init(from decoder: any Decoder) throws { model = try T(modelFrom: decoder) }
    func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
}

private func again<T: Model>(_ model: T, _ coder: Coder) throws -> T { try coder.again(Archived(model)).model }
private func json(_ model: some Model) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Archived(model)), as: UTF8.self)
}
private func read<T: Model>(_ type: T.Type, _ json: String) throws -> T {
    try JSONDecoder().decode(Archived<T>.self, from: Data(json.utf8)).model
}

private typealias Shapes = ArchiveShapes

@Suite("Archives")
struct ArchiveTests {
    @Test func whatTakesPart() throws {
        var model = Shapes.Mapped()
        model.moment = Date(timeIntervalSinceReferenceDate: 5.25)
        (model.secret, model.ignored, model.unmapped, model.path, model.inner) = (9, 9, 9, 9, Shapes.Inner(a: 9, b: 9))
        #expect(try json(model) == #"{"inner":{"a":9},"inners":[],"moment":5.25,"name":"n","path":9,"unmapped":9}"#)
        for coder in [Coder.json, .binary] {
            let back = try again(model, coder)
            #expect(back.secret == 4 && back.ignored == 3 && back.inner == Shapes.Inner(a: 9, b: 2))
            #expect(back.unmapped == 9 && back.path == 9 && back.moment == model.moment)
        }
        let error = #expect(throws: ModelError.self) { try json(Shapes.Misspelt()) }
        #expect(error?.message == "model.archived of Misspelt names 'nane', which is not one of its properties; did you mean 'name'?")
    }

    @Test func whatHasNoCodingIsLeftOut() throws {
        let odd = Shapes.Odd(opaque: .init(value: 7), opaques: [.init()], reads: [.init()], writes: ["k": .init()], kept: 2)
        #expect(try json(odd) == #"{"kept":2}"#)
        #expect(try again(odd, .binary) == Shapes.Odd(kept: 2))
        #expect(try read(Shapes.Odd.self, #"{"opaque": 1, "reads": 1, "kept": 3}"#) == Shapes.Odd(kept: 3))
    }

    @Test func absentKeysKeepWhatInitMade() throws {
        #expect(try read(Shapes.Mapped.self, "{}") == Shapes.Mapped())
        let model = try read(Shapes.Mapped.self, #"{"inner": {}, "inners": [{}, {"a": 5}], "N": "x", "secret": "wrong type"}"#)
        #expect(model.inner == Shapes.Inner() && model.inners == [Shapes.Inner(), Shapes.Inner(a: 5)] && model.name == "n")
        #expect(throws: DecodingError.self) { try read(Shapes.Mapped.self, "[]") }
    }

    @Test(arguments: Coder.allCases)
    func accessors(_ coder: Coder) throws {
        var model = Shapes.Accessed()
        model.celsius = 100
        model.name = "Ann"
        #expect(try json(model) == #"{"fahrenheit":212,"name":"Ann"}"#)
        let back = try again(model, coder)
        #expect(back.celsius == 100 && back.name == "Ann" && back.log == ["n>Ann"])
        model.name = nil
        #expect(try again(model, coder).log == ["n>-"])
        let object = Shapes.AccessedClass()
        object.stored = 21
        #expect(try again(object, coder).stored == 21 && json(object) == #"{"twice":42}"#)
    }

    // MARK: Instances

    @Test(arguments: Coder.allCases)
    func sharedInstancesAreArchivedTwice(_ coder: Coder) throws {
        let shared = Shapes.Node()
        shared.name = "shared"
        let root = Shapes.Node()
        (root.next, root.others, root.byName) = (shared, [shared, shared], ["k": shared])
        let back = try again(root, coder)
        #expect(back.next?.name == "shared" && back.others.map(\.name) == ["shared", "shared"] && back.byName["k"]?.name == "shared")
        #expect(back.next !== back.others[0])
    }

    @Test(arguments: Coder.allCases, 0..<4)
    func cyclesAreErrors(_ coder: Coder, _ way: Int) throws {
        let first = Shapes.Node()
        let second = Shapes.Node()
        first.next = second
        switch way {
        case 0: second.next = first
        case 1: second.others = [first]
        case 2: second.byName = ["k": first]
        default: second.any = ["k": [first]]
        }
        defer { (second.next, second.others, second.byName, second.any) = (nil, [], [:], nil) }
        let error = #expect(throws: EncodingError.self) { try coder.encode(Archived(first)) }
        // Property lists wrap it.
        guard case .invalidValue(_, let outer) = error else { throw try #require(error) }
        guard case .invalidValue(_, let context) = outer.underlyingError as? EncodingError ?? error else { throw try #require(error) }
        #expect(context.debugDescription.contains("512") && context.codingPath.count > 400)
    }

    /// By default by one kind of property list: the two part only behind the error.
    @Test(arguments: [Coder.json] + some(1, of: [Coder.xml, .binary]))
    func cyclesThroughOtherCodingsAreErrors(_ coder: Coder) throws {
        let node = Shapes.CodableNode()
        node.next = Shapes.Wrapper(node: node)
        defer { node.next = nil }
        #expect(throws: EncodingError.self) { try coder.encode(node) }
    }

    @Test func deepModelsComeBack() throws {
        let root = Shapes.Node()
        var last = root
        for index in 0..<200 {
            let node = Shapes.Node()
            node.name = "\(index)"
            last.next = node
            last = node
        }
        var back = try again(root, .binary)
        while let next = back.next { back = next }
        #expect(back.name == "199")
        let json = String(repeating: #"{"next":"#, count: 400) + "{}" + String(repeating: "}", count: 400)
        #expect(try read(Shapes.Node.self, json).next?.next != nil)
    }

    @Test(.slow) func anArchiveThatIsTooDeepIsAnError() throws {
        let list = (0..<600).reduce([String: Any]()) { inner, _ in ["next": inner] }
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        // Caught by hand: `#expect(throws:)` describes what it catches, all levels of it.
        do {
            _ = try PropertyListDecoder().decode(Archived<Shapes.Node>.self, from: data)
            Issue.record("no error")
        } catch {
            #expect(error is DecodingError)
        }
    }

    // MARK: Any

    @Test func valuesOfAny() throws {
        var loose = Shapes.Loose()
        let date = Date(timeIntervalSinceReferenceDate: 5.5)
        let decimal = Decimal(string: "1.2345678901234567890123")!
        let url = URL(string: "https://example.org")!
        let uuid = UUID()
        loose.any = ["a": [1, 2.5, true, "x", Optional<Int>.none as Any], "b": ["c": [:] as [String: Any]]] as [String: Any]
        loose.always = Int8(-3)
        loose.list = [UInt64.max, Int.min, 2.0, Float(0.1), date, Data([1]), url, uuid, decimal, Int128.max, JSONValue.array([1])]
        loose.table = [
            "model": Shapes.Inner(), "models": [Shapes.Inner()], "nil": Optional<String>.none as Any, "url": Optional(url) as Any,
            "c": Character("c"),
        ]
        for coder in [Coder.json, .binary] {
            let back = try again(loose, coder)
            let any = try #require(back.any as? [String: Any])
            let a = try #require(any["a"] as? [Any])
            #expect(a[0] as? Int == 1 && a[1] as? Double == 2.5 && a[2] as? Bool == true && a[3] as? String == "x")
            #expect(PlainValueIsNil(a[4]))
            #expect(((any["b"] as? [String: Any])?["c"] as? [String: Any])?.isEmpty == true && back.always as? Int == -3)
            let list = back.list
            #expect(list[0] as? UInt64 == .max && list[1] as? Int == .min && list[2] as? Int == 2 && list[3] as? Double == 0.1)
            if coder == .json {
                #expect(list[4] as? Double == 5.5 && list[5] as? String == "AQ==")
            } else {
                #expect(list[4] as? Date == date && list[5] as? Data == Data([1]))
            }
            #expect(list[6] as? String == "https://example.org" && list[7] as? String == uuid.uuidString)
            #expect(list[8] as? Decimal == decimal && (list[9] as? Decimal)?.description == "\(Int128.max)")
            #expect((list[10] as? [Any])?.first as? Int == 1)
            let table = back.table
            #expect((table["model"] as? [String: Any])?["a"] as? Int == 1 && (table["models"] as? [Any])?.count == 1)
            #expect(
                PlainValueIsNil(table["nil"] as Any) && table["url"] as? String == "https://example.org" && table["c"] as? String == "c")
        }
        loose = Shapes.Loose()
        loose.always = Optional<Int>.none as Any
        #expect(try json(loose) == #"{"always":null,"list":[],"table":{}}"#)
        #expect(PlainValueIsNil(try again(loose, .xml).always))
    }

    private func PlainValueIsNil(_ value: Any) -> Bool {
        if case .null = PlainValue(value) { true } else { false }
    }

    @Test func whatAnyCannotArchive() throws {
        struct Unknown {}
        for value in [Unknown(), [Unknown()], Shapes.Reads(), Double.nan] as [Any] {
            var loose = Shapes.Loose()
            loose.list = [value]
            #expect(throws: EncodingError.self) { try json(loose) }
        }
        #expect(throws: DecodingError.self) { try read(Shapes.Loose.self, #"{"list": {}}"#) }
        #expect(throws: DecodingError.self) { try read(Shapes.Loose.self, #"{"table": []}"#) }
        #expect(throws: DecodingError.self) { try read(Shapes.Loose.self, #"{"table": null}"#) }
        var loose = Shapes.Loose()
        loose.any = [Double.infinity, Decimal.nan, Shapes.Writes(value: 3)] as [Any]
        #expect(throws: EncodingError.self) { try again(loose, .binary) }
        loose.any = [Double.infinity]
        #expect((try again(loose, .binary).any as? [Any])?.first as? Double == .infinity)
    }
}
