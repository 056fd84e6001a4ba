import Synchronization
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// What is remembered of an enum's raw values is what the enum's own code has said both ways.
@Suite("Remembered raw values")
struct RememberedRawValuesTests {
    /// An enum whose values remember how often they have been asked for.
    private enum Counted: RawRepresentable {
        case on, off, unknown
        static let made = Atomic<Int>(0)
        static let written = Atomic<Int>(0)

        init(rawValue: String) {
            Self.made.add(1, ordering: .relaxed)
            switch rawValue {
            case "on": self = .on
            case "off": self = .off
            default: self = .unknown
            }
        }

        var rawValue: String {
            Self.written.add(1, ordering: .relaxed)
            switch self {
            case .on: return "on"
            case .off: return "off"
            case .unknown: return "unknown"
            }
        }
    }

    /// A key of dictionaries by a coding key of its own, whose values remember how often they have been asked for.
    private enum CountedKey: CodingKeyRepresentable, Hashable {
        case up, down
        static let made = Atomic<Int>(0)
        static let written = Atomic<Int>(0)

        init?(codingKey: some CodingKey) {
            Self.made.add(1, ordering: .relaxed)
            switch codingKey.stringValue {
            case "UP", "up": self = .up
            case "DOWN": self = .down
            default: return nil
            }
        }

        var codingKey: any CodingKey {
            Self.written.add(1, ordering: .relaxed)
            return PlaceKey(self == .up ? "UP" : "DOWN")
        }
    }

    private enum WrittenOnly: RawRepresentable {
        case small, large
        init?(rawValue: String) { preconditionFailure("nothing is read here") }
        var rawValue: String {
            switch self {
            case .small: "S"
            case .large: "L"
            }
        }
    }

    private struct Wrapper: RawRepresentable { var rawValue: String }
    private enum Generic<Value> { case first, second }

    /// Makes a value by the type's own code.
    private func make<T: RawRepresentable>(_ handle: TypeHandle, _ raw: T.RawValue, _ type: T.Type) -> T? {
        ValueRow<T>.withTemporary(1) { slot in
            ValueRow<T.RawValue>.withTemporary(1) { payload in
                payload.put(raw)
                let source = MutableAddress(UnsafeMutableRawPointer(payload.address))
                let target = MutableAddress(UnsafeMutableRawPointer(slot.address))
                return handle.putRawValue(target, payload: source, fresh: true) ? slot.move() : nil
            }
        }
    }

    /// The value that is remembered of a text.
    private func find<T: RawRepresentable>(_ handle: TypeHandle, _ text: String, _ type: T.Type) -> T? {
        var text = text
        return ValueRow<T>.withTemporary(1) { slot in
            let isFound = text.withBorrowedBytes {
                handle.putRemembered(
                    MutableAddress(UnsafeMutableRawPointer(slot.address)), text: $0, isString: T.RawValue.self == String.self)
            }
            return isFound ? slot.move() : nil
        }
    }

    /// The raw value that is remembered of a value.
    private func raw<T: RawRepresentable>(_ handle: TypeHandle, _ value: T) -> T.RawValue? {
        ValueAddress.of(value) { address in
            handle.rememberedRawValue(address).map { $0.assumingMemoryBound(to: T.RawValue.self).pointee }
        }
    }

    /// Every value is found by its raw value, once it has been made by it and not before; texts that are equal to it are not.
    private func check<T: RawSample & CaseIterable>(_ type: T.Type, _ handle: RawValueHandle) {
        for (count, value) in T.allCases.enumerated() {
            let text = String(describing: value.rawValue)
            #expect(find(handle, text, type) == nil && raw(handle, value) == nil, "\(value)")
            #expect(make(handle, value.rawValue, type) == value)
            for known in T.allCases.prefix(count + 1) {
                let text = String(describing: known.rawValue)
                #expect(find(handle, text, type) == known && raw(handle, known) == known.rawValue, "\(known)")
                for other in [text + " ", " " + text, "+" + text, text + "\u{1}", text + ".0", "0" + text, text.uppercased() + "_"] {
                    #expect(find(handle, other, type) == nil, "\(other)")
                }
            }
        }
    }

    @Test func valuesAreFoundByTheirRawValues() {
        check(RawSamples.Odd.self, RawValueHandle(RawSamples.Odd.self))
        check(RawSamples.Number.self, RawValueHandle(RawSamples.Number.self))
        check(RawSamples.Byte.self, RawValueHandle(RawSamples.Byte.self))
        check(RawSamples.Only.self, RawValueHandle(RawSamples.Only.self))
        check(RawSamples.Loose.self, RawValueHandle(RawSamples.Loose.self))
    }

    /// Canonical equivalence makes a value, and is nothing to remember.
    @Test func anotherFormOfUnicodeIsAskedFor() {
        let handle = RawValueHandle(RawSamples.Odd.self)
        for (value, other) in [(RawSamples.Odd.composed, "cafe\u{301}"), (.decomposed, "\u{E9}tude")] {
            #expect(make(handle, other, RawSamples.Odd.self) == value)
            #expect(find(handle, other, RawSamples.Odd.self) == nil && find(handle, value.rawValue, RawSamples.Odd.self) == nil)
            #expect(make(handle, value.rawValue, RawSamples.Odd.self) == value)
            #expect(find(handle, other, RawSamples.Odd.self) == nil && find(handle, value.rawValue, RawSamples.Odd.self) == value)
        }
    }

    @Test func whatDoesNotComeBackIsNotRemembered() {
        let crossed = RawValueHandle(RawSamples.Crossed.self)
        for value in RawSamples.Crossed.allCases + RawSamples.Crossed.allCases {
            #expect(make(crossed, value.rawValue, RawSamples.Crossed.self) != value)
            #expect(find(crossed, value.rawValue, RawSamples.Crossed.self) == nil)
        }
        for value in RawSamples.Crossed.allCases { #expect(raw(crossed, value) == value.rawValue) }
        let merged = RawValueHandle(RawSamples.Merged.self)
        for number in [11, 1, 11] {
            #expect(make(merged, number, RawSamples.Merged.self) == .one)
            #expect(find(merged, "11", RawSamples.Merged.self) == nil)
        }
        #expect(find(merged, "1", RawSamples.Merged.self) == .one)
        let loose = RawValueHandle(RawSamples.Loose.self)
        for text in ["RED", "rot", "green", "RED", "rot", "green"] {
            #expect(make(loose, text, RawSamples.Loose.self) == RawSamples.Loose(rawValue: text))
            #expect(find(loose, text, RawSamples.Loose.self) == nil && find(loose, "red", RawSamples.Loose.self) == nil)
        }
        #expect(make(loose, "red", RawSamples.Loose.self) == .red && find(loose, "red", RawSamples.Loose.self) == .red)
        #expect(find(loose, "RED", RawSamples.Loose.self) == nil && find(loose, "?", RawSamples.Loose.self) == nil)
    }

    /// What is only written is not read: its initialiser may not work.
    @Test func whatIsWrittenIsNotMade() throws {
        let sizes = [WrittenOnly.small, .large, .small]
        for _ in 0..<2 { #expect(try ModelEncoder().encodeToString(sizes) == #"["S","L","S"]"#) }
    }

    @Test func onlyEnumsWithoutPayloadsAreRemembered() {
        #expect(RememberedRawValues(RawSamples.Odd.self) != nil && RememberedRawValues(RawSamples.Only.self) != nil)
        #expect(RememberedRawValues(RawSamples.Loaded.self) == nil && RememberedRawValues(Wrapper.self) == nil)
        #expect(RememberedRawValues(RawSamples.Ratio.self) == nil && RememberedRawValues(RawSamples.Letter.self) == nil)
        #expect(RememberedRawValues(AskedRaw<RawSamples.Odd>.self) == nil)
    }

    @Test func theCasesOfEnumsAreCounted() {
        #expect(TypeDescriptor.plainCases(of: RawSamples.Odd.self) == RawSamples.Odd.allCases.count)
        #expect(TypeDescriptor.plainCases(of: RawSamples.Only.self) == 1 && TypeDescriptor.plainCases(of: Generic<Int>.self) == 2)
        for type in [RawSamples.Loaded.self, Int?.self, Wrapper.self, Int.self, (Int, Int).self, Any.self] as [Any.Type] {
            #expect(TypeDescriptor.plainCases(of: type) == nil, "\(type)")
        }
    }

    /// The type's code is asked once for what is a raw value, and each time for what it computes.
    @Test func theCodeOfAnEnumIsAskedOncePerCase() throws {
        let decoder = ModelDecoder()
        let texts = (0..<300).map { $0 % 3 == 2 ? "\"text \($0)\"" : $0 % 3 == 1 ? "\"on\"" : "\"off\"" }
        let values = try decoder.decode([Counted].self, from: "[" + texts.joined(separator: ",") + "]")
        // Two of the cases by their raw values, and what is no raw value each time.
        #expect(values.count == 300 && Counted.made.load(ordering: .relaxed) == 102)
        #expect(Counted.written.load(ordering: .relaxed) == 3)
        let text = try ModelEncoder().encodeToString(values)
        #expect(text.hasPrefix(#"["off","on","unknown","off","on","unknown","#))
        // The encoder may have plans of its own.
        #expect(Counted.written.load(ordering: .relaxed) <= 6 && Counted.made.load(ordering: .relaxed) == 102)
    }

    /// The same of a key by its coding key. What is an alias is asked for each time, and so is what is no key.
    @Test func theCodeOfACodingKeyIsAskedOncePerCase() throws {
        let decoder = ModelDecoder(.strict)
        for _ in 0..<50 {
            let both = try decoder.decode([CountedKey: Int].self, from: #"{"UP":1,"DOWN":2}"#)
            #expect(both == [.up: 1, .down: 2])
        }
        #expect(CountedKey.made.load(ordering: .relaxed) == 2 && CountedKey.written.load(ordering: .relaxed) == 2)
        for _ in 0..<50 { #expect(try decoder.decode([CountedKey: Int].self, from: #"{"up":1}"#) == [.up: 1]) }
        for _ in 0..<50 { #expect(throws: ModelError.self) { try decoder.decode([CountedKey: Int].self, from: #"{"left":1}"#) } }
        // What is refused may be read twice.
        #expect((102...152).contains(CountedKey.made.load(ordering: .relaxed)) && CountedKey.written.load(ordering: .relaxed) == 2)
        for _ in 0..<50 { #expect(try ModelEncoder().encodeToString([CountedKey.up: 1]) == #"{"UP":1}"#) }
        // The encoder may have plans of its own.
        #expect(CountedKey.written.load(ordering: .relaxed) <= 3)
    }

    @Test func noMoreIsRememberedThanThereIsRoomFor() throws {
        let remembered = try #require(RememberedRawValues(RawSamples.Odd.self, most: 5))
        for _ in 0..<2 { RawSamples.Odd.allCases.forEach { remembered.note($0.rawValue, of: $0) } }
        let found = RawSamples.Odd.allCases.filter { value in ValueAddress.of(value) { remembered.rawValue(of: $0) } != nil }
        #expect(found == Array(RawSamples.Odd.allCases.prefix(5)))
    }

    @Test func manyThreadsFindTheSame() {
        let failures = Locked<[String]>([])
        for round in 0..<20 {
            let handle = RawValueHandle(RawSamples.Odd.self)
            onEightThreads { thread in
                var generator = SeededGenerator(seed: UInt64(round * 8 + thread))
                for _ in 0..<100 {
                    let value = generator.pick(RawSamples.Odd.allCases)
                    let found = self.find(handle, value.rawValue, RawSamples.Odd.self)
                    let raw = self.raw(handle, value)
                    let made = found ?? self.make(handle, value.rawValue, RawSamples.Odd.self)
                    if made != value || raw.map({ $0 != value.rawValue }) == true { failures.add("round \(round): \(value)") }
                }
            }
            for value in RawSamples.Odd.allCases {
                _ = self.make(handle, value.rawValue, RawSamples.Odd.self)
                if self.find(handle, value.rawValue, RawSamples.Odd.self) != value { failures.add("after round \(round): \(value)") }
            }
        }
        #expect(failures.current.isEmpty, "\(failures.current)")
    }
}
