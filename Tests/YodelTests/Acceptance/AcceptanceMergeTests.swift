import FoundationEssentials
import Testing

@testable import Yodel

// Merges into a model that is there, nested models, and the samples of YYModel's documentation.

private final class Owner: Model {
    var uid: UInt64 = 0
    var name: String?
}

private final class Repo: Model {
    var repoID: UInt64 = 0
    var name: String?
    var user: Owner?
}

private struct OwnerValue: Model, Equatable {
    var uid: UInt64 = 0
    var name: String?
}

private struct RepoValue: Model, Equatable {
    var repoID: UInt64 = 0
    var name: String?
    var user: OwnerValue?
}

private let repository = #"{"repoID":1234,"name":"YYModel","user":{"uid":5678,"name":"owner"}}"#
private let change = #"{"name":"YYImage","user":{"name":"bot"}}"#

private struct Account: Model {
    var login: String?
    var type: String?
}

private struct Author: Model {
    var name = ""
    var birthday: Date?
}

private struct Book: Model {
    var name = ""
    var pages: UInt = 0
    var author: Author?
}

private struct Parts: Model, Equatable {
    var a = 0
    var b = 0
}

private struct Whole: Model {
    var u = Parts()
    var maybe: Parts?
}

@Suite("Acceptance: merges and nested models")
struct AcceptanceMergeTests {
    @Test("AT-N05: text for an Int32 that holds 12")
    func integerThatIsThere() throws {
        var auto = AcceptanceAuto()
        auto.int32 = 12
        try ModelDecoder().update(&auto, from: #"{"v" : "2"}"#)
        #expect(auto.int32 == 2)
    }

    @Test("NE-03: a merge reaches into the nested model")
    func nestedMerge() throws {
        var repo = try acceptanceDecode(Repo.self, json: repository)
        let (same, owner) = (repo, repo.user)
        try ModelDecoder().update(&repo, from: change)
        #expect(repo === same && repo.user === owner && repo.repoID == 1234 && repo.name == "YYImage")
        #expect(repo.user?.uid == 5678 && repo.user?.name == "bot")

        var value = try acceptanceDecode(RepoValue.self, json: repository)
        try value.update(json: change)
        #expect(value == RepoValue(repoID: 1234, name: "YYImage", user: OwnerValue(uid: 5678, name: "bot")))
    }

    @Test("DV-29: nothing comes, nothing changes")
    func nothingComes() throws {
        let auto = try acceptanceMerge("{}")
        #expect(auto.bools == [true, true] && auto.integersAre(7) && auto.float == 7 && auto.double == 7 && auto.number == 7)
        #expect(auto.decimal == 7 && auto.string == "x" && auto.data == Data([7]) && auto.date == Date(timeIntervalSince1970: 7))
        var value = try acceptanceDecode(RepoValue.self, json: repository)
        let before = value
        try ModelDecoder().update(&value, from: "{}")
        #expect(value == before)
    }

    @Test("DV-47: malformed text changes nothing")
    func malformed() throws {
        let json = #"{"name":"new","x":"#
        var repo = try acceptanceDecode(Repo.self, json: repository)
        let error = #expect(throws: ModelError.self) { try ModelDecoder().update(&repo, from: json) }
        #expect(error?.category == .syntax && repo.name == "YYModel" && repo.user?.name == "owner")
        var value = try acceptanceDecode(RepoValue.self, json: repository)
        let before = value
        #expect(throws: ModelError.self) { try ModelDecoder().update(&value, from: json) }
        #expect(value == before)
    }

    @Test("DV-48: an object that comes twice starts afresh")
    func repeatedObject() throws {
        let whole = try acceptanceDecode(Whole.self, json: #"{"u":{"a":1},"maybe":{"a":1},"u":{"b":2},"maybe":{"b":2}}"#)
        #expect(whole.u == Parts(a: 0, b: 2) && whole.maybe == Parts(a: 0, b: 2))
    }

    @Test("RB-01: a number where text is due")
    func numberForText() throws {
        let account = try acceptanceDecode(Account.self, ["type": 1])
        #expect(account.type == "1" && account.login == nil)
    }

    @Test("RD-01: a book and its author")
    func book() throws {
        let book = try acceptanceDecode(
            Book.self, json: #"{"name": "Harry Potter", "pages": 256, "author": {"name": "A. Writer", "birthday": "1965-07-31" }}"#)
        #expect(book.name == "Harry Potter" && book.pages == 256 && book.author?.name == "A. Writer")
        #expect(book.author?.birthday == Date(timeIntervalSince1970: -139_536_000))
    }
}
