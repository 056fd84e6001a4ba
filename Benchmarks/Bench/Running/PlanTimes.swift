import Yodel

/// What the first decode of a type takes, which builds its plan.
struct PlanTimes {
    /// In microseconds: the first of the process, then the others in turn.
    private var times: [Double] = []

    /// Decodes an object without members into ten models of ten properties, whose plans the process has not built yet.
    init() throws {
        try measure(Planned0.self)
        try measure(Planned1.self)
        try measure(Planned2.self)
        try measure(Planned3.self)
        try measure(Planned4.self)
        try measure(Planned5.self)
        try measure(Planned6.self)
        try measure(Planned7.self)
        try measure(Planned8.self)
        try measure(Planned9.self)
    }

    private mutating func measure<T: Model>(_ type: T.Type) throws {
        let clock = ContinuousClock()
        let start = clock.now
        blackHole(try ModelDecoder().decode(type, from: "{}"))
        times.append((clock.now - start) / .microseconds(1))
    }

    var text: String {
        let others = times.dropFirst().sorted()
        return """
            the first plan of the process: \(Int(times[0])) µs
            each other, models of ten properties: \(times.dropFirst().map { "\(Int($0))" }.joined(separator: " ")) µs, median \(Int(others[others.count / 2]))
            """
    }
}
