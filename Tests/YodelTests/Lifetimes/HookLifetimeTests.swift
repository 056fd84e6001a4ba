import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Refused: Error {}

/// Makes and replaces objects in each hook, and refuses when told to.
private class HookNode: Tracked, PolymorphicModel, WillDecodeModel, DidDecodeModel, ValidatedModel {
    var name = ""
    var mark = TrackedLabel(text: "init")
    var next: HookNode?
    var twice: HookNode??
    var list: [HookNode] = []
    var table: [String: HookNode] = [:]
    var holder = HookHolder()
    var made: TrackedLabel?
    var below: HookNode?
    var first: HookNode?
    var second: HookNode?
    var choice: HookNode?
    var accessed: HookNode? {
        get { stored }
        set { stored = newValue }
    }
    private var stored: HookNode?

    override required init() { super.init() }

    class func modelType(for object: JSONObject) -> (any Model.Type)? { object["leaf"] != nil ? HookLeaf.self : nil }
    class func describe(_ model: inout ModelDescription) {
        model.access(\HookNode.accessed, named: "accessed")
        model.keys = ["below": "in.node", "first": "shared", "second": "shared", "choice": ["one", "two"]]
        model.transforms = [
            "made": PropertyTransform(
                from: { value in
                    let label = TrackedLabel(text: value.stringValue ?? "")
                    if value == 13 { throw Refused() }
                    return value.stringValue == nil ? nil : label
                }, to: { (label: TrackedLabel) in .string(label.rawValue) })
        ]
    }

    func willDecode(_ object: inout JSONObject) throws {
        mark = TrackedLabel(text: "will")
        if object["refuse"] == "will" { throw Refused() }
    }

    func didDecode(from object: JSONObject) throws {
        mark = TrackedLabel(text: "did")
        next = next ?? (object["grow"] != nil ? HookNode() : nil)
        if object["refuse"] == "did" { throw Refused() }
    }

    func validate() throws { if name == "refused" { throw Refused() } }
}

private final class HookLeaf: HookNode { var leaf = TrackedLabel(text: "leaf") }

private struct HookHolder: ValidatedModel {
    var label = TrackedLabel(text: "h")
    var inner: HookNode?
    mutating func validate() throws {
        label = TrackedLabel(text: label.rawValue + "!")
        if inner?.name == "last" { throw Refused() }
    }
}

private let hookText = #"""
    {"name": "root", "next": {"leaf": "l", "next": {"grow": 1, "name": "n"}}, "twice": {"name": "t"}, "made": "m", "accessed": {"name": "a"},
     "list": [{"name": "1"}, {"refuse": "did", "next": {}}, {"leaf": "x", "list": [{}, {"refuse": "will"}]}, {"name": "refused"}],
     "table": {"a": {"leaf": "a"}, "b": {"refuse": "will"}, "a": {}, "c": {"name": "refused", "next": {}}},
     "holder": {"label": "o", "inner": {"name": "i"}}, "in": {"node": {"made": "b"}}, "shared": {"name": "s", "next": {}},
     "two": {"name": "2"}, "one": {"refuse": "did"}, "in": {"node": {"leaf": "again"}}, "accessed": {"leaf": "b", "made": 13},
     "holder": {"inner": {"name": "last"}}, "next": {"refuse": "did"}, "next": {"name": "end"}, "unknown": [{}]}
    """#
private let hookDocument = Array(hookText.utf8)

private func run<T>(_ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions = .lenient, size: Int = 0) -> Bool {
    switch size == 0 ? decodeWhole(type, bytes, options) : decodeInChunks(type, bytes, size: size, options) {
    case .success: true
    case .failure: false
    }
}

// A part of the suite that counts the same objects: so none of these tests runs beside one of that suite.
extension LifetimeTests {
    @Suite struct HookLifetimeTests {
        private static let wrong = [
            #"{"refuse": "will"}"#, #"{"refuse": "did", "next": {}}"#, #"{"name": "refused"}"#, #"{"leaf": "l"}"#, "[]", "13", "null",
        ]

        init() { #expect(Tracked.living == 0) }

        @Test(arguments: [0, 1, 7, 64])
        func everythingIsReleased(size: Int) throws {
            do {
                let result = size == 0 ? decodeWhole(HookNode.self, hookDocument) : decodeInChunks(HookNode.self, hookDocument, size: size)
                let node = try result.get()
                #expect(node.list.map(\.name) == ["1", ""])
                #expect(node.list.last is HookLeaf && node.list.last?.list.count == 1)
                #expect(node.table.keys.sorted() == ["a"] && node.next?.name == "end")
                #expect(node.choice?.name == "2")
                #expect(node.below is HookLeaf && node.accessed is HookLeaf)
                #expect(node.made?.rawValue == "m")
                #expect(Tracked.living > 20)
            }
            #expect(Tracked.living == 0)
        }

        @Test(.sameOnYajl, arguments: [0, 1, 31])
        func cutAnywhere(size: Int) {
            for end in some(150, of: 0..<hookDocument.count) + [0, hookDocument.count - 1] {
                #expect(!run(HookNode.self, Array(hookDocument[..<end]), size: size), "cut at \(end)")
                #expect(Tracked.living == 0, "cut at \(end)")
            }
        }

        @Test func givenUpAnywhere() throws {
            let plan = try PlanCache.shared.plan(for: HookNode.self)
            let slot = UnsafeMutablePointer<HookNode>.allocate(capacity: 1)
            defer { slot.deallocate() }
            let options = DecodingOptions.lenient
            for end in 0...hookDocument.count {
                do {
                    var document = ChunkedDocument(plan, into: UnsafeMutableRawPointer(slot), rules: options.rules, limits: options.limits)
                    try withCopy(hookDocument[..<end], .exact) { chunk in Result { () throws(ModelError) in try document.feed(chunk) } }
                        .get()
                }
                #expect(Tracked.living == 0, "given up after \(end)")
            }
        }

        @Test(.sameOnYajl, arguments: wrong, [0, 3])
        func refusedAnywhere(wrong: String, size: Int) {
            let places = DocumentPlaces(hookText)
            var failures = 0
            let cases = places.values.flatMap { place in [DecodingOptions.lenient, .strict].map { (place, $0) } }
            for (place, options) in some(3, of: cases) {
                let bytes = places.replacing(place, with: wrong)
                if !run(HookNode.self, bytes, options, size: size) { failures += 1 }
                _ = run([HookNode?].self, Array("[{},".utf8) + bytes + Array("]".utf8), options, size: size)
                #expect(Tracked.living == 0, "\(wrong) at \(place)")
            }
            #expect(triesFewerCases || failures > 5)
        }

        @Test(arguments: wrong)
        func refusedAnywhereInOtherSources(wrong: String) throws {
            let places = DocumentPlaces(hookText)
            for place in some(8, of: places.values) {
                let value = try ModelDecoder().decode(JSONValue.self, from: places.replacing(place, with: wrong))
                for decoder in [ModelDecoder(), ModelDecoder(.strict)] {
                    _ = try? decoder.decode(HookNode.self, from: value)
                    if let own = value.swiftAny() as? [String: Any] { _ = try? decoder.decode(HookNode.self, from: own) }
                    #expect(Tracked.living == 0, "\(wrong) at \(place)")
                }
            }
        }

        // MARK: Merges

        @Test func aMergeCutAnywhere() throws {
            do {
                var node = try HookNode(json: hookDocument)
                var holder = node.holder
                let living = Tracked.living
                for end in some(250, of: 0..<hookDocument.count) + [0, hookDocument.count - 1] {
                    #expect(throws: ModelError.self) { try node.update(json: Array(hookDocument[..<end])) }
                    #expect(throws: ModelError.self) { try holder.update(json: Array(#"{"inner": "#.utf8) + hookDocument[..<end]) }
                    #expect(Tracked.living == living, "cut at \(end)")
                }
            }
            #expect(Tracked.living == 0)
        }

        @Test(arguments: wrong)
        func aMergeRefusedAnywhere(wrong: String) throws {
            let places = DocumentPlaces(hookText)
            var failures = 0
            for place in some(5, of: places.values) {
                let bytes = places.replacing(place, with: wrong)
                for decoder in [ModelDecoder(), ModelDecoder(.strict)] {
                    do {
                        var node = try HookNode(json: hookDocument)
                        let living = Tracked.living
                        do {
                            try decoder.update(&node, from: bytes)
                        } catch {
                            failures += 1
                            #expect(Tracked.living == living, "\(wrong) at \(place)")
                        }
                    }
                    #expect(Tracked.living == 0, "\(wrong) at \(place)")
                }
            }
            #expect(triesFewerCases || failures > 5)
        }
    }
}
