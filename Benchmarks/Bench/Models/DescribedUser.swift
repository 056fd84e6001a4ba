import Yodel

/// `GitHubUser` with `let`s and without defaults, listed as `@Model` lists it.
struct DescribedUser: BaseModel {
    let login: String
    let id: Int
    let avatar_url: String
    let gravatar_id: String
    let url: String
    let html_url: String
    let followers_url: String
    let following_url: String
    let gists_url: String
    let starred_url: String
    let subscriptions_url: String
    let organizations_url: String
    let repos_url: String
    let events_url: String
    let received_events_url: String
    let type: String
    let site_admin: Bool
    let name: String?
    let company: String?
    let blog: String?
    let location: String?
    let email: String?
    let hireable: Bool?
    let bio: String?
    let public_repos: Int
    let public_gists: Int
    let followers: Int
    let following: Int

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("login", \.login)
        properties.add("id", \.id)
        properties.add("avatar_url", \.avatar_url)
        properties.add("gravatar_id", \.gravatar_id)
        properties.add("url", \.url)
        properties.add("html_url", \.html_url)
        properties.add("followers_url", \.followers_url)
        properties.add("following_url", \.following_url)
        properties.add("gists_url", \.gists_url)
        properties.add("starred_url", \.starred_url)
        properties.add("subscriptions_url", \.subscriptions_url)
        properties.add("organizations_url", \.organizations_url)
        properties.add("repos_url", \.repos_url)
        properties.add("events_url", \.events_url)
        properties.add("received_events_url", \.received_events_url)
        properties.add("type", \.type)
        properties.add("site_admin", \.site_admin)
        properties.add("name", \.name)
        properties.add("company", \.company)
        properties.add("blog", \.blog)
        properties.add("location", \.location)
        properties.add("email", \.email)
        properties.add("hireable", \.hireable)
        properties.add("bio", \.bio)
        properties.add("public_repos", \.public_repos)
        properties.add("public_gists", \.public_gists)
        properties.add("followers", \.followers)
        properties.add("following", \.following)
        return ModelForm(properties)
    }
}

extension GitHubUser {
    /// The same values, to compare them.
    init(_ user: DescribedUser) {
        login = user.login
        id = user.id
        avatar_url = user.avatar_url
        gravatar_id = user.gravatar_id
        url = user.url
        html_url = user.html_url
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
        site_admin = user.site_admin
        name = user.name
        company = user.company
        blog = user.blog
        location = user.location
        email = user.email
        hireable = user.hireable
        bio = user.bio
        public_repos = user.public_repos
        public_gists = user.public_gists
        followers = user.followers
        following = user.following
    }
}
