import Foundation
import Yodel

// What one token makes. Texts are written here, by Swift's and Foundation's own descriptions, and never by what is measured.

extension KindSample {
    static var scalars: [KindSample] {
        var list = KindList()
        list.add("Bool", One<Bool>.self) { random in
            let value = random.once(in: 2)
            return KindCase(value, "\(value)")
        }
        list.addNumbers()
        list.addText()
        list.addFoundation()
        list.addDates()
        list.addRawValues()
        return list.samples
    }
}

extension KindList {
    fileprivate mutating func addNumbers() {
        list("Int, six digits", Int.self) { 100_000 + $0.below(900_000) }
        list("Int, up to 19 digits", Int.self) { Int(truncatingIfNeeded: $0.next()) }
        list("Int8", Int8.self) { Int8(truncatingIfNeeded: $0.next()) }
        list("Int16", Int16.self) { Int16(truncatingIfNeeded: $0.next()) }
        list("Int32", Int32.self) { Int32(truncatingIfNeeded: $0.next()) }
        list("Int64", Int64.self) { Int64(truncatingIfNeeded: $0.next()) }
        list("Int128", Int128.self) { Int128(truncatingIfNeeded: $0.next()) << 40 }
        list("UInt", UInt.self) { UInt(truncatingIfNeeded: $0.next()) }
        list("UInt8", UInt8.self) { UInt8(truncatingIfNeeded: $0.next()) }
        list("UInt16", UInt16.self) { UInt16(truncatingIfNeeded: $0.next()) }
        list("UInt32", UInt32.self) { UInt32(truncatingIfNeeded: $0.next()) }
        list("UInt64, near its end", UInt64.self) { UInt64.max - UInt64($0.below(1_000_000)) }
        list("UInt128", UInt128.self) { UInt128($0.next()) << 40 }
        // Halves, so that a text has a fraction, and nobody an exponent.
        list("Float16", Float16.self) { Float16($0.below(500)) + 0.5 }
        list("Float", Float.self) { Float($0.below(100_000)) + 0.25 }
        list("Double, 4 decimal places", Double.self) { Double($0.below(100_000) * 2 + 1) / 16 }
        list("Double, 17 digits", Double.self) { Double($0.next() >> 11) / Double(1 << 53) + 1 }
        list("CGFloat", CGFloat.self) { CGFloat($0.below(100_000) * 2 + 1) / 16 }
        list("Decimal", Decimal.self) { Decimal($0.below(1_000_000) * 10 + 1 + $0.below(9)) / 100 }
    }

    /// Adds a number, whose text is its description.
    private mutating func list<Number: CodedKind>(_ name: String, _ type: Number.Type, _ make: @escaping (inout SplitMix64) -> Number) {
        add(name, One<Number>.self) { random in
            let value = make(&random)
            return KindCase(value, "\(value)")
        }
    }

    fileprivate mutating func addText() {
        add("String, small", One<String>.self) { random in
            let value = random.word()
            return KindCase(value, "\"\(value)\"")
        }
        add("String, 40 bytes", One<String>.self) { random in
            let value = random.hex(40)
            return KindCase(value, "\"\(value)\"")
        }
        add("String, 40 bytes, two escapes", One<String>.self) { random in
            let (first, second, third) = (random.hex(12), random.hex(12), random.hex(12))
            return KindCase("\(first)\n\(second)\"\(third)", #""\#(first)\n\#(second)\"\#(third)""#)
        }
        add("String, not ASCII", One<String>.self) { random in
            let value = "\(random.word()) é \(random.word()) 你好 \(random.word())"
            return KindCase(value, "\"\(value)\"")
        }
        addModel("Substring", OneSubstring.self) { random in
            let value = random.hex(40)
            return KindCase(Substring(value), "\"\(value)\"")
        }
        addModel("Character", OneCharacter.self) { random in
            let value = random.word().first ?? "a"
            return KindCase(value, "\"\(value)\"")
        }
    }

    fileprivate mutating func addFoundation() {
        add("UUID", One<UUID>.self) { random in
            let value = random.uuid()
            return KindCase(value, "\"\(value.uuidString)\"")
        }
        add("URL", One<URL>.self) { random in
            let text = random.address()
            return KindCase(URL(string: text) ?? .start, "\"\(text)\"")
        }
        // Beside the kind: what no reader of a URL can go below.
        add("`URL(string:)` alone, of the same texts") { count in
            var random = SplitMix64(seed: 7)
            let texts = (0..<count).map { _ in random.address() }
            var trial = KindTrial(count: count)
            trial.passes[KindCell(coder: .foundation, way: .reads)] = {
                var made = 0
                for text in texts where URL(string: text) != nil { made += 1 }
                return made
            }
            return trial
        }
        add("Data, 30 bytes in base64", One<Data>.self) { random in
            let value = random.bytes(30)
            return KindCase(value, "\"\(value.base64EncodedString())\"")
        }
        var text = KindSettings()
        text.reading.dataFormat = .utf8
        text.writing.dataFormat = .utf8
        addModel("Data, 30 bytes by .utf8", OneData.self, text) { random in
            let value = random.hex(30)
            return KindCase(Data(value.utf8), "\"\(value)\"")
        }
    }

    fileprivate mutating func addDates() {
        // Foundation's text has a Z where Yodel's has a zone.
        add("Date, .iso8601", One<Date>.self, marks: ["DateFormat.iso8601"]) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\"\(day.text)+0000\"", coded: "\"\(day.text)Z\"")
        }
        var settings = KindSettings()
        settings.writing.dateFormat = .iso8601(fractionDigits: 3)
        addModel("Date, .iso8601(fractionDigits: 3)", OneDate.self, settings) { random in
            let day = KindDay(&random)
            let eighths = random.below(8)
            let value = day.date.addingTimeInterval(Double(eighths) / 8)
            return KindCase(value, "\"\(day.text).\(String(1_000 + eighths * 125).dropFirst())+0000\"")
        }
        settings = KindSettings()
        settings.reading.dateFormats = [.pattern("dd.MM.yyyy HH:mm:ss")]
        settings.writing.dateFormat = .pattern("dd.MM.yyyy HH:mm:ss")
        settings.dates = .pattern("dd.MM.yyyy HH:mm:ss")
        add("Date, .pattern", One<Date>.self, marks: ["DateFormat.pattern"], share: 20, settings) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\"\(day.pattern)\"")
        }
        settings = KindSettings()
        settings.reading.numericDates = .epochSeconds
        settings.writing.dateFormat = .epochSeconds
        settings.dates = .seconds
        add("Date, .epochSeconds", One<Date>.self, marks: ["DateFormat.epochSeconds"], settings) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\(day.seconds)")
        }
        settings = KindSettings()
        settings.reading.numericDates = .epochMilliseconds
        settings.writing.dateFormat = .epochMilliseconds
        settings.dates = .milliseconds
        add("Date, .epochMilliseconds", One<Date>.self, marks: ["DateFormat.epochMilliseconds"], settings) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\(day.seconds)000")
        }
        addMore(.epochMicroseconds, "epochMicroseconds") { "\($0.seconds)000000" }
        addMore(.epochNanoseconds, "epochNanoseconds") { "\($0.seconds)000000000" }
        addMore(.secondsSince2001, "secondsSince2001") { "\(Int($0.date.timeIntervalSinceReferenceDate))" }
        addMore(.http, "http") { "\"\($0.english) GMT\"" }
        addMore(.rfc2822, "rfc2822") { "\"\($0.english) +0000\"" }
        settings = KindSettings()
        let custom = DateFormat.custom(read: { KindDates.custom($0) }, write: { KindDates.customText($0) })
        settings.reading.dateFormats = [custom]
        settings.writing.dateFormat = custom
        settings.dates = .custom
        add("Date, .custom", One<Date>.self, marks: ["DateFormat.custom"], settings) { random in
            let day = KindDay(&random)
            return KindCase(day.date, "\"\(KindDates.customText(day.date))\"")
        }
    }

    /// Adds a format of dates that no strategy of `Codable` coders has.
    private mutating func addMore(_ format: DateFormat, _ name: String, _ text: @escaping (KindDay) -> String) {
        var settings = KindSettings()
        settings.reading.dateFormats = [format]
        settings.writing.dateFormat = format
        addModel("Date, .\(name)", OneDate.self, marks: ["DateFormat.\(name)"], settings) { random in
            let day = KindDay(&random)
            return KindCase(day.date, text(day))
        }
    }

    fileprivate mutating func addRawValues() {
        add("enum with raw String", One<KindStatus>.self) { random in
            let value = random.pick(KindStatus.allCases)
            return KindCase(value, "\"\(value.rawValue)\"")
        }
        add("enum with raw Int", One<KindLevel>.self) { random in
            let value = random.pick(KindLevel.allCases)
            return KindCase(value, "\(value.rawValue)")
        }
        add("enum with raw Double", One<KindShare>.self) { random in
            let value = random.pick(KindShare.allCases)
            return KindCase(value, "\(value.rawValue)")
        }
        add("struct with raw String", One<KindCode>.self) { random in
            let value = random.word()
            return KindCase(KindCode(rawValue: value), "\"\(value)\"")
        }
    }
}

struct OneData: OneVariable { var v = Data() }
struct OneDate: OneVariable { var v = Date.start }

/// A second of a day, and its texts.
struct KindDay {
    let seconds: Int
    let text: String
    let pattern: String
    /// As mail and HTTP have it, without a zone.
    let english: String

    var date: Date { Date(timeIntervalSince1970: Double(seconds)) }

    init(_ random: inout SplitMix64) {
        let (year, month, day) = (1990 + random.below(40), 1 + random.below(12), 1 + random.below(28))
        let (hour, minute, second) = (random.below(24), random.below(60), random.below(60))
        // Days since 1 March of the year 0, by years that begin in March.
        let (shiftedYear, shiftedMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = shiftedYear * 365 + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + (153 * shiftedMonth + 2) / 5 + day - 1
        seconds = (days - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(hour)):\(two(minute)):\(two(second))"
        text = "\(year)-\(two(month))-\(two(day))T\(time)"
        pattern = "\(two(day)).\(two(month)).\(year) \(time)"
        // The first day of 1970 was a Thursday.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(days - 719_468) % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        english = "\(weekday), \(two(day)) \(months[month - 1]) \(year) \(time)"
    }
}

extension SplitMix64 {
    mutating func bytes(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }) }

    mutating func uuid() -> UUID {
        var value = UUID.start.uuid
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes(16)) }
        return UUID(uuid: value)
    }

    /// The address of a page.
    mutating func address() -> String { "https://\(word()).example.com/\(word())/\(below(100_000))?page=\(below(100))" }
}
