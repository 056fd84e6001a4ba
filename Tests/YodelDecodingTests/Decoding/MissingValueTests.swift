import Testing

@testable import Yodel
@testable import YodelTestSupport

// Of an object that lacks several values, all of them are named; of one that lacks a value because that was rejected, why it was.

private enum Lack {
    struct Owner: Model, Equatable {
        var id = 0
        var name = ""
        var note = ""
        static func describe(_ model: inout ModelDescription) { model.required = ["id", "name"] }
    }

    struct Repository: Model, Equatable {
        var id = 0
        var owner = Owner()
        var deputy: Owner?
        static func describe(_ model: inout ModelDescription) { model.required = ["id", "owner"] }
    }

    struct Paths: Model, Equatable {
        var owner = Owner()
        var other = Owner()
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["owner": ["in.owner", "owner"], "other": "in.list.1"]
            model.required = ["owner", "other"]
        }
    }

    struct Index: Model, Equatable {
        var repositories: [Repository] = []
        var single = Repository(id: 1)
    }

    struct Broken: Error, Equatable { let reason: Int }

    struct Checked: ValidatedModel, Equatable {
        var age = 0
        func validate() throws { if age > 100 { throw Broken(reason: age) } }
    }

    struct Seen: DidDecodeModel, Equatable {
        var age = 0
        func didDecode(from object: JSONObject) throws { if age > 100 { throw Broken(reason: age) } }
    }

    struct Person: Model, Equatable {
        var checked = Checked()
        var seen = Seen()
        static func describe(_ model: inout ModelDescription) { model.required = ["checked", "seen"] }
    }
}

@Suite("Missing values")
struct MissingValueTests {
    /// What an error says, by both tokenizers, whole and in pieces.
    private func error<T>(_ type: T.Type, _ json: String, _ options: DecodingOptions = .lenient) throws -> ModelError {
        let bytes = Array(json.utf8)
        var first: ModelError?
        if case .failure(let error) = decodeWhole(type, bytes, options) { first = error }
        let whole = try #require(first)
        for size in 1...7 {
            guard case .failure(let error) = decodeInChunks(type, bytes, size: size, options) else {
                Issue.record("no error in chunks of \(size)")
                continue
            }
            #expect(ErrorFields(error) == ErrorFields(whole) && error.missingPaths == whole.missingPaths)
            #expect("\(error.underlying as Any)" == "\(whole.underlying as Any)")
        }
        return whole
    }

    @Test func allMissingRequiredPropertiesAreNamed() throws {
        let error = try error(Lack.Owner.self, #" {"note":"n"}"#)
        #expect(error.message == "no value for the properties 'id', 'name' of Owner")
        #expect(error.code == .missingKey && error.offset == 1 && error.path == "id")
        #expect(error.missingPaths == ["id", "name"] && error.underlying == nil)
    }

    @Test func oneMissingPropertyIsNamedAsBefore() throws {
        let error = try error(Lack.Owner.self, #"{"id":1,"name":null}"#)
        #expect(error.message == "no value for the property 'name' of Owner" && error.missingPaths == ["name"])
    }

    @Test func missingKeysThatThePolicyRefusesAreNamedToo() throws {
        let error = try error(Lack.Owner.self, "{}", .lenient.with(\.onMissing, .fail))
        #expect(
            error.message == "no value for the properties 'id', 'name', 'note' of Owner" && error.missingPaths == ["id", "name", "note"])
        // What is missing by the policy ends the decode, wherever it stands among those that are required.
        let json = #"{"repositories":[],"single":{"id":1,"owner":{"id":1}}}"#
        let nested = try self.error(Lack.Index.self, json, .lenient.with(\.onMissing, .fail))
        #expect(nested.path == "single.owner.name" && nested.missingPaths == ["single.owner.name", "single.owner.note"])
    }

    @Test func otherErrorsHaveNoMissingPaths() throws {
        #expect(try error(Lack.Owner.self, "{").missingPaths.isEmpty)
    }

    @Test func aRejectedObjectKeepsItsReason() throws {
        let error = try error(Lack.Repository.self, #"{"owner":{"note":""}}"#)
        #expect(
            error.message
                == "no value for the properties 'id', 'owner' of Repository; at owner.id: no value for the properties 'id', 'name' of Owner"
        )
        #expect(error.missingPaths == ["id", "owner"] && error.path == "id")
        let inner = try #require(error.underlying as? ModelError)
        #expect(inner.code == .missingKey && inner.missingPaths == ["owner.id", "owner.name"] && inner.line == 0)
    }

    @Test func onlyWhatIsRequiredHasAReason() throws {
        let error = try error(Lack.Repository.self, #"{"id":1,"deputy":{"id":2}}"#)
        #expect(error.message == "no value for the property 'owner' of Repository" && error.underlying == nil)
    }

    @Test func theModelsOwnErrorSurvives() throws {
        let error = try error(Lack.Person.self, #"{"checked":{"age":101},"seen":{"age":102}}"#)
        #expect(
            error.message
                == "no value for the properties 'checked', 'seen' of Person; at checked: Checked rejected its object; "
                + "at seen: Seen rejected its object")
        let inner = try #require(error.underlying as? ModelError)
        #expect(inner.code == .modelCodeFailed && inner.underlying as? Lack.Broken == Lack.Broken(reason: 101))
    }

    @Test func reasonsOfPathsAndAlternatives() throws {
        let json = #"{"owner":{"id":5},"in":{"list":[{}, {"id":3}],"owner":{"name":"a"}}}"#
        let error = try error(Lack.Paths.self, json)
        #expect(error.missingPaths == ["in.owner", "in.list.1"])
        let message = error.message
        #expect(message.hasPrefix("no value for the properties 'owner', 'other' of Paths; at in.owner.id: no value for the property 'id'"))
        #expect(message.contains("; at in.list[1].name: no value for the property 'name' of Owner"))
    }

    @Test func aLaterValueMakesTheReasonForgotten() throws {
        let json = #"{"id":1,"owner":{},"owner":{"id":1,"name":"a"}}"#
        let made = try decodeWhole(Lack.Repository.self, Array(json.utf8)).get()
        #expect(made.owner.name == "a")
        // And a record's reason is not the next one's.
        let both = try error([Lack.Repository].self, #"[{"id":1,"owner":{"id":1,"name":"a"}},{"id":2}]"#, .strict)
        #expect(both.message == "no value for the property 'owner' of Repository")
        let second = try error(
            [Lack.Repository].self, #"[{"id":1,"owner":{}},{"id":2}]"#,
            .lenient.with(\.onInvalidElement, .fail))
        #expect(second.message.contains("at [0].owner.id"))
    }

    // MARK: Values that are there and do not fit

    struct Misfit: Sendable {
        let json: String
        let code: ModelError.Code
        let offset: Int
        var line = 1
        let column: Int
        let path: String
        let message: String
    }

    /// The error is that of the value, not one of a key that is missing at the object's first byte.
    @Test(arguments: [
        Misfit(
            json: #"{"id":"x","name":"a"}"#, code: .invalidValue, offset: 6, column: 7, path: "id",
            message: "expected Int, found a string that is not a valid one"),
        Misfit(
            json: "{\n \"name\": \"a\",\n \"id\": []}", code: .typeMismatch, offset: 23, line: 3, column: 8, path: "id",
            message: "expected Int, found an array (emptyAsNull takes it as null)"),
        // Of several the first in the document.
        Misfit(
            json: #"{"name":[],"id":"x"}"#, code: .typeMismatch, offset: 8, column: 9, path: "name",
            message: "expected String, found an array (emptyAsNull takes it as null)"),
    ])
    func aValueThatDoesNotFitHasItsPlace(_ misfit: Misfit) throws {
        let error = try error(Lack.Owner.self, misfit.json)
        #expect(
            ErrorFields(error)
                == ErrorFields(
                    .mismatch, misfit.code, at: misfit.offset, line: misfit.line, column: misfit.column, path: misfit.path, misfit.message))
        #expect(error.missingPaths.isEmpty && error.underlying == nil)
        // And what is around a model that lacks it lacks that.
        let around = try self.error(Lack.Repository.self, #"{"id":1,"owner":"# + misfit.json + "}")
        #expect(around.code == misfit.code && around.offset == misfit.offset + 16 && around.message == misfit.message)
        #expect(around.path.description == "owner." + misfit.path)
    }

    @Test func whatIsNoObjectIsTheErrorToo() throws {
        let error = try error(Lack.Repository.self, #"{"id":1,"owner":7}"#)
        #expect(ErrorFields(error) == ErrorFields(.mismatch, .typeMismatch, at: 16, path: "owner", "expected Owner, found a number"))
        let element = try self.error(
            [Lack.Owner].self, #"[{"id":99999999999999999999,"name":""}]"#, .lenient.with(\.onInvalidElement, .fail))
        #expect(
            ErrorFields(element)
                == ErrorFields(.mismatch, .numberOutOfRange, at: 7, path: "[0].id", "expected Int, found a number that it cannot hold"))
    }

    /// Where another is not there, all are named, and the error says of those that are there why they do not fit.
    @Test func besideOnesThatAreMissing() throws {
        let error = try error(Lack.Owner.self, #"{"id":"x"}"#)
        #expect(
            error.message
                == "no value for the properties 'id', 'name' of Owner; at id: expected Int, found a string that is not a valid one")
        #expect(error.code == .missingKey && error.offset == 0 && error.missingPaths == ["id", "name"])
        #expect((error.underlying as? ModelError)?.code == .invalidValue)
    }

    @Test func aValueThatFitsMakesItForgotten() throws {
        let json = #"{"id":"x","name":"a","id":2}"#
        #expect(try decodeWhole(Lack.Owner.self, Array(json.utf8)).get().id == 2)
    }

    @Test func theReportHasEachMissingValue() throws {
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            var report = DecodingReport()
            let json = #"{"repositories":[{"note":1},{"id":1,"owner":{}},{"id":2,"owner":{"id":1,"name":"a"}}]}"#
            let index = try ModelDecoder(.lenient(tokenizer)).decode(Lack.Index.self, from: json, report: &report)
            #expect(index.repositories.map(\.id) == [2])
            let missing = report.issues.filter { $0.code == .missingKey }.map { "\($0.path) \($0.action.rawValue)" }
            #expect(
                missing == [
                    "repositories[0].id omitted", "repositories[0].owner omitted",
                    "repositories[1].owner.id kept", "repositories[1].owner.name kept", "repositories[1].owner omitted",
                ])
        }
    }
}
