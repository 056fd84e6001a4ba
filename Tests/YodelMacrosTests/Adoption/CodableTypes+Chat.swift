#if Macros
import Foundation

// A place to talk.
extension ByCodable {
    /// Who talks.
    struct User: Codable, Hashable, Identifiable {
        enum Premium: Int, Codable, CaseIterable {
            case none, classic, full, basic
        }

        let id: UInt64
        let username: String
        let globalName: String?
        let avatar: String?
        let bot: Bool?
        let accentColor: Int?
        let premium: Premium?
        let flags: UInt64

        var name: String { globalName ?? username }

        enum CodingKeys: String, CodingKey {
            case id, username, avatar, bot, flags
            case globalName = "global_name"
            case accentColor = "accent_color"
            case premium = "premium_type"
        }
    }

    /// What some may do.
    struct Role: Codable, Hashable, Identifiable, Comparable {
        let id: UInt64
        let name: String
        let color: Int32
        let hoist: Bool
        let position: Int
        let permissions: String

        static func < (left: Role, right: Role) -> Bool { left.position < right.position }
    }

    /// A picture in a text.
    struct Emoji: Codable, Hashable {
        let id: UInt64?
        let name: String
        let roles: [UInt64]?
        let animated: Bool
    }

    /// Where some talk.
    struct Channel: Codable, Hashable, Identifiable {
        enum Kind: Int, Codable, CaseIterable {
            case text = 0
            case direct = 1
            case voice = 2
            case category = 4
            case forum = 15
        }

        struct Overwrite: Codable, Hashable {
            let id: UInt64
            let type: Int8
            let allow: String
            let deny: String
        }

        let id: UInt64
        let type: Kind
        var name: String?
        var topic: String?
        let nsfw: Bool?
        let position: Int
        let overwrites: [Overwrite]
        let parentID: UInt64?
        let lastPin: Date?

        enum CodingKeys: String, CodingKey {
            case id, type, name, topic, nsfw, position
            case overwrites = "permission_overwrites"
            case parentID = "parent_id"
            case lastPin = "last_pin_timestamp"
        }
    }

    /// Several channels, and who is in them.
    struct Guild: Codable, Identifiable {
        struct Member: Codable, Hashable {
            let user: User?
            let nick: String?
            let roles: [UInt64]
            let joinedAt: Date
            let deaf, mute: Bool

            enum CodingKeys: String, CodingKey {
                case user, nick, roles, deaf, mute
                case joinedAt = "joined_at"
            }
        }

        let id: UInt64
        var name: String
        let icon: String?
        let ownerID: UInt64
        let roles: [Role]
        let emojis: [Emoji]
        let features: [String]
        let channels: [Channel]?
        let members: [String: Member]
        let large: Bool

        private enum CodingKeys: String, CodingKey {
            case id, name, icon, roles, emojis, features, channels, members, large
            case ownerID = "owner_id"
        }
    }

    /// What is shown with a message.
    struct Embed: Codable, Hashable {
        struct Field: Codable, Hashable {
            let name: String
            let value: String
            let inline: Bool?
        }

        struct Image: Codable, Hashable {
            let url: URL
            let height: Int?
            let width: Int?
        }

        struct Author: Codable, Hashable {
            let name: String
            let url: URL?
        }

        let title: String?
        let type: String
        let color: Int?
        let timestamp: Date?
        let image: Image?
        let author: Author?
        let fields: [Field]?
    }

    /// What can be pressed.
    enum Component: Codable, Hashable {
        struct Choice: Codable, Hashable {
            let label: String
            let value: String
            let emoji: Emoji?
        }

        case button(label: String?, style: Int, disabled: Bool)
        case menu(name: String, choices: [Choice], limit: Int?)
        case link(URL, String)
        case row([Component])
        case separator
    }

    /// What somebody says.
    public final class Message: Codable, Identifiable, Sendable {
        /// How many have said one thing.
        struct Reaction: Codable, Hashable {
            let count: Int
            let me: Bool
            let emoji: Emoji
        }

        /// A file.
        struct Attachment: Codable, Hashable {
            let id: UInt64
            let filename: String
            let size: Int
            let url: URL
            let waveform: Data?
            let duration: Double?

            enum CodingKeys: String, CodingKey {
                case id, filename, size, url, waveform
                case duration = "duration_secs"
            }
        }

        /// Names it.
        public let id: UInt64
        /// What is said.
        public let content: String
        /// When it was said.
        public let timestamp: Date
        /// When it was changed.
        public let editedTimestamp: Date?
        let author: User
        let mentions: [User]
        let attachments: [Attachment]
        let embeds: [Embed]
        let reactions: [Reaction]?
        let components: [Component]?
        let pinned: Bool
        /// What it answers.
        public let referenced: Message?

        /// Whether it was changed.
        public var isEdited: Bool { editedTimestamp != nil }

        enum CodingKeys: String, CodingKey {
            case id, content, timestamp, author, mentions, attachments, embeds, reactions, components, pinned
            case editedTimestamp = "edited_timestamp"
            case referenced = "referenced_message"
        }
    }

    /// Something that a program is told.
    enum GatewayEvent: Codable {
        case hello(interval: Int)
        case message(Message)
        case typing(channel: UInt64, user: User?, at: Date)
        case presence([String: String], since: Date?)
        case ready(sessionID: String, guilds: [UInt64])
        case resumed
    }

    /// Somebody who is heard.
    struct VoiceState: Codable, Hashable {
        let channelID: UInt64?
        let userID: UInt64
        let sessionID: UUID
        var deaf, mute: Bool
        var volume: Float
        let levels: [Double?]

        enum CodingKeys: String, CodingKey {
            case channelID = "channel_id"
            case userID = "user_id"
            case sessionID = "session_id"
            case deaf, mute, volume, levels
        }
    }
}
#endif
