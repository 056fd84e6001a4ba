import Yodel

/// The user record of the GitHub API, as YYModel's headline benchmark has it: 28 keys. Property names are the keys.
struct GitHubUser: Model, Codable, Equatable {
    var login = ""
    var id = 0
    var avatar_url = ""
    var gravatar_id = ""
    var url = ""
    var html_url = ""
    var followers_url = ""
    var following_url = ""
    var gists_url = ""
    var starred_url = ""
    var subscriptions_url = ""
    var organizations_url = ""
    var repos_url = ""
    var events_url = ""
    var received_events_url = ""
    var type = ""
    var site_admin = false
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var hireable: Bool?
    var bio: String?
    var public_repos = 0
    var public_gists = 0
    var followers = 0
    var following = 0
}
