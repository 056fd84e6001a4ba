import Testing

@testable import Yodel
@testable import YodelTestSupport

extension Enums {
    /// By a tag beside the payload, with a case for others.
    fileprivate enum Open: DescribedEnum, Hashable {
        case number(Int), nothing
        case other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type", content: "data")
            cases.add("number", make: Self.number) { if case .number(let value) = $0 { value } else { nil } }
            cases.add("nothing", value: .nothing) { $0 == .nothing }
            cases.addOther(make: Self.other) { if case .other(let value) = $0 { value } else { nil } }
        }
    }
}

/// A text and the `JSONValue` that is made of it give one enum, or one error.
@Suite("Enums from texts and from values")
struct EnumSourceTests {
    private func expectSame<T: Equatable>(
        _ type: T.Type, _ text: String, _ options: DecodingOptions, _ place: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let value = try ModelDecoder().decode(JSONValue.self, from: text)
        let decoder = ModelDecoder(options)
        let fromText = Result { () throws(ModelError) in try decoder.decode(type, from: text) }
        let fromValue = Result { () throws(ModelError) in try decoder.decode(type, from: value) }
        switch (fromText, fromValue) {
        case (.success(let one), .success(let other)): #expect(one == other, "\(text)", sourceLocation: place)
        case (.failure(let one), .failure(let other)):
            #expect(one.code == other.code && one.path == other.path && one.message == other.message, "\(text)", sourceLocation: place)
        default: Issue.record("\(text): \(fromText), \(fromValue)", sourceLocation: place)
        }
    }

    @Test(arguments: [
        #"{"type":"number","data":1}"#, #"{"type":"number","data":1,"data":2}"#,
        #"{"data":1,"type":"nothing","data":null,"type":"number"}"#,
        #"{"type":"nothing","data":5,"type":"number"}"#, #"{"type":"number","data":"x","data":2}"#,
        #"{"type":"star","type":"number","data":3}"#,
        #"{"type":"number","data":3,"type":"star"}"#, #"{"type":"star","a":1,"a":2}"#, #"{"data":3,"data":4}"#,
    ])
    func theLastOfEqualKeysCounts(_ text: String) throws {
        for options in [DecodingOptions.lenient, .strict, .with(\.onMissing, .fail), .with(\.onUnknownKey, .fail)] {
            try expectSame(Enums.Adjacent.self, text, options)
            try expectSame([Enums.Open].self, "[\(text)]", options)
        }
        for options in [DecodingOptions.lenient, .strict] {
            EveryWay.expectSame(Enums.Adjacent.self, text, options)
            EveryWay.expectSame(Enums.Open.self, text, options)
        }
    }

    @Test func repeatsAndUnknownKeysAreRefused() throws {
        let repeated = EveryWay.outcomes(Enums.Open.self, #"{"type":"number","data":1,"data":2}"#, .with(\.onDuplicateKey, .fail))
        let unknown = EveryWay.outcomes(Enums.Open.self, #"{"type":"number","data":1,"a":2}"#, .with(\.onUnknownKey, .fail))
        for result in repeated { #expect { try result.get() } throws: { ($0 as? ModelError)?.code == .duplicateKey } }
        for result in unknown { #expect { try result.get() } throws: { ($0 as? ModelError)?.code == .unknownKey } }
        // An object of no known case is kept whatever its keys are.
        let kept = try ModelDecoder(.with(\.onUnknownKey, .fail)).decode(Enums.Open.self, from: #"{"type":"star","a":1}"#)
        #expect(kept == .other(["type": "star", "a": 1]))
    }

    @Test(arguments: [
        #"{"circle":{"_0":{"radius":"x"}}}"#, #"{"circle":{"_0":{"radius":1,"name":[2]}}}"#, #"{"circle":{"_0":{}}}"#,
        #"{"list":{"_0":[1]}}"#,
        #"{"number":{"_0":"x"}}"#, #"{"circle":{"_0":{"radius":1}}}"#, #"{"number":{"_0":7}}"#,
        #"{"list":{"_0":[{"number":{"_0":true}}]}}"#,
        #"{"circle":{"radius":"x"}}"#,
    ])
    func pathsOfSwiftsOwnForm(_ text: String) throws {
        for options in [DecodingOptions.lenient, .strict] {
            try expectSame(Enums.Keyed.self, text, options)
            try expectSame([Enums.Keyed?].self, "[\(text)]", options)
        }
    }

    @Test func depthOfATag() {
        var options = DecodingOptions()
        options.maximumDepth = 1
        for text in [#"{"type":[]}"#, #"{"type":{}}"#, #"{"a":1,"type":[[1]]}"#] {
            for result in EveryWay.outcomes(Enums.Closed.self, text, options) {
                let offset = text.utf8.count - (text.hasSuffix("1]]}") ? 6 : 3)
                #expect { try result.get() } throws: { ($0 as? ModelError)?.code == .depthLimit && ($0 as? ModelError)?.offset == offset }
            }
        }
        options.maximumDepth = 2
        for result in EveryWay.outcomes([Enums.Closed].self, #"[{"type":{}}]"#, options) {
            #expect { try result.get() } throws: { ($0 as? ModelError)?.code == .depthLimit && ($0 as? ModelError)?.offset == 9 }
        }
    }
}
