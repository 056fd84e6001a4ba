import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Transformed {
    struct Refusal: Error {}

    /// A type that Yodel does not know.
    struct Point: Equatable, Sendable {
        var x = 0, y = 0
    }

    enum Grade: Int, Sendable { case low, high }

    struct Ready: Model, Equatable {
        var seconds = Date(timeIntervalSince1970: 5)
        var millis: Date? = Date(timeIntervalSince1970: 5)
        var data = Data([5])
        var text: Data? = Data([5])
        var word = "w"
        var maybe: String?? = "w"
        var parts = ["p"]
        var grade: Grade? = .low
        static func describe(_ model: inout ModelDescription) {
            model.transforms = [
                "seconds": .epochSeconds, "millis": .epochMilliseconds, "data": .base64, "text": .utf8, "word": .trimmed, "maybe": .trimmed,
                "parts": .separated(by: "|"), "grade": .table(["L": Grade.low, "H": Grade.high]),
            ]
        }
    }

    static let toPoint = PropertyTransform(
        from: { value in
            if value == "throw" || value.arrayValue?.isEmpty == true { throw Refusal() }
            guard let x = value["x"]?.numberValue?.integer(as: Int.self) else { return nil }
            return Point(x: x, y: value["y"]?.numberValue?.integer(as: Int.self) ?? 0)
        }, to: { (point: Point) in ["x": .number(JSONNumber(point.x)), "y": .number(JSONNumber(point.y))] })

    static let double = PropertyTransform(
        from: { $0.numberValue?.integer(as: Int.self).map { $0 * 2 } }, to: { (number: Int) in .number(JSONNumber(number / 2)) })

    /// Mapped paths and alternatives, a type that Yodel does not know, under optionals and in a class.
    struct Own: Model, Equatable {
        var point = Point(x: 9, y: 9)
        var maybe: Point? = Point(x: 9, y: 9)
        var deep: Point??
        var either = 9
        var path = 9
        var plain = 9
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["either": ["e", "E"], "path": "ext.list.1", "plain": "ext.plain"]
            model.transforms = ["point": toPoint, "maybe": toPoint, "deep": toPoint, "either": double, "path": double]
        }
    }

    class Base: Model {
        var number = 1
        var other = 1
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.transforms = ["number": double] }
    }

    final class Derived: Base {
        var more = 1
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.transforms.merge(["more": double]) { $1 }
        }
    }

    /// The whole optional is what the transform makes.
    struct Whole: Model, Equatable {
        var number: Int? = 1
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["number": PropertyTransform(from: { $0 == 0 ? .some(Int?.none) : .some(3) }, to: { (_: Int?) in nil })]
        }
    }
}

private typealias Ready = Transformed.Ready
private typealias Own = Transformed.Own
private typealias Point = Transformed.Point

private func invalid<T: SendableMetatype>(
    _ type: T.Type, _ json: String, at offset: Int, path: String, _ expected: String, _ found: String
) -> PolicyCase {
    .refused(
        type, json, .strict, .invalidValue, at: offset, path: path, "expected \(expected), found \(found) that is not a valid one")
}

private func threw<T: SendableMetatype>(_ type: T.Type, _ json: String, at offset: Int, path: String) -> PolicyCase {
    .refused(
        type, json, .strict, .modelCodeFailed, at: offset, path: path, "the transform that makes Point threw", category: .custom)
}

@Suite("Transforms")
struct TransformTests {
    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    /// Transforms follow no option but those for nulls and mismatches.
    static let ready: [PolicyCase] = [DecodingOptions.lenient, .strict].flatMap { options in
        [
            .accepted(Ready(seconds: date(1.5), millis: date(1.5)), #"{"seconds":1.5,"millis":1500}"#, options),
            .accepted(Ready(seconds: date(-1.5), millis: date(0.25)), #"{"seconds":"-1.5","millis":"2.5e2"}"#, options),
            .accepted(Ready(data: Data("hi".utf8), text: Data("hé".utf8)), #"{"data":"aGk=","text":"h\u00e9"}"#, options),
            .accepted(Ready(data: Data(), text: Data()), #"{"data":"","text":""}"#, options),
            .accepted(Ready(word: "a b", maybe: ""), #"{"word":" \n\ta b\u00a0 ","maybe":"  "}"#, options),
            .accepted(Ready(parts: ["a", "", "b", ""]), #"{"parts":"a||b|"}"#, options),
            .accepted(Ready(parts: []), #"{"parts":""}"#, options),
            .accepted(Ready(grade: .high), #"{"grade":"H"}"#, options),
            // A null follows its own rule.
            .accepted(
                Ready(millis: nil, text: nil, maybe: .none, grade: nil),
                #"{"millis":null,"text":null,"maybe":null,"grade":null}"#, options),
        ]
    }

    static let unfit: [PolicyCase] = [
        .accepted(
            Ready(),
            #"{"seconds":"x","millis":true,"data":"$","text":5,"word":5,"maybe":[],"parts":["a"],"grade":"X"}"#, .lenient),
        .accepted(Ready(), #"{"seconds":{},"millis":[],"data":{},"text":[1],"word":null,"parts":null,"grade":{"L":1}}"#, .lenient),
        invalid(Ready.self, #"{"seconds":"x"}"#, at: 11, path: "seconds", "Date", "a string"),
        invalid(Ready.self, #"{"millis":true}"#, at: 10, path: "millis", "Date?", "a boolean"),
        invalid(Ready.self, #"{"data":"$$"}"#, at: 8, path: "data", "Data", "a string"),
        invalid(Ready.self, #"{"text":12}"#, at: 8, path: "text", "Data?", "a number"),
        invalid(Ready.self, #"{"word":[" a"]}"#, at: 8, path: "word", "String", "an array"),
        invalid(Ready.self, #"{"parts":["a"]}"#, at: 9, path: "parts", "[String]", "an array"),
        invalid(Ready.self, #"{"grade":"h"}"#, at: 9, path: "grade", "Grade?", "a string"),
        .refused(
            Ready.self, #"{"word":null}"#, .strict, .unexpectedNull, at: 8, path: "word", "expected String, found null"),
        .refused(
            Ready.self, #"{"parts":null}"#, .lenient.with(\.onNull, .fail), .unexpectedNull, at: 9, path: "parts",
            "expected [String], found null"),
    ]

    static let own: [PolicyCase] = [
        .accepted(
            Own(point: Point(x: 1, y: 2), maybe: Point(x: 3), deep: Point(x: 4)),
            #"{"point":{"x":1,"y":2},"maybe":{"x":3},"deep":{"x":4}}"#,
            .strict),
        .accepted(Own(maybe: nil), #"{"maybe":null,"point":null,"deep":null}"#, .lenient),
        .accepted(Own(), #"{"maybe":null,"point":null}"#, .lenient.with(\.onNull, .keep)),
        .accepted(Own(either: 2), #"{"E":2,"e":1}"#, .strict),
        .accepted(Own(either: 4), #"{"e":"1","E":2}"#, .lenient),
        .accepted(Own(either: 4), #"{"E":2,"e":null}"#, .strict),
        .accepted(Own(path: 4, plain: 3), #"{"ext":{"list":[1,2,3],"plain":3}}"#, .strict),
        .accepted(Own(path: 4), #"{"ext":{"list":{"1":2}}}"#, .strict),
        .accepted(Own(), #"{"point":{"y":2},"maybe":[],"deep":"throw","e":"x","ext":{"list":[0,true]}}"#, .lenient),
        .accepted(Own(point: Point(x: 2)), #"{"point":{"x":1},"point":{"x":2},"point":7}"#, .lenient, asValue: false),
        .accepted(Transformed.Whole(number: nil), #"{"number":0}"#, .strict),
        .accepted(Transformed.Whole(number: 3), #"{"number":{}}"#, .strict),
        .accepted(Transformed.Whole(number: nil), #"{"number":null}"#, .strict),
        invalid(Own.self, #"{"point":{"y":[2]}}"#, at: 9, path: "point", "Point", "an object"),
        invalid(Own.self, #"{"ext":{"list":[1,"x"]}}"#, at: 18, path: "ext.list[1]", "Int", "a string"),
        invalid(Own.self, #"{"e": 1.5}"#, at: 6, path: "e", "Int", "a number"),
        threw(Own.self, #"{"point": "throw" }"#, at: 10, path: "point"),
        threw(Own.self, #"{"maybe": [ ] }"#, at: 10, path: "maybe"),
        threw([Own].self, #"[{},{"deep":"throw"}]"#, at: 12, path: "[1].deep"),
    ]

    @Test(arguments: ready + unfit + own)
    func aTransform(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }

    @Test func theErrorOfATransformIsKept() {
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Own.self, from: #"{"point":"throw"}"#) }
        #expect(error?.underlying is Transformed.Refusal && error?.category == .custom)
    }

    /// What a rejection says may be shown to anybody; any other error is only kept.
    @Test func theRejectionOfATransformGivesTheSentenceAndThePlace() throws {
        struct Paint: Model {
            var color = ""
            var all: [String] = []
            static func describe(_ model: inout ModelDescription) {
                let color = PropertyTransform(
                    from: { value -> String? in
                        guard let text = value["rgb"]?.stringValue, text.utf8.count == 6 else {
                            throw ModelRejection("no color", at: "rgb")
                        }
                        return text
                    }, to: { ["rgb": .string($0)] })
                model.transforms = ["color": color, "all": color]
            }
        }
        let json = #"{"color": {"rgb": "f"}}"#
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Paint.self, from: json) }
        #expect(error?.message == "the transform that makes String threw: no color" && error?.path.description == "color.rgb")
        #expect(error?.underlying as? ModelRejection == ModelRejection("no color", at: "rgb"))
        var report = DecodingReport()
        _ = try ModelDecoder().decode(Paint.self, from: json, report: &report)
        #expect(
            ReportCase.lines(report) == [
                "modelCodeFailed color.rgb, byte 10: expected String, found a value that its transform refuses: no color; kept"
            ])
        var problems: [ModelProblem] = []
        #expect(try ModelDecoder().decode(Paint.self, from: json, problems: &problems) == nil)
        #expect(problems.map { "\($0.pointer): \($0.message)" } == ["/color/rgb: a value that is refused: no color"])
        let elements = #"{"all": [{"rgb": "ffffff"}, {"rgb": 1}]}"#
        #expect(try ModelDecoder().decode(Paint.self, from: elements, problems: &problems) == nil)
        #expect(problems.last.map { "\($0.pointer): \($0.message)" } == "/all/1/rgb: a value that is refused: no color")
    }

    @Test func whatATransformRefusesIsNoted() throws {
        var report = DecodingReport()
        let json = #"{"point":"throw","maybe":{},"e":[]}"#
        #expect(try ModelDecoder().decode(Own.self, from: json, report: &report) == Own())
        #expect(
            ReportCase.lines(report) == [
                "modelCodeFailed point, byte 9: expected Point, found a value that its transform refuses; kept",
                "invalidValue maybe, byte 25: expected Point?, found an object that is not a valid one; kept",
                "invalidValue e, byte 32: expected Int, found an array that is not a valid one; kept",
            ])
    }

    @Test func aSubclassAddsItsTransforms() throws {
        let derived = try Transformed.Derived(json: #"{"number":2,"other":2,"more":2}"#)
        #expect(derived.number == 4 && derived.other == 2 && derived.more == 4)
        var base: Transformed.Base = derived
        try ModelDecoder().update(&base, from: #"{"more":5,"number":"x"}"#)
        #expect(derived.number == 4 && derived.more == 10)
    }

    @Test func swiftsOwnValues() throws {
        let source: [String: Any] = [
            "seconds": 2.5, "millis": UInt16(500), "data": "aGk=", "word": Substring(" x "), "parts": "a|b", "grade": Optional("H") as Any,
        ]
        let ready = try ModelDecoder(.strict).decode(Ready.self, from: source)
        let expected = Ready(
            seconds: Self.date(2.5), millis: Self.date(0.5), data: Data("hi".utf8), word: "x", parts: ["a", "b"], grade: .high)
        #expect(ready == expected)
        let points: [String: Any] = ["point": ["x": 1, "y": Int8(2)], "ext": ["list": [1, 2] as Set<Int>]]
        #expect(try ModelDecoder().decode(Own.self, from: points).point == Point(x: 1, y: 2))
        // Data that is UTF-8 stands for a string.
        let data: [String: Any] = ["text": Data("hi".utf8)]
        #expect(try ModelDecoder().decode(Ready.self, from: data).text == Data("hi".utf8))
    }
}

@Suite("Epochs beyond the range of Double")
struct InfiniteEpochTests {
    private struct Moments: Model {
        var seconds: Date?
        var milliseconds: Date?
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["seconds": .epochSeconds, "milliseconds": .epochMilliseconds]
        }
    }

    @Test(arguments: ["1e400", "-1e400", #""1e400""#])
    func areNoDates(number: String) throws {
        for key in ["seconds", "milliseconds"] {
            let json = "{\"\(key)\":\(number)}"
            let moments = try Moments(json: json)
            #expect(moments.seconds == nil && moments.milliseconds == nil)
            #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Moments.self, from: json) }
        }
    }
}
