import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Enums without a tag")
struct UntaggedTests {
    private typealias Mixed = Untagged.Mixed
    private typealias ID = Untagged.ID
    private typealias Open = Untagged.Open

    private func check<T: Equatable>(
        _ value: T, _ written: String, _ others: [String] = [], _ options: [DecodingOptions] = [.lenient, .strict]
    ) throws {
        #expect(try ModelEncoder().encodeToString(value) == written)
        for text in [written] + others {
            for options in options {
                for result in EveryWay.outcomes(T.self, text, options) { #expect(try result.get() == value, "\(text)") }
                let json = try ModelDecoder().decode(JSONValue.self, from: text)
                #expect(try ModelDecoder(options).decode(T.self, from: json) == value, "\(text)")
                let plain = try ModelDecoder().decode([Any].self, from: "[\(text)]")
                #expect(try ModelDecoder(options).decode([T].self, from: plain) == [value], "\(text)")
            }
        }
    }

    @Test func theFirstThatFits() throws {
        try check([Mixed.number(7)], "[7]")
        try check([Mixed.ratio(7.5)], "[7.5]")
        try check([Mixed.flag(true), .text("7"), .text("x\n\u{e9}")], #"[true,"7","x\n\#u{e9}"]"#)
        try check(Mixed.circle(Enums.Circle(radius: 1.5)), #"{"radius":1.5}"#, [#"{"x":[{"y":1}],"radius":1.5}"#])
        try check(Mixed.box(Untagged.Box(width: 1, height: 2)), #"{"width":1,"height":2,"tags":[]}"#, [#"{"height":2,"width":1}"#])
        try check(Mixed.list([]), "[]")
        try check(Mixed.list([.number(1), .list([.text("a"), .none]), .table([:])]), #"[1,["a",null],{}]"#)
        try check(Mixed.table(["width": 1]), #"{"width":1}"#)
        try check(ID.many([1, 2]), "[1,2]")
        try check(ID.pairs([[1], [2]]), "[[1],[2]]")
        try check([ID.number(255)], "[255]")
    }

    /// Nothing is converted while another case fits as it is.
    @Test func conversionsComeLast() throws {
        let texts = [#"["7"]"#, "[true]", "[7.0]"]
        for text in texts {
            let json = try ModelDecoder().decode(JSONValue.self, from: text)
            for result in EveryWay.outcomes([ID].self, text) + [.success(try ModelDecoder().decode([ID].self, from: json))] {
                #expect(try result.get() == [ID.number(text == "[true]" ? 1 : 7)], "\(text)")
            }
        }
        for result in EveryWay.outcomes(ID.self, #"["7", 8]"#) { #expect(try result.get() == ID.many([7, 8])) }
        for result in EveryWay.outcomes([ID].self, #"["7"]"#, .strict) {
            #expect(throws: ModelError.self) { try result.get() }
        }
        // An element that does not fit is left out where no other case can be meant, and only there.
        for result in EveryWay.outcomes(Mixed.self, #"[1, {"radius": "x"}, 2]"#) {
            #expect(try result.get() == .list([.number(1), .number(2)]))
        }
        for result in EveryWay.outcomes(ID.self, "[[1], {}, [2]]") {
            #expect(throws: ModelError.self) { try result.get() }
        }
        for result in EveryWay.outcomes([Mixed].self, #"[1, {"radius": true, "width": 7}, {"radius": "x"}, 2]"#) {
            #expect(try result.get() == [.number(1), .circle(Enums.Circle(radius: 1)), .number(2)])
        }
    }

    @Test func all() throws {
        try check(Open.other(["a": [1, nil]]), #"{"a":[1,null]}"#)
        try check([Open.other("x"), .other(1.5), .other(true), .other([1]), .number(2)], #"["x",1.5,true,[1],2]"#, [], [.strict])
        try check([Open.other(.null)], "[null]")
        try check(Open.other(["radius": "x"]), #"{"radius":"x"}"#)
        try check(Open.circle(Enums.Circle(radius: 2)), #"{"radius":2.0}"#)
    }

    @Test func anywhereAValueMayStand() throws {
        var places = Untagged.Places()
        places.one = .list([.number(1), .none])
        places.maybe = .circle(Enums.Circle(radius: 1))
        places.many = [.none, .box(Untagged.Box(width: 1, height: 2))]
        places.set = [.number(1), .many([2])]
        places.byName = ["a": .other("x"), "b": .number(3)]
        places.path = .pairs([[1]])
        places.either = .flag(false)
        let text = try ModelEncoder(Enums.sorted).encodeToString(places)
        for options in [DecodingOptions.lenient, .strict] {
            for result in EveryWay.outcomes(Untagged.Places.self, text, options) { #expect(try result.get() == places) }
            #expect(
                try ModelDecoder(options).decode(Untagged.Places.self, from: ModelDecoder().decode(JSONValue.self, from: text)) == places)
        }
        for result in EveryWay.outcomes(Untagged.Places.self, #"{"or": 5, "deep": {"id": [1]}}"#) {
            #expect(try result.get() == Untagged.Places(path: .many([1]), either: .number(5)))
        }
    }

    /// Null is a value of an enum that has a case without a payload, and nil where an optional stands around it.
    @Test func null() throws {
        for result in EveryWay.outcomes(Untagged.Places.self, #"{"one": null, "maybe": null, "many": [null], "either": null}"#, .strict) {
            #expect(try result.get() == Untagged.Places(one: .none, maybe: nil, many: [.none], either: .none))
        }
        try check(Untagged.Drawn(shape: .none, id: .number(2)), #"{"shape":null,"id":2}"#)
        for result in EveryWay.outcomes([ID?].self, "[null, 1]") { #expect(try result.get() == [nil, .number(1)]) }
        for result in EveryWay.outcomes([ID].self, "[null, 1]", .strict) {
            let error = #expect(throws: ModelError.self) { try result.get() }
            #expect(error?.code == .unexpectedNull && error?.path.description == "[0]")
        }
        for result in EveryWay.outcomes([ID].self, "[null, 1]") { #expect(try result.get() == [.number(1)]) }
    }

    @Test func updatesReplaceIt() throws {
        var places = Untagged.Places()
        places.maybe = .box(Untagged.Box(width: 3, height: 4))
        try ModelDecoder().update(&places, from: #"{"maybe":{"width":5,"height":1},"one":1}"#)
        #expect(places.maybe == .box(Untagged.Box(width: 5, height: 1)) && places.one == .number(1))
        var shape = Mixed.none
        try ModelDecoder().update(&shape, from: #"{"radius":1}"#)
        #expect(shape == .circle(Enums.Circle(radius: 1)))
        #expect(throws: ModelError.self) { try ModelDecoder().update(&shape, from: #"{"radius":[]}"#) }
        #expect(shape == .circle(Enums.Circle(radius: 1)))
    }

    @Test func linesAndFieldsOfLines() async throws {
        let lines = "[1]\n{\"radius\":1}\n{\"radius\":\"b\"}\n[[1]]\n"
        let read = try await ModelDecoder().decodeLines(Mixed.self, from: lines)
        #expect(read.models == [.list([.number(1)]), .circle(Enums.Circle(radius: 1)), .list([.list([.number(1)])])])
    }

    // MARK: Errors

    private typealias Wrong = EveryWay.Wrong

    private func check<T>(_ type: T.Type, _ all: [Wrong], _ options: DecodingOptions = .strict) {
        EveryWay.expectErrors(type, all, options)
    }

    @Test func whatFitsNoCase() throws {
        let hint = " (its cases: 'number', 'many', 'pairs')"
        check(
            [ID].self,
            [
                Wrong(text: #"[ "x"]"#, code: .typeMismatch, message: "expected ID, found a string\(hint)", path: "[0]", offset: 2),
                Wrong(text: "[1, {}]", code: .typeMismatch, message: "expected ID, found an object\(hint)", path: "[1]", offset: 4),
                Wrong(
                    text: "[256]", code: .invalidValue, message: "expected ID, found a number that is not a valid one\(hint)", path: "[0]",
                    offset: 1),
                Wrong(
                    text: "[1,[[1],2]]", code: .invalidValue, message: "expected ID, found an array that is not a valid one\(hint)",
                    path: "[1]", offset: 3),
            ])
        check(
            Untagged.Drawn.self,
            [
                Wrong(
                    text: #"{"shape":{"radius":"x"}}"#, code: .invalidValue,
                    message:
                        "expected Mixed, found an object that is not a valid one (its cases: 'circle', 'box', 'number', 'ratio', 'flag', "
                        + "'text', 'list', 'table', 'none')", path: "shape", offset: 9),
                Wrong(
                    text: #"{"shape":[1,{"a":[]}]}"#, code: .typeMismatch,
                    message: "expected Int, found an array (emptyAsNull takes it as null)", path: "shape[1].a",
                    offset: 17),
            ])
    }

    private enum Named: DescribedEnum, Hashable {
        case circle(Enums.Circle), box(Untagged.Box)
        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("circle", make: Self.circle) { if case .circle(let value) = $0 { value } else { nil } }
            cases.add("box", make: Self.box) { if case .box(let value) = $0 { value } else { nil } }
        }
    }

    @Test func theOnlyCaseSaysWhatIsWrong() throws {
        check(
            [Named].self,
            [
                Wrong(
                    text: #"[{"radius":"x"}]"#, code: .typeMismatch,
                    message: "expected Double, found a string (convertsTypes reads numbers in strings)", path: "[0].radius", offset: 11),
                Wrong(
                    text: #"[{"width":1}]"#, code: .invalidValue,
                    message: "expected Named, found an object that is not a valid one (its cases: 'circle', 'box')", path: "[0]", offset: 1),
                Wrong(
                    text: #"[7]"#, code: .typeMismatch, message: "expected Named, found a number (its cases: 'circle', 'box')",
                    path: "[0]", offset: 1),
            ])
        var options = DecodingOptions.strict
        options.onUnknownKey = .fail
        check(
            [Named].self,
            [
                Wrong(
                    text: #"[{"radius":1,"x":1}]"#, code: .unknownKey, message: "a key that Circle has no property for (onUnknownKey)",
                    path: "[0].x", offset: 13)
            ], options)
        // What is not known does not fit where keys must be known.
        let both = #"{"radius":1,"width":1,"height":2}"#
        #expect(try ModelDecoder(.strict).decode(Named.self, from: both) == .circle(Enums.Circle(radius: 1)))
        for result in EveryWay.outcomes(Named.self, both, options) {
            let error = #expect(throws: ModelError.self) { try result.get() }
            #expect(error?.message == "expected Named, found an object that is not a valid one (its cases: 'circle', 'box')")
        }
        #expect(
            try ModelDecoder(options).decode([Mixed].self, from: #"[{"width":1,"height":2,"radius":3}]"#)
                == [.table(["width": 1, "height": 2, "radius": 3])])
    }

    @Test func faultsOfTheText() {
        for text in [
            #"{"radius":1"#, #"{"radius":1 "x":2}"#, #"[1,{"a":[1,}]"#, #"{"width":1,"height":01}"#, #"[tru]"#, #"{"a":1,}"#, #"[[1],[2]"#,
            #"{"radius":[1,2,{"x":}]}"#, "[\"a\u{1}\"]",
        ] {
            let errors = (EveryWay.outcomes(Mixed.self, text) + EveryWay.outcomes(Mixed.self, text, .strict)).map { result -> ModelError? in
                if case .failure(let error) = result { error } else { nil }
            }
            #expect(
                errors.allSatisfy { $0?.category == .syntax && $0?.code == errors[0]?.code && $0?.offset == errors[0]?.offset },
                "\(text): \(errors)")
        }
    }

    @Test func limits() {
        var options = DecodingOptions.strict
        options.maximumDepth = 20
        let text = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        for result in EveryWay.outcomes(Mixed.self, text, options) {
            let error = #expect(throws: ModelError.self) { try result.get() }
            #expect(error?.code == .depthLimit)
        }
        for result in EveryWay.outcomes(ID.self, text, options) {
            let error = #expect(throws: ModelError.self) { try result.get() }
            #expect(error?.code == .depthLimit)
        }
        options.maximumTokenBytes = 4
        for text in [#"{"radius":1,"abcdef":2}"#, #"[["abcdef"]]"#, #"[[123456]]"#] {
            for result in EveryWay.outcomes([Mixed].self, "[\(text)]", options) {
                let error = #expect(throws: ModelError.self) { try result.get() }
                #expect(error?.code == .tokenLimit, "\(text)")
            }
        }
    }

    // MARK: What is noted

    @Test func allProblemsAtOnce() throws {
        var problems: [ModelProblem] = []
        let text = #"{"shape":[1,{"radius":"x"},{"width":1,"height":2,"more":3},{"a":true}],"id":256}"#
        #expect(try ModelDecoder(.strict).decode(Untagged.Drawn.self, from: text, problems: &problems) == nil)
        #expect(problems.map(\.path) == ["shape[1]", "shape[3].a", "id"])
        problems = []
        let named = #"[{"width":1,"height":2,"tags":[3]},{"radius":1,"y":2}]"#
        #expect(try ModelDecoder().decode([Named].self, from: named, problems: &problems) == nil)
        #expect(problems.map(\.path) == ["[0].tags[0]", "[1].y"])
        problems = []
        let right = #"{"shape":[{"width":1,"height":2},[1,{"b":1}]],"id":[[1]]}"#
        #expect(try ModelDecoder().decode(Untagged.Drawn.self, from: right, problems: &problems) != nil && problems.isEmpty)
    }

    /// A report has what the payload that fits has, and nothing of those that do not.
    @Test func reports() throws {
        func paths<T>(_ type: T.Type, _ text: String) throws -> [String] {
            var report = DecodingReport()
            _ = try ModelDecoder().decode(type, from: text, report: &report)
            #expect(report.count == report.issues.count)
            return report.issues.map { "\($0.path) \($0.code)" }
        }
        let text = #"[{"radius":1,"a":1}, {"a":1}, [7], {"radius":[],"b":{}}]"#
        #expect(try paths([Mixed].self, text) == ["[0].a unknownKey", "[3] invalidValue"])
        let deep = #"{"mark":1,"child":{"mark":1,"last":"s","x":1},"children":[{"mark":1,"last":2,"y":1}],"last":"s","z":1}"#
        #expect(try paths(Untagged.Deep<Int>.self, deep) == ["child.x unknownKey", "children[0].y unknownKey", "z unknownKey"])
    }
}
