#if Ingest
/// One line of a sample, member by member.
enum EventLine {
    private static let types = [
        "PushEvent", "PullRequestEvent", "IssuesEvent", "WatchEvent", "ForkEvent", "CreateEvent", "DeleteEvent", "IssueCommentEvent",
    ]
    /// The share of each type in percent, added up.
    private static let shares = [48, 60, 68, 77, 81, 90, 93, 100]
    private static let syllables = [
        "ba", "co", "den", "fi", "gor", "hal", "in", "jo", "kem", "lu", "mar", "no", "os", "pe", "qui", "ral", "sen", "ta", "ur", "vo",
        "wes", "xa",
        "yel", "zu", "ari", "bro", "cla", "dro", "el", "fin", "gra", "hu",
    ]
    private static let words = [
        "Fix", "Add", "Remove", "Update", "Refactor", "Document", "the", "reader", "of", "lines", "tests", "for", "a", "slow", "path", "in",
        "cache",
        "parser", "release", "notes", "and", "build", "on", "Linux", "crash", "when", "empty", "input", "is", "given", "again", "API",
    ]
    /// Texts as JSON has them: with escapes, and beyond ASCII.
    private static let oddTexts = [
        #"Quote \"this\" and that"#, #"Path C:\\temp\\new"#, #"One line\nand another"#, #"Tab\there"#, #"caf\u00e9 \ud83d\ude80"#,
        "Größe prüfen",
        "修复解析器的崩溃", "Ship it 🚀", "Исправить ошибку", "naïve façade",
    ]
    private static let labels = ["bug", "enhancement", "question", "good first issue", "docs", "wontfix"]
    private static let actions = ["opened", "closed", "reopened", "edited"]

    /// Appends a line without its line feed.
    ///
    /// - Parameters:
    ///   - index: The line's number, from 0.
    ///   - fault: What is to be wrong with it. A cut is left to the caller.
    ///   - random: What the line is made of.
    ///   - bytes: The output.
    static func append(_ index: Int, _ fault: SampleEvents.Fault?, _ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        let draw = random.next(below: 100)
        let type = shares.firstIndex { draw < $0 } ?? 0
        let actor = random.next(below: 1 + random.next(below: 400_000))
        let repository = random.next(below: 1 + random.next(below: 900_000))
        bytes.append("{")
        let id = 45_000_000_000 + index * 7 + random.next(below: 7)
        if fault != .missingID {
            bytes.append(#""id":""#)
            bytes.append(decimal: id)
            bytes.append(#"","#)
        }
        bytes.append(#""type":""#)
        bytes.append(types[type])
        bytes.append(fault == .missingComma ? #"""# : #"","#)
        appendActor(actor, fault, to: &bytes)
        bytes.append(#","repo":{"id":"#)
        bytes.append(decimal: 10_000_000 + repository * 13)
        bytes.append(#","name":""#)
        appendRepository(repository, to: &bytes)
        if fault == .invalidUTF8 { bytes += [0xC3, 0x28] }
        bytes.append(#"","url":"https://api.github.com/repos/"#)
        appendRepository(repository, to: &bytes)
        bytes.append(#""},"payload":{"#)
        appendPayload(type, index, actor, &random, to: &bytes)
        bytes.append(#"},"public":true,"created_at":""#)
        if fault == .noDate {
            bytes.append("the day before yesterday")
        } else {
            appendTime(seconds: index / 40, to: &bytes)
        }
        bytes.append(#"""#)
        if repository % 3 == 0 {
            bytes.append(#","org":{"id":"#)
            bytes.append(decimal: 900_000 + repository)
            bytes.append(#","login":""#)
            appendName(repository / 5, to: &bytes)
            bytes.append(#""}"#)
        }
        bytes.append("}")
    }

    private static func appendActor(_ actor: Int, _ fault: SampleEvents.Fault?, to bytes: inout [UInt8]) {
        bytes.append(#""actor":{"id":"#)
        switch fault {
        case .objectForNumber: bytes.append(#"{"value":7}"#)
        case .overflow: bytes.append("1e400")
        case .cut, .missingComma, .invalidEscape, .missingID, .noDate, .invalidUTF8, nil: bytes.append(decimal: 1_000 + actor * 11)
        }
        bytes.append(#","login":""#)
        appendName(actor, to: &bytes)
        if fault == .invalidEscape { bytes.append(#"\q"#) }
        bytes.append(#"","url":"https://api.github.com/users/"#)
        appendName(actor, to: &bytes)
        bytes.append(#""}"#)
    }

    private static func appendPayload(
        _ type: Int, _ index: Int, _ actor: Int, _ random: inout SeededNumbers, to bytes: inout [UInt8]
    ) {
        switch types[type] {
        case "PushEvent": appendPush(index, actor, &random, to: &bytes)
        case "PullRequestEvent":
            appendAction(&random, to: &bytes)
            bytes.append(#","pull_request":{"#)
            appendTitle(&random, to: &bytes)
            bytes.append(random.percent(40) ? #","merged":true,"score":"# : #","merged":false,"score":"#)
            bytes.append(decimal: random.next(below: 10))
            bytes.append(".")
            bytes.append(decimal: 1 + random.next(below: 99))
            bytes.append(#"},"ref":""#)
            appendBranch(&random, to: &bytes)
            bytes.append(#"","#)
            appendLabels(&random, to: &bytes)
        case "IssuesEvent":
            appendAction(&random, to: &bytes)
            bytes.append(#","issue":{"#)
            appendTitle(&random, to: &bytes)
            bytes.append(#","comments":"#)
            bytes.append(decimal: random.next(below: 30))
            bytes.append("},")
            appendLabels(&random, to: &bytes)
        case "IssueCommentEvent":
            bytes.append(#""action":"created","issue":{"#)
            appendTitle(&random, to: &bytes)
            bytes.append(#"},"comment":{"id":"#)
            bytes.append(decimal: 1_800_000_000 + index)
            bytes.append(#","body":""#)
            appendText(words: 4 + random.next(below: 12), &random, to: &bytes)
            bytes.append(#""}"#)
        case "ForkEvent":
            bytes.append(#""forkee":{"id":"#)
            bytes.append(decimal: 700_000_000 + index)
            bytes.append(#","full_name":""#)
            appendRepository(actor, to: &bytes)
            bytes.append(#"","private":false}"#)
        case "CreateEvent":
            let isBranch = random.percent(70)
            bytes.append(#""ref":"#)
            if isBranch {
                bytes.append(#"""#)
                appendBranch(&random, to: &bytes)
                bytes.append(#"","ref_type":"branch","description":"#)
            } else {
                bytes.append(#"null,"ref_type":"repository","description":"#)
            }
            if random.percent(60) {
                bytes.append(#"""#)
                appendText(words: 3 + random.next(below: 6), &random, to: &bytes)
                bytes.append(#"""#)
            } else {
                bytes.append("null")
            }
        case "DeleteEvent":
            bytes.append(#""ref":""#)
            appendBranch(&random, to: &bytes)
            bytes.append(#"","ref_type":"branch""#)
        default: bytes.append(#""action":"started""#)
        }
    }

    private static func appendPush(_ index: Int, _ actor: Int, _ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        let draw = random.next(below: 100)
        let commits = draw < 80 ? 1 : draw < 95 ? 2 : 3
        bytes.append(#""push_id":"#)
        bytes.append(decimal: 20_000_000_000 + index * 3)
        bytes.append(#","size":"#)
        bytes.append(decimal: commits)
        bytes.append(#","ref":"refs/heads/"#)
        appendBranch(&random, to: &bytes)
        bytes.append(#"","commits":["#)
        for commit in 0..<commits {
            bytes.append(commit == 0 ? #"{"sha":""# : #",{"sha":""#)
            for _ in 0..<5 { bytes.append(hexadecimal: UInt32(truncatingIfNeeded: random.next())) }
            bytes.append(#"","message":""#)
            appendText(words: 2 + random.next(below: 5), &random, to: &bytes)
            bytes.append(random.percent(95) ? #"","distinct":true,"author":{"name":""# : #"","distinct":false,"author":{"name":""#)
            appendName(actor, to: &bytes)
            bytes.append(#"","email":""#)
            appendName(actor, to: &bytes)
            bytes.append(#"@example.com"}}"#)
        }
        bytes.append("]")
    }

    private static func appendAction(_ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        bytes.append(#""action":""#)
        bytes.append(actions[random.next(below: actions.count)])
        bytes.append(#"","number":"#)
        bytes.append(decimal: 1 + random.next(below: 9_000))
    }

    private static func appendTitle(_ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        bytes.append(#""number":"#)
        bytes.append(decimal: 1 + random.next(below: 9_000))
        bytes.append(#","title":""#)
        appendText(words: 3 + random.next(below: 5), &random, to: &bytes)
        bytes.append(#"""#)
    }

    private static func appendLabels(_ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        bytes.append(#""labels":["#)
        for label in 0..<random.next(below: 3) {
            bytes.append(label == 0 ? #"""# : #",""#)
            bytes.append(labels[random.next(below: labels.count)])
            bytes.append(#"""#)
        }
        bytes.append("]")
    }

    /// Appends a text of words; of a hundred texts four have escapes or are not ASCII.
    private static func appendText(words count: Int, _ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        if random.percent(4) { return bytes.append(oddTexts[random.next(below: oddTexts.count)]) }
        for word in 0..<count {
            if word > 0 { bytes.append(" ") }
            bytes.append(words[random.next(below: words.count)])
        }
    }

    private static func appendBranch(_ random: inout SeededNumbers, to bytes: inout [UInt8]) {
        if random.percent(70) { return bytes.append("main") }
        bytes.append("feature-")
        bytes.append(decimal: random.next(below: 5_000))
    }

    /// Appends the name of a person or an organisation, which its number tells.
    private static func appendName(_ number: Int, to bytes: inout [UInt8]) {
        var rest = number
        repeat {
            bytes.append(syllables[rest % syllables.count])
            rest /= syllables.count
        } while rest > 0
        bytes.append(decimal: number % 10)
    }

    private static func appendRepository(_ number: Int, to bytes: inout [UInt8]) {
        appendName(number / 3, to: &bytes)
        bytes.append("/")
        bytes.append(syllables[number % syllables.count])
        bytes.append("-kit")
    }

    /// Appends a time so many seconds behind the start of 2026, by ISO 8601.
    private static func appendTime(seconds: Int, to bytes: inout [UInt8]) {
        var (year, month, day) = (2026, 1, seconds / 86_400)
        while true {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            guard day >= days else { break }
            day -= days
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        bytes.append(decimal: year)
        for (separator, value) in [
            ("-", month), ("-", day + 1), ("T", seconds / 3_600 % 24), (":", seconds / 60 % 60), (":", seconds % 60),
        ] {
            bytes.append(separator)
            if value < 10 { bytes.append("0") }
            bytes.append(decimal: value)
        }
        bytes.append("Z")
    }
}

extension [UInt8] {
    /// Appends a text.
    fileprivate mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a number that is not negative, in decimal digits.
    fileprivate mutating func append(decimal number: Int) {
        let start = count
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }

    /// Appends eight hexadecimal digits.
    fileprivate mutating func append(hexadecimal number: UInt32) {
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number >> UInt32(shift)) & 0xF
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
#endif
