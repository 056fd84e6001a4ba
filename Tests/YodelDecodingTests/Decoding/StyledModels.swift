@testable import Yodel

// Models for tests of key styles.

/// A struct that lists its properties.
struct StyledList: BaseModel, Equatable {
    let imgUrl: String
    let tbString: String
    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("imgUrl", \.imgUrl)
        properties.add("tbString", \.tbString)
        return ModelForm(properties)
    }
}

/// A struct whose object has the keys of another one.
struct StyledFlattened: Model, Equatable {
    struct Page: Model, Equatable { var pageSize = 0 }
    var firstPage = Page()
    var userName = ""
    static func describe(_ model: inout ModelDescription) { model.keys = ["firstPage": .flattened] }
}
