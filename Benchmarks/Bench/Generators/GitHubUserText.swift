/// The document of `github_user`: an invented organisation in the shape of the GitHub API. 28 keys: 19 strings, 3 nulls, 5 integers and a
/// boolean.
enum GitHubUserText {
    static let text = record(
        home: """
                "blog": "\(blog)",
                "location": "\(location)"
            """)

    /// The document of `mapped_user`: the same record, two values of which lie in an object of their own.
    static let mapped = record(
        home: """
                "ext": {
                    "blog": "\(blog)",
                    "location": "\(location)"
                }
            """)

    /// The lines of `user_lines`: the record without its white space between members, of another id on each line.
    static func lines(_ count: Int) -> Corpus {
        let members = text.split(separator: "\n").map { Array($0.drop { $0 == " " }.utf8) }
        let id = members.firstIndex { $0.starts(with: #""id""#.utf8) } ?? 0
        let (before, after) = (Array(members[..<id].joined()), Array(members[(id + 1)...].joined()))
        return Corpus(framing: .lines, capacity: count * (text.utf8.count + 20)) { buffer in
            var writer = EventWriter(buffer)
            for line in 0..<count {
                writer.bytes(before)
                writer.text(#""id": "#)
                writer.number(8_000_000 + line)
                writer.text(",")
                writer.bytes(after)
                writer.text("\n")
            }
            return writer.count
        }
    }

    private static let blog = "https://fjordworks.example/engineering/"
    private static let location = "Ålesund, Norway"

    private static func record(home: String) -> String {
        """
        {
            "login": "fjordworks",
            "id": 8140273,
            "avatar_url": "https://avatars.githubusercontent.com/u/8140273?v=4",
            "gravatar_id": "",
            "url": "https://api.github.com/users/fjordworks",
            "html_url": "https://github.com/fjordworks",
            "followers_url": "https://api.github.com/users/fjordworks/followers",
            "following_url": "https://api.github.com/users/fjordworks/following{/other_user}",
            "gists_url": "https://api.github.com/users/fjordworks/gists{/gist_id}",
            "starred_url": "https://api.github.com/users/fjordworks/starred{/owner}{/repo}",
            "subscriptions_url": "https://api.github.com/users/fjordworks/subscriptions",
            "organizations_url": "https://api.github.com/users/fjordworks/orgs",
            "repos_url": "https://api.github.com/users/fjordworks/repos",
            "events_url": "https://api.github.com/users/fjordworks/events{/privacy}",
            "received_events_url": "https://api.github.com/users/fjordworks/received_events",
            "type": "Organization",
            "site_admin": false,
            "name": "Fjordworks",
            "company": null,
        \(home),
            "email": null,
            "hireable": null,
            "bio": "Charts, tide tables and small boats: the open tools behind our harbour services. Bring a pull request and a coat.",
            "public_repos": 163,
            "public_gists": 17,
            "followers": 2048,
            "following": 5
        }

        """
    }
}
