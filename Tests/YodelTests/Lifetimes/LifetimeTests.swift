import Testing

@testable import Yodel
@testable import YodelTestSupport

extension LifetimeTests {
    /// Decodes and forgets; returns whether it succeeded.
    @discardableResult
    private func run<T>(_ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions = .lenient, size: Int = 0) -> ModelError.Code? {
        let result = size == 0 ? decodeWhole(type, bytes, options) : decodeInChunks(type, bytes, size: size, options)
        switch result {
        case .success: return nil
        case .failure(let error): return error.code
        }
    }

    // MARK: Success

    @Test(arguments: [0, 1, 7, 64])
    func aModelTakesAllItsObjectsWithIt(size: Int) throws {
        let before = Tracked.total
        do {
            let node =
                try size == 0
                ? decodeWhole(TrackedNode.self, Self.document).get() : decodeInChunks(TrackedNode.self, Self.document, size: size).get()
            #expect(node.list.map(\.name) == ["again"])
            #expect(node.holder.pair.map(\.rawValue) == ["x", "y", "z"])
            #expect(node.owns.map(\.number) == [2, 3])
            #expect(node.table.count == 3)
            #expect(node.labels.count == 2)
            #expect(Tracked.living > 50)
        }
        #expect(Tracked.total > before + 100)
        #expect(Tracked.living == 0)
    }

    @Test func rootsOfEveryKindAreReleased() throws {
        let document = String(decoding: Self.document, as: UTF8.self)
        #expect(run([TrackedNode].self, Array("[\(document),\(document)]".utf8)) == nil)
        #expect(run([String: TrackedNode].self, Array("{\"a\":\(document),\"b\":{},\"a\":{}}".utf8)) == nil)
        #expect(run(TrackedNode?.self, Self.document) == nil)
        #expect(run([TrackedNode??].self, Array("[null,\(document)]".utf8)) == nil)
        #expect(run([Int: [[TrackedHolder]]].self, Array(#"{"1":[[{},{}],[{}]],"2":[],"1":[[{}]]}"#.utf8)) == nil)
        #expect(run(TrackedHolder.self, Array(#"{"inner":{"holder":{"inner":{}}}}"#.utf8)) == nil)
        #expect(run(OwnDecoding.self, Array(#"{"number":1}"#.utf8)) == nil)
        #expect(run(TrackedLabel.self, Array(#""x""#.utf8)) == nil)
        #expect(run(TrackedLeaf.self, Array(#"{"tag":"t","extra":"e","list":[{"name":"n"}]}"#.utf8)) == nil)
        #expect(Tracked.living == 0)
    }

    @Test func anUpdateReleasesWhatItReplaces() throws {
        do {
            var node = try TrackedNode(json: Self.document)
            for _ in 0..<3 {
                try node.update(json: Self.document)
            }
            let first = Tracked.living
            try node.update(json: Self.document)
            #expect(Tracked.living == first)
            try node.update(json: #"{"next":null,"twice":null,"list":[],"table":{},"own":null,"labels":[],"holders":[],"label":null}"#)
            #expect(Tracked.living < first)
        }
        #expect(Tracked.living == 0)
    }

    @Test func anUpdateThatFailsChangesNothingAndLeaksNothing() throws {
        do {
            var node = try TrackedNode(json: Self.document)
            node.next = TrackedLeaf()
            let living = Tracked.living
            for end in stride(from: 0, to: Self.document.count, by: 7) {
                #expect(throws: ModelError.self) { try node.update(json: Array(Self.document[..<end])) }
                #expect(Tracked.living == living)
            }
        }
        #expect(Tracked.living == 0)
    }

    // MARK: Early ends

    @Test(.sameOnYajl, arguments: [0, 1, 31])
    func nothingLeaksAtAnEarlyEndAnywhere(size: Int) {
        for end in some(50, of: 0..<Self.document.count) + [0, Self.document.count - 1] {
            #expect(run(TrackedNode.self, Array(Self.document[..<end]), size: size) != nil, "cut at \(end)")
            #expect(Tracked.living == 0, "cut at \(end)")
        }
    }

    @Test(.sameOnYajl, arguments: [0, 3], ["?", "\"", "]", "}", ",", "\u{B}"])
    func nothingLeaksAtAFaultAtAnyToken(size: Int, fault: String) {
        for token in some(15, of: Self.tokens) + Self.tokens.prefix(1) + Self.tokens.suffix(1) {
            var bytes = Self.document
            bytes.replaceSubrange(token, with: Array(fault.utf8))
            run(TrackedNode.self, bytes, size: size)
            #expect(Tracked.living == 0, "'\(fault)' at \(token)")
        }
    }

    /// A value that does not fit, in the place of every value.
    @Test(.sameOnYajl, arguments: ["{}", "[]", "[[{}]]", "null", "true", "-1", "\"bad\"", "{\"number\":-1}", "1e999"], [0, 4])
    func nothingLeaksAtAMismatchInAnyPlace(value: String, size: Int) {
        var mismatches = 0
        for token in some(5, of: Self.values) {
            var bytes = Self.document
            bytes.replaceSubrange(token, with: Array(value.utf8))
            for options in [DecodingOptions.strict, .lenient] {
                let code = run(TrackedNode.self, bytes, options, size: size)
                if code != nil { mismatches += 1 }
                #expect(Tracked.living == 0, "\(value) at \(token)")
            }
        }
        #expect(triesFewerCases || mismatches > 5)
    }

    @Test(.sameOnYajl, arguments: [0, 2])
    func nothingLeaksAtALimit(size: Int) {
        for depth in 1...9 {
            var options = DecodingOptions.lenient
            options.maximumDepth = depth
            run(TrackedNode.self, Self.document, options, size: size)
            #expect(Tracked.living == 0)
        }
        for length in 0...40 {
            var options = DecodingOptions.lenient
            options.maximumTokenBytes = length
            run(TrackedNode.self, Self.document, options, size: size)
            #expect(Tracked.living == 0)
        }
        for length in stride(from: 0, to: Self.document.count, by: 11) {
            var options = DecodingOptions.lenient
            options.maximumDocumentBytes = length
            #expect(run(TrackedNode.self, Self.document, options, size: size) == .documentLimit)
            #expect(Tracked.living == 0)
        }
    }

    @Test func nothingLeaksWhenTheModelsOwnCodeThrows() {
        for json in [
            #"{"own":{"number":-1}}"#, #"{"list":[{},{"owns":[{"number":1},{"number":-1}]}]}"#,
            #"{"table":{"a":{},"b":{"own":{"number":-1}}}}"#,
            #"{"holders":[{"inner":{"owns":[{"number":-1}]}}]}"#,
        ] {
            for size in 0...9 {
                #expect(run(TrackedNode.self, Array(json.utf8), size: size) == .modelCodeFailed)
                #expect(Tracked.living == 0)
            }
        }
    }

    @Test func aMappingThatIsGivenUpReleasesWhatItHasMade() throws {
        let plan = try PlanCache.shared.plan(for: TrackedNode.self)
        let slot = UnsafeMutablePointer<TrackedNode>.allocate(capacity: 1)
        defer { slot.deallocate() }
        let options = DecodingOptions.lenient
        for end in some(300, of: 0...Self.document.count) + [0, Self.document.count] {
            do {
                var document = ChunkedDocument(plan, into: UnsafeMutableRawPointer(slot), rules: options.rules, limits: options.limits)
                try withCopy(Self.document[..<end], .exact) { chunk in
                    Result { () throws(ModelError) in try document.feed(chunk) }
                }.get()
            }
            #expect(Tracked.living == 0, "given up after \(end)")
        }
    }

    @Test func aDocumentInPiecesThatBreaksOffReleasesWhatItHasMade() {
        for end in some(300, of: 0..<Self.document.count) + [0, Self.document.count - 1] {
            #expect(throws: ModelError.self, "broken off after \(end)") {
                try ModelDecoder().decode(TrackedNode.self, fromChunks: [Self.document[..<(end / 2)], Self.document[(end / 2)..<end]])
            }
            #expect(Tracked.living == 0, "broken off after \(end)")
        }
    }

    // MARK: Tokens

    /// Where the document's tokens stand.
    static let tokens: [Range<Int>] = {
        var tokens: [Range<Int>] = []
        var index = 0
        while index < document.count {
            let start = index
            switch document[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                index += 1
                continue
            case UInt8(ascii: "\""):
                index += 1
                while document[index] != UInt8(ascii: "\"") { index += document[index] == UInt8(ascii: "\\") ? 2 : 1 }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
                index += 1
            default:
                while !" \n{}[],:\"".utf8.contains(document[index]) { index += 1 }
            }
            tokens.append(start..<index)
        }
        return tokens
    }()

    /// Where its values stand, containers whole; keys are none.
    static let values: [Range<Int>] = {
        var values: [Range<Int>] = []
        var open: [Int] = []
        for (position, token) in tokens.enumerated() {
            switch document[token.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(token.lowerBound)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): values.append(open.removeLast()..<token.upperBound)
            case UInt8(ascii: ","), UInt8(ascii: ":"): break
            default:
                let isKey = position + 1 < tokens.count && document[tokens[position + 1].lowerBound] == UInt8(ascii: ":")
                if !isKey { values.append(token) }
            }
        }
        return values
    }()
}
