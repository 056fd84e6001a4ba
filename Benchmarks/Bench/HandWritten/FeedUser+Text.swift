// The members in the order of declaration, each key a literal with all that stands around it.

extension FeedUser: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"cover_image_phone":"#, cover_image_phone)
        text.add(#","id":"#, id)
        text.add(#","bi_followers_count":"#, bi_followers_count)
        text.add(#","urank":"#, urank)
        text.add(#","profile_image_url":"#, profile_image_url)
        text.add(#","icons":"#, icons)
        text.add(#","class":"#, `class`)
        text.add(#","verified_contact_email":"#, verified_contact_email)
        text.add(#","province":"#, province)
        text.add(#","verified":"#, verified)
        text.add(#","url":"#, url)
        text.add(#","statuses_count":"#, statuses_count)
        text.add(#","geo_enabled":"#, geo_enabled)
        text.add(#","follow_me":"#, follow_me)
        text.add(#","description":"#, description)
        text.add(#","type":"#, type)
        text.add(#","followers_count":"#, followers_count)
        text.add(#","verified_contact_mobile":"#, verified_contact_mobile)
        text.add(#","location":"#, location)
        text.add(#","mbrank":"#, mbrank)
        text.add(#","avatar_large":"#, avatar_large)
        text.add(#","star":"#, star)
        text.add(#","verified_trade":"#, verified_trade)
        text.add(#","profile_url":"#, profile_url)
        text.add(#","weihao":"#, weihao)
        text.add(#","online_status":"#, online_status)
        text.add(#","badge_top":"#, badge_top)
        text.add(#","verified_contact_name":"#, verified_contact_name)
        text.add(#","screen_name":"#, screen_name)
        text.add(#","verified_source_url":"#, verified_source_url)
        text.add(#","pagefriends_count":"#, pagefriends_count)
        text.add(#","name":"#, name)
        text.add(#","verified_reason":"#, verified_reason)
        text.add(#","friends_count":"#, friends_count)
        text.add(#","mbtype":"#, mbtype)
        text.add(#","block_app":"#, block_app)
        text.add(#","avatar_hd":"#, avatar_hd)
        text.add(#","credit_score":"#, credit_score)
        text.add(#","remark":"#, remark)
        text.add(#","created_at":"#, created_at)
        text.add(#","block_word":"#, block_word)
        text.add(#","ulevel":"#, ulevel)
        text.add(#","allow_all_act_msg":"#, allow_all_act_msg)
        text.add(#","verified_state":"#, verified_state)
        text.add(#","domain":"#, domain)
        text.add(#","verified_reason_modified":"#, verified_reason_modified)
        text.add(#","level":"#, level)
        text.add(#","allow_all_comment":"#, allow_all_comment)
        text.add(#","verified_level":"#, verified_level)
        text.add(#","verified_reason_url":"#, verified_reason_url)
        text.add(#","gender":"#, gender)
        text.add(#","favourites_count":"#, favourites_count)
        text.add(#","idstr":"#, idstr)
        text.add(#","verified_type":"#, verified_type)
        text.add(#","city":"#, city)
        text.add(#","verified_source":"#, verified_source)
        text.add(#","badge":"#, badge)
        text.add(#","extend":"#, extend)
        text.add(#","lang":"#, lang)
        text.add(#","following":"#, following)
        text.append("}")
    }
}

extension FeedIcon: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"url":"#, url)
        text.append("}")
    }
}

extension FeedExtension: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"privacy":"#, privacy)
        text.add(#","mbprivilege":"#, mbprivilege)
        text.append("}")
    }
}
