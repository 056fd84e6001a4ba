import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private func depthMessage(_ limit: Int, repeating round: String = "") -> String {
    "containers nested deeper than \(limit) (maximumDepth); instances that refer to each other have no end"
        + (round.isEmpty ? "" : ": the path repeats '\(round)'")
}

private func unencodable(_ name: String) -> String {
    "\(name) cannot be written: it is not a supported value, collection or Model, and not Encodable"
}
private final class Node: Model {
    var name = "n", next: Node?, list: [Node] = [], table: [String: Node] = [:], any: Any?, path: Node?, element: Node?
    static func describe(_ model: inout ModelDescription) { model.keys = ["path": "p.q", "element": "e.2"] }
}
private struct Hooked: WillEncodeModel {
    var inner: Inner? = Inner()
    func willEncode(into object: inout JSONObject) { object["more"] = [[]] }
    struct Inner: Model { var list = [1] }
}
private struct Refusal: Error, Equatable { var number = 1 }
private struct Throwing: Codable, Hashable {
    var throwsNow = true
    func encode(to encoder: any Encoder) throws {
        if throwsNow { throw Refusal() }
        var container = encoder.singleValueContainer()
        try container.encode("fine")
    }
}
private struct Deep: Encodable {
    var depth: Int
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 1 { try container.encode(Deep(depth: depth - 1)) }
    }
}
private struct Silent: Encodable { func encode(to encoder: any Encoder) throws {} }
private struct OnlyDecodable: Decodable, Hashable { var a = 1 }
private struct Opaque {}
private struct Broken: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.keys = ["nane": "n"] }
}
private struct Owner<T>: Model {
    var value: T?, list: [T], table: [String: [T]], any: Any?, path: T?, element: T?
    static func describe(_ model: inout ModelDescription) { model.keys = ["path": "p.a\\.b.q", "element": "e.1.x.0"] }
    init() { preconditionFailure("nothing is decoded here") }
    init(value: T? = nil, list: [T] = [], table: [String: [T]] = [:], any: Any? = nil, path: T? = nil, element: T? = nil) {
        (self.value, self.list, self.table, self.any, self.path, self.element) = (value, list, table, any, path, element)
    }
}

@Suite("Encode failures")
struct EncodeFailureTests {
    // MARK: Depth

    /// A path of as many steps as the limit lets be taken.
    private func repeated(_ steps: String, _ count: Int, last: String = "") -> String {
        let path = Array(repeating: steps, count: count).joined(separator: steps.hasPrefix("[") ? "" : ".")
        return path + (last.isEmpty || path.isEmpty || last.hasPrefix("[") ? "" : ".") + last
    }

    @Test func cyclesEndAtTheLimit() {
        let node = Node()
        let limited = options { $0.maximumDepth = 6 }
        func check(_ path: String, _ options: EncodingOptions, _ limit: Int, repeating round: String = "", _ set: (Node) -> Void) {
            (node.next, node.list, node.table, node.any, node.path, node.element) = (nil, [], [:], nil, nil, nil)
            set(node)
            expectUnwritten(node, .limit, .depthLimit, path: path, depthMessage(limit, repeating: round), options)
        }
        check("next.next.next.next.next.next", limited, 6) { $0.next = $0 }
        check("list[0].list[0].list[0]", limited, 6) { $0.list = [$0] }
        check("table.k.table.k.table.k", limited, 6) { $0.table = ["k": $0] }
        check("any.any.any.any.any.list", limited, 6) { $0.any = $0 }
        check("any[1].any[1].any[1]", limited, 6) { $0.any = [1, $0] as [Any] }
        check("list[0].p.q.list", options { $0.maximumDepth = 5 }, 5) {
            $0.path = $0
            $0.list = []
            $0.next = nil
            let other = Node()
            other.path = $0
            $0.list = [other]
            $0.path = nil
        }
        // Of a long way the path has the first round.
        check("next", .default, 512, repeating: "next") { $0.next = $0 }
        check("next", options { $0.maximumDepth = 9999 }, 1000, repeating: "next") { $0.next = $0 }
        check("list[0]", .default, 512, repeating: "list[0]") { $0.list = [$0] }
        check(repeated("next", 32), options { $0.maximumDepth = 32 }, 32) { $0.next = $0 }
        check("next", options { $0.maximumDepth = 33 }, 33, repeating: "next") { $0.next = $0 }
        (node.next, node.element) = (nil, nil)
    }

    @Test func theWayToACycleIsInThePath() {
        let (root, first, second) = (Node(), Node(), Node())
        (root.list, first.table, second.next) = ([Node(), first], ["k": second], first)
        expectUnwritten(
            root, .limit, .depthLimit, path: "list[1].table.k.next", depthMessage(512, repeating: "table.k.next"), .default)
        second.next = nil
    }

    /// A way without rounds has its beginning.
    @Test func aLongWayWithoutRounds() {
        let steps = (0..<40).map { JSONPath.Component.key("k\($0)") }
        let error = ModelError.writeDepthLimit(40, path: JSONPath(steps))
        #expect(error.path.components == Array(steps.prefix(32)))
        #expect(error.message == depthMessage(40) + "; the path has 40 steps, of which these are the first")
    }

    @Test(arguments: [1, 2, 3, 7, 511, 512, 513, 999, 1000])
    func exactlyTheLimit(limit: Int) {
        let limited = options { $0.maximumDepth = limit }
        var value: JSONValue = []
        for _ in 1..<limit { value = [value] }
        let text = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        expectWritten(value, text, limited)
        expectUnwritten([value], .limit, .depthLimit, path: "[0]", depthMessage(limit), limited)
        expectUnwritten(["k": value as Any], .limit, .depthLimit, path: "k", depthMessage(limit), limited)
        // Foundation's encoder has a limit of its own, 512.
        guard limit < 512 else { return }
        expectWritten(Deep(depth: limit), text, limited)
        expectUnwritten(
            [Deep(depth: limit)], .limit, .depthLimit, path: limit > 32 ? "[0]" : repeated("[0]", limit),
            depthMessage(limit, repeating: limit > 32 ? "[0]" : ""), limited)
    }

    /// More levels than the caller's stack has room for: under AddressSanitizer it has it for 512, which are written there, and not for 999.
    @Test func deepValuesNeedNoStackOfTheCaller() throws {
        let root = Node()
        var last = root
        for _ in 1..<999 {
            let next = Node()
            last.next = next
            last = next
        }
        // One thread at a time has it, and what it refers to.
        final class Writing: @unchecked Sendable {
            let root: Node
            var result: Result<[UInt8], ModelError>?
            init(_ root: Node) { self.root = root }
        }
        let (writing, ended) = (Writing(root), DispatchSemaphore(value: 0))
        let thread = Thread {
            let encoder = ModelEncoder(options { $0.maximumDepth = 1000 })
            writing.result = Result { () throws(ModelError) in try encoder.encodeToBytes(writing.root) }
            ended.signal()
        }
        thread.stackSize = 3 << 20
        thread.start()
        ended.wait()
        let written = try #require(try writing.result?.get())
        #expect(written.count > 999 * #"{"name":"n","next":}"#.utf8.count)
        // Whoever releases a chain as a whole needs a stack for it, and the thread may be the last one.
        var rest: Node? = root
        while let node = rest { (rest, node.next) = (node.next, nil) }
    }

    @Test func everyContainerCounts() {
        func check<T>(_ value: T, _ text: String, _ depth: Int, path: String) {
            expectWritten(value, text, options { $0.maximumDepth = depth })
            expectUnwritten(value, .limit, .depthLimit, path: path, depthMessage(depth - 1), options { $0.maximumDepth = depth - 1 })
        }
        check([["a"]], #"[["a"]]"#, 2, path: "[0]")
        check([[1]] as Set, "[[1]]", 2, path: "[0]")
        check(["k": [Int: Int]()], #"{"k":{}}"#, 2, path: "k")
        check([[:] as [String: Any]], "[{}]", 2, path: "[0]")
        check([[] as [Any]] as [Any], "[[]]", 2, path: "[0]")
        check(OnlyPath(path: 1), #"{"p":{"a.b":{"q":1}}}"#, 3, path: #"p["a.b"]"#)
        check(Hooked(inner: nil), #"{"more":[[]]}"#, 3, path: "")
        check(Hooked(), #"{"inner":{"list":[1]},"more":[[]]}"#, 3, path: "inner.list")
        check([Hooked()], #"[{"inner":{"list":[1]},"more":[[]]}]"#, 4, path: "[0].inner.list")
        check(["k": OnlyKeyed()], #"{"k":{"a":[]}}"#, 3, path: "k.a")
    }

    private struct OnlyKeyed: Encodable { var a: [Int] = [] }
    private struct OnlyPath: Model {
        var path: Int?
        static func describe(_ model: inout ModelDescription) { model.keys = ["path": "p.a\\.b.q"] }
    }
    private struct OnlyElement: Model {
        var element: Int?
        static func describe(_ model: inout ModelDescription) { model.keys = ["element": "e.1.x.0"] }
    }

    /// What is left out in the end is nowhere too deep.
    @Test func containersThatAreLeftOutDoNotCount() {
        expectWritten(OnlyPath(), "{}", options { $0.maximumDepth = 1 })
        expectWritten([OnlyElement()], "[{}]", options { $0.maximumDepth = 2 })
        expectWritten(Owner(path: 1), #"{"list":[],"table":{},"p":{"a.b":{"q":1}}}"#, options { $0.maximumDepth = 3 })
    }

    /// An index of a path is an index, as it is where the path is read.
    @Test func pathsThroughIndexes() {
        expectWritten(OnlyElement(element: 1), #"{"e":[null,{"x":[1]}]}"#, options { $0.maximumDepth = 4 })
        expectUnwritten(
            OnlyElement(element: 1), .limit, .depthLimit, path: "e[1].x", depthMessage(3), options { $0.maximumDepth = 3 })
        expectUnwritten(Owner<Any>(element: Opaque()), .model, .unsupportedType, path: "e[1].x[0]", unencodable("Opaque"))
        expectUnwritten(Owner(element: Throwing()), .custom, .modelCodeFailed, path: "e[1].x[0]", "encode(to:) of Throwing threw")
        let node = Node()
        node.element = node
        expectUnwritten(node, .limit, .depthLimit, path: "e[2].e[2].e[2]", depthMessage(6), options { $0.maximumDepth = 6 })
        node.element = nil
    }

    /// A limit below one counts as one.
    @Test(arguments: [Int.min, 0, 1])
    func theLeastLimit(limit: Int) {
        expectWritten([1], "[1]", options { $0.maximumDepth = limit })
        expectUnwritten([[1]], .limit, .depthLimit, path: "[0]", depthMessage(1), options { $0.maximumDepth = limit })
    }

    // MARK: Values that cannot be written

    @Test func valuesThatCannotBeWritten() {
        func check<T>(_ value: T, _ path: String, _ name: String, location: Testing.SourceLocation = #_sourceLocation) {
            expectUnwritten(value, .model, .unsupportedType, path: path, unencodable(name), location: location)
        }
        check(OnlyDecodable(), "", "OnlyDecodable")
        check(Owner(value: OnlyDecodable()), "value", "OnlyDecodable")
        check(Owner(list: [OnlyDecodable()]), "list[0]", "OnlyDecodable")
        check([1: Set([OnlyDecodable()])], "1[0]", "OnlyDecodable")
        check(Opaque() as Any, "", "Opaque")
        check([1, Opaque()] as [Any], "[1]", "Opaque")
        check(["a b": [Opaque()]] as [String: Any], "a b[0]", "Opaque")
        check(Owner<Int>(any: ["k": [nil, Opaque()] as [Any?]]), "any.k[1]", "Opaque")
        check(Owner<Int>(any: [OnlyDecodable()] as ContiguousArray), "any[0]", "OnlyDecodable")
        check(Owner<Any>(path: Opaque()), #"p["a.b"].q"#, "Opaque")
        check(Owner<Any>(table: ["": [1, Opaque?.some(Opaque()) as Any]]), #"table[""][1]"#, "Opaque")
        check([["k": Owner(list: [Owner<Any>(value: Opaque())])]], "[0].k.list[0].value", "Opaque")
        check([{ 1 } as () -> Int] as [Any], "[0]", "() -> Int")
    }

    /// An error of a model's declaration says so wherever the model stands.
    @Test func aModelThatCannotBeMapped() {
        let message = "model.keys of Broken names 'nane', which is not one of its properties; did you mean 'name'?"
        expectUnwrittenAtOnce(Broken(), .unknownProperty, path: "", message)
        expectUnwrittenAtOnce(["k": [Broken()]], .unknownProperty, path: "", message)
        expectUnwrittenAtOnce(Owner<Int>(any: Broken()), .unknownProperty, path: "any", message)
        expectUnwrittenAtOnce([1, Broken()] as [Any], .unknownProperty, path: "[1]", message)
    }

    /// What has no plan is a matter of encoding here, not of decoding.
    @Test func aRootWithoutAPlanSaysSo() {
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(Opaque()) }
        #expect(error?.category == .model && error?.code == .unsupportedType && error?.path == "")
        #expect(error?.message.contains("decode") == false, "\(error?.message ?? "")")
    }

    private func expectUnwrittenAtOnce<T>(_ value: T, _ code: ModelError.Code, path: String, _ message: String) {
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(value) }
        #expect(error.map { ErrorFields($0) } == ErrorFields(.model, code, at: 0, line: 0, column: 0, path: path, message))
    }

    @Test func ownCodeThatThrows() {
        func check<T>(_ value: T, _ path: String, location: Testing.SourceLocation = #_sourceLocation) {
            let error = expectUnwritten(
                value, .custom, .modelCodeFailed, path: path, "encode(to:) of Throwing threw", location: location)
            #expect(error?.underlying as? Refusal == Refusal(), sourceLocation: location)
        }
        let fine = Throwing(throwsNow: false)
        expectWritten(Owner(list: [fine]), #"{"list":["fine"],"table":{}}"#)
        check(Throwing(), "")
        check(Owner(value: Throwing()), "value")
        check(Owner(list: [fine, Throwing()]), "list[1]")
        check(Owner(table: ["k": [fine, Throwing()]]), "table.k[1]")
        check(Owner<Int>(any: [fine, Throwing()]), "any[1]")
        check(Owner(path: Throwing()), #"p["a.b"].q"#)
        check([Set([Throwing()])], "[0][0]")
    }

    @Test func ownCodeThatWritesWhatJSONHasNot() {
        let error = expectUnwritten([Silent() as Any], .custom, .modelCodeFailed, path: "[0]", "encode(to:) of Silent threw")
        #expect(error?.underlying is EncodingError)
        // Numbers that are not finite follow the options there, too.
        struct Infinite: Encodable { var a = Double.infinity }
        expectWritten([Infinite()], "[{}]")
        var options = EncodingOptions.default
        options.onNonFinite = .fail
        let infinite = #expect(throws: ModelError.self) { try ModelEncoder(options).encode([Infinite()]) }
        #expect(infinite?.code == .nonFiniteNumber && infinite?.path.description == "[0].a")
    }
}
