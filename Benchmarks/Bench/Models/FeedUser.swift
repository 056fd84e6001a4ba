import Yodel

/// The author of a status: 60 keys.
struct FeedUser: Model, Codable, Equatable {
    var cover_image_phone = ""
    var id = 0
    var bi_followers_count = 0
    var urank = 0
    var profile_image_url = ""
    var icons: [FeedIcon] = []
    var `class` = 0
    var verified_contact_email = ""
    var province = ""
    var verified = false
    var url = ""
    var statuses_count = 0
    var geo_enabled = false
    var follow_me = false
    var description = ""
    var type = 0
    var followers_count = 0
    var verified_contact_mobile = ""
    var location = ""
    var mbrank = 0
    var avatar_large = ""
    var star = 0
    var verified_trade = ""
    var profile_url = ""
    var weihao = ""
    var online_status = 0
    var badge_top = ""
    var verified_contact_name = ""
    var screen_name = ""
    var verified_source_url = ""
    var pagefriends_count = 0
    var name = ""
    var verified_reason = ""
    var friends_count = 0
    var mbtype = 0
    var block_app = 0
    var avatar_hd = ""
    var credit_score = 0
    var remark = ""
    var created_at = ""
    var block_word = 0
    var ulevel = 0
    var allow_all_act_msg = false
    var verified_state = 0
    var domain = ""
    var verified_reason_modified = ""
    var level = 0
    var allow_all_comment = false
    var verified_level = 0
    var verified_reason_url = ""
    var gender = ""
    var favourites_count = 0
    var idstr = ""
    var verified_type = 0
    var city = ""
    var verified_source = ""
    var badge: [String: Int] = [:]
    var extend = FeedExtension()
    var lang = ""
    var following = false
}

/// A mark beside the author's name.
struct FeedIcon: Model, Codable, Equatable {
    var url = ""
}

/// What does not fit the other keys.
struct FeedExtension: Model, Codable, Equatable {
    var privacy: [String: Int] = [:]
    var mbprivilege = ""
}
