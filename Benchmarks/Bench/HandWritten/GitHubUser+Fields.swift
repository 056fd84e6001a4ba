// The keys as the hand-written program knows them: found by length, then by bytes; a plain assignment for each.
// Benchmarks/fields writes this file.

extension GitHubUser {
    enum Field: UInt8 {
        case login, id, avatar_url, gravatar_id, url, html_url, followers_url, following_url, gists_url, starred_url
        case subscriptions_url, organizations_url, repos_url, events_url, received_events_url, type, site_admin, name
        case company, blog, location, email, hireable, bio, public_repos, public_gists, followers, following
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 2:
            if key.equals("id") { return .id }
        case 3:
            if key.equals("url") { return .url }
            if key.equals("bio") { return .bio }
        case 4:
            if key.equals("type") { return .type }
            if key.equals("name") { return .name }
            if key.equals("blog") { return .blog }
        case 5:
            if key.equals("login") { return .login }
            if key.equals("email") { return .email }
        case 7:
            if key.equals("company") { return .company }
        case 8:
            if key.equals("html_url") { return .html_url }
            if key.equals("location") { return .location }
            if key.equals("hireable") { return .hireable }
        case 9:
            if key.equals("gists_url") { return .gists_url }
            if key.equals("repos_url") { return .repos_url }
            if key.equals("followers") { return .followers }
            if key.equals("following") { return .following }
        case 10:
            if key.equals("avatar_url") { return .avatar_url }
            if key.equals("events_url") { return .events_url }
            if key.equals("site_admin") { return .site_admin }
        case 11:
            if key.equals("gravatar_id") { return .gravatar_id }
            if key.equals("starred_url") { return .starred_url }
        case 12:
            if key.equals("public_repos") { return .public_repos }
            if key.equals("public_gists") { return .public_gists }
        case 13:
            if key.equals("followers_url") { return .followers_url }
            if key.equals("following_url") { return .following_url }
        case 17:
            if key.equals("subscriptions_url") { return .subscriptions_url }
            if key.equals("organizations_url") { return .organizations_url }
        case 19:
            if key.equals("received_events_url") { return .received_events_url }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .login: login = value
        case .avatar_url: avatar_url = value
        case .gravatar_id: gravatar_id = value
        case .url: url = value
        case .html_url: html_url = value
        case .followers_url: followers_url = value
        case .following_url: following_url = value
        case .gists_url: gists_url = value
        case .starred_url: starred_url = value
        case .subscriptions_url: subscriptions_url = value
        case .organizations_url: organizations_url = value
        case .repos_url: repos_url = value
        case .events_url: events_url = value
        case .received_events_url: received_events_url = value
        case .type: type = value
        case .name: name = value
        case .company: company = value
        case .blog: blog = value
        case .location: location = value
        case .email: email = value
        case .bio: bio = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .id: id = value
        case .public_repos: public_repos = value
        case .public_gists: public_gists = value
        case .followers: followers = value
        case .following: following = value
        default: break
        }
    }

    mutating func assign(_ value: Bool, to field: Field) {
        switch field {
        case .site_admin: site_admin = value
        case .hireable: hireable = value
        default: break
        }
    }
}
