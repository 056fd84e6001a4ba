/// The words that stand for a truth or for nothing where a number or a Bool is wanted (YYModel's list, matched exactly).
enum Words: Equatable {
    case truth(Bool)
    case null

    /// The meaning of a text, if it is one of the words.
    static func match(_ text: UnsafeBufferPointer<UInt8>) -> Words? {
        guard text.count >= 2, text.count <= 6 else { return nil }
        return unsafe table[String(decoding: text, as: UTF8.self)]
    }

    private static let table: [String: Words] = {
        var table: [String: Words] = [:]
        for word in ["TRUE", "True", "true", "YES", "Yes", "yes"] { table[word] = .truth(true) }
        for word in ["FALSE", "False", "false", "NO", "No", "no"] { table[word] = .truth(false) }
        for word in ["NIL", "Nil", "nil", "NULL", "Null", "null", "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>"] {
            table[word] = .null
        }
        return table
    }()
}
