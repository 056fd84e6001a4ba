// Moving between the objects and arrays of a status.pointee.
extension FeedStatusProgram {
    mutating func startMap() -> Int32 {
        if skipped == 0, let inner = innerMap { place = inner } else { skipped &+= 1 }
        switch place {
        case .annotation where skipped == 0: status.pointee.annotations.append(FeedAnnotation())
        case .icon where skipped == 0: status.pointee.user.icons.append(FeedIcon())
        default: break
        }
        return 1
    }

    mutating func startArray() -> Int32 {
        if skipped == 0, let inner = innerArray { place = inner } else { skipped &+= 1 }
        return 1
    }

    mutating func end() -> Int32 {
        if skipped > 0 {
            skipped &-= 1
            return 1
        }
        switch place {
        case .outside, .status: place = .outside
        case .visible, .annotations, .pictureIDs, .user, .pictures: place = .status
        case .annotation: place = .annotations
        case .icons, .badge, .extend: place = .user
        case .icon: place = .icons
        case .privacy: place = .extend
        case .picture:
            storePicture()
            place = .pictures
        case .size:
            storeSize()
            place = .picture
        }
        return 1
    }

    private var innerMap: Place? {
        switch place {
        case .outside: .status
        case .status:
            switch statusField {
            case .user: .user
            case .visible: .visible
            case .pic_infos: .pictures
            default: nil
            }
        case .user: userField == .badge ? .badge : userField == .extend ? .extend : nil
        case .extend: shortKey == "privacy" ? .privacy : nil
        case .annotations: .annotation
        case .icons: .icon
        case .pictures: .picture
        case .picture: pictureField == nil ? nil : .size
        default: nil
        }
    }

    private var innerArray: Place? {
        switch place {
        case .status: statusField == .annotations ? .annotations : statusField == .pic_ids ? .pictureIDs : nil
        case .user: userField == .icons ? .icons : nil
        default: nil
        }
    }

    // Both are swapped out, which leaves a fresh one for what comes next: a copy would retain each of the strings.

    private mutating func storePicture() {
        var finished = FeedPicture()
        swap(&finished, &picture)
        status.pointee.pic_infos[pictureID] = consume finished
    }

    private mutating func storeSize() {
        var finished = FeedPictureSize()
        swap(&finished, &size)
        switch pictureField {
        case .thumbnail: picture.thumbnail = finished
        case .bmiddle: picture.bmiddle = finished
        case .large: picture.large = finished
        case .largest: picture.largest = finished
        case .original: picture.original = finished
        case .middleplus: picture.middleplus = finished
        default: break
        }
    }
}
