import Testing

@testable import Yodel

/// A document read in every way, which must all give one result.
enum EveryWay {
    /// Decodes a document whole, by yajl, and in pieces of several sizes; all give one result.
    static func outcomes<T>(_ type: T.Type, _ text: String, _ options: DecodingOptions = .lenient) -> [Result<T, ModelError>] {
        let decoder = ModelDecoder(options)
        var yajl = options
        yajl.tokenizer = .yajl
        var results = [outcome { () throws(ModelError) in try decoder.decode(type, from: text) }]
        results.append(outcome { () throws(ModelError) in try ModelDecoder(yajl).decode(type, from: text) })
        let bytes = Array(text.utf8)
        for size in [1, 2, 3, 7, 31] {
            let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
            results.append(outcome { () throws(ModelError) in try decoder.decode(type, fromChunks: chunks) })
        }
        return results
    }

    /// Expects that every way of reading gives the same value or the same error.
    static func expectSame<T: Equatable>(_ type: T.Type, _ text: String, _ options: DecodingOptions) {
        let outcomes = outcomes(type, text, options)
        for outcome in outcomes.dropFirst() {
            switch (outcome, outcomes[0]) {
            case (.success(let value), .success(let first)): #expect(value == first, "\(text)")
            case (.failure(let error), .failure(let first)):
                #expect(
                    error.message == first.message && error.path == first.path && error.offset == first.offset,
                    "\(text): \(error), \(first)")
            default: Issue.record("\(text): \(outcome), \(outcomes[0])")
            }
        }
    }

    /// A document that is refused, and what is said of it.
    struct Wrong {
        let text: String
        let code: ModelError.Code
        let message: String
        let path: String
        let offset: Int
    }

    /// Expects the errors of documents, in every way of reading them.
    static func expectErrors<T>(_ type: T.Type, _ all: [Wrong], _ options: DecodingOptions) {
        for one in all {
            for result in outcomes(type, one.text, options) {
                guard case .failure(let error) = result else {
                    Issue.record("\(one.text): no error")
                    continue
                }
                #expect(error.code == one.code, "\(one.text)")
                #expect(error.message == one.message, "\(one.text)")
                #expect(error.path.description == one.path && error.offset == one.offset, "\(one.text): \(error)")
            }
        }
    }
}
