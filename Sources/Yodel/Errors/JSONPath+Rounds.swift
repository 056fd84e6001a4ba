// Instances that refer to each other are written until the limit of depth is met. The way there goes round and round, and all of its hundreds of steps tell no
// more than the first round does.

extension JSONPath {
    /// Steps of a path that a person reads.
    private static let readableSteps = 32
    /// Steps of a round that is looked for.
    private static let longestRound = 16

    /// A path that goes on in rounds to its end, up to the end of the first round, and that round; of another long path the beginning. A short path stays as it is.
    func cutToFirstRound() -> (path: JSONPath, round: JSONPath?) {
        guard components.count > Self.readableSteps else { return (self, nil) }
        for length in 1...Self.longestRound {
            var start = components.count - length
            while start > 0, components[start - 1] == components[start - 1 + length] { start -= 1 }
            guard components.count - start >= 3 * length else { continue }
            let end = start + length
            return (JSONPath(Array(components[..<end])), JSONPath(Array(components[start..<end])))
        }
        return (JSONPath(Array(components.prefix(Self.readableSteps))), nil)
    }
}
