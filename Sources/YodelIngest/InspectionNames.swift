#if Ingest
import Yodel

// Names are made of a key's words, in camel case: `created_at` is `createdAt`, `a-b` is `aB`, `HTTPServer` is `httpServer`. What Swift does not let
// stand as a name, or what has a meaning in a model, gets an ending: `class` is `classValue`. Keys that are proper names keep them; of the others each
// that would have a name again gets a number: `id`, and `ID` as `id2`.

/// Swift's names for the keys of documents.
struct InspectionNames {
    /// Names that are taken, and those that nothing may have.
    private var taken: Set<String>
    /// The number that was given to a name last, so that many keys with the same words take linear time.
    private var numbers: [String: Int] = [:]

    /// - Parameter taken: Names that nothing may have.
    init(_ taken: Set<String> = []) {
        self.taken = taken
    }

    /// Takes a name: the one that is asked for, or that with a number.
    mutating func take(_ name: String) -> String {
        if taken.insert(name).inserted { return name }
        var number = numbers[name] ?? 2
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)\(number)"
    }

    /// Names of properties or cases, in the order of their keys.
    static func members(_ keys: [String]) -> [String] {
        var names = InspectionNames()
        let wanted = keys.map { member($0) }
        var result = zip(keys, wanted).map { key, name in UTF8Text(key) == UTF8Text(name) ? names.take(name) : nil }
        for index in keys.indices where result[index] == nil { result[index] = names.take(wanted[index]) }
        return result.compactMap { $0 }
    }

    /// The name of a property or case.
    static func member(_ key: String) -> String {
        let words = words(key)
        let name = words.dropFirst().reduce(lowerFirst(words[0])) { $0 + upperFirst($1) }
        let started = startsWithDigit(name) ? "key" + upperFirst(name) : name
        return reservedMembers.contains(started) ? started + "Value" : started
    }

    /// The name of a type.
    ///
    /// - Parameters:
    ///   - key: What it is called after.
    ///   - owner: The type around it, which tells apart what has a name of Swift's or Yodel's.
    static func type(_ key: String, in owner: String) -> String {
        let name = words(key).reduce("") { $0 + upperFirst($1) }
        let started = startsWithDigit(name) ? "Key" + name : name
        guard isReservedType(started) else { return started }
        return isReservedType(owner + started) ? started + "Value" : owner + started
    }

    /// What one of several is called: `commit` of `commits`.
    static func singular(_ key: String) -> String {
        for (ending, short) in [("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("uses", "us")]
        where key.hasSuffix(ending) && key.utf8.count > ending.utf8.count + 1 {
            return String(key.dropLast(ending.count)) + short
        }
        guard key.hasSuffix("s"), key.utf8.count > 3, !key.hasSuffix("ss"), !key.hasSuffix("us"), !key.hasSuffix("is") else { return key }
        return String(key.dropLast())
    }

    /// Whether `KeyStyle.snakeCase` makes a key of a name. It says no to words of one letter and to those that begin with a digit, where words of a name
    /// cannot be told apart.
    static func isSnakeCase(_ key: String, of name: String) -> Bool {
        let words = key.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        let isSmall = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let isSmallOrDigit = { (byte: UInt8) in isSmall(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        for (index, word) in words.enumerated() {
            guard word.prefix(index == 0 ? 1 : 2).allSatisfy(isSmall), word.allSatisfy(isSmallOrDigit), word.count > (index == 0 ? 0 : 1)
            else { return false }
        }
        return words.dropFirst().reduce(String(words[0]) ?? "") { $0 + upperFirst(String($1) ?? "") } == name
    }

    // MARK: Words

    /// The words of a key; at least one.
    private static func words(_ key: String) -> [String] {
        var words = split(key)
        if words.isEmpty {
            // Of a key without a letter the first character's own name: `😀` is `grinningFace`.
            words = key.unicodeScalars.lazy.prefix(16).compactMap { $0.properties.name }.first.map { split($0) } ?? []
        }
        if words.isEmpty { words = [key.isEmpty ? "empty" : "key"] }
        let isAllCapitals = words.allSatisfy { !$0.contains(where: \.isLowercase) }
        return isAllCapitals ? words.map { $0.lowercased() } : words
    }

    /// The letters and digits of a text, split where anything else stands. What is too long for a name is left out.
    private static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(48) {
            if isInName(scalar) {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }

    /// Whether a scalar stands in names. Of letters beyond ASCII those are taken that Swift takes anywhere in a name.
    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        case 0xC0...0x2FF, 0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x3031...0xD7FF:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
            default: return false
            }
        default: return false
        }
    }

    private static func startsWithDigit(_ name: String) -> Bool {
        name.utf8.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
    }

    private static func upperFirst(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// A word with a small letter at the start; capitals at the start are one word, `HTTPServer` is `httpServer`.
    private static func lowerFirst(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }.count
        guard capitals > 1 else { return word.prefix(1).lowercased() + word.dropFirst() }
        let rest = word.dropFirst(capitals)
        // The last capital begins the next word if that is written in small letters: `IDs` has none.
        let count = rest.first?.isLowercase == true && rest.count > 1 ? capitals - 1 : capitals
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    // MARK: Reserved names

    /// Swift's keywords, and what has a meaning in a model or in an enum with raw values.
    private static let reservedMembers: Set<String> = [
        "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
        "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
        "hash", "hashValue", "none", "rawValue", "some",
    ]

    /// Whether a type of that name hides one that the source needs.
    private static func isReservedType(_ name: String) -> Bool { reservedTypes.contains(name) }

    private static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Character", "Date", "Dictionary", "Double", "Float", "Foundation", "FoundationEssentials",
        "Int", "JSONValue",
        "CodingKeys", "KeyMapping", "Model", "ModelDescription", "Optional", "Protocol", "RawRepresentable", "Self", "Set", "String",
        "Swift", "Type", "UInt64", "Void", "Yodel",
    ]
}
#endif
