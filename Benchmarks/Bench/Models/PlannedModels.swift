import Foundation
import Yodel

// Ten models of ten properties, whose first decode is measured: it builds their plans. All kinds of properties that most models have are among them; `Planned9`
// holds another model, an array of it and an enum.

struct Planned0: Model {
    var id = 0
    var name = ""
    var email: String?
    var age: Int?
    var score = 0.0
    var isActive = false
    var tags: [String] = []
    var created: Date?
    var parent: Int64?
    var remark = ""
}

struct Planned1: Model {
    var id = 0
    var login = ""
    var avatar = ""
    var url: String?
    var kind = ""
    var isAdmin = false
    var company: String?
    var place: String?
    var followers = 0
    var following = 0
}

struct Planned2: Model {
    var id: UInt64 = 0
    var text = ""
    var language: String?
    var isTruncated = false
    var likes = 0
    var shares = 0
    var latitude: Double?
    var longitude: Double?
    var created = Date(timeIntervalSince1970: 0)
    var source = ""
}

struct Planned3: Model {
    var sku = ""
    var title = ""
    var price = 0.0
    var currency = "EUR"
    var stock: Int32 = 0
    var weight: Float?
    var colors: [String] = []
    var sizes: [Int] = []
    var isSold: Bool?
    var remark: String?
}

struct Planned4: Model {
    var host = ""
    var port: UInt16 = 0
    var path: String?
    var status = 0
    var bytes: Int64 = 0
    var duration = 0.0
    var agent: String?
    var referrer: String?
    var isCached = false
    var headers: [String: String] = [:]
}

struct Planned5: Model {
    var year = 0
    var month: Int8 = 0
    var day: Int8 = 0
    var rain: Double?
    var wind: Double?
    var sun: Double?
    var station = ""
    var country = ""
    var isFinal = false
    var readings: [Double] = []
}

struct Planned6: Model {
    var title = ""
    var author = ""
    var pages: Int?
    var isbn: String?
    var publisher: String?
    var published: Date?
    var rating: Double?
    var isLent = false
    var copies = 1
    var shelf = ""
}

struct Planned7: Model {
    var from = ""
    var to: [String] = []
    var copies: [String]?
    var subject = ""
    var body = ""
    var size = 0
    var isRead = false
    var isFlagged = false
    var sent: Date?
    var thread: String?
}

struct Planned8: Model {
    var id = 0
    var a = 0.0
    var b = 0.0
    var c = 0.0
    var d = 0.0
    var e: Float = 0
    var f: Float = 0
    var g: Int16 = 0
    var h: UInt8 = 0
    var name = ""
}

struct Planned9: Model {
    enum State: String { case new, open, closed }

    var id = 0
    var title = ""
    var body: String?
    var author = Planned8()
    var others: [Planned8] = []
    var state = State.new
    var comments = 0
    var isLocked = false
    var created: Date?
    var closed: Date?
}
