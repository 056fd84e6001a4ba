import Foundation

/// The bodies of `service`: orders of an invented shop, some 1.1 KB each, compact, from a seed.
struct OrderText {
    private var random = SplitMix64(seed: 0x73_68_6F_70)
    private var number = 104_000

    /// The first orders.
    static func bodies(_ count: Int) -> [String] {
        var orders = OrderText()
        return (0..<count).map { _ in orders.next() }
    }

    /// The next order.
    mutating func next() -> String {
        number += 1
        var cents = 0
        let items = (0..<(1 + random.below(3))).map { _ in item(&cents) }
        var members: [(key: String, value: String)] = [
            ("id", string(identifier())), ("number", "\(number)"), ("placedAt", string(time(2031))),
            ("status", string(random.pick(["placed", "paid", "packed", "sent", "returned"]))), ("channel", random.pick(["1", "2", "7"])),
            ("customer", customer()), ("items", "[\(items.joined(separator: ","))]"), ("payment", payment()), ("delivery", delivery()),
            ("total", amount(cents)), ("currency", string("EUR")), ("callback", string("https://shop.example/orders/\(number)/events")),
            ("signature", string(Data("k1:\(random.hex(24))".utf8).base64EncodedString())),
        ]
        if random.once(in: 4) { members.append(("coupon", string("SPRING-\(random.below(900) + 100)"))) }
        members.append(("isGift", random.pick(["true", "false"])))
        members.append(("metadata", metadata()))
        return object(members)
    }

    private mutating func customer() -> String {
        let name = random.pick(Self.names)
        var members: [(key: String, value: String)] = [
            ("id", string(identifier())), ("name", string(name.full)), ("email", string("\(name.mail)\(random.below(1_000))@mail.example")),
        ]
        if random.once(in: 2) { members.append(("phone", string("+351 9\(random.below(90_000_000) + 10_000_000)"))) }
        if random.once(in: 3) { members.append(("born", string(time(1950 + random.below(60))))) }
        members.append(("isVerified", random.pick(["true", "false"])))
        return object(members)
    }

    private mutating func item(_ cents: inout Int) -> String {
        let sku = random.below(90_000) + 10_000
        let (quantity, price) = (1 + random.below(4), 199 + random.below(20_000))
        cents += quantity * price
        var members: [(key: String, value: String)] = [
            ("sku", string("BT-\(sku)")), ("title", string(random.pick(Self.titles))), ("quantity", "\(quantity)"),
            ("price", amount(price)),
        ]
        if random.once(in: 4) { members.append(("discount", "0.\(random.below(4) + 1)5")) }
        members.append(("weight", random.pick(["0.25", "0.4", "1.75", "12.5"])))
        if !random.once(in: 3) { members.append(("picture", string("https://shop.example/p/bt-\(sku).jpg"))) }
        let tags = (0..<random.below(4)).map { _ in string(random.pick(["summer", "linen", "new", "outlet", "gift ideas"])) }
        members.append(("tags", "[\(tags.joined(separator: ","))]"))
        return object(members)
    }

    private mutating func payment() -> String {
        switch random.below(3) {
        case 0:
            let (brand, digits) = (random.pick(["Visa", "Mastercard"]), random.below(9_000) + 1_000)
            return object([
                ("method", string("card")), ("brand", string(brand)), ("lastDigits", string("\(digits)")),
                ("authorizedAt", string(time(2031))),
            ])
        case 1:
            let account = "PT50\(random.below(900_000) + 100_000)\(random.below(900_000) + 100_000)"
            return object([
                ("method", string("transfer")), ("account", string(account)), ("reference", string("order \(number)")),
                ("dueAt", string(time(2032))),
            ])
        default: return object([("method", string("invoice"))])
        }
    }

    private mutating func delivery() -> String {
        let (name, place) = (random.pick(Self.names), random.pick(Self.places))
        var members: [(key: String, value: String)] = [
            ("name", string(name.full)), ("street", string("\(place.street) \(1 + random.below(200))")), ("city", string(place.city)),
            ("postcode", string("\(random.below(9_000) + 1_000)-\(random.below(900) + 100)")), ("country", string(place.country)),
        ]
        if random.once(in: 2) { members.append(("notBefore", string(time(2031)))) }
        return object(members)
    }

    private mutating func metadata() -> String {
        let source = object([("page", string("/c/\(random.pick(["linen", "outdoor", "sale"]))")), ("position", "\(random.below(60))")])
        return object([
            ("campaign", random.pick(["null", string("spring"), string("newsletter 14")])), ("source", source),
            ("flags", "[\(string("new")),\(string("app-\(random.below(9))"))]"), ("attempt", "\(1 + random.below(3))"), ("isTest", "false"),
        ])
    }

    private mutating func identifier() -> String {
        [8, 4, 4, 4, 12].map { random.hex($0) }.joined(separator: "-")
    }

    private mutating func time(_ year: Int) -> String {
        func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let date = "\(year)-\(digits(1 + random.below(12)))-\(digits(1 + random.below(28)))"
        return "\(date)T\(digits(random.below(24))):\(digits(random.below(60))):\(digits(random.below(60)))Z"
    }

    private static let names = [
        (full: "Ana Reis", mail: "ana.reis"), (full: "Zoë Lindqvist", mail: "zoe"), (full: "José Prado", mail: "jprado"),
        (full: "Miriam Okafor", mail: "m.okafor"), (full: "Jan de Vries", mail: "jan.devries"), (full: "Łucja Nowak", mail: "lucja"),
    ]
    private static let titles = [
        "Linen shirt, sand", "Storm lantern", "Cotton towel 70 × 140", "Enamel mug, blue", "Folding chair made of beech", "Rain cape",
    ]
    private static let places = [
        (street: "Rua da Praia", city: "Aveiro", country: "PT"), (street: "Prinsengracht", city: "Amsterdam", country: "NL"),
        (street: "Storgatan", city: "Malmö", country: "SE"), (street: "Calle Mayor", city: "Cádiz", country: "ES"),
    ]
}

private func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
}

/// No text has anything that needs an escape.
private func string(_ text: String) -> String { "\"\(text)\"" }

private func amount(_ cents: Int) -> String { "\(cents / 100).\(cents / 10 % 10)\(cents % 10)" }
