import Foundation

extension JSONDecoder {
    /// Foundation's decoder, set to read what Yodel reads.
    static var reference: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
