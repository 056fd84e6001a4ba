import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Values of the caller, read by the model's own code on every way in and out.

private struct Tenant: Equatable { var name: String }

private final class Log: Sendable {
    let names = Guarded<[String]>([])
    func add(_ place: String) {
        let tenant = ModelContext.value(of: Tenant.self)?.name ?? "none"
        names.withLock { $0.append("\(place) \(tenant)") }
    }
}

private let log = Log()

private struct Own: Codable {
    var id = 0
    init() {}
    init(from decoder: any Decoder) throws {
        log.add("init(from:)")
        id = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
        log.add("encode(to:)")
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

private struct Everything: WillDecodeModel, DidDecodeModel, ValidatedModel, WillEncodeModel {
    var id = 0
    var own = Own()
    var made = 0
    private var stored = 0
    var seen: Int {
        get { stored }
        set {
            log.add("accessor")
            stored = newValue
        }
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.seen, named: "seen")
        model.ignored = ["stored"]
        model.transforms = [
            "made": PropertyTransform(
                from: { (_: JSONValue) in
                    log.add("from"); return 1
                },
                to: { (_: Int) in
                    log.add("to"); return 1
                })
        ]
    }
    mutating func willDecode(_ object: inout JSONObject) { log.add("willDecode") }
    mutating func didDecode(from object: JSONObject) { log.add("didDecode") }
    mutating func validate() { log.add("validate") }
    func willEncode(into object: inout JSONObject) { log.add("willEncode") }
}

@Suite("Contexts", .serialized)
struct ModelContextTests {
    private static let json = #"{"id":1,"own":2,"made":3,"seen":4}"#
    private static let decoding: Set = ["willDecode", "didDecode", "validate", "from", "accessor", "init(from:)"]

    /// What was called, with the name that it found.
    private func calls(_ work: () throws -> Void) rethrows -> Set<String> {
        log.names.withLock { $0 = [] }
        try work()
        return Set(log.names.withLock { $0 })
    }

    private func named(_ name: String) -> Set<String> { Set(Self.decoding.map { "\($0) \(name)" }) }

    @Test func everyWayIn() throws {
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            let decoder = ModelDecoder(.lenient(tokenizer))
            let bytes = Array(Self.json.utf8)
            let ways: [() throws -> Void] = [
                { _ = try decoder.decode(Everything.self, from: Self.json) },
                { _ = try decodeInChunks(Everything.self, bytes, size: 3, .lenient(tokenizer)).get() },
                { _ = try decoder.decode(Everything.self, from: try decoder.decode(JSONValue.self, from: Self.json)) },
                { _ = try decoder.decode(Everything.self, from: ["id": 1, "own": 2, "made": 3, "seen": 4] as [String: Any]) },
                {
                    var value = Everything()
                    try decoder.update(&value, from: Self.json)
                },
                {
                    var reader = try ModelReader(Everything.self, framing: .lines)
                    try reader.read(bytes + [10]) { _ = try $0.get() }
                    try reader.finish { _ = try $0.get() }
                },
            ]
            for (index, way) in ways.enumerated() {
                #expect(try calls { try ModelContext.with(Tenant(name: "a"), way) } == named("a"), "way \(index)")
                #expect(try calls(way) == named("none"), "way \(index)")
            }
        }
    }

    @Test func outward() throws {
        let found = try calls { try ModelContext.with(Tenant(name: "a")) { _ = try ModelEncoder().encode(Everything()) } }
        #expect(found == ["to a", "willEncode a", "encode(to:) a"])
    }

    @Test func linesOnSeveralThreads() async throws {
        log.names.withLock { $0 = [] }
        let lines = Data(String(repeating: Self.json + "\n", count: 200).utf8)
        let found = try await ModelContext.with(Tenant(name: "a")) {
            try await ModelDecoder().decodeLines(Everything.self, from: lines)
        }
        #expect(found.models.count == 200)
        #expect(Set(log.names.withLock { $0 }) == named("a"))
    }

    @Test func nesting() {
        #expect(ModelContext.value(of: Tenant.self) == nil)
        ModelContext.with(Tenant(name: "a")) {
            ModelContext.with(7) {
                #expect(ModelContext.value(of: Int.self) == 7 && ModelContext.value(of: Tenant.self)?.name == "a")
                ModelContext.with(Tenant(name: "b")) { #expect(ModelContext.value(of: Tenant.self)?.name == "b") }
                #expect(ModelContext.value(of: Tenant.self)?.name == "a" && ModelContext.value(of: String.self) == nil)
            }
            #expect(ModelContext.value(of: Int.self) == nil)
            struct Stop: Error {}
            #expect(throws: Stop.self) { try ModelContext.with(1) { throw Stop() } }
        }
        #expect(ModelContext.value(of: Tenant.self) == nil)
        ModelContext.with(Optional<Int>.none) { #expect(ModelContext.value(of: Int?.self) == .some(nil)) }
    }
}
