#if Macros
import Foundation
import Testing
import YodelMacros

private enum Kind: String { case user, group }

@Model
private struct Account: Equatable {
    let id: Int
    let name: String
    let kind: Kind
    @Key("avatar_url") let avatar: URL?
    @Key("stats.followers", "followers") var followers = 0
    @Transform(.epochMilliseconds) let created: Date
    @Ignored var isSelected = false
    private(set) var visits = 1
    let version = 2
    var label: String { "\(name) (\(id))" }
    static let shared = 1

    static let text =
        #"{"id":7,"name":"Ann","kind":"group","avatar_url":"https://example.org/a","stats":{"followers":3},"created":1500,"visits":4}"#
}

/// Public, generic, with an initialiser of its own.
@Model
public struct Page<Item> {
    /// What is on it.
    public let items: [Item]
    /// The next one's first.
    public let next: Item?
    /// Of all pages.
    public var total = 0

    /// The last page.
    public init(items: [Item]) {
        self.items = items
        next = nil
    }

    /// Nested.
    @Model
    public struct Link {
        /// Where it leads.
        public let to: String
    }
}

@Model
private struct Coded: Codable, Equatable {
    let id: Int
    var userName: String
    var local = 5
    private var note: String?

    private enum CodingKeys: String, CodingKey {
        case id, userName = "user.name"
    }
}

@Model
private struct Styled {
    let userName: String
    var isAdmin = false
    static func describe(_ model: inout ModelDescription) {
        model.keys.style = .snakeCase
        model.ignored = ["isAdmin"]
    }
}

private struct Around {
    @Model
    fileprivate struct Inner {
        private let a: Int
        static func sum(_ text: String) throws -> Int { try Inner(json: text).a }
    }

    @Model
    struct Beside {
        let a: Int
    }

    static func sum(_ text: String) throws -> Int { try Inner.sum(text) + Beside(json: text).a }
}

extension Page {
    @Model
    struct Extended {
        let item: Item
    }
}

/// Types with the macro: read, changed, written in every way that others are.
@Suite("Types with @Model")
struct ModelTests {
    @Test func everyWayOfReadingGivesTheSame() throws {
        let account = try Account(json: Account.text)
        #expect(account.id == 7 && account.name == "Ann" && account.kind == .group && account.followers == 3)
        #expect(account.avatar?.absoluteString == "https://example.org/a" && account.created == Date(timeIntervalSince1970: 1.5))
        #expect(account.visits == 4 && account.version == 2)
        let bytes = Array(Account.text.utf8)
        for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl))] {
            #expect(try decoder.decode(Account.self, from: bytes) == account)
            #expect(try decoder.decode([String: [Account]].self, from: #"{"a":[\#(Account.text)]}"#)["a"] == [account])
            #expect(try decoder.decode(Account.self, from: ModelDecoder().decode(JSONValue.self, from: Account.text)) == account)
            #expect(try decoder.decode(Account.self, fromChunks: [Array(bytes[..<20]), Array(bytes[20...])]) == account)
        }
        var reader = try ModelReader(Account.self, framing: .lines)
        var read: [Account] = []
        try reader.read(bytes + [10] + bytes) { read.append(try $0.get()) }
        try reader.finish { read.append(try $0.get()) }
        #expect(read == [account, account])
    }

    @Test func whatIsMissingIsNamed() {
        let error = #expect(throws: ModelError.self) { try Account(json: #"{"id":1,"kind":"user"}"#) }
        #expect(error?.missingPaths.map(\.description) == ["name", "created"])
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let account = try Account(json: Account.text)
        let text = try account.jsonString()
        #expect(try Account(json: text) == account)
        #expect(text.contains(#""stats":{"followers":3}"#) && text.contains(#""version":2"#) && !text.contains("isSelected"))
    }

    @Test func aMergeRequiresNothing() throws {
        var account = try Account(json: Account.text)
        try account.update(json: #"{"name":"Bea"}"#)
        #expect(account.name == "Bea" && account.id == 7 && account.modelCopy() == account)
    }

    @Test func genericAndNestedTypes() throws {
        let page = try Page<Int>(json: #"{"items":[1,2],"next":3}"#)
        #expect(page.items == [1, 2] && page.next == 3 && page.total == 0)
        #expect(Page(items: ["a"]).next == nil)
        #expect(try Page<String>.Link(json: #"{"to":"x"}"#).to == "x")
    }

    @Test func accessOfEveryKind() throws {
        #expect(try Around.sum(#"{"a":2}"#) == 4)
        #expect(try Page<Int>.Extended(json: #"{"item":2}"#).item == 2)
    }

    @Test func codingKeysAreHonoured() throws {
        let text = #"{"id":1,"user.name":"Ann","local":9,"note":"x"}"#
        let coded = try Coded(json: text)
        #expect(try coded == JSONDecoder().decode(Coded.self, from: Data(text.utf8)))
        #expect(coded.userName == "Ann" && coded.local == 5)
        #expect(try coded.jsonString() == #"{"id":1,"user.name":"Ann"}"#)
    }

    @Test func declarationsBesides() throws {
        let styled = try Styled(json: #"{"user_name":"Ann","is_admin":true}"#)
        #expect(styled.userName == "Ann" && !styled.isAdmin)
    }

    @Test func theMemberwiseInitialiserStays() {
        let coded = Page<Int>.Link(to: "x")
        #expect(coded.to == "x")
    }
}
#endif
