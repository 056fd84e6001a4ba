import Foundation
import Yodel

/// An issue. What a document does not mention keeps its default.
struct Issue: Model {
    var number = 0
    var title = ""
    var isOpen = false
    var createdAt: Date?

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["isOpen": "state.open"]  // a value of a nested object, by its path
        model.keys.style = .snakeCase  // all others: created_at
    }
}

/// One page of a list, and where the next one is.
struct Page: Model {
    var issues: [Issue] = []
    var next: String?

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["issues": "data", "next": "links.next"]
        model.required = ["issues"]  // an answer without them is no page
    }
}
