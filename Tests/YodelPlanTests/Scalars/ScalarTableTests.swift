import Testing

@testable import Yodel

@Suite("Table of scalars")
struct ScalarTableTests {
    private static let kinds = (0...UInt8.max).compactMap { ScalarKind(rawValue: $0) }

    /// A kind is spelled twice, where types become kinds and where kinds become types: both say the same.
    @Test func everyKindStandsForItsType() {
        for kind in Self.kinds {
            let isSame = ObjectIdentifier(kind.type) == ObjectIdentifier(kind.scalarType)
            #expect(isSame, "\(kind)")
            #expect(FieldKind.leaf(kind.type) == .scalar(kind))
        }
    }

    /// Keys of dictionaries are strings and integers, and they alone are made of a key's text.
    @Test func whatIsAKeyIsMadeOfItsText() {
        func isMade<S: Scalar>(_ type: S.Type) -> Bool { S.from(key: "1") != nil }
        for kind in Self.kinds {
            let isKey = isMade(kind.scalarType)
            #expect(isKey == (kind == .string || kind.isInteger), "\(kind)")
        }
    }

    /// Plans are read a byte at a time: the kinds beside the scalars take no room of their own.
    @Test func aKindIsOneByte() {
        #expect(MemoryLayout<FieldKind>.size == 1 && MemoryLayout<ScalarKind?>.size == 1)
    }
}
