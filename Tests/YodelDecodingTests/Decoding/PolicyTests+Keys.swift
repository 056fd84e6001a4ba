import Testing

@testable import Yodel
@testable import YodelTestSupport

private let unknown = DecodingOptions.lenient.with(\.onUnknownKey, .fail)
private let once = DecodingOptions.lenient.with(\.onDuplicateKey, .fail)

private func unknownKey<T: SendableMetatype>(
    _ type: T.Type, _ json: String, at offset: Int, line: Int = 1, column: Int? = nil, path: String, of owner: String
) -> PolicyCase {
    .refused(
        type, json, unknown, .unknownKey, at: offset, line: line, column: column, path: path,
        "a key that \(owner) has no property for (onUnknownKey)")
}

private func repeated<T: SendableMetatype>(
    _ type: T.Type, _ json: String, at offset: Int, line: Int = 1, column: Int? = nil, path: String
) -> PolicyCase {
    .refused(
        type, json, once, .duplicateKey, at: offset, line: line, column: column, path: path,
        "a key that appears twice in its object (onDuplicateKey)", asValue: false)
}

private func ofOnce<T: Equatable & Sendable>(_ expected: T, _ json: String) -> PolicyCase {
    .accepted(expected, json, once, asValue: false)
}

extension PolicyTests {
    // MARK: Unknown keys

    static let unknownKeys: [PolicyCase] = [
        unknownKey(Policy.Leaf.self, #"{"zz":2}"#, at: 1, path: "zz", of: "Leaf"),
        unknownKey(Policy.Leaf.self, "{\"id\":1,\n\t\"zz\" : {}}", at: 10, line: 2, column: 2, path: "zz", of: "Leaf"),
        unknownKey(Policy.Leaf.self, #"{"":2}"#, at: 1, path: #"[""]"#, of: "Leaf"),
        unknownKey(Policy.Leaf.self, #"{"a.b":2}"#, at: 1, path: #"["a.b"]"#, of: "Leaf"),
        unknownKey(Policy.Leaf.self, #"{"ID":2}"#, at: 1, path: "ID", of: "Leaf"),
        unknownKey(Policy.Leaf.self, #"{"note":"\"\\", "\u00e9\"\\" :2}"#, at: 16, path: #"["é\"\\"]"#, of: "Leaf"),
        unknownKey(Policy.Nest.self, #"{"leaf":{"id":1,"x":2}}"#, at: 16, path: "leaf.x", of: "Leaf"),
        unknownKey(Policy.Nest.self, #"{"leaf":{"id":1},"x":2}"#, at: 17, path: "x", of: "Nest"),
        unknownKey([Policy.Leaf].self, #"[{"id":1},{"y":1}]"#, at: 11, path: "[1].y", of: "Leaf"),
        unknownKey([String: Policy.Leaf].self, #"{"a":{"q":1}}"#, at: 6, path: "a.q", of: "Leaf"),
        unknownKey(Policy.Path.self, #"{"ext":{"desc":"d","more":1}}"#, at: 19, path: "ext.more", of: "Path"),
        // A property with a mapping no longer answers to its name; one that takes no part answers to none.
        unknownKey(Policy.Path.self, #"{"desc":"x"}"#, at: 1, path: "desc", of: "Path"),
        unknownKey(Policy.Hidden.self, #"{"unmapped":1}"#, at: 1, path: "unmapped", of: "Hidden"),
        unknownKey(Policy.Hidden.self, #"{"ignored":1}"#, at: 1, path: "ignored", of: "Hidden"),
        unknownKey(Policy.Indexed.self, #"{"list":[{"a":1,"b":2}]}"#, at: 16, path: "list[0].b", of: "Indexed"),
        unknownKey(Policy.Indexed.self, #"{"list":{"0":{"a":1},"1":2}}"#, at: 21, path: "list.1", of: "Indexed"),
        unknownKey(Policy.Shape.self, #"{"name":"a","zip":{}}"#, at: 12, path: "zip", of: "Shape"),
        unknownKey([Policy.Shape].self, #"[{}, {"wide":1,"radius":1}]"#, at: 6, path: "[1].wide", of: "Circle"),
        unknownKey(Policy.After.self, #"{"leaf": {"x":1}}"#, at: 10, path: "leaf.x", of: "Leaf"),
        unknownKey(Policy.Fanned.self, #"{"both":{"x":1}}"#, at: 9, path: "both.x", of: "Leaf"),
        unknownKey(Policy.Folded.self, #"{"NAME":"a","names":1}"#, at: 12, path: "names", of: "Folded"),
        unknownKey(Policy.Wide.self, #"{"g5":1,"g6":1}"#, at: 8, path: "g6", of: "Wide"),
        // What `willDecode` has put there stands where its object does.
        unknownKey([Policy.Before].self, #"["",{"id":1}, {"id":2,"add":1}]"#, at: 14, path: "[2].add", of: "Before"),
    ]

    static let knownKeys: [PolicyCase] = [
        // A constant is written, so its key is known.
        .accepted(Policy.Hidden(id: 1), #"{"id":1,"constant":1}"#, unknown),
        .accepted(
            Policy.Open(json: ["a": ["b": 1]], counts: ["c": 1], leaves: ["d": .init()], own: .init(a: 1)),
            #"{"json":{"a":{"b":1}},"counts":{"c":1},"leaves":{"d":{}},"own":{"a":1,"z":2}}"#, unknown),
        .accepted(Policy.Mapped(desc: "x", key: 2), #"{"ext":{"desc":"x"},"deep":{"k":3},"K":2}"#, unknown),
        .accepted(Policy.Indexed(first: 1), #"{"list":[{"a":1},{"b":2},3]}"#, unknown),
        .accepted(Policy.Folded(name: "a"), #"{"nAmE":"a"}"#, unknown),
        .accepted(Policy.After(id: 7, json: ["x": ["y": 1]]), #"{"json":{"x":{"y":1}}}"#, unknown),
        .accepted(Policy.Leaf(), #"{"zz":{"a":[{}]},"":1}"#, .lenient),
        .accepted(Policy.Leaf(), #"{"zz":{"a":[{}]},"":1}"#, .strict),
    ]

    @Test(arguments: unknownKeys + knownKeys)
    func anUnknownKey(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }

    @Test func anUnknownKeyInAMergeChangesNothing() {
        var nest = Policy.Nest()
        let json = #"{"name":"x","leaf":{"id":1,"z":0}}"#
        let error = #expect(throws: ModelError.self) { try ModelDecoder(unknown).update(&nest, from: json) }
        #expect(error?.code == .unknownKey && error?.path == "leaf.z" && error?.offset == 27 && nest == Policy.Nest())
    }

    // MARK: Keys that come twice

    static let repeatedKeys: [PolicyCase] = [
        repeated(Policy.Leaf.self, #"{"id":1,"id":2}"#, at: 8, path: "id"),
        repeated(Policy.Leaf.self, "{\"id\":1,\n\"note\":\"\",\n  \"id\":1}", at: 22, line: 3, column: 3, path: "id"),
        repeated(Policy.Leaf.self, #"{"id":1,"\u0069d":null}"#, at: 8, path: "id"),
        repeated(Policy.Leaf.self, #"{"id":"x","id":2}"#, at: 10, path: "id"),
        repeated(Policy.Nest.self, #"{"leaf":{"id":1},"leaf":{}}"#, at: 17, path: "leaf"),
        repeated(Policy.Nest.self, #"{"leaf":{"id":1,"id":1}}"#, at: 16, path: "leaf.id"),
        repeated([Policy.Leaf].self, #"[{"id":1},{"id":1,"id":1}]"#, at: 18, path: "[1].id"),
        repeated([String: Policy.Leaf].self, #"{"a":{"id":1,"id":1}}"#, at: 13, path: "a.id"),
        repeated(Policy.Mapped.self, #"{"k":1,"K":2,"k":1}"#, at: 13, path: "k"),
        repeated(Policy.Mapped.self, #"{"ext":{},"ext":{}}"#, at: 10, path: "ext"),
        repeated(Policy.Path.self, #"{"ext":{"desc":"a","desc":"b"}}"#, at: 19, path: "ext.desc"),
        repeated(Policy.Indexed.self, #"{"list":[{"a":1,"a":2}]}"#, at: 16, path: "list[0].a"),
        repeated(Policy.Indexed.self, #"{"list":[],"list":[]}"#, at: 11, path: "list"),
        repeated(Policy.Fanned.self, #"{"both":1,"both":2}"#, at: 10, path: "both"),
        repeated(Policy.Fanned.self, #"{"both":{"id":1,"id":2}}"#, at: 16, path: "both.id"),
        repeated(Policy.Folded.self, #"{"name":"a","NAME":"b"}"#, at: 12, path: "name"),
        repeated(Policy.Wide.self, #"{"g4":1,"g5":1,"a0":1,"g5":1}"#, at: 22, path: "g5"),
        repeated(Policy.Wide.self, #"{"a0":1,"g5":1,"a0":1}"#, at: 15, path: "a0"),
        // Objects that are kept for the model's own code.
        repeated(Policy.Shape.self, #"{"name":"a","name":"b"}"#, at: 12, path: "name"),
        repeated([Policy.Shape].self, #"[{"radius":1,"name":"a","radius":2}]"#, at: 24, path: "[0].radius"),
        repeated(Policy.After.self, #"{"id":1,"id":2}"#, at: 8, path: "id"),
        repeated(Policy.After.self, #"{"leaf":{"id":1,"note":"","id":2}}"#, at: 26, path: "leaf.id"),
        // A value that is kept as a whole begins where the error stands.
        repeated(Policy.Open.self, #"{"json":{"a":1,"a":2}}"#, at: 8, path: "json"),
        repeated(Policy.Open.self, #"{"json":[0,{"b":{"a":1,"a":2}}]}"#, at: 8, path: "json"),
        repeated(JSONValue.self, #" {"a":1,"a":2}"#, at: 1, path: ""),
        repeated(Policy.Open.self, #"{"own":{"a":1,"a":2}}"#, at: 7, path: "own"),
    ]

    /// A dictionary is known to have lost a key at its end; the path is the dictionary's.
    static let repeatedInDictionaries: [PolicyCase] = [
        repeated(Policy.Open.self, #"{"counts":{"a":1,"b":2,"a":3}}"#, at: 28, path: "counts"),
        repeated(Policy.Open.self, #"{"leaves":{"a":{},"a":{}}}"#, at: 24, path: "leaves"),
        repeated([String: Int].self, #"{"a":1,"a":1}"#, at: 12, path: ""),
        repeated([Int: Int].self, #"{"7":1,"7":1}"#, at: 12, path: ""),
        repeated(Policy.Open.self, #"{"rows":[{"a":1},{"a":1,"a":1}]}"#, at: 29, path: "rows[1]"),
        repeated(Policy.Open.self, #"{"tables":{"k":{"a":1,"a":1}}}"#, at: 27, path: "tables.k"),
    ]

    /// The same where the object around it is kept for the model's own code, which sees no key twice.
    static let repeatedInKeptObjects: [PolicyCase] = [
        repeated(Policy.Before.self, #"{"id":1,"id":2}"#, at: 0, path: ""),
        repeated(Policy.Before.self, #"{"id":1,"json":{"a":1,"a":2}}"#, at: 15, path: "json"),
        repeated(Policy.After.self, #"{"id":1,"json":{"a":1,"a":2}}"#, at: 15, path: "json"),
    ]

    static let everyKeyOnce: [PolicyCase] = [
        ofOnce(Policy.Leaf(id: 1), #"{"id":1,"zz":1,"zz":2}"#),
        ofOnce(Policy.Nest(leaf: .init(id: 1), maybe: .init(id: 2)), #"{"leaf":{"id":1},"maybe":{"id":2}}"#),
        ofOnce(Policy.Mapped(key: 2), #"{"K":1,"deep":{"k":3},"k":2}"#),
        ofOnce(Policy.Cased(name: "a", NAME: "b"), #"{"name":"a","NAME":"b"}"#),
        ofOnce([Policy.Leaf(id: 1), Policy.Leaf(id: 1)], #"[{"id":1},{"id":1}]"#),
        ofOnce(
            Policy.Open(json: ["a": ["a": 1]], counts: ["a": 1], leaves: ["a": .init()]),
            #"{"json":{"a":{"a":1}},"counts":{"a":1},"leaves":{"a":{}}}"#),
        // What is passed over is not looked at.
        ofOnce(Policy.Leaf(), #"{"zz":{"a":1,"a":2}}"#),
        ofOnce(Policy.Hidden(), #"{"ignored":1,"ignored":2}"#),
        .accepted(Policy.Leaf(id: 2), #"{"id":1,"id":2}"#, .strict, asValue: false),
        .accepted(
            Policy.Open(json: ["a": 2], counts: ["a": 2]), #"{"json":{"a":1,"a":2},"counts":{"a":1,"a":2}}"#, .lenient, asValue: false),
    ]

    @Test(arguments: repeatedKeys + repeatedInDictionaries + repeatedInKeptObjects + everyKeyOnce)
    func aKeyThatComesTwice(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }
}
