import Glibc
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What does not stand in a field as generic code takes it for is neither read nor written nor copied, and its neighbours stay as they are.
@Suite("Storage of fields")
struct FieldStorageTests {
    private static let tokenizers: [DecodingOptions.Tokenizer] = [.yajl, .scanner]

    private func options(_ tokenizer: DecodingOptions.Tokenizer, strict: Bool) -> DecodingOptions {
        var options = strict ? DecodingOptions.strict : .lenient
        options.tokenizer = tokenizer
        return options
    }

    // MARK: Updates

    @Test(arguments: tokenizers)
    func anIgnoredTupleWithAMetatypeSurvivesAnUpdate(_ tokenizer: DecodingOptions.Tokenizer) throws {
        var model = Stored.Ignoring()
        try ModelDecoder(options(tokenizer, strict: false)).update(&model, from: #"{"n":2,"t":[1],"m":8}"#)
        #expect(model.n == 2 && model.m == 8 && model.isIntact)
        #expect(throws: ModelError.self) {
            try ModelDecoder(options(tokenizer, strict: true)).update(&model, from: #"{"n":3,"m":"x"}"#)
        }
        #expect(model.n == 2 && model.m == 8 && model.isIntact)
    }

    @Test func decodingLeavesEveryFormAlone() throws {
        let json = Array(##"{"first":10,"kind":1,"small":20,"maybe":2,"text":"t","twice":3,"deep":{},"call":[],"last":60}"##.utf8)
        for result in [decodeWhole(Stored.Forms.self, json)] + (1...9).map({ decodeInChunks(Stored.Forms.self, json, size: $0) }) {
            let forms = try result.get()
            #expect(forms.first == 10 && forms.small == 20 && forms.text == "t" && forms.last == 60 && forms.isIntact)
        }
        for result in [decodeWhole(Stored.Value.self, json), decodeInChunks(Stored.Value.self, json, size: 1)] {
            let value = try result.get()
            #expect(value.first == 10 && value.small == 20 && value.text == "t" && value.last == 60 && value.kind == Int.self)
            #expect(value.maybe == String.self && value.call.1() == 9 && value.holder.number == 3 && value.object == Stored.Animal.self)
        }
    }

    /// What an update notes of an instance are the properties that take part, and nothing else.
    @Test func theUndoLogKeepsWhatTakesPart() throws {
        func offsets(_ type: any Model.Type) throws -> [Int] {
            try PlanCache.shared.plan(for: type).pointee.record.object.fields.map(\.offset)
        }
        func offset(_ type: any Model.Type, _ name: String) throws -> Int { try #require(TypeInfo(type)?.property(named: name)).offset }
        #expect(try offsets(Stored.Ignoring.self) == [offset(Stored.Ignoring.self, "n"), offset(Stored.Ignoring.self, "m")])
        #expect(
            try offsets(Stored.Forms.self) == ["first", "small", "text", "last"].map { try offset(Stored.Forms.self, $0) })
        #expect(try offsets(Stored.PaddedInstance.self) == [offset(Stored.PaddedInstance.self, "number")])
        #expect(try offsets(Stored.Owning.self) == [offset(Stored.Owning.self, "n"), offset(Stored.Owning.self, "text")])
        #expect(try offsets(Stored.Value.self).isEmpty)
    }

    @Test func theRestOfAModelsLifeLeavesEveryFormAlone() throws {
        let forms = Stored.Forms()
        (forms.first, forms.text) = (5, "another text")
        let copy = forms.modelCopy()
        #expect(copy.first == 5 && copy.text == "another text" && copy.isIntact && copy.modelIsEqual(forms))
        #expect(try forms.jsonString() == #"{"first":5,"small":2,"text":"another text","last":6}"#)
        #expect(forms.modelDescription.contains("first = 5") && !forms.modelDescription.contains("kind"))
        var (left, right) = (Hasher(), Hasher())
        forms.modelHash(into: &left)
        copy.modelHash(into: &right)
        #expect(left.finalize() == right.finalize())
    }

    // MARK: What is known of the fields

    @Test func typeInfoNamesMetatypes() throws {
        let forms = try #require(TypeInfo(Stored.Forms.self))
        let unsupportedReasons: [String: PropertyInfo.UnsupportedReason] = [
            "kind": .metatype, "maybe": .metatype, "twice": .metatype, "pair": .metatype, "deep": .metatype, "meta": .metatype,
            "named": .metatype, "call": .function, "constant": .metatype, "late": .lazy, "other": .notStrong,
        ]
        for property in forms.properties { #expect(property.unsupportedReason == unsupportedReasons[property.name], "\(property.name)") }
        let value = try #require(TypeInfo(Stored.Value.self))
        let refused = value.properties.filter { !$0.isStorable }.map { "\($0.name) \($0.unsupportedReason?.rawValue ?? "")" }
        #expect(refused == ["kind metatype", "maybe metatype", "call function"])
    }

    @Test func paddingDoesNotHideAMetatype() throws {
        for type in [Stored.Padded.self, Stored.PaddedInstance.self] as [any Model.Type] {
            let info = try #require(TypeInfo(type))
            #expect(info.properties.map(\.unsupportedReason) == [nil, .metatype, nil])
        }
        var padded = Stored.Padded()
        try padded.update(json: #"{"number":5,"kind":1}"#)
        #expect(padded.number == 5 && padded.kind == Int.self && padded.vector == [2, 3])
    }

    /// Whatever the reason: a field without the room of a value of its type is not touched.
    @Test func everyFieldIsHeldAgainstItsRoom() {
        func field(_ type: Any.Type, _ offset: Int, strong: Bool = true) -> WalkedField {
            WalkedField(name: "f", type: type, offset: offset, isStrong: strong, isVariable: true)
        }
        func fits(_ end: Int, _ fields: WalkedField...) -> [Bool] { FieldWalk.judged(fields, end: end).map(\.fits) }
        #expect(fits(16, field(Int.self, 0), field(Int.self, 8)) == [true, true])
        #expect(fits(15, field(Int.self, 0), field(Int.self, 8)) == [true, false])
        #expect(fits(16, field(Int.self, 0), field(Int.self, 4)) == [false, false])
        #expect(fits(24, field(Int.self, 0), field(String.self, 8)) == [true, true])
        #expect(fits(24, field(String.self, 0), field(Int.self, 8)) == [false, true])
        #expect(fits(16, field(Int.self, 8), field(Int.self, 0)) == [true, true])
        #expect(fits(16, field(Int.self, 8), field(Int.self, 8)) == [false, true])
        #expect(fits(16, field(Int32.self, 2)) == [false])
        #expect(fits(16, field(Int.self, -8)) == [false])
        // What takes no bytes has no place; a metatype may take none; a weak field is judged by its reason.
        #expect(fits(8, field(Void.self, 0), field(Int.self, 0), field(Int.Type.self, 0)) == [true, true, true])
        #expect(fits(16, field(Int.self, 0), field(Stored.Animal?.self, 8, strong: false)) == [true, true])
        // A field of a type that the runtime hides ends the room before it.
        #expect(fits(32, field(String.self, 16), field(Void.self, 24)) == [false, true])
        var narrow = field(Int.self, 0)
        narrow.fits = false
        let property = PropertyInfo(
            narrow, of: Int.self, isObserved: false, FieldReading(isPlain: { _ in true }, isDeclared: { _ in false }))
        #expect(property.unsupportedReason == .layout && !property.isStorable && !property.isRestorable)
        #expect(property.unsupportedReason?.reason == "it is stored in less room than a value of its type takes")
    }

    /// Every field of many types of others fits, by the same measure.
    @Test func ordinaryFieldsFit() {
        let types: [Any.Type] = [
            String.self, Substring.self, [Int].self, Character.self, Stored.Choice.self, Stored.Value.self, [String: Int].self,
            FuzzModels.Wide.self, FuzzModels.Node.self, FuzzModels.Subclass.self, FuzzModels.Foreign.self, TrackedNode.self,
            TrackedLeaf.self, timeval.self, stat.self, tcp_info.self, siginfo_t.self,
        ]
        for type in types {
            for field in FieldWalk.storedFields(of: type) { #expect(field.fits, "\(type).\(field.name)") }
        }
    }

    // MARK: Access by name

    @Test func namesDoNotReachMetatypes() throws {
        var forms = Stored.Forms()
        let reason = "it is, or holds, a metatype, whose form in memory is not that of its type"
        for name in ["kind", "maybe", "twice", "pair", "deep", "meta", "named", "constant"] {
            let property = try #require(TypeInfo(Stored.Forms.self)?.property(named: name))
            let read = #expect(throws: ModelError.self) { try property.get(from: forms) }
            #expect(read?.code == .inaccessibleProperty)
            #expect(read?.message == "the property '\(name)' of Forms cannot be read by its name: \(reason)")
            let set = #expect(throws: ModelError.self) { try property.set(Int.self as Int.Type, in: &forms) }
            #expect(set?.message == "the property '\(name)' of Forms cannot be set by its name: \(reason)")
        }
        #expect(forms.first == 1 && forms.small == 2 && forms.last == 6 && forms.isIntact)
        var value = Stored.Value()
        let any = try #require(TypeInfo(Stored.Value.self)?.property(named: "any"))
        try any.set(String.self as Any.Type, in: &value)
        #expect(value.any == String.self && value.object == Stored.Animal.self)
        #expect(try any.get((Any.Type).self, from: value) == String.self)
        let object = try #require(TypeInfo(Stored.Value.self)?.property(named: "object"))
        #expect(try object.get(AnyClass.self, from: value) == Stored.Animal.self)
        let holder = try #require(TypeInfo(Stored.Value.self)?.property(named: "holder"))
        try holder.set(Stored.Holder(number: 12), in: &value)
        #expect(value.holder.number == 12 && value.holder.kind == Int.self && value.last == 6)
    }

    // MARK: Refusals

    private func message<T: Model>(_ type: T.Type) -> String? {
        let whole = decodeWhole(type, Array("{}".utf8)).errorFields
        #expect(whole == decodeInChunks(type, Array("{}".utf8), size: 1).errorFields)
        #expect(whole?.category == .model && whole?.code == .unsupportedType)
        return whole?.message
    }

    @Test func whatTakesPartAndCannotBeFilledIsRefused() throws {
        let reason = "it is, or holds, a metatype, whose form in memory is not that of its type; name it in model.ignored"
        #expect(message(Stored.Refused.self) == "the property 'kind' of Refused cannot be filled: \(reason)")
        #expect(message(Stored.RefusedPair.self) == "the property 'pair' of RefusedPair cannot be filled: \(reason)")
        #expect(message(Stored.Transformed.self) == "the property 'kind' of Transformed cannot be filled: \(reason)")
        let call = message(Stored.RefusedCall.self)
        #expect(call?.hasPrefix("property 'call' of RefusedCall has type (Int, () -> ()), which Yodel cannot map") == true)
        #expect(try Stored.Constant(json: #"{"n":2,"kind":1}"#).n == 2)
    }

    @Test func actorsAreRefused() throws {
        let sentence =
            "Counter is an actor, whose properties only the actor itself may reach: let it hold a struct or class that is a Model"
        #expect(message(Stored.Counter.self) == sentence)
        #expect(message(Stored.Nesting.self) == sentence)
        let info = try #require(TypeInfo(Stored.Counter.self))
        #expect(info.properties.map(\.name) == ["$defaultActor", "n"] && info.properties.map(\.unsupportedReason) == [.actor, nil])
        let error = #expect(throws: ModelError.self) { try info.properties[0].get(from: Stored.Counter()) }
        #expect(error?.message.hasSuffix("cannot be read by its name: it is the storage of an actor's executor") == true)
    }

    @Test func noncopyableFieldsAreLeftAlone() throws {
        let info = try #require(TypeInfo(Stored.Owning.self))
        #expect(info.properties.map(\.unsupportedReason) == [nil, .noncopyable, nil])
        var owning = Stored.Owning()
        try owning.update(json: #"{"n":2,"text":"t","token":{}}"#)
        #expect(owning.n == 2 && owning.text == "t" && owning.token.number == 1)
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&owning, from: #"{"n":3,"text":1}"#) }
        #expect(owning.n == 2 && owning.text == "t" && owning.token.number == 1)
        let error = #expect(throws: ModelError.self) { try info.properties[1].get(from: owning) }
        #expect(error?.message.hasSuffix("cannot be read by its name: it is of a noncopyable type, or of type Void") == true)
        #expect(
            message(Stored.OwningRefused.self)
                == "the property 'token' of OwningRefused cannot be filled: it is of a noncopyable type, or of type Void; "
                + "name it in model.ignored")
    }

    @Test func membersThatComeFromCWithoutAFieldAreNamed() throws {
        #expect(
            message(sigval.self)
                == "sigval comes from C and has members that are not stored properties in Swift (unions, bit-fields): "
                + "reach them by model.access")
        // Also where a declaration names one: that it is no property would send its reader looking for a misspelling.
        #expect(message(pthread_mutexattr_t.self)?.hasPrefix("pthread_mutexattr_t comes from C and has members that are not") == true)
        func hidesMembers(_ type: Any.Type) -> Bool { FieldWalk.hidesMembers(of: type, besides: FieldWalk.fields(of: type)) }
        #expect(hidesMembers(tcphdr.self) && hidesMembers(pthread_mutex_t.self))
        #expect(!hidesMembers(timeval.self) && !hidesMembers(stat.self))
        // With accessors they are filled; a struct of plain fields needs none.
        let header = try tcphdr(json: #"{"source":80,"seq":7}"#)
        #expect(header.source == 80 && header.seq == 7)
        let time = try timeval(json: #"{"tv_sec":5,"tv_usec":6}"#)
        #expect(time.tv_sec == 5 && time.tv_usec == 6)
    }
}

extension LifetimeTests {
    @Suite struct FieldStorageLifetimeTests {
        init() { #expect(Tracked.living == 0) }

        @Test(arguments: [DecodingOptions.Tokenizer.yajl, .scanner])
        func whatIsNotStoredLivesOnce(_ tokenizer: DecodingOptions.Tokenizer) throws {
            do {
                var strict = DecodingOptions.strict
                strict.tokenizer = tokenizer
                var forms = Stored.Forms()
                var owning = Stored.Owning()
                forms.deep?.held = Tracked()
                owning.token.held = Tracked()
                #expect(Tracked.living == 2)
                for _ in 0..<3 {
                    try ModelDecoder(strict).update(&forms, from: #"{"first":2,"text":"another text that is long"}"#)
                    #expect(throws: ModelError.self) { try ModelDecoder(strict).update(&forms, from: #"{"text":"x","last":"x"}"#) }
                    try ModelDecoder(strict).update(&owning, from: #"{"n":2}"#)
                    #expect(throws: ModelError.self) { try ModelDecoder(strict).update(&owning, from: #"{"text":"x","n":"x"}"#) }
                }
                #expect(Tracked.living == 2 && forms.isIntact && forms.text == "another text that is long" && owning.text == "text")
                _ = forms.modelCopy()
                #expect(Tracked.living == 2)
            }
            #expect(Tracked.living == 0)
        }
    }
}
