#if PostgreSQL
import CPostgreSQL

/// Where a database is, as libpq takes it: a URI or `keyword=value` pairs. No text that is made of it has a password.
struct PostgreSQLAddress: Sendable {
    /// As it was given. It may have a password.
    let text: String
    /// The database and its server, for messages.
    let name: String

    /// Reads an address.
    ///
    /// - Throws: `IngestError` of kind `declaration` if it is none. The error does not repeat it: libpq's own one would, password included.
    init(_ text: String) throws(IngestError) {
        self.text = text
        if let scheme = text.firstRange(of: "://") {
            // A password that has an @ would end too early, and its rest would be taken, and printed, as the server's name.
            let rest = text[scheme.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            let signs = rest.count { $0 == "@" }
            if signs > 1 || (signs == 1 && !authority.contains("@")) {
                throw IngestError(
                    .declaration,
                    "the database's URL has an @ that does not end the user and the password: write %40 for it, and %2F for a /")
            }
        }
        guard let settings = Self.settings(text) else {
            throw IngestError(
                .declaration, "the database's URL is not one that libpq accepts; expected postgresql://user@server:5432/database")
        }
        let database = settings["dbname"] ?? settings["user"] ?? "the user's own"
        let server = settings["host"] ?? settings["hostaddr"] ?? "this machine"
        name = "the PostgreSQL database \(database) at \(server)" + (settings["port"].map { " port \($0)" } ?? "")
    }

    /// What a text sets; nil if it cannot be read.
    private static func settings(_ text: String) -> [String: String]? {
        var message: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(text, &message)
        defer {
            unsafe PQfreemem(message)
            unsafe PQconninfoFree(options)
        }
        guard var option = unsafe options else { return nil }
        var settings: [String: String] = [:]
        // SAFETY: libpq ends its list with an option that has no keyword; keywords and values are C strings.
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val { unsafe settings[String(cString: keyword)] = String(cString: value) }
            unsafe option += 1
        }
        return settings
    }
}
#endif
