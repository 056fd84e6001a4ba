#if Macros
import Foundation

// A place that hosts code.
extension ByCodable {
    /// Who has something.
    struct Owner: Codable, Hashable, Identifiable, Sendable {
        enum Kind: String, Codable, CaseIterable, Sendable {
            case user = "User"
            case organization = "Organization"
            case bot = "Bot"
        }

        let id: Int
        let login: String
        let type: Kind
        let avatarURL: URL
        let siteAdmin: Bool

        enum CodingKeys: String, CodingKey {
            case id, login, type
            case avatarURL = "avatar_url"
            case siteAdmin = "site_admin"
        }
    }

    /// Code and all about it.
    public struct Repository: Codable, Hashable, Identifiable, Sendable {
        /// On which terms.
        public struct Terms: Codable, Hashable, Sendable {
            /// Its short name.
            public let key: String
            /// Its name among those that are listed.
            public let spdxID: String?

            private enum CodingKeys: String, CodingKey {
                case key
                case spdxID = "spdx_id"
            }
        }

        /// Names it.
        public let id: Int
        /// With its owner's name.
        public let fullName: String
        let owner: Owner
        /// Whether it is hidden.
        public let isPrivate: Bool
        /// Whether it is a copy.
        public let fork: Bool
        /// What it is.
        public let description: String?
        /// Where it is seen.
        public let htmlURL: URL
        /// Its page.
        public let homepage: String?
        /// In kilobytes.
        public let size: Int
        /// How many like it.
        public var stargazersCount: Int
        /// The branch that is seen first.
        public let defaultBranch: String
        /// Words that it is found by.
        public let topics: [String]
        /// What one may do.
        public let permissions: [String: Bool]?
        /// On which terms.
        public let license: Terms?
        /// When it was changed.
        public let pushedAt: Date?
        /// Is no part of the document.
        public var isBookmarked = false

        /// Its name without its owner's.
        public var name: Substring { fullName.split(separator: "/").last ?? "" }

        enum CodingKeys: String, CodingKey {
            case id, owner, fork, description, homepage, size, topics, permissions, license
            case fullName = "full_name"
            case isPrivate = "private"
            case htmlURL = "html_url"
            case stargazersCount = "stargazers_count"
            case defaultBranch = "default_branch"
            case pushedAt = "pushed_at"
        }
    }

    /// A mark on an issue.
    struct Label: Codable, Hashable {
        let id: Int64
        let name: String
        let color: String
        let `default`: Bool
        let description: String?
    }

    /// A day by which something is done.
    struct Milestone: Codable, Hashable {
        let number: Int
        let title: String
        let dueOn: Date?
        let openIssues: UInt16

        enum CodingKeys: String, CodingKey {
            case number, title
            case dueOn = "due_on"
            case openIssues = "open_issues"
        }
    }

    /// How many have said what.
    struct Reactions: Codable, Hashable {
        let total: Int
        let likes: Int
        let dislikes: Int
        let hearts: UInt8?

        enum CodingKeys: String, CodingKey {
            case total = "total_count"
            case likes = "+1"
            case dislikes = "-1"
            case hearts = "heart"
        }
    }

    /// Something to be done.
    struct Issue: Codable, Hashable, Identifiable {
        enum State: String, Codable, CaseIterable {
            case open, closed
        }

        let id: Int
        let number: Int
        var title: String
        var body: String?
        var state: State
        let user: Owner
        let labels: [Label]
        let assignees: [Owner]?
        let milestone: Milestone?
        let reactions: Reactions?
        let comments: Int
        let createdAt: Date
        let closedAt: Date?

        var isOpen: Bool { state == .open }
        static let example = 1

        enum CodingKeys: String, CodingKey {
            case id, number, title, body, state, user, labels, assignees, milestone, reactions, comments
            case createdAt = "created_at"
            case closedAt = "closed_at"
        }
    }

    /// A comment and the answers to it.
    struct Comment: Codable, Hashable, Identifiable {
        let id: Int
        let author: String
        let body: String
        var replies: [Comment]
        let quoted: [Comment]?
        let lines: [Int: String]?

        var count: Int { replies.reduce(1) { $0 + $1.count } }
    }

    /// A change that is asked for.
    struct PullRequest: Codable, Hashable {
        struct Branch: Codable, Hashable {
            let ref: String
            let sha: String
            let repo: Repository?
        }

        let number: Int
        let draft: Bool
        let head: Branch
        let base: Branch
        let merged: Bool?
        let mergedBy: Owner?
        let reviewers: [Owner]

        private enum CodingKeys: String, CodingKey {
            case number, draft, head, base, merged
            case mergedBy = "merged_by"
            case reviewers = "requested_reviewers"
        }
    }

    /// A change.
    struct Commit: Codable, Hashable {
        struct Signature: Codable, Hashable {
            let name: String
            let email: String
            let date: Date
        }

        struct Details: Codable, Hashable {
            let author: Signature?
            let committer: Signature
            let message: String
            let commentCount: Int

            enum CodingKeys: String, CodingKey {
                case author, committer, message
                case commentCount = "comment_count"
            }
        }

        let sha: String
        let commit: Details
        let parents: [String]
        let stats: [String: Int]?
    }

    /// What has been made for others.
    struct Release: Codable, Hashable {
        final class Asset: Codable, Hashable {
            let name: String
            let size: Int
            let digest: Data?
            let downloads: Int

            init(name: String, size: Int) {
                self.name = name
                self.size = size
                digest = nil
                downloads = 0
            }

            static func == (left: Asset, right: Asset) -> Bool { left.name == right.name && left.size == right.size }

            func hash(into hasher: inout Hasher) { hasher.combine(name) }

            enum CodingKeys: String, CodingKey {
                case name, size, digest
                case downloads = "download_count"
            }
        }

        let tagName: String
        let name: String?
        let prerelease: Bool
        let publishedAt: Date?
        let assets: [Asset]

        enum CodingKeys: String, CodingKey {
            case tagName = "tag_name"
            case name, prerelease
            case publishedAt = "published_at"
            case assets
        }
    }

    /// Something that has happened to code.
    enum Activity: Codable, Hashable {
        case pushed(branch: String, commits: [Commit], forced: Bool?)
        case opened(Issue)
        case starred
        case renamed(from: String, to: String)
        case tagged(String)

        enum CodingKeys: String, CodingKey {
            case pushed = "push_event"
            case opened = "issue_event"
            case starred
            case renamed
            case tagged = "tag_event"
        }
    }

    /// How often one may ask.
    struct RateLimits: Codable, Hashable {
        struct Limit: Codable, Hashable {
            let limit, used: Int
            var remaining: Int
            let reset: Double
        }

        let resources: [String: Limit]
        let rate: Limit
        let recent: [Activity]
    }
}
#endif
