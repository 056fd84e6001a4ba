import Foundation
import Synchronization
import Testing

@testable import Yodel
@testable import YodelTestSupport

// yajl never looks whether it has got memory. Each time that it asks is made to fail in turn: the decode ends with an error, everything that has
// been made so far is given back (AddressSanitizer's leak check says so, and the count of the living), and the process goes on.

@Suite(.serialized) struct AllocationFailureTests {
    static let documents: [String] = [
        #"{"name":"plain","list":[{"name":"a"},{"name":"b"}]}"#,
        #"{"name":"esc\naped \u00e9","kept":{"a":[1,"\t"]},"list":[{"name":"\u0041"}]}"#,
        #"{"name":"\#(String(repeating: "long \\n", count: 600))","list":[{}]}"#,
        #"{"\u006eame":"key\u0020","un\tknown":"\\","kept":[["\r"]]}"#,
        #"{"list":[{"list":[{"name":"\n"},{"name":"x"}]},{"kept":\#(String(repeating: "[", count: 300) + String(repeating: "]", count: 300))}]}"#,
        "  {}  ", #"{"list":[{"name":"\n"},?]}"#, #"{"name":"\n"} x"#, #"{"name":"\ud800"}"#, #"{"name":"\n","#, "[\"\\n\",\u{B}]", "",
    ]

    final class Node: Model {
        var name = ""
        var list: [Node] = []
        var kept = JSONValue.null
    }

    struct Watched: DidDecodeModel {
        var name = ""
        var list: [Watched] = []
        mutating func didDecode(from object: JSONObject) { name += object["name"]?.text ?? "" }
    }

    @Test(arguments: documents)
    func eachAllocationMayFail(document: String) {
        for size in [0] + some(2, of: [1, 2, 7, 31, 5000]) {
            let failures = letEachFail(Node.self, document, size) + letEachFail(JSONValue.self, document, size)
            #expect(failures > 0 || document.isEmpty, "chunks of \(size): yajl has asked for no memory")
            _ = letEachFail(Watched.self, document, size)
        }
    }

    /// Used by one test only, so that its count is that test's.
    final class Counted: Model {
        static let living = Atomic<Int>(0)
        var name = ""
        var list: [Counted] = []
        var table: [String: Counted] = [:]
        var next: Counted?
        init() { Self.living.add(1, ordering: .relaxed) }
        deinit { Self.living.subtract(1, ordering: .relaxed) }
    }

    @Test(arguments: [0, 1, 5, 40])
    func nothingLivesOn(size: Int) {
        let document = #"{"next":{"name":"\n"},"list":[{},{"table":{"\u0041":{},"b":{"name":"\t"}}}],"name":"\n"}"#
        #expect(letEachFail(Counted.self, document, size) >= 6)
        #expect(Counted.living.load(ordering: .relaxed) == 0)
    }

    /// Used by one test only, so that its count is that test's. Its objects are read as a whole.
    struct CountedWhole: DidDecodeModel {
        final class Token {
            static let living = Atomic<Int>(0)
            init() { Self.living.add(1, ordering: .relaxed) }
            deinit { Self.living.subtract(1, ordering: .relaxed) }
        }

        var name = ""
        var list: [CountedWhole] = []
        var token = Token()
        static func describe(_ model: inout ModelDescription) { model.ignored = ["token"] }
        func didDecode(from object: JSONObject) {}
    }

    /// The memory may be gone when all of a value has come and its end has not been told.
    @Test(arguments: [0, 1, 5, 40])
    func nothingLivesOnOfWhatIsReadAsAWhole(size: Int) {
        let document = #"[{"name":"\n"},{"list":[{},{"name":"\u0041"}],"name":"\n"},{"list":[]}]"#
        #expect(letEachFail([CountedWhole].self, document, size) >= 4)
        #expect(letEachFail(CountedWhole.self, #"{"list":[{"name":"\t"}]}"#, size) >= 2)
        #expect(CountedWhole.Token.living.load(ordering: .relaxed) == 0)
    }

    /// A merge that runs out of memory leaves instances as they were.
    @Test func aMergeIsUndone() throws {
        let node = Node()
        node.name = "before"
        node.list = [Node()]
        let json = Array(#"{"list":[],"name":"after","kept":"\n\n"}"#.utf8)
        let decoder = ModelDecoder(.lenient(.yajl))
        var failures = 0
        for allowance in 0..<100 {
            var value = node
            var request = decoder.request
            request.limits.yajlAllowance = allowance
            let error = unsafe json.withUnsafeBytes { unsafe decoder.update(&value, BorrowedBytes($0), request) }
            guard let error else { break }
            failures += 1
            #expect(error.code == .outOfMemory && node.name == "before" && node.list.count == 1)
        }
        #expect(failures >= 5 && node.name == "after" && node.list.isEmpty)
    }

    /// Decodes with less and less memory refused.
    ///
    /// - Returns: How many times there was none.
    private func letEachFail<T>(_ type: T.Type, _ document: String, _ size: Int) -> Int {
        let bytes = Array(document.utf8)
        let full = size == 0 ? decodeWhole(type, bytes) : decodeInChunks(type, bytes, size: size)
        for allowance in 0..<1000 {
            var limits = DecodingOptions.lenient.limits
            limits.yajlAllowance = allowance
            let result = decode(type, bytes, size, limits)
            if let error = result.errorFields, error.code == .outOfMemory {
                #expect(error.category == .limit && error.message == "not enough memory to continue reading", "\(error)")
                #expect((0...bytes.count).contains(error.offset) && error.line >= 1, "\(error)")
                continue
            }
            #expect(result.errorFields == full.errorFields)
            return allowance
        }
        Issue.record("yajl asks for memory without end")
        return 0
    }

    /// Decodes by limits that no options have.
    private func decode<T>(_ type: T.Type, _ bytes: [UInt8], _ size: Int, _ limits: ParserLimits) -> Result<T, ModelError> {
        let slot = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { slot.deallocate() }
        return Result { () throws(ModelError) in
            let plan = try PlanCache.shared.plan(for: type)
            let rules = DecodingOptions.lenient.rules
            guard size > 0 else {
                var request = DecodingRequest(rules, limits)
                request.parser = OnePiece.self
                let error = withCopy(bytes[...], .exact) {
                    unsafe ModelDecoder(.lenient(.yajl)).fill(MutableAddress(slot), type, $0, request)
                }
                if let error { throw error }
                return slot.move()
            }
            try feed(plan, slot, bytes, size, rules, limits)
            return slot.move()
        }
    }

    private func feed(
        _ plan: PlanRef, _ slot: UnsafeMutableRawPointer, _ bytes: [UInt8], _ size: Int, _ rules: DecodingRules,
        _ limits: ParserLimits
    ) throws(ModelError) {
        var document = ChunkedDocument(plan, into: slot, rules: rules, limits: limits)
        for start in stride(from: 0, to: bytes.count, by: size) {
            var failure: ModelError?
            withCopy(bytes[start..<min(start + size, bytes.count)], .exact) { chunk in
                do throws(ModelError) { try document.feed(chunk) } catch { failure = error }
            }
            guard let failure else { continue }
            // A decode that has ended so stays ended.
            #expect(throws: ModelError.self) { try document.finish() }
            throw failure
        }
        try document.finish()
    }

    // MARK: The budget

    /// What yajl may take follows from the longest token. A token that is far too long is refused while it is read, with the error of every other one.
    @Test(
        .slow,
        .sameOnYajl,
        arguments: [
            (#"["a",{"b":"?"}]"#, 10), (#"{"?":1}"#, 1), ("[1,[\"?\"]]", 4), (#"{"un\nknown":["\n","?"]}"#, 19),
        ])
    func aTokenOverTheBudgetIsTooLong(document: String, offset: Int) {
        var options = DecodingOptions.lenient
        options.maximumTokenBytes = 12
        for piece in some(1, of: ["\\n", "\\u0041", "é"]) {
            // yajl may take 65,728 bytes. By default the first chunk of a token is a little more, not much more.
            let content = String(repeating: piece, count: triesFewerCases ? 80_000 / piece.utf8.count : 80_000)
            let bytes = Array(document.replacing("?", with: content).utf8)
            let whole = decodeWhole(JSONValue.self, bytes, options).errorFields
            #expect(whole?.code == .tokenLimit && whole?.offset == offset, "\(piece)")
            for size in [triesFewerCases ? 70_000 : 90_000, 10_000_000] {
                #expect(decodeInChunks(JSONValue.self, bytes, size: size, options).errorFields == whole, "\(piece) in chunks of \(size)")
            }
        }
    }

    @Test(arguments: ["\"", "[\"\\n", "{\"a\":[1,2,\"\\\\"])
    func aTokenWithoutEndIsCutOffOrTooLong(start: String) {
        var options = DecodingOptions.lenient
        options.maximumTokenBytes = 12
        let bytes = Array((start + String(repeating: "\\n", count: 80_000)).utf8)
        #expect(decodeWhole(JSONValue.self, bytes, options).errorFields?.code == .unexpectedEnd)
        #expect(decodeInChunks(JSONValue.self, bytes, size: 90_000, options).errorFields?.code == .tokenLimit)
    }

    @Test(arguments: ["", "-", "[0,-", "{\"a\":"])
    func aNumberOverTheBudgetIsTooLong(start: String) {
        var options = DecodingOptions.lenient
        options.maximumTokenBytes = 12
        let offset = start.utf8.count - (start.hasSuffix("-") ? 1 : 0)
        for end in some(2, of: ["", "]", "}"]) {
            let bytes = Array((start + String(repeating: "7", count: 200_000) + end).utf8)
            let errors = [decodeWhole(JSONValue.self, bytes, options), decodeInChunks(JSONValue.self, bytes, size: 90_000, options)]
            for error in errors.map(\.errorFields) { #expect(error?.code == .tokenLimit && error?.offset == offset, "before '\(end)'") }
        }
    }

    /// The longest token that is allowed fits, however it is written and cut.
    @Test(.slow, arguments: [1, 100, 5_000, 70_000])
    func theBudgetIsEnoughForTheLongestToken(length: Int) throws {
        var options = DecodingOptions.lenient
        options.maximumTokenBytes = length
        let forms = ["a", "\\n", "\\u0041"].flatMap { [($0, "[\"", "\"]"), ($0, "{\"", "\":[]}")] }
        // Nearly all of the time goes to the longest tokens.
        for (piece, start, end) in length > 10_000 ? some(2, of: forms) : forms {
            let bytes = Array((start + String(repeating: piece, count: length) + end).utf8)
            #expect(throws: Never.self, "\(start)\(piece)") { try decodeWhole(JSONValue.self, bytes, options).get() }
            for size in [length / 3 + 1, length, 6 * length] {
                #expect(throws: Never.self, "\(start)\(piece) in chunks of \(size)") {
                    try decodeInChunks(JSONValue.self, bytes, size: size, options).get()
                }
            }
        }
    }

    // MARK: The real thing

    struct Nothing: Model {}

    /// In a process that may have little memory, malloc itself fails.
    @Test(.early, .slow, .disabled(if: isSanitized)) func mallocFails() async {
        await #expect(processExitsWith: .success) {
            // The text is decoded into a buffer of 64 MiB, more than any arena of malloc has in reserve.
            let bytes = Array(#"{"a":""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 33 << 20) + Array(#"\n"}"#.utf8)
            _ = try Nothing(json: #"{"warm":"\n"}"#)
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[0]
            let used = try #require(UInt(pages)) * UInt(sysconf(Int32(_SC_PAGESIZE)))
            var limit = rlimit(rlim_cur: used + (16 << 20), rlim_max: used + (16 << 20))
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
            for _ in 0..<3 {
                let result = Result { () throws(ModelError) in try ModelDecoder(.lenient(.yajl)).decode(Nothing.self, from: bytes) }
                guard result.errorFields?.code == .outOfMemory, result.errorFields?.category == .limit else { exit(2) }
            }
            // The scanner needs no memory for what nobody wants.
            _ = try ModelDecoder(.lenient(.scanner)).decode(Nothing.self, from: bytes)
            // The process is as well as before.
            _ = try Nothing(json: #"{"after":"\n"}"#)
        }
    }
}
