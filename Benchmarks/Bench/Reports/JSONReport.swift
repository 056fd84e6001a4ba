/// The results for programs: an array of objects, one on each line.
enum JSONReport {
    static func text(_ measurements: [Measurement]) -> String {
        "[\n" + measurements.map { "  " + object($0) }.joined(separator: ",\n") + "\n]\n"
    }

    // Names are plain ASCII words, so nothing needs escapes.
    private static func object(_ row: Measurement) -> String {
        let members = [
            ("workload", "\"\(row.workload.rawValue)\""),
            ("contender", "\"\(row.contender.rawValue)\""),
            ("operation", "\"\(row.operation.rawValue)\""),
            ("documents", "\(row.documents)"),
            ("bytes", "\(Int(row.bytes.rounded()))"),
            ("median_ns", number(row.median)),
            ("min_ns", number(row.least)),
            ("mb_per_s", number(row.speed)),
            ("allocations_per_document", row.allocations.map(number) ?? "null"),
        ]
        return "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    private static func number(_ value: Double) -> String {
        "\((value * 100).rounded() / 100)"
    }
}
