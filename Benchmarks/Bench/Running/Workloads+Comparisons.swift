import Foundation
import Yodel

// The workloads that set one way of decoding against another. The bounds in their comments are for one run on one machine.
extension Workloads {
    /// What mapped keys, paths and alternatives cost: at most 1.15 times the time of the same record with plain keys.
    func mappedUser(_ id: WorkloadID) throws -> Comparison<GitHubUser> {
        let mapped = Corpus(document: Array(GitHubUserText.mapped.utf8))
        let plain = Corpus(document: Array(GitHubUserText.text.utf8))
        let documents = few(10_000, quick: 3_000)
        return Comparison(
            id: id,
            sides: [
                .init(
                    .yodel, mapped, documents: documents,
                    Decoding { [yodel] in try yodel.decode(MappedUser.self, from: $0.bytes) }, values: GitHubUser.init),
                .init(
                    .yodelYajl, mapped, documents: documents,
                    Decoding { try ModelDecoder.parsing.decode(MappedUser.self, from: $0.bytes) }, values: GitHubUser.init),
                .init(
                    .yodelPlain, plain, documents: documents,
                    Decoding { [yodel] in try yodel.decode(GitHubUser.self, from: $0.bytes) }, values: { $0 }),
            ],
            expected: try JSONDecoder().decode(GitHubUser.self, from: plain.data))
    }

    /// What `let`s and no defaults cost, which `@Model` makes models: 1.02 times the instructions of the same record with `var`s.
    func describedUser(_ id: WorkloadID) throws -> Comparison<GitHubUser> {
        let corpus = Corpus(document: Array(GitHubUserText.text.utf8))
        let documents = few(10_000, quick: 3_000)
        return Comparison(
            id: id,
            sides: [
                .init(
                    .yodel, corpus, documents: documents,
                    Decoding { [yodel] in try yodel.decode(DescribedUser.self, from: $0.bytes) }, values: GitHubUser.init),
                .init(
                    .yodelPlain, corpus, documents: documents,
                    Decoding { [yodel] in try yodel.decode(GitHubUser.self, from: $0.bytes) }, values: { $0 }),
            ],
            expected: try JSONDecoder().decode(GitHubUser.self, from: corpus.data))
    }

    /// What types that follow from the content cost: at most 2 times the time of one class with all properties, on the same bytes.
    func shapes(_ id: WorkloadID) -> Comparison<[ShapeValues]> {
        let corpus = Corpus(document: Array(ShapeText.text.utf8))
        let documents = few(1_000, quick: 200)
        return Comparison(
            id: id,
            sides: [
                .init(
                    .yodel, corpus, documents: documents,
                    Decoding { [yodel] in try yodel.decode([Shape].self, from: $0.bytes) }, values: { $0.map(\.values) }),
                .init(
                    .yodelYajl, corpus, documents: documents,
                    Decoding { try ModelDecoder.parsing.decode([Shape].self, from: $0.bytes) }, values: { $0.map(\.values) }),
                .init(
                    .yodelPlain, corpus, documents: documents,
                    Decoding { [yodel] in try yodel.decode([PlainShape].self, from: $0.bytes) },
                    values: { $0.map { ShapeValues($0) } }),
            ],
            expected: ShapeText.shapes)
    }

    /// What a parser for fixed formats gains: at least 20 times the speed of `DateFormatter`, although Yodel reads the JSON as well.
    func dates(_ id: WorkloadID) throws -> Comparison<[Int]> {
        let corpus = Corpus(document: Array(DateText.text.utf8))
        let formatters = DateFormatters(try JSONDecoder().decode([String].self, from: corpus.data))
        return Comparison(
            id: id,
            sides: [
                .init(
                    .yodel, corpus, documents: few(200, quick: 50),
                    Decoding { [yodel] in try yodel.decode([Date].self, from: $0.bytes) }, values: milliseconds),
                .init(
                    .yodelYajl, corpus, documents: few(200, quick: 50),
                    Decoding { try ModelDecoder.parsing.decode([Date].self, from: $0.bytes) }, values: milliseconds),
                .init(
                    .dateFormatter, corpus, documents: few(5, quick: 1), Decoding { _ in try formatters.dates() }, values: milliseconds),
            ],
            expected: DateText.entries.map(\.milliseconds))
    }

    /// Dates are equal if their milliseconds are: `DateFormatter` does not round to the nearest Double.
    private func milliseconds(_ dates: [Date]) -> [Int] {
        dates.map { Int(($0.timeIntervalSince1970 * 1_000).rounded()) }
    }
}
