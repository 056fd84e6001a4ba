import Yodel

/// A GeoJSON feature collection; `canada.json` is one of almost nothing but numbers.
struct GeoCollection: Model, Codable, Equatable {
    var type = ""
    var features: [GeoFeature] = []
}

/// A feature with its outline.
struct GeoFeature: Model, Codable, Equatable {
    var type = ""
    var properties = GeoProperties()
    var geometry = GeoPolygon()
}

/// What is known of a feature.
struct GeoProperties: Model, Codable, Equatable {
    var name = ""
}

/// Rings of points of two coordinates each.
struct GeoPolygon: Model, Codable, Equatable {
    var type = ""
    var coordinates: [[[Double]]] = []
}
