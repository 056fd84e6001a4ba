import Foundation
import Yodel

// Dumps, tables and logs, as the article FeedsOfTheWild has them.

/// Wikidata.
enum WikidataFeed: DocumentedFeed {
    static let section = "Wikidata"

    struct Reference: Model {
        var id = ""
    }

    struct Quantity: Model {
        var amount = Decimal()

        static func describe(_ model: inout ModelDescription) {
            model.transforms = [
                "amount": PropertyTransform(
                    from: { value in value.stringValue.flatMap { Decimal(string: $0) } },
                    to: { (amount: Decimal) in .string(amount < 0 ? "\(amount)" : "+\(amount)") })
            ]
        }
    }

    enum Value: DescribedEnum {
        case entity(Reference), quantity(Quantity), text(String), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type", content: "value")
            cases.add("wikibase-entityid", make: Self.entity) {
                if case .entity(let one) = $0 { one } else { nil }
            }
            cases.add("quantity", make: Self.quantity) {
                if case .quantity(let one) = $0 { one } else { nil }
            }
            cases.add("string", make: Self.text) { if case .text(let one) = $0 { one } else { nil } }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct Statement: Model {
        var kind = ""
        var value: Value?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["kind": "mainsnak.snaktype", "value": "mainsnak.datavalue"]
        }
    }

    struct Entity: Model {
        var id = ""
        var label: String?
        var claims: [String: [Statement]] = [:]

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["label": "labels.en.value"]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        var options = DecodingOptions.lenient
        options.emptyAsNull = .arrays
        try ModelFile(path).read(Entity.self, options: options) { record in
            guard let entity = record.model else { return print(record.error!) }
            print(entity.id, entity.label ?? "no label", entity.claims.count)
            for statement in entity.claims.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
                switch statement.value {
                case .entity(let reference): print(reference.id)
                case .quantity(let quantity): print(quantity.amount)
                case .text(let text): print(text)
                case .other, nil: print(statement.kind)
                }
            }
        }
    }
}

/// Binance klines.
enum BinanceFeed: DocumentedFeed {
    static let section = "Binance klines"

    struct Kline: Model {
        var opened: Date?
        var open = Decimal()
        var high = Decimal()
        var low = Decimal()
        var close = Decimal()
        var volume = Decimal()
        var closed: Date?
        var trades = 0

        static func describe(_ model: inout ModelDescription) {
            model.isArray = true
            model.keys = ["trades": "8"]
            model.transforms = [
                "opened": .epochMilliseconds, "closed": .epochMilliseconds,
                "open": .decimalText, "high": .decimalText, "low": .decimalText,
                "close": .decimalText, "volume": .decimalText,
            ]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let decoder = ModelDecoder()
        let klines = try decoder.decode([Kline].self, from: sample)
        print(klines[0].opened!, klines[0].open, klines[0].close, klines[0].volume, klines[0].trades)
    }
}

/// Docker logs.
enum DockerFeed: DocumentedFeed {
    static let section = "Docker logs"

    struct Entry: Model {
        var message = ""

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["message": "msg"]
            model.required = [\Self.message]
        }
    }

    struct Line: Model {
        var log = ""
        var entry: Entry?
        var stream = ""
        var time: Date?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["entry": .keys("log", writing: "")]
            model.transforms = ["entry": .jsonText, "log": .trimmed]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        try ModelFile(path).read(Line.self, framing: .lines) { record in
            guard let line = record.model else { return print(record.error!) }
            print(line.stream, line.time!, line.entry?.message ?? line.log)
        }
    }
}

/// CRI logs.
enum CRIFeed: DocumentedFeed {
    static let section = "CRI logs"

    struct Entry: Model {
        var message = ""

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["message": "msg"]
            model.required = [\Self.message]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        var parts: [Substring: String] = [:]
        for line in sample.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count == 4 else {
                print("no line of CRI:", line)
                continue
            }
            parts[fields[1], default: ""] += fields[3]
            guard fields[2] != "P", let text = parts.removeValue(forKey: fields[1]) else { continue }
            print(fields[1], (try? Entry(json: text))?.message ?? text)
        }
    }
}
