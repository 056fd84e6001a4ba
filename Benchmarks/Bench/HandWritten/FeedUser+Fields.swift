// The keys as the hand-written program knows them: found by length, then by bytes; a plain assignment for each.
// Benchmarks/fields writes this file.

extension FeedUser {
    enum Field: UInt8 {
        case cover_image_phone, id, bi_followers_count, urank, profile_image_url, icons, `class`, verified_contact_email
        case province, verified, url, statuses_count, geo_enabled, follow_me, description, type, followers_count
        case verified_contact_mobile, location, mbrank, avatar_large, star, verified_trade, profile_url, weihao
        case online_status, badge_top, verified_contact_name, screen_name, verified_source_url, pagefriends_count, name
        case verified_reason, friends_count, mbtype, block_app, avatar_hd, credit_score, remark, created_at, block_word
        case ulevel, allow_all_act_msg, verified_state, domain, verified_reason_modified, level, allow_all_comment
        case verified_level, verified_reason_url, gender, favourites_count, idstr, verified_type, city, verified_source
        case badge, extend, lang, following
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 2:
            if key.equals("id") { return .id }
        case 3:
            if key.equals("url") { return .url }
        case 4:
            if key.equals("type") { return .type }
            if key.equals("star") { return .star }
            if key.equals("name") { return .name }
            if key.equals("city") { return .city }
            if key.equals("lang") { return .lang }
        case 5:
            if key.equals("urank") { return .urank }
            if key.equals("icons") { return .icons }
            if key.equals("class") { return .`class` }
            if key.equals("level") { return .level }
            if key.equals("idstr") { return .idstr }
            if key.equals("badge") { return .badge }
        case 6:
            if key.equals("mbrank") { return .mbrank }
            if key.equals("weihao") { return .weihao }
            if key.equals("mbtype") { return .mbtype }
            if key.equals("remark") { return .remark }
            if key.equals("ulevel") { return .ulevel }
            if key.equals("domain") { return .domain }
            if key.equals("gender") { return .gender }
            if key.equals("extend") { return .extend }
        case 8:
            if key.equals("province") { return .province }
            if key.equals("verified") { return .verified }
            if key.equals("location") { return .location }
        case 9:
            if key.equals("follow_me") { return .follow_me }
            if key.equals("badge_top") { return .badge_top }
            if key.equals("block_app") { return .block_app }
            if key.equals("avatar_hd") { return .avatar_hd }
            if key.equals("following") { return .following }
        case 10:
            if key.equals("created_at") { return .created_at }
            if key.equals("block_word") { return .block_word }
        case 11:
            if key.equals("geo_enabled") { return .geo_enabled }
            if key.equals("description") { return .description }
            if key.equals("profile_url") { return .profile_url }
            if key.equals("screen_name") { return .screen_name }
        case 12:
            if key.equals("avatar_large") { return .avatar_large }
            if key.equals("credit_score") { return .credit_score }
        case 13:
            if key.equals("online_status") { return .online_status }
            if key.equals("friends_count") { return .friends_count }
            if key.equals("verified_type") { return .verified_type }
        case 14:
            if key.equals("statuses_count") { return .statuses_count }
            if key.equals("verified_trade") { return .verified_trade }
            if key.equals("verified_state") { return .verified_state }
            if key.equals("verified_level") { return .verified_level }
        case 15:
            if key.equals("followers_count") { return .followers_count }
            if key.equals("verified_reason") { return .verified_reason }
            if key.equals("verified_source") { return .verified_source }
        case 16:
            if key.equals("favourites_count") { return .favourites_count }
        case 17:
            if key.equals("cover_image_phone") { return .cover_image_phone }
            if key.equals("profile_image_url") { return .profile_image_url }
            if key.equals("pagefriends_count") { return .pagefriends_count }
            if key.equals("allow_all_act_msg") { return .allow_all_act_msg }
            if key.equals("allow_all_comment") { return .allow_all_comment }
        case 18:
            if key.equals("bi_followers_count") { return .bi_followers_count }
        case 19:
            if key.equals("verified_source_url") { return .verified_source_url }
            if key.equals("verified_reason_url") { return .verified_reason_url }
        case 21:
            if key.equals("verified_contact_name") { return .verified_contact_name }
        case 22:
            if key.equals("verified_contact_email") { return .verified_contact_email }
        case 23:
            if key.equals("verified_contact_mobile") { return .verified_contact_mobile }
        case 24:
            if key.equals("verified_reason_modified") { return .verified_reason_modified }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .cover_image_phone: cover_image_phone = value
        case .profile_image_url: profile_image_url = value
        case .verified_contact_email: verified_contact_email = value
        case .province: province = value
        case .url: url = value
        case .description: description = value
        case .verified_contact_mobile: verified_contact_mobile = value
        case .location: location = value
        case .avatar_large: avatar_large = value
        case .verified_trade: verified_trade = value
        case .profile_url: profile_url = value
        case .weihao: weihao = value
        case .badge_top: badge_top = value
        case .verified_contact_name: verified_contact_name = value
        case .screen_name: screen_name = value
        case .verified_source_url: verified_source_url = value
        case .name: name = value
        case .verified_reason: verified_reason = value
        case .avatar_hd: avatar_hd = value
        case .remark: remark = value
        case .created_at: created_at = value
        case .domain: domain = value
        case .verified_reason_modified: verified_reason_modified = value
        case .verified_reason_url: verified_reason_url = value
        case .gender: gender = value
        case .idstr: idstr = value
        case .city: city = value
        case .verified_source: verified_source = value
        case .lang: lang = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .id: id = value
        case .bi_followers_count: bi_followers_count = value
        case .urank: urank = value
        case .`class`: `class` = value
        case .statuses_count: statuses_count = value
        case .type: type = value
        case .followers_count: followers_count = value
        case .mbrank: mbrank = value
        case .star: star = value
        case .online_status: online_status = value
        case .pagefriends_count: pagefriends_count = value
        case .friends_count: friends_count = value
        case .mbtype: mbtype = value
        case .block_app: block_app = value
        case .credit_score: credit_score = value
        case .block_word: block_word = value
        case .ulevel: ulevel = value
        case .verified_state: verified_state = value
        case .level: level = value
        case .verified_level: verified_level = value
        case .favourites_count: favourites_count = value
        case .verified_type: verified_type = value
        default: break
        }
    }

    mutating func assign(_ value: Bool, to field: Field) {
        switch field {
        case .verified: verified = value
        case .geo_enabled: geo_enabled = value
        case .follow_me: follow_me = value
        case .allow_all_act_msg: allow_all_act_msg = value
        case .allow_all_comment: allow_all_comment = value
        case .following: following = value
        default: break
        }
    }
}
