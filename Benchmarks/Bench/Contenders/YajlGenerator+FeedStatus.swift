// The members in the order of declaration.

extension FeedStatus: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("favorited", favorited)
        generator.add("attitudes_status", attitudes_status)
        generator.add("created_at", created_at)
        generator.add("id", id)
        generator.add("truncated", truncated)
        generator.add("in_reply_to_screen_name", in_reply_to_screen_name)
        generator.add("mblogid", mblogid)
        generator.add("text", text)
        generator.add("idstr", idstr)
        generator.add("source_type", source_type)
        generator.add("geo", geo)
        generator.add("user", user)
        generator.add("comments_count", comments_count)
        generator.add("thumbnail_pic", thumbnail_pic)
        generator.add("source", source)
        generator.add("recom_state", recom_state)
        generator.add("source_allowclick", source_allowclick)
        generator.add("biz_feature", biz_feature)
        generator.add("mblogtypename", mblogtypename)
        generator.add("annotations", annotations)
        generator.add("filterID", filterID)
        generator.add("bmiddle_pic", bmiddle_pic)
        generator.add("scheme", scheme)
        generator.add("visible", visible)
        generator.add("in_reply_to_status_id", in_reply_to_status_id)
        generator.add("mid", mid)
        generator.add("pic_ids", pic_ids)
        generator.add("reposts_count", reposts_count)
        generator.add("mlevel", mlevel)
        generator.add("attitudes_count", attitudes_count)
        generator.add("userType", userType)
        generator.add("pic_infos", pic_infos)
        generator.add("in_reply_to_user_id", in_reply_to_user_id)
        generator.add("original_pic", original_pic)
        generator.closeMap()
    }
}

extension FeedAnnotation: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("client_mblogid", client_mblogid)
        generator.add("mapi_request", mapi_request)
        generator.closeMap()
    }
}

extension FeedVisibility: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("type", type)
        generator.add("list_id", list_id)
        generator.closeMap()
    }
}

extension FeedPicture: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("thumbnail", thumbnail)
        generator.add("bmiddle", bmiddle)
        generator.add("large", large)
        generator.add("largest", largest)
        generator.add("pic_id", pic_id)
        generator.add("photo_tag", photo_tag)
        generator.add("original", original)
        generator.add("filter_id", filter_id)
        generator.add("object_id", object_id)
        generator.add("middleplus", middleplus)
        generator.closeMap()
    }
}

extension FeedPictureSize: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("cut_type", cut_type)
        generator.add("type", type)
        generator.add("url", url)
        generator.add("width", width)
        generator.add("height", height)
        generator.closeMap()
    }
}
