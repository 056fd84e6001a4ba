#if Server
public import Metrics
import Synchronization

/// What swift-metrics counts, as the text that Prometheus reads.
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// MetricsSystem.bootstrap(metrics)
/// print(metrics.text)
/// ```
///
/// Timers and recorders are histograms; those of timers count seconds. Every label and every combination of dimensions stays, so dimensions should have few values.
public final class PrometheusMetrics: MetricsFactory {
    private struct Key: Hashable {
        let label: String
        let dimensions: [String]
    }

    private let series = Mutex<[Key: MetricSeries]>([:])

    /// Makes a backend that has counted nothing.
    public init() {}

    /// All that has been counted, in the text format of Prometheus, version 0.0.4: sorted by name.
    public var text: String {
        let all = series.withLock { $0.values.sorted { ($0.name, $0.dimensions) < ($1.name, $1.dimensions) } }
        var lines: [String] = []
        var last = ""
        for series in all {
            if series.name != last { lines.append("# TYPE \(series.name) \(series.kind.rawValue)") }
            last = series.name
            lines += series.lines
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func series(_ kind: MetricSeries.Kind, _ label: String, _ dimensions: [(String, String)], scale: Double = 1) -> MetricSeries {
        let key = Key(label: label, dimensions: dimensions.flatMap { [$0.0, $0.1] })
        return series.withLock { series in
            if let known = series[key] { return known }
            let new = MetricSeries(kind, label, dimensions, scale: scale)
            series[key] = new
            return new
        }
    }

    /// Makes a counter, or hands out the one that there is.
    ///
    /// - Parameters:
    ///   - label: Its name.
    ///   - dimensions: Its dimensions.
    /// - Returns: The counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { series(.counter, label, dimensions) }

    /// Makes a counter of fractions, or hands out the one that there is.
    ///
    /// - Parameters:
    ///   - label: Its name.
    ///   - dimensions: Its dimensions.
    /// - Returns: The counter.
    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(.counter, label, dimensions)
    }

    /// Makes a meter, or hands out the one that there is.
    ///
    /// - Parameters:
    ///   - label: Its name.
    ///   - dimensions: Its dimensions.
    /// - Returns: The meter.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { series(.gauge, label, dimensions) }

    /// Makes a recorder, or hands out the one that there is.
    ///
    /// - Parameters:
    ///   - label: Its name.
    ///   - dimensions: Its dimensions.
    ///   - aggregate: Whether it is a histogram, or only the last value counts.
    /// - Returns: The recorder.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(aggregate ? .histogram : .gauge, label, dimensions)
    }

    /// Makes a timer, or hands out the one that there is.
    ///
    /// - Parameters:
    ///   - label: Its name.
    ///   - dimensions: Its dimensions.
    /// - Returns: The timer.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label, dimensions, scale: 1e-9)
    }

    /// Does nothing: what was counted stays.
    ///
    /// - Parameter handler: A counter.
    public func destroyCounter(_ handler: any CounterHandler) {}

    /// Does nothing: what was counted stays.
    ///
    /// - Parameter handler: A counter.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}

    /// Does nothing: what was counted stays.
    ///
    /// - Parameter handler: A meter.
    public func destroyMeter(_ handler: any MeterHandler) {}

    /// Does nothing: what was counted stays.
    ///
    /// - Parameter handler: A recorder.
    public func destroyRecorder(_ handler: any RecorderHandler) {}

    /// Does nothing: what was counted stays.
    ///
    /// - Parameter handler: A timer.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// The values of one label and one combination of dimensions.
private final class MetricSeries: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String { case counter, gauge, histogram }

    private struct Values {
        var value = 0.0
        var count = 0
        var buckets = [Int](repeating: 0, count: MetricSeries.bounds.count)
    }

    /// Where buckets end: 1, 2.5 and 5 of each power of ten.
    private static let bounds: [Double] = (-4...3).flatMap { power in
        var unit = 1.0
        for _ in 0..<abs(power) { unit = power < 0 ? unit / 10 : unit * 10 }
        return [unit, 2.5 * unit, 5 * unit]
    }

    let kind: Kind
    let name: String
    let dimensions: String
    private let scale: Double
    private let values = Mutex(Values())

    init(_ kind: Kind, _ label: String, _ dimensions: [(String, String)], scale: Double) {
        self.kind = kind
        name = Self.name(label)
        self.dimensions = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        self.scale = scale
    }

    /// A label with the characters that Prometheus has.
    private static func name(_ label: String) -> String {
        let letters = label.unicodeScalars.map { letter in
            letter.isASCII && (letter.properties.isAlphabetic || ("0"..."9").contains(letter) || letter == "_") ? Character(letter) : "_"
        }
        return (letters.first?.isNumber ?? true ? "_" : "") + String(letters)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { values.withLock { $0.value += amount } }
    func decrement(by amount: Double) { values.withLock { $0.value -= amount } }
    func reset() { values.withLock { $0 = Values() } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { values.withLock { $0.value = value } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }

    func record(_ value: Double) {
        guard kind == .histogram else { return set(value) }
        let value = value * scale
        values.withLock { values in
            values.value += value
            values.count += 1
            if let bucket = Self.bounds.firstIndex(where: { value <= $0 }) { values.buckets[bucket] += 1 }
        }
    }

    /// The values, a line each.
    var lines: [String] {
        let values = values.withLock { $0 }
        let plain = dimensions.isEmpty ? "" : "{\(dimensions)}"
        guard kind == .histogram else { return ["\(name)\(plain) \(Self.text(values.value))"] }
        var lines: [String] = []
        var count = 0
        let prefix = dimensions.isEmpty ? "" : dimensions + ","
        for (bound, bucket) in zip(Self.bounds, values.buckets) {
            count += bucket
            lines.append("\(name)_bucket{\(prefix)le=\"\(Self.text(bound))\"} \(count)")
        }
        lines.append("\(name)_bucket{\(prefix)le=\"+Inf\"} \(values.count)")
        return lines + ["\(name)_sum\(plain) \(Self.text(values.value))", "\(name)_count\(plain) \(values.count)"]
    }

    /// A number: whole ones without a point.
    private static func text(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }
}
#endif
