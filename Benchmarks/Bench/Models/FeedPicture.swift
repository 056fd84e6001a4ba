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
