#if Macros
import Foundation
import Testing
import YodelMacros

@Model
private struct Delivery: Equatable {
    @Transform(.oneOrMany) let tags: [String]
    @Transform(.oneUnlessMany) var codes: [Int] = []
    @Transform(.jsonTextOrValue) let payload: [String: Int]
    @Transform(.nullAsValue) var due: String??
    @Transform(.epochMilliseconds.keepingNull) var at: Date??
    @Transform(.base64URL) let key: Data
    @Transform(.decimalText) let price: Decimal
}

@Suite("@Model and shapes of values")
struct ShapeTests {
    @Test func areReadAndWritten() throws {
        let sparse = try Delivery(json: #"{"tags":"a","payload":"{\"id\":7}","key":"_-8=","price":"9.90"}"#)
        #expect(sparse.tags == ["a"] && sparse.payload == ["id": 7] && sparse.due == nil && sparse.at == nil)
        #expect(try sparse.jsonString() == #"{"tags":["a"],"codes":[],"payload":{"id":7},"key":"_-8","price":"9.9"}"#)

        let json = #"{"tags":["a","b"],"codes":5,"payload":{"id":7},"due":null,"at":null,"key":"_-8","price":9.9}"#
        let full = try Delivery(json: json)
        #expect(
            full.codes == [5] && full.due == .some(nil) && full.at == .some(nil) && full.key == sparse.key && full.price == sparse.price)
        #expect(try full.jsonString() == json.replacingOccurrences(of: "9.9", with: #""9.9""#))
        #expect(
            try Delivery(json: #"{"tags":[],"payload":{},"due":"d","at":1500,"key":"","price":1}"#).at == Date(timeIntervalSince1970: 1.5))
        #expect(throws: (any Error).self) { try Delivery(json: #"{"tags":{},"payload":{},"key":"","price":1}"#) }
    }
}
#endif
