#if Server
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelServer

private struct Article: Model, Equatable {
    var name = "tea"
    var quantity = 1
    var note: String? = "green"
    var tags: [String] = ["new"]
    static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
}

/// What routes change.
private actor Store {
    private(set) var article = Article()
    func replace(_ article: Article) { self.article = article }
}

@Suite("Requests that change a value")
struct RequestUpdateTests {
    private func patch(_ body: String, _ store: Store) async throws -> TestResponse {
        let router = Router()
        router.patch("articles/1") { request, context in
            var article = await store.article
            try await request.update(&article, context: context)
            await store.replace(article)
            return ModelResponse(article)
        }
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/articles/1", method: .patch, body: ByteBuffer(string: body))
        }
    }

    @Test(arguments: [
        ("{}", #"{"name":"tea","quantity":1,"note":"green","tags":["new"]}"#),
        (#"{"quantity":2}"#, #"{"name":"tea","quantity":2,"note":"green","tags":["new"]}"#),
        (#"{"note":null,"tags":[]}"#, #"{"name":"tea","quantity":1,"tags":[]}"#),
    ])
    func whatIsAbsentStays(body: String, changed: String) async throws {
        let response = try await patch(body, Store())
        #expect(response.status == .ok && response.text == changed)
    }

    @Test func everyFaultIsNamedAndNothingChanges() async throws {
        let store = Store()
        let response = try await patch(#"{"quantity":"2","name":null,"nick":1,"tags":["a",1]}"#, store)
        #expect(response.status == .unprocessableContent)
        let errors = try #require(try response.problem().errors)
        #expect(
            errors.map { "\($0.code) \($0.pointer)" } == [
                "typeMismatch /quantity", "unexpectedNull /name", "unknownKey /nick", "typeMismatch /tags/1",
            ])
        #expect(await store.article == Article())
    }

    @Test(arguments: ["", "{", #"{"quantity":2"#]) func whatIsNoJSONIs400(body: String) async throws {
        let store = Store()
        #expect(try await patch(body, store).problem().status == 400)
        #expect(await store.article == Article())
    }
}
#endif
