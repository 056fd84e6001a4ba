// Keys and scalars of a status.pointee.
extension FeedStatusProgram {
    mutating func key(_ key: TokenBytes) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .status: statusField = FeedStatus.field(key)
        case .user: userField = FeedUser.field(key)
        case .picture: pictureField = FeedPicture.field(key)
        case .size: sizeField = FeedPictureSize.field(key)
        case .pictures: pictureID = key.string
        case .visible, .annotation, .icon, .badge, .extend, .privacy: shortKey = key.string
        case .outside, .annotations, .pictureIDs, .icons: break
        }
        return 1
    }

    mutating func boolean(_ value: Bool) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .status:
            if let statusField { status.pointee.assign(value, to: statusField) }
        case .user:
            if let userField { status.pointee.user.assign(value, to: userField) }
        case .annotation:
            if shortKey == "mapi_request" { status.pointee.annotations[status.pointee.annotations.count - 1].mapi_request = value }
        default: break
        }
        return 1
    }

    mutating func number(_ token: TokenBytes) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .status:
            if let statusField { status.pointee.assign(token.integer, to: statusField) }
        case .user:
            if let userField { status.pointee.user.assign(token.integer, to: userField) }
        case .picture:
            if let pictureField { picture.assign(token.integer, to: pictureField) }
        case .size:
            if let sizeField { size.assign(token.integer, to: sizeField) }
        case .visible:
            if shortKey == "type" { status.pointee.visible.type = token.integer }
            if shortKey == "list_id" { status.pointee.visible.list_id = token.integer }
        case .badge: status.pointee.user.badge[shortKey] = token.integer
        case .privacy: status.pointee.user.extend.privacy[shortKey] = token.integer
        default: break
        }
        return 1
    }

    mutating func string(_ token: TokenBytes) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .status:
            if let statusField { status.pointee.assign(token.string, to: statusField) }
        case .user:
            if let userField { status.pointee.user.assign(token.string, to: userField) }
        case .picture:
            if let pictureField { picture.assign(token.string, to: pictureField) }
        case .size:
            guard let sizeField else { return 1 }
            // The public document has some sizes as text.
            if sizeField == .width || sizeField == .height {
                size.assign(token.integer, to: sizeField)
            } else {
                size.assign(token.string, to: sizeField)
            }
        case .pictureIDs: status.pointee.pic_ids.append(token.string)
        case .icon:
            if shortKey == "url" { status.pointee.user.icons[status.pointee.user.icons.count - 1].url = token.string }
        case .annotation:
            if shortKey == "client_mblogid" {
                status.pointee.annotations[status.pointee.annotations.count - 1].client_mblogid = token.string
            }
        case .extend:
            if shortKey == "mbprivilege" { status.pointee.user.extend.mbprivilege = token.string }
        default: break
        }
        return 1
    }
}
