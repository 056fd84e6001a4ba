import Foundation
import Yodel

/// A model with a property of each kind that columns have.
public struct Everything: Model {
    public enum Colour: String, CaseIterable, Sendable { case red, green, blue }
    public enum Level: Int16, Sendable { case low = -1, high = 7 }

    public struct Part: Model {
        public var a = 0
        public var b: String?

        public init() {}
    }

    public var bool = false
    public var int8: Int8 = 0
    public var int16: Int16 = 0
    public var int32: Int32 = 0
    public var int64: Int64 = 0
    public var uint8: UInt8 = 0
    public var uint16: UInt16 = 0
    public var uint32: UInt32 = 0
    public var uint64: UInt64 = 0
    public var float: Float = 0
    public var double = 0.0
    public var text = ""
    public var colour = Colour.red
    public var level = Level.low
    public var date = Date(timeIntervalSince1970: 0)
    public var decimal = Decimal(0)
    public var data = Data()
    public var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    public var url: URL?
    public var part = Part()
    public var maybe: Part?
    public var list: [Int] = []
    public var nested: [[Double]] = []
    public var parts: [Part] = []
    public var maybes: [Part?] = []
    public var map: [String: Int] = [:]
    public var numbers: [Int: String] = [:]
    public var json = JSONValue.null
    public var maybeInt: Int?
    public var maybeColour: Colour?

    public init() {}
}
