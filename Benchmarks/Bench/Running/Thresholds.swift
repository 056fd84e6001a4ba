import Foundation

/// The committed file of what is expected of Yodel's contenders: ratios of times measured in one run, which hold on any machine, and counts of
/// allocations. Absolute times say as much of the machine as of the library, and are not in it.
struct Thresholds: Codable {
    /// By how much a ratio may be missed: 0.25 lets Yodel take 1.25 times the time that its ratio gives.
    var margin: Double
    var contenders: [Expectation]

    /// What is expected of one contender of one workload.
    struct Expectation: Codable {
        let workload: WorkloadID
        let operation: Operation
        let contender: ContenderID
        /// For a document, exactly. Nil where they are not all Yodel's own, as in an archive that Foundation's coder makes, or depend on what ran before.
        let allocations: Double?
        /// How many times as fast as others it is.
        let speeds: [ContenderID: Double]
    }
}

extension ContenderID: Codable, CodingKeyRepresentable {}
extension WorkloadID: Codable {}
extension Operation: Codable {}

extension Thresholds {
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Allocations are compared with one digit: a few of a whole round, as of a buffer that grows, are of no document.
    static func roundedCount(_ allocations: Double) -> Double { (allocations * 10).rounded() / 10 }

    /// Those whom Yodel is compared with.
    private static let references: [ContenderID] = [
        .yajlEmpty, .handWritten, .yajlGen, .yodelYajl, .yodelPlain, .jsonDecoder, .jsonEncoder, .dateFormatter, .propertyList,
    ]

    init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else { throw BenchError("\(file) cannot be read") }
        do {
            self = try JSONDecoder().decode(Thresholds.self, from: data)
        } catch {
            throw BenchError("\(file) is no file of thresholds: \(error)")
        }
    }

    /// What was measured just now, as what is expected from now on. The contender on every core is not there, since how many there
    /// are differs, nor is the one that is only compared with.
    init(_ results: [Measurement], margin: Double = 0.25) {
        self.margin = margin
        contenders = results.filter { $0.contender.family == .yodel && ![.yodelCores, .yodelPlain].contains($0.contender) }.map { row in
            let others = results.filter { $0.workload == row.workload && $0.operation == row.operation && $0.contender != row.contender }
            let speeds = others.filter { Self.references.contains($0.contender) }.map {
                ($0.contender, Self.rounded($0.leastOnProcessor / row.leastOnProcessor))
            }
            return Expectation(
                workload: row.workload, operation: row.operation, contender: row.contender,
                // Containers for types of models are kept by the whole process, so that their count depends on what ran before.
                allocations: row.operation == .archive || row.contender == .yodelCodable ? nil : row.allocations.map(Self.roundedCount),
                speeds: Dictionary(uniqueKeysWithValues: speeds))
        }
    }

    /// The file, a contender a line.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let lines = try contenders.map { "    " + String(decoding: try encoder.encode($0), as: UTF8.self) }
        return "{\n  \"margin\": \(margin),\n  \"contenders\": [\n" + lines.joined(separator: ",\n") + "\n  ]\n}\n"
    }
}
