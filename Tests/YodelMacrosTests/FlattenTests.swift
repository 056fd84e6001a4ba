#if Macros
import Testing
import YodelMacros

@Model
private struct Paging: Equatable {
    let limit: Int
    var offset = 0
    @Key("order.by", "sort") let order: String?
}

@Model
private struct Search: Equatable {
    let text: String
    @Flatten let page: Paging
    let tags: [String]
    @Rest let extra: [String: JSONValue]
}

/// A model by its own `init()` around one that is made of its properties.
private struct Query: Model, Equatable {
    var name = ""
    var page = Page<Int>(items: [])
    static func describe(_ model: inout ModelDescription) { model.keys = ["page": .flattened] }

    static func == (left: Query, right: Query) -> Bool { left.name == right.name && left.page.items == right.page.items }
}

@Model
private struct Address: Equatable {
    let street: String
    @Key("town.name") var city = "none"
}

@Model
private struct Invoice: Equatable {
    let id: Int
    @Flatten(prefix: "billing_") let billing: Address
    @Flatten(prefix: "shipping_") let shipping: Address
    @Rest let counts: [String: Int]
}

@Suite("@Flatten and @Rest")
struct FlattenTests {
    @Test func aDocumentIsReadAndWritten() throws {
        let text = #"{"text":"t","limit":10,"sort":"a","tags":["x"],"debug":{"on":true},"trace":[1]}"#
        let search = try Search(json: text)
        #expect(
            search
                == Search(
                    text: "t", page: Paging(limit: 10, offset: 0, order: "a"), tags: ["x"], extra: ["debug": ["on": true], "trace": [1]]))
        var options = EncodingOptions()
        options.sortsKeys = true
        let written = try ModelEncoder(options).encodeToString(search)
        #expect(written == #"{"debug":{"on":true},"limit":10,"offset":0,"order":{"by":"a"},"tags":["x"],"text":"t","trace":[1]}"#)
        #expect(try Search(json: written) == search)
        let pieces = text.utf8.map { [$0] }
        #expect(try ModelDecoder().decode(Search.self, fromChunks: pieces) == search)
    }

    @Test func prefixesAndTypedRests() throws {
        let text = #"{"id":1,"billing_street":"b","billing_town":{"name":"c"},"shipping_street":"s","views":3}"#
        let invoice = try Invoice(json: text)
        #expect(invoice.billing.city == "c" && invoice.shipping.street == "s" && invoice.counts == ["views": 3])
        #expect(
            try invoice.jsonString()
                == #"{"id":1,"billing_street":"b","billing_town":{"name":"c"},"shipping_street":"s","shipping_town":{"name":"none"},"views":3}"#
        )
        let error = #expect(throws: ModelError.self) { try Invoice(json: #"{"id":1,"billing_street":"b","street":"s"}"#) }
        #expect(error?.code == .missingKey && error?.path.description == "shipping_street")
    }

    @Test func whatIsMissingIsNamed() {
        let error = #expect(throws: ModelError.self) { try Search(json: #"{"text":"t","tags":["a","b"],"more":[1]}"#) }
        #expect(error?.code == .missingKey && error?.message.contains("page.limit") == true && error?.path.description == "limit")
    }

    @Test func anUpdateChangesWhatComes() throws {
        var search = try Search(json: #"{"text":"t","limit":10,"tags":[]}"#)
        try ModelDecoder().update(&search, from: #"{"offset":5,"x":1}"#)
        #expect(search.page == Paging(limit: 10, offset: 5, order: nil) && search.extra == ["x": 1])
    }

    @Test func otherModelsFlattenThem() throws {
        let query = try Query(json: #"{"name":"n","items":[1,2]}"#)
        #expect(query.page.items == [1, 2])
        #expect(try query.jsonString() == #"{"name":"n","items":[1,2],"total":0}"#)
    }
}
#endif
