import Testing

@testable import Yodel
@testable import YodelTestSupport

// What random documents rarely are. Everything is decoded by yajl, and by the scanner from memory behind which nothing can be read.

/// A value with properties of the kinds that the scanner knows ways of its own for.
struct Scanned: Model, Equatable {
    struct Inner: Model, Equatable {
        var a = 0
        var b: String?
    }

    var id = 0
    var name = ""
    var ratio = 0.5
    var nick: String?
    var inner = Inner()
    var numbers: [Int] = []
    var doubles: [Double] = []
    var words: [String] = []
    var list: [Inner] = []
    var flag = false
    var aKeyOfMoreThanSixteenBytes = 1
}

extension [String] {
    /// The first of them, with how many there are.
    fileprivate var summary: String { "\(count): \(prefix(4).joined(separator: "\n"))" }
}

@Suite(.sameOnYajl) struct ScannerTests {
    private static func options(_ change: (inout DecodingOptions) -> Void) -> DecodingOptions {
        var options = DecodingOptions.lenient
        change(&options)
        return options
    }

    private static let optionSets = [
        options { _ in }, .strict, options { $0.maximumDepth = 4 }, options { $0.maximumTokenBytes = 3 },
        options { $0.onUnknownKey = .fail },
        options { ($0.onDuplicateKey, $0.onMissing) = (.fail, .fail) }, options { ($0.maximumDepth, $0.maximumTokenBytes) = (5, 6) },
        options { $0.onInvalidElement = .fail },
    ]

    /// What is wrong in a container: not JSON, too deep, or with a token that is too long for some options.
    private static let faults: [[UInt8]] =
        SyntaxCase.all.map(\.bytes)
        + [
            "[[[[[[[]]]]]]]", #"{"a":{"a":{"a":{"a":{}}}}}"#, #"[{"a":[{"a":[]}]}]"#, #""abcdefgh""#, #"{"abcdefgh":1}"#, "123456789",
            "1.25e10",
            #""\u0061\u0062\u0063\u0064""#, #""ééé""#, #"{"\u00e9\u00e9":1}"#, "[123456789,x]", "[1234567\u{B}]", "[123456x]",
            #"["abcdefg"x]"#,
            "[[[[[[x]]]]]]", #"{"a":"abcdefg","b":tru}"#, #"{"a":tru,"b":"abcdefg"}"#, "-", "\"", "[\"\\", "{\"a\":1,}", "nulll", "[1]]",
            "{}}",
        ].map { Array($0.utf8) }

    /// Each of them with each set of options, by number.
    private static let faultyNumbers = 0..<(faults.count * optionSets.count)

    private static func faulty(_ number: Int) -> (fault: [UInt8], options: DecodingOptions) {
        (faults[number / optionSets.count], optionSets[number % optionSets.count])
    }

    // MARK: Containers that nobody wants

    private static let unwanted: [(before: String, after: String)] = [
        (#"{"id":1,"unknown":["#, #"],"name":"n"}"#), (#"{"unknown":{"x":"#, #"},"id":1}"#),
        (#"{"id":1,"inner":{"u":[1,["#, #"]]},"name":"n"}"#),
        (#"{"unknown":["#, "]}"), (#"{"words":[["#, #"]],"id":2}"#), (#"{"id":{"k":"#, #"},"flag":true}"#),
        (#"{"list":[{"u":{"v":"#, #"}}]}"#),
        (#"{"unknown":[{}],"other":[["#, #"]],"unknown":[1]}"#), (#"{"id":["#, ""), (#"[{"unknown":["#, "]}]"),
    ]

    @Test(.slow, arguments: unwanted.indices)
    func faultsInUnwantedContainers(index: Int) {
        let memory = GuardedMemory(capacity: 4096)
        var wrong: [String] = []
        // Of some, each place has others.
        for number in some(181, of: Self.faultyNumbers) {
            let (fault, options) = Self.faulty((number + 2 * index) % Self.faultyNumbers.count)
            let text = Array(Self.unwanted[index].before.utf8) + fault + Array(Self.unwanted[index].after.utf8)
            if let difference = scannerDifference(Scanned.self, text, memory, options) { wrong.append(difference) }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    /// The same where the values are wanted.
    @Test(.slow) func faultsInWantedContainers() {
        let memory = GuardedMemory(capacity: 4096)
        var wrong: [String?] = []
        for (fault, options) in some(367, of: Self.faultyNumbers).map(Self.faulty) {
            wrong.append(scannerDifference(JSONValue.self, Array("[1,".utf8) + fault + Array(#","x"]"#.utf8), memory, options))
            wrong.append(scannerDifference([Double].self, Array("[1,".utf8) + fault + Array("]".utf8), memory, options))
            wrong.append(scannerDifference(Scanned.self, Array(#"{"name":"#.utf8) + fault + Array(#","id":3}"#.utf8), memory, options))
            wrong.append(scannerDifference([String: Int].self, Array(#"{"a":1,"#.utf8) + fault + Array(":2}".utf8), memory, options))
        }
        #expect(wrong.compactMap { $0 }.isEmpty, "\(wrong.compactMap { $0 }.summary)")
    }

    @Test func soundUnwantedContainersAreNoMatter() throws {
        let text =
            #"{"u":{"a":[1,-2.5e3,"x\n\ud83d\ude00é",null,true,false,{},[]],"":{"":[[[[]]]]}},"id":7,"v":[],"w":{},"name":"n","x":[{}]}"#
        let memory = GuardedMemory(capacity: 4096)
        #expect(scannerDifference(Scanned.self, Array(text.utf8), memory) == nil)
        let value = try decodeOnce(Scanned.self, Array(text.utf8), .lenient(.scanner)).get()
        #expect(value.id == 7 && value.name == "n" && value.words.isEmpty)
    }

    // MARK: Keys

    private static let members = [
        #""id":7"#, #""name":"é\n""#, #""ratio":0.25"#, #""nick":null"#, #""inner":{"b":"x","a":3}"#, #""numbers":[1,2]"#,
        #""unknown":[{"id":9}]"#,
        #""\u0069\u0064":8"#, #""n\u0061me":"other""#, #""aKeyOfMoreThanSixteenBytes":5"#, #""aKeyOfMoreThanSixteenByteS":6"#, #""i":1"#,
        #""idx":2"#,
        #""flag" : true"#, #""":0"#, #""\"id\"":1"#, #""id\u0000":4"#, #""é":1"#, #""flag":false"#, #""id":9"#,
    ]

    @Test(arguments: some(1, of: [UInt64](1...3)))
    func keysInAnyOrder(seed: UInt64) {
        let memory = GuardedMemory(capacity: 4096)
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 250 : 500) {
            let members = Self.members.shuffled(using: &generator).prefix(Int.random(in: 0...Self.members.count, using: &generator))
            let text = Array("{\(members.joined(separator: ","))}".utf8)
            for options in Self.optionSets {
                if let difference = scannerDifference(Scanned.self, text, memory, options) { wrong.append(difference) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    @Test(arguments: [
        #"{"id":7,"name":"n","ratio":2}"#, #"{"ratio":2,"name":"n","id":7}"#, #"{"name":"n","id":7,"ratio":2}"#,
        #"{"id":1,"id":2,"name":"x","id":7,"ratio":2,"name":"n"}"#, #"{"\u0069d":7,"n\u0061me":"n","rati\u006f":2}"#,
        #"{"\u0069\u0064":1,"id":7,"name":"\u006e","ratio":2}"#, #"{"id" :7 , "name": "n" ,"ratio":2 }"#,
        #"{"i":1,"id":7,"idd":2,"nam":3,"name":"n","names":[4],"ratio":2}"#,
    ])
    func keysFindTheirProperties(text: String) throws {
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            let value = try decodeOnce(Scanned.self, Array(text.utf8), .lenient(tokenizer)).get()
            #expect(value.id == 7 && value.name == "n" && value.ratio == 2, "\(tokenizer)")
        }
    }

    // MARK: White space

    private static let spaced = DocumentPlaces(
        #"[{"id":-7,"name":"a b","ratio":1.5e1,"nick":null,"inner":{"a":1,"b":"x"},"numbers":[1,22,333],"doubles":[],"u":[{},[true,false,null]],"#
            + #""words":["","x"],"list":[{"a":1},{}],"flag":true}]"#)

    /// The document with white space around each of its tokens.
    private static func spaced(_ space: (Int) -> String) -> [UInt8] {
        var text = Array(space(0).utf8)
        for (index, token) in spaced.tokens.enumerated() {
            text += spaced.bytes[token]
            text += space(index + 1).utf8
        }
        return text
    }

    @Test func whiteSpaceOfEachSort() throws {
        let memory = GuardedMemory(capacity: 16_384)
        let plain = try decodeOnce([Scanned].self, Self.spaced.bytes, .lenient(.yajl)).get()
        #expect(plain.first?.list.count == 2)
        var wrong: [String] = []
        for start in ["", "\n", "\r\n", "\t", "\n\n", "\r", " \n"] {
            for unit in [" ", "\t", "\n", "\r"] {
                for count in 0...(start == "\n" ? 40 : 12) {
                    let space = start + String(repeating: unit, count: count)
                    let text = Self.spaced { _ in space }
                    let value = memory.withLast(text) {
                        try? ModelDecoder(.lenient(.scanner)).decode([Scanned].self, from: $0.raw)
                    }
                    if value != plain { wrong.append(space.debugDescription) }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    /// White space that is none is found wherever it stands.
    @Test(.slow) func randomWhiteSpace() {
        let memory = GuardedMemory(capacity: 16_384)
        var generator = SeededGenerator(seed: 81)
        var wrong: [String] = []
        for round in 0..<(triesFewerCases ? 400 : 2_000) {
            let longest = Int.random(in: 0...24, using: &generator)
            var text = Self.spaced { _ in
                let count = Int.random(in: 0...longest, using: &generator)
                let start = Bool.random(using: &generator) ? "\n" : ""
                let unit = Int.random(in: 0..<3, using: &generator) > 0
                return start + String((0..<count).map { _ in unit ? " " : " \n\t\r".randomElement(using: &generator)! })
            }
            if round % 2 == 1, let place = text.indices.filter({ text[$0] <= 0x20 }).randomElement(using: &generator) {
                text[place] = [0x00, 0x0B, 0x0C, 0x1F, 0x2C, 0x31, 0x80, 0xC2, 0x22].randomElement(using: &generator)!
            }
            if let difference = scannerDifference([Scanned].self, text, memory) { wrong.append(difference) }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    // MARK: The end of memory

    private static let documents = [
        #"{"id":7,"name":"n","ratio":1.5,"numbers":[1,-2],"words":["é","\n"],"u":{"x":[null]},"inner":{"a":1},"flag":false}"#,
        "{\n  \"id\": 1,\n  \"list\": [\n    {\n      \"a\": 2\n    }\n  ],\n  \"aKeyOfMoreThanSixteenBytes\": 12345678\n}\n",
        #"[12345678,1.5,-0,123456789012345678901,"a string of more than sixteen bytes","\ud83d\ude00","日本",true,false,null,[],{}]"#, "[]",
        "{}",
        " [ ] ", #"{"":""}"#, "[0]", "[true]", "[false]", "[null]", #"["\\"]"#, "[[[[]]]]", #""text""#, "12345678", "-1.5e-10", "true",
        "null",
        "[1.25,2.50,3.75,12345.678901,1e10]", "\u{FEFF}[1]", "\u{FEFF}{\"id\":1}\r\n\t ",
    ]

    /// Nothing behind a document is read, wherever it ends, and both say the same of it.
    @Test func cutEverywhere() {
        let memory = GuardedMemory(capacity: 4096)
        var wrong: [String] = []
        for document in Self.documents {
            let bytes = Array(document.utf8)
            // Each end by both sets of options; nothing and the whole are there in every run.
            let count = 2 * (bytes.count + 1)
            let between = some(4 + bytes.count / 5, of: 2..<(count - 2))
            for number in [0, 1] + between + [count - 2, count - 1] {
                let text = Array(bytes[..<(number / 2)])
                let options = number % 2 == 0 ? DecodingOptions.lenient : .strict
                let differences = [
                    scannerDifference(JSONValue.self, text, memory, options), scannerDifference(Scanned.self, text, memory, options),
                    scannerDifference([Int].self, text, memory, options), scannerDifference([String].self, text, memory, options),
                    // Brackets at the end, so that the scanner takes it.
                    scannerDifference(JSONValue.self, text + [0x5D], memory, options),
                    scannerDifference(Scanned.self, text + [0x7D], memory, options),
                ]
                wrong += differences.compactMap { $0 }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    /// Each byte of sound documents exchanged for others.
    @Test func exchangedEverywhere() {
        let memory = GuardedMemory(capacity: 4096)
        var wrong: [String] = []
        let others = Array(#"{}[]",:\0-.e1tu/ "#.utf8) + [0x00, 0x0A, 0x0B, 0x7F, 0x80, 0xC3, 0xFF]
        for document in Self.documents.prefix(3) {
            var bytes = Array(document.utf8)
            // Of some, each place has one or two.
            for number in some(211, of: 0..<(bytes.count * others.count)) {
                let place = number / others.count
                let kept = bytes[place]
                bytes[place] = others[number % others.count]
                if let difference = scannerDifference(JSONValue.self, bytes, memory) { wrong.append(difference) }
                if let difference = scannerDifference(Scanned.self, bytes, memory) { wrong.append(difference) }
                bytes[place] = kept
            }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    @Test func allSyntaxCases() {
        let memory = GuardedMemory(capacity: 65_536)
        var wrong: [String] = []
        // Of some, each case has one or two.
        for number in some(701, of: 0..<(5 * SyntaxCase.all.count)) {
            let syntax = SyntaxCase.all[number / 5]
            let texts = [
                syntax.bytes, syntax.bytes + [0x5D], syntax.bytes + [0x7D], [0x5B] + syntax.bytes + [0x5D], syntax.bytes + [0x0A, 0x20],
            ]
            let text = texts[number % 5]
            if let difference = scannerDifference(JSONValue.self, text, memory, syntax.options) { wrong.append(difference) }
            if let difference = scannerDifference(Scanned.self, text, memory, syntax.options) { wrong.append(difference) }
        }
        #expect(wrong.isEmpty, "\(wrong.summary)")
    }

    // MARK: Roots

    @Test func rootsAndWhatStandsAroundThem() {
        let memory = GuardedMemory(capacity: 4096)
        let roots = [
            "1", "-1.5", "\"a\"", "\"]\"", "\"}\"", "true", "null", "[]", "{}", "[1]", "", "]", "}", "[", "{", "[}", "{]", "x]", "1]",
            "\"a]", "[1] [2]",
        ]
        let before = ["", " ", "\n\t\r ", "\u{FEFF}", "\u{FEFF} ", "\u{FEFF}\u{FEFF}", " \u{FEFF}", "\u{B}", "\u{0}", ","]
        let after = ["", " ", "\n", "\r\n \t", String(repeating: " ", count: 40), "\u{FEFF}", "\u{0}", ",", "]", "}", " ]", "\u{B}"]
        let around = before.flatMap { before in after.map { (before, $0) } }
        var wrong: [String?] = []
        for (index, root) in roots.enumerated() {
            // By both sets of options. Of some, each root has others.
            for choice in some(29, of: 0..<(2 * around.count)) {
                let number = (choice + index) % (2 * around.count)
                let (before, after) = around[number / 2]
                let options = number % 2 == 0 ? DecodingOptions.lenient : .strict
                let text = Array((before + root + after).utf8)
                wrong.append(scannerDifference(JSONValue.self, text, memory, options))
                wrong.append(scannerDifference([Int].self, text, memory, options))
                wrong.append(scannerDifference(Int.self, text, memory, options))
                wrong.append(scannerDifference(String.self, text, memory, options))
            }
        }
        #expect(wrong.compactMap { $0 }.isEmpty, "\(wrong.compactMap { $0 }.summary)")
    }

    // MARK: Depth

    /// Around the greatest depth that options allow, and that the scanner can tell apart.
    @Test(arguments: [1, 2, 63, 64, 65, 512, 1_999, 2_000, 2_046, 2_047, 2_048, 2_049, 2_112, 5_000])
    func depth(count: Int) {
        let memory = GuardedMemory(capacity: 200_000)
        var wrong: [String?] = []
        let limits = [512, 2_000, 3_000]
        let shapes = [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]"), (#"{"u":[1,"#, "]}")]
        // Twelve documents of each shape, under each limit. Of some, each limit has two or three, of different shapes.
        for number in some(7, of: 0..<(limits.count * shapes.count * 12)) {
            let options = Self.options { $0.maximumDepth = limits[number / 12 / shapes.count] }
            let (open, close) = shapes[number / 12 % shapes.count]
            let (opens, closes) = (String(repeating: open, count: count), String(repeating: close, count: count))
            let inside = ["0", "[]", "x"][number % 3]
            let text = opens + inside + closes
            let difference =
                switch number % 12 {
                case 0...2: scannerDifference(JSONValue.self, Array(text.utf8), memory, options)
                case 3...5: scannerDifference(Scanned.self, Array(#"{"id":1,"u":\#(text),"name":"n"}"#.utf8), memory, options)
                case 6...8: scannerDifference([Int].self, Array("[\(text),1]".utf8), memory, options)
                case 9: scannerDifference(JSONValue.self, Array((opens + closes.dropLast()).utf8), memory, options)
                case 10: scannerDifference(JSONValue.self, Array((opens + closes + close).utf8), memory, options)
                default: scannerDifference(Scanned.self, Array((#"{"u":"# + opens + "0" + closes.dropLast() + "]]").utf8), memory, options)
                }
            wrong.append(difference.map { "limit \(options.maximumDepth), \($0)" })
        }
        #expect(wrong.compactMap { $0 }.isEmpty, "\(wrong.compactMap { $0 }.summary)")
    }

    // MARK: Limits of tokens

    @Test(arguments: 0...20)
    func tokensAtTheLimit(limit: Int) {
        let memory = GuardedMemory(capacity: 4096)
        let options = Self.options { $0.maximumTokenBytes = limit }
        let tokens = [
            #""abcd""#, #""a\u0062\n""#, #""ééé""#, #""abcdefghijklmnop""#, "12345678", "-1.5", "0", "123456789012345678901",
            #"["abcdefgh"]"#,
            #"{"abcdefgh":1}"#, #"{"\u0061bcd":1}"#, "true", "null", #""\ud83d\ude00""#, "1234567890123456\u{B}", "12345678x", "12345678]",
            "",
        ]
        let places = [
            ("[", "]"), (#"{"id":"#, "}"), (#"{"aKeyOfMoreThanSixteenBytes":"#, "}"), (#"{"u":["#, "]}"), (#"{"name":"#, ",\"id\":1}"),
        ]
        var wrong: [String?] = []
        // Of some, each token has two or three places.
        for number in some(37, of: 0..<(tokens.count * places.count)) {
            let (before, after) = places[number % places.count]
            let text = Array((before + tokens[number / places.count] + after).utf8)
            wrong.append(scannerDifference(Scanned.self, text, memory, options))
            wrong.append(scannerDifference(JSONValue.self, text, memory, options))
            wrong.append(scannerDifference([String].self, text, memory, options))
        }
        #expect(wrong.compactMap { $0 }.isEmpty, "\(wrong.compactMap { $0 }.summary)")
    }
}
