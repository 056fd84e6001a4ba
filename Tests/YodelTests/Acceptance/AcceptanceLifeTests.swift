import Foundation
import Testing
import Yodel

@testable import YodelTestSupport

// Equality, hashes, copies and descriptions.

/// A C struct in the original: here a struct that is a model too.
private struct Numbers: Model {
    var a: Int32 = 0
    var b = 0.0
}

private final class HashModel: ModelHashable {
    var int: Int32 = 0
    var float: Float = 0
    var string: String?
    var string2: String?
    var `struct` = Numbers()
}

private final class DescriptionModel: Model {
    var string: String?
    var int: Int32 = 0
    var number: Int?
    var decimal: Decimal?
    var value: Range?
    var date: Date?
    var block: (() -> Void)?
    var mData: Data?
    var array: [Any]?, dict: [String: Any]?, set: Set<String>?
    var mArray: [DescriptionModel]?, mDict: [String: DescriptionModel]?

    struct Range: Model {
        var location = 0, length = 0
    }
}

@Suite("Acceptance: equality, copies and descriptions")
struct AcceptanceLifeTests {
    /// Where the original asks `hash` and `isEqual:`, both are asked here.
    private func expect(_ isEqual: Bool, _ one: HashModel, _ other: HashModel, _ id: String) {
        #expect((one == other) == isEqual && one.modelIsEqual(other) == isEqual, "\(id)")
        #expect((one.hashValue == other.hashValue) == isEqual, "\(id)")
    }

    @Test("equality step by step")
    func equality() {
        let (one, two) = (HashModel(), HashModel())
        expect(true, one, two, "CC-H01")
        one.int = 1
        expect(false, one, two, "CC-H02")
        two.int = 1
        expect(true, one, two, "CC-H03")
        one.string = "Apple"
        expect(false, one, two, "CC-H04")
        two.string = "Apple"
        expect(true, one, two, "CC-H05")
        one.struct.b = 12.34
        expect(false, one, two, "CC-H06")
        two.struct.b = 12.34
        expect(true, one, two, "CC-H07")
    }

    /// Decided: no hash that cancels out. The original's models have one hash, though they are not equal.
    @Test("CC-H08: two properties with one value")
    func noCollision() {
        let (one, two) = (HashModel(), HashModel())
        (one.string, one.string2) = ("Apple", "Apple")
        (two.string, two.string2) = ("Steve Jobs", "Steve Jobs")
        expect(false, one, two, "CC-H08")
    }

    @Test("CC-C01: a copy")
    func copying() {
        let one = HashModel()
        one.int = 1
        one.float = 12.34
        one.struct.b = 56.78
        one.string = "Apple"
        let two = one.modelCopy()
        #expect(two !== one && two.int == 1 && two.float == 12.34 && two.struct.b == 56.78 && two.string == "Apple")
        #expect(one == two)
    }

    /// The original only writes it to the log. Left out: sets of mutable models.
    @Test("DE-01: a description")
    func description() {
        let (model, sub) = (DescriptionModel(), DescriptionModel())
        sub.string = "sub"
        model.string = "test"
        model.int = 100
        model.number = 123
        model.decimal = 456
        model.value = .init(location: 10, length: 5)
        model.date = Date(timeIntervalSince1970: 0)
        model.block = {}
        model.mData = Data(repeating: 0, count: 4096)
        (model.array, model.dict, model.set) = ([], [:], [])
        model.mArray = [sub, DescriptionModel()]
        model.mDict = ["a": sub, "b": DescriptionModel()]
        let text = model.modelDescription
        let lines = text.split(separator: "\n")
        #expect(lines.count > 60 && lines[0].hasPrefix("<DescriptionModel: 0x") && lines[0].hasSuffix("> {") && lines.last == "}")
        #expect(lines[1] == "    array = [];" && lines[2] == "    date = 1970-01-01 00:00:00 +0000;" && lines[3] == "    decimal = 456;")
        #expect(lines[4] == "    dict = {};" && lines[5] == "    int = 100;" && lines[6] == "    mArray = [")
        #expect(text.contains("    value = <Range> {\n        length = 5;\n        location = 10\n    }\n}"))
        #expect(text.contains("    mData = <00000000 00000000 ") && text.contains("00000000 ...;\n    mDict = {\n"))
        #expect(text.contains("\n    number = 123;\n    set = [];\n    string = \"test\";\n"))
        #expect(text.contains("        b = <DescriptionModel: 0x") && text.contains("            string = \"sub\";\n"))
    }
}
