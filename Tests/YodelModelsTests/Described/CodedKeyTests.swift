import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Coded: BaseModel {
    let name: String
    let path: Int
    let index: Int?
    let empty: Int?

    enum CodingKeys: String, CodingKey {
        case name = "n", path = "a.b\\c", index = "l[0]", empty = ""
    }

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("name", \.name, keys: .coded(CodingKeys.name))
        properties.add("path", \.path, keys: .coded(CodingKeys.path))
        properties.add("index", \.index, keys: .coded(CodingKeys.index))
        properties.add("empty", \.empty, keys: .coded(CodingKeys.empty))
        return ModelForm(properties)
    }
}

private class Base: BaseModel {
    let id: Int

    struct Stored: BaseModel {
        let id: Int
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            return ModelForm(properties)
        }
    }

    init(stored: Stored) { id = stored.id }
    class var modelForm: ModelForm { ModelForm(make: Base.init(stored:)) { Stored(id: $0.id) } }
}

/// Without a form.
private class Middle: Base {
    var note = "none"
}

/// Has the values of the class between itself.
private final class Listing: Middle {
    struct Values: BaseModel {
        let base: Base.Stored
        let note: String
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addInherited("base", \.base)
            properties.add("note", \.note)
            return ModelForm(properties)
        }
    }

    init(values: Values) {
        super.init(stored: values.base)
        note = values.note
    }

    override class var modelForm: ModelForm {
        ModelForm(make: Listing.init(values:)) { Values(base: Base.Stored(id: $0.id), note: $0.note) }
    }
}

private final class Losing: Middle {
    struct Values: BaseModel {
        let base: Base.Stored
        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addInherited("base", \.base)
            return ModelForm(properties)
        }
    }

    init(values: Values) { super.init(stored: values.base) }
    override class var modelForm: ModelForm { ModelForm(make: Losing.init(values:)) { Values(base: Base.Stored(id: $0.id)) } }
}

@Suite("Keys of cases, and classes without a form")
struct CodedKeyTests {
    @Test func keysAreLiteral() throws {
        let text = #"{"n":"x","a.b\\c":1,"l[0]":2,"":3}"#
        let read = try Coded(json: text)
        #expect(read.name == "x" && read.path == 1 && read.index == 2 && read.empty == 3)
        #expect(try read.jsonString() == text)
    }

    @Test func aClassBetweenIsListedOrAnError() throws {
        let read = try Listing(json: #"{"id":1,"note":"n"}"#)
        #expect(read.id == 1 && read.note == "n")
        #expect(try read.jsonString() == #"{"id":1,"note":"n"}"#)
        #expect(
            declarationFault(Losing.self)
                == "Middle, a superclass of Losing, has no modelForm of its own, so that 'note' would be lost: let it have one, or have @Model, as well"
        )
    }
}
