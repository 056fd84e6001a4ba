/// The lines of `events_ndjson`: events of a web service, 300 to 600 bytes each, from a seed. Some values have escapes or text beyond ASCII,
/// some are null, some objects are absent.
enum EventText {
    /// No line is longer.
    static let longestLine = 2_048
    /// What the lines are made of, always the same.
    static var random: SplitMix64 { SplitMix64(seed: 0x59_6F_64_65_6C) }
    private static let start = 1_767_225_600_000
    private static let step = 37

    /// The number of the line, from 0, that has a time.
    static func serial(ofTime time: Int) -> Int { (time - start) / step }

    /// A corpus of at least `byteCount` bytes that ends with a whole line.
    static func corpus(byteCount: Int) -> Corpus {
        Corpus(framing: .lines, capacity: byteCount + longestLine) { buffer in
            var writer = EventWriter(buffer)
            var random = Self.random
            var serial = 0
            while writer.count < byteCount {
                line(serial, &writer, &random)
                serial += 1
            }
            return writer.count
        }
    }

    static func line(_ serial: Int, _ out: inout EventWriter, _ random: inout SplitMix64) {
        out.text(#"{"id":"evt_"#)
        out.hex(random.next())
        out.text(#"","v":3,"type":""#)
        out.text(random.pick(types))
        out.text(#"","time":"#)
        out.number(start + serial * step + random.below(step))
        out.text(#","service":{"name":""#)
        out.text(random.pick(services))
        out.text(#"","process":"#)
        out.number(1 + random.below(32_000))
        out.text(#"},"seq":"#)
        out.number(serial & 1_023)
        out.text(#","host":"n"#)
        out.number(random.below(40))
        out.text(random.once(in: 8) ? #"","sampled":true"# : #"","sampled":false"#)
        user(&out, &random)
        request(&out, &random)
        lists(&out, &random)
        if random.below(10) < 7 { place(&out, &random) }
        out.text(#","message":""#)
        out.text(random.pick(messages))
        out.text(#"","trace":""#)
        out.hex(random.next())
        out.text("\"}\n")
    }

    private static func user(_ out: inout EventWriter, _ random: inout SplitMix64) {
        out.text(#","user":{"id":"#)
        out.number(1_000 + random.below(9_000_000))
        out.text(#","name":""#)
        out.text(random.pick(names))
        out.text(#"","plan":"#)
        out.text(random.pick(plans))
        out.text(#","since":"#)
        out.number(2_009 + random.below(16))
        out.text(random.once(in: 5) ? #","beta":true}"# : #","beta":false}"#)
    }

    private static func request(_ out: inout EventWriter, _ random: inout SplitMix64) {
        out.text(#","agent":""#)
        out.text(random.pick(agents))
        out.text(#"","path":"/"#)
        out.text(random.pick(sections))
        out.text("/")
        out.number(random.below(100_000))
        out.text(#"","referrer":"#)
        out.text(random.pick(referrers))
        out.text(#","status":"#)
        out.number(random.pick(statuses))
        out.text(#","size":"#)
        out.number(random.below(250_000))
        out.text(#","duration_ms":"#)
        out.decimal(thousandths: 150 + random.below(900_000))
        out.text(random.once(in: 3) ? #","cached":true"# : #","cached":false"#)
    }

    private static func lists(_ out: inout EventWriter, _ random: inout SplitMix64) {
        out.text(#","tags":["#)
        for index in 0..<random.below(4) {
            out.text(index == 0 ? "\"" : ",\"")
            out.text(random.pick(tags))
            out.text("\"")
        }
        out.text(#"],"samples":["#)
        for index in 0..<random.below(5) {
            if index > 0 { out.text(",") }
            out.number(random.below(2_000) - 400)
        }
        out.text(#"],"trials":["#)
        if random.once(in: 4) { out.text(#"{"key":"new-basket","arm":2}"#) }
        out.text("]")
    }

    private static func place(_ out: inout EventWriter, _ random: inout SplitMix64) {
        out.text(#","place":{"latitude":"#)
        out.decimal(thousandths: random.below(180_000) - 90_000)
        out.text(#","longitude":"#)
        out.decimal(thousandths: random.below(360_000) - 180_000)
        out.text(#","city":""#)
        out.text(random.pick(cities))
        out.text(#"","country":""#)
        out.text(random.pick(countries))
        out.text("\"}")
    }
}
