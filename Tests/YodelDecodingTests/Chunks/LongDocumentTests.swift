import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Documents in pieces: what is kept of them, and what it takes.
@Suite struct LongDocumentTests {
    /// Of two gigabytes a plain model takes what it wants, and the memory of a piece.
    @Test(.early, .enabled(if: LongStream.isMeasured)) func aPlainModelTakesLittleMemory() async {
        await #expect(processExitsWith: .success) {
            try LongDocument.read(LongDocument.Wanted.self, LongDocument.start, LongDocument.end, count: LongDocument.fewPieces)
            let before = PeakMemory.look()
            let value = try LongDocument.read(LongDocument.Wanted.self, LongDocument.start, LongDocument.end, count: LongDocument.pieces)
            let growth = PeakMemory.look() - before
            #expect(value.name == "Ann" && value.total == 7 && value.numbers == [1, 2, 3])
            #expect(growth < 1 << 20, "\(growth)")
        }
    }

    /// The same as records of an array somewhere in it.
    @Test(.early, .enabled(if: LongStream.isMeasured)) func anArraysElementsTakeLittleMemory() async {
        await #expect(processExitsWith: .success) {
            func read(_ count: Int) throws -> Int {
                var reader = try ModelReader(LongDocument.Wanted.self, framing: .array(at: "data.items"))
                var records = 0
                try reader.read(Array(#"{"data":{"items":["#.utf8)) { _ in }
                for index in 0..<count {
                    try reader.read(LongDocument.piece(after: index > 0)) { record in
                        _ = try record.get()
                        records += 1
                    }
                }
                try reader.read(Array("]}}".utf8)) { _ in }
                try reader.finish { _ in }
                return records
            }
            let few = try read(LongDocument.fewPieces)
            let before = PeakMemory.look()
            let many = try read(LongDocument.pieces)
            let growth = PeakMemory.look() - before
            #expect(many == LongDocument.pieces / LongDocument.fewPieces * few && few > 0)
            #expect(growth < 1 << 20, "\(growth)")
        }
    }

    /// Elements that have to be seen as a whole are kept one at a time.
    @Test(.early, .enabled(if: LongStream.isMeasured)) func oneKeptValueTakesMemoryAtATime() async {
        await #expect(processExitsWith: .success) {
            try LongDocument.read(LongDocument.Kept.self, #"{"items":["#, "]}", count: 64)
            let before = PeakMemory.look()
            let value = try LongDocument.read(LongDocument.Kept.self, #"{"items":["#, "]}", count: LongDocument.keptPieces)
            let growth = PeakMemory.look() - before
            #expect(value.items.count == LongDocument.keptPieces * LongDocument.records)
            // The elements, in an array that doubles, a list of each, and one text: of 128 MiB, or of 8.
            #expect(growth < value.items.count * (3 * MemoryLayout<LongDocument.Checked>.stride + 64) + (1 << 20), "\(growth)")
        }
    }

    /// Wherever a document is cut, a value that is kept is the same, and so is what is wrong with one.
    @Test(arguments: [
        #"{"items":[{"name":"é\n"},{"name":1},{"name":"no"}]}"#, #"{"items":[{"name":"a"},{"other":[1,{"b":2}]}],"more":{"x":["y"]}}"#,
        "{\"items\":\n[{\"name\":\"a\",\n\"list\":[1,\n\"x\"]}]}", "{\"items\":[{\"name\":\"a\",\n\"list\":[1,\n2}]}",
        #"{"items":[{"name":"a","list":[1,2"#,
    ])
    func keptValuesAreCutAnywhere(text: String) {
        let bytes = Array(text.utf8)
        for options in [DecodingOptions.lenient, .strict] {
            let whole = decodeOnce(LongDocument.Kept.self, bytes, options)
            for size in 1...bytes.count {
                let cut = decodeInChunks(LongDocument.Kept.self, bytes, size: size, options)
                #expect(cut.errorFields == whole.errorFields, "pieces of \(size)")
                #expect((try? cut.get())?.items == (try? whole.get())?.items, "pieces of \(size)")
            }
        }
    }
}

/// A document of some gigabytes, made as it is read.
private enum LongDocument {
    /// A plain model.
    struct Wanted: Model {
        var name = ""
        var total = 0
        var numbers: [Int] = []
    }

    /// A model that has to be seen as a whole.
    struct Checked: ValidatedModel, Equatable {
        var name = ""
        var list: [Int] = []

        mutating func validate() throws {
            if name == "no" { throw Refused() }
        }
    }

    struct Refused: Error {}

    struct Kept: Model {
        var items: [Checked] = []
        var more: JSONValue?
    }

    static let start = #"{"name":"Ann","filler":["#
    static let end = #"],"total":7,"numbers":[1,2,3]}"#

    /// Pieces of the longest document: two gigabytes. Of the 16 megabytes that are enough by default no more may be kept either.
    static let pieces = triesFewerCases ? 1 << 8 : 32 << 10

    /// Pieces of a document that is read first, after which nothing grows that does not grow with the document.
    static let fewPieces = triesFewerCases ? 1 << 5 : 1 << 10

    /// Pieces of the longest document whose elements are kept.
    static let keptPieces = triesFewerCases ? 1 << 7 : 2 << 10

    /// Elements of a piece.
    static let records = 16
    private static let note = String(repeating: "what nobody wants of an element, ", count: 120)
    private static let element = #"{"name":"a name","list":[1,2,3],"note":"\#(note)"}"#
    private static let first = Array(Array(repeating: element, count: records).joined(separator: ",\n").utf8)
    private static let next = Array(",".utf8) + first

    /// Some 64 kilobytes of elements.
    static func piece(after others: Bool) -> [UInt8] {
        PeakMemory.look()
        return others ? next : first
    }

    @discardableResult
    static func read<T>(_ type: T.Type, _ start: String, _ end: String, count: Int) throws -> T {
        let pieces = (0..<(count + 2)).lazy.map { index in
            index == 0 ? Array(start.utf8) : index > count ? Array(end.utf8) : piece(after: index > 1)
        }
        return try ModelDecoder().decode(type, fromChunks: pieces)
    }
}
