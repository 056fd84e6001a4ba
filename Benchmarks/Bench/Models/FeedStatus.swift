import Yodel

/// A status of a microblog in the shape of Weibo's: many keys, a nested author, pictures by their id.
struct FeedStatus: Model, Codable, Equatable {
    var favorited = false
    var attitudes_status = 0
    var created_at = ""
    var id = 0
    var truncated = false
    var in_reply_to_screen_name = ""
    var mblogid = ""
    var text = ""
    var idstr = ""
    var source_type = 0
    var geo = ""
    var user = FeedUser()
    var comments_count = 0
    var thumbnail_pic = ""
    var source = ""
    var recom_state = 0
    var source_allowclick = 0
    var biz_feature = 0
    var mblogtypename = ""
    var annotations: [FeedAnnotation] = []
    var filterID = ""
    var bmiddle_pic = ""
    var scheme = ""
    var visible = FeedVisibility()
    var in_reply_to_status_id = ""
    var mid = ""
    var pic_ids: [String] = []
    var reposts_count = 0
    var mlevel = 0
    var attitudes_count = 0
    var userType = 0
    var pic_infos: [String: FeedPicture] = [:]
    var in_reply_to_user_id = ""
    var original_pic = ""
}

/// A note left by the program that posted the status; each has other keys.
struct FeedAnnotation: Model, Codable, Equatable {
    var client_mblogid: String?
    var mapi_request: Bool?
}

/// Who may see the status.
struct FeedVisibility: Model, Codable, Equatable {
    var type = 0
    var list_id = 0
}
