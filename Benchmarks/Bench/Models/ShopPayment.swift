import Foundation
import Yodel

/// How an order is paid: `{"method":"card","brand":"Visa",…}`.
enum ShopPayment: DescribedEnum, Equatable, Sendable {
    case card(ShopCard)
    case transfer(ShopTransfer)
    case invoice

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .tagged("method")
        cases.add("card", make: Self.card) { if case .card(let value) = $0 { value } else { nil } }
        cases.add("transfer", make: Self.transfer) { if case .transfer(let value) = $0 { value } else { nil } }
        cases.add("invoice", value: .invoice) { $0 == .invoice }
    }
}

/// Written by hand, since the compiler writes no coding with a tag.
extension ShopPayment: Codable {
    private enum CodingKeys: String, CodingKey {
        case method
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .method) {
        case "card": self = .card(try ShopCard(from: decoder))
        case "transfer": self = .transfer(try ShopTransfer(from: decoder))
        case "invoice": self = .invoice
        default: throw DecodingError.dataCorruptedError(forKey: .method, in: container, debugDescription: "no method of payment")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .card(let card):
            try container.encode("card", forKey: .method)
            try card.encode(to: encoder)
        case .transfer(let transfer):
            try container.encode("transfer", forKey: .method)
            try transfer.encode(to: encoder)
        case .invoice:
            try container.encode("invoice", forKey: .method)
        }
    }
}

/// A card, and when its bank agreed.
struct ShopCard: BaseModel, Codable, Equatable, Sendable {
    let brand: String
    let lastDigits: String
    let authorizedAt: Date?

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("brand", \.brand)
        properties.add("lastDigits", \.lastDigits)
        properties.add("authorizedAt", \.authorizedAt)
        return ModelForm(properties)
    }
}

/// An account, and when its owner has to have paid.
struct ShopTransfer: BaseModel, Codable, Equatable, Sendable {
    let account: String
    let reference: String
    let dueAt: Date

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("account", \.account)
        properties.add("reference", \.reference)
        properties.add("dueAt", \.dueAt)
        return ModelForm(properties)
    }
}
