import Testing
import Yodel

private struct Text: Model, Equatable { var s = "" }

private enum Block: DescribedEnum, Equatable {
    case divider
    case text(Text)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("type")
        cases.add("divider", value: .divider) { $0 == .divider }
        cases.add("text", make: Self.text) { if case .text(let text) = $0 { text } else { nil } }
    }
}

private enum Mark: DescribedEnum, Equatable {
    case none
    case text(Text)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .keyed
        cases.add("none", value: .none) { $0 == .none }
        cases.add("text", make: Self.text) { if case .text(let text) = $0 { text } else { nil } }
    }
}

private struct Hooked: WillDecodeModel, Equatable {
    var id = 0
    var block: Block?
    var blocks: [Block] = []
    var mark: Mark?

    mutating func willDecode(_ object: inout JSONObject) throws {}
}

private struct Plain: Model, Equatable {
    var id = 0
    var block: Block?
    var blocks: [Block] = []
    var mark: Mark?
}

/// Values that make no case, with containers in them, wherever they are read from: the property keeps its default, the element is left out.
@Suite struct UnfitValueTests {
    @Test(arguments: [
        #"{"id":7,"block":{"type":"unknown","a":{}}}"#, #"{"id":7,"block":{"a":[{}]}}"#, #"{"id":7,"block":{"type":{"b":[]}}}"#,
        #"{"id":7,"block":[[1]]}"#, #"{"id":7,"blocks":[[[1]],{"type":"x","y":[{}]}]}"#, #"{"id":7,"mark":{"other":{"a":[1]}}}"#,
        #"{"id":7,"mark":[{}]}"#, #"{"id":7,"mark":{"text":{},"none":{}}}"#,
    ])
    func containersInside(json: String) throws {
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        let plain = Plain(id: 7)
        #expect(try ModelDecoder().decode(Plain.self, from: json) == plain)
        #expect(try ModelDecoder().decode(Plain.self, from: value) == plain)
        let hooked = Hooked(id: 7)
        #expect(try ModelDecoder().decode(Hooked.self, from: json) == hooked)
        #expect(try ModelDecoder().decode(Hooked.self, from: value) == hooked)
        #expect(try ModelDecoder().decode(Hooked.self, fromChunks: json.utf8.map { [$0] }) == hooked)
        // What comes behind it is read.
        let both = #"[\#(json),{"id":8}]"#
        #expect(try ModelDecoder().decode([Hooked].self, from: both) == [hooked, Hooked(id: 8)])
    }

    @Test func deeperThanAllowed() throws {
        let json = #"{"id":7,"block":{"type":"unknown","a":[[[[]]]]}}"#
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        var options = DecodingOptions()
        options.maximumDepth = 4
        let decoder = ModelDecoder(options)
        #expect { try decoder.decode(Plain.self, from: json) } throws: { ($0 as? ModelError)?.code == .depthLimit }
        #expect { try decoder.decode(Plain.self, from: value) } throws: { ($0 as? ModelError)?.code == .depthLimit }
    }
}
