import Yodel

/// What a tweet's text mentions, with the places where it does.
struct TwitterEntities: Model, Codable, Equatable {
    var hashtags: [TwitterHashtag] = []
    var urls: [TwitterLink] = []
    var user_mentions: [TwitterMention] = []
    var media: [TwitterMedia]?
}

/// A hashtag.
struct TwitterHashtag: Model, Codable, Equatable {
    var text = ""
    var indices: [Int] = []
}

/// A link.
struct TwitterLink: Model, Codable, Equatable {
    var url = ""
    var expanded_url = ""
    var display_url = ""
    var indices: [Int] = []
}

/// A mention of another user.
struct TwitterMention: Model, Codable, Equatable {
    var screen_name = ""
    var name = ""
    var id = 0
    var id_str = ""
    var indices: [Int] = []
}

/// A picture.
struct TwitterMedia: Model, Codable, Equatable {
    var id = 0
    var id_str = ""
    var indices: [Int] = []
    var media_url = ""
    var media_url_https = ""
    var url = ""
    var display_url = ""
    var expanded_url = ""
    var type = ""
    var sizes: [String: TwitterMediaSize] = [:]
    var source_status_id: Int?
}

/// One size of a picture.
struct TwitterMediaSize: Model, Codable, Equatable {
    var w = 0
    var h = 0
    var resize = ""
}
