import Yodel

// What people write by mistake, and what the compiler says of it, at the line. No line of this file may become correct: Tests/Mistakes/run.

struct NoModel: BaseModel {  // the type is no model: state Model beside the other protocols, or give it @Model
    var name = ""
}

struct MisspeltWord: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) {
        model.keyMapping = ["name": "n"]  // value of type 'ModelDescription' has no member 'keyMapping'
    }
}

struct WrongKey: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["name": 1]  // cannot convert value of type 'Int' to expected dictionary value type 'KeyMapping.Keys'
    }
}

struct MisspeltProperty: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) {
        model.ignored = [\Self.nmae]  // value of type 'MisspeltProperty' has no member 'nmae'
    }
}

struct NoList: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) {
        model.required = "name"  // cannot assign value of type 'String' to type 'PropertyNames'
    }
}

struct MisspeltTransform: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) {
        model.transforms = ["name": .trimed]  // type 'PropertyTransform' has no member 'trimed'
    }
}

struct MisspeltStyle: Model {
    var name = ""
    static func describe(_ model: inout ModelDescription) {
        model.keys.style = .snakecase  // type 'KeyStyle?' has no member 'snakecase'
    }
}

struct ReadOnly: Model {
    var name = ""
    var upper: String { name.uppercased() }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.upper, named: "upper")  // to expected argument type 'WritableKeyPath<Root, Value>'
    }
}

struct WithoutDefault: Model {  // type 'WithoutDefault' does not conform to protocol 'Model'
    let name: String
}

class NotRequired: Model {  // can only be satisfied by a 'required' initializer
    var name = ""
}

class Base: Model {
    var name = ""
    required init() {}
    class func describe(_ model: inout ModelDescription) {}
}

final class WithoutOverride: Base {
    class func describe(_ model: inout ModelDescription) {}  // overriding declaration requires an 'override' keyword
}

class Silent: Model {
    var name = ""
    required init() {}
}

final class OverridesNothing: Silent {
    override class func describe(_ model: inout ModelDescription) {}  // method does not override any method from its superclass
}

struct WithoutHook: ValidatedModel {  // type 'WithoutHook' does not conform to protocol 'ValidatedModel'
    var name = ""
}

struct WithoutForm: BaseModel {  // type 'WithoutForm' does not conform to protocol 'BaseModel'
    let name: String
}
