import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What is listed, all of whose properties but the last have to come. The first key of its level is that of the tag.
private struct Card: BaseModel, Hashable {
    let brand: String
    let id: UUID
    let holder: Holder
    let at: Date?

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("brand", \.brand)
        properties.add("id", \.id)
        properties.add("holder", \.holder)
        properties.add("at", \.at)
        return ModelForm(properties)
    }
}

private struct Holder: Model, Hashable { var name = "none" }

/// Whose first property has a default, which is no plain nil.
private struct Cash: BaseModel, Hashable {
    let notes: [String]
    let amount: Int

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("notes", \.notes, default: ["a default that is not short"])
        properties.add("amount", \.amount)
        return ModelForm(properties)
    }
}

/// Whose first property has to come, and which `init()` makes.
private struct Draft: Model, Hashable {
    var account = "none"
    var sum = 1
    static func describe(_ model: inout ModelDescription) { model.required = ["account"] }
}

private final class Gift: Model {
    var code = "none"
}

private enum Payment: DescribedEnum {
    case card(Card), cash(Cash), draft(Draft), gift(Gift), free

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("method")
        cases.add("card", make: Self.card) { if case .card(let value) = $0 { value } else { nil } }
        cases.add("cash", make: Self.cash) { if case .cash(let value) = $0 { value } else { nil } }
        cases.add("draft", make: Self.draft) { if case .draft(let value) = $0 { value } else { nil } }
        cases.add("gift", make: Self.gift) { if case .gift(let value) = $0 { value } else { nil } }
        cases.add("free", value: .free) { if case .free = $0 { true } else { false } }
    }

    var card: Card? { if case .card(let value) = self { value } else { nil } }
    var cash: Cash? { if case .cash(let value) = self { value } else { nil } }
    var draft: Draft? { if case .draft(let value) = self { value } else { nil } }
    var gift: Gift? { if case .gift(let value) = self { value } else { nil } }
}

/// Payloads beside whose keys a tag stands, and which are plain but for that: the plain loop reads them, and passes over the tag.
@Suite("Plain payloads beside a tag")
struct PlainPayloadTests {
    private static let id = UUID()
    private static let members = [
        #""method":"card""#, #""brand":"a brand that is not short""#, #""id":"\#(id.uuidString)""#, #""holder":{"name":"Ann"}"#,
        #""at":"2031-01-02T03:04:05Z""#,
    ]
    private static let card = Card(
        brand: "a brand that is not short", id: id, holder: Holder(name: "Ann"), at: Date(timeIntervalSince1970: 1_925_089_445))

    /// All orders of some members.
    private static func orders(_ members: [String]) -> [String] {
        guard members.count > 1 else { return members }
        return members.indices.flatMap { index in
            var rest = members
            let first = rest.remove(at: index)
            return orders(rest).map { "\(first),\($0)" }
        }
    }

    private static let tracking: [DecodingOptions] = [
        .lenient, .strict, .with(\.onMissing, .fail), .with(\.onUnknownKey, .fail), .with(\.onDuplicateKey, .fail),
    ]

    @Test(arguments: tracking.indices)
    func theirKeysComeInAnyOrder(_ options: Int) throws {
        for text in Self.orders(Self.members).enumerated().filter({ $0.offset % 5 == options }).map(\.element) {
            let card = try ModelDecoder(Self.tracking[options]).decode(Payment.self, from: "{\(text)}").card
            #expect(card == Self.card, "\(text)")
        }
        for outcome in EveryWay.outcomes(Payment.self, "{\(Self.members.joined(separator: " , "))}", Self.tracking[options]) {
            #expect(try outcome.get().card == Self.card)
        }
    }

    /// The tag's key is none of a property's.
    @Test(arguments: [1, 2, 3])
    func whatHasToComeIsMissed(_ missing: Int) throws {
        var members = Self.members
        members.remove(at: missing)
        for text in Self.orders(members) {
            for options in Self.tracking {
                let error = #expect(throws: ModelError.self) { try ModelDecoder(options).decode(Payment.self, from: "{\(text)}") }
                #expect(error?.code == .missingKey && error?.path.description == ["", "brand", "id", "holder"][missing], "\(text)")
            }
            #expect(try ModelDecoder().decode([Payment].self, from: "[{\(text)}]").isEmpty)
        }
    }

    @Test func defaultsStandInForWhatDoesNotCome() throws {
        let expected = Cash(notes: ["a default that is not short"], amount: 3)
        for text in [#"{"method":"cash","amount":3}"#, #"{"amount":3,"method":"cash"}"#] {
            for outcome in EveryWay.outcomes(Payment.self, text) { #expect(try outcome.get().cash == expected) }
        }
        #expect(try ModelDecoder().decode(Payment.self, from: #"{"method":"cash","notes":["b"],"amount":3}"#).cash?.notes == ["b"])
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Payment.self, from: #"{"method":"cash","notes":["b"]}"#) }
    }

    @Test func structsThatInitMakesAskForWhatTheyRequire() throws {
        for (text, sum) in [(#"{"method":"draft","account":"x"}"#, 1), (#"{"sum":2,"account":"x","method":"draft"}"#, 2)] {
            #expect(try ModelDecoder().decode(Payment.self, from: text).draft == Draft(account: "x", sum: sum))
        }
        for text in [#"{"method":"draft","sum":2}"#, #"{"sum":2,"method":"draft"}"#, #"{"method":"draft"}"#] {
            let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Payment.self, from: text) }
            #expect(error?.code == .missingKey && error?.path.description == "account")
        }
    }

    @Test func instancesAreMade() throws {
        for text in [#"{"method":"gift","code":"x"}"#, #"{"code":"x","method":"gift"}"#, #"{"code":"x","more":[1],"method":"gift"}"#] {
            for outcome in EveryWay.outcomes(Payment.self, text) { #expect(try outcome.get().gift?.code == "x") }
        }
    }

    /// A tag that comes twice is none that the plain loop passes over.
    @Test func theLastTagCounts() throws {
        let card = Self.members.dropFirst().joined(separator: ",")
        let texts = [
            #"{"method":"cash",\#(card),"amount":3,"method":"card"}"#, #"{"method":"cash","amount":3,"method":"card",\#(card)}"#,
            #"{\#(card),"method":"free","method":"card"}"#, #"{"method":"card",\#(card),"method":"card"}"#,
        ]
        for text in texts {
            for outcome in EveryWay.outcomes([Payment].self, "[\(text),\(text)]") {
                #expect(try outcome.get().map(\.card) == [Self.card, Self.card], "\(text)")
            }
            #expect(throws: ModelError.self) { try ModelDecoder(.with(\.onDuplicateKey, .fail)).decode(Payment.self, from: text) }
        }
    }

    @Test func faultsAreSaidAsOfOtherObjects() throws {
        for (member, fault) in [(1, #""brand":[1]"#), (2, #""id":"none""#), (3, #""holder":{"name":{}}"#), (4, #""at":true"#)] {
            var members = Self.members
            members[member] = fault
            EveryWay.expectSame([Payment.Whole].self, "[{\"payment\":{\(members.joined(separator: ","))}}]", .strict)
            var report = DecodingReport()
            _ = try? ModelDecoder().decode(Payment.self, from: "{\(members.joined(separator: ","))}", report: &report)
            #expect(report.issues.first?.path.components.first == .key(["", "brand", "id", "holder", "at"][member]))
        }
    }

    @Test func unknownKeysAreRefused() throws {
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.with(\.onUnknownKey, .fail)).decode(Payment.self, from: #"{"method":"gift","code":"x","cod":1}"#)
        }
        #expect(error?.code == .unknownKey && error?.path.description == "cod")
    }
}

extension Payment {
    fileprivate struct Whole: Model, Equatable {
        var payment: Payment? = nil
        static func == (left: Whole, right: Whole) -> Bool { left.payment?.card == right.payment?.card }
    }
}
