// The keys as the hand-written program knows them: found by length, then by bytes; a plain assignment for each.
// Benchmarks/fields writes this file.

extension FeedPicture {
    enum Field: UInt8 {
        case thumbnail, bmiddle, large, largest, pic_id, photo_tag, original, filter_id, object_id, middleplus
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 5:
            if key.equals("large") { return .large }
        case 6:
            if key.equals("pic_id") { return .pic_id }
        case 7:
            if key.equals("bmiddle") { return .bmiddle }
            if key.equals("largest") { return .largest }
        case 8:
            if key.equals("original") { return .original }
        case 9:
            if key.equals("thumbnail") { return .thumbnail }
            if key.equals("photo_tag") { return .photo_tag }
            if key.equals("filter_id") { return .filter_id }
            if key.equals("object_id") { return .object_id }
        case 10:
            if key.equals("middleplus") { return .middleplus }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .pic_id: pic_id = value
        case .filter_id: filter_id = value
        case .object_id: object_id = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .photo_tag: photo_tag = value
        default: break
        }
    }
}

extension FeedPictureSize {
    enum Field: UInt8 {
        case cut_type, type, url, width, height
    }

    static func field(_ key: TokenBytes) -> Field? {
        switch key.count {
        case 3:
            if key.equals("url") { return .url }
        case 4:
            if key.equals("type") { return .type }
        case 5:
            if key.equals("width") { return .width }
        case 6:
            if key.equals("height") { return .height }
        case 8:
            if key.equals("cut_type") { return .cut_type }
        default: break
        }
        return nil
    }

    mutating func assign(_ value: consuming String, to field: Field) {
        switch field {
        case .type: type = value
        case .url: url = value
        default: break
        }
    }

    mutating func assign(_ value: Int, to field: Field) {
        switch field {
        case .cut_type: cut_type = value
        case .width: width = value
        case .height: height = value
        default: break
        }
    }
}
