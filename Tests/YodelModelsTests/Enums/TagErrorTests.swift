import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What is said of tags that name no case, and of lists of cases that cannot be read.
@Suite("Tags that name no case")
struct TagErrorTests {
    private typealias Wrong = EveryWay.Wrong

    @Test func integers() {
        let hint = " (its cases: 10, 11, 12, -1, 'minus')"
        EveryWay.expectErrors(
            Tags.Packet.self,
            [
                Wrong(
                    text: #"{"op":3}"#, code: .invalidValue, message: "expected Packet, found a number that is not a valid one\(hint)",
                    path: "op", offset: 6),
                Wrong(
                    text: #"{"op":10.5}"#, code: .invalidValue, message: "expected Packet, found a number that is not a valid one\(hint)",
                    path: "op", offset: 6),
                Wrong(
                    text: #"{"op":true}"#, code: .typeMismatch, message: "expected Packet, found a boolean\(hint)", path: "op", offset: 6),
                Wrong(text: "{}", code: .missingKey, message: "no value for the property 'op' of Packet", path: "op", offset: 0),
            ], .strict)
    }

    @Test func paths() {
        let hint = " (its cases: 'person', 'number', 'nothing')"
        EveryWay.expectErrors(
            Tags.Resource.self,
            [
                Wrong(
                    text: #"{"data":{"type":"star"}}"#, code: .invalidValue,
                    message: "expected Resource, found a string that is not a valid one\(hint)", path: "data.type", offset: 16),
                Wrong(
                    text: #"{"data":{}}"#, code: .missingKey, message: "no value for the property 'data.type' of Resource",
                    path: "data.type", offset: 0),
                Wrong(
                    text: #"{"data":[1]}"#, code: .missingKey, message: "no value for the property 'data.type' of Resource",
                    path: "data.type", offset: 0),
                Wrong(
                    text: #"{"data":{"type":"number"}}"#, code: .missingKey,
                    message: "no value for the property 'data.attributes' of Resource", path: "data.attributes", offset: 0),
                Wrong(
                    text: #"{"data":{"type":"person","attributes":{}}}"#, code: .missingKey,
                    message: "no value for the property 'name' of Named", path: "data.attributes.name", offset: 38),
                Wrong(
                    text: #"{"data":{"type":"number","attributes":"x"}}"#, code: .typeMismatch, message: "expected Int, found a string",
                    path: "data.attributes", offset: 38),
            ], .strict)
        var options = DecodingOptions.strict
        options.onUnknownKey = .fail
        EveryWay.expectErrors(
            Tags.Resource.self,
            [
                Wrong(
                    text: #"{"data":{"type":"number","x":1,"attributes":1}}"#, code: .unknownKey,
                    message: "a key that Resource has no property for (onUnknownKey)", path: "data.x", offset: 25),
                Wrong(
                    text: #"{"x":1,"data":{"type":"number","attributes":1}}"#, code: .unknownKey,
                    message: "a key that Resource has no property for (onUnknownKey)", path: "x", offset: 1),
                Wrong(
                    text: #"{"data":{"type":"nothing","attributes":1}}"#, code: .unknownKey,
                    message: "a key that Resource has no property for (onUnknownKey)", path: "data.attributes", offset: 39),
            ], options)
        EveryWay.expectErrors(
            Tags.Resource.self,
            [
                Wrong(
                    text: #"{"data":{"type":"number","type":"number","attributes":1}}"#, code: .duplicateKey,
                    message: "a key that appears twice in its object (onDuplicateKey)", path: "data.type", offset: 25)
            ], .with(\.onDuplicateKey, .fail))
    }

    @Test func twoTags() {
        let hint = " (its cases: ['message', nil], ['message', 'bot'])"
        EveryWay.expectErrors(
            Tags.Closed.self,
            [
                Wrong(
                    text: #"{"type":"message","subtype":"x","body":1}"#, code: .invalidValue,
                    message: "expected Closed, found a string that is not a valid one\(hint)", path: "subtype", offset: 28),
                Wrong(
                    text: #"{"subtype":"bot"}"#, code: .missingKey, message: "no value for the property 'type' of Closed", path: "type",
                    offset: 0),
            ], .strict)
    }

    @Test func theKeyThatTheTagNames() {
        EveryWay.expectErrors(
            Tags.Block.self,
            [
                Wrong(
                    text: #"{"type":"count"}"#, code: .missingKey, message: "no value for the property 'count' of Block", path: "count",
                    offset: 0),
                Wrong(
                    text: #"{"type":"text","paragraph":{}}"#, code: .missingKey, message: "no value for the property 'text' of Block",
                    path: "text", offset: 0),
            ], .strict)
    }

    @Test func faultsOfTheText() {
        for text in [
            #"{"data":{"type":"number","attributes":1}"#, #"{"data":{"type":"number" "attributes":1}}"#,
            #"{"data":{"type":"number","attributes":01}}"#, #"{"data":{"type":"nothing",}}"#, #"{"data":{"type":tru}}"#,
            #"{"a":[1,},"data":{"type":"nothing"}}"#,
        ] {
            let errors = EveryWay.outcomes(Tags.Resource.self, text).map { result -> ModelError? in
                if case .failure(let error) = result { error } else { nil }
            }
            #expect(
                errors.allSatisfy { $0?.category == .syntax && $0?.code == errors[0]?.code && $0?.offset == errors[0]?.offset },
                "\(text): \(errors)")
        }
    }

    /// Every way of reading gives the same value or the same error.
    @Test(.slow, arguments: some(1, of: 0..<4 as Range<UInt64>))
    func damagedDocuments(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var unknown = DecodingOptions.strict
        unknown.onUnknownKey = .fail
        unknown.onDuplicateKey = .fail
        let texts = [
            #"{"data":{"type":"person","attributes":{"name":"a"}},"data":7}"#, #"{"type":"message","subtype":"bot","name":"n","type":1}"#,
            #"{"type":"list","list":[{"type":"count","count":1},{"divider":{},"type":"divider"}]}"#, #"{"op":10,"interval":1,"op":1e1}"#,
            #"{"meta":{"kind":"person","x":[{}]},"name":"a","meta":{"kind":7}}"#,
        ]
        for text in texts {
            for _ in 0..<8 {
                let damaged = generator.damaged(text)
                for options in [DecodingOptions.lenient, .strict, unknown] {
                    EveryWay.expectSame([Tags.Resource].self, "[\(damaged)]", options)
                    EveryWay.expectSame(Tags.Message.self, damaged, options)
                    EveryWay.expectSame(Tags.Block.self, damaged, options)
                    EveryWay.expectSame(Tags.Packet.self, damaged, options)
                    EveryWay.expectSame(Tags.Record.self, damaged, options)
                    EveryWay.expectSame(Tags.Notice.self, damaged, options)
                }
            }
        }
    }

    @Test func depthOfATag() {
        var options = DecodingOptions()
        options.maximumDepth = 1
        for result in EveryWay.outcomes(Tags.Resource.self, #"{"data":{"type":"nothing"}}"#, options) {
            #expect { try result.get() } throws: { ($0 as? ModelError)?.code == .depthLimit && ($0 as? ModelError)?.offset == 8 }
        }
        options.maximumDepth = 2
        for result in EveryWay.outcomes(Tags.Resource.self, #"{"data":{"type":"nothing"}}"#, options) {
            #expect(throws: Never.self) { try result.get() }
        }
    }

    /// Objects inside each other, each with its tag at the end, take linear time.
    @Test(.slow) func nestedObjects() throws {
        var options = DecodingOptions()
        options.maximumDepth = 8_000
        let decoder = ModelDecoder(options)
        LinearTime.expect(400) { levels in
            let padding = "[" + String(repeating: "7,", count: 300) + "7]"
            let start = String(repeating: #"{"list":["#, count: levels)
            return start + #"{"type":"divider"}"# + String(repeating: #"],"x":\#(padding),"type":"list"}"#, count: levels)
        } run: { text in
            _ = try? decoder.decode(Tags.Block.self, from: text)
        }
    }
}

@Suite("Lists of cases with tags")
struct TagListTests {
    private struct Payload: Model { var other = 0 }

    private enum Bad: DescribedEnum {
        case a, b, c(Payload), d(Int)

        @TaskLocal static var list: @Sendable (inout EnumCases<Bad>) -> Void = { _ in }
        static func describe(_ cases: inout EnumCases<Self>) { list(&cases) }
    }

    private enum Good: DescribedEnum {
        case other(Tags.Everything)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("t", content: "c")
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }

    /// What is wrong with a list of cases. There is something: a plan that is made once stays.
    private func message(_ list: @escaping @Sendable (inout EnumCases<Bad>) -> Void) -> String? {
        Bad.$list.withValue(list) { faultOfDeclaration(Bad.self) }
    }

    private static func addD(_ cases: inout EnumCases<Bad>, _ name: String = "d") {
        cases.add(name, make: Bad.d) { if case .d(let value) = $0 { value } else { nil } }
    }

    @Test func names() {
        let name = "describe(_:) of Bad gives a case the name"
        #expect(
            message {
                $0.form = .tagged("t")
                $0.add(1.5, value: .a) { _ in true }
            }
                == "\(name) 1.5: a name is a string, an integer or a boolean, with several tags an array of these and of nil, and not of nil alone"
        )
        #expect(message { $0.add(1, value: .a) { _ in true } } == "\(name) 1: without a tag names are strings")
        #expect(
            message {
                $0.form = .tagged("t")
                $0.add(["a", "b"], value: .a) { _ in true }
            } == "\(name) ['a', 'b']: its form has one tag, and a name has one value for each")
        #expect(
            message {
                $0.form = .tagged(at: "t", "u")
                $0.add("a", value: .a) { _ in true }
            } == "\(name) 'a': its form has 2 tags, and a name has one value for each")
        #expect(
            message {
                $0.form = .tagged("t")
                $0.add(10, value: .a) { _ in true }
                $0.add("10", value: .b) { _ in true }
            } == "describe(_:) of Bad gives '10' the name '10' twice, or lists it twice")
    }

    @Test func places() {
        let form = "describe(_:) of Bad gives the form"
        #expect(
            message {
                $0.form = .tagged(at: "a[0]")
                Self.addD(&$0)
            } == "\(form) the path 'a[0]', which is not supported: a tag and a payload stand in objects, not in arrays")
        #expect(
            message {
                $0.form = .tagged(at: "data.type", content: "data")
                Self.addD(&$0)
            }
                == "\(form) two paths of which one is the other, or leads through it: 'data' is the second; a tag among the payload's keys needs no path to the content"
        )
        #expect(
            message {
                $0.form = .keyed(by: "type")
                Self.addD(&$0, "type")
            } == "describe(_:) of Bad: the key 'type' cannot have both the case's name and its payload")
        #expect(
            message {
                $0.form = .tagged(at: "other.type")
                $0.add("c", make: Bad.c) { if case .c(let value) = $0 { value } else { nil } }
            }
                == "the way to the tag 'other.type' of Bad and the key of 'other' of Payload, the payload of 'c', are one or lead through each other"
        )
        #expect(
            message {
                $0.form = .tagged(at: "other.type")
                Self.addD(&$0)
            }
                == "'d' of Bad has a payload of type Int, which is not a model: the tag 'other.type' cannot stand among its keys; give the form a key for the content"
        )
    }

    @Test func modelsForAllOthers() {
        @Sendable func addC(_ cases: inout EnumCases<Bad>) {
            cases.addOther(make: Bad.c) { if case .c(let value) = $0 { value } else { nil } }
        }
        let other = "describe(_:) of Bad: the case for all others has a payload of type Payload, which does not keep"
        let more = "so that it would not be written back: give Payload a property for it, or one that takes all remaining keys"
        #expect(
            message {
                $0.form = .tagged("t")
                addC(&$0)
            } == "\(other) the key 't', \(more)")
        #expect(
            message {
                $0.form = .keyed(by: "other")
                addC(&$0)
            } == "\(other) the key that the tag names, \(more)")
        #expect(
            message { addC(&$0) }
                == "describe(_:) of Bad: only beside a tag may the case for all others take a model; let it take a JSONObject or a JSONValue"
        )
        #expect(throws: Never.self) { try ModelDecoder().decode([Good].self, from: "[]") }
    }
}

/// What else is done with such enums.
@Suite("Enums with tags of other kinds")
struct TagValueTests {
    private struct All: ModelHashable {
        var packet = Tags.Packet.acknowledged
        var message = Tags.Message.left
        var answer: Tags.Answer?
    }

    private struct Archived: Codable {
        var model: All
        init(_ model: All) { self.model = model }
        init(from decoder: any Decoder) throws { model = try All(modelFrom: decoder) }
        func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
    }

    @Test func archivesAndDescriptions() throws {
        for all in [
            All(), All(packet: .hello(Tags.Hello(interval: 3)), message: .bot(Tags.Named(name: "n")), answer: .wrong("x")),
            All(packet: .negative, message: .other(["a": 1])),
        ] {
            #expect(try JSONDecoder().decode(Archived.self, from: JSONEncoder().encode(Archived(all))).model == all)
        }
        #expect(
            All().modelDescription == """
                <All> {
                    answer = <nil>;
                    message = ["leave",null];
                    packet = 11
                }
                """)
    }

    @Test func schemas() throws {
        let packet = try JSONSchema(of: Tags.Packet.self).value["oneOf"]?.arrayValue
        #expect(packet?[0]["properties"]?["op"] == ["const": 10])
        #expect(packet?[1] == ["type": "object", "properties": ["op": ["enum": [11, 12]]], "required": ["op"]])
        let block = try JSONSchema(of: Tags.Block.self).value["oneOf"]?.arrayValue
        #expect(block?.count == 6)
        #expect(block?[2]["properties"]?["type"] == ["const": "count"] && block?[2]["required"] == ["type", "count"])
        #expect(block?[5]["properties"] == ["type": ["const": "divider"], "divider": ["enum": [nil, [:]]]])
        let resource = try JSONSchema(of: Tags.Resource.self).value["oneOf"]?.arrayValue
        #expect(resource?[1]["properties"]?["data"]?["required"] == ["type", "attributes"])
        let record = try JSONSchema(of: Tags.Record.self).value["oneOf"]?.arrayValue
        #expect(record?[0]["properties"]?["meta"]?["properties"] == ["kind": ["const": "person"]])
        let message = try JSONSchema(of: Tags.Message.self).value["oneOf"]?.arrayValue
        #expect(message?[0]["properties"]?["subtype"] == ["type": "null"] && message?[0]["required"] == ["type"])
        #expect(message?.last?["not"]?["anyOf"]?.arrayValue?.count == 4)
        #expect(try JSONSchema(of: Tags.Notice.self).value["oneOf"]?.arrayValue?.last?["allOf"]?.arrayValue?.count == 2)
    }
}
