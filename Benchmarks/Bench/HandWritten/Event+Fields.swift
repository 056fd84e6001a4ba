// The keys as the hand-written program knows them: found by length, then by bytes; a plain assignment for each.
// Benchmarks/fields writes this file.

extension Event {
    enum Field: UInt8 {
        case id, type, time, user, path, referrer, status, duration_ms, cached, tags, samples, place, message
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 2:
            if key.equals("id") { return .id }
        case 4:
            if key.equals("type") { return .type }
            if key.equals("time") { return .time }
            if key.equals("user") { return .user }
            if key.equals("path") { return .path }
            if key.equals("tags") { return .tags }
        case 5:
            if key.equals("place") { return .place }
        case 6:
            if key.equals("status") { return .status }
            if key.equals("cached") { return .cached }
        case 7:
            if key.equals("samples") { return .samples }
            if key.equals("message") { return .message }
        case 8:
            if key.equals("referrer") { return .referrer }
        case 11:
            if key.equals("duration_ms") { return .duration_ms }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .id: id = value
        case .type: type = value
        case .path: path = value
        case .referrer: referrer = value
        case .message: message = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .time: time = value
        case .status: status = value
        default: break
        }
    }

    mutating func assign(_ value: Bool, to field: Field) {
        switch field {
        case .cached: cached = value
        default: break
        }
    }
}

extension EventUser {
    enum Field: UInt8 {
        case id, name, plan
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 2:
            if key.equals("id") { return .id }
        case 4:
            if key.equals("name") { return .name }
            if key.equals("plan") { return .plan }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .name: name = value
        case .plan: plan = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .id: id = value
        default: break
        }
    }
}

extension EventPlace {
    enum Field: UInt8 {
        case latitude, longitude, city
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 4:
            if key.equals("city") { return .city }
        case 8:
            if key.equals("latitude") { return .latitude }
        case 9:
            if key.equals("longitude") { return .longitude }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .city: city = value
        default: break
        }
    }
}
