// Standard types, each by the method of a container that is its own: the compiler prefers it where the type is known, as it is here.

extension Bool: CodedKind {
    static var start: Bool { false }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Bool { try container.decode(Bool.self, forKey: .v) }
    static func write(_ value: Bool, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension String: CodedKind {
    static var start: String { "" }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> String { try container.decode(String.self, forKey: .v) }
    static func write(_ value: String, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
    static func readOptional(_ container: KeyedDecodingContainer<OneKey>) throws -> String? {
        try container.decodeIfPresent(String.self, forKey: .v)
    }
    static func writeOptional(_ value: String?, _ container: inout KeyedEncodingContainer<OneKey>) throws {
        try container.encodeIfPresent(value, forKey: .v)
    }
}

extension Double: CodedKind {
    static var start: Double { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Double { try container.decode(Double.self, forKey: .v) }
    static func write(_ value: Double, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension Float: CodedKind {
    static var start: Float { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Float { try container.decode(Float.self, forKey: .v) }
    static func write(_ value: Float, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension Int: CodedKind {
    static var start: Int { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Int { try container.decode(Int.self, forKey: .v) }
    static func write(_ value: Int, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
    static func readOptional(_ container: KeyedDecodingContainer<OneKey>) throws -> Int? {
        try container.decodeIfPresent(Int.self, forKey: .v)
    }
    static func writeOptional(_ value: Int?, _ container: inout KeyedEncodingContainer<OneKey>) throws {
        try container.encodeIfPresent(value, forKey: .v)
    }
}

extension Int8: CodedKind {
    static var start: Int8 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Int8 { try container.decode(Int8.self, forKey: .v) }
    static func write(_ value: Int8, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension Int16: CodedKind {
    static var start: Int16 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Int16 { try container.decode(Int16.self, forKey: .v) }
    static func write(_ value: Int16, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension Int32: CodedKind {
    static var start: Int32 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Int32 { try container.decode(Int32.self, forKey: .v) }
    static func write(_ value: Int32, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension Int64: CodedKind {
    static var start: Int64 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Int64 { try container.decode(Int64.self, forKey: .v) }
    static func write(_ value: Int64, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension Int128: CodedKind {
    static var start: Int128 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Int128 { try container.decode(Int128.self, forKey: .v) }
    static func write(_ value: Int128, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension UInt: CodedKind {
    static var start: UInt { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> UInt { try container.decode(UInt.self, forKey: .v) }
    static func write(_ value: UInt, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension UInt8: CodedKind {
    static var start: UInt8 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> UInt8 { try container.decode(UInt8.self, forKey: .v) }
    static func write(_ value: UInt8, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension UInt16: CodedKind {
    static var start: UInt16 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> UInt16 { try container.decode(UInt16.self, forKey: .v) }
    static func write(_ value: UInt16, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension UInt32: CodedKind {
    static var start: UInt32 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> UInt32 { try container.decode(UInt32.self, forKey: .v) }
    static func write(_ value: UInt32, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension UInt64: CodedKind {
    static var start: UInt64 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> UInt64 { try container.decode(UInt64.self, forKey: .v) }
    static func write(_ value: UInt64, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
}

extension UInt128: CodedKind {
    static var start: UInt128 { 0 }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> UInt128 { try container.decode(UInt128.self, forKey: .v) }
    static func write(_ value: UInt128, _ container: inout KeyedEncodingContainer<OneKey>) throws {
        try container.encode(value, forKey: .v)
    }
}
