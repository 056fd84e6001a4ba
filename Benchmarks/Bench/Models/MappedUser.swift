import Yodel

/// `GitHubUser` as a program in Swift's own style would have it: five properties have another key, two a path, two alternatives.
struct MappedUser: Model {
    var login = ""
    var userID = 0
    var avatarURL = ""
    var gravatar_id = ""
    var url = ""
    var pageURL = ""
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
    var isStaff = false
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var hireable: Bool?
    var about: String?
    var repositoryCount = 0
    var gistCount = 0
    var followers = 0
    var following = 0

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "avatarURL": "avatar_url",
            "pageURL": "html_url",
            "isStaff": "site_admin",
            "repositoryCount": "public_repos",
            "gistCount": "public_gists",
            "blog": "ext.blog",
            "location": "ext.location",
            // Of one the first alternative comes, of the other the second.
            "userID": ["id", "user_id"],
            "about": ["description", "bio"],
        ]
    }
}

extension GitHubUser {
    /// The same values under the plain names, to compare them.
    init(_ user: MappedUser) {
        login = user.login
        id = user.userID
        avatar_url = user.avatarURL
        gravatar_id = user.gravatar_id
        url = user.url
        html_url = user.pageURL
        followers_url = user.followers_url
        following_url = user.following_url
        gists_url = user.gists_url
        starred_url = user.starred_url
        subscriptions_url = user.subscriptions_url
        organizations_url = user.organizations_url
        repos_url = user.repos_url
        events_url = user.events_url
        received_events_url = user.received_events_url
        type = user.type
        site_admin = user.isStaff
        name = user.name
        company = user.company
        blog = user.blog
        location = user.location
        email = user.email
        hireable = user.hireable
        bio = user.about
        public_repos = user.repositoryCount
        public_gists = user.gistCount
        followers = user.followers
        following = user.following
    }
}
