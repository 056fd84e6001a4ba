import Yodel

/// The catalogue of a box office: tables by number, and many small objects deep inside each other.
struct Catalog: Model, Codable, Equatable {
    var areas: [Int: String] = [:]
    var events: [Int: CatalogEvent] = [:]
    var performances: [CatalogPerformance] = []
    var topics: [Int: [Int]] = [:]
}

/// What is performed.
struct CatalogEvent: Model, Codable, Equatable {
    var id = 0
    var name = ""
    var description: String?
    var logo: String?
    var subject_code: String?
    var subtitle: String?
    var topics: [Int] = []
    var subtopics: [Int] = []
}

/// One evening of it.
struct CatalogPerformance: Model, Codable, Equatable {
    var id = 0
    var event = 0
    var logo: String?
    var name: String?
    var prices: [CatalogPrice] = []
    var categories: [CatalogCategory] = []
    var seat_map: String?
    var start = 0
    var venue = ""
}

/// What a seat costs.
struct CatalogPrice: Model, Codable, Equatable {
    var amount = 0
    var audience = 0
    var discount: Int?
    var note: String?
}

/// Seats of one price.
struct CatalogCategory: Model, Codable, Equatable {
    var category = 0
    var label: String?
    var areas: [CatalogArea] = []
}

/// Where they are.
struct CatalogArea: Model, Codable, Equatable {
    var area = 0
    var label: String?
    var level: Int?
    var blocks: [Int] = []
}
