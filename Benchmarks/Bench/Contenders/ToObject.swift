// Dictionaries for `JSONSerialization`, as written by hand for one model. What is nil is left out.

extension GitHubUser {
    var object: [String: Any] {
        var object: [String: Any] = [
            "login": login,
            "id": id,
            "avatar_url": avatar_url,
            "gravatar_id": gravatar_id,
            "url": url,
            "html_url": html_url,
            "followers_url": followers_url,
            "following_url": following_url,
            "gists_url": gists_url,
            "starred_url": starred_url,
            "subscriptions_url": subscriptions_url,
            "organizations_url": organizations_url,
            "repos_url": repos_url,
            "events_url": events_url,
            "received_events_url": received_events_url,
            "type": type,
            "site_admin": site_admin,
            "public_repos": public_repos,
            "public_gists": public_gists,
            "followers": followers,
            "following": following,
        ]
        if let name { object["name"] = name }
        if let company { object["company"] = company }
        if let blog { object["blog"] = blog }
        if let location { object["location"] = location }
        if let email { object["email"] = email }
        if let hireable { object["hireable"] = hireable }
        if let bio { object["bio"] = bio }
        return object
    }
}

extension Event {
    var object: [String: Any] {
        var object: [String: Any] = [
            "id": id,
            "type": type,
            "time": time,
            "user": user.object,
            "path": path,
            "status": status,
            "duration_ms": duration_ms,
            "cached": cached,
            "tags": tags,
            "samples": samples,
            "message": message,
        ]
        if let referrer { object["referrer"] = referrer }
        if let place { object["place"] = place.object }
        return object
    }
}

extension EventUser {
    var object: [String: Any] {
        var object: [String: Any] = [
            "id": id,
            "name": name,
        ]
        if let plan { object["plan"] = plan }
        return object
    }
}

extension EventPlace {
    var object: [String: Any] {
        [
            "latitude": latitude,
            "longitude": longitude,
            "city": city,
        ]
    }
}
