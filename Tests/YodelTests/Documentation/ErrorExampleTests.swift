import Testing
import Yodel

/// The examples that the article on errors gives for a code have that code.
@Suite("Examples of errors")
struct ErrorExampleTests {
    @Test(arguments: [
        ("[1,]", ModelError.Code.unexpectedByte), (#"{"a:1}"#, .unexpectedEnd), (#"{a":1}"#, .unexpectedByte), ("True", .unexpectedByte),
        ("NaN", .unexpectedByte), ("+1", .unexpectedByte), (".5", .unexpectedByte), ("[True]", .unexpectedByte), ("[NaN]", .unexpectedByte),
        ("[+1]", .unexpectedByte), ("[.5]", .unexpectedByte), ("nil", .invalidLiteral), ("falsy", .invalidLiteral),
        ("[nul]", .invalidLiteral), ("[nil]", .invalidLiteral), ("[falsy]", .invalidLiteral), ("[01]", .invalidNumber),
        ("[1.]", .invalidNumber), ("[1e]", .invalidNumber), ("[-]", .invalidNumber), ("01", .trailingContent), ("{} {}", .trailingContent),
        ("{}}", .trailingContent), ("", .emptyInput), (" ", .emptyInput), ("[1", .unexpectedEnd), ("\"a\nb\"", .controlCharacter),
        (#""C:\dir""#, .invalidEscape), (#""\ud800""#, .loneSurrogate),
    ])
    func codes(_ text: String, _ code: ModelError.Code) {
        for tokenizer in [DecodingOptions.Tokenizer.scanner, .yajl] {
            var options = DecodingOptions()
            options.tokenizer = tokenizer
            #expect { try ModelDecoder(options).decode(JSONValue.self, from: text) } throws: { ($0 as? ModelError)?.code == code }
        }
    }
}
