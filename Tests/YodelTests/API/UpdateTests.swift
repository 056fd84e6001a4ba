import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Address: Model, Equatable {
    var city = "Oslo"
    var lines: [String] = ["one"]
}

private struct Person: Model, Equatable {
    var name = "Ann"
    var age = 30
    var address = Address()
    var former: Address?
    var scores: [String: Int] = ["a": 1]
}

private class Engine: Model {
    var power = 1
    required init() {}
}

private final class Turbo: Engine {
    var boost = 2
}

private final class Car: Model {
    var name = "car"
    var engine = Engine()
    var spare: Engine?
}

private struct Garage: Model {
    var size = 1
    var car = Car()
}

/// Documents that every decoder refuses, and some that only the strict rules do.
private let refused = [
    "", "{", #"{"name": "new", "age": "#, #"{"name": "new"} x"#, "[]", "7", "null", #"{"name": "new", "x": "\ud800"}"#,
    "{\"name\":\"new\",\"b\":\"\u{1}\"}",
]

@Suite("Update")
struct UpdateTests {
    @Test func whatIsAbsentStays() throws {
        var person = Person()
        person.former = Address(city: "Bergen")
        try person.update(json: #"{"age": 31, "address": {"lines": ["two", "three"]}, "former": {"lines": []}, "scores": {"b": 2}}"#)
        #expect(person.name == "Ann" && person.age == 31 && person.address == Address(city: "Oslo", lines: ["two", "three"]))
        #expect(person.former == Address(city: "Bergen", lines: []) && person.scores == ["b": 2])
        try person.update(json: Data(#"{"former": null}"#.utf8))
        try person.update(json: Array(#"{"former": {"city": "Moss"}}"#.utf8))
        #expect(person.former == Address(city: "Moss", lines: ["one"]))
    }

    @Test func instancesStayTheSame() throws {
        var car = Car()
        let turbo = Turbo()
        car.engine = turbo
        let same = car
        try ModelDecoder().update(&car, from: #"{"name": "fast", "engine": {"power": 9, "boost": 8}, "spare": {"power": 3}}"#)
        #expect(car === same && car.engine === turbo && turbo.power == 9 && turbo.boost == 8)
        let spare = try #require(car.spare)
        try ModelDecoder().update(&car, from: #"{"spare": {"power": 4}}"#)
        #expect(car.spare === spare && spare.power == 4)
        var engine: Engine = turbo
        try ModelDecoder().update(&engine, from: #"{"boost": 5}"#)
        #expect(engine === turbo && turbo.boost == 5 && turbo.power == 9)
    }

    @Test(arguments: refused)
    func aRefusedDocumentChangesNothing(json: String) {
        for decoder in [ModelDecoder(.lenient), ModelDecoder(.strict)] {
            var person = Person()
            #expect(throws: ModelError.self) { try decoder.update(&person, from: json) }
            #expect(person == Person())

            var garage = Garage()
            let car = garage.car
            #expect(throws: ModelError.self) { try decoder.update(&garage, from: json.replacing("name", with: "size")) }
            #expect(throws: ModelError.self) { try decoder.update(&garage, from: #"{"size": 5, "car": \#(json.isEmpty ? "{" : json)"#) }
            #expect(garage.size == 1 && garage.car === car && car.name == "car")
        }
    }

    @Test func aMismatchUnderTheStrictRulesChangesNothing() {
        var garage = Garage()
        let json = #"{"size": 2, "car": {"name": "new", "engine": {"power": "much"}}}"#
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).update(&garage, from: json) }
        #expect(error?.path == "car.engine.power" && garage.size == 1 && garage.car.name == "car" && garage.car.engine.power == 1)

        var options = DecodingOptions.lenient
        options.maximumDepth = 2
        let limited = #expect(throws: ModelError.self) { try ModelDecoder(options).update(&garage, from: json) }
        #expect(limited?.code == .depthLimit && garage.car.name == "car")
    }

    @Test func rootsThatAreNoModels() throws {
        var list = [1, 2]
        try ModelDecoder().update(&list, from: "[3]")
        var number = 4
        try ModelDecoder().update(&number, from: "5")
        #expect(list == [3] && number == 5)
    }

    /// The last of equal keys wins, and what an earlier one put into a nested model is gone.
    @Test func repeatedKeys() throws {
        let person = try Person(
            json: #"{"age": 1, "age": 2, "address": {"city": "Rome"}, "address": {"lines": []}, "scores": {"a": 1}, "scores": {}}"#)
        #expect(person.age == 2 && person.address == Address(city: "Oslo", lines: []) && person.scores.isEmpty)
        let car = try Car(json: #"{"engine": {"power": 7}, "engine": {}, "spare": {"power": 5}, "spare": {}}"#)
        #expect(car.engine.power == 1 && car.spare?.power == 1)
    }
}
