import Foundation
import Yodel

/// What each option costs, and each way in and out that is none: its time beside that of the defaults, on the models of `directory` and of `service`.
///
/// All rows of a table take turns in one run, in processor time, and a figure is the ratio of two medians. Documents are as the encoder writes them: compact,
/// in the spelling that a row's options ask for.
struct OptionCosts {
    let rounds: Int
    /// How often a row goes through its models in a round.
    let passes: Int

    /// The tables, as the article Performance has them.
    ///
    /// - Throws: `BenchError` if a row comes to another result than it has to.
    func text() throws -> String {
        let (directory, service) = (try Self.directory(), try Self.service())
        return """
            Medians of \(rounds) rounds, processor time; the default is 1.

            \(try table("to decode", directory.decoding(), service.decoding()))

            \(try table("to encode", directory.encoding(), service.encoding()))
            """
    }

    static func directory() throws -> OptionSample<Directory> {
        OptionSample(models: try Corpus(document: Array(DirectoryText.text.utf8)).models(Directory.self))
    }

    static func service() throws -> OptionSample<ShopOrder> {
        OptionSample(models: try OrderText.corpus(lines: 200).models(ShopOrder.self))
    }

    private func table(_ title: String, _ directory: [OptionSample<Directory>.Row], _ service: [OptionSample<ShopOrder>.Row]) throws
        -> String
    {
        let figures = (try ratios(directory.map(\.run)), try ratios(service.map(\.run)))
        let lines = directory.indices.dropFirst().map { index in
            let name = directory[index].isCode ? "`\(directory[index].name)`" : directory[index].name
            return "| \(name) | \(formatted(figures.0[index], digits: 2)) | \(formatted(figures.1[index], digits: 2)) |"
        }
        return (["| \(title), times the default | `directory` | `service` |", "|---|---|---|"] + lines).joined(separator: "\n")
    }

    /// The times of all rows as multiples of the first one's.
    private func ratios(_ rows: [() throws -> Int]) throws -> [Double] {
        var times = [[Int]](repeating: [], count: rows.count)
        // As in `Runner`: each round begins with another row, and the first round warms up. So does a pass before each time, since a row would pay for what
        // the one before it has driven out of the caches, and the rows have the same neighbours in each round.
        for round in 0...rounds {
            for turn in rows.indices {
                let index = (turn + round) % rows.count
                _ = try rows[index]()
                let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
                for _ in 0..<passes { _ = try rows[index]() }
                if round > 0 { times[index].append(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) }
            }
        }
        let medians = times.map { Double($0.sorted()[$0.count / 2]) }
        return medians.map { $0 / medians[0] }
    }
}
