import Foundation
import Yodel

/// An order of a shop, as it is placed. It is listed as `@Model` lists it: a property without a default is required.
struct ShopOrder: BaseModel, Codable, Equatable, Sendable {
    let id: UUID
    let number: Int
    let placedAt: Date
    let status: ShopStatus
    let channel: ShopChannel
    let customer: ShopCustomer
    let items: [ShopItem]
    let payment: ShopPayment
    let delivery: ShopDelivery
    let total: Decimal
    let currency: String
    let callback: URL
    let signature: Data
    let coupon: String?
    let isGift: Bool
    let metadata: JSONValue

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id)
        properties.add("number", \.number)
        properties.add("placedAt", \.placedAt)
        properties.add("status", \.status)
        properties.add("channel", \.channel)
        properties.add("customer", \.customer)
        properties.add("items", \.items)
        properties.add("payment", \.payment)
        properties.add("delivery", \.delivery)
        properties.add("total", \.total)
        properties.add("currency", \.currency)
        properties.add("callback", \.callback)
        properties.add("signature", \.signature)
        properties.add("coupon", \.coupon)
        properties.add("isGift", \.isGift, default: false)
        properties.add("metadata", \.metadata)
        return ModelForm(properties)
    }
}

/// How far an order is.
enum ShopStatus: String, Codable, Sendable {
    case placed, paid, packed, sent, returned
}

/// Where an order comes from.
enum ShopChannel: Int, Codable, Sendable {
    case web = 1
    case app = 2
    case store = 7
}

/// Who places an order.
struct ShopCustomer: BaseModel, Codable, Equatable, Sendable {
    let id: UUID
    let name: String
    let email: String
    let phone: String?
    let born: Date?
    let isVerified: Bool

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("id", \.id)
        properties.add("name", \.name)
        properties.add("email", \.email)
        properties.add("phone", \.phone)
        properties.add("born", \.born)
        properties.add("isVerified", \.isVerified)
        return ModelForm(properties)
    }
}

/// A line of an order.
struct ShopItem: BaseModel, Codable, Equatable, Sendable {
    let sku: String
    let title: String
    let quantity: Int
    let price: Decimal
    let discount: Decimal?
    let weight: Double
    let picture: URL?
    let tags: [String]

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("sku", \.sku)
        properties.add("title", \.title)
        properties.add("quantity", \.quantity)
        properties.add("price", \.price)
        properties.add("discount", \.discount)
        properties.add("weight", \.weight)
        properties.add("picture", \.picture)
        properties.add("tags", \.tags)
        return ModelForm(properties)
    }
}

/// Where an order goes. It has defaults, since a model that validates itself is made before its object is read.
struct ShopDelivery: ValidatedModel, Codable, Equatable, Sendable {
    /// A country that is none.
    struct UnknownCountry: Error {}

    var name = ""
    var street = ""
    var city = ""
    var postcode = ""
    var country = ""
    var notBefore: Date?

    mutating func validate() throws {
        guard country.utf8.count == 2 else { throw UnknownCountry() }
    }
}
