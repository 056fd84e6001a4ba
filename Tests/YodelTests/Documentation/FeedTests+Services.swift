import Foundation
import Yodel

// Answers and events of services, as the article FeedsOfTheWild has them.

/// Stripe.
enum StripeFeed: DocumentedFeed {
    static let section = "Stripe"

    struct Card: Model {
        var brand = ""
        var last4 = ""
    }

    enum Method: DescribedEnum {
        case card(Card), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .keyed(by: "type")
            cases.add("card", make: Self.card) { if case .card(let one) = $0 { one } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct Customer: Model {
        var id = ""
        var email: String?
    }

    enum Expandable: DescribedEnum {
        case id(String), object(Customer)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("id", make: Self.id) { if case .id(let one) = $0 { one } else { nil } }
            cases.add("object", make: Self.object) {
                if case .object(let one) = $0 { one } else { nil }
            }
        }
    }

    struct Charge: Model {
        var amount = 0
        var currency = ""
        var customer: Expandable?
        var method: Method?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["method": "payment_method_details"]
        }
    }

    enum Subject: DescribedEnum {
        case charge(Charge), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("object")
            cases.add("charge", make: Self.charge) {
                if case .charge(let one) = $0 { one } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct Event: Model {
        var type = ""
        var created: Date?
        var subject: Subject?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["subject": "data.object"]
            model.transforms = ["created": .epochSeconds]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let event = try Event(json: sample)
        print(event.type, event.created!)
        if case .charge(let charge) = event.subject, case .card(let card) = charge.method {
            print(charge.amount, charge.currency, card.brand, card.last4)
            if case .object(let customer) = charge.customer { print(customer.id, customer.email!) }
        }
    }
}

/// Slack.
enum SlackFeed: DocumentedFeed {
    static let section = "Slack"

    struct Post: Model {
        var id = ""
        var sent: Date?
        var text = ""

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["id": "ts", "sent": .keys("ts", writing: "")]
            model.transforms = ["sent": .epochSeconds]
        }
    }

    enum Message: DescribedEnum {
        case plain(Post), bot(Post), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged(at: "type", "subtype")
            cases.add(["message", nil], make: Self.plain) {
                if case .plain(let one) = $0 { one } else { nil }
            }
            cases.add(["message", "bot_message"], make: Self.bot) {
                if case .bot(let one) = $0 { one } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct History: Model {
        var messages: [Message] = []
        var next: String?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["next": "response_metadata.next_cursor"]
        }
    }

    struct Failure: Model {
        var error = ""
    }

    enum Answer: DescribedEnum {
        case history(History), failure(Failure)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("ok")
            cases.add(true, make: Self.history) { if case .history(let one) = $0 { one } else { nil } }
            cases.add(false, make: Self.failure) { if case .failure(let one) = $0 { one } else { nil } }
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let decoder = ModelDecoder()
        switch try decoder.decode(Answer.self, from: sample) {
        case .history(let history):
            for message in history.messages {
                switch message {
                case .plain(let post), .bot(let post): print(post.id, post.sent!, post.text)
                case .other(let object): print(object["subtype"]!)
                }
            }
        case .failure(let failure): print(failure.error)
        }
        let refused = try decoder.decode(Answer.self, from: #"{"ok": false, "error": "no_channel"}"#)
        if case .failure(let failure) = refused { print(failure.error) }
    }
}

/// Telegram.
enum TelegramFeed: DocumentedFeed {
    static let section = "Telegram"

    struct Posted: Model {
        var update = 0
        var chat: Int64 = 0
        var text: String?
        var sent: Date?

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "update": "update_id", "chat": "message.chat.id", "text": "message.text",
                "sent": "message.date",
            ]
            model.transforms = ["sent": .epochSeconds]
            model.required = [\Self.chat]
        }
    }

    struct Tapped: Model {
        var update = 0
        var name = ""
        var data: String?

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "update": "update_id", "name": "callback_query.from.first_name",
                "data": "callback_query.data",
            ]
            model.required = [\Self.name]
        }
    }

    enum Update: DescribedEnum {
        case posted(Posted), tapped(Tapped), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("posted", make: Self.posted) {
                if case .posted(let one) = $0 { one } else { nil }
            }
            cases.add("tapped", make: Self.tapped) {
                if case .tapped(let one) = $0 { one } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let decoder = ModelDecoder()
        for update in try decoder.decode([Update].self, from: sample, at: "result") {
            switch update {
            case .posted(let posted): print(posted.update, posted.chat, posted.text!, posted.sent!)
            case .tapped(let tapped): print(tapped.update, tapped.name, tapped.data!)
            case .other(let object): print(object["update_id"]!, object.keys)
            }
        }
    }
}
