import Yodel

/// A line of the event log. It declares about half of the keys that a line has, as programs that read logs do.
struct Event: Model, Codable, Equatable {
    var id = ""
    var type = ""
    var time = 0
    var user = EventUser()
    var path = ""
    var referrer: String?
    var status = 0
    var duration_ms = 0.0
    var cached = false
    var tags: [String] = []
    var samples: [Int] = []
    var place: EventPlace?
    var message = ""
}

/// Who caused an event.
struct EventUser: Model, Codable, Equatable {
    var id = 0
    var name = ""
    var plan: String?
}

/// Where an event came from.
struct EventPlace: Model, Codable, Equatable {
    var latitude = 0.0
    var longitude = 0.0
    var city = ""
}
