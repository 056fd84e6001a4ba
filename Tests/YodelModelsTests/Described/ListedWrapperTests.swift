import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A wrapped property that is listed goes by its own name, and its wrapper is made by the type's own code.
@Suite("Listed wrappers")
struct ListedWrapperTests {
    private let decoders = [
        ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl)), ModelDecoder(.with(\.onMissing, .fail)),
    ]

    /// - Parameter isWhole: Whether its keys are all those of the properties, and no others.
    private func everyWay(_ json: String, isWhole: Bool = true) throws -> [Listed.Player] {
        let bytes = Array(json.utf8)
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        let decoders = isWhole ? decoders : [decoders[0], decoders[2]]
        var made = try decoders.map { try $0.decode(Listed.Player.self, from: json) }
        for size in [1, 3, 64] { made.append(try decodeInChunks(Listed.Player.self, bytes, size: size).get()) }
        made.append(try ModelDecoder().decode(Listed.Player.self, from: value))
        made += try ModelDecoder().decode([Listed.Player].self, from: "[\(json)]")
        return made
    }

    // MARK: Reading

    @Test func wrappersAreMadeOfWhatComes() throws {
        let json =
            #"{"id":1,"level":250,"names":["  a long name that is kept on the heap ","b"],"note":"n","at":5,"inner":{"score":-3},"tag":"<t>","_level":7}"#
        for value in try everyWay(json, isWhole: false) {
            #expect(value.id == 1 && value.level == 100 && value.names == ["a long name that is kept on the heap", "b"])
            #expect(value.note == "n" && value.at == Date(timeIntervalSince1970: 0.005) && value.inner.score == 0 && value.tag == "t")
            #expect(value.madeLevels == 1)
        }
    }

    @Test func whatDoesNotComeHasItsDefault() throws {
        for value in try everyWay(#"{"id":1,"names":[],"at":0,"inner":{"score":3},"tag":"<a>"}"#, isWhole: false) {
            #expect(value.level == 7 && value.note == nil && value.inner.score == 3 && value.tag == "a")
        }
        for json in [#"{"id":1,"names":[],"at":0,"inner":{"score":3},"tag":"<a>","note":null,"level":9,"level":11}"#] {
            for decoder in [ModelDecoder(), ModelDecoder(.with(\.tokenizer, .yajl))] {
                let value = try decoder.decode(Listed.Player.self, from: json)
                #expect(value.level == 11 && value.note == nil && value.madeLevels == 1)
            }
        }
    }

    @Test func whatIsMissingOrUnfitIsNamed() {
        let names = #"{"id":1,"level":1,"names":7,"note":"","at":0,"inner":{"score":3},"tag":"<a>"}"#
        for decoder in decoders {
            let missing = #expect(throws: ModelError.self) { try decoder.decode(Listed.Player.self, from: #"{"id":1,"inner":{}}"#) }
            #expect(missing?.code == .missingKey)
            let unfit = #expect(throws: ModelError.self) { try decoder.decode(Listed.Player.self, from: names) }
            #expect(unfit?.path.description == "names")
        }
        let error = #expect(throws: ModelError.self) { try Listed.Player(json: #"{"id":1,"at":0,"tag":"<a>"}"#) }
        #expect(error?.missingPaths.map(\.description) == ["names", "inner"])
        let coded = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).decode(Listed.Player.self, from: #"{"id":1,"names":[],"at":0,"inner":{"score":3},"tag":"a"}"#)
        }
        #expect(coded?.path.description == "tag")
    }

    @Test func anUpdateGoesThroughTheWrapper() throws {
        var value = try Listed.Player(json: #"{"id":1,"level":5,"names":["a"],"at":0,"inner":{"score":3},"tag":"<a>"}"#)
        try value.update(json: #"{"level":400,"note":"x","inner":{"score":-1}}"#)
        #expect(value.level == 100 && value.note == "x" && value.inner.score == 0 && value.names == ["a"])
        // The wrapper that is there has been set.
        #expect(value.madeLevels == 1)
        let before = value
        #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&value, from: #"{"level":1,"names":["q"],"inner":[]}"#) }
        #expect(value == before)
    }

    @Test(arguments: [
        (#"{"n":900,"m":1}"#, 100, 1), (#"{"n":5,"n":900,"m":1}"#, 100, 1), (#"{"n":5,"m":1,"n":900,"n":700}"#, 100, 1),
        (#"{"n":5,"n":"x","m":1}"#, 5, 1), (#"{"m":5,"n":1,"m":900}"#, 1, 100),
        (#"{"m":5,"n":1,"m":null}"#, 1, nil),
    ])
    func aValueThatComesAgainIsWrappedAgain(_ json: String, _ n: Int, _ m: Int?) throws {
        for decoder in [ModelDecoder(), ModelDecoder(.with(\.tokenizer, .yajl)), ModelDecoder(.with(\.onMissing, .fail))] {
            let value = try decoder.decode(Listed.Strict.self, from: json)
            #expect(value.n == n && value.m == m)
            #expect(try decoder.decode([Listed.Strict].self, from: "[\(json)]") == [value])
        }
        #expect(try decodeInChunks(Listed.Strict.self, Array(json.utf8), size: 1).get().n == n)
    }

    @Test func anUpdateSetsTheWrapperThatIsThere() throws {
        var value = try Listed.Strict(json: #"{"n":5,"m":1}"#)
        try value.update(json: #"{"n":900}"#)
        #expect(value.n == 900 && value.m == 1)
    }

    // MARK: Writing and the rest

    @Test func theyAreWrittenComparedAndArchived() throws {
        let json = #"{"id":1,"level":5,"names":["a"],"note":"x","at":1500,"inner":{"score":3},"tag":"<a>"}"#
        let value = try Listed.Player(json: json)
        #expect(try value.jsonString() == json)
        #expect(value.modelDescription.contains("level = 5") && !value.modelDescription.contains("_level"))
        #expect(try Listed.Player(json: value.jsonString()).modelIsEqual(value))
        var other = value
        other.level = 6
        #expect(!value.modelIsEqual(other))
        for value in [value, other] {
            let archive = try JSONEncoder().encode(Listed.Archived(player: value))
            #expect(try JSONDecoder().decode(Listed.Archived.self, from: archive).player == value)
        }
        var options = EncodingOptions()
        options.omitsDefaults = true
        other.level = 7
        #expect(
            try ModelEncoder(options).encodeToString(other)
                == #"{"id":1,"names":["a"],"note":"x","at":1500,"inner":{"score":3},"tag":"<a>"}"#)
        #expect(try ModelEncoder(options).encodeToString(value).contains(#""level":5,"#))
    }

    @Test func theSchemaIsOfTheWrappedValues() throws {
        let schema = try JSONSchema(of: Listed.Player.self).value
        let properties = schema["$defs"]?["Player"]?["properties"] ?? schema["properties"]
        #expect(properties?["level"]?["type"] == .string("integer") && properties?["names"]?["type"] == .string("array"))
    }

    @Test func typeInfoSaysThatTheyAreWrapped() throws {
        let info = try #require(TypeInfo(Listed.Player.self))
        #expect(info.properties.map(\.name) == ["id", "level", "names", "note", "at", "inner", "tag"])
        // What the runtime shows: a stored wrappedValue is the property's own, and may be a constant.
        let wrapped = PropertyInfo.UnsupportedReason.propertyWrapper
        #expect(info.properties.map(\.unsupportedReason) == [.constant, wrapped, .constant, wrapped, wrapped, wrapped, nil])
    }

    @Test func aWrapperThatCodesItselfIsKnown() throws {
        // What the compiler writes is an object of the wrapped value; a document has that value alone.
        #expect(try ModelDecoder().decode(Listed.Synthesised.self, from: #"{"a":5}"#).a == 5)
        #expect(try ModelEncoder().encodeToString(Listed.Synthesised(a: 6)) == #"{"a":6}"#)
    }

    @Test func aListThatIsWrongIsAnError() {
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Listed.Flat.self, from: "{}") }
        #expect(error?.category == .model)
    }
}

extension LifetimeTests {
    @Suite struct Wrappers {
        @Test(arguments: [
            #"{"a":{"n":1},"b":[{"n":2}],"a":{"n":3}}"#, #"{"a":{"n":1}}"#, #"{"b":[{}],"a":7}"#, #"{"a":{"n":1},"b":{}}"#, "{}",
            #"{"a":{"n":1},"b":[{"n":2}],"x":"#, #"{"a":{"n":{}},"b":[]}"#,
        ])
        func nothingOfThemLivesOn(_ json: String) {
            let living = Tracked.living
            for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl))] {
                do {
                    var value = try decoder.decode(WrappedNodes.self, from: json)
                    #expect(value.a != nil || value.b.isEmpty || Tracked.living > living)
                    try? decoder.update(&value, from: json)
                    _ = try value.jsonString()
                } catch {
                    #expect(error.category != .model)
                }
                #expect(Tracked.living == living, "\(json)")
            }
        }
    }
}

private final class WrappedNode: Tracked, Model {
    var n = 0
    required override init() { super.init() }
}

private struct WrappedNodes: BaseModel {
    @Held var a: WrappedNode?
    @Held var b: [WrappedNode]

    @propertyWrapper struct Held<Value> {
        private var stored: Value
        var wrappedValue: Value {
            get { stored }
            set { stored = newValue }
        }
        init(wrappedValue: Value) { stored = wrappedValue }
    }

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.addWrapped("a", \._a, value: \.wrappedValue) { Held(wrappedValue: $0) }
        properties.addWrapped("b", \._b, value: \.wrappedValue) { Held(wrappedValue: $0) }
        return ModelForm(properties)
    }
}

/// Types whose properties are wrapped.
private enum Listed {
    struct Player: BaseModel, Equatable {
        let id: Int
        @Clamped(0...100) var level = 7
        @Trimmed var names: [String]
        @Kept var note: String?
        @Kept var at: Date
        @Kept var inner: Inner
        @Bracketed var tag: String
        var madeLevels: Int { _level.made }

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.addWrapped("level", \._level, value: \.wrappedValue, default: 7) { Clamped(wrappedValue: $0, 0...100) }
            properties.addWrapped("names", \._names, value: \.wrappedValue) { Trimmed(wrappedValue: $0) }
            properties.addWrapped("note", \._note, value: \.wrappedValue) { Kept(wrappedValue: $0) }
            properties.addWrapped("at", \._at, value: \.wrappedValue, transform: .epochMilliseconds) { Kept(wrappedValue: $0) }
            properties.addWrapped("inner", \._inner, value: \.wrappedValue) { Kept(wrappedValue: $0) }
            properties.addWrapped("tag", \._tag, value: \.wrappedValue) { Bracketed(wrappedValue: $0) }
            return ModelForm(properties)
        }
    }

    struct Archived: Codable {
        var player: Player
        init(player: Player) { self.player = player }
        init(from decoder: any Decoder) throws { player = try Player(modelFrom: decoder) }
        func encode(to encoder: any Encoder) throws { try player.modelEncode(to: encoder) }
    }

    struct Inner: BaseModel, Equatable {
        @Bounded var score: Int

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addWrapped("score", \._score, value: \.wrappedValue) { Bounded(wrappedValue: $0) }
            return ModelForm(properties)
        }
    }

    struct Synthesised: BaseModel {
        @Plain var a: Int

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addWrapped("a", \._a, value: \.wrappedValue) { Plain(wrappedValue: $0) }
            return ModelForm(properties)
        }
    }

    /// A wrapped property cannot be flattened.
    struct Flat: BaseModel {
        @Kept var inner: Inner

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addWrapped("inner", \._inner, value: \.wrappedValue, keys: .flattened) { Kept(wrappedValue: $0) }
            return ModelForm(properties)
        }
    }

    /// Bounds its value whenever it is set.
    @propertyWrapper struct Clamped: Equatable {
        private var stored: Int
        private let bounds: ClosedRange<Int>
        var made = 1
        var wrappedValue: Int {
            get { stored }
            set { stored = min(max(newValue, bounds.lowerBound), bounds.upperBound) }
        }
        init(wrappedValue: Int, _ bounds: ClosedRange<Int>) {
            self.bounds = bounds
            stored = min(max(wrappedValue, bounds.lowerBound), bounds.upperBound)
        }
    }

    struct Strict: BaseModel, Equatable {
        @Limited var n: Int
        @Limited var m: Int?

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addWrapped("n", \._n, value: \.wrappedValue) { Limited(wrappedValue: $0) }
            properties.addWrapped("m", \._m, value: \.wrappedValue) { Limited(wrappedValue: $0) }
            return ModelForm(properties)
        }
    }

    /// Bounds its value when it is made, and not when it is set.
    @propertyWrapper struct Limited<Value: Equatable>: Equatable {
        var wrappedValue: Value
        init(wrappedValue: Value) {
            let isBeyond = (wrappedValue as? Int).map { $0 > 100 } ?? false
            self.wrappedValue = isBeyond ? (100 as Any as? Value) ?? wrappedValue : wrappedValue
        }
    }

    /// Never below zero.
    @propertyWrapper struct Bounded: Equatable {
        private var stored: Int
        var wrappedValue: Int {
            get { stored }
            set { stored = max(newValue, 0) }
        }
        init(wrappedValue: Int) { stored = max(wrappedValue, 0) }
    }

    /// Its value cannot be set.
    @propertyWrapper struct Trimmed: Equatable {
        let wrappedValue: [String]
        init(wrappedValue: [String]) { self.wrappedValue = wrappedValue.map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    @propertyWrapper struct Kept<Value: Equatable>: Equatable {
        private let box: [Value]
        var wrappedValue: Value { box[0] }
        init(wrappedValue: Value) { box = [wrappedValue] }
    }

    /// Codes itself: as text in brackets.
    @propertyWrapper struct Bracketed: Codable, Equatable {
        var wrappedValue: String
        init(wrappedValue: String) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text.hasPrefix("<") && text.hasSuffix(">") else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no brackets"))
            }
            wrappedValue = String(text.dropFirst().dropLast())
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("<\(wrappedValue)>")
        }
    }

    @propertyWrapper struct Plain: Codable {
        var wrappedValue: Int
    }
}
