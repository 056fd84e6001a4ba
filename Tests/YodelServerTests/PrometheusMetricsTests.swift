#if Server
import Metrics
import Testing
import YodelServer

@Suite("Metrics for Prometheus")
struct PrometheusMetricsTests {
    private func lines(_ metrics: PrometheusMetrics) -> [String] { metrics.text.split(separator: "\n").map(String.init) }

    @Test func countersAndGauges() {
        let metrics = PrometheusMetrics()
        #expect(metrics.text.isEmpty)
        metrics.makeCounter(label: "rows", dimensions: []).increment(by: 3)
        // The same label and dimensions are the same counter.
        metrics.makeCounter(label: "rows", dimensions: []).increment(by: 4)
        metrics.makeFloatingPointCounter(label: "share", dimensions: []).increment(by: 0.5)
        let meter = metrics.makeMeter(label: "depth", dimensions: [])
        meter.set(Double(7))
        meter.increment(by: 2)
        meter.decrement(by: 0.5)
        metrics.makeRecorder(label: "gauge", dimensions: [], aggregate: false).record(Double(5))
        metrics.makeRecorder(label: "gauge", dimensions: [], aggregate: false).record(Int64(2))
        #expect(
            metrics.text == """
                # TYPE depth gauge
                depth 8.5
                # TYPE gauge gauge
                gauge 2
                # TYPE rows counter
                rows 7
                # TYPE share counter
                share 0.5

                """)
    }

    @Test func aCounterIsReset() {
        let metrics = PrometheusMetrics()
        let counter = metrics.makeCounter(label: "rows", dimensions: [])
        counter.increment(by: 3)
        counter.reset()
        #expect(lines(metrics) == ["# TYPE rows counter", "rows 0"])
    }

    @Test(arguments: [
        ("http.requests-total", "http_requests_total"), ("9lives", "_9lives"), ("größe", "gr__e"), ("", "_"), ("a_B9", "a_B9"),
    ])
    func namesHaveTheLettersThatMayBe(label: String, name: String) {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: label, dimensions: [("a.b", "x")]).increment(by: 1)
        #expect(lines(metrics) == ["# TYPE \(name) counter", "\(name){a_b=\"x\"} 1"])
    }

    @Test func valuesOfDimensionsAreEscaped() {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: "c", dimensions: [("path", "a\\b\"c\nd é"), ("code", "1")]).increment(by: 1)
        #expect(lines(metrics) == ["# TYPE c counter", #"c{path="a\\b\"c\nd é",code="1"} 1"#])
    }

    @Test func aNameHasOneTypeLine() {
        let metrics = PrometheusMetrics()
        for code in ["b", "a", "c"] { metrics.makeCounter(label: "c", dimensions: [("code", code)]).increment(by: 1) }
        metrics.makeCounter(label: "c", dimensions: []).increment(by: 2)
        #expect(lines(metrics) == ["# TYPE c counter", "c 2", #"c{code="a"} 1"#, #"c{code="b"} 1"#, #"c{code="c"} 1"#])
    }

    @Test func histogramsAddUp() throws {
        let metrics = PrometheusMetrics()
        let recorder = metrics.makeRecorder(label: "size", dimensions: [("route", "r")], aggregate: true)
        for value in [0.5, 1, 1.5, 5_000, 10_000] { recorder.record(value) }
        let lines = lines(metrics)
        #expect(lines.first == "# TYPE size histogram")
        #expect(Array(lines.suffix(2)) == [#"size_sum{route="r"} 15003"#, #"size_count{route="r"} 5"#])
        let buckets = lines.filter { $0.hasPrefix("size_bucket{route=\"r\",le=\"") }
        #expect(buckets.count == 25)
        for bucket in ["0.5\"} 1", "1\"} 2", "2.5\"} 3", "5000\"} 4", "+Inf\"} 5"] {
            #expect(buckets.contains { $0.hasSuffix("le=\"" + bucket) })
        }
        let counts = buckets.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(counts == counts.sorted() && counts.count == 25)
        let bounds = buckets.dropLast().compactMap { $0.split(separator: "\"").dropLast().last.flatMap { Double($0) } }
        #expect(
            bounds == [
                0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500,
                1_000,
                2_500, 5_000,
            ])
    }

    @Test func timersCountSeconds() {
        let metrics = PrometheusMetrics()
        let timer = metrics.makeTimer(label: "t", dimensions: [])
        timer.recordNanoseconds(250_000_000)
        timer.recordNanoseconds(1_750_000_000)
        let lines = lines(metrics)
        #expect(Array(lines.suffix(2)) == ["t_sum 2", "t_count 2"])
        #expect(lines.contains("t_bucket{le=\"0.25\"} 1") && lines.contains("t_bucket{le=\"2.5\"} 2"))
    }
}
#endif
