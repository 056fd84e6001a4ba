extension PlanBuilder {
    /// The name that a misspelt one most likely means: the one at the smallest edit distance, if that is small.
    static func nearest(to name: String, among names: Set<String>) -> String? {
        func distance(_ left: [Character], _ right: [Character]) -> Int {
            var row = Array(0...right.count)
            for (i, a) in left.enumerated() {
                var diagonal = row[0]
                row[0] = i + 1
                for (j, b) in right.enumerated() {
                    let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
                    diagonal = row[j + 1]
                    row[j + 1] = next
                }
            }
            return row[right.count]
        }
        let ranked = names.sorted().map { ($0, distance(Array($0), Array(name))) }
        // Two names that share no letter resemble each other in nothing, however short they are.
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, name.count / 3), best.1 < min(name.count, best.0.count) else {
            return nil
        }
        return best.0
    }
}
