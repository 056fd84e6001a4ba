import Testing

@testable import Yodel
@testable import YodelTestSupport

// Elements and nulls: what the rules do together.

private let strict = DecodingOptions.strict
private let omitting = DecodingOptions.strict.with(\.onInvalidElement, .omit)
private let failing = DecodingOptions.lenient.with(\.onInvalidElement, .fail)

private func bad<T: SendableMetatype>(
    _ type: T.Type, _ json: String, _ options: DecodingOptions, _ code: ModelError.Code = .typeMismatch, at offset: Int, path: String,
    _ expected: String, _ found: String
) -> PolicyCase {
    let hint = code == .typeMismatch ? emptyHint(json, at: offset) : ""
    return .refused(type, json, options, code, at: offset, path: path, "expected \(expected), found \(found)\(hint)")
}

extension PolicyTests {
    // MARK: Values that do not fit

    private static let ending = DecodingOptions.lenient.with(\.onMismatch, .fail)

    static let mismatches: [PolicyCase] = [
        bad(Policy.Leaf.self, #"{"id":"x"}"#, ending, .invalidValue, at: 6, path: "id", "Int", "a string that is not a valid one"),
        bad(Policy.Leaf.self, #"{"id":1e30}"#, ending, .numberOutOfRange, at: 6, path: "id", "Int", "a number that it cannot hold"),
        bad(Policy.Nest.self, #"{"leaf":{"id":[]}}"#, ending, at: 14, path: "leaf.id", "Int", "an array"),
        bad(Policy.Nest.self, #"{"maybe":[]}"#, ending, at: 9, path: "maybe", "Leaf?", "an array"),
        bad(Policy.Path.self, #"{"ext":[1]}"#, ending, at: 7, path: "ext", "an object", "an array"),
        bad(Policy.Indexed.self, #"{"list":[2]}"#, ending, at: 9, path: "list[0]", "an object", "a number"),
        bad(Policy.Mapped.self, #"{"k":{},"K":1}"#, ending, at: 5, path: "k", "Int", "an object"),
        // What a better alternative has beaten need not fit.
        .accepted(Policy.Mapped(key: 1), #"{"K":{},"k":1}"#, ending),
        bad([Policy.Shape].self, #"[{"radius":[]}]"#, ending, at: 11, path: "[0].radius", "Double", "an array"),
        bad(Policy.Open.self, #"{"own":{"a":"x"}}"#, ending, at: 7, path: "own.a", "Int", "a string"),
        // A root that does not fit is an error under any options.
        bad(Policy.Leaf.self, "[]", .lenient, at: 0, path: "", "Leaf", "an array"),
        bad([Int].self, "null", .lenient, .unexpectedNull, at: 0, path: "", "[Int]", "null"),
        .refused(
            Policy.Checked.self, #" {"id":-1}"#, .lenient, .modelCodeFailed, at: 1, path: "", "Checked rejected its object",
            category: .custom),
        // What can be converted fits.
        .accepted(Policy.Nest(leaf: .init(id: 12), name: "5"), #"{"leaf":{"id":"12"},"name":5}"#, ending),
        .accepted(Policy.Nest(), #"{"leaf":7,"name":{},"maybe":[]}"#, .lenient),
        .accepted(Policy.Mapped(key: 1), #"{"K":{},"k":1,"ext":[]}"#, .lenient),
    ]

    @Test(arguments: mismatches)
    func aValueThatDoesNotFit(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }

    // MARK: Elements

    static let invalidElements: [PolicyCase] = [
        bad([Int].self, #"[1,"x",2]"#, strict, at: 3, path: "[1]", "Int", "a string"),
        bad([Int].self, #"[1,"x",2]"#, failing, .invalidValue, at: 3, path: "[1]", "Int", "a string that is not a valid one"),
        bad([Int8].self, "[1,300]", failing, .numberOutOfRange, at: 3, path: "[1]", "Int8", "a number that it cannot hold"),
        bad(Set<Int>.self, "[1,{}]", failing, at: 3, path: "[1]", "Int", "an object"),
        bad([[Int]].self, "[[],[[]]]", failing, at: 5, path: "[1][0]", "Int", "an array"),
        bad([String: Int].self, #"{"a":1,"b":[]}"#, failing, at: 11, path: "b", "Int", "an array"),
        bad([Int: Int].self, #"{"a":1}"#, failing, .invalidValue, at: 1, path: "", "a key of type Int", "a string that is not a valid one"),
        bad([Policy.Leaf].self, "[{},1]", failing, at: 4, path: "[1]", "Leaf", "a number"),
        // A property of an element is no element.
        bad([Policy.Leaf].self, #"[{"id":"x"}]"#, omitting, at: 7, path: "[0].id", "Int", "a string"),
        bad(Policy.Lists.self, #"{"numbers":{}}"#, omitting, at: 11, path: "numbers", "[Int]", "an object"),
        // Null is the business of its own rule.
        bad([Int].self, "[null]", omitting, .unexpectedNull, at: 1, path: "[0]", "Int", "null"),
        bad([String].self, #"["a",null]"#, failing.with(\.onNull, .fail), .unexpectedNull, at: 5, path: "[1]", "String", "null"),
        bad([Int].self, "[null]", strict.with(\.onNull, .convert), .unexpectedNull, at: 1, path: "[0]", "Int", "null"),
        .refused(
            [Policy.Checked].self, #"[{"id":1}, {"id":-1}]"#, failing, .modelCodeFailed, at: 11, path: "[1]", "Checked rejected its object",
            category: .custom),
        .refused(
            [String: Policy.Checked].self, #"{"a":{"id":-1}}"#, failing, .modelCodeFailed, at: 5, path: "a", "Checked rejected its object",
            category: .custom),
        .refused(
            [Policy.Required].self, #"[{"id":1}, {}]"#, strict, .missingKey, at: 11, path: "[1].id",
            "no value for the property 'id' of Required"),
        .accepted([1, 2], #"[1,"x",2]"#, omitting),
        .accepted([1, 2], #"[1,"x",[],{},2,true,1e30]"#, omitting),
        .accepted([1, 2, 1], #"[1,"x",[],{},2,true,1e30]"#, .lenient),
        .accepted(Set([1]), #"[1,"x",1,[]]"#, omitting),
        .accepted([[1], [], [2]], #"[[1],["x"],7,[2]]"#, omitting),
        .accepted(["a": 1], #"{"a":1,"b":[{"c":1}],"c":"x"}"#, omitting),
        .accepted([7: 1], #"{"x":{"y":[]},"7":1,"z":0}"#, omitting),
        .accepted([Policy.Checked(id: 3)], #"[{"id":-1},{"id":3},{"id":-1}]"#, omitting),
        .accepted([Policy.Required(id: 3)], #"[{},{"id":3},{"x":1}]"#, omitting),
        .accepted([0, 1], "[null,1]", .lenient),
        .accepted([0, 1], "[null,1]", failing),
        .accepted([1], "[null,1,null]", failing.with(\.onNull, .keep)),
        .accepted([nil, 1], "[null,1]", failing.with(\.onNull, .keep)),
        .accepted([nil, 1] as [Int?], "[null,1]", strict),
        .accepted(["a"], #"[null,"a"]"#, .lenient),
        .accepted(["a"], #"[null,"a"]"#, strict.with(\.onNull, .convert).with(\.onInvalidElement, .omit)),
        .accepted(
            Policy.Lists(numbers: [1], maybes: [nil, 2], texts: [], grid: [], table: [:], byNumber: [:], leaves: [], checked: [], set: []),
            #"{"numbers":["x",1],"maybes":[null,{},2],"texts":[1],"grid":[1],"table":{"a":"b"},"byNumber":{"a":1},"leaves":[1],"#
                + #""checked":[{"id":-1}],"set":[[]]}"#,
            omitting),
    ]

    @Test(arguments: invalidElements)
    func anElementThatDoesNotFit(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }

    // MARK: Nulls

    private static let all =
        #"{"number":null,"text":null,"maybe":null,"e":null,"E":null,"t":null,"m":null,"M":null,"ext":{"deep":null,"maybe":null}}"#
    private static let keep = DecodingOptions.lenient.with(\.onNull, .keep)
    private static let refuse = DecodingOptions.lenient.with(\.onNull, .fail)
    private static let unconverted = DecodingOptions.lenient.with(\.convertsTypes, false)

    static let nulls: [PolicyCase] = [
        .accepted(Policy.Nulls(number: 0, maybe: nil, either: 0, eitherMaybe: nil, deep: 0, deepMaybe: nil), all, .lenient),
        .accepted(Policy.Nulls(), all, keep),
        .accepted(Policy.Nulls(), all, strict.with(\.onNull, .keep)),
        .accepted(Policy.Nulls(maybe: nil, eitherMaybe: nil, deepMaybe: nil), all, unconverted),
        .accepted(Policy.Nulls(maybe: nil, eitherMaybe: nil, deepMaybe: nil), #"{"maybe":null,"M":null,"ext":{"maybe":null}}"#, refuse),
        // An alternative with a value goes before null, on either side of it.
        .accepted(Policy.Nulls(either: 3, eitherMaybe: 3), #"{"e":null,"E":3,"M":3,"m":null}"#, refuse),
        .accepted(Policy.Nulls(either: 3, eitherMaybe: 3), #"{"e":3,"E":null,"M":null,"m":3}"#, .lenient),
        .accepted(Policy.Nulls(eitherText: "x"), #"{"T":"x","t":null}"#, refuse),
        // A value that does not fit is none: null counts.
        .accepted(Policy.Nulls(either: 0, eitherMaybe: nil), #"{"e":"x","E":null,"m":null,"M":"x"}"#, .lenient),
        .accepted(Policy.Nulls(either: 5), #"{"e":"x","E":null}"#, keep),
        .accepted(Policy.Nulls(), #"{"ext":null}"#, strict),
        bad(Policy.Nulls.self, #"{"number":null}"#, refuse, .unexpectedNull, at: 10, path: "number", "Int", "null"),
        bad(Policy.Nulls.self, #"{"text":null}"#, refuse, .unexpectedNull, at: 8, path: "text", "String", "null"),
        bad(Policy.Nulls.self, #"{"ext":{"maybe":null,"deep":null}}"#, refuse, .unexpectedNull, at: 28, path: "ext.deep", "Int", "null"),
        bad(
            Policy.Nulls.self, #"{"text":null}"#, unconverted.with(\.onMismatch, .fail), .unexpectedNull, at: 8, path: "text", "String",
            "null"),
        bad(
            Policy.Nulls.self, #"{"ext":{"deep":null}}"#, unconverted.with(\.onMismatch, .fail), .unexpectedNull, at: 15, path: "ext.deep",
            "Int", "null"),
        // The alternatives' only null is where the error stands.
        bad(Policy.Nulls.self, #"{"e":null, "number":7}"#, refuse, .unexpectedNull, at: 5, path: "e", "Int", "null"),
        bad(Policy.Nulls.self, #"{"e":null}"#, unconverted.with(\.onMismatch, .fail), .unexpectedNull, at: 5, path: "e", "Int", "null"),
        bad(Policy.Nest.self, #"{"leaf":null}"#, refuse, .unexpectedNull, at: 8, path: "leaf", "Leaf", "null"),
        bad(Policy.Lists.self, #"{"numbers":null}"#, refuse, .unexpectedNull, at: 11, path: "numbers", "[Int]", "null"),
        .accepted(Policy.Nest(), #"{"leaf":null,"maybe":null}"#, .lenient),
        .accepted(Policy.Nest(), #"{"leaf":null,"maybe":null}"#, unconverted),
        // As a JSONValue null is a value like any other.
        .accepted(Policy.Open(), #"{"json":null}"#, refuse),
        .accepted([JSONValue.null, 1], "[null,1]", strict),
    ]

    @Test(arguments: nulls)
    func aNull(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }
}
