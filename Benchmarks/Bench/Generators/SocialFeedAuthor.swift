/// The author in the document of `social_feed`: 60 keys. The text is indented for its place in the status.
enum SocialFeedAuthor {
    static let text = """
        {
                "cover_image_phone": "http://pictures.example/crop.0.0.640.640.640/4f81c2d09bje7a3m5x0k2.jpg",
                "id": 7318402265,
                "bi_followers_count": 211,
                "urank": 31,
                "profile_image_url": "http://faces.example/7318402265/50/6620193841/0",
                "icons": [
                    {
                        "url": "http://faces.example/marks/2024/harbour_level5.png"
                    }
                ],
                "class": 1,
                "verified_contact_email": "",
                "province": "81",
                "verified": true,
                "url": "",
                "statuses_count": 2764,
                "geo_enabled": true,
                "follow_me": false,
                "description": "Morgens am Kai, abends in der Dunkelkammer. 写真と船と珈琲 ☕️",
                "type": 1,
                "followers_count": 1840962,
                "verified_contact_mobile": "",
                "location": "函館 · 北海道",
                "mbrank": 4,
                "avatar_large": "http://faces.example/7318402265/180/6620193841/0",
                "star": 0,
                "verified_trade": "2046",
                "profile_url": "kazehaya",
                "weihao": "",
                "online_status": 0,
                "badge_top": "",
                "verified_contact_name": "",
                "screen_name": "風早みなと",
                "verified_source_url": "",
                "pagefriends_count": 0,
                "name": "風早みなと",
                "verified_reason": "写真家、港町の朝を撮り続けて十五年",
                "friends_count": 388,
                "mbtype": 11,
                "block_app": 1,
                "avatar_hd": "http://pictures.example/crop.0.0.1080.1080.1024/b37e05a1c8je7a3m9q2r6.jpg",
                "credit_score": 80,
                "remark": "",
                "created_at": "Mon Apr 12 08:15:30 +0900 2021",
                "block_word": 0,
                "ulevel": 0,
                "allow_all_act_msg": false,
                "verified_state": 0,
                "domain": "kazehaya",
                "verified_reason_modified": "",
                "level": 2,
                "allow_all_comment": true,
                "verified_level": 2,
                "verified_reason_url": "",
                "gender": "f",
                "favourites_count": 57,
                "idstr": "7318402265",
                "verified_type": 0,
                "city": "1202",
                "verified_source": "",
                "badge": {
                    "harbour_day": 1,
                    "harbour_level": 0,
                    "company": 0,
                    "photo_week": 1,
                    "night_walk_2025": 0,
                    "travel_2025": 0,
                    "anniversary": 0,
                    "market": 0,
                    "lantern_2024": 1,
                    "library_2025": 0,
                    "own_domain": 0,
                    "shop_linked": 0,
                    "proxy": 0,
                    "storm_watch_2026": 0
                },
                "extend": {
                    "privacy": {
                        "mobile": 0
                    },
                    "mbprivilege": "0000000000000000000000000000000000000000000000000000000000a41d08"
                },
                "lang": "ja-jp",
                "following": false
            }
        """
}
