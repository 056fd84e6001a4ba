#if Server
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelServer

private enum Shipping: String, CaseIterable { case post, courier }

private struct Order: Model {
    var number = 0 as UInt32
    var lines: [Line] = []
    var shipping = Shipping.post
    var notes: [String: String] = [:]
    var placed = Date(timeIntervalSince1970: 0)
    var total: Decimal = 0
    var follows: [Order]?
    var extra: JSONValue?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["placed": "meta.placed"]
        model.required = ["number", "lines"]
        model.descriptions = ["lines": "What was bought."]
    }
    struct Line: Model {
        var article = ""
        var quantity = 1
        static func describe(_ model: inout ModelDescription) { model.required = ["article"] }
    }
}

/// A value of a schema, or one that is none. `Tests/Server/check_openapi.py` asks a validator of another make.
private struct Sample: Model {
    var schema = ""
    var fits = true
    var value: JSONValue = .null

    init() {}
    init(_ schema: String, _ value: JSONValue, fits: Bool = true) { (self.schema, self.value, self.fits) = (schema, value, fits) }
}

@Suite("OpenAPI documents in routes")
struct OpenAPITests {
    private static let paths: JSONObject = [
        "/orders": [
            "post": [
                "requestBody": ["content": ["application/json": ["schema": ["$ref": "#/components/schemas/Order"]]]],
                "responses": [
                    "201": ["description": "The order."],
                    "422": [
                        "description": "What is wrong.",
                        "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
                    ],
                ],
            ]
        ]
    ]

    private func withOrders(_ options: DecodingOptions, _ test: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let router = Router()
        try router.addOpenAPI(title: "Orders", version: "1.0", models: [Order.self, [Order].self], paths: Self.paths, options: options)
        router.post("orders") { request, context in
            ModelResponse(try await request.model(Order.self, context: context), status: .created)
        }
        try await Application(router: router).test(.router, test)
    }

    private func samples(problem: JSONValue) throws -> [Sample] {
        let line: JSONValue = ["article": "tea", "quantity": 2]
        let order: JSONValue = ["number": 7, "lines": [line], "shipping": "courier", "meta": ["placed": "2024-02-29T12:34:56Z"]]
        return [
            Sample("Order", order), Sample("Order", try ModelEncoder().encodeValue(Order())),
            Sample("Order", ["number": 7, "lines": [], "follows": [order], "extra": [1, nil]]), Sample("Order", ["number": 7], fits: false),
            Sample("Order", ["number": -1, "lines": []], fits: false), Sample("Order", ["number": 1, "lines": [1]], fits: false),
            Sample("Order", ["number": 7, "lines": [], "shipping": "pigeon"], fits: false), Sample("Line", line),
            Sample("Line", ["quantity": 2], fits: false), Sample("Array.Order", [order, order]), Sample("Array.Order", order, fits: false),
            Sample("Problem", problem), Sample("Problem", ["title": "x"], fits: false),
            Sample("Fault", try #require(problem["errors"]?[0])), Sample("Fault", ["line": "1"], fits: false),
        ]
    }

    @Test(arguments: [("lenient", DecodingOptions.lenient), ("codable", .codable)])
    func aDocumentIsServed(name: String, options: DecodingOptions) async throws {
        try await withOrders(options) { client in
            let response = try await client.execute(uri: "/openapi.json", method: .get)
            #expect(response.status == .ok && response.headers[.contentType] == "application/json; charset=utf-8")
            let document = try ModelDecoder().decode(JSONValue.self, from: Array(response.body.readableBytesView))
            #expect(document["openapi"] == "3.1.0" && document["info"] == ["title": "Orders", "version": "1.0"])
            #expect(document["paths"]?["/orders"] == Self.paths["/orders"])
            let schemas = try #require(document["components"]?["schemas"]?.objectValue)
            #expect(schemas.keys.sorted() == ["Array.Order", "Fault", "Line", "Order", "Problem"])
            #expect(schemas["Problem"]?["properties"]?["errors"]?["items"] == ["$ref": "#/components/schemas/Fault"])
            let refused = try await client.send(#"{"number": "7", "lines": [{}]}"#.utf8, to: "/orders")
            #expect(refused.status == .unprocessableContent)
            let problem = try ModelDecoder().decode(JSONValue.self, from: Array(refused.body.readableBytesView))
            guard options == .lenient, let folder = ProcessInfo.processInfo.environment["YODEL_OPENAPI_DOCUMENTS"] else { return }
            try Data(response.body.readableBytesView).write(to: URL(fileURLWithPath: "\(folder)/\(name).json"))
            try ModelEncoder().encode(samples(problem: problem)).write(to: URL(fileURLWithPath: "\(folder)/\(name).samples.json"))
        }
    }

    @Test func theSchemasHaveWhatTheEncoderWrites() async throws {
        var encoding = EncodingOptions.default
        encoding.decimals = .string
        let router = Router()
        try router.addOpenAPI(title: "Orders", version: "1.0", models: [Order.self], encoding: encoding)
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: "/openapi.json", method: .get)
            let document = try ModelDecoder().decode(JSONValue.self, from: Array(response.body.readableBytesView))
            let order = document["components"]?["schemas"]?["Order"]?["properties"]
            #expect(order?["total"]?["type"] == ["number", "string"] && order?["number"]?["type"] == "integer")
        }
    }

    @Test func aTypeThatCannotBeMappedIsAnErrorAtOnce() {
        struct Wrong: Model {
            var name = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["nam"] }
        }
        #expect(throws: ModelError.self) { try Router().addOpenAPI(title: "", version: "", models: [Wrong.self]) }
    }
}
#endif
