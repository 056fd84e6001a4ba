import Yodel

/// A picture of a status in six sizes.
struct FeedPicture: Model, Codable, Equatable {
    var thumbnail = FeedPictureSize()
    var bmiddle = FeedPictureSize()
    var large = FeedPictureSize()
    var largest = FeedPictureSize()
    var pic_id = ""
    var photo_tag = 0
    var original = FeedPictureSize()
    var filter_id = ""
    var object_id = ""
    var middleplus = FeedPictureSize()
}

/// One size of a picture.
struct FeedPictureSize: Model, Codable, Equatable {
    var cut_type = 0
    var type = ""
    var url = ""
    var width = 0
    var height = 0
}

extension FeedPictureSize {
    /// `Codable` converts nothing, and the public document has some sizes as text: this is what a program has to write for it. Yodel needs
    /// no word of it.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        cut_type = try container.decode(Int.self, forKey: .cut_type)
        type = try container.decode(String.self, forKey: .type)
        url = try container.decode(String.self, forKey: .url)
        width = try Self.size(.width, in: container)
        height = try Self.size(.height, in: container)
    }

    private static func size(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) throws -> Int {
        do {
            return try container.decode(Int.self, forKey: key)
        } catch DecodingError.typeMismatch {
            return Int(try container.decode(String.self, forKey: key)) ?? 0
        }
    }
}
