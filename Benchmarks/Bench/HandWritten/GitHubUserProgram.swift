import CYajl

/// Fills a `GitHubUser` in yajl's callbacks.
struct GitHubUserProgram {
    private let user: UnsafeMutablePointer<GitHubUser>
    private var field: GitHubUser.Field?
    private var depth = 0

    static func decode(_ document: Document) throws -> GitHubUser {
        var user = GitHubUser()
        try withUnsafeMutablePointer(to: &user) { user in
            var program = GitHubUserProgram(user: user)
            try withUnsafeMutablePointer(to: &program) { try YajlProgram.parse(document, callbacks, context: $0) }
        }
        // A copy would retain each of the strings.
        return consume user
    }

    private init(user: UnsafeMutablePointer<GitHubUser>) {
        self.user = user
    }

    nonisolated(unsafe) private static let callbacks = YajlProgram.callbacks(
        yajl_callbacks(
            yajl_null: { _ in 1 },
            yajl_boolean: { context, value in at(context).pointee.boolean(value != 0) },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context, base, count in
                let base = UnsafeRawPointer(base!).assumingMemoryBound(to: UInt8.self)
                return at(context).pointee.number(TokenBytes(base: base, count: count))
            },
            yajl_string: { context, base, count in at(context).pointee.string(TokenBytes(base: base!, count: count)) },
            yajl_start_map: { context in at(context).pointee.start() },
            yajl_map_key: { context, base, count in at(context).pointee.key(TokenBytes(base: base!, count: count)) },
            yajl_end_map: { context in at(context).pointee.end() },
            yajl_start_array: { context in at(context).pointee.start() },
            yajl_end_array: { context in at(context).pointee.end() }))

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<GitHubUserProgram> {
        context.unsafelyUnwrapped.assumingMemoryBound(to: GitHubUserProgram.self)
    }
}

// What lies deeper than the root is nothing of ours and is passed over.
extension GitHubUserProgram {
    private mutating func start() -> Int32 {
        depth &+= 1
        return 1
    }

    private mutating func end() -> Int32 {
        depth &-= 1
        return 1
    }

    private mutating func key(_ key: TokenBytes) -> Int32 {
        if depth == 1 { field = GitHubUser.field(key) }
        return 1
    }

    private mutating func boolean(_ value: Bool) -> Int32 {
        if depth == 1, let field { user.pointee.assign(value, to: field) }
        return 1
    }

    private mutating func number(_ token: TokenBytes) -> Int32 {
        if depth == 1, let field { user.pointee.assign(token.integer, to: field) }
        return 1
    }

    private mutating func string(_ token: TokenBytes) -> Int32 {
        if depth == 1, let field { user.pointee.assign(token.string, to: field) }
        return 1
    }
}
