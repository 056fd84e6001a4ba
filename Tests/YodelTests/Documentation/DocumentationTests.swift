import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// The examples of the documentation comments, compiled and run. A test reads the sources and fails when a line of their Swift blocks does not
// stand in a file of this folder.

@Suite("Documentation")
struct DocumentationTests {
    typealias User = Docs.User
    typealias Point = Docs.Point
    typealias Account = LifeDocs.Account
    typealias Tag = Docs.Tag
    typealias Place = Docs.Place

    @Test func decoders() throws {
        var options = DecodingOptions.lenient
        options.onUnknownKey = .fail
        options.maximumDocumentBytes = 1 << 20
        let decoder = ModelDecoder(options)
        #expect(throws: ModelError.self) { try decoder.decode(User.self, from: #"{"other": 1}"#) }
    }

    @Test func models() throws {
        let user = try User(json: #"{"id": 7, "name": "Ann", "tags": ["swift"]}"#)
        #expect(user.name == "Ann")
        #expect(user.email == nil)
        let book = try Docs.Book(json: #"{"n": "N", "ext": {"desc": "D"}, "book_id": 1, "id": null, "tags": ["T"], "internalNote": "x"}"#)
        #expect([book.name, book.desc, book.bookID, book.firstTag, book.internalNote] == ["N", "D", "1", "T", ""])
        let styled = try Docs.Styled(json: #"{"ext": {"desc": "D"}, "long_name": "L"}"#)
        #expect(styled.desc == "D" && styled.longName == "L")
        var options = DecodingOptions()
        options.keyStyle = Docs.Styled.dotted
        struct Plain: Model { var longName = "" }
        #expect(try ModelDecoder(options).decode(Plain.self, from: #"{"long.name": "L"}"#).longName == "L")
        do {
            struct Picture: Model { var imgUrl = "", tbString = "" }
            var options = DecodingOptions.strict
            options.keyStyle = .foundationSnakeCase
            let picture =
                try ModelDecoder(options).decode(Picture.self, from: #"{"img_url": "u", "tbString": "x"}"#)  // both are read
            #expect(picture.imgUrl == "u" && picture.tbString == "x")
            struct Cover: Model { var imgUrl = "", altText = "" }
            options.keyStyle = .snakeCase.orName
            let cover =
                try ModelDecoder(options).decode(Cover.self, from: #"{"img_url": "u", "altText": "x"}"#)  // both are read
            #expect(cover.imgUrl == "u" && cover.altText == "x")
        }
    }

    @Test func theRulesOfCodable() throws {
        struct Visit: Model {
            var page = ""
            var from: String?
        }
        let visits = ModelDecoder(.codable)
        let visit = try visits.decode(Visit.self, from: #"{"page": "/", "more": 1}"#)
        #expect(visit.page == "/" && visit.from == nil)
        let error = #expect(throws: ModelError.self) {
            try visits.decode(Visit.self, from: #"{"from": "/"}"#)
        }
        #expect(error?.message == "no value for the property 'page' of Visit")
    }

    @Test func strategies() throws {
        struct Profile: Codable { var avatarUrl: String }
        let decoder = CodableDecoder()
        decoder.dateDecodingStrategy = .formats(.iso8601, .http, .epochMicroseconds)
        #expect(try decoder.decode([Date].self, from: #"["Thu, 01 Jan 1970 00:00:01 GMT"]"#) == [Date(timeIntervalSince1970: 1)])
        decoder.keyDecodingStrategy = .convertFrom(.kebabCase)
        let profile =
            try decoder.decode(Profile.self, from: #"{"avatar-url": "u"}"#)  // "avatarUrl" is read, too
        #expect(profile.avatarUrl == "u")
        #expect(try decoder.decode(Profile.self, from: #"{"avatarUrl": "u"}"#).avatarUrl == "u")
    }

    @Test func updates() throws {
        let decoder = ModelDecoder()
        var user = try User(json: #"{"id": 7, "name": "Ann"}"#)
        try decoder.update(&user, from: #"{"name": "Bea"}"#)
        #expect(user.id == 7 && user.name == "Bea")
    }

    @Test func partsAndReports() throws {
        let decoder = ModelDecoder()
        do {
            let user = try decoder.decode(User.self, from: #"{"data": {"user": {"id": 7}}}"#, at: "data.user")
            let first = try decoder.decode(User.self, from: #"{"items": [{"id": 7}]}"#, at: "items[0]")
            #expect(user.id == 7 && first.id == 7)
        }
        do {
            let user = try decoder.decode(User.self, from: ["id": 7, "born": Date(), "home": URL(string: "https://example.org")!])
            #expect(user.born != nil && user.home?.host() == "example.org")
        }
        do {
            let pieces = [#"{"id": 7, "na"#, #"me": "Ann"}"#]
            let user = try decoder.decode(User.self, fromChunks: pieces)
            #expect(user.id == 7 && user.name == "Ann")
        }
        var logged: [DecodingReport.Issue] = []
        func log(_ issues: [DecodingReport.Issue]) { logged = issues }
        let data = Data(#"[{"id": 1}, {"id": 2}, {"id": 3}, {"age": "old"}]"#.utf8)
        var report = DecodingReport()
        let users = try decoder.decode([User].self, from: data, report: &report)
        if !report.isEmpty { log(report.issues) }
        for issue in report.issues { print(issue) }
        #expect(users.count == 4 && logged.count == 1 && report.counts["[*].age"] == 1)
        #expect("\(logged[0])" == "[3].age, byte 42: expected Int, found a string that is not a valid one; kept")
    }

    @Test func collections() throws {
        let data = Data(#"[{"id": 1}]"#.utf8)
        let decoder = ModelDecoder()
        let users = try decoder.decode([User].self, from: data)
        let byName = try decoder.decode([String: User].self, from: #"{"ann": {"id": 7}}"#)
        #expect(users.map(\.id) == [1] && byName["ann"]?.id == 7)
    }

    @Test func hooksAccessorsAndTransforms() throws {
        let shapes = try ModelDecoder().decode([Docs.Shape].self, from: #"[{"name": "a"}, {"name": "b", "radius": 2}]"#)
        #expect((shapes[1] as? Docs.Circle)?.radius == 2 && !(shapes[0] is Docs.Circle))
        #expect(try Docs.Temperature(json: #"{"fahrenheit": 212}"#).celsius == 100)
        let post = try Docs.Post(json: #"{"created": 1500, "tags": "a,b"}"#)
        #expect(post.created == Date(timeIntervalSince1970: 1.5) && post.tags == ["a", "b"])
    }

    @Test func errorsAndPaths() {
        let path: JSONPath = "data.items[3].name"
        #expect(path.components.count == 4)
        do {
            let user = try User(json: #"{"name": "Ann", "id": }"#)
            Issue.record("\(user) is made of what is no JSON")
        } catch {
            print(error)
            #expect("\(error)" == "syntax error at line 1, column 23 (byte 22), path id: expected a value, found '}'")
        }
    }

    @Test func typeInfo() {
        let info = TypeInfo(Point.self)!
        #expect(info.properties.map(\.name) == ["x", "y", "id"])
        #expect(info.properties[1].offset == 8)
        #expect(info.properties[2].unsupportedReason == .constant)
    }

    @Test func accessByName() throws {
        let info = TypeInfo(User.self)!
        let name = info.property(named: "name")!
        var user = User()
        try name.set("Ann", in: &user)
        #expect(user.name == "Ann")
        let text = try name.get(String.self, from: user)
        #expect(text == "Ann")
        var copy = User()
        for property in TypeInfo(User.self)!.properties where property.isStorable {
            try property.set(property.get(from: user), in: &copy)
        }
        #expect(copy.name == "Ann")
    }

    @Test func encoding() throws {
        let user = try Docs.User(json: #"{"id": 7, "name": "Ann"}"#)
        let users = [user, user]
        do {
            var options = EncodingOptions.default
            options.isPretty = true
            options.sortsKeys = true
            let encoder = ModelEncoder(options)
            #expect(try encoder.encodeToString(["b": 1, "a": 2]) == "{\n  \"a\" : 2,\n  \"b\" : 1\n}")
        }
        let encoder = ModelEncoder()
        let data = try encoder.encode(user)
        let text = try encoder.encodeToString([user])
        #expect(String(decoding: data, as: UTF8.self) == #"{"id":7,"name":"Ann","tags":[],"age":0}"#)
        #expect(text == #"[{"id":7,"name":"Ann","tags":[],"age":0}]"#)
        var sent: [[UInt8]] = []
        func send(_ bytes: [UInt8]) { sent.append(bytes) }
        do {
            var output: [UInt8] = []
            for user in users {
                output.removeAll(keepingCapacity: true)
                try encoder.encode(user, into: &output)
                send(output)
            }
        }
        #expect(sent == [Array(data), Array(data)])
        #expect(try Docs.Named(json: #"{"nick": "a"}"#).jsonString() == #"{"display":{"name":"a"}}"#)
        #expect(try Docs.Entry(json: #"{"title": "a"}"#).jsonString() == #"{"title":"a","version":2}"#)
    }

    @Test(.slow) func everyExampleOfTheSourcesStandsHere() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: here.path).map { here.appendingPathComponent($0) }
        let lines = try files.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }.map(code)
        // Most lines of the examples are whole lines here, which a set finds at once; some are parts of them.
        let (whole, compiled) = (Set(lines), lines.joined(separator: "\n"))
        let sources = root.appendingPathComponent("Sources")
        var checked = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            // What is not public is not shown to users; the examples of what needs a trait stand in its own tests.
            let apart = ["YodelNIO/", "YodelMacros/", "YodelIngest/", "YodelServer/", "Ingest/", "IngestSample/"]
            guard !path.contains("ChunkedDocument"), !apart.contains(where: path.hasPrefix) else { continue }
            var isSwift = false
            for line in try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8).split(separator: "\n") {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.hasPrefix("/// ```") {
                    isSwift = text == "/// ```swift"
                } else if isSwift, text.hasPrefix("///"), case let example = code(text.dropFirst(3)), !example.isEmpty {
                    checked += 1
                    #expect(whole.contains(example) || compiled.contains(example), "\(path) is not compiled: \(text)")
                }
            }
        }
        #expect(checked > 80)
    }

    /// A line without its comment and the space around it.
    private func code(_ line: some StringProtocol) -> String {
        let text = line.components(separatedBy: " // ")[0].components(separatedBy: "  //")[0]
        return text.trimmingCharacters(in: .whitespaces)
    }
}
