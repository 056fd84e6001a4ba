import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// All that is wrong with a document that is merged into a value: then the value, and what it refers to, is as it was.

private struct Address: Model, Equatable {
    var city = "Oslo"
    var lines: [String] = ["one"]
    static func describe(_ model: inout ModelDescription) { model.required = ["city"] }
}

private struct Person: Model, Equatable {
    var name = "Ann"
    var age = 30
    var nick: String? = "A"
    var address = Address()
    var former: [Address] = []
    static func describe(_ model: inout ModelDescription) { model.required = ["name"] }
}

private class Engine: Model {
    var power = 1
    required init() {}
}

private final class Car: Model {
    var name = "car"
    var engine = Engine()
}

private struct Garage: Model {
    var size = 1
    var car = Car()
    var adult: Adult = Adult()
}

private final class Adult: ValidatedModel {
    struct TooYoung: Error {}
    var age = 18
    func validate() throws { if age < 18 { throw TooYoung() } }
}

@Suite("Problems of an update")
struct UpdateProblemTests {
    private func update<T>(_ value: inout T, _ json: String, _ options: DecodingOptions = .lenient, limit: Int = 100) throws -> [String] {
        var problems: [ModelProblem] = []
        let isChanged = try ModelDecoder(options).update(&value, from: json, limit: limit, problems: &problems)
        #expect(isChanged == problems.isEmpty)
        return problems.map { "\($0.status) \($0.code) \($0.pointer) \($0.line):\($0.column)" }
    }

    @Test func whatIsAbsentStays() throws {
        for options in [DecodingOptions.lenient, .strict, .codable] {
            var person = Person()
            let json = #"{"age": 31, "nick": null, "address": {"lines": []}, "former": [{"city": "Moss", "lines": []}]}"#
            #expect(try update(&person, json, options) == [])
            #expect(person.name == "Ann" && person.age == 31 && person.nick == nil)
            #expect(person.address == Address(city: "Oslo", lines: []) && person.former.map(\.city) == ["Moss"])
        }
    }

    @Test func everyProblemIsNamedAndNothingChanges() throws {
        var person = Person()
        let json = """
            {"name": "Bea", "age": "31", "nick": 1,
             "address": {"city": null, "town": ""}, "former": [{}]}
            """
        #expect(
            try update(&person, json) == [
                "422 typeMismatch /age 1:24", "422 typeMismatch /nick 1:38", "422 unexpectedNull /address/city 2:22",
                "422 unknownKey /address/town 2:28", "422 missingKey /former/0/city 2:52",
            ])
        #expect(person == Person())
    }

    @Test(arguments: [
        (#"{"name": "B""#, "400 unexpectedEnd"), ("", "400 emptyInput"), ("[]", "422 typeMismatch"),
    ])
    func whatEndsTheReadingIsAProblem(_ json: String, _ problem: String) throws {
        var person = Person()
        let problems = try update(&person, json)
        #expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
        #expect(person == Person())
    }

    /// What has been noted does not end the decode, which has changed instances by then.
    @Test(arguments: [
        #"{"size": 2, "car": {"name": "new", "engine": {"power": 2}}, "more": 1}"#,
        #"{"size": "2", "car": {"name": "new", "engine": {"power": 2}}}"#, #"{"car": {"engine": {"power": 2, "boost": 1}, "name": "new"}}"#,
        #"{"car": {"name": "new", "engine": {"power": 2}}, "adult": {"age": 17}}"#,
        #"{"car": {"name": "new", "engine": {"power": 2}}, "adult": {"age": "19"}}"#, #"{"car": {"name": "new", "engine": {"power": 2}}"#,
    ])
    func instancesAreAsTheyWere(_ json: String) throws {
        var garage = Garage()
        let (car, engine, adult) = (garage.car, garage.car.engine, garage.adult)
        #expect(try !update(&garage, json).isEmpty)
        #expect(garage.size == 1 && garage.car === car && car.engine === engine && garage.adult === adult)
        #expect(car.name == "car" && engine.power == 1 && adult.age == 18)
        #expect(try update(&garage, #"{"car": {"name": "new", "engine": {"power": 2}}, "adult": {"age": 19}}"#) == [])
        #expect(garage.car === car && car.engine === engine && car.name == "new" && engine.power == 2 && adult.age == 19)
    }

    @Test func aTypeThatCannotBeMappedIsNoProblemOfTheDocument() {
        struct Wrong: Model {
            var name = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["nam"] }
        }
        var (value, problems) = (Wrong(), [ModelProblem]())
        #expect(throws: ModelError.self) { try ModelDecoder().update(&value, from: "{}", problems: &problems) }
        #expect(problems.isEmpty)
    }

    @Test func problemsAreLimited() throws {
        var person = Person()
        let problems = try update(&person, #"{"a": 1, "b": 1, "c": 1}"#, limit: 2)
        #expect(problems.count == 2 && person == Person())
    }
}
