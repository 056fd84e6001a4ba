import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// How keys follow from names, and whether their case matters. CI runs this suite under ThreadSanitizer too: plans are made per style.

private enum Styled {
    struct Names: Model, Equatable {
        var id = 0, createdAt = 0, avatarURL = 0, html5Page = 0, HTTPServer = 0, _id = 0, snake_case = 0
    }

    /// Names that no style makes one key of.
    struct Words: Model, Equatable {
        var id = 0, createdAt = 0, avatarURL = 0, html5Page = 0, HTTPServer = 0
    }

    /// Its own mapping goes before any style.
    struct Mapped: Model, Equatable {
        var createdAt = 0, userName = 0, homePage = 0, secretNote = 0, lastSeen = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "createdAt": "createdAt", "userName": ["Name", "extData.userName"], "homePage": "ext_data.homePage", "secretNote": [],
            ]
        }
    }

    struct Verbatim: Model, Equatable {
        var longName = 0
        var inner = Plain()
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(style: .verbatim, ignoresCase: false) }
    }

    struct Snake: Model, Equatable {
        var longName = 0
        var inner = Plain()
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(style: .snakeCase, ignoresCase: true) }
    }

    /// Says nothing: follows the decoder, also inside a model that says something.
    struct Plain: Model, Equatable {
        var longName = 0
    }

    struct Folded: Model, Equatable {
        var id = 0, ID = 0, shortName = 0, aNameOfMoreThanSixteenBytes = 0, aNameOfMoreThanSIXTEENbytes = 0, größe = 0, kilo = 0, deep = 0
        var table: [String: Int] = [:]
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["deep": "Ext.1.Key"], ignoresCase: true) }
    }

    struct Accessed: Model {
        var stored = 0
        var computedValue: Int {
            get { stored }
            set { stored = newValue }
        }
        static func describe(_ model: inout ModelDescription) { model.access(\Self.computedValue, named: "computedValue") }
    }

    /// A type that is new to the process for each tag.
    struct Tagged<Tag>: Model, Equatable {
        var longName = 0
        var next: [Tagged<Tag>] = []
        var mappedName = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["mappedName": "Mapped.theName"] }
    }

    static func options(_ style: KeyStyle = .verbatim, ignoresCase: Bool = false) -> DecodingOptions {
        var options = DecodingOptions.lenient
        (options.keyStyle, options.ignoresKeyCase) = (style, ignoresCase)
        return options
    }
}

// One test after the other: see `Locked`.
@Suite("Key styles", .serialized)
struct KeyStyleTests {
    @Test(
        arguments: [
            ("", []), ("id", ["id"]), ("createdAt", ["created", "at"]), ("avatarURL", ["avatar", "url"]), ("URL", ["url"]),
            ("aB", ["a", "b"]),
            ("HTTPServer", ["http", "server"]), ("parseHTTPBody", ["parse", "http", "body"]), ("URLs", ["ur", "ls"]), ("aBC", ["a", "bc"]),
            ("html5Page", ["html5", "page"]), ("html5page", ["html5page"]), ("utf8URL", ["utf8", "url"]), ("URL2Path", ["url2", "path"]),
            ("page2", ["page2"]), ("x1Y2", ["x1", "y2"]), ("snake_case", ["snake", "case"]), ("some_URLPart", ["some", "url", "part"]),
            ("_id", ["id"]), ("__userID", ["user", "id"]), ("tail_", ["tail"]), ("a__B", ["a", "b"]), ("_", []),
            ("größeÄndern", ["größe", "ändern"]),
            ("日本Go", ["日本", "go"]),
        ] as [(String, [String])])
    func wordsOfNames(name: String, words: [String]) {
        #expect(KeyStyle.words(of: name) == words)
    }

    @Test func verbatimKeysAreTheNames() {
        let json = #"{"id":1,"createdAt":2,"avatarURL":3,"html5Page":4,"HTTPServer":5,"_id":6,"snake_case":7,"created_at":0,"avatarUrl":0}"#
        let names = Styled.Names(id: 1, createdAt: 2, avatarURL: 3, html5Page: 4, HTTPServer: 5, _id: 6, snake_case: 7)
        expectMapped(json, names)
        expectMapped(json, names, Styled.options(.verbatim))
        expectMapped(#"{"created_at":2,"Id":1,"httpServer":5}"#, Styled.Names(), Styled.options(.verbatim))
    }

    @Test func snakeCaseKeys() {
        // Underscores stay: `id` and `_id` are two keys.
        expectMapped(
            #"{"snake_case":7,"created_at":2,"avatar_url":3,"html5_page":4,"http_server":5,"id":1,"createdAt":0,"_id":6,"HTTPServer":0}"#,
            Styled.Names(id: 1, createdAt: 2, avatarURL: 3, html5Page: 4, HTTPServer: 5, _id: 6, snake_case: 7), Styled.options(.snakeCase))
        expectMapped(#"{"avatar_u_r_l":1,"html_5_page":1,"Created_At":1,"h_t_t_p_server":1}"#, Styled.Names(), Styled.options(.snakeCase))
    }

    @Test func aStyleOfYourOwn() {
        let kebab = KeyStyle.custom { KeyStyle.words(of: $0).joined(separator: "-") }
        expectMapped(#"{"created-at":2,"avatar-url":3,"created_at":9}"#, Styled.Words(createdAt: 2, avatarURL: 3), Styled.options(kebab))
        // What a style makes is one key: dots, backslashes and digits mean nothing in it.
        let strange = KeyStyle.custom { ["id": "a.b", "createdAt": "c\\.d", "avatarURL": "0", "html5Page": ""][$0] ?? "rest" }
        let json = #"{"a.b":1,"c\\.d":2,"0":3,"":4,"rest":5,"a":{"b":9},"c.d":9,"id":9}"#
        expectMapped(
            json, Styled.Words(id: 1, createdAt: 2, avatarURL: 3, html5Page: 4, HTTPServer: 5),
            Styled.options(strange))
    }

    /// Styles of one call are one, and have their plans together.
    @Test func aStyleIsAppliedOncePerType() throws {
        let calls = Locked<[String]>([])
        let style = KeyStyle.custom { name in
            calls.add(name)
            return name.uppercased()
        }
        for _ in 0..<3 {
            let decoder = ModelDecoder(Styled.options(style))
            #expect(try decoder.decode([Styled.Plain].self, from: #"[{"LONGNAME":1},{"LONGNAME":2}]"#).map(\.longName) == [1, 2])
            #expect(try decoder.decode(Styled.Plain.self, from: #"{"LONGNAME":3}"#).longName == 3)
        }
        #expect(calls.current == ["longName"])
        let other = KeyStyle.custom { $0 }
        #expect(
            style == style && style != other && style != .verbatim && KeyStyle.snakeCase != .verbatim && KeyStyle.snakeCase == .snakeCase)
        #expect(Set([style, other, style, .snakeCase, .verbatim, .snakeCase]).count == 4)
        #expect(Styled.options(style) == Styled.options(style) && Styled.options(style) != Styled.options(other))
    }

    // MARK: Who decides

    @Test func whatAModelSaysGoesBeforeTheDecoder() {
        let json = #"{"longName":1,"long_name":2,"LONGNAME":3,"inner":{"longName":4,"long_name":5,"LONGNAME":6}}"#
        let table: [(DecodingOptions, plain: Int)] = [
            (Styled.options(), 4), (Styled.options(.snakeCase), 5),
        ]
        for (options, plain) in table {
            expectMapped(json, Styled.Verbatim(longName: 1, inner: Styled.Plain(longName: plain)), options)
            expectMapped(json, Styled.Snake(longName: 2, inner: Styled.Plain(longName: plain)), options)
        }
        let upper = Styled.options(.custom { $0.uppercased() })
        expectMapped(#"{"longName":1,"long_name":2,"LONGNAME":3}"#, Styled.Plain(longName: 3), upper)
        expectMapped(#"{"Inner":{"LONGNAME":7},"LONG_name":8}"#, Styled.Snake(longName: 8, inner: Styled.Plain(longName: 7)), upper)
        // Case is a matter of its own.
        let folded = Styled.options(ignoresCase: true)
        expectMapped(#"{"LONGNAME":3,"INNER":{"LONGNAME":4},"inner":{"LongNAME":6}}"#, Styled.Verbatim(inner: .init(longName: 6)), folded)
        expectMapped(#"{"Long_Name":3,"Inner":{"LongNAME":6}}"#, Styled.Snake(longName: 3, inner: .init(longName: 6)), folded)
        expectMapped(#"{"Long_Name":3,"Inner":{"LongNAME":6}}"#, Styled.Snake(longName: 3))
        let both = Styled.options(.snakeCase, ignoresCase: true)
        expectMapped(#"{"LongName":1,"LONG_NAME":2}"#, Styled.Plain(longName: 2), both)
    }

    @Test func anExplicitMappingGoesBeforeAStyle() {
        let json = #"{"createdAt":1,"created_at":9,"extData":{"userName":2},"ext_data":{"homePage":3,"home_page":9},"last_seen":4,"#
        let mapped = Styled.Mapped(createdAt: 1, userName: 2, homePage: 3, lastSeen: 4)
        expectMapped(json + #""secret_note":9,"secretNote":9,"lastSeen":9,"user_name":9,"name":9}"#, mapped, Styled.options(.snakeCase))
        expectMapped(#"{"CREATEDAT":1,"NAME":2,"SECRETNOTE":9}"#, Styled.Mapped(), Styled.options(.custom { $0.uppercased() }))
        expectMapped(
            #"{"CREATEDAT":1,"EXTDATA":{"username":2}}"#, Styled.Mapped(createdAt: 1, userName: 2), Styled.options(ignoresCase: true))
    }

    @Test func accessorsHaveTheStyle() throws {
        let decoder = ModelDecoder(Styled.options(.snakeCase))
        #expect(try decoder.decode(Styled.Accessed.self, from: #"{"computed_value":5,"computedValue":6}"#).stored == 5)
    }

    // MARK: Case

    @Test func keysWithoutRegardToCase() {
        expectMapped(#"{"SHORTNAME":1}"#, Styled.Folded(shortName: 1))
        expectMapped(#"{"shortname":1,"TABLE":{"a":1,"A":2}}"#, Styled.Folded(shortName: 1, table: ["a": 1, "A": 2]))
        expectMapped(#"{"\u0053hort\u004eAME":1}"#, Styled.Folded(shortName: 1))
        // A path matches at each of its keys, and an index is an index.
        for json in [#"{"EXT":{"1":{"kEY":5}}}"#, #"{"ext":[{"KEY":4},{"key":5}]}"#, #"{"Ext":[0,{"Key":5}]}"#] {
            expectMapped(json, Styled.Folded(deep: 5))
        }
        // A property whose key matches exactly goes before; what matches none exactly is the first one's.
        expectMapped(#"{"ID":1,"id":2}"#, Styled.Folded(id: 2, ID: 1))
        expectMapped(#"{"iD":3}"#, Styled.Folded(id: 3))
        expectMapped(#"{"aNameOfMoreThanSIXTEENbytes":1}"#, Styled.Folded(aNameOfMoreThanSIXTEENbytes: 1))
        expectMapped(#"{"ANAMEOFMORETHANSIXTEENBYTES":2}"#, Styled.Folded(aNameOfMoreThanSixteenBytes: 2))
        expectMapped(#"{"ANAMEOFMORETHANS1XTEENBYTES":2,"i":1,"":1,"idd":1,"short_name":1,"[D":1,"SHORT\u0000AME":1}"#, Styled.Folded())
    }

    /// Only ASCII letters have a case here.
    @Test func lettersBeyondASCIIAreThemselves() {
        expectMapped(#"{"größe":1}"#, Styled.Folded(größe: 1))
        expectMapped(#"{"GRößE":1}"#, Styled.Folded(größe: 1))
        // U+212A is the sign of Kelvin and U+017F the long s, whose other cases are `k` and `s`.
        expectMapped(#"{"GRÖßE":1,"GRÖSSE":1,"\u212ailo":1,"\u017fhortName":1}"#, Styled.Folded())
    }

    // MARK: Threads

    private static func uses<Tag>(_ tag: Tag.Type, _ styles: [KeyStyle]) -> [@Sendable () throws -> Bool] {
        typealias Item = Styled.Tagged<Tag>
        let keys = ["longName", "long_name", "long-name"]
        return zip(styles, keys).flatMap { style, key in
            [false, true].map { ignoresCase in
                { @Sendable () throws -> Bool in
                    let decoder = ModelDecoder(Styled.options(style, ignoresCase: ignoresCase))
                    let json =
                        #"[{"\#(key)":1,"Mapped":{"theName":2},"next":[{"\#(key)":3}]},{"\#(key.uppercased())":4,"MAPPED":{"thename":5}}]"#
                    let models = try decoder.decode([Item].self, from: json)
                    let second = ignoresCase ? Item(longName: 4, mappedName: 5) : Item()
                    return models == [Item(longName: 1, next: [Item(longName: 3)], mappedName: 2), second]
                }
            }
        }
    }

    /// Types and a style that are new: each plan is made by several threads at once.
    @Test(arguments: 0..<4)
    func manyThreadsMakePlansWithStylesAtOnce(round: Int) {
        let styles = [KeyStyle.verbatim, .snakeCase, .custom { KeyStyle.words(of: $0).joined(separator: "-") }]
        let uses =
            switch round {
            case 0: Self.uses(Int8.self, styles) + Self.uses([Int8].self, styles)
            case 1: Self.uses(Int16.self, styles) + Self.uses([Int16].self, styles)
            case 2: Self.uses(Int32.self, styles) + Self.uses([Int32].self, styles)
            default: Self.uses(Int64.self, styles) + Self.uses([Int64].self, styles)
            }
        // What a style keeps behind a `Mutex` is made before, so that the threads only read it (see `Locked`).
        for style in styles { for ignoresCase in [false, true] { _ = ModelDecoder(Styled.options(style, ignoresCase: ignoresCase)) } }
        let (failures, done) = (Locked<[String]>([]), Locked<[String]>([]))
        onEightThreads { thread in
            // Two threads each begin with the same use.
            for index in uses.indices {
                let place = (index + thread / 2 * 3) % uses.count
                if (try? uses[place]()) != true { failures.add("thread \(thread), use \(place)") }
            }
            done.add("\(thread)")
        }
        #expect(failures.current.isEmpty && done.current.count == 8, "\(failures.current)")
        DispatchQueue.concurrentPerform(iterations: 100) { index in
            if (try? uses[index % uses.count]()) != true { failures.add("use \(index % uses.count) again") }
        }
        #expect(failures.current.isEmpty, "\(failures.current)")
    }
}
