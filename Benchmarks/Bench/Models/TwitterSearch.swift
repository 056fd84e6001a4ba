import Yodel

/// The answer of Twitter's search.
struct TwitterSearch: Model, Codable, Equatable {
    var statuses: [Tweet] = []
    var search_metadata = TwitterSearchMetadata()
}

/// How a search went.
struct TwitterSearchMetadata: Model, Codable, Equatable {
    var completed_in = 0.0
    var max_id = 0
    var max_id_str = ""
    var next_results = ""
    var query = ""
    var refresh_url = ""
    var count = 0
    var since_id = 0
    var since_id_str = ""
}
