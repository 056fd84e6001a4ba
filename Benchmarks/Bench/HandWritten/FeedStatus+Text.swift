// The members in the order of declaration, each key a literal with all that stands around it.

extension FeedStatus: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"favorited":"#, favorited)
        text.add(#","attitudes_status":"#, attitudes_status)
        text.add(#","created_at":"#, created_at)
        text.add(#","id":"#, id)
        text.add(#","truncated":"#, truncated)
        text.add(#","in_reply_to_screen_name":"#, in_reply_to_screen_name)
        text.add(#","mblogid":"#, mblogid)
        text.add(#","text":"#, self.text)
        text.add(#","idstr":"#, idstr)
        text.add(#","source_type":"#, source_type)
        text.add(#","geo":"#, geo)
        text.add(#","user":"#, user)
        text.add(#","comments_count":"#, comments_count)
        text.add(#","thumbnail_pic":"#, thumbnail_pic)
        text.add(#","source":"#, source)
        text.add(#","recom_state":"#, recom_state)
        text.add(#","source_allowclick":"#, source_allowclick)
        text.add(#","biz_feature":"#, biz_feature)
        text.add(#","mblogtypename":"#, mblogtypename)
        text.add(#","annotations":"#, annotations)
        text.add(#","filterID":"#, filterID)
        text.add(#","bmiddle_pic":"#, bmiddle_pic)
        text.add(#","scheme":"#, scheme)
        text.add(#","visible":"#, visible)
        text.add(#","in_reply_to_status_id":"#, in_reply_to_status_id)
        text.add(#","mid":"#, mid)
        text.add(#","pic_ids":"#, pic_ids)
        text.add(#","reposts_count":"#, reposts_count)
        text.add(#","mlevel":"#, mlevel)
        text.add(#","attitudes_count":"#, attitudes_count)
        text.add(#","userType":"#, userType)
        text.add(#","pic_infos":"#, pic_infos)
        text.add(#","in_reply_to_user_id":"#, in_reply_to_user_id)
        text.add(#","original_pic":"#, original_pic)
        text.append("}")
    }
}

extension FeedAnnotation: WrittenByHand {
    func write(to text: inout JSONText) {
        let start = text.count
        text.add(#","client_mblogid":"#, client_mblogid)
        text.add(#","mapi_request":"#, mapi_request)
        text.close(openedAt: start)
    }
}

extension FeedVisibility: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"type":"#, type)
        text.add(#","list_id":"#, list_id)
        text.append("}")
    }
}

extension FeedPicture: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"thumbnail":"#, thumbnail)
        text.add(#","bmiddle":"#, bmiddle)
        text.add(#","large":"#, large)
        text.add(#","largest":"#, largest)
        text.add(#","pic_id":"#, pic_id)
        text.add(#","photo_tag":"#, photo_tag)
        text.add(#","original":"#, original)
        text.add(#","filter_id":"#, filter_id)
        text.add(#","object_id":"#, object_id)
        text.add(#","middleplus":"#, middleplus)
        text.append("}")
    }
}

extension FeedPictureSize: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"cut_type":"#, cut_type)
        text.add(#","type":"#, type)
        text.add(#","url":"#, url)
        text.add(#","width":"#, width)
        text.add(#","height":"#, height)
        text.append("}")
    }
}
