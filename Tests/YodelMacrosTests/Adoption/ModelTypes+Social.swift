#if Macros
import Foundation
import YodelMacros

// A network of people who post.
extension ByModel {
    /// Somebody who posts.
    @Model
    public struct Account: Hashable, Identifiable, Sendable {
        /// A line of a profile.
        @Model
        public struct Field: Hashable, Sendable {
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
    @Model
    struct MediaAttachment: Hashable, Identifiable {
        enum Kind: String, CaseIterable {
            case image, video, gifv, audio, unknown
        }

        @Model
        struct Meta: Hashable {
            @Model
            struct Size: Hashable {
                let width: Int
                let height: Int
                let aspect: Double?

                var isWide: Bool { width > height }
            }

            @Model
            struct Focus: Hashable {
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
    enum Visibility: String, CaseIterable {
        case `public`, unlisted, `private`, direct
    }

    /// A post, which may hold another one.
    @Model
    final class Status: Identifiable {
        @Model
        struct Mention: Hashable {
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
    @Model
    struct Poll: Hashable, Identifiable {
        @Model
        struct Option: Hashable {
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
    @Model
    struct Tag: Hashable {
        /// A day of it. All are texts.
        @Model
        struct Usage: Hashable {
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
    @Model
    struct Relationship: Hashable, Identifiable {
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
    @Model
    struct Notice: Identifiable {
        enum Kind: String, CaseIterable {
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
    @Model
    indirect enum FilterRule: Hashable {
        case keyword(text: String, wholeWord: Bool)
        case author(Account.Field)
        case seen(Visibility, String)
        case everything
        case all([FilterRule])
        case unless(rule: FilterRule, until: Date?)
    }

    /// Posts that are not shown.
    @Model
    struct Filter: Hashable, Identifiable {
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
