/// A checksum over all values of a model, in the order of its properties; of dictionaries in any order. `Fields.hpp` computes the same.
struct Checksum {
    private(set) var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func mix(_ value: UInt64) {
        state = (state ^ value) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 32
    }

    mutating func add(_ value: Any) {
        switch value {
        // First: a cast to the type of its value would open it.
        case let optional as any AnyOptional:
            mix(optional.wrapped == nil ? 0 : 1)
            if let value = optional.wrapped { add(value) }
        case let text as String: add(text)
        case let value as Int: mix(UInt64(bitPattern: Int64(value)))
        case let value as Double: mix(value.bitPattern)
        case let value as Bool: mix(value ? 1 : 0)
        case let values as [Double]:
            mix(UInt64(values.count))
            for value in values { mix(value.bitPattern) }
        default: add(parts: Mirror(reflecting: value))
        }
    }

    private mutating func add(_ text: String) {
        mix(UInt64(text.utf8.count))
        let bytes = Array(text.utf8)
        let whole = bytes.count & ~7
        bytes.withUnsafeBytes { bytes in
            for index in stride(from: 0, to: whole, by: 8) { mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
            for index in whole..<bytes.count { mix(UInt64(bytes[index])) }
        }
    }

    private mutating func add(parts mirror: Mirror) {
        switch mirror.displayStyle {
        case .collection:
            mix(UInt64(mirror.children.count))
            for child in mirror.children { add(child.value) }
        case .dictionary:
            var sum: UInt64 = 0
            for child in mirror.children {
                var pair = Checksum()
                for part in Mirror(reflecting: child.value).children { pair.add(part.value) }
                sum &+= pair.state
            }
            mix(UInt64(mirror.children.count))
            mix(sum)
        default: for child in mirror.children { add(child.value) }
        }
    }
}

private protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var wrapped: Any? { self }
}
