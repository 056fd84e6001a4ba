import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Left out of the case: a selector, a C struct and an NSValue, which Swift's models do not have.

/// Two numbers by a coding of their own.
private struct Size: Codable, Equatable {
    var width = 0.0
    var height = 0.0
}

/// What can be written, not read: as the C struct there, it does not go into an archive.
private struct Bare: Encodable, Equatable { var b = 0.0 }

private final class HashModel: Model {
    var int = 0
    var float = 0.0
    var number: Decimal?
    var string: String?
    var size = Size()
    var bare = Bare()
    var nested: HashModel?
}

/// As a program of one's own has it: the coding by the library's two calls.
extension HashModel: Codable {
    convenience init(from decoder: any Decoder) throws { try self.init(modelFrom: decoder) }
    func encode(to encoder: any Encoder) throws { try modelEncode(to: encoder) }
}

@Suite("Acceptance: archive")
struct AcceptanceArchiveTests {
    @Test("CC-K01: a model is archived and comes back", arguments: Coder.allCases)
    func archiving(_ coder: Coder) throws {
        let model = HashModel()
        (model.int, model.float, model.number, model.string) = (1, 12.34, 1234, "Apple")
        model.size = Size(width: 12, height: 34)
        model.bare.b = 56.78
        let nested = HashModel()
        nested.string = "nested"
        model.nested = nested

        let back = try coder.again(model)
        #expect(back !== model && back.int == 1 && back.float == 12.34 && back.number == 1234 && back.string == "Apple")
        #expect(back.size == Size(width: 12, height: 34) && back.bare.b == 0)
        #expect(back.nested?.string == "nested" && back.nested?.nested == nil)
    }
}
