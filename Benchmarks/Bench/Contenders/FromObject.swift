// Assignment out of the dictionaries that `JSONSerialization` makes, as written by hand for one model.

extension GitHubUser {
    init(object: [String: Any]) {
        login = object["login"] as? String ?? ""
        id = object["id"] as? Int ?? 0
        avatar_url = object["avatar_url"] as? String ?? ""
        gravatar_id = object["gravatar_id"] as? String ?? ""
        url = object["url"] as? String ?? ""
        html_url = object["html_url"] as? String ?? ""
        followers_url = object["followers_url"] as? String ?? ""
        following_url = object["following_url"] as? String ?? ""
        gists_url = object["gists_url"] as? String ?? ""
        starred_url = object["starred_url"] as? String ?? ""
        subscriptions_url = object["subscriptions_url"] as? String ?? ""
        organizations_url = object["organizations_url"] as? String ?? ""
        repos_url = object["repos_url"] as? String ?? ""
        events_url = object["events_url"] as? String ?? ""
        received_events_url = object["received_events_url"] as? String ?? ""
        type = object["type"] as? String ?? ""
        site_admin = object["site_admin"] as? Bool ?? false
        name = object["name"] as? String
        company = object["company"] as? String
        blog = object["blog"] as? String
        location = object["location"] as? String
        email = object["email"] as? String
        hireable = object["hireable"] as? Bool
        bio = object["bio"] as? String
        public_repos = object["public_repos"] as? Int ?? 0
        public_gists = object["public_gists"] as? Int ?? 0
        followers = object["followers"] as? Int ?? 0
        following = object["following"] as? Int ?? 0
    }
}

extension Event {
    init(object: [String: Any]) {
        id = object["id"] as? String ?? ""
        type = object["type"] as? String ?? ""
        time = object["time"] as? Int ?? 0
        user = (object["user"] as? [String: Any]).map(EventUser.init(object:)) ?? EventUser()
        path = object["path"] as? String ?? ""
        referrer = object["referrer"] as? String
        status = object["status"] as? Int ?? 0
        duration_ms = object["duration_ms"] as? Double ?? 0
        cached = object["cached"] as? Bool ?? false
        tags = object["tags"] as? [String] ?? []
        samples = object["samples"] as? [Int] ?? []
        place = (object["place"] as? [String: Any]).map(EventPlace.init(object:))
        message = object["message"] as? String ?? ""
    }
}

extension EventUser {
    init(object: [String: Any]) {
        id = object["id"] as? Int ?? 0
        name = object["name"] as? String ?? ""
        plan = object["plan"] as? String
    }
}

extension EventPlace {
    init(object: [String: Any]) {
        latitude = object["latitude"] as? Double ?? 0
        longitude = object["longitude"] as? Double ?? 0
        city = object["city"] as? String ?? ""
    }
}

extension ShapeValues {
    init(object: [String: Any]) {
        kind = object["kind"] as? String ?? ""
        id = object["id"] as? Int ?? 0
        name = object["name"] as? String ?? ""
        radius = object["radius"] as? Double ?? 0
        width = object["width"] as? Double ?? 0
        height = object["height"] as? Double ?? 0
        sides = object["sides"] as? Int ?? 0
        length = object["length"] as? Double ?? 0
    }
}
