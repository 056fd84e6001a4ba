#if Macros
import Foundation

// A network of people who post.
extension ByCodable {
    /// Somebody who posts.
    public struct Account: Codable, Hashable, Identifiable, Sendable {
        /// A line of a profile.
        public struct Field: Codable, Hashable, Sendable {
            /// What it is about.
            public let name: String
            /// What it says.
            public let value: String
            /// When the link in it was checked.
            public let verifiedAt: Date?

            private enum CodingKeys: String, CodingKey {
                case name, value
                case verifiedAt = "verified_at"
            }
        }

        /// Names the account.
        public let id: String
        /// Its name on its own server.
        public let username: String
        /// Its name elsewhere.
        public let acct: String
        /// Its name for people.
        public var displayName: String
        /// Whether it asks before it is followed.
        public let locked: Bool
        /// Whether a machine posts.
        public let bot: Bool?
        /// When it was made.
        public let createdAt: Date
        /// Where it is seen.
        public let url: URL
        /// Its picture.
        public let avatar: URL?
        /// Who follows.
        public private(set) var followersCount: Int
        /// Who is followed.
        public private(set) var followingCount: Int
        /// Lines of its profile.
        public let fields: [Field]
        /// The account that it has become.
        public let moved: [Account]?

        /// Its name with a mark.
        public var handle: String { "@" + acct }
        /// Beyond it a name is cut.
        public static let longestName = 30

        enum CodingKeys: String, CodingKey {
            case id, username, acct, locked, bot, url, avatar, fields, moved
            case displayName = "display_name"
            case createdAt = "created_at"
            case followersCount = "followers_count"
            case followingCount = "following_count"
        }
    }

    /// A file that belongs to a post.
    struct MediaAttachment: Codable, Hashable, Identifiable {
        enum Kind: String, Codable, CaseIterable {
            case image, video, gifv, audio, unknown
        }

        struct Meta: Codable, Hashable {
            struct Size: Codable, Hashable {
                let width: Int
                let height: Int
                let aspect: Double?

                var isWide: Bool { width > height }
            }

            struct Focus: Codable, Hashable {
                let x: Double
                let y: Double
            }

            let original: Size?
            let small: Size?
            let focus: Focus?
            let length: String?
            let bitrates: [Int]?
        }

        let id: String
        let type: Kind
        let url: URL?
        let previewURL: URL?
        let meta: Meta?
        var description: String?
        let blurhash: String?

        enum CodingKeys: String, CodingKey {
            case id, type, url, meta, description, blurhash
            case previewURL = "preview_url"
        }
    }

    /// Who may see something.
    enum Visibility: String, Codable, CaseIterable {
        case `public`, unlisted, `private`, direct
    }

    /// A post, which may hold another one.
    final class Status: Codable, Identifiable {
        struct Mention: Codable, Hashable {
            let id: String
            let username: String
            let url: URL
        }

        let id: String
        let uri: String
        let createdAt: Date
        let account: Account
        let content: String
        let visibility: Visibility
        var sensitive: Bool
        let spoilerText: String
        let reblog: Status?
        let poll: Poll?
        let mediaAttachments: [MediaAttachment]
        let mentions: [Mention]
        let tags: [Tag]?
        let inReplyTo: String?
        private(set) var favouritesCount: Int
        private var isPinned: Bool?

        /// Whether it stands on top.
        var isOnTop: Bool { isPinned ?? false }

        enum CodingKeys: String, CodingKey {
            case id, uri, account, content, visibility, sensitive, reblog, poll, mentions, tags
            case createdAt = "created_at"
            case spoilerText = "spoiler_text"
            case mediaAttachments = "media_attachments"
            case inReplyTo = "in_reply_to_id"
            case favouritesCount = "favourites_count"
            case isPinned = "pinned"
        }

        func like() { favouritesCount += 1 }
    }

    /// A question with answers.
    struct Poll: Codable, Hashable, Identifiable {
        struct Option: Codable, Hashable {
            let title: String
            let votesCount: Int?

            enum CodingKeys: String, CodingKey {
                case title
                case votesCount = "votes_count"
            }
        }

        let id: String
        let expiresAt: Date?
        let expired: Bool
        let multiple: Bool
        let votesCount: UInt32
        let options: [Option]
        let ownVotes: [Int]?

        enum CodingKeys: String, CodingKey {
            case id, expired, multiple, options
            case expiresAt = "expires_at"
            case votesCount = "votes_count"
            case ownVotes = "own_votes"
        }
    }

    /// A word that posts are found by.
    struct Tag: Codable, Hashable {
        /// A day of it. All are texts.
        struct Usage: Codable, Hashable {
            let day: String
            let uses: String
            let accounts: String
        }

        let name: String
        let url: URL
        let history: [Usage]
        var following: Bool?
    }

    /// How one account stands to another.
    struct Relationship: Codable, Hashable, Identifiable {
        let id: String
        var following, followedBy, blocking, muting: Bool
        var notifying = false
        let languages: [String]?
        let note: String

        enum CodingKeys: String, CodingKey {
            case id, following, blocking, muting, notifying, languages, note
            case followedBy = "followed_by"
        }
    }

    /// Something that has happened to an account.
    struct Notice: Codable, Identifiable {
        enum Kind: String, Codable, CaseIterable {
            case mention, reblog, favourite, follow
            case followRequest = "follow_request"
        }

        let id: Int64
        let type: Kind
        let createdAt: Date
        let account: Account
        let status: Status?

        enum CodingKeys: String, CodingKey {
            case id, type, account, status
            case createdAt = "created_at"
        }
    }

    /// What is done with posts.
    indirect enum FilterRule: Codable, Hashable {
        case keyword(text: String, wholeWord: Bool)
        case author(Account.Field)
        case seen(Visibility, String)
        case everything
        case all([FilterRule])
        case unless(rule: FilterRule, until: Date?)
    }

    /// Posts that are not shown.
    struct Filter: Codable, Hashable, Identifiable {
        let id: String
        let title: String
        let context: [Visibility]
        let rules: [FilterRule]
        let fallback: FilterRule?
        let expiresAt: Date?

        enum CodingKeys: String, CodingKey {
            case id, title, context, rules, fallback
            case expiresAt = "expires_at"
        }
    }
}
#endif
