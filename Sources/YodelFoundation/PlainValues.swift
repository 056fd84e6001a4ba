import Foundation
import Yodel

// Foundation's classes as values of a `[String: Any]` that Yodel decodes: what `JSONSerialization` makes, and what programs put into
// dictionaries by hand. Linking this library is all that is needed; there is nothing to call.

extension NSNumber: PlainValueConvertible {
    /// A Bool if the number was made of one, else the number it holds.
    public var plainValue: Any? {
        if let decimal = self as? NSDecimalNumber { return decimal.decimalValue }
        if type(of: self) == type(of: booleanNumber) { return boolValue }
        switch unsafe objCType.pointee {
        case 0x66, 0x64: return doubleValue  // f, d
        case 0x51: return uint64Value  // Q
        default: return int64Value
        }
    }
}

/// A number made of a Bool is of a class of its own.
private let booleanNumber = NSNumber(value: true)

extension NSNull: PlainValueConvertible {
    /// Nil.
    public var plainValue: Any? { nil }
}

extension NSString: PlainValueConvertible {
    /// The string.
    public var plainValue: Any? { String(describing: self) }
}

extension NSArray: PlainValueConvertible {
    /// The elements.
    public var plainValue: Any? { Array(self) }
}

extension NSSet: PlainValueConvertible {
    /// The elements, in any order.
    public var plainValue: Any? { allObjects }
}

extension NSDictionary: PlainValueConvertible {
    /// Keys and values. A dictionary with a key that is no text is left as it is.
    public var plainValue: Any? {
        var dictionary: [AnyHashable: Any] = [:]
        for (key, value) in self {
            if let key = key as? AnyHashable { dictionary[key] = value }
        }
        return dictionary
    }
}

extension NSDate: PlainValueConvertible {
    /// The date.
    public var plainValue: Any? { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }
}

extension NSData: PlainValueConvertible {
    /// The bytes.
    public var plainValue: Any? { Data(referencing: self) }
}

extension NSURL: PlainValueConvertible {
    /// The URL.
    public var plainValue: Any? { URL(string: absoluteString) }
}

extension NSUUID: PlainValueConvertible {
    /// The identifier.
    public var plainValue: Any? { UUID(uuidString: uuidString) }
}
