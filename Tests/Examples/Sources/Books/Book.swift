import Yodel

/// A book, as clients send and receive it.
struct Book: Model {
    var id: Int?
    var title = ""
    var author = ""
    var pages = 0
    var tags: [String] = []

    static func describe(_ model: inout ModelDescription) {
        model.required = ["title"]
    }
}
