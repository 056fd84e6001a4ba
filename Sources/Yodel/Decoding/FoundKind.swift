/// What was found, for a message.
enum FoundKind: String {
    case null = "null"
    case boolean = "a boolean"
    case number = "a number"
    case string = "a string"
    case object = "an object"
    case array = "an array"
    /// A value of Swift's own that JSON does not have.
    case foreign = "a value that is not JSON"

    var isContainer: Bool { self == .object || self == .array }
}

extension FoundKind {
    /// That of the value that begins with a byte; nil if none does.
    init?(ofValueWith first: UInt8) {
        switch first {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
        case UInt8(ascii: "n"): self = .null
        default: return nil
        }
    }

    /// That of the container that begins at a place.
    init(container next: TextPlace) { self = unsafe next.byte == UInt8(ascii: "{") ? .object : .array }
}

extension JSONValue {
    var foundKind: FoundKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

extension ScalarToken {
    var foundKind: FoundKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        }
    }
}

extension FieldKind {
    /// Whether a value of the kind can be made of a container.
    func takes(_ found: FoundKind) -> Bool {
        switch found {
        case .object: takesObjects
        case .array: takesArrays
        case .null, .boolean, .number, .string, .foreign:
            switch self {
            case .json, .rawJSON, .any, .decodable: true
            default: false
            }
        }
    }
}
