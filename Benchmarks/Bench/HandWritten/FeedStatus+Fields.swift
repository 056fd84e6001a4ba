// The keys as the hand-written program knows them: found by length, then by bytes; a plain assignment for each.
// Benchmarks/fields writes this file.

extension FeedStatus {
    enum Field: UInt8 {
        case favorited, attitudes_status, created_at, id, truncated, in_reply_to_screen_name, mblogid, text, idstr
        case source_type, geo, user, comments_count, thumbnail_pic, source, recom_state, source_allowclick, biz_feature
        case mblogtypename, annotations, filterID, bmiddle_pic, scheme, visible, in_reply_to_status_id, mid, pic_ids
        case reposts_count, mlevel, attitudes_count, userType, pic_infos, in_reply_to_user_id, original_pic
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 2:
            if key.equals("id") { return .id }
        case 3:
            if key.equals("geo") { return .geo }
            if key.equals("mid") { return .mid }
        case 4:
            if key.equals("text") { return .text }
            if key.equals("user") { return .user }
        case 5:
            if key.equals("idstr") { return .idstr }
        case 6:
            if key.equals("source") { return .source }
            if key.equals("scheme") { return .scheme }
            if key.equals("mlevel") { return .mlevel }
        case 7:
            if key.equals("mblogid") { return .mblogid }
            if key.equals("visible") { return .visible }
            if key.equals("pic_ids") { return .pic_ids }
        case 8:
            if key.equals("filterID") { return .filterID }
            if key.equals("userType") { return .userType }
        case 9:
            if key.equals("favorited") { return .favorited }
            if key.equals("truncated") { return .truncated }
            if key.equals("pic_infos") { return .pic_infos }
        case 10:
            if key.equals("created_at") { return .created_at }
        case 11:
            if key.equals("source_type") { return .source_type }
            if key.equals("recom_state") { return .recom_state }
            if key.equals("biz_feature") { return .biz_feature }
            if key.equals("annotations") { return .annotations }
            if key.equals("bmiddle_pic") { return .bmiddle_pic }
        case 12:
            if key.equals("original_pic") { return .original_pic }
        case 13:
            if key.equals("thumbnail_pic") { return .thumbnail_pic }
            if key.equals("mblogtypename") { return .mblogtypename }
            if key.equals("reposts_count") { return .reposts_count }
        case 14:
            if key.equals("comments_count") { return .comments_count }
        case 15:
            if key.equals("attitudes_count") { return .attitudes_count }
        case 16:
            if key.equals("attitudes_status") { return .attitudes_status }
        case 17:
            if key.equals("source_allowclick") { return .source_allowclick }
        case 19:
            if key.equals("in_reply_to_user_id") { return .in_reply_to_user_id }
        case 21:
            if key.equals("in_reply_to_status_id") { return .in_reply_to_status_id }
        case 23:
            if key.equals("in_reply_to_screen_name") { return .in_reply_to_screen_name }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .created_at: created_at = value
        case .in_reply_to_screen_name: in_reply_to_screen_name = value
        case .mblogid: mblogid = value
        case .text: text = value
        case .idstr: idstr = value
        case .geo: geo = value
        case .thumbnail_pic: thumbnail_pic = value
        case .source: source = value
        case .mblogtypename: mblogtypename = value
        case .filterID: filterID = value
        case .bmiddle_pic: bmiddle_pic = value
        case .scheme: scheme = value
        case .in_reply_to_status_id: in_reply_to_status_id = value
        case .mid: mid = value
        case .in_reply_to_user_id: in_reply_to_user_id = value
        case .original_pic: original_pic = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .attitudes_status: attitudes_status = value
        case .id: id = value
        case .source_type: source_type = value
        case .comments_count: comments_count = value
        case .recom_state: recom_state = value
        case .source_allowclick: source_allowclick = value
        case .biz_feature: biz_feature = value
        case .reposts_count: reposts_count = value
        case .mlevel: mlevel = value
        case .attitudes_count: attitudes_count = value
        case .userType: userType = value
        default: break
        }
    }

    mutating func assign(_ value: Bool, to field: Field) {
        switch field {
        case .favorited: favorited = value
        case .truncated: truncated = value
        default: break
        }
    }
}
