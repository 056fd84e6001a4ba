import Testing

@testable import Yodel
@testable import YodelTestSupport

// Every document of Fixtures/Conformance, by every way of reading, whole and in pieces: one verdict, and it is that of the file's name.

@Suite struct ConformanceTests {
    typealias Reading = ConformanceReading

    // MARK: The corpus

    @Test func theCorpusCoversTheGrammar() {
        #expect(ConformanceFile.own.count >= 300)
        let productions = Dictionary(grouping: ConformanceFile.own, by: \.production)
        for production in ["value", "object", "array", "number", "string", "literal", "space", "surrogate", "utf8", "bom", "depth"] {
            #expect(productions[production] != nil, "no file about \(production)")
        }
        for (production, files) in productions {
            #expect(Set(files.map(\.verdict)).count > 1, "all files about \(production) have one verdict")
        }
        #expect(Set(ConformanceFile.own.map(\.bytes)).count == ConformanceFile.own.count, "a document stands there twice")
    }

    @Test func everyAnswerHasItsFiles() {
        for row in ImplementationDefined.all {
            #expect(ConformanceFile.own.contains { $0.verdict == .implementation && $0.production == row.kind }, "\(row.kind)")
        }
    }

    // MARK: Verdicts

    /// Some of each production and verdict.
    private static let files = Dictionary(grouping: ConformanceFile.own) { "\($0.production) \($0.verdict)" }
        .sorted { $0.key < $1.key }.flatMap { some(2, of: $0.value) }

    @Test(.slow, .sameOnYajl, arguments: files)
    func everyReadingGivesTheVerdict(file: ConformanceFile) {
        for reading in Reading.all where reading.isFor(file.bytes) {
            let outcome = reading.read(file.bytes, .whole)
            switch file.verdict {
            case .accept: #expect(outcome.error == nil, "\(reading.name)")
            case .refuse: expectRefusal(outcome, of: file, by: reading)
            case .implementation: expectAnswer(outcome, to: file, by: reading)
            }
            expectPiecesAgree(outcome, file, reading)
        }
        expectReadingsAgree(file)
    }

    /// Another suite's files. What it leaves to the implementation has no answer here, but one for all ways of reading.
    @Test(.sameOnYajl, .enabled(if: ConformanceFile.publicSuite != nil), arguments: ConformanceFile.others)
    func everyReadingGivesTheVerdictOfAnotherSuite(file: ConformanceFile) {
        for reading in Reading.all where reading.isFor(file.bytes) {
            let outcome = reading.read(file.bytes, .whole)
            switch file.verdict {
            case .accept: #expect(outcome.error == nil, "\(reading.name)")
            case .refuse: expectRefusal(outcome, of: file, by: reading)
            case .implementation: break
            }
            expectPiecesAgree(outcome, file, reading)
        }
        expectReadingsAgree(file)
    }

    @Test(.enabled(if: ConformanceFile.publicSuite != nil)) func theOtherSuiteIsThere() {
        #expect(!ConformanceFile.others.isEmpty, "YODEL_JSONTESTSUITE names a folder without y_, n_ or i_ files")
    }

    /// A number that a type cannot hold is a mismatch at the number, or is rounded as the type's own rules say; it is never another number.
    @Test(arguments: ConformanceFile.own.filter { $0.name.hasPrefix("i_number_") })
    func aNumberKeepsItsTextAndIsNeverAnother(file: ConformanceFile) throws {
        let text = String(decoding: file.bytes, as: UTF8.self).trimming(in: "[]{}\"a:")
        let value = try decodeWhole(JSONValue.self, file.bytes, .strict).get()
        #expect("\(value[0] ?? value["a"] ?? value)" == text)
        let number = Array(text.utf8)
        expectInteger(decodeWhole(Int.self, number, .strict), is: text)
        expectInteger(decodeWhole(UInt64.self, number, .strict), is: text)
        switch decodeWhole(Double.self, number, .strict) {
        case .success(let double): #expect(double == Double(text) && double.isFinite)
        case .failure(let error): #expect(error.code == .numberOutOfRange && Double(text)?.isFinite != true)
        }
    }

    private func expectInteger(_ result: Result<some FixedWidthInteger, ModelError>, is text: String) {
        switch result {
        case .success(let integer): #expect("\(integer)" == text || (integer == 0 && Double(text) == 0))
        case .failure(let error): #expect(error.category == .mismatch && error.offset == 0)
        }
    }

    // MARK: Expectations

    /// A document that is no JSON is a fault of its syntax, at a place in it. Only one nested beyond the limit is given up before its fault.
    private func expectRefusal(_ outcome: Reading.Outcome, of file: ConformanceFile, by reading: Reading) {
        guard let error = outcome.error else {
            Issue.record("\(reading.name) accepts it")
            return
        }
        #expect(error.category == .syntax || error.code == .depthLimit, "\(reading.name): \(error)")
        #expect((0...file.bytes.count).contains(error.offset), "\(reading.name): \(error)")
        #expect(error.line >= 1 && error.column >= 1, "\(reading.name): \(error)")
    }

    private func expectAnswer(_ outcome: Reading.Outcome, to file: ConformanceFile, by reading: Reading) {
        let answer = outcome.error.map { ImplementationDefined.Answer.refused($0.category, $0.code) } ?? .accepted
        #expect(answer == ImplementationDefined.answer(to: file, strict: reading.isStrict), "\(reading.name): \(outcome)")
    }

    /// No cut changes the value or anything of the error.
    private func expectPiecesAgree(_ whole: Reading.Outcome, _ file: ConformanceFile, _ reading: Reading) {
        var pieces = (1...min(max(file.bytes.count, 1), 31)).map { Reading.Pieces.chunks($0) }
        if file.bytes.count <= 64 { pieces += (1..<max(file.bytes.count, 2)).map { .cut($0) } }
        // Single bytes are in every run, but of no long document.
        for pieces in some(5, of: pieces) + (file.bytes.count <= 256 ? [Reading.Pieces.chunks(1)] : []) {
            let outcome = reading.read(file.bytes, pieces)
            #expect(outcome == whole, "\(reading.name), \(pieces)")
        }
    }

    /// What is wrong with a document, and where, does not depend on what is made of it.
    private func expectReadingsAgree(_ file: ConformanceFile) {
        for isStrict in [false, true] {
            let outcomes = Reading.all.filter { $0.isStrict == isStrict && $0.isFor(file.bytes) }.map { ($0, $0.read(file.bytes, .whole)) }
            for (reading, outcome) in outcomes.dropFirst() {
                #expect(outcome.place == outcomes[0].1.place, "\(reading.name) and \(outcomes[0].0.name)")
            }
        }
    }
}

extension String {
    /// The text without characters of a set at its ends.
    fileprivate func trimming(in characters: String) -> String {
        String(drop { characters.contains($0) }.reversed().drop { characters.contains($0) }.reversed())
    }
}
