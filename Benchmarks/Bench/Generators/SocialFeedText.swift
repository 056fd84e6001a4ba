/// The document of `social_feed`: an invented status of about 20 KB with its author and nine pictures. Ids and addresses come from a seed.
enum SocialFeedText {
    static let text: String = {
        var random = SplitMix64(seed: 0x66_65_65_64)
        let pictures = (0..<9).map { _ in picture(&random) }
        return status(pictures)
    }()

    private static func status(_ pictures: [(id: String, text: String)]) -> String {
        """
        {
            "favorited": true,
            "attitudes_status": 0,
            "created_at": "Sat Feb 07 18:42:51 +0900 2026",
            "id": 5263190447718402,
            "truncated": false,
            "in_reply_to_screen_name": "",
            "mblogid": "QkT9rLw2x",
            "text": "港に朝が来た。九枚の写真、船は七隻 ⛵️ 灯台の向こうに雪の山\\u3002\\"Γειά σου\\", sagte der Möwenchor.\\nもっと見る →",
            "idstr": "5263190447718402",
            "source_type": 1,
            "geo": "",
            "user": \(SocialFeedAuthor.text),
            "comments_count": 1288,
            "thumbnail_pic": "http://pictures.example/thumbnail/\(pictures[0].id).jpg",
            "source": "<a href=\\"http:\\/\\/app.example\\/t\\/feed\\/9vXq27\\" rel=\\"nofollow\\">harbour camera</a>",
            "recom_state": -1,
            "source_allowclick": 0,
            "biz_feature": 8589934592,
            "mblogtypename": "",
            "annotations": [
                {
                    "client_mblogid": "5b0d3c9e-7a41-4f0c-93d2-61e8b2fa7740"
                },
                {
                    "mapi_request": true
                }
            ],
            "filterID": "",
            "bmiddle_pic": "http://pictures.example/bmiddle/\(pictures[0].id).jpg",
            "scheme": "harbourfeed://detail/?mblogid=QkT9rLw2x",
            "visible": {
                "type": 0,
                "list_id": 0
            },
            "in_reply_to_status_id": "",
            "mid": "5263190447718402",
            "pic_ids": [
        \(pictures.map { "        \"\($0.id)\"" }.joined(separator: ",\n"))
            ],
            "reposts_count": 904,
            "mlevel": 0,
            "attitudes_count": 35716,
            "darwin_tags": [
            ],
            "userType": 0,
            "pic_infos": {
        \(pictures.map(\.text).joined(separator: ",\n"))
            },
            "in_reply_to_user_id": "",
            "original_pic": "http://pictures.example/large/\(pictures[0].id).jpg"
        }

        """
    }

    private static func picture(_ random: inout SplitMix64) -> (id: String, text: String) {
        let id = random.hex(32)
        let text = """
                    "\(id)": {
            \(size("thumbnail", "or180", id, "WEBP", 266, 150)),
            \(size("bmiddle", "or360", id, "WEBP", 480, 270)),
            \(size("large", "wap720", id, "JPEG", 720, 405)),
            \(size("largest", "large", id, "JPEG", 2048, 1152)),
                        "pic_id": "\(id)",
                        "photo_tag": 0,
            \(size("original", "woriginal", id, "JPEG", 2048, 1152)),
                        "filter_id": "\(random.below(9))",
                        "object_id": "1042018:\(random.hex(16))",
            \(size("middleplus", "or480", id, "WEBP", 640, 360))
                    }
            """
        return (id, text)
    }

    private static func size(_ name: String, _ folder: String, _ id: String, _ type: String, _ width: Int, _ height: Int) -> String {
        """
                    "\(name)": {
                        "cut_type": 1,
                        "type": "\(type)",
                        "url": "http://pictures.example/\(folder)/\(id).jpg",
                        "width": \(width),
                        "height": \(height)
                    }
        """
    }
}
