import FoundationEssentials
import Testing

@testable import Yodel

@Suite("Column forms of scalars")
struct ScalarFormTests {
    /// Sixteen bytes, of which a column of eight each would have half.
    private struct Interval: Scalar, Codable {
        var seconds: Int64 = 0
        var fraction: UInt64 = 0

        static func from(string bytes: BorrowedBytes, _ rules: ScalarRules) -> Conversion<Interval> { .refused(.invalidValue) }
        func write(to output: inout some ScalarOutput & ~Copyable) -> WriteOutcome { .written }
        static var schema: JSONObject { ["type": "string"] }
        static var isWrittenUnequal: Bool { false }
        static var columnForm: ScalarForm { .float(bits: 64) }
    }

    @Test func aFormThatIsNotThatOfTheMemoryIsRefused() {
        let error = #expect(throws: ModelError.self) { try ScalarColumn(of: Interval.self, nil, ["event", "gap"]) }
        #expect(error?.category == .model && error?.code == .unsupportedColumn && error?.path.description == "event.gap")
        #expect(
            error?.message
                == "Interval has no column: its values do not stand in memory as its columnForm says, float(bits: 64); this is a mistake in Yodel's declaration of the scalar, not in the model"
        )
    }

    @Test func formsFitTypesOfTheirSizeOrTheOneTypeThatTheyAreFor() {
        #expect(ScalarForm.float(bits: 64).fits(Double.self) && !ScalarForm.float(bits: 64).fits(Float.self))
        #expect(!ScalarForm.float(bits: 64).fits(Interval.self) && !ScalarForm.float(bits: 128).fits(Interval.self))
        #expect(
            ScalarForm.integer(bits: 32, isSigned: true).fits(Int32.self) && !ScalarForm.integer(bits: 32, isSigned: true).fits(Int.self))
        #expect(!ScalarForm.integer(bits: 128, isSigned: true).fits(Int128.self))
        // As long as an identifier, and a reference.
        #expect(ScalarForm.identifier.fits(UUID.self) && !ScalarForm.identifier.fits(String.self))
        #expect(ScalarForm.bit.fits(Bool.self) && !ScalarForm.bit.fits(UInt8.self))
        #expect(ScalarForm.instant.fits(Date.self) && !ScalarForm.instant.fits(Double.self))
        #expect(ScalarForm.bytes.fits(Data.self) && !ScalarForm.bytes.fits(String.self))
        #expect(ScalarForm.decimal.fits(Decimal.self) && !ScalarForm.decimal.fits(Interval.self))
        #expect(ScalarForm.text.fits(Interval.self))
    }

    @Test func everyScalarHasAFormThatFits() throws {
        let kinds = (UInt8.min...UInt8.max).compactMap { ScalarKind(rawValue: $0) }
        #expect(kinds.count >= 24)
        for kind in kinds {
            let plain = try ScalarColumn(of: kind.scalarType, nil, [])
            let exact = try ScalarColumn(of: kind.scalarType, (precision: 38, scale: 2), [])
            #expect((plain.type == exact.type) == (kind != .decimal), "\(kind)")
        }
    }
}
