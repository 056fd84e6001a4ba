import Testing

@testable import Yodel
@testable import YodelTestSupport

// The schemas of several types in one document. `Tests/Server/run` has an independent validator judge such documents, as they are served.

private enum Colour: String, CaseIterable { case red, green }

private struct Invoice: Model {
    var number = 0 as UInt16
    var lines: [Line] = []
    var next: [Invoice]?
    var colour = Colour.red
    static func describe(_ model: inout ModelDescription) {
        model.required = ["number"]
        model.descriptions = ["lines": "What was bought."]
    }
    struct Line: Model {
        var article = ""
        var quantity = 1
    }
}

private enum Other {
    struct Line: Model { var text: String? }
}

private struct Größe: Model { var weite = 0.0 }

@Suite("OpenAPI documents")
struct OpenAPIDocumentTests {
    private func document(_ models: [Any.Type], paths: JSONObject = [:], _ options: DecodingOptions = .lenient) throws -> OpenAPIDocument {
        try OpenAPIDocument(title: "Shop", version: "1.0", models: models, paths: paths, options: options)
    }

    @Test func theTextOfADocument() throws {
        #expect(
            try document([Invoice.Line.self]).text
                == #"{"openapi":"3.1.0","info":{"title":"Shop","version":"1.0"},"components":{"schemas":{"Line":{"title":"Line","type":"object","#
                + #""properties":{"article":{"type":"string"},"quantity":{"type":"integer","minimum":-9223372036854775808,"#
                + #""maximum":9223372036854775807}}}}}}"#)
    }

    @Test func referencesLeadIntoTheComponents() throws {
        let schemas = try document([Invoice.self]).components
        #expect(schemas.keys == ["Invoice", "Line"])
        let invoice = schemas["Invoice"]
        #expect(invoice?["required"] == ["number"] && invoice?["properties"]?["colour"]?["enum"] == ["red", "green"])
        #expect(invoice?["properties"]?["lines"]?["items"] == ["$ref": "#/components/schemas/Line"])
        #expect(invoice?["properties"]?["lines"]?["description"] == "What was bought.")
        #expect(invoice?["properties"]?["next"]?["items"] == ["$ref": "#/components/schemas/Invoice"])
        #expect(invoice?["$schema"] == nil && invoice?["$defs"] == nil)
    }

    @Test func eachTypeIsThereOnceByANameOfItsOwn() throws {
        let types: [Any.Type] = [
            Other.Line.self, Invoice.self, Other.Line.self, [Invoice].self, [Invoice].self, Int?.self, Größe.self,
        ]
        let schemas = try document(types).components
        let names = schemas.keys
        #expect(names.sorted() == ["Array.Invoice", "Gr.e", "Invoice", "Line", "Line-2", "Optional.Int"])
        #expect(schemas["Line"]?["properties"]?.objectValue?.keys == ["text"])
        #expect(schemas["Invoice"]?["properties"]?["lines"]?["items"] == ["$ref": "#/components/schemas/Line-2"])
        #expect(schemas["Array.Invoice"] == ["type": "array", "items": ["$ref": "#/components/schemas/Invoice"]])
        #expect(schemas["Optional.Int"]?["type"] == ["integer", "null"])
        // What OpenAPI allows in a name.
        #expect(names.allSatisfy { $0.wholeMatch(of: /[a-zA-Z0-9.\-_]+/) != nil })
    }

    @Test func theOptionsAreThoseOfSchemas() throws {
        var options = DecodingOptions.codable
        options.keyStyle = .snakeCase
        options.onUnknownKey = .fail
        struct Visit: Model { var fromPage = "", toPage: String? }
        let visit = try document([Visit.self], options).components["Visit"]
        #expect(visit?["properties"]?.objectValue?.keys == ["from_page", "to_page"])
        #expect(visit?["required"] == ["from_page"] && visit?["additionalProperties"] == false)
        #expect(try document([Visit.self], .with(\.onMissing, .fail)).components["Visit"]?["required"] == ["fromPage"])
    }

    @Test func pathsAreTakenAsTheyAre() throws {
        let paths: JSONObject = ["/invoices": ["get": ["responses": ["200": ["description": "All."]]]]]
        let value = try document([Invoice.self], paths: paths).value
        #expect(value["paths"]?["/invoices"] == paths["/invoices"])
        #expect(value.objectValue?.keys == ["openapi", "info", "paths", "components"])
    }

    @Test func aTypeThatCannotBeReadIsAnError() {
        struct Opaque: Encodable { var x = 0 }
        struct Wrong: Model {
            var name = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["nam"] }
        }
        for type in [Opaque.self, Wrong.self] as [Any.Type] {
            let error = #expect(throws: ModelError.self) { try document([type]) }
            #expect(error?.category == .model)
        }
    }
}
