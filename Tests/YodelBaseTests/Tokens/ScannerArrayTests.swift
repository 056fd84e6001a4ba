import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Arrays, whose elements the scanner has ways of its own for, and reports.
@Suite(.sameOnYajl) struct ScannerArrayTests {
    private static let elements = [
        "0", "-0", "7", "-7", "127", "128", "-129", "2147483647", "2147483648", "-2147483649", "999999999999999999", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "1.0", "1.5", "-1.5",
        "1e3", "1e-1",
        "0.1", "3.5e38", "1e39", "1e308", "1e309", "-1e400", "1e-400", "0.30000000000000004", "123456789.12345678901234567890", "true",
        "false",
        "null", #""""#, #""a""#, #""12""#, #""1.5""#, #""true""#, #""no""#, #""é\n""#, #""a string of more than fifteen bytes""#, "[]",
        "[1]", "{}",
        #"{"a":1}"#, #""1e400""#, #""9223372036854775808""#,
    ]

    /// Each value, and each pair of neighbours, as elements of one type.
    private static func differences<T: Equatable>(_ type: T.Type) -> [String] {
        let memory = GuardedMemory(capacity: 65_536)
        var wrong: [String?] = []
        let optionSets =
            [DecodingOptions.lenient, .strict]
            + [.keep, .fail].map { (policy: DecodingOptions.NullPolicy) in
                var options = DecodingOptions.lenient
                options.onNull = policy
                return options
            }
        // Of some, each element has two.
        for number in some(101, of: 0..<(elements.count * optionSets.count * 3)) {
            let element = elements[number / 3 / optionSets.count]
            let options = optionSets[number / 3 % optionSets.count]
            switch number % 3 {
            case 0: wrong.append(scannerDifference([T].self, Array("[\(element)]".utf8), memory, options))
            case 1: wrong.append(scannerDifference([[T]].self, Array("[[\(element),\(element)],[ \(element) ]]".utf8), memory, options))
            default: wrong.append(scannerDifference([String: T].self, Array(#"{"k":\#(element),"k":1}"#.utf8), memory, options))
            }
        }
        for options in optionSets {
            wrong.append(scannerDifference([T].self, Array("[\(elements.joined(separator: ","))]".utf8), memory, options))
        }
        for number in some(199, of: 0..<(elements.count * elements.count)) {
            let (first, second) = (elements[number / elements.count], elements[number % elements.count])
            wrong.append(scannerDifference([T].self, Array("[\(first), \(second)]".utf8), memory))
        }
        return wrong.compactMap { $0 }
    }

    @Test(.slow) func elementsThatFitAndNot() {
        var wrong = Self.differences(Int.self) + Self.differences(Double.self) + Self.differences(String.self)
        wrong += Self.differences(Int32.self) + Self.differences(Float.self) + Self.differences(Bool.self)
        wrong += Self.differences(UInt64.self) + Self.differences(Int8.self)
        wrong +=
            Self.differences(Int?.self) + Self.differences(Double?.self) + Self.differences(String?.self) + Self.differences(Bool?.self)
        wrong += Self.differences(JSONValue.self) + Self.differences(Scanned.Inner.self)
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(4))")
    }

    // MARK: Long arrays

    struct Tree: Model, Equatable {
        var doubles: [Double] = []
        var children: [Tree] = []
        var names: [String] = []
        var numbers: [Int]?
        var rows: [[Int]] = []
    }

    private static let long = triesFewerCases ? 3_000 : 10_000

    private static func joined(_ element: (Int) -> String) -> String { "[" + (0..<long).map(element).joined(separator: ",") + "]" }

    /// Buffers of several depths grow by turns.
    @Test(.slow) func longArraysInsideEachOther() throws {
        let doubles = Self.joined { "\($0).5" }
        let names = Self.joined { $0 % 7 == 0 ? #""a longer name, of number \#($0)""# : #""\#($0)""# }
        let numbers = Self.joined { "\($0 - Self.long / 2)" }
        let rows = Self.joined { "[\($0),\($0 + 1)]" }
        let children = Self.joined { #"{"doubles":[\#($0),0.25],"names":["x"]}"# }
        let text =
            #"{"children":[{"names":\#(names),"children":\#(children),"doubles":\#(doubles)},{"numbers":\#(numbers)}],"rows":\#(rows),"doubles":\#(doubles)}"#
        let memory = GuardedMemory(capacity: text.utf8.count)
        #expect(scannerDifference(Tree.self, Array(text.utf8), memory) == nil)

        let tree = try decodeOnce(Tree.self, Array(text.utf8), .lenient(.scanner)).get()
        #expect(tree.doubles == (0..<Self.long).map { Double($0) + 0.5 })
        #expect(tree.rows == (0..<Self.long).map { [$0, $0 + 1] })
        #expect(tree.children.count == 2 && tree.children[1].numbers == (0..<Self.long).map { $0 - Self.long / 2 })
        #expect(tree.children[0].names.count == Self.long && tree.children[0].names[7] == "a longer name, of number 7")
        #expect(tree.children[0].children.count == Self.long)
        #expect(tree.children[0].children.last?.doubles == [Double(Self.long - 1), 0.25])
    }

    /// An error in the middle of them leaves nothing behind, which the leak check of AddressSanitizer sees.
    @Test(.slow, arguments: ["x", "\"\\q\"", "01", "{\"names\":[\"a string on the heap, by its length\",x]}"])
    func brokenLongArrays(fault: String) {
        let names = Self.joined { $0 == Self.long * 9 / 10 ? fault : #""a name on the heap, number \#($0)""# }
        let text = #"{"names":["a name on the heap, the first"],"children":[{"names":\#(names)}]}"#
        let memory = GuardedMemory(capacity: text.utf8.count)
        #expect(scannerDifference(Tree.self, Array(text.utf8), memory) == nil)
        #expect(scannerDifference(Tree.self, Array(text.utf8), memory, .strict) == nil)
    }

    // MARK: Arrays of numbers as a whole

    struct Numbers: Model, Equatable {
        var whole: [Int] = [9, 9]
        var doubles: [Double] = [9]
        var rows: [[Int]] = []
        var points: [[Double]] = []
        var cubes: [[[Double]]] = []
        var last = ""
    }

    /// Arrays of every length around what is taken at once, with one element that is something else at each place, or none.
    @Test func shortArraysOfNumbers() {
        let memory = GuardedMemory(capacity: 65_536)
        var wrong: [String?] = []
        let others: [String?] = ["null", "1.5", "1e3", "-0", "\"a\"", "[]", "{}", "12345678901234567890", "1e999", "01", "x", ""]
        let spaces = [("[", ","), ("[ ", " , "), ("[\n      ", ",\n                    ")]
        for count in Array(0...5) + Array(30...35) + [64, 65] {
            let places = [0, 1, 2, 3, 4, 30, 31, 32, 33].filter { $0 < count }
            var exchanges: [(String?, Int)] = [(nil, 0)]
            for other in others { exchanges += places.map { (other, $0) } }
            // Each of them with each white space, by both sets of options.
            for number in some(23, of: 0..<(exchanges.count * spaces.count * 2)) {
                let (other, place) = exchanges[number / 2 / spaces.count]
                let (open, comma) = spaces[number / 2 % spaces.count]
                let elements = (0..<count).map { $0 == place ? other ?? "7" : "\($0 * 37)" }
                let array = open + elements.joined(separator: comma) + open.dropFirst() + "]"
                let text =
                    #"{"whole":\#(array),"doubles":\#(array),"rows":[\#(array),[1]],"points":[[0.5],\#(array)],"#
                    + #""cubes":[[\#(array)],[],[[2.5,3]]],"last":"x"}"#
                wrong.append(scannerDifference(Numbers.self, Array(text.utf8), memory, number % 2 == 0 ? .lenient : .strict))
            }
        }
        #expect(wrong.count > (triesFewerCases ? 250 : 1_500) && wrong.allSatisfy { $0 == nil }, "\(wrong.compactMap { $0 }.prefix(4))")
    }

    @Test func numbersOfArraysStayInTheirOrder() throws {
        let text = #"{"whole":[],"doubles":[1.5,-2,3e0],"rows":[[],[1,-2],[3]],"points":[[0.1,1]],"cubes":[[[1],[]],[]],"last":"x"}"#
        let numbers = try decodeOnce(Numbers.self, Array(text.utf8), .lenient(.scanner)).get()
        #expect(numbers.whole.isEmpty && numbers.doubles == [1.5, -2, 3] && numbers.rows == [[], [1, -2], [3]])
        #expect(numbers.points == [[0.1, 1]] && numbers.cubes == [[[1], []], []] && numbers.last == "x")
    }

    /// What ends in the middle of an array, and limits that one passes.
    @Test func arraysOfNumbersAtTheirEnds() {
        let memory = GuardedMemory(capacity: 4_096)
        var wrong: [String?] = []
        let text = #"{"points":[[1.25,-2],[3]],"rows":[[4,5]]}"#
        for count in 0..<text.utf8.count {
            for end in ["", "]", "}", "]]", "]}", "]]}"] {
                wrong.append(scannerDifference(Numbers.self, Array(text.utf8.prefix(count)) + Array(end.utf8), memory))
            }
        }
        for depth in 1...4 {
            for length in 1...5 {
                var options = DecodingOptions.lenient
                (options.maximumDepth, options.maximumTokenBytes) = (depth, length)
                wrong.append(scannerDifference(Numbers.self, Array(text.utf8), memory, options))
            }
        }
        #expect(wrong.allSatisfy { $0 == nil }, "\(wrong.compactMap { $0 }.prefix(4))")
    }

    // MARK: Reports

    private static func report<T>(_ type: T.Type, _ bytes: [UInt8], _ tokenizer: DecodingOptions.Tokenizer) -> [String] {
        var report = DecodingReport(limit: 1_000)
        let error = Result { () throws(ModelError) in
            try ModelDecoder(.lenient(tokenizer)).decode(type, from: bytes, report: &report)
        }.errorFields
        return report.issues.map { "\($0.code) \($0.path) \($0.offset) \($0.expected) \($0.found) \($0.action)" }
            + report.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + [
                "\(report.count)", error?.description ?? "no error",
            ]
    }

    /// Every value for every property and element, with white space and without.
    @Test(.slow) func reportsAreTheSame() {
        var wrong: [String] = []
        var issues = 0
        for element in Self.elements {
            for space in ["", " ", "\n    "] {
                let keys = ["id", "name", "ratio", "nick", "inner", "numbers", "doubles", "words", "list", "flag", "unknown", "id"]
                let members = keys.map { #""\#($0)"\#(space):\#(space)\#(element)\#(space)"# }.joined(separator: "," + space)
                let arrays = ["numbers", "doubles", "words", "list"].map { #""\#($0)":[1,\#(space)\#(element),"a",\#(element)]"# }
                let inner = #""inner":{"a":\#(element),"x":\#(element),"b":[\#(element)]}"#
                for text in ["{\(members)}", "{\(arrays.joined(separator: ",")),\(inner)}", "[\(element),{\(members)},{\(inner)}\(space)]"]
                {
                    let bytes = Array(text.utf8)
                    let types =
                        text.hasPrefix("[")
                        ? (Self.report([Scanned].self, bytes, .scanner), Self.report([Scanned].self, bytes, .yajl))
                        : (Self.report(Scanned.self, bytes, .scanner), Self.report(Scanned.self, bytes, .yajl))
                    issues += types.1.count
                    for (actual, expected) in zip(types.0, types.1) where actual != expected {
                        wrong.append("\(text): \(actual), not \(expected)")
                    }
                    if types.0.count != types.1.count { wrong.append("\(text): \(types.0.count) lines, not \(types.1.count)") }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(4))")
        #expect(issues > 5_000)
    }

    /// What was noted before an error stays, and is the same.
    @Test func reportsUpToAnError() {
        let start = #"{"id":"x","unknown":[1,{"a":2}],"words":[1,[],"a",{}],"inner":{"a":[],"z":1},"numbers":[null,"q",1.5"#
        for end in ["x", "]", "],\"u\":[01]}", "],\"u\":{\"k\":[tru]}}", "],\"name\":\"\\ud800\"}"] {
            let bytes = Array((start + end).utf8)
            #expect(Self.report(Scanned.self, bytes, .scanner) == Self.report(Scanned.self, bytes, .yajl))
        }
    }
}
