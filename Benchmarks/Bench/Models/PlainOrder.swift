import Yodel

/// `ShopOrder` as a model of plain types, made by `init()`: the same document without what its types ask for.
struct PlainOrder: Model {
    var id = ""
    var number = 0
    var placedAt = ""
    var status = ""
    var channel = 0
    var customer = PlainCustomer()
    var items: [PlainItem] = []
    var payment = PlainPayment()
    var delivery = PlainDelivery()
    var total = 0.0
    var currency = ""
    var callback = ""
    var signature = ""
    var coupon: String?
    var isGift = false
    var metadata = PlainMetadata()
}

/// Who places it.
struct PlainCustomer: Model {
    var id = ""
    var name = ""
    var email = ""
    var phone: String?
    var born: String?
    var isVerified = false
}

/// A line of it.
struct PlainItem: Model {
    var sku = ""
    var title = ""
    var quantity = 0
    var price = 0.0
    var discount: Double?
    var weight = 0.0
    var picture: String?
    var tags: [String] = []
}

/// How it is paid, with what any way to pay has.
struct PlainPayment: Model {
    var method = ""
    var brand: String?
    var lastDigits: String?
    var authorizedAt: String?
    var account: String?
    var reference: String?
    var dueAt: String?
}

/// Where it goes.
struct PlainDelivery: Model {
    var name = ""
    var street = ""
    var city = ""
    var postcode = ""
    var country = ""
    var notBefore: String?
}

/// What the shop says of it.
struct PlainMetadata: Model {
    var campaign: String?
    var source = PlainSource()
    var flags: [String] = []
    var attempt = 0
    var isTest = false
}

/// Where it began.
struct PlainSource: Model {
    var page = ""
    var position = 0
}

extension PlainOrder {
    /// Whether it is the same order, by what both have as it is.
    func isSame(as order: ShopOrder) -> Bool {
        number == order.number && channel == order.channel.rawValue && customer.name == order.customer.name
            && items.map(\.title) == order.items.map(\.title) && items.map(\.quantity) == order.items.map(\.quantity)
            && delivery.city == order.delivery.city && coupon == order.coupon && isGift == order.isGift
            && metadata.source.page == order.metadata["source"]?["page"]?.stringValue
    }
}
