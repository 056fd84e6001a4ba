import Testing

@testable import Yodel
@testable import YodelTestSupport

// Documents that are not plain, most of whose values are: what is read, called and said does not depend on where the first value stands that does not fit.

private struct Person: Model, Equatable {
    var id = 0
    var name = "none"
    var tags: [String] = ["default"]
    var score: Double?
}

private struct Checked: ValidatedModel, Equatable {
    var id = 7
    var friends: [Person] = []

    func validate() throws {
        CallLog.note("validate \(id)")
        if id < 0 { throw Refusal() }
    }

    struct Refusal: Error {}
}

private struct Demanding: Model, Equatable {
    var x = 10
    var y = 20
    static func describe(_ model: inout ModelDescription) { model.required = ["y"] }
}

private struct Crowd: Model, Equatable {
    var people: [Person] = []
    var checked: [Checked] = []
    var byName: [String: Person] = [:]
    var best = Checked()
    var strict = Demanding()
    var other: JSONValue?
}

private func person(_ id: Int, _ more: String = #""name":"n","tags":["a","b"],"score":1.5"#) -> String { #"{"id":\#(id),\#(more)}"# }

@Suite("Plain parts of documents")
struct PlainPartTests {
    static let faults: [(text: String, code: ModelError.Code, path: String)] = [
        (#""name":[1],"tags":[],"score":1"#, .typeMismatch, "name"),
        (#""name":null,"tags":[],"score":1"#, .unexpectedNull, "name"),
        (#""name":"n","tags":["a",{}],"score":1"#, .typeMismatch, "tags[1]"),
        (#""name":"n","tags":[],"score":1,"more":1"#, .unknownKey, "more"),
        (#""name":"n","tags":[],"name":"m","score":1"#, .duplicateKey, "name"),
        (#""name":"n","tags":[],"score":"x""#, .invalidValue, "score"),
    ]

    @Test(arguments: faults, [0, 1, 5, 9])
    func aReportNamesAFaultWhereverItIs(_ fault: (text: String, code: ModelError.Code, path: String), _ place: Int) throws {
        let people = (0..<10).map { person($0, $0 == place ? fault.text : #""name":"n","tags":["a"],"score":1.5"#) }
        let json = #"{"people":[\#(people.joined(separator: ","))],"other":{"a":[1]}}"#
        var report = DecodingReport()
        let crowd = try ModelDecoder().decode(Crowd.self, from: json, report: &report)
        #expect(report.issues.map(\.code) == [fault.code])
        #expect(report.issues.first?.path.description == "people[\(place)].\(fault.path)")
        #expect(crowd == (try ModelDecoder().decode(Crowd.self, from: json)))
        // Values that have been parsed are read without the plain loop.
        var other = DecodingReport()
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        if fault.code != .duplicateKey {
            #expect(crowd == (try ModelDecoder().decode(Crowd.self, from: value, report: &other)))
            #expect(other.issues.map(\.path) == report.issues.map(\.path))
        }
    }

    @Test(arguments: [0, 1, 5, 9])
    func aKeyIsMissedWhereverItIs(_ place: Int) throws {
        let people = (0..<10).map { person($0, $0 == place ? #""tags":[]"# : #""name":"n","tags":["a"]"#) }
        let json = "[\(people.joined(separator: ","))]"
        var options = DecodingOptions.lenient
        options.onMissing = .fail
        let error = #expect(throws: ModelError.self) { try ModelDecoder(options).decode([Person].self, from: json) }
        #expect(error?.code == .missingKey && error?.path.description == "[\(place)].name")
        let whole = "[\((0..<10).map { person($0) }.joined(separator: ","))]"
        #expect(try ModelDecoder(options).decode([Person].self, from: whole).count == 10)
    }

    @Test(arguments: [0, 9])
    func aKeyThatComesTwiceIsRefusedWhereverItIs(_ place: Int) throws {
        let people = (0..<10).map { person($0, $0 == place ? #""name":"n","tags":[],"name":"n""# : #""name":"n","tags":[]"#) }
        var options = DecodingOptions.lenient
        options.onDuplicateKey = .fail
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(options).decode([Person].self, from: "[\(people.joined(separator: ","))]")
        }
        #expect(error?.code == .duplicateKey && error?.path.description == "[\(place)].name")
    }

    @Test func moreKeysThanBitsAreTracked() throws {
        var options = DecodingOptions.lenient
        options.onDuplicateKey = .fail
        let keys = (0..<70).map { #""k\#($0)":1"# }
        #expect(try ModelDecoder(options).decode([String: Int].self, from: "{\(keys.joined(separator: ","))}").count == 70)
        #expect(throws: ModelError.self) {
            try ModelDecoder(options).decode([String: Int].self, from: "{\((keys + [keys[69]]).joined(separator: ","))}")
        }
    }

    @Test func eachObjectIsCheckedOnce() throws {
        let good = (1...3).map { #"{"id":\#($0),"friends":[\#(person(1))]}"# }
        let bad = #"{"id":-1,"friends":[]}"#, odd = #"{"id":4,"friends":[{"id":{}}]}"#
        for documents in [good, good + [odd], [odd] + good, [bad] + good, good + [bad], [good[0], bad, odd, good[1]]] {
            let json = #"{"checked":[\#(documents.joined(separator: ","))]}"#
            let (crowd, calls, _) = try CallLog.recording { try ModelDecoder().decode(Crowd.self, from: json) }
            let ids = documents.map { $0 == bad ? -1 : $0 == odd ? 4 : good.firstIndex(of: $0)! + 1 }
            #expect(calls == ids.map { "validate \($0)" })
            #expect(crowd.checked.map(\.id) == ids.filter { $0 > 0 })
        }
    }

    @Test func whatIsRejectedLeavesItsPlaceAsItWas() throws {
        let odd = person(1, #""name":{}"#)
        for people in [person(1), odd] {
            let json = #"{"people":[\#(people)],"strict":{"x":1},"best":{"id":-5,"friends":[\#(person(2))]},"other":1}"#
            let crowd = try ModelDecoder().decode(Crowd.self, from: json)
            #expect(crowd.strict == Demanding() && crowd.best == Checked() && crowd.people.count == 1 && crowd.other == 1)
        }
    }

    @Test func whatIsBehindAFaultyPartIsRead() throws {
        let names = #"{"a":\#(person(1)),"b":\#(person(2, #""tags":[[]]"#)),"c":\#(person(3))}"#
        let json = #"{"byName":\#(names),"people":[\#(person(4))],"other":[]}"#
        let crowd = try ModelDecoder().decode(Crowd.self, from: json)
        #expect(crowd.byName["a"]?.tags == ["a", "b"] && crowd.byName["b"]?.tags == [] && crowd.byName["c"]?.id == 3)
        #expect(crowd.people.map(\.id) == [4])
    }
}
