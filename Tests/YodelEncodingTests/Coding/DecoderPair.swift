import Foundation

@testable import Yodel

/// Foundation's decoder and ours, set to the same.
struct DecoderPair {
    let theirs = JSONDecoder()
    let ours = CodableDecoder()

    /// Sets both by bits of a number.
    init(settings: Int) {
        if settings & 1 != 0 {
            theirs.keyDecodingStrategy = .convertFromSnakeCase
            ours.keyDecodingStrategy = .convertFromSnakeCase
        }
        if settings & 2 != 0 {
            theirs.dateDecodingStrategy = .iso8601
            ours.dateDecodingStrategy = .iso8601
        }
        if settings & 6 == 4 {
            theirs.dateDecodingStrategy = .millisecondsSince1970
            ours.dateDecodingStrategy = .millisecondsSince1970
        }
        if settings & 4 != 0 {
            let (infinity, nan) = ("inf", "x")
            theirs.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "+" + infinity, negativeInfinity: "-" + infinity, nan: nan)
            ours.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "+" + infinity, negativeInfinity: "-" + infinity, nan: nan)
        }
        if settings == 4 {
            theirs.keyDecodingStrategy = .custom(Self.changed)
            ours.keyDecodingStrategy = .custom(Self.changed)
        }
        if settings == 6 {
            theirs.dataDecodingStrategy = .deferredToData
            ours.dataDecodingStrategy = .deferredToData
        }
    }

    /// A key without its first letter if that is `x`; numbered by how deep it stands if it is `b`.
    @Sendable
    private static func changed(_ path: [any CodingKey]) -> any CodingKey {
        let name = path.last?.stringValue ?? ""
        return PlaceKey(name.hasPrefix("x") ? String(name.dropFirst()) : name == "b" ? "b\(path.count)" : name)
    }
}
