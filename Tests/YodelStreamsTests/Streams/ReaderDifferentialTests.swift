import Testing

@testable import Yodel
@testable import YodelTestSupport

// Random streams with planted faults, cut everywhere, beside the plain reading of the whole input.

@Suite struct ReaderDifferentialTests {
    private static let seeds = 0..<(isLongTest ? 1_000 : triesFewerCases ? 4 : 40)

    private static let reading: ReadingOptions = {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = RandomStream.limit
        return reading
    }()

    @Test(.slow, arguments: RandomStream.Kind.allCases, seeds)
    func itemsAreThoseOfTheReference(kind: RandomStream.Kind, seed: Int) throws {
        let stream = RandomStream(kind, seed: seed)
        let expected = reference(StreamItem.self, stream, .strict)
        // The reference too fails exactly where a fault has been planted.
        #expect(expected.records.map { $0.error == nil } == stream.plants.map { $0 == .sound })
        #expect(expected.records.map { $0.model?.id ?? 0 } == stream.ids)
        #expect(zip(expected.records, stream.plants).allSatisfy { ($0.error?.code == .recordLimit) == ($1 == .tooLong) || $1 == .broken })
        try compare(expected, stream, .strict, sizes: [1, 2, 64] + some(25, of: 3...63))
    }

    @Test(arguments: RandomStream.Kind.allCases, seeds)
    func valuesAreThoseOfTheReference(kind: RandomStream.Kind, seed: Int) throws {
        let stream = RandomStream(kind, seed: seed + 1_000)
        let expected = reference(JSONValue.self, stream, .lenient)
        #expect(expected.records.map { $0.error == nil } == stream.plants.map { $0 == .sound || $0 == .otherKind })
        try compare(expected, stream, .lenient, sizes: [1, 2, 3, 5, 8, 13, 16, 31, 32, 64])
    }

    /// Whatever is chosen is chosen with every cut, and what comes of it is the same.
    @Test(arguments: RandomStream.Kind.allCases, seeds)
    func theChosenFramingDoesNotDependOnTheCuts(kind: RandomStream.Kind, seed: Int) throws {
        let stream = RandomStream(kind, seed: seed + 2_000)
        let whole = try readStream(JSONValue.self, stream.bytes, .automatic, size: stream.bytes.count)
        for size in [1, 2, 3, 7, 16, 33, 64, 200] {
            let got = try readStream(JSONValue.self, stream.bytes, .automatic, size: size)
            let difference = got.difference(from: whole)
            #expect(difference == nil, "chunks of \(size) of \(text(stream)): \(difference ?? "")")
            if difference != nil { break }
        }
    }

    private func reference<T: Equatable>(_ type: T.Type, _ stream: RandomStream, _ options: DecodingOptions) -> StreamOutcome<T> {
        var reader = ReferenceReader(stream.bytes, options, limit: RandomStream.limit)
        return reader.read(type, stream.framing)
    }

    private func text(_ stream: RandomStream) -> String { String(decoding: stream.bytes, as: UTF8.self).debugDescription }

    /// Reads a stream in every way, up to the first that differs.
    private func compare<T: Equatable>(_ expected: StreamOutcome<T>, _ stream: RandomStream, _ options: DecodingOptions, sizes: [Int])
        throws
    {
        var generator = SeededGenerator(seed: UInt64(stream.bytes.count))
        for size in sizes + [stream.bytes.count] {
            let got = try readStream(T.self, stream.bytes, stream.framing, options, Self.reading, size: size)
            let difference = got.difference(from: expected)
            #expect(difference == nil, "chunks of \(size) of \(text(stream)): \(difference ?? "")")
            if difference != nil { return }
        }
        for longest in [5, 20, 100, 1_000] {
            var sizes: [Int] = []
            let got = try readStream(T.self, stream.bytes, stream.framing, options, Self.reading) {
                sizes.append(Int.random(in: 1...longest, using: &generator))
                return sizes[sizes.count - 1]
            }
            let difference = got.difference(from: expected)
            #expect(difference == nil, "chunks of \(sizes) of \(text(stream)): \(difference ?? "")")
            if difference != nil { return }
        }
    }
}
