import Foundation
import Yodel

public struct Actor: Model {
    public var id = 0
    public var login = ""

    public init() {}
}

public struct Event: Model {
    public var id = 0
    public var type = ""
    public var actor = Actor()
    public var `public` = false
    public var createdAt = Date(timeIntervalSince1970: 0)
    public var score = 0.0
    public var tags: [String] = []
    public var note: String?

    public static func describe(_ model: inout ModelDescription) { model.keys = ["createdAt": "created_at"] }

    public init() {}
}
