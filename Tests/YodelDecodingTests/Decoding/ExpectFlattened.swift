import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Expects the value of a document, however it is read: whole, in pieces, from a value at hand, and as an element.
func expectFlattened<T: BaseModel & Equatable>(
    _ type: T.Type, _ json: String, _ expected: T, _ options: DecodingOptions = .lenient,
    at location: Testing.SourceLocation = #_sourceLocation
) throws {
    #expect(try decodeWhole(type, Array(json.utf8), options).get() == expected, "\(json)", sourceLocation: location)
    for size in [1, 6] {
        #expect(
            try decodeInChunks(type, Array(json.utf8), size: size, options).get() == expected, "\(json)", sourceLocation: location)
    }
    let value = try ModelDecoder().decode(JSONValue.self, from: json)
    #expect(try ModelDecoder(options).decode(type, from: value) == expected, "\(json)", sourceLocation: location)
    let list = try ModelDecoder(options).decode([T].self, from: "[\(json), \(json)]")
    #expect(list == [expected, expected], "\(json)", sourceLocation: location)
}
