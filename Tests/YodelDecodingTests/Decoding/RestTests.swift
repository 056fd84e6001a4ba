import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A property that collects the keys of its object that no other property takes.

@Suite struct RestTests {
    /// Archives a model that lists its properties.
    private struct Box: Codable {
        let model: Rests.Listed

        init(_ model: Rests.Listed) { self.model = model }
        init(from decoder: any Decoder) throws { model = try Rests.Listed(modelFrom: decoder) }
        func encode(to encoder: any Encoder) throws { try model.modelEncode(to: encoder) }
    }

    private let decoder = ModelDecoder()

    // MARK: Reading

    @Test func keysThatNoPropertyTakesAreCollected() throws {
        #expect(try decoder.decode(Rests.Event.self, from: Rests.text) == Rests.event)
        #expect(try ModelDecoder(.strict).decode(Rests.Event.self, from: Rests.text).extra == Rests.event.extra)
    }

    @Test(arguments: 1...12)
    func inPiecesAsWell(size: Int) throws {
        let bytes = Array(Rests.text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        #expect(try decoder.decode(Rests.Event.self, fromChunks: pieces) == Rests.event)
    }

    @Test func byEveryTokenizer() throws {
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            var options = DecodingOptions()
            options.tokenizer = tokenizer
            #expect(try ModelDecoder(options).decode(Rests.Event.self, from: Rests.text) == Rests.event)
            #expect(
                try ModelDecoder(options).decode([Rests.Ordered].self, from: #"[{"z":1,"b":2,"a":3},{}]"#) == [
                    Rests.Ordered(b: 2, extra: ["z": 1, "a": 3]), Rests.Ordered(),
                ])
        }
    }

    @Test func anObjectKeepsTheOrderOfTheDocument() throws {
        let model = try decoder.decode(Rests.Ordered.self, from: #"{"z":1,"b":2,"a":3,"z":4}"#)
        #expect(model.extra?.keys == ["z", "a"])
        #expect(model.extra == ["z": 4, "a": 3])
    }

    @Test func whatDoesNotComeIsEmptyOrNil() throws {
        #expect(try decoder.decode(Rests.Event.self, from: "{}").extra == [:])
        #expect(try decoder.decode(Rests.Ordered.self, from: "{}").extra == nil)
        #expect(try decoder.decode(Rests.Listed.self, from: #"{"id":1}"#).extra == [:])
    }

    @Test func aValueThatIsMadeOfItsPropertiesCollectsToo() throws {
        let model = try decoder.decode(Rests.Listed.self, from: #"{"x":"a string longer than what is held in place","id":1,"y":[]}"#)
        #expect(model == Rests.Listed(id: 1, extra: ["x": "a string longer than what is held in place", "y": []]))
        let error = #expect(throws: ModelError.self) { try decoder.decode(Rests.Listed.self, from: #"{"x":["a","b"]}"#) }
        #expect(error?.code == .missingKey)
    }

    @Test func aSubclassTakesItsOwnKeys() throws {
        let child = try decoder.decode(Rests.Child.self, from: #"{"id":1,"years":2,"age":3}"#)
        #expect(child.age == 2 && child.extra == ["age": 3])
        #expect(try child.jsonString() == #"{"id":1,"years":2,"age":3}"#)
    }

    @Test func otherModelsHoldSuchOnes() throws {
        let text = #"{"first":{"b":1,"c":2},"all":[{"id":1,"q":[]}],"checked":{"id":3,"r":4},"dynamic":[{"s":5}]}"#
        let holder = try decoder.decode(Rests.Holder.self, from: text)
        #expect(holder.first.extra == ["c": 2] && holder.all[0].extra == ["q": []] && holder.checked?.extra == ["r": 4])
        #expect(holder.dynamic[0].extra == ["s": 5])
    }

    @Test func linesCollect() async throws {
        let lines = "{\"b\":1,\"c\":2}\n{\"d\":3}\n"
        #expect(try await decoder.decodeLines(Rests.Ordered.self, from: lines).models.map(\.extra) == [["c": 2], ["d": 3]])
    }

    @Test func theModelsOwnCodeSeesIt() throws {
        #expect(try decoder.decode(Rests.Checked.self, from: #"{"id":1,"a":2}"#).extra == ["a": 2])
        let error = #expect(throws: ModelError.self) { try decoder.decode(Rests.Checked.self, from: #"{"bad":2}"#) }
        #expect(error?.underlying is Rests.Checked.Bad)
        #expect(try decoder.decode(Rests.Holder.self, from: #"{"checked":{"bad":1}}"#).checked == nil)
        #expect(try Rests.Checked(id: 1, extra: ["a": 2]).jsonString() == #"{"id":1,"a":2,"seen":2}"#)
    }

    @Test func swiftsOwnValuesAreSources() throws {
        let value = try decoder.decode(Rests.Event.self, from: ["id": 1, "n": [1, "a"], "o": ["k": 2.5]] as [String: Any])
        #expect(value.extra == ["n": [1, "a"], "o": ["k": 2.5]])
        let other = try decoder.decode(Rests.Event.self, from: ["id": 1, "n": [1]] as JSONValue)
        #expect(other.extra == ["n": [1]])
    }

    @Test func caseIsIgnoredWhereTheOptionsSaySo() throws {
        var options = DecodingOptions()
        options.ignoresKeyCase = true
        let model = try ModelDecoder(options).decode(Rests.Ordered.self, from: #"{"B":1,"C":2}"#)
        #expect(model == Rests.Ordered(b: 1, extra: ["C": 2]))
    }

    @Test func nullIsPassedOverWhereTheOptionsSaySo() throws {
        var options = DecodingOptions()
        options.onNull = .keep
        #expect(try ModelDecoder(options).decode(Rests.Ordered.self, from: #"{"a":null,"c":1}"#).extra == ["c": 1])
    }

    // MARK: Rules

    @Test func aKeyThatComesTwiceIsAnErrorWhereTheOptionsSaySo() throws {
        var options = DecodingOptions()
        options.onDuplicateKey = .fail
        let decoder = ModelDecoder(options)
        let error = #expect(throws: ModelError.self) { try decoder.decode(Rests.Ordered.self, from: #"{"x":1,"b":2,"x":3}"#) }
        #expect(error?.code == .duplicateKey && error?.path.description == "x" && error?.offset == 13)
        #expect(try decoder.decode(Rests.Ordered.self, from: #"{"x":1,"b":2,"y":3}"#).extra == ["x": 1, "y": 3])
        let inner = #expect(throws: ModelError.self) { try decoder.decode(Rests.Ordered.self, from: #"{"x":{"a":1,"a":2}}"#) }
        #expect(inner?.code == .duplicateKey)
        // Two texts to JSON, one to Swift.
        let both = #"{"e\u0301":1,"\u00e9":2}"#
        #expect(try decoder.decode(Rests.Ordered.self, from: both).extra?.count == 2)
        #expect(throws: ModelError.self) { try decoder.decode(Rests.Event.self, from: both) }
    }

    @Test func anErrorInAValueSaysWhere() {
        let error = #expect(throws: ModelError.self) { try decoder.decode(Rests.Event.self, from: #"{"x":{"y":[1,tru]}}"#) }
        #expect(error?.category == .syntax && error?.path.description.hasPrefix("x") == true, "\(String(describing: error))")
        var options = DecodingOptions()
        options.maximumDepth = 3
        let deep = #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Rests.Event.self, from: #"{"x":[[[1]]]}"#) }
        #expect(deep?.code == .depthLimit)
    }

    @Test func noKeyIsUnknown() throws {
        var problems: [ModelProblem] = []
        let model = try decoder.decode(Rests.Ordered.self, from: #"{"b":1,"c":2}"#, problems: &problems)
        #expect(model == Rests.Ordered(b: 1, extra: ["c": 2]) && problems.isEmpty)
        _ = try decoder.decode(Rests.Ordered.self, from: #"{"b":"1","c":2,"c":3}"#, problems: &problems)
        #expect(problems.map(\.code) == ["typeMismatch", "duplicateKey"])
    }

    @Test func toFailOnUnknownKeysIsAContradiction() {
        var options = DecodingOptions()
        options.onUnknownKey = .fail
        for text in ["{}", #"{"b":1}"#] {
            let error = #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Rests.Ordered.self, from: text) }
            #expect(error?.category == .model)
            #expect(error?.message.contains("'extra' of Ordered takes all remaining keys, and onUnknownKey is .fail") == true)
            #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Rests.Ordered.self, fromChunks: [text]) }
        }
        #expect(throws: ModelError.self) { try JSONSchema(of: Rests.Ordered.self, options: options) }
    }

    // MARK: Updates

    @Test func anUpdateSetsWhatComes() throws {
        var event = Rests.event
        try decoder.update(&event, from: #"{"id":6,"x":3,"z":4}"#)
        #expect(event.extra == ["x": 3, "y": ["a": [1, nil]], "é": nil, "z": 4] && event.id == 6)
        try decoder.update(&event, from: #"{"id":7}"#)
        #expect(event.extra.count == 4)
        var listed = Rests.Listed(id: 1, extra: ["a": 1])
        try decoder.update(&listed, from: #"{"b":2}"#)
        #expect(listed.extra == ["a": 1, "b": 2])
        var child = Rests.Child()
        try decoder.update(&child, from: #"{"a":1}"#)
        try decoder.update(&child, from: #"{"b":2}"#)
        #expect(child.extra == ["a": 1, "b": 2])
        var ordered = Rests.Ordered()
        try decoder.update(&ordered, from: #"{"a":1}"#)
        #expect(ordered.extra == ["a": 1])
    }

    @Test func anUpdateThatFailsChangesNothing() throws {
        var child = Rests.Child()
        child.extra = ["a": 1]
        #expect(throws: ModelError.self) { try decoder.update(&child, from: #"{"a":2,"b":tru}"#) }
        #expect(child.extra == ["a": 1])
        var checked = Rests.Checked(id: 1, extra: ["a": 1])
        #expect(throws: ModelError.self) { try decoder.update(&checked, from: #"{"bad":2}"#) }
        #expect(checked.extra == ["a": 1])
    }

    // MARK: Writing

    @Test func whatIsCollectedIsWrittenBesideTheOthers() throws {
        let model = try decoder.decode(Rests.Ordered.self, from: #"{"z":null,"b":2,"a":{"k":[1.50]}}"#)
        #expect(try model.jsonString() == #"{"b":2,"z":null,"a":{"k":[1.50]}}"#)
        var options = EncodingOptions()
        options.sortsKeys = true
        #expect(try ModelEncoder(options).encodeToString(model) == #"{"a":{"k":[1.50]},"b":2,"z":null}"#)
        options.omitsDefaults = true
        #expect(try ModelEncoder(options).encodeToString(Rests.Ordered(b: 0, extra: ["a": 1, "c": 2])) == #"{"a":1,"c":2}"#)
        #expect(try ModelEncoder().encodeToString(Rests.Ordered()) == #"{"b":0}"#)
        #expect(try Rests.Listed(id: 1, extra: ["a": 1], note: "").jsonString() == #"{"id":1,"note":"","a":1}"#)
    }

    @Test func theCanonicalFormHasItInOrder() throws {
        let bytes = try ModelEncoder().encodeCanonical(Rests.Ordered(b: 1, extra: ["c": 1.50, "a": 2]))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":2,"b":1,"c":1.5}"#)
    }

    @Test func whatWasReadIsWrittenAgain() throws {
        for omits in [false, true] {
            var options = EncodingOptions()
            options.omitsDefaults = omits
            options.sortsKeys = true
            let encoder = ModelEncoder(options)
            for event in [Rests.event, Rests.Event(), Rests.Event(extra: [:])] {
                let bytes = try encoder.encode(event)
                var again = try decoder.decode(Rests.Event.self, from: bytes)
                // What is read from one key and written to another does not come back.
                again.name = event.name
                #expect(again == event)
            }
        }
    }

    @Test(arguments: ["b", "B"])
    func aKeyThatIsAPropertysIsAnError(key: String) throws {
        let model = Rests.Ordered(b: 1, extra: ["a": 1, key: 2])
        if key == "B" {
            #expect(try model.jsonString() == #"{"b":1,"a":1,"B":2}"#)
        } else {
            let error = #expect(throws: ModelError.self) { try model.jsonString() }
            #expect(error?.category == .model && error?.path.description == "b")
            #expect(error?.message.contains("'extra' of Ordered has a key that is another property's") == true)
        }
        for taken in ["ID", "id", "display", "name", "ext"] {
            #expect(throws: ModelError.self) { try Rests.Event(extra: [taken: 1]).jsonString() }
        }
    }

    // MARK: The rest of the library

    @Test func copiesComparisonsAndArchivesHaveIt() throws {
        let child = try decoder.decode(Rests.Child.self, from: #"{"id":1,"a":[1]}"#)
        let copy = child.modelCopy()
        #expect(copy !== child && copy.extra == ["a": [1]] && child.modelIsEqual(copy))
        copy.extra["a"] = 2
        #expect(!child.modelIsEqual(copy))
        #expect(child.modelDescription.contains("extra"))
        let archive = try JSONEncoder().encode(Rests.event)
        #expect(try JSONDecoder().decode(Rests.Event.self, from: archive) == Rests.event)
        let listed = Rests.Listed(id: 1, extra: ["a": 1])
        #expect(try JSONDecoder().decode(Box.self, from: JSONEncoder().encode(Box(listed))).model == listed)
    }

    @Test func theSchemaLetsMoreKeysCome() throws {
        let schema = try JSONSchema(of: Rests.Event.self).value
        let definition = schema.findAdditional()
        #expect(definition == true, "\(schema)")
    }
}

extension JSONValue {
    fileprivate func findAdditional() -> JSONValue? {
        if let found = self["additionalProperties"] { return found }
        for value in objectValue?.values ?? [] { if let found = value.findAdditional() { return found } }
        return nil
    }
}
