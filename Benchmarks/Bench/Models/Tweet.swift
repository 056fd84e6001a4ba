import Yodel

/// A tweet. A class, because a tweet can hold the tweet that it repeats.
final class Tweet: Model, Codable, Equatable {
    var metadata = TweetMetadata()
    var created_at = ""
    var id = 0
    var id_str = ""
    var text = ""
    var source = ""
    var truncated = false
    var in_reply_to_status_id: Int?
    var in_reply_to_status_id_str: String?
    var in_reply_to_user_id: Int?
    var in_reply_to_user_id_str: String?
    var in_reply_to_screen_name: String?
    var user = TwitterUser()
    var retweet_count = 0
    var favorite_count = 0
    var entities = TwitterEntities()
    var favorited = false
    var retweeted = false
    var possibly_sensitive: Bool?
    var lang = ""
    var retweeted_status: Tweet?

    init() {}

    static func == (left: Tweet, right: Tweet) -> Bool {
        left.metadata == right.metadata
            && left.created_at == right.created_at
            && left.id == right.id
            && left.id_str == right.id_str
            && left.text == right.text
            && left.source == right.source
            && left.truncated == right.truncated
            && left.in_reply_to_status_id == right.in_reply_to_status_id
            && left.in_reply_to_status_id_str == right.in_reply_to_status_id_str
            && left.in_reply_to_user_id == right.in_reply_to_user_id
            && left.in_reply_to_user_id_str == right.in_reply_to_user_id_str
            && left.in_reply_to_screen_name == right.in_reply_to_screen_name
            && left.user == right.user
            && left.retweet_count == right.retweet_count
            && left.favorite_count == right.favorite_count
            && left.entities == right.entities
            && left.favorited == right.favorited
            && left.retweeted == right.retweeted
            && left.possibly_sensitive == right.possibly_sensitive
            && left.lang == right.lang
            && left.retweeted_status == right.retweeted_status
    }
}

/// How the search found a tweet.
struct TweetMetadata: Model, Codable, Equatable {
    var result_type = ""
    var iso_language_code = ""
}
