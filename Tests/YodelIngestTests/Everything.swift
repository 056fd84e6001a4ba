#if Ingest
import Foundation
import Yodel
import YodelIngest

/// A property of each type that has a column.
struct Everything: Model, TableModel {
    enum Color: String, Sendable { case red, green }

    struct Inner: Model {
        var a = 1
        var b: [String] = []
    }

    static let table = IngestTable("everything", key: ["text", "int8"], indexes: [["date"], ["double", "bool"]])
    var bool = false
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var big: Int128 = 0
    var float: Float = 0
    var double = 0.0
    var text = ""
    var character: Character = "x"
    var color = Color.red
    var maybeColor: Color?
    var date = Date(timeIntervalSince1970: 0)
    var data = Data()
    var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
    var decimal = Decimal(0)
    var url: URL?
    var inner = Inner()
    var maybeInner: Inner?
    var list: [Int] = []
    var dictionary: [String: Int] = [:]
    var value = JSONValue.null

    /// A line with a value for each of them.
    static func document(text: String) -> String {
        #"""
        {"bool": true, "int8": -8, "int16": -16, "int32": -32, "int": -9223372036854775808, "uint8": 255, "uint16": 65535, "uint32": 4294967295, \#
        "uint64": 18446744073709551615, "big": -170141183460469231731687303715884105728, "float": 0.1, "double": 1e300, "text": "\#(text)", \#
        "character": "é", "color": "green", "maybeColor": "red", "date": "2026-11-21T10:11:12.123456Z", "data": "AAEC/w==", \#
        "uuid": "00112233-4455-6677-8899-AABBCCDDEEFF", "decimal": 0.1, "url": "https://example.org/", "inner": {"b": ["x"]}, "maybeInner": {"a": 2}, \#
        "list": [1, 2], "dictionary": {"b": 2, "a": 1}, "value": {"z": [1.0, null]}}
        """# + "\n"
    }
}
#endif
