import Yodel

/// Half of a GitHub user record: 14 of its 28 keys, as a program has it that wants no links to other resources.
struct UserSummary: Model, Codable, Equatable, Sendable {
    var login = ""
    var id = 0
    var avatar_url = ""
    var html_url = ""
    var type = ""
    var site_admin = false
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var bio: String?
    var public_repos = 0
    var followers = 0
}
