import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Values that make no enum: what is said of them, and where.
@Suite("Values that make no enum")
struct EnumErrorTests {
    private typealias Wrong = EveryWay.Wrong

    private func check<T>(_ type: T.Type, _ all: [Wrong], _ options: DecodingOptions = .lenient) {
        EveryWay.expectErrors(type, all, options)
    }

    @Test func byATag() {
        let (expected, hint) = ("Closed", " (its cases: 'circle', 'box', 'nothing')")
        check(
            Enums.Closed.self,
            [
                Wrong(
                    text: #"{"a": 1, "type": "star"}"#, code: .invalidValue,
                    message: "expected \(expected), found a string that is not a valid one\(hint)", path: "type", offset: 17),
                Wrong(
                    text: #"{"a": 1, "type": 7}"#, code: .typeMismatch, message: "expected \(expected), found a number\(hint)",
                    path: "type", offset: 17),
                Wrong(
                    text: #"{"type": null}"#, code: .unexpectedNull, message: "expected \(expected), found null\(hint)", path: "type",
                    offset: 9),
                Wrong(
                    text: #" {"radius": 1}"#, code: .missingKey, message: "no value for the property 'type' of Closed", path: "type",
                    offset: 1),
                Wrong(text: "{}", code: .missingKey, message: "no value for the property 'type' of Closed", path: "type", offset: 0),
                Wrong(text: "[]", code: .typeMismatch, message: "expected \(expected), found an array\(hint)", path: "", offset: 0),
                Wrong(text: "\"box\"", code: .typeMismatch, message: "expected \(expected), found a string\(hint)", path: "", offset: 0),
                Wrong(
                    text: #"{"type": "circle"}"#, code: .missingKey, message: "no value for the property 'radius' of Circle",
                    path: "radius",
                    offset: 0),
            ])
        check(
            Enums.Closed.self,
            [
                Wrong(
                    text: #"{"type":"circle","radius":1,"rays":2}"#, code: .unknownKey,
                    message: "a key that Circle has no property for (onUnknownKey)", path: "rays", offset: 28),
                Wrong(
                    text: #"{"type":"nothing","rays":2}"#, code: .unknownKey,
                    message: "a key that Closed has no property for (onUnknownKey)", path: "rays", offset: 18),
            ], .with(\.onUnknownKey, .fail))
        check(
            Enums.Closed.self,
            [
                Wrong(
                    text: #"{"type":"nothing","type":"box"}"#, code: .duplicateKey,
                    message: "a key that appears twice in its object (onDuplicateKey)", path: "type", offset: 18),
                Wrong(
                    text: #"{"type":"circle","radius":1,"type":"box"}"#, code: .duplicateKey,
                    message: "a key that appears twice in its object (onDuplicateKey)", path: "type", offset: 28),
            ], .with(\.onDuplicateKey, .fail))
    }

    @Test func byATagBesideTheContent() {
        let (expected, hint) = ("Adjacent", " (its cases: 'circle', 'number', 'maybe', 'nothing')")
        check(
            [Enums.Adjacent].self,
            [
                Wrong(
                    text: #"[{"type":"star"}]"#, code: .invalidValue,
                    message: "expected \(expected), found a string that is not a valid one\(hint)",
                    path: "[0].type", offset: 9),
                Wrong(
                    text: #"[{"type":"circle"}]"#, code: .missingKey, message: "no value for the property 'data' of Adjacent",
                    path: "[0].data", offset: 1),
                Wrong(
                    text: #"[{"data":{"radius":true},"type":"circle"}]"#, code: .typeMismatch, message: "expected Double, found a boolean",
                    path: "[0].data.radius", offset: 19),
                Wrong(
                    text: #"[{"data":"x","type":"number"}]"#, code: .typeMismatch, message: "expected Int, found a string",
                    path: "[0].data", offset: 9),
            ], .strict)
        var options = DecodingOptions.strict
        options.onUnknownKey = .fail
        check(
            [Enums.Adjacent].self,
            [
                Wrong(
                    text: #"[{"data":1,"type":"nothing"}]"#, code: .unknownKey,
                    message: "a key that Adjacent has no property for (onUnknownKey)", path: "[0].data", offset: 9),
                Wrong(
                    text: #"[{"data":1,"x":2,"type":"number"}]"#, code: .unknownKey,
                    message: "a key that Adjacent has no property for (onUnknownKey)", path: "[0].x", offset: 11),
            ], options)
    }

    @Test func byOneKey() {
        let (expected, hint) = ("Status", " (its cases: 'active', 'on', 'closed')")
        check(
            Enums.Status.self,
            [
                Wrong(text: "7", code: .typeMismatch, message: "expected \(expected), found a number\(hint)", path: "", offset: 0),
                Wrong(
                    text: #"{"gone":{}}"#, code: .invalidValue,
                    message: "expected \(expected), found an object that is not a valid one\(hint)",
                    path: "", offset: 0),
                Wrong(
                    text: #"{}"#, code: .invalidValue, message: "expected \(expected), found an object that is not a valid one\(hint)",
                    path: "",
                    offset: 0),
                Wrong(
                    text: #"{"active":{},"closed":{}}"#, code: .invalidValue,
                    message: "expected \(expected), found an object that is not a valid one\(hint)", path: "", offset: 0),
                Wrong(
                    text: #"{"active":[]}"#, code: .typeMismatch, message: "expected an empty object, found an array", path: "active",
                    offset: 10),
            ])
    }

    @Test func whatDoesNotFitIsLeftOutOrKept() throws {
        let text = #"[{"type":"star"},{"type":"nothing"},7,{"radius":1},{"type":"circle"},{"type":"box","width":2}]"#
        for result in EveryWay.outcomes([Enums.Closed].self, text) {
            #expect(try result.get() == [.nothing, .box(Enums.Box(width: 2))])
        }
        var report = DecodingReport()
        _ = try ModelDecoder().decode([Enums.Closed].self, from: text, report: &report)
        #expect(report.issues.map(\.path.description) == ["[0].type", "[2]", "[3].type", "[4].radius"])
        let more =
            #"{"keyed":{"circle":{"radius":1},"box":{}},"tagged":{"type":"circle"},"status":7,"byName":{"a":{"type":"x"},"b":{"type":"nothing"}}}"#
        for result in EveryWay.outcomes(Enums.Places.self, more) {
            let places = try result.get()
            #expect(places.keyed == .nothing && places.tagged == nil && places.status == .active && places.byName == ["b": .nothing])
        }
        let required = #"{"shape":{"type":"star"}}"#
        for result in EveryWay.outcomes(Enums.Drawn.self, required) {
            let error = #expect(throws: ModelError.self) { try result.get() }
            #expect(error?.code == .invalidValue && error?.path.description == "shape.type" && error?.offset == 17, "\(error as Any)")
        }
    }

    @Test func allProblemsAtOnce() throws {
        var problems: [ModelProblem] = []
        let text = #"{"shape":{"type":"star"},"status":7,"rest":[{"circle":{}},{"box":{"width":"x","height":1,"tags":[]}}],"more":1}"#
        let value = try ModelDecoder(.strict).decode(Enums.Drawn.self, from: text, problems: &problems)
        #expect(value == nil)
        #expect(problems.map(\.path) == ["shape.type", "status", "rest[0].circle.radius", "rest[1].box.width", "more"])
    }

    @Test func faultsOfTheText() {
        for text in [
            #"{"type":"circle","radius":1"#, #"{"type":"circle" "radius":1}"#, #"{"a":[1,}"#, #"{"a":[1],"type":"circle","radius":01}"#,
            #"{"type":"nothing",}"#, #"{"type":"node","child":{"type":"circle","radius":1,}}"#, #"{"type":"star","a":tru}"#,
        ] {
            let errors = EveryWay.outcomes(Enums.Tagged.self, text).map { result -> ModelError? in
                if case .failure(let error) = result { error } else { nil }
            }
            #expect(
                errors.allSatisfy { $0?.category == .syntax && $0?.code == errors[0]?.code && $0?.offset == errors[0]?.offset },
                "\(text): \(errors)")
        }
        for text in [
            #"{"circle":{"radius":1},"#, #"{"circle":{"_0":{"radius":1}"#, #"{"number":{"_0":1 2}}"#, #"{"nothing":{}"#,
            #"{"list":[{"number":1},]}"#,
        ] {
            for result in EveryWay.outcomes(Enums.Keyed.self, text) {
                let error = #expect(throws: ModelError.self) { try result.get() }
                #expect(error?.category == .syntax, "\(text)")
            }
        }
    }
}
